//! The share of all solutions that use an edge.

/// The share of solutions that use an edge. `None` and `All` are exact, not rounded.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub enum Share {
    /// No solution uses the edge.
    None,
    /// Some solutions use the edge, and some do not: the share, between 0 and 1.
    Part(f64),
    /// Every solution uses the edge.
    All,
}

impl Share {
    /// The share as a number from 0 to 1.
    pub(super) fn part(self) -> f64 {
        match self {
            Share::None => 0.0,
            Share::Part(part) => part.clamp(0.0, 1.0),
            Share::All => 1.0,
        }
    }

    /// The share as a percentage, which is 0 or 100 only if it is exactly that.
    pub(super) fn percent(self) -> String {
        match self {
            Share::None => "0".to_owned(),
            Share::All => "100".to_owned(),
            Share::Part(part) => match (100.0 * part).round() {
                low if low < 1.0 => "<1".to_owned(),
                high if high > 99.0 => ">99".to_owned(),
                middle => format!("{middle:.0}"),
            },
        }
    }

    /// The third that the share is in, from 0 to 2; `All` is in the last one.
    pub(super) fn third(self) -> usize {
        // The product is from 0 to 3.
        ((3.0 * self.part()) as usize).min(2)
    }
}

#[cfg(test)]
mod tests {
    use super::Share;

    #[test]
    fn only_none_and_all_are_0_and_100() {
        let percent = |part| Share::Part(part).percent();
        assert_eq!([0.0, 1e-6, 0.004_99].map(percent), ["<1"; 3]);
        assert_eq!([0.006, 0.5, 0.994].map(percent), ["1", "50", "99"]);
        assert_eq!([0.996, 0.999_999, 1.0].map(percent), [">99"; 3]);
        assert_eq!([Share::None, Share::All].map(Share::percent), ["0", "100"]);
        assert_eq!(
            [Share::None, Share::Part(0.34), Share::Part(0.67), Share::All].map(Share::third),
            [0, 1, 2, 2]
        );
    }
}
