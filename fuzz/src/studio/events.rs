//! Checks of streams of events.

use std::collections::BTreeSet;

use serde_json::Value;
use zlink::analysis::Stage;
use zlink::puzzle::EdgeId;
use zlink::puzzle::brute;
use zlink::server::Answered;
use zlink::{Difficulty, Rule, Topology};

/// Checks the stream that answers the request `name`: its events have the right kinds and members, and the last one
/// reports the end.
pub(super) fn check(name: &str, answer: &Answered, asked: &Value) {
    assert_eq!(answer.kind, "text/event-stream");
    let text = std::str::from_utf8(&answer.body).expect("UTF-8");
    let events: Vec<(&str, Value)> = text.split_terminator("\n\n").filter_map(event).collect();
    let Some(((last, end), events)) = events.split_last() else { panic!("no events") };
    let stopped = match *last {
        "end" => end["stopped"].as_str(),
        "failed" => {
            let error = end["error"].as_str().expect("an error");
            assert!(!error.contains("zlink made a mistake"), "a crash");
            Some(error)
        }
        other => panic!("{other} is the last event"),
    };
    assert!(stopped != Some("the time limit was reached"), "it runs away");
    let mut told = 0;
    for (kind, event) in events {
        match (name, *kind) {
            (_, "progress") => assert!(event["phase"].is_string() && event["detail"].is_string()),
            ("analyse", "report") => is_report(event),
            ("explain", "step") => {
                told += 1;
                is_step(event, told);
            }
            ("explain", "ending") => is_ending(event),
            ("rate", "rating") => is_difficulty(&event["difficulty"]),
            ("solutions", "solution") => {
                told += 1;
                assert_eq!(event["number"], told);
            }
            ("solutions", "ending") => assert!(event["all"].is_boolean()),
            ("thin", "thinned") => is_unique_without(&event["gone"], asked),
            ("generate", "missed") => assert!(event["reason"].is_string()),
            ("hints", "count") => is_count(event),
            ("generate" | "hints", "puzzle") => is_puzzle(event, asked),
            _ => panic!("{name} tells {kind}"),
        }
    }
    if name == "solutions" {
        are_solutions(events, asked);
    }
    if stopped.is_none() {
        let has = |wanted: &str| events.iter().filter(|(kind, _)| *kind == wanted).count();
        assert_eq!(has("rating"), usize::from(name == "rate"));
        assert_eq!(has("count"), usize::from(name == "hints"));
        assert_eq!(has("thinned"), usize::from(name == "thin"));
    }
}

/// The name and the data of an event; `None` for a comment.
fn event(lines: &str) -> Option<(&str, Value)> {
    if lines.starts_with(':') {
        return None;
    }
    let (name, data) = lines.split_once('\n').expect("two lines");
    let (name, data) = (name.strip_prefix("event: "), data.strip_prefix("data: "));
    Some((name.expect("a name"), serde_json::from_str(data.expect("data")).expect("JSON on a line")))
}

fn is_report(report: &Value) {
    let stage = report["stage"].as_str();
    assert!(Stage::ALL.iter().any(|one| Some(one.name()) == stage), "{report}");
}

fn is_difficulty(word: &Value) {
    assert!(Difficulty::ALL.iter().any(|one| one.name() == word), "{word} is no difficulty");
}

fn is_step(step: &Value, number: u64) {
    assert_eq!(step["step"], number);
    is_difficulty(&step["difficulty"]);
    assert!(Rule::ALL.iter().any(|rule| rule.name() == step["rule"]) && step["sentence"].is_string());
    assert!(["in", "out", "branches"].iter().all(|&member| step[member].is_array()));
}

fn is_ending(ending: &Value) {
    assert!(["one", "several", "none"].iter().any(|&word| ending["solutions"] == word), "{ending}");
}

fn is_count(count: &Value) {
    let number = |text: &Value| text.as_str().expect("a text").parse::<u64>().expect("a number");
    let sizes: u64 = count["sizes"].as_object().expect("an object").values().map(number).sum();
    assert_eq!(sizes, number(&count["chosen"]));
    assert!(sizes <= number(&count["good"]) && (count["minimal"].is_null() || number(&count["minimal"]) > 0));
}

/// Checks that the answer of the event is the only solution of its puzzle.
fn is_puzzle(told: &Value, asked: &Value) {
    assert!(told["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg ")));
    assert!(
        told["clues"].is_u64() != told["pairs"].is_u64() && told["seed"].is_u64() && told["number"].is_u64()
    );
    if !told["difficulty"].is_null() {
        is_difficulty(&told["difficulty"]);
    }
    let facts = told["facts"].as_str().expect("facts");
    let topology = (asked["cycles"] == "many" && told["pairs"].is_null()).then_some(Topology::Cycles);
    assert_eq!(solutions(facts, topology), [links(&told["answer"])], "{facts}");
}

/// The solutions of a puzzle by brute force, each as its links in ascending order.
fn solutions(facts: &str, topology: Option<Topology>) -> Vec<Vec<String>> {
    let built = super::built(facts, topology).expect("a puzzle");
    let link = |edge: &EdgeId| built.names.link(&built.puzzle, *edge).to_string();
    let sorted = |solution: &Vec<EdgeId>| {
        let mut links: Vec<String> = solution.iter().map(link).collect();
        links.sort();
        links
    };
    brute::solutions(&built.puzzle).iter().map(sorted).collect()
}

/// A list of links in ascending order.
fn links(list: &Value) -> Vec<String> {
    let text = |link: &Value| link.as_str().expect("a link").to_owned();
    let mut links: Vec<String> = list.as_array().expect("links").iter().map(text).collect();
    links.sort();
    links
}

/// The facts of a request, and the rule of its puzzle if it has one of its own.
fn puzzle(asked: &Value) -> (&str, Option<Topology>) {
    (asked["facts"].as_str().expect("facts"), (asked["cycles"] == "many").then_some(Topology::Cycles))
}

/// Checks that the solutions of the events differ and are solutions, and that there are no others if the ending says so.
fn are_solutions(events: &[(&str, Value)], asked: &Value) {
    let (facts, topology) = puzzle(asked);
    let all: BTreeSet<Vec<String>> = solutions(facts, topology).into_iter().collect();
    let told = events.iter().filter(|(kind, _)| *kind == "solution");
    let told: Vec<Vec<String>> = told.map(|(_, solution)| links(&solution["links"])).collect();
    let different: BTreeSet<Vec<String>> = told.iter().cloned().collect();
    assert!(different.len() == told.len() && different.is_subset(&all), "{facts}");
    if events.iter().any(|(kind, ending)| *kind == "ending" && ending["all"] == true) {
        assert_eq!(different.len(), all.len(), "{facts}");
    }
}

/// Checks that the puzzle without these facts has one solution. Facts that the puzzle writes in another way are not looked for.
fn is_unique_without(gone: &Value, asked: &Value) {
    let (facts, topology) = puzzle(asked);
    let mut left = facts.to_owned();
    for fact in links(gone) {
        if !left.contains(&fact) {
            return;
        }
        left = left.replace(&fact, " ");
    }
    assert_eq!(solutions(&left, topology).len(), 1, "{left}");
}
