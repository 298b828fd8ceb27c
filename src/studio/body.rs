//! Bodies of requests, within bounds of size and time.

use std::future::poll_fn;
use std::pin::Pin;
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use futures_core::Stream;
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use super::refusal::Refusal;

/// The most bytes of a body.
const MOST_BYTES: usize = 16 << 20;
/// How long it may take until it is there.
const PATIENCE: Duration = Duration::from_secs(10);

/// Of what is too large so much is read all the same: whoever is cut off while writing does not hear why.
const MOST_READ: usize = 4 * MOST_BYTES;

/// The bytes of a body.
pub(super) struct Raw(pub(super) Bytes);

impl<S: Sync> FromRequest<S> for Raw {
    type Rejection = Refusal;

    async fn from_request(request: Request, _: &S) -> Result<Self, Refusal> {
        let late = || Refusal::new(StatusCode::REQUEST_TIMEOUT, "the request takes too long to arrive");
        let bytes = timeout(PATIENCE, read(request.into_body())).await.map_err(|_| late())?;
        bytes.map(Raw).ok_or_else(|| {
            let what = format!("the request has more than {} MB", MOST_BYTES >> 20);
            Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, what)
        })
    }
}

/// All of a body; `None` if that is too much.
async fn read(body: Body) -> Option<Bytes> {
    let expected = body.size_hint().lower();
    if expected > MOST_READ as u64 {
        return None;
    }
    let mut parts = body.into_data_stream();
    let mut bytes = Vec::new();
    let mut read = 0;
    while let Some(part) = poll_fn(|context| Pin::new(&mut parts).poll_next(context)).await {
        // Nobody hears it when the other end has left.
        let part = part.ok()?;
        read += part.len();
        match read {
            _ if read > MOST_READ => return None,
            _ if read > MOST_BYTES => bytes = Vec::new(),
            _ => bytes.extend_from_slice(&part),
        }
    }
    (read <= MOST_BYTES).then(|| bytes.into())
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
