//! Errors and warnings about the input, and their text form.

use std::fmt;
use std::ops::Range;

use super::Source;
use super::excerpt::Spot;

/// The number of errors that are reported before reading stops.
pub const MAX_ERRORS: usize = 20;

/// The severity of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Severity {
    /// The input cannot be used: there is no puzzle to solve.
    Error,
    /// The input can be used, but something in it looks wrong.
    Warning,
}

/// One message about the input.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The severity: error or warning.
    pub severity: Severity,
    /// The problem, in one line.
    pub message: String,
    /// The place in the input that the message is about, if any.
    pub spot: Option<Spot>,
    /// Other relevant places, each with an explanation.
    pub notes: Vec<(String, Spot)>,
    /// Advice on how to fix the problem.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error without a place.
    #[doc(hidden)]
    pub fn error(message: impl Into<String>) -> Self {
        Self::new(Severity::Error, message.into())
    }

    /// A warning without a place.
    #[doc(hidden)]
    pub fn warning(message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, message.into())
    }

    fn new(severity: Severity, message: String) -> Self {
        Diagnostic { severity, message, spot: None, notes: Vec::new(), help: None }
    }

    /// The message as an error, for modes in which warnings are errors.
    #[doc(hidden)]
    pub fn refused(mut self) -> Self {
        self.severity = Severity::Error;
        self
    }

    /// The message with a place: the bytes `range` of the source with index `source`.
    #[doc(hidden)]
    pub fn at(mut self, sources: &[Source], source: usize, range: Range<usize>) -> Self {
        self.spot = sources.get(source).map(|source| Spot::new(source, range));
        self
    }

    /// The message with another relevant place and an explanation of it.
    #[doc(hidden)]
    pub fn note(
        mut self,
        text: impl Into<String>,
        sources: &[Source],
        source: usize,
        range: Range<usize>,
    ) -> Self {
        self.notes.extend(sources.get(source).map(|source| (text.into(), Spot::new(source, range))));
        self
    }

    /// The message with advice.
    #[doc(hidden)]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        match &self.spot {
            Some(spot) => {
                writeln!(f, "{}:{}:{}: {kind}: {}", spot.file, spot.line, spot.column, self.message)?;
                spot.write_excerpt(f)?;
            }
            None => writeln!(f, "{kind}: {}", self.message)?,
        }
        for (text, spot) in &self.notes {
            writeln!(f, "{}:{}:{}: note: {text}", spot.file, spot.line, spot.column)?;
            spot.write_excerpt(f)?;
        }
        match &self.help {
            Some(help) => writeln!(f, "  help: {help}"),
            None => Ok(()),
        }
    }
}

/// The messages about one input, in the order in which they were found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    diagnostics: Vec<Diagnostic>,
    errors: usize,
}

impl Report {
    /// Adds a message; returns false if the limit of errors is exceeded, so that reading should stop.
    pub fn push(&mut self, diagnostic: Diagnostic) -> bool {
        self.errors += usize::from(diagnostic.severity == Severity::Error);
        if diagnostic.severity == Severity::Warning || self.errors <= MAX_ERRORS {
            self.diagnostics.push(diagnostic);
        }
        self.errors <= MAX_ERRORS
    }

    /// Turns all warnings into errors.
    pub fn refuse_warnings(&mut self) {
        for diagnostic in std::mem::take(&mut self.diagnostics) {
            match diagnostic.severity {
                Severity::Warning => _ = self.push(diagnostic.refused()),
                Severity::Error => self.diagnostics.push(diagnostic),
            }
        }
    }

    /// Whether there is at least one error.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Whether there were more errors than are kept.
    pub fn has_too_many(&self) -> bool {
        self.errors > MAX_ERRORS
    }

    /// All messages.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// All messages, by value.
    pub fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.diagnostics
    }
}

impl From<Diagnostic> for Report {
    fn from(diagnostic: Diagnostic) -> Self {
        let mut report = Report::default();
        report.push(diagnostic);
        report
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for diagnostic in &self.diagnostics {
            write!(f, "{diagnostic}")?;
        }
        if self.errors > MAX_ERRORS {
            writeln!(f, "error: too many errors; these are the first {MAX_ERRORS}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Report {}
