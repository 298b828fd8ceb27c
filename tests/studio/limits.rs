//! What a request may take: sizes are refused before they take memory, and answers come in time.

use serde_json::{Value, json};

use super::client::{Studio, answer};
use crate::common::{peak_so_far, resident};

const MEMORY: &str = "the memory limit was reached";
const MEGABYTES: u64 = 1_000_000;

/// Requests that would take far more than 300 MB.
fn large() -> Vec<(&'static str, Value)> {
    let mask = [&*"#".repeat(3000), "\n"].concat().repeat(3000);
    let grid = [&*".".repeat(3000), "\n"].concat().repeat(3000);
    let board = |name: &str, kind: &str| json!({ "name": name, "size": [400, 400], "kind": kind });
    vec![
        ("board", board("hats", "slitherlink")),
        ("board", board("spectres", "numberlink")),
        ("board", board("great-great-dodecagonal", "slitherlink")),
        ("mask", json!({ "mask": mask, "kind": "slitherlink" })),
        ("mask", json!({ "mask": mask, "kind": "numberlink" })),
        ("open", json!({ "text": grid })),
        ("open", json!({ "text": format!("https://puzz.link/p?slither/3000/3000/{}", "z".repeat(450_000)) })),
        ("open", json!({ "text": format!("500x500t10:{}", "z".repeat(100_000)) })),
        ("analyse", json!({ "facts": "node(1..4000000)." })),
    ]
}

#[test]
fn sizes_are_refused_before_memory_is_taken() {
    let studio = Studio::start(&["--memory-limit", "300"]);
    for (address, body) in large() {
        let (status, message) = studio.post(address, &body).refusal();
        let is_told = message == MEMORY || message.contains("stands for too many facts");
        assert!(status == 422 && is_told, "{address}: {status} {message}");
    }
    let picture = [b"P4 8192 8192\n".as_slice(), &[0x55; 8192 * 1024]].concat();
    for kind in ["slitherlink", "numberlink"] {
        let line = format!("POST /api/1/picture?width=2048&threshold=0.6&kind={kind}");
        let refused = answer(studio.send(&studio.request(&line, "image/x-portable-bitmap", &picture)));
        assert_eq!(refused.refusal(), (422, MEMORY.to_owned()), "{kind}");
    }
    assert!(studio.answers());
    assert!(peak_so_far(studio.process()).expect("it is there") < 318 * MEGABYTES);
}

#[test]
fn requests_at_once_share_the_memory() {
    let studio = Studio::start(&["--memory-limit", "100"]);
    let board = json!({ "name": "square", "size": [120, 100], "kind": "slitherlink" });
    let all: Vec<_> = (0..4).map(|_| studio.begin("board", &board)).collect();
    let answers: Vec<_> = all.into_iter().map(answer).collect();
    for answer in &answers {
        assert!(answer.status == 200 || answer.refusal() == (422, MEMORY.to_owned()), "{}", answer.head);
    }
    // Each by itself has room.
    assert_eq!(studio.post("board", &board).status, 200);
    assert!(peak_so_far(studio.process()).expect("it is there") < 107 * MEGABYTES);
}

/// What a request has freed is there for the next one: an idle server holds little, whatever was asked before.
#[test]
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn what_is_freed_is_given_back() {
    let studio = Studio::start(&["--memory-limit", "200"]);
    let board = json!({ "name": "square", "size": [120, 100], "kind": "slitherlink" });
    let facts = studio.post("board", &board).json()["facts"].clone();
    for _ in 0..3 {
        for (address, body) in [
            ("turn", json!({ "facts": facts, "how": "left" })),
            ("draw", json!({ "facts": facts, "as": "png" })),
            ("convert", json!({ "facts": facts, "to": "facts" })),
        ] {
            assert_eq!(studio.post(address, &body).status, 200, "{address}");
        }
    }
    let held = resident(studio.process()).expect("it is there");
    assert!(held < 60 * MEGABYTES, "{held} bytes");
}

#[test]
fn bodies_count_as_memory() {
    let studio = Studio::start(&["--memory-limit", "40"]);
    for body in [
        json!({ "facts": " ".repeat(12 << 20) }),
        // Short texts take more memory than they are long.
        json!({ "facts": "", "answer": vec![""; 1 << 20] }),
    ] {
        assert_eq!(studio.post("rate", &body).refusal(), (422, MEMORY.to_owned()));
    }
    assert!(studio.answers());
}

#[test]
#[cfg(debug_assertions)]
fn work_that_takes_memory_without_end_ends_the_server() {
    let studio = Studio::start_with_faults(&["--memory-limit", "100"], "greed:3");
    assert!(studio.answers());
    let left = studio.begin("open", &json!({ "text": crate::common::SQUARE }));
    let ran = studio.wait();
    drop(left);
    assert_eq!(ran.status, 33, "{}", ran.stderr);
    assert!(ran.stderr.contains("takes more: the server ends"), "{}", ran.stderr);
}

#[test]
fn every_request_ends_with_its_time() {
    let studio = Studio::start(&["--time-limit", "0.05"]);
    let board = json!({ "name": "kisrhombille", "size": [200, 200], "kind": "slitherlink" });
    let late = (422, "the time limit was reached".to_owned());
    assert_eq!(studio.post("board", &board).refusal(), late);
    let facts = (0..200_000).map(|i| format!("edge({i},{}).\n", i + 1)).collect::<String>();
    let puzzle = |more: (&str, &str)| json!({ "facts": facts, more.0: more.1 });
    for (address, more) in [("turn", ("how", "left")), ("convert", ("to", "loopy")), ("draw", ("as", "png"))]
    {
        assert_eq!(studio.post(address, &puzzle(more)).refusal(), late, "{address}");
    }
    for address in ["explain", "rate", "analyse"] {
        let ended = studio.post(address, &puzzle(("", "")));
        let is_late = match ended.status {
            200 => ended.only("end") == [json!({ "stopped": late.1 })],
            _ => ended.refusal() == late,
        };
        assert!(is_late, "{address}: {}", String::from_utf8_lossy(&ended.body));
    }
}
