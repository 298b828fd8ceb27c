//! Connections that ask for nothing, and bodies that are none.

use std::io::{ErrorKind, Read};
use std::net::TcpStream;

use super::client::{Studio, answer};

/// Whether the server has not closed a connection.
fn is_open(stream: &mut TcpStream) -> bool {
    stream.set_nonblocking(true).expect("a stream");
    matches!(stream.read(&mut [0]), Err(error) if error.kind() == ErrorKind::WouldBlock)
}

#[test]
fn connections_that_ask_for_nothing_hold_up_nobody() {
    let studio = Studio::start(&[]);
    let page = format!("GET / HTTP/1.1\r\nHost: {}\r\n\r\n", studio.host);
    // Some say nothing at all, some begin a head.
    let mut silent: Vec<TcpStream> =
        (0..300).map(|i| studio.send(&page.as_bytes()[..i % 2 * (page.len() - 4)])).collect();
    assert_eq!(answer(studio.send(page.as_bytes())).status, 200);
    // It did not wait for the patience with the others to end: those that came last are still there, and the first ones have
    // made room.
    assert!(is_open(&mut silent[299]) && is_open(&mut silent[250]));
    assert!(!is_open(&mut silent[0]));
    assert!(studio.answers());
}

#[test]
fn malformed_chunks_are_a_bad_request() {
    let studio = Studio::start(&[]);
    let head = String::from_utf8(studio.request("POST /api/1/rate", "application/json", b"")).expect("text");
    let head = head.replace("Content-Length: 0", "Transfer-Encoding: chunked");
    for body in ["xyz\r\n{}\r\n0\r\n\r\n", "2\r\n{}}}\r\n0\r\n\r\n", "fffffffffffffffff\r\n"] {
        let (status, message) = answer(studio.send(format!("{head}{body}").as_bytes())).refusal();
        assert_eq!(status, 400, "{body}: {message}");
    }
    let whole =
        answer(studio.send(format!("{head}9\r\n{{\"facts\":\r\n3\r\n\"\"}}\r\n0\r\n\r\n").as_bytes()));
    assert_eq!(whole.status, 200);
}
