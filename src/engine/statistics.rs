//! The statistics of all stages, as one table for all kinds of reports.

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

/// The value of an entry of the table.
#[derive(Debug, Clone, PartialEq)]
pub enum Figure {
    /// A count.
    Count(u64),
    /// A real number.
    Real(f64),
    /// A duration.
    Time(Duration),
    /// An amount of memory, in bytes.
    Bytes(u64),
    /// A text, such as the name of the chosen heuristic.
    Text(Cow<'static, str>),
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Figure::Count(n) => write!(f, "{n}"),
            Figure::Real(x) if x.abs() >= 1e7 => write!(f, "{x:.3e}"),
            Figure::Real(x) => write!(f, "{x:.3}"),
            Figure::Time(t) => write!(f, "{:.6} s", t.as_secs_f64()),
            Figure::Bytes(n) => write!(f, "{:.1} MB", *n as f64 / 1e6),
            Figure::Text(s) => f.write_str(s),
        }
    }
}

impl From<u64> for Figure {
    fn from(n: u64) -> Self {
        Figure::Count(n)
    }
}

impl From<usize> for Figure {
    fn from(n: usize) -> Self {
        Figure::Count(u64::try_from(n).unwrap_or(u64::MAX))
    }
}

impl From<f64> for Figure {
    fn from(x: f64) -> Self {
        Figure::Real(x)
    }
}

impl From<Duration> for Figure {
    fn from(t: Duration) -> Self {
        Figure::Time(t)
    }
}

impl From<&'static str> for Figure {
    fn from(s: &'static str) -> Self {
        Figure::Text(Cow::Borrowed(s))
    }
}

/// A table of figures by key; keys are lower-case words joined by `_`, such as `frontier_states`.
///
/// Result parsers written for clasp look for the keys `choices`, `conflicts` and `restarts`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Statistics {
    rows: Vec<(Cow<'static, str>, Figure)>,
}

impl Statistics {
    /// Sets the figure of `key`; a new key is appended.
    pub fn set(&mut self, key: impl Into<Cow<'static, str>>, figure: impl Into<Figure>) {
        let (key, figure) = (key.into(), figure.into());
        match self.rows.iter_mut().find(|(k, _)| *k == key) {
            Some((_, old)) => *old = figure,
            None => self.rows.push((key, figure)),
        }
    }

    /// The figure of `key`, if there is one.
    pub fn get(&self, key: &str) -> Option<&Figure> {
        self.rows.iter().find(|(k, _)| k == key).map(|(_, figure)| figure)
    }

    /// All rows, in the order in which their keys were first set.
    pub fn rows(&self) -> impl Iterator<Item = (&str, &Figure)> {
        self.rows.iter().map(|(key, figure)| (key.as_ref(), figure))
    }
}
