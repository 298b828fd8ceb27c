//! Requests of tests and fuzz targets, without a socket and without the guard.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::Request;
use axum::http::header::CONTENT_TYPE;
use hyper::service::Service;
use hyper_util::service::TowerToHyperService;
use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;

use super::server::{Studio, routes};
use super::work::Work;
use zlink_base::limits::Limits;

/// How long an answer may take, beyond the time of its piece of work.
const PATIENCE: Duration = Duration::from_secs(60);

/// The routes of a server, in this process.
#[derive(Debug)]
pub struct Door {
    routes: Router,
    runtime: Runtime,
    time: Duration,
}

/// An answer as a whole.
#[derive(Debug)]
pub struct Answered {
    /// The status of HTTP.
    pub status: u16,
    /// The content type.
    pub kind: String,
    /// All bytes of the body; of a stream, all its events.
    pub body: Vec<u8>,
}

impl Door {
    /// Of a server without a first puzzle, which does one piece of work at a time, each for no longer than `time`.
    ///
    /// # Errors
    /// When the system gives no threads.
    pub fn new(limits: Limits, time: Duration) -> io::Result<Self> {
        let studio = Studio { work: Arc::new(Work::new(1, limits, Some(time))), start: None };
        let runtime = Builder::new_current_thread().enable_time().max_blocking_threads(1).build()?;
        Ok(Door { routes: routes(Arc::new(studio)), runtime, time })
    }

    /// The answer to a request, whose body has the content type `kind`.
    ///
    /// # Errors
    /// When the address is none, the answer breaks off, or it does not come.
    pub fn ask(&self, method: &str, address: &str, kind: &str, body: Vec<u8>) -> io::Result<Answered> {
        let request = Request::builder().method(method).uri(address).header(CONTENT_TYPE, kind);
        let request = request.body(Body::from(body)).map_err(io::Error::other)?;
        let answer = async {
            let answer = TowerToHyperService::new(self.routes.clone()).call(request).await;
            let answer = answer.map_err(io::Error::other)?;
            let kind = answer.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
            let (status, kind) = (answer.status().as_u16(), kind.unwrap_or_default().to_owned());
            let body = to_bytes(answer.into_body(), usize::MAX).await.map_err(io::Error::other)?;
            Ok(Answered { status, kind, body: body.into() })
        };
        // A timer begins within the runtime.
        self.runtime.block_on(async { timeout(self.time + PATIENCE, answer).await })?
    }
}
