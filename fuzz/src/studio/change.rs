//! Changes of JSON that respect its structure.

use serde_json::{Map, Value};
use zlink::random::Random;

/// The placeholder for text that is no valid JSON value.
const MARK: &str = "\u{1}here";

/// Texts in place of values: other types, numbers at and beyond all bounds, escapes of half a character, nesting.
const ODD: [&str; 29] = [
    "null",
    "true",
    "false",
    "0",
    "1",
    "-1",
    "0.5",
    "1e999",
    "-0",
    "4294967295",
    "4294967296",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "1e308",
    "1e-320",
    "\"\"",
    "\"\\ud800\"",
    "\"\\u0000\"",
    "\"link(0,1)\"",
    "\"link(0,1). clue(c_0_1,2)\"",
    "\"link(0,0)\"",
    "\"-link(0,1)\"",
    "\"edge(0,1).\"",
    "\"easy\"",
    "[]",
    "{}",
    "[1]",
    "[\"\"]",
];
/// Facts that are added to puzzles.
const FACTS: [&str; 14] = [
    "link(0,1).",
    "-link(0,1).",
    "clue(f0,3).",
    "clue(f0,-1).",
    "clue(f0,99999999999).",
    "pair(0,8).",
    "pair(0,0).",
    "pos(0,9223372036854775807,-9223372036854775808).",
    "node(99).",
    "edge(0,1). edge(1,0).",
    "cell_contains(f0,0,1).",
    "edge(a,\"b\\\"c\"). edge(f(x),-3).",
    "%",
    "label(0,8,\"\u{1F600}\").",
];

/// Members of requests, with the right types.
const MEMBERS: [&str; 30] = [
    "\"cycles\": \"one\"",
    "\"cycles\": \"many\"",
    "\"kind\": \"slitherlink\"",
    "\"kind\": \"numberlink\"",
    "\"minimal\": true",
    "\"minimal\": false",
    "\"cover\": true",
    "\"repairs\": true",
    "\"clues\": 3",
    "\"pairs\": 1",
    "\"size\": 2",
    "\"size\": [3, 2]",
    "\"seed\": 18446744073709551615",
    "\"symmetry\": \"graph\"",
    "\"symmetry\": \"left-right\"",
    "\"difficulty\": \"easy\"",
    "\"difficulty\": \"extreme\"",
    "\"require\": \"vertex\"",
    "\"rules\": []",
    "\"containing\": [\"c_0_0\"]",
    "\"without\": [\"c_0_1\"]",
    "\"how\": \"diagonal\"",
    "\"to\": \"pzpr\"",
    "\"to\": \"graphml\"",
    "\"to\": \"text\"",
    "\"as\": \"png\"",
    "\"steps\": 0",
    "\"name\": \"hats\"",
    "\"answer\": []",
    "\"answer\": [\"link(0,1). clue(c_0_1,2)\"]",
];

/// `value` with one to three changes, as text.
pub(super) fn changed(mut value: Value, random: &mut Random) -> String {
    let mut raw = None;
    for _ in 0..1 + random.below(3) {
        match (random.below(3), &mut value) {
            (0, Value::Object(members)) => {
                let member = format!("{{{}}}", MEMBERS[random.below(MEMBERS.len())]);
                members.extend(serde_json::from_str::<Map<_, _>>(&member).expect("a member"));
            }
            // Facts are the largest part of a request.
            (1, Value::Object(members)) => match members.get_mut("facts") {
                Some(Value::String(facts)) => *facts = string(facts, random),
                _ => raw = elsewhere(&mut value, random).or(raw),
            },
            _ => raw = elsewhere(&mut value, random).or(raw),
        }
    }
    let text = value.to_string();
    match raw {
        Some(raw) => text.replace(&Value::from(MARK).to_string(), &raw),
        None => text,
    }
}

/// Changes any part of `value`. Returns the text for [`MARK`], if the change needs one.
fn elsewhere(value: &mut Value, random: &mut Random) -> Option<String> {
    let mut places = Vec::new();
    collect(value, String::new(), &mut places);
    let other = value.pointer(&places[random.below(places.len())]).cloned().unwrap_or_default();
    let chosen = value.pointer_mut(&places[random.below(places.len())])?;
    match (random.below(8), &mut *chosen) {
        (0, Value::Object(members)) => drop_one(members, random),
        (0..3, Value::Array(items)) if !items.is_empty() => {
            let at = random.below(items.len());
            match random.below(3) {
                0 => drop(items.remove(at)),
                1 => items.insert(at, items[at].clone()),
                _ => random.shuffle(items),
            }
        }
        (0..4, Value::String(text)) => *text = string(text, random),
        (0..3, Value::Bool(is_so)) => *is_so = !*is_so,
        (0..3, Value::Number(number)) => {
            *chosen = number.as_i64().unwrap_or(1).wrapping_add(random.below(7) as i64 - 3).into();
        }
        (3, _) => *chosen = other,
        (4, Value::Object(members)) if !members.is_empty() => {
            // A member that occurs twice.
            let at = random.below(members.len());
            let (key, again) = members.iter_mut().nth(at)?;
            let raw = format!("{again},{}:{}", Value::from(key.as_str()), ODD[random.below(ODD.len())]);
            *again = MARK.into();
            return Some(raw);
        }
        (5, _) => {
            let depth = [100, 127, 128, 5000][random.below(4)];
            *chosen = MARK.into();
            return Some("[".repeat(depth) + &"]".repeat(depth));
        }
        _ => {
            *chosen = MARK.into();
            return Some(ODD[random.below(ODD.len())].to_owned());
        }
    }
    None
}

/// Collects the places of all values in `value`, as JSON pointers.
fn collect(value: &Value, at: String, places: &mut Vec<String>) {
    match value {
        Value::Object(members) => members.iter().for_each(|(key, value)| {
            collect(value, format!("{at}/{}", key.replace('~', "~0").replace('/', "~1")), places);
        }),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, value)| collect(value, format!("{at}/{i}"), places));
        }
        _ => {}
    }
    places.push(at);
}

fn drop_one(members: &mut Map<String, Value>, random: &mut Random) {
    let keys: Vec<String> = members.keys().cloned().collect();
    if !keys.is_empty() {
        members.remove(&keys[random.below(keys.len())]);
    }
}

/// The text without a part, with a part repeated, with a digit changed, or with another fact.
fn string(text: &str, random: &mut Random) -> String {
    let mut signs: Vec<char> = text.chars().collect();
    let at = random.below(signs.len() + 1);
    let end = at + random.below((signs.len() - at + 1).min(30));
    match random.below(5) {
        0 => drop(signs.drain(at..end)),
        1 => {
            let part = signs[at..end].to_vec();
            signs.splice(at..at, part);
        }
        2 | 3 => {
            let digits: Vec<usize> = (0..signs.len()).filter(|&i| signs[i].is_ascii_digit()).collect();
            if let Some(&digit) = digits.get(random.below(digits.len().max(1))) {
                signs[digit] = char::from(b'0' + random.below(10) as u8);
            }
        }
        _ => signs.extend(format!("\n{}", FACTS[random.below(FACTS.len())]).chars()),
    }
    signs.into_iter().collect()
}
