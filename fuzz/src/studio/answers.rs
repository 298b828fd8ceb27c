//! Answers that are no board and no stream.

use serde_json::Value;
use zlink::studio::Answered;

pub(super) fn json(answer: &Answered) -> Value {
    assert_eq!(answer.kind, "application/json");
    serde_json::from_slice(&answer.body).expect("JSON")
}

/// An error in words, with the place in the text if it has one.
pub(super) fn is_error(answer: &Answered) {
    let error = json(answer);
    assert!(error["error"].as_str().is_some_and(|words| !words.is_empty()), "{error}");
    for member in ["line", "column"] {
        assert!(error.get(member).is_none_or(|place| place.as_u64() > Some(0)), "{error}");
    }
}

/// Things that have a name.
pub(super) fn is_list(answer: &Answered) {
    let list = json(answer);
    let list = list.as_array().expect("a list");
    assert!(list.len() > 5 && list.iter().all(|one| one["name"].is_string()));
}

/// A text, with what is missing in it. What facts say is opened again.
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
