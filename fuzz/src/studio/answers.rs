//! Checks of answers that are neither a board nor a stream.

use serde_json::Value;
use zlink::server::Answered;

pub(super) fn json(answer: &Answered) -> Value {
    assert_eq!(answer.kind, "application/json");
    serde_json::from_slice(&answer.body).expect("JSON")
}

/// Checks an error: it has a message and, for some texts, a place.
pub(super) fn is_error(answer: &Answered) {
    let error = json(answer);
    assert!(error["error"].as_str().is_some_and(|words| !words.is_empty()), "{error}");
    for member in ["line", "column"] {
        assert!(error.get(member).is_none_or(|place| place.as_u64() > Some(0)), "{error}");
    }
}

/// Checks a list of objects with names.
pub(super) fn is_list(answer: &Answered) {
    let list = json(answer);
    let list = list.as_array().expect("a list");
    assert!(list.len() > 5 && list.iter().all(|one| one["name"].is_string()));
}

/// Checks a converted text, and what it lacks. Facts can be opened again.
pub(super) fn is_converted(answer: &Answered, asked: &Value) {
    let written = json(answer);
    assert!(written["without_answer"].is_boolean() && written["lost"].is_array());
    let text = written["text"].as_str().expect("a text");
    if asked["to"] == "facts" {
        assert!(super::built(text, None).is_some(), "{text}");
    }
}

pub(super) fn is_picture(answer: &Answered) {
    let beginning: &[u8] = match &*answer.kind {
        "image/svg+xml" => b"<svg ",
        "image/png" => b"\x89PNG\r\n\x1a\n",
        kind => panic!("the type {kind}"),
    };
    assert!(answer.body.starts_with(beginning));
}
