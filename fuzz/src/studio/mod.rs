//! Requests to the server of `zlink studio`, without a socket.
//!
//! A text is a route and a body, on lines of their own. It is sent unchanged, and then with changes in its JSON. For a
//! body that is no JSON, a request of the corpus is changed in its place. The bytes determine the changes.

mod answers;
mod board;
mod change;
mod events;

use std::sync::OnceLock;
use std::time::Duration;

use serde_json::{Value, json};
use zlink::board::Tiling;
use zlink::facts::{Report, Source, parse};
use zlink::limits::Limits;
use zlink::puzzle::{BuildOptions, Built, build};
use zlink::random::Random;
use zlink::server::{Answered, Door};
use zlink::{Texts, Topology};

/// The memory limit of all work together, in bytes.
const MEMORY: usize = 64 << 20;
/// The time limit of a request. All requests are small, so only an endless one reaches it.
const TIME: Duration = Duration::from_secs(30);
/// The most places of a board; a request for more is sent only above [`FAR_TOO_LARGE`], where it must be refused.
const MOST_PLACES: u128 = 64;
const FAR_TOO_LARGE: u128 = 1 << 24;
/// The most edges of a puzzle that is opened.
const MOST_EDGES: usize = 150;
/// The most edges of a puzzle for questions, which brute force answers, too.
const MOST_ASKED: usize = 24;
/// The most puzzles that a request makes.
const MOST_MADE: u64 = 2;
/// The number of changed requests for each text.
const CHANGED: usize = 4;

/// Valid requests, at least one for each route.
const REQUESTS: [&str; 19] = [
    include_str!("../../corpus/studio/analyse"),
    include_str!("../../corpus/studio/board"),
    include_str!("../../corpus/studio/boards"),
    include_str!("../../corpus/studio/convert"),
    include_str!("../../corpus/studio/draw"),
    include_str!("../../corpus/studio/explain"),
    include_str!("../../corpus/studio/formats"),
    include_str!("../../corpus/studio/generate"),
    include_str!("../../corpus/studio/generate_numberlink"),
    include_str!("../../corpus/studio/hints"),
    include_str!("../../corpus/studio/mask"),
    include_str!("../../corpus/studio/open"),
    include_str!("../../corpus/studio/open_pzpr"),
    include_str!("../../corpus/studio/picture"),
    include_str!("../../corpus/studio/rate"),
    include_str!("../../corpus/studio/solutions"),
    include_str!("../../corpus/studio/start"),
    include_str!("../../corpus/studio/thin"),
    include_str!("../../corpus/studio/turn"),
];

/// Every request has an answer by the protocol, or an error that the protocol lists.
pub fn check(bytes: &[u8]) {
    let (route, body) = split(bytes);
    request(&route, body);
    let mut random = Random::new(
        bytes.iter().fold(0, |sum: u64, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)),
    );
    for _ in 0..CHANGED {
        let (route, body) = match serde_json::from_slice::<Value>(body) {
            Ok(value) => (route.clone(), value),
            Err(_) => well_formed(&mut random),
        };
        request(&route, change::changed(body, &mut random).as_bytes());
    }
}

/// The route and the body of a text. Characters that addresses do not have are left out of the route.
fn split(bytes: &[u8]) -> (String, &[u8]) {
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    let (route, body) = (&bytes[..end], &bytes[(end + 1).min(bytes.len())..]);
    let is_sign = |&sign: &char| sign.is_ascii_alphanumeric() || "/?&=.-_".contains(sign);
    (route.iter().copied().map(char::from).filter(is_sign).collect(), body)
}

/// A random request of [`REQUESTS`] with JSON.
fn well_formed(random: &mut Random) -> (String, Value) {
    loop {
        let (route, body) = split(REQUESTS[random.below(REQUESTS.len())].as_bytes());
        if let Ok(value) = serde_json::from_slice(body) {
            return (route, value);
        }
    }
}

/// Sends a request, unless it would take long, and checks the answer.
fn request(route: &str, body: &[u8]) {
    let name = route.split('?').next().unwrap_or_default();
    let value = serde_json::from_slice::<Value>(body).ok();
    let Some(body) = affordable(route, name, value.as_ref(), body) else { return };
    let answer = ask(route, &body);
    assert!(answer.status != 500, "a crash: {}", String::from_utf8_lossy(&answer.body));
    if answer.status != 200 {
        assert!([400, 404, 405, 413, 415, 422].contains(&answer.status), "the status {}", answer.status);
        return answers::is_error(&answer);
    }
    let asked: Value = serde_json::from_slice(&body).unwrap_or_default();
    adds_nothing(&asked);
    match name {
        "start" => assert_eq!(answers::json(&answer), json!({ "board": null, "name": null })),
        "boards" | "formats" => answers::is_list(&answer),
        "open" | "board" | "mask" | "picture" | "turn" => board::check(&answers::json(&answer), &asked),
        "convert" => answers::is_converted(&answer, &asked),
        "draw" => answers::is_picture(&answer),
        "analyse" | "solutions" | "explain" | "rate" | "thin" | "generate" | "hints" => {
            events::check(name, &answer, &asked);
        }
        _ => panic!("{route} is answered"),
    }
}

/// Sends a request.
fn ask(route: &str, body: &[u8]) -> Answered {
    static DOOR: OnceLock<Door> = OnceLock::new();
    let door = DOOR.get_or_init(|| Door::new(Limits::none().within(MEMORY), TIME).expect("threads"));
    let method = if ["start", "boards", "formats"].contains(&route) { "GET" } else { "POST" };
    let answer = door.ask(method, &format!("/api/1/{route}"), "application/json", body.to_vec());
    answer.unwrap_or_else(|error| panic!("no answer to {route}: {error}"))
}

/// The body of a request that takes a short time on any machine: numbers of puzzles are cut. `None` for a large
/// request.
fn affordable(route: &str, name: &str, value: Option<&Value>, body: &[u8]) -> Option<Vec<u8>> {
    let unchanged = Some(body.to_vec());
    if name == "picture" {
        let width = route.split("width=").nth(1)?.split('&').next()?.parse::<u64>();
        return unchanged
            .filter(|_| width.is_ok_and(|width| width <= 8 || u128::from(width) > FAR_TOO_LARGE));
    }
    let Some(value) = value else { return unchanged };
    let text = |member: &str| value[member].as_str().unwrap_or_default();
    let edges = |facts: &str| built(facts, None).map_or(0, |built| built.puzzle.edge_count());
    match name {
        "board" => {
            let small = Tiling::named(text("name")).map_or([1, 1], |tiling| tiling.small);
            let side = |i: usize| value["size"][i].as_u64().unwrap_or(small[i] as u64);
            let places = u128::from(side(0)) * u128::from(side(1));
            unchanged.filter(|_| places <= MOST_PLACES || places > FAR_TOO_LARGE)
        }
        "mask" => unchanged.filter(|_| text("mask").len() <= MOST_EDGES),
        "open" => {
            let source = Source::new("text", text("text"));
            let format = zlink::Format::ALL.into_iter().find(|format| format.name() == text("format"));
            let Ok(texts) = Texts::read::<Report>(vec![source], format, |_, _| Ok(())) else {
                return unchanged;
            };
            let edges = match texts.document() {
                Some(document) => document.puzzle.edge_count(),
                None => edges(text("text")),
            };
            unchanged.filter(|_| edges <= MOST_EDGES)
        }
        _ => {
            if edges(text("facts")) > MOST_ASKED {
                return None;
            }
            let mut value = value.clone();
            for member in ["count", "sample"] {
                if value[member].as_u64().is_some_and(|count| count > MOST_MADE) {
                    value[member] = MOST_MADE.into();
                    return Some(value.to_string().into());
                }
            }
            unchanged
        }
    }
}

/// Checks that the answer in an accepted request adds nothing to its puzzle.
fn adds_nothing(asked: &Value) {
    let (Some(facts), Some(answer)) = (asked["facts"].as_str(), asked["answer"].as_array()) else { return };
    let answer: Vec<&str> =
        answer.iter().filter_map(Value::as_str).map(|link| link.trim().trim_end_matches('.')).collect();
    let both = answer.iter().fold(facts.to_owned(), |both, link| format!("{both}\n{link}."));
    let sizes = |facts: &str| {
        let puzzle = built(facts, None)?.puzzle;
        Some([puzzle.vertex_count(), puzzle.edge_count(), puzzle.pairs().len(), puzzle.clued_cells().count()])
    };
    assert_eq!(sizes(&both), sizes(facts), "{answer:?}");
}

/// The puzzle that facts describe, if they are valid.
fn built(facts: &str, topology: Option<Topology>) -> Option<Built> {
    let sources = [Source::new("facts", facts)];
    build(&parse(&sources).ok()?, &BuildOptions { topology, ..BuildOptions::default() }).ok()
}
