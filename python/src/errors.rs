//! Errors of zlink as exceptions of Python: the only place where one becomes the other.

use pyo3::exceptions::{
    PyKeyboardInterrupt, PyMemoryError, PyOSError, PyRuntimeError, PyTimeoutError, PyValueError,
};
use pyo3::{PyErr, create_exception};
use zlink::diagram::FileError;
use zlink::limits::Interrupted;
use zlink::{GenerateError, NoLayout, Refusal, Stop};

create_exception!(
    zlink,
    InternalError,
    PyRuntimeError,
    "A bug in zlink. Please report it, with the code that leads to it."
);

/// The reason why a computation has no result. `?` converts errors of zlink to this type, and this type to `PyErr`.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A limit was reached, or the computation was interrupted.
    Interrupted(Interrupted),
    /// An argument is not valid, or there is no result for it; with the message.
    Value(String),
    /// A limit was reached; the text says how far the computation was.
    Unfinished(Interrupted, String),
    /// The computation would need more memory than any machine has; with the message.
    TooLarge(String),
    /// A panic, with its message.
    Panic(String),
}

impl From<Interrupted> for Failure {
    fn from(cause: Interrupted) -> Self {
        Failure::Interrupted(cause)
    }
}

impl From<Stop> for Failure {
    fn from(why: Stop) -> Self {
        match why {
            Stop::Interrupted(cause) => Failure::Interrupted(cause),
            // A frontier that is too wide needs more memory than any machine has.
            Stop::Refused(Refusal::TooWide) => Failure::TooLarge(Refusal::TooWide.to_string()),
            other => Failure::Value(other.to_string()),
        }
    }
}

impl From<GenerateError> for Failure {
    fn from(error: GenerateError) -> Self {
        let text = error.to_string();
        match error {
            GenerateError::Interrupted(cause) => Failure::Interrupted(cause),
            GenerateError::Unfinished { cause, .. } => Failure::Unfinished(cause, text),
            _ => Failure::Value(text),
        }
    }
}

impl From<NoLayout> for Failure {
    fn from(error: NoLayout) -> Self {
        match error {
            NoLayout::Interrupted(cause) => Failure::Interrupted(cause),
            other => Failure::Value(other.to_string()),
        }
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Interrupted(cause) => Failure::Interrupted(cause),
            other => Failure::Value(other.to_string()),
        }
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Interrupted(cause) => Failure::Unfinished(cause, cause.to_string()).into(),
            Failure::Unfinished(cause, text) => match cause {
                Interrupted::Time => PyTimeoutError::new_err(text),
                Interrupted::Memory | Interrupted::Nodes => PyMemoryError::new_err(text),
                Interrupted::Stopped => PyKeyboardInterrupt::new_err(text),
                // Files, and other processes.
                _ => PyOSError::new_err(text),
            },
            Failure::TooLarge(text) => PyMemoryError::new_err(text),
            Failure::Value(text) => PyValueError::new_err(text),
            Failure::Panic(text) => InternalError::new_err(text),
        }
    }
}
