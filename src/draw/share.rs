//! In how many of all solutions an edge is.

/// The share of solutions that use an edge. None and all are exact, never rounded.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub enum Share {
    /// No solution uses it.
    None,
    /// Some use it, and some do not: this part of all, between 0 and 1.
    Part(f64),
    /// Every solution uses it.
    All,
}

impl Share {
    /// The part of all, from 0 to 1.
    pub(super) fn part(self) -> f64 {
        match self {
            Share::None => 0.0,
            Share::Part(part) => part.clamp(0.0, 1.0),
            Share::All => 1.0,
        }
    }

    /// The percentage, which is 0 and 100 only for none and all.
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

    /// Which third of all it is in: the last one is that of all solutions, too.
    pub(super) fn third(self) -> usize {
        // From 0 to 3.
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
