//! Axes: maps from values to coordinates in a picture.

/// A logarithmic axis of seconds, which begins and ends at a power of ten.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct TimeAxis {
    low: i32,
    high: i32,
    from: f64,
    to: f64,
}

/// The shortest time that is shown, in seconds; shorter ones are drawn at its place.
const SHORTEST: f64 = 1e-4;

impl TimeAxis {
    /// An axis that covers all `seconds`, drawn between the coordinates `from` and `to`.
    pub(super) fn new(seconds: impl Iterator<Item = f64>, from: f64, to: f64) -> Self {
        let logs = seconds.filter(|s| s.is_finite()).map(|s| s.max(SHORTEST).log10());
        let (least, most) = logs
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), log| (least.min(log), most.max(log)));
        let (low, high) = if least <= most { (least.floor() as i32, most.ceil() as i32) } else { (-3, 0) };
        TimeAxis { low, high: high.max(low + 1), from, to }
    }

    /// The coordinate of `seconds`.
    pub(super) fn place(&self, seconds: f64) -> f64 {
        let share = (seconds.max(SHORTEST).log10() - f64::from(self.low)) / f64::from(self.high - self.low);
        self.from + (self.to - self.from) * share
    }

    /// The coordinates and labels of the powers of ten.
    pub(super) fn ticks(&self) -> impl Iterator<Item = (f64, String)> {
        (self.low..=self.high).map(|power| {
            let decimals = usize::try_from(-power).unwrap_or(0);
            let seconds = 10f64.powi(power);
            (self.place(seconds), format!("{seconds:.decimals$}"))
        })
    }

    /// The coordinates of 2 to 9 times a power of ten.
    pub(super) fn minor_ticks(&self) -> impl Iterator<Item = f64> {
        let digits = (self.low..self.high).flat_map(|power| (2..10).map(move |digit| (power, digit)));
        digits.map(|(power, digit)| self.place(f64::from(digit) * 10f64.powi(power)))
    }
}

/// A linear axis of counts, from 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct CountAxis {
    most: usize,
    from: f64,
    to: f64,
}

impl CountAxis {
    /// An axis up to `most`, drawn between the coordinates `from` and `to`.
    pub(super) fn new(most: usize, from: f64, to: f64) -> Self {
        CountAxis { most: most.max(1), from, to }
    }

    /// The coordinate of `count`.
    pub(super) fn place(&self, count: usize) -> f64 {
        self.from + (self.to - self.from) * count as f64 / self.most as f64
    }

    /// The coordinates and labels of at most eleven round numbers.
    pub(super) fn ticks(&self) -> impl Iterator<Item = (f64, String)> {
        let steps = (0..).flat_map(|power| [1, 2, 5].map(|digit| digit * 10usize.saturating_pow(power)));
        let step = steps.take(57).find(|step| self.most / step <= 10).unwrap_or(self.most);
        (0..=self.most / step).map(move |i| (self.place(i * step), (i * step).to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_lie_between_powers_of_ten() {
        let axis = TimeAxis::new([0.004, 0.5].into_iter(), 100.0, 400.0);
        let ticks: Vec<(f64, String)> = axis.ticks().collect();
        let labels: Vec<&str> = ticks.iter().map(|(_, label)| label.as_str()).collect();
        assert_eq!(labels, ["0.001", "0.01", "0.1", "1"]);
        assert_eq!((ticks[0].0, ticks[3].0), (100.0, 400.0));
        assert!((axis.place(0.01) - 200.0).abs() < 1e-9);
        assert_eq!(axis.minor_ticks().count(), 24);
    }

    #[test]
    fn an_axis_is_never_empty() {
        for seconds in [&[][..], &[0.0], &[1.0], &[f64::INFINITY, 10.0]] {
            let axis = TimeAxis::new(seconds.iter().copied(), 0.0, 1.0);
            assert!(axis.ticks().count() >= 2, "{seconds:?}");
            assert!(axis.place(0.0).is_finite());
        }
        assert_eq!(CountAxis::new(0, 0.0, 1.0).place(0), 0.0);
    }

    #[test]
    fn counts_have_few_round_ticks() {
        for most in [1, 9, 10, 11, 99, 460, 1_000_000, usize::MAX] {
            let ticks: Vec<(f64, String)> = CountAxis::new(most, 0.0, 1.0).ticks().collect();
            assert!((2..=11).contains(&ticks.len()), "{most}: {}", ticks.len());
        }
        let labels: Vec<String> = CountAxis::new(460, 0.0, 1.0).ticks().map(|(_, label)| label).collect();
        assert_eq!(labels, ["0", "50", "100", "150", "200", "250", "300", "350", "400", "450"]);
    }
}
