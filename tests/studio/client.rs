//! A server of `zlink studio`, and a client with plain HTTP.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Child;
use std::time::Duration;

use serde_json::{Value, json};

use crate::common::{Ran, finish, run, signal, start, wait_until_watched, zlink};

/// The time limit of an answer: far more than any takes.
const PATIENCE: Duration = Duration::from_secs(300);

/// A server process, which ends when this value is dropped.
pub(crate) struct Studio {
    child: Option<Child>,
    /// The address of the server, `127.0.0.1:PORT`.
    pub(crate) host: String,
    pub(crate) token: String,
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// The lines of the head, in lower case.
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Studio {
    /// Starts a server with these arguments, on a free port.
    pub(crate) fn start(arguments: &[&str]) -> Self {
        Studio::start_with_faults(arguments, "")
    }

    /// Starts a server with injected faults.
    pub(crate) fn start_with_faults(arguments: &[&str], faults: &str) -> Self {
        let mut command = zlink(&["studio", "--no-open", "--port", "0"]);
        let mut child = start(command.args(arguments).env("ZLINK_FAULTS", faults));
        let mut line = String::new();
        let stdout = child.stdout.as_mut().expect("a pipe");
        BufReader::new(stdout).read_line(&mut line).expect("a line");
        let address = line.trim_end().strip_prefix("http://").expect("an address");
        let (host, token) = address.split_once("/#token=").expect("a token");
        wait_until_watched(&child);
        Studio::of(child, host, token)
    }

    /// A server that runs.
    pub(crate) fn of(child: Child, host: &str, token: &str) -> Self {
        Studio { host: host.to_owned(), token: token.to_owned(), child: Some(child) }
    }

    /// The id of the server's process.
    pub(crate) fn process(&self) -> u32 {
        self.child.as_ref().expect("it is there").id()
    }

    /// A connection over which `request` has been sent.
    pub(crate) fn send(&self, request: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(&self.host).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
        // A server that has enough need not read it all.
        let _ = stream.write_all(request);
        stream
    }

    /// A request of the page.
    pub(crate) fn request(&self, line: &str, kind: &str, body: &[u8]) -> Vec<u8> {
        let Studio { host, token, .. } = self;
        let mut request = format!(
            "{line} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\nOrigin: http://{host}\r\n\
             Sec-Fetch-Site: same-origin\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n",
            body.len()
        )
        .into_bytes();
        request.extend(body);
        request
    }

    /// A connection over which the page has sent this request.
    pub(crate) fn begin(&self, address: &str, body: &Value) -> TcpStream {
        let body = body.to_string();
        self.send(&self.request(&format!("POST /api/1/{address}"), "application/json", body.as_bytes()))
    }

    /// The answer to a request of the page without a body.
    pub(crate) fn get(&self, address: &str) -> Answer {
        let head = self.request(&format!("GET /api/1/{address}"), "application/json", b"");
        answer(self.send(&head))
    }

    /// The answer to a request of the page with this body.
    pub(crate) fn post(&self, address: &str, body: &Value) -> Answer {
        answer(self.begin(address, body))
    }

    /// A blank board of squares.
    pub(crate) fn squares(&self, width: usize, height: usize) -> Value {
        let board = json!({ "name": "square", "size": [width, height], "kind": "slitherlink" });
        self.post("board", &board).json()
    }

    /// A request for an analysis that does not end.
    pub(crate) fn endless(&self) -> Value {
        json!({ "facts": self.squares(25, 25)["facts"], "stages": ["number"], "stage_limit": 0 })
    }

    /// Whether the server still answers.
    pub(crate) fn answers(&self) -> bool {
        let puzzle = json!({ "facts": crate::common::SQUARE });
        let answer = self.post("rate", &puzzle);
        answer.status == 200 && answer.events().last().is_some_and(|(name, _)| name == "end")
    }

    /// Ends it by a signal, and waits.
    pub(crate) fn end(self, name: &str) -> Ran {
        signal(self.child.as_ref().expect("it is there"), name);
        self.wait()
    }

    /// Waits until it ends.
    pub(crate) fn wait(mut self) -> Ran {
        finish(self.child.take().expect("it is there"))
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Answer {
    /// The body as text.
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("text")
    }

    /// The body as JSON.
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.status, 200, "{}", String::from_utf8_lossy(&self.body));
        serde_json::from_slice(&self.body).expect("JSON")
    }

    /// The events of the body, apart from progress.
    pub(crate) fn events(&self) -> Vec<(String, Value)> {
        assert_eq!(self.status, 200, "{}", String::from_utf8_lossy(&self.body));
        assert!(self.head.contains("\r\ncontent-type: text/event-stream\r\n"), "{}", self.head);
        let events = self.text().split("\n\n").filter(|event| !event.is_empty() && *event != ":");
        let event = |event: &str| {
            let (name, data) = event.split_once('\n').expect("two lines");
            let data = data.strip_prefix("data: ").expect("data");
            let name = name.strip_prefix("event: ").expect("a name").to_owned();
            (name, serde_json::from_str(data).expect("JSON"))
        };
        events.map(event).filter(|(name, _)| name != "progress").collect()
    }

    /// The events of this name.
    pub(crate) fn only(&self, wanted: &str) -> Vec<Value> {
        self.events().into_iter().filter(|(name, _)| name == wanted).map(|(_, value)| value).collect()
    }

    /// Status and message of a refusal.
    pub(crate) fn refusal(&self) -> (u16, String) {
        let value: Value = serde_json::from_slice(&self.body).expect("JSON");
        (self.status, value["error"].as_str().expect("a message").to_owned())
    }
}

/// Reads an answer to its end.
pub(crate) fn answer(mut stream: TcpStream) -> Answer {
    let mut bytes = Vec::new();
    if let Err(error) = stream.read_to_end(&mut bytes) {
        // What was not read of a request resets the connection, behind the answer.
        assert_eq!(error.kind(), std::io::ErrorKind::ConnectionReset);
    }
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n").expect("a head") + 4;
    let head = String::from_utf8(bytes[..end].to_vec()).expect("text").to_lowercase();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    let body = bytes.split_off(end);
    let body = if head.contains("transfer-encoding: chunked") { unchunked(&body) } else { body };
    Answer { status, head, body }
}

/// The pieces of a body without their lengths.
fn unchunked(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = body.windows(2).position(|window| window == b"\r\n") {
        let length = std::str::from_utf8(&body[..end]).expect("a length");
        let length = usize::from_str_radix(length, 16).expect("a length");
        body = &body[end + 2..];
        let length = length.min(body.len());
        whole.extend(&body[..length]);
        body = body.get(length + 2..).unwrap_or_default();
    }
    whole
}

/// The lines of JSON that a command writes about `facts`.
pub(crate) fn lines(arguments: &[&str], facts: &str) -> Vec<Value> {
    let text = run(arguments, facts).stdout;
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}
