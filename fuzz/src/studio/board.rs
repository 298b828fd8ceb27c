//! Checks of the object BOARD of the protocol.

use serde_json::{Value, json};

use super::answers;

/// Checks a board: all its numbers are valid, and its facts describe that board.
pub(super) fn check(board: &Value, asked: &Value) {
    is_board(board);
    let opened =
        super::ask("open", json!({ "text": board["facts"], "format": "facts" }).to_string().as_bytes());
    assert_eq!(opened.status, 200, "{}", String::from_utf8_lossy(&opened.body));
    let again = answers::json(&opened);
    is_board(&again);
    for member in ["cover", "vertices", "pos", "edges", "required", "forbidden", "facts"] {
        assert_eq!(again[member], board[member], "{member} of {board}");
    }
    // Facts do not say whether several cycles are allowed; the request does.
    if asked["cycles"] != "many" {
        assert_eq!([&again["topology"], &again["kind"]], [&board["topology"], &board["kind"]]);
    }
    for (cell, same) in list(board, "cells").iter().zip(list(&again, "cells")) {
        assert!(
            ["name", "edges", "clue"].iter().all(|&member| cell[member] == same[member]),
            "{cell} {same}"
        );
    }
    let ends =
        |board: &Value| list(board, "pairs").iter().map(|pair| pair["ends"].clone()).collect::<Value>();
    assert_eq!(ends(board), ends(&again));
}

fn list<'v>(value: &'v Value, member: &str) -> &'v [Value] {
    value[member].as_array().unwrap_or_else(|| panic!("{member} of {value} is no list"))
}

fn is_board(board: &Value) {
    assert_eq!(board["version"], 1);
    let is_one_of =
        |member: &str, words: &[&str]| assert!(words.contains(&board[member].as_str().expect("a word")));
    is_one_of("kind", &["slitherlink", "numberlink"]);
    is_one_of("topology", &["cycle", "cycles", "linkage", "path-matching"]);
    is_one_of("layout", &["given", "grid", "polygons", "embedding", "distances"]);
    let [vertices, edges, cells] = ["vertices", "edges", "cells"].map(|member| list(board, member).len());
    let below = |numbers: &Value, count: usize| {
        let numbers = numbers.as_array().expect("a list");
        assert!(numbers.iter().all(|number| number.as_u64().is_some_and(|number| number < count as u64)));
        numbers.len()
    };
    let place = |at: &Value| {
        assert!(at.as_array().is_some_and(|at| at.len() == 2 && at.iter().all(Value::is_number)))
    };
    for member in ["pos", "at"] {
        assert_eq!(list(board, member).len(), vertices);
        list(board, member).iter().for_each(place);
    }
    assert!(list(board, "edges").iter().all(|ends| below(ends, vertices) == 2));
    for cell in list(board, "cells") {
        assert!(cell["name"].is_string() && cell["room"].is_number());
        let length = below(&cell["edges"], edges);
        match &cell["corners"] {
            Value::Null => {}
            corners => assert_eq!(below(corners, vertices), length),
        }
        match &cell["label"] {
            Value::Null => {}
            label => place(label),
        }
        assert!(cell["clue"].is_null() || cell["clue"].is_u64());
    }
    for pair in list(board, "pairs") {
        assert_eq!(below(&pair["ends"], vertices), 2);
        assert!(pair["sign"].is_string() && (pair["label"].is_null() || pair["label"].is_string()));
    }
    for member in ["required", "forbidden", "answer"] {
        below(&board[member], edges);
    }
    for (symmetry, orbits) in board["symmetries"].as_object().expect("an object") {
        assert!(zlink::Symmetry::ALL.iter().any(|one| one.name() == symmetry));
        assert!(orbits.as_array().is_some_and(|orbits| orbits.iter().all(|orbit| below(orbit, cells) > 1)));
    }
    assert!(list(board, "notes").iter().all(Value::is_string));
}
