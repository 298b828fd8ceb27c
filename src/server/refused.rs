//! Error responses.

use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use axum::response::{IntoResponse, Response};

use zlink_studio::Refusal;

/// An error response.
#[derive(Debug)]
pub(super) struct Refused(Refusal);

impl Refused {
    /// An error response with this status and message.
    pub(super) fn new(status: u16, error: impl Into<String>) -> Self {
        Refused(Refusal::new(status, error))
    }

    /// The message.
    #[cfg(test)]
    pub(super) fn error(&self) -> &str {
        self.0.error()
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        Refused(refusal)
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, self.0.to_json()).into_response();
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}
