//! Which requests are answered: those of the page that the user has opened.
//!
//! Any web page can send requests to this computer, and host names can be made to resolve to it (DNS rebinding). So a
//! request must name this server as its host. If it states its origin, that must be the server's own page. And it must
//! carry the token, which is only in the address that the user opens.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::{Request, State};
use axum::http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN,
    REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{Method, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::refused::Refused;

/// The number of random bytes in a token.
const TOKEN_BYTES: usize = 32;

/// The content security policy: a page may load only the server's own files, and no frame may show it.
const POLICY: &str =
    "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'";
const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const SEC_FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");
const SEC_FETCH_DEST: HeaderName = HeaderName::from_static("sec-fetch-dest");

/// The properties that a request of the page must have.
#[derive(Debug)]
pub(super) struct Guard {
    token: String,
    /// The values of the header `Host` that name this server.
    hosts: Vec<String>,
    is_known: AtomicBool,
}

impl Guard {
    /// The guard of a server at `port`, with a new token.
    pub(super) fn new(port: u16) -> Result<Self, getrandom::Error> {
        let mut bytes = [0; TOKEN_BYTES];
        getrandom::fill(&mut bytes)?;
        let token = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let names = ["127.0.0.1", "localhost"];
        let mut hosts: Vec<String> = names.map(|name| format!("{name}:{port}")).into();
        if port == 80 {
            hosts.extend(names.map(str::to_owned));
        }
        Ok(Guard { token, hosts, is_known: AtomicBool::new(false) })
    }

    /// The address to open. The part after the `#` is not sent by browsers.
    pub(super) fn address(&self) -> String {
        format!("http://{}/#token={}", self.hosts[0], self.token)
    }

    /// Refuses a request that does not come from the page.
    fn check(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<(), Refused> {
        let forbidden = |what: &str| Err(Refused::new(403, what));
        let is_own = |host: &str| self.hosts.iter().any(|own| own.eq_ignore_ascii_case(host));
        let only = |name: HeaderName| {
            let mut values = headers.get_all(name).iter();
            (values.next(), values.next().is_some())
        };
        let text = |value: &HeaderValue| value.to_str().unwrap_or_default().to_owned();
        match only(HOST) {
            (Some(host), false) if is_own(&text(host)) => {}
            _ => return forbidden("this server answers to the address only that it has told"),
        }
        if uri.authority().is_some_and(|authority| !is_own(authority.as_str())) {
            return forbidden("this server is no proxy");
        }
        match only(ORIGIN) {
            (None, _) => {}
            (Some(origin), false) if text(origin).strip_prefix("http://").is_some_and(is_own) => {}
            _ => return forbidden("other pages are not answered"),
        }
        let is = |name: HeaderName, wanted: &str| only(name).0.is_some_and(|value| value == wanted);
        // A link from elsewhere, such as from the file that opens the browser, may lead to the page: without the token it holds no data.
        let is_visit = uri.path() == "/"
            && method == Method::GET
            && is(SEC_FETCH_MODE, "navigate")
            && is(SEC_FETCH_DEST, "document");
        match only(SEC_FETCH_SITE) {
            (None, _) => {}
            (Some(site), false) if is_visit || ["same-origin", "none"].contains(&&*text(site)) => {}
            _ => return forbidden("other pages are not answered"),
        }
        let is_page = uri.path() == "/" || uri.path().starts_with("/page/");
        if is_page && (method == Method::GET || method == Method::HEAD) {
            return Ok(());
        }
        let given = match only(AUTHORIZATION) {
            (Some(value), false) => bearer(value.as_bytes()),
            _ => None,
        };
        if !given.is_some_and(|given| is_same(given, self.token.as_bytes())) {
            let what = "the token is missing or not that of this run: open the address that zlink studio has written";
            return Err(Refused::new(401, what));
        }
        self.is_known.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Whether a request with the token has come.
    pub(super) fn is_known(&self) -> bool {
        self.is_known.load(Ordering::Relaxed)
    }
}

/// The token of the scheme `Bearer`, whose name is not case-sensitive (RFC 9110, section 11.1).
fn bearer(credentials: &[u8]) -> Option<&[u8]> {
    let (scheme, rest) = credentials.split_at_checked("Bearer".len())?;
    (scheme.eq_ignore_ascii_case(b"Bearer") && rest.starts_with(b" ")).then(|| rest.trim_ascii_start())
}

/// Whether two texts are equal, compared in constant time: the time does not reveal where they differ.
fn is_same(a: &[u8], b: &[u8]) -> bool {
    let differing = a.iter().zip(b).fold(0, |bits, (a, b)| bits | (a ^ b));
    a.len() == b.len() && std::hint::black_box(differing) == 0
}

/// Answers the requests that come from the page, and adds security headers to all answers.
pub(super) async fn guard(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let mut response = match guard.check(request.method(), request.uri(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (CACHE_CONTROL, "no-store"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The status of a request to the server at port 4000, whose token is `own`.
    fn status(request: &str, headers: &[(&str, &str)]) -> u16 {
        let guard = Guard { token: "own".into(), ..Guard::new(4000).unwrap() };
        let (method, uri) = request.split_once(' ').unwrap();
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(
                HeaderName::from_bytes(name.as_bytes()).unwrap(),
                HeaderValue::from_str(value).unwrap(),
            );
        }
        match guard.check(&method.parse().unwrap(), &uri.parse().unwrap(), &map) {
            Ok(()) => 200,
            Err(refusal) => refusal.into_response().status().as_u16(),
        }
    }

    const HERE: (&str, &str) = ("host", "127.0.0.1:4000");
    const TOKEN: (&str, &str) = ("authorization", "Bearer own");

    #[test]
    fn the_host_is_this_server() {
        assert_eq!(status("GET /", &[HERE]), 200);
        assert_eq!(status("GET /page/a/b.js", &[("host", "LOCALHOST:4000")]), 200);
        for host in ["127.0.0.1", "127.0.0.1:4001", "evil.example:4000", "localhost:4000.evil.example", ""] {
            assert_eq!(status("GET /", &[("host", host)]), 403, "{host}");
        }
        assert_eq!(status("GET /", &[]), 403);
        assert_eq!(status("GET /", &[HERE, HERE]), 403);
        assert_eq!(status("GET http://evil.example/", &[HERE]), 403);
    }

    #[test]
    fn other_pages_are_not_answered() {
        let post = |more: (&str, &str)| status("POST /api/1/analyse", &[HERE, TOKEN, more]);
        assert_eq!(post(("origin", "http://localhost:4000")), 200);
        assert_eq!(post(("sec-fetch-site", "same-origin")), 200);
        assert_eq!(post(("sec-fetch-site", "none")), 200);
        for origin in ["null", "http://evil.example", "https://127.0.0.1:4000", "http://localhost:40000"] {
            assert_eq!(post(("origin", origin)), 403, "{origin}");
        }
        for site in ["cross-site", "same-site", ""] {
            assert_eq!(post(("sec-fetch-site", site)), 403, "{site}");
        }
        const ELSEWHERE: (&str, &str) = ("sec-fetch-site", "cross-site");
        assert_eq!(status("GET /", &[HERE, ELSEWHERE]), 403);
        // A link may lead to the page only; a frame or a script of another site may load nothing.
        let visit = |request: &str, dest: &str| {
            let headers = [HERE, TOKEN, ELSEWHERE, ("sec-fetch-mode", "navigate"), ("sec-fetch-dest", dest)];
            status(request, &headers)
        };
        assert_eq!(visit("GET /", "document"), 200);
        assert_eq!(visit("GET /", "iframe"), 403);
        assert_eq!(visit("GET /page/main.js", "document"), 403);
        assert_eq!(visit("GET /api/1/start", "document"), 403);
        assert_eq!(visit("POST /", "document"), 403);
    }

    #[test]
    fn all_but_the_page_needs_the_token() {
        for token in ["bearer own", "BEARER own", "Bearer  own"] {
            assert_eq!(status("GET /api/1/boards", &[HERE, ("authorization", token)]), 200, "{token}");
        }
        for token in ["Bearer owm", "Bearer ow", "Bearer ownn", "Bearer ", "Bearerown", "own", "Basic own"] {
            assert_eq!(status("GET /api/1/boards", &[HERE, ("authorization", token)]), 401, "{token}");
        }
        assert_eq!(status("GET /api/1/boards", &[HERE]), 401);
        assert_eq!(status("POST /page/a.js", &[HERE]), 401);
        assert_eq!(status("GET /api/1/boards", &[HERE, TOKEN]), 200);
        assert_eq!(status("GET /api/1/boards", &[HERE, TOKEN, TOKEN]), 401);
    }

    #[test]
    fn tokens_are_long_and_differ() {
        let [a, b] = [0, 1].map(|_| Guard::new(1).unwrap().token);
        assert!(a.len() == 2 * TOKEN_BYTES && a != b);
    }
}
