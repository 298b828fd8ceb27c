//! Connections and routes.

use std::collections::VecDeque;
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use axum::routing::{get, post};
use axum::{Router, middleware};
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpStream;
use tokio::sync::{Notify, Semaphore};
use tokio::task::AbortHandle;

use super::answer::answer;
use super::guard::{Guard, guard};
use super::refused::Refused;
use super::work::Work;
use super::write_timeout::WriteTimeout;
use super::{Options, PREFERRED_PORT, Start, page};
use zlink_base::limits::Interrupted;
use zlink_studio::{Question, Takes};

/// The most connections at once that have sent the head of a request.
const MOST_CONNECTIONS: usize = 256;
/// The most connections at once that have sent no head yet.
const MOST_SILENT: usize = 64;
/// The time within which the head of a request must arrive.
const HEAD_PATIENCE: Duration = Duration::from_secs(10);
/// The time that the threads have to end when the server ends.
const GRACE: Duration = Duration::from_millis(200);
/// The threads for answers that do not wait for their turn.
const CONSTANTS: usize = 2;
/// The stack size of a thread in bytes, equal to that of the main thread of other commands.
const STACK: usize = 8 << 20;

/// The state that all requests share.
#[derive(Debug)]
pub(super) struct Studio {
    pub(super) work: Arc<Work>,
    pub(super) start: Option<Start>,
}

/// A server that is bound to its port.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    guard: Arc<Guard>,
    studio: Arc<Studio>,
    ended: Arc<Notify>,
    at_once: usize,
}

/// A handle to watch a server and end it from another thread.
#[derive(Debug, Clone)]
pub struct Control {
    guard: Arc<Guard>,
    work: Arc<Work>,
    ended: Arc<Notify>,
}

impl Control {
    /// The number of the oldest running piece of work, if any, and how many have begun so far.
    pub fn oldest(&self) -> (Option<u64>, u64) {
        self.work.oldest()
    }

    /// Stops all running work; the server stays.
    pub fn stop_work(&self, cause: Interrupted) {
        self.work.stop_all(cause);
    }

    /// Whether a piece of work still runs longer than `write_timeout` after it was to end.
    pub fn is_overdue(&self, write_timeout: Duration) -> bool {
        self.work.is_overdue(write_timeout)
    }

    /// Whether a request with the token has come: the user's browser has opened the page.
    pub fn is_known(&self) -> bool {
        self.guard.is_known()
    }

    /// Ends the server.
    pub fn end(&self) {
        self.work.stop_all(Interrupted::Stopped);
        self.ended.notify_one();
    }
}

impl Server {
    /// Binds a port of the loopback interface, which other computers cannot reach.
    ///
    /// # Errors
    /// When the port is taken, or the system provides no port or no random numbers.
    pub fn bind(options: Options) -> io::Result<Self> {
        let at = |port: u16| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
        let listener = match options.port {
            Some(port) => at(port)?,
            None => at(PREFERRED_PORT).or_else(|_| at(0))?,
        };
        listener.set_nonblocking(true)?;
        let guard = Guard::new(listener.local_addr()?.port()).map_err(io::Error::other)?;
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let at_once = (2 * processors).max(4);
        let work = Work::new(at_once, options.limits, options.time);
        let studio = Studio { work: Arc::new(work), start: options.start };
        let (guard, studio) = (Arc::new(guard), Arc::new(studio));
        Ok(Server { listener, guard, studio, ended: Arc::default(), at_once })
    }

    /// The address to open, with the token.
    pub fn address(&self) -> String {
        self.guard.address()
    }

    /// A handle to watch and end the server.
    pub fn control(&self) -> Control {
        let Server { guard, studio, ended, .. } = self;
        Control { guard: Arc::clone(guard), work: Arc::clone(&studio.work), ended: Arc::clone(ended) }
    }

    /// Answers requests until [`Control::end`] is called.
    ///
    /// # Errors
    /// When the system provides no threads.
    pub fn run(self) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(self.at_once + CONSTANTS)
            .thread_name("studio")
            .thread_stack_size(STACK)
            .enable_all()
            .build()?;
        let guarded = middleware::from_fn_with_state(Arc::clone(&self.guard), guard);
        let routes = routes(Arc::clone(&self.studio)).layer(guarded);
        let Server { listener, ended, .. } = self;
        runtime.block_on(async move {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            let accepting = tokio::spawn(accept(listener, routes));
            ended.notified().await;
            accepting.abort();
            io::Result::Ok(())
        })?;
        runtime.shutdown_timeout(GRACE);
        Ok(())
    }
}

/// The routes of the server, without the guard.
pub(super) fn routes(studio: Arc<Studio>) -> Router {
    let api = Question::ALL.into_iter().fold(Router::new(), |api, question| {
        let answer = move |state, request| answer(question, state, request);
        let method = if question.takes() == Takes::Nothing { get(answer) } else { post(answer) };
        api.route(&format!("/{}", question.name()), method)
    });
    Router::new()
        .route("/", get(page::index))
        .route("/page/{*name}", get(page::file))
        .nest("/api/1", api)
        .fallback(async || Refused::new(404, "there is nothing at this address"))
        .method_not_allowed_fallback(async || Refused::new(405, "this address has other methods"))
        .with_state(studio)
}

/// Accepts connections. A connection takes one of [`MOST_CONNECTIONS`] places as soon as it has sent a head. Of at most
/// [`MOST_SILENT`] that have sent none, the oldest is closed to make room for a new one.
async fn accept(listener: tokio::net::TcpListener, routes: Router) {
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let mut silent: VecDeque<(Arc<AtomicBool>, AbortHandle)> = VecDeque::new();
    loop {
        // While all places are taken, no connection is accepted.
        if places.acquire().await.is_err() {
            return;
        }
        let Ok((stream, _)) = listener.accept().await else {
            // Perhaps too many files are open; some will be closed.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        silent
            .retain(|(is_silent, connection)| is_silent.load(Ordering::Relaxed) && !connection.is_finished());
        while silent.len() >= MOST_SILENT
            && let Some((is_silent, connection)) = silent.pop_front()
        {
            if is_silent.swap(false, Ordering::Relaxed) {
                connection.abort();
            }
        }
        // An event is short and must arrive at once.
        let _ = stream.set_nodelay(true);
        let is_silent = Arc::new(AtomicBool::new(true));
        let served = serve(stream, routes.clone(), Arc::clone(&places), Arc::clone(&is_silent));
        silent.push_back((is_silent, tokio::spawn(served).abort_handle()));
    }
}

/// Answers the one request of a connection.
async fn serve(stream: TcpStream, routes: Router, places: Arc<Semaphore>, is_silent: Arc<AtomicBool>) {
    // The place is held until the connection is closed, not only until the answer begins.
    let place = Arc::new(OnceLock::new());
    let taken = Arc::clone(&place);
    let service = service_fn(move |request: Request<Incoming>| {
        let (routes, places) = (routes.clone(), Arc::clone(&places));
        let (is_silent, taken) = (Arc::clone(&is_silent), Arc::clone(&taken));
        async move {
            is_silent.store(false, Ordering::Relaxed);
            if let Ok(place) = places.acquire_owned().await {
                let _ = taken.set(place);
            }
            TowerToHyperService::new(routes).call(request).await
        }
    });
    let connection = http1::Builder::new()
        // One request per connection: on one that is kept alive, a slow head and none at all look alike.
        .keep_alive(false)
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_PATIENCE)
        .serve_connection(TokioIo::new(WriteTimeout::new(stream)), service);
    // A client that is cut off or has left has no use for the error.
    let _ = connection.await;
    drop(place);
}
