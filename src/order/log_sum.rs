//! Sums of numbers too large for anything but their logarithms.

/// A sum of numbers that are given, and kept, as logarithms.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LogSum {
    largest: f64,
    scaled: f64,
}

impl Default for LogSum {
    fn default() -> Self {
        LogSum { largest: f64::NEG_INFINITY, scaled: 0.0 }
    }
}

impl LogSum {
    /// Adds the number with logarithm `log`.
    #[inline]
    pub fn add(&mut self, log: f64) {
        if log > self.largest {
            self.scaled = self.scaled * (self.largest - log).exp() + 1.0;
            self.largest = log;
        } else {
            self.scaled += (log - self.largest).exp();
        }
    }

    /// The logarithm of the sum.
    #[inline]
    pub fn log(&self) -> f64 {
        if self.scaled == 0.0 { f64::NEG_INFINITY } else { self.largest + self.scaled.ln() }
    }
}
