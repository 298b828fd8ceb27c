//! Bodies of requests, within bounds of size and time.

use std::time::Duration;

use axum::body::{Bytes, to_bytes};
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use serde::de::DeserializeOwned;

use super::refusal::Refusal;

/// The most bytes of a body.
const MOST_BYTES: usize = 16 << 20;
/// How long it may take until it is there.
const PATIENCE: Duration = Duration::from_secs(10);

/// The bytes of a body.
pub(super) struct Raw(pub(super) Bytes);

impl<S: Sync> FromRequest<S> for Raw {
    type Rejection = Refusal;

    async fn from_request(request: Request, _: &S) -> Result<Self, Refusal> {
        let too_large = || {
            let what = format!("the request has more than {} MB", MOST_BYTES >> 20);
            Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, what)
        };
        let length =
            request.headers().get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
        if length.is_some_and(|length: u64| length > MOST_BYTES as u64) {
            return Err(too_large());
        }
        match tokio::time::timeout(PATIENCE, to_bytes(request.into_body(), MOST_BYTES)).await {
            Ok(Ok(bytes)) => Ok(Raw(bytes)),
            // Nobody hears it when the other end has left.
            Ok(Err(_)) => Err(too_large()),
            Err(_) => Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "the request takes too long to arrive")),
        }
    }
}

/// A body of JSON.
pub(super) struct Json<T>(pub(super) T);

impl<S: Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let kind = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default().trim();
        if !kind.eq_ignore_ascii_case("application/json") {
            let what = "the request must be of the type application/json";
            return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, what));
        }
        let Raw(bytes) = Raw::from_request(request, state).await?;
        let value = serde_json::from_slice(&bytes);
        value.map(Json).map_err(|error| Refusal::malformed(format!("the request is not understood: {error}")))
    }
}
