//! Lets tests and fuzz targets send requests, without a socket and without the guard.

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

/// The time that an answer may take beyond the time limit of its piece of work.
const PATIENCE: Duration = Duration::from_secs(60);

/// The routes of a server, called within this process.
#[derive(Debug)]
pub struct Door {
    routes: Router,
    runtime: Runtime,
    time: Duration,
}

/// The answer to a request, read to its end.
#[derive(Debug)]
pub struct Answered {
    /// The HTTP status code.
    pub status: u16,
    /// The content type.
    pub kind: String,
    /// All bytes of the body: all events of an event stream.
    pub body: Vec<u8>,
}

impl Door {
    /// Sets up a server without a first puzzle. It does one piece of work at a time, each for at most `time`.
    ///
    /// # Errors
    /// When the system provides no threads.
    pub fn new(limits: Limits, time: Duration) -> io::Result<Self> {
        let studio = Studio { work: Arc::new(Work::new(1, limits, Some(time))), start: None };
        let runtime = Builder::new_current_thread().enable_time().max_blocking_threads(1).build()?;
        Ok(Door { routes: routes(Arc::new(studio)), runtime, time })
    }

    /// Sends a request and returns its answer. The request's body has the content type `kind`.
    ///
    /// # Errors
    /// When `address` is not valid, or the answer breaks off or does not come in time.
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
        // `timeout` must be called within the runtime.
        self.runtime.block_on(async { timeout(self.time + PATIENCE, answer).await })?
    }
}
