//! Sums of numbers so large that only their logarithms can be represented.

/// A sum of numbers, with the sum and the numbers given as natural logarithms.
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
    /// Adds the number with the natural logarithm `log`.
    #[inline]
    pub fn add(&mut self, log: f64) {
        if log > self.largest {
            self.scaled = self.scaled * (self.largest - log).exp() + 1.0;
            self.largest = log;
        } else {
            self.scaled += (log - self.largest).exp();
        }
    }

    /// The natural logarithm of the sum; negative infinity for an empty sum.
    #[inline]
    pub fn log(&self) -> f64 {
        if self.scaled == 0.0 { f64::NEG_INFINITY } else { self.largest + self.scaled.ln() }
    }
}
