//! Bodies of requests, within bounds of size and time.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use futures_core::Stream;
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use super::refusal::Refusal;
use super::server::Studio;
use zlink_base::limits::{Account, reserve_more};

/// The most bytes that a body may have.
const MOST_BYTES: usize = 16 << 20;
/// The time within which a body must arrive.
const PATIENCE: Duration = Duration::from_secs(10);

/// The most bytes that are read of a body that is too large: a client that is cut off while it sends does not see the refusal.
const MOST_READ: usize = 4 * MOST_BYTES;

/// The most bytes that a JSON value takes besides its text while it is read.
const VALUE_BYTES: usize = 128;

/// The bytes of a body, and the account that their memory is charged to.
pub(super) struct Raw(pub(super) Vec<u8>, pub(super) Account);

impl FromRequest<Arc<Studio>> for Raw {
    type Rejection = Refusal;

    async fn from_request(request: Request, studio: &Arc<Studio>) -> Result<Self, Refusal> {
        let late = || Refusal::new(StatusCode::REQUEST_TIMEOUT, "the request takes too long to arrive");
        let reading = read(request.into_body(), studio.work.account());
        timeout(PATIENCE, reading).await.map_err(|_| late())?
    }
}

/// Reads a body to its end.
async fn read(body: Body, mut account: Account) -> Result<Raw, Refusal> {
    let too_large = || {
        let what = format!("the request has more than {} MB", MOST_BYTES >> 20);
        Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, what)
    };
    let expected = body.size_hint().lower();
    if expected > MOST_READ as u64 {
        return Err(too_large());
    }
    let mut parts = body.into_data_stream();
    let mut bytes = Vec::new();
    let mut read = 0;
    let mut refusal = None;
    while let Some(part) = poll_fn(|context| Pin::new(&mut parts).poll_next(context)).await {
        let part = part.map_err(|error| Refusal::malformed(format!("the body cannot be read: {error}")))?;
        read += part.len();
        if read > MOST_READ {
            return Err(too_large());
        }
        if refusal.is_none() && read > MOST_BYTES {
            refusal = Some(too_large());
        } else if refusal.is_none()
            // A growing vector may take twice the memory of its bytes.
            && let Err(cause) = reserve_more(&mut account, 2 * part.len())
        {
            refusal = Some(Refusal::impossible(cause.to_string()));
        }
        match refusal {
            None => bytes.extend_from_slice(&part),
            Some(_) => bytes = Vec::new(),
        }
    }
    match refusal {
        Some(refusal) => Err(refusal),
        None => {
            account.shrink(account.held() - bytes.capacity().min(account.held()));
            Ok(Raw(bytes, account))
        }
    }
}

/// The value of a JSON body, and the account that its memory is charged to.
pub(super) struct Json<T>(pub(super) T, pub(super) Account);

impl<T: DeserializeOwned> FromRequest<Arc<Studio>> for Json<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &Arc<Studio>) -> Result<Self, Refusal> {
        let kind = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default().trim();
        if !kind.eq_ignore_ascii_case("application/json") {
            let what = "the request must be of the type application/json";
            return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, what));
        }
        let Raw(bytes, mut account) = Raw::from_request(request, state).await?;
        reserve_more(&mut account, bytes.len() + values(&bytes) * VALUE_BYTES)
            .map_err(|cause| Refusal::impossible(cause.to_string()))?;
        let value = serde_json::from_slice(&bytes)
            .map_err(|error| Refusal::malformed(format!("the request is not understood: {error}")))?;
        account.shrink(bytes.capacity());
        Ok(Json(value, account))
    }
}

/// An upper bound on the number of values in a JSON text: each begins the text, a list or an object, or follows a comma or a colon.
fn values(json: &[u8]) -> usize {
    let mut count = 1;
    let (mut is_text, mut is_escaped) = (false, false);
    for &byte in json {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_text => is_escaped = true,
            b'"' => is_text = !is_text,
            b',' | b':' | b'[' | b'{' if !is_text => count += 1,
            _ => {}
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_counted_outside_of_texts() {
        assert_eq!(values(br#"{"a": [1, "b,c\",[", []], "d": {}}"#), 10);
        assert_eq!(values(b"7"), 1);
    }
}
