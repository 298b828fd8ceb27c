//! Bodies of requests, within bounds of size and time.

use std::future::poll_fn;
use std::pin::Pin;
use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::extract::Request;
use axum::http::header::CONTENT_TYPE;
use futures_core::Stream;
use tokio::time::timeout;

use super::refused::Refused;
use zlink_base::limits::{Account, reserve_more};
use zlink_studio::{MOST_BYTES, Takes};

/// The time within which a body must arrive.
const PATIENCE: Duration = Duration::from_secs(10);

/// The most bytes that are read of a body that is too large: a client that is cut off while it sends does not see the refusal.
const MOST_READ: usize = 4 * MOST_BYTES;

/// The bytes of a body, and the account that their memory is charged to.
pub(super) type Bytes = (Vec<u8>, Account);

/// Reads the body of a request; JSON must be sent as such.
pub(super) async fn read(request: Request, takes: Takes, account: Account) -> Result<Bytes, Refused> {
    let kind = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default().trim();
    match takes {
        Takes::Nothing => return Ok((Vec::new(), account)),
        Takes::Json if !kind.eq_ignore_ascii_case("application/json") => {
            return Err(Refused::new(415, "the request must be of the type application/json"));
        }
        Takes::Json | Takes::File => {}
    }
    let late = |_| Refused::new(408, "the request takes too long to arrive");
    timeout(PATIENCE, read_all(request.into_body(), account)).await.map_err(late)?
}

/// Reads a body to its end.
async fn read_all(body: Body, mut account: Account) -> Result<Bytes, Refused> {
    let too_large = || Refused::from(zlink_studio::Request::too_large());
    let expected = body.size_hint().lower();
    if expected > MOST_READ as u64 {
        return Err(too_large());
    }
    let mut parts = body.into_data_stream();
    let mut bytes = Vec::new();
    let mut read = 0;
    let mut refusal = None;
    while let Some(part) = poll_fn(|context| Pin::new(&mut parts).poll_next(context)).await {
        let part = part.map_err(|error| Refused::new(400, format!("the body cannot be read: {error}")))?;
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
            refusal = Some(Refused::new(422, cause.to_string()));
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
            Ok((bytes, account))
        }
    }
}
