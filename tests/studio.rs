//! `zlink studio`: the protocol, and what must not bring it down.
#![cfg(feature = "studio")]

mod browser;
mod client;
mod connections;
mod limits;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::common::{SQUARE, file, finish, start, wait_until, zlink};
use client::{Answer, Studio, answer, lines};

/// A puzzle with one solution.
const PUZZLE: &str = ". 3 .\n1 . .\n. 3 3\n";

fn facts_of(studio: &Studio, text: &str) -> String {
    let board = studio.post("open", &json!({ "text": text })).json();
    board["facts"].as_str().expect("facts").to_owned()
}

#[test]
fn it_starts_with_a_puzzle_or_none() {
    let path = file(PUZZLE);
    let path = path.to_str().expect("text");
    let started = Studio::start(&[path]).get("start").json();
    assert_eq!(path.rsplit('/').next(), started["name"].as_str());
    assert_eq!((&started["board"]["version"], &started["board"]["kind"]), (&json!(1), &json!("slitherlink")));
    assert_eq!(Studio::start(&[]).get("start").json(), json!({ "board": null, "name": null }));
    let blank = Studio::start(&["--board", "cairo", "--size", "3x2"]).get("start").json();
    assert!(blank["name"].is_null() && blank["board"]["layout"] == "given", "{blank}");
    let ran = finish(start(&mut zlink(&["studio", "--no-open", "/nowhere.lp"])));
    assert_eq!((ran.status, ran.stdout.as_str()), (65, ""), "{}", ran.stderr);
}

#[test]
fn a_port_that_is_taken_is_told() {
    let studio = Studio::start(&[]);
    let port = studio.host.rsplit(':').next().expect("a port");
    let ran = finish(start(&mut zlink(&["studio", "--no-open", "--port", port])));
    assert_eq!(ran.status, 65);
    assert!(ran.stderr.contains(&format!("the port {port} cannot be had")), "{}", ran.stderr);
}

#[test]
fn the_page_has_its_files() {
    let studio = Studio::start(&[]);
    let get = |address: &str| {
        answer(studio.send(format!("GET {address} HTTP/1.1\r\nHost: {}\r\n\r\n", studio.host).as_bytes()))
    };
    let page = get("/");
    assert!(page.status == 200 && page.head.contains("text/html"), "{page:?}");
    for header in [
        "content-security-policy: default-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'; object-src 'none'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "cache-control: no-store",
    ] {
        assert!(page.head.contains(&format!("\r\n{header}\r\n")), "{header}: {}", page.head);
        assert!(get("/none").head.contains(&format!("\r\n{header}\r\n")), "{header}");
    }
    assert_eq!(get("/page/index.html").body, page.body);
    for other in ["/page/none.js", "/page/../page.rs", "/page/%2e%2e/page.rs", "/page/..%2fpage.rs", "/page/"]
    {
        let status = get(other).status;
        assert!(status == 404 || status == 401, "{other}: {status}");
    }
}

#[test]
fn boards_are_told_with_all_their_places() {
    let studio = Studio::start(&[]);
    let boards = studio.get("boards").json();
    assert!(boards.as_array().expect("a list").iter().any(|board| board["name"] == "hats"), "{boards}");
    let board = studio.squares(3, 2);
    assert_eq!((&board["edges"][0], &board["vertices"][11]), (&json!([0, 1]), &json!("11")));
    let count = |key: &str| board[key].as_array().expect("a list").len();
    assert_eq!(["vertices", "pos", "at", "edges", "cells"].map(count), [12, 12, 12, 17, 6]);
    let cell = &board["cells"][0];
    assert_eq!(cell["corners"].as_array().map(Vec::len), Some(4));
    assert_eq!(
        [&cell["label"], &cell["room"], &cell["clue"]],
        [&json!([0.5, 0.5]), &json!(0.5), &json!(null)]
    );
    let symmetries = board["symmetries"].as_object().expect("an object");
    assert_eq!(symmetries["left-right"], json!([[0, 2], [3, 5]]));
    assert!(symmetries.contains_key("graph") && !symmetries.contains_key("quarter"), "{symmetries:?}");
    for (kind, vertices) in [("numberlink", 20), ("slitherlink", 30)] {
        let board = json!({ "name": "square", "size": [5, 4], "kind": kind });
        let board = studio.post("board", &board).json();
        let is_blank = board["cells"].as_array().expect("a list").is_empty();
        assert_eq!(board["vertices"].as_array().map(Vec::len), Some(vertices));
        assert_eq!((board["kind"].as_str(), is_blank), (Some(kind), kind == "numberlink"));
    }
    for (board, error) in [
        (json!({ "name": "cario", "kind": "slitherlink" }), "did you mean cairo"),
        (json!({ "name": "hats", "size": [0, 9], "kind": "slitherlink" }), "cannot be made"),
        (json!({ "name": "square", "size": [9, 9_000_000], "kind": "numberlink" }), "cannot be made"),
    ] {
        let (status, message) = studio.post("board", &board).refusal();
        assert!(status == 422 && message.contains(error), "{status} {message}");
    }
}

#[test]
fn masks_and_pictures_are_boards() {
    let studio = Studio::start(&[]);
    let mask = |mask: &str, kind: &str| studio.post("mask", &json!({ "mask": mask, "kind": kind }));
    assert_eq!(mask("##.\n###", "slitherlink").json()["cells"].as_array().map(Vec::len), Some(5));
    assert_eq!(mask("##.\n###", "numberlink").json()["vertices"].as_array().map(Vec::len), Some(5));
    let broken = mask("##.\n##x", "slitherlink");
    let place: Value = serde_json::from_slice(&broken.body).expect("JSON");
    assert_eq!((broken.status, &place["line"], &place["column"]), (422, &json!(2), &json!(3)));
    let picture = |query: &str, bytes: &[u8]| {
        let line = format!("POST /api/1/picture?{query}");
        answer(studio.send(&studio.request(&line, "image/x-portable-bitmap", bytes)))
    };
    let bitmap = b"P1 4 4 0 0 0 0 0 1 1 0 0 1 1 0 0 0 0 0\n";
    let outline = picture("width=4&threshold=0.5&kind=slitherlink", bitmap).json();
    assert_eq!(outline["answer"].as_array().map(Vec::len), Some(8), "{outline}");
    let shape = picture("width=4&threshold=0.5&kind=numberlink", bitmap).json();
    assert_eq!(shape["vertices"].as_array().map(Vec::len), Some(4), "{shape}");
    assert_eq!(picture("width=4&threshold=0.5&kind=slitherlink", b"\xff\x00").status, 422);
    assert_eq!(picture("width=4&threshold=7&kind=slitherlink", bitmap).status, 400);
    assert_eq!(picture("width=4", bitmap).status, 400);
}

#[test]
fn puzzles_are_opened_turned_and_written() {
    let studio = Studio::start(&[]);
    let opened = studio.post("open", &json!({ "text": "https://puzz.link/p?slither/3/3/g8bg33" })).json();
    assert_eq!((&opened["format"], &opened["cells"][1]["clue"]), (&json!("pzpr"), &json!(3)));
    // Links of facts are demands; an answer of another format is one.
    let facts =
        studio.post("open", &json!({ "text": "edge(a,b). edge(b,c). edge(c,a). link(a,b). foo(1)." })).json();
    assert_eq!((&facts["required"], &facts["answer"]), (&json!([0]), &json!([])));
    assert!(facts["notes"][0].as_str().is_some_and(|note| note.contains("foo")), "{}", facts["notes"]);
    let loops = studio.post("open", &json!({ "text": "2 2\n##\n##", "format": "paper" })).json();
    assert_eq!(loops["answer"].as_array().map(Vec::len), Some(8), "{loops}");
    let broken = studio.post("open", &json!({ "text": "edge(0,1).\nedge(1 2)." }));
    let place: Value = serde_json::from_slice(&broken.body).expect("JSON");
    assert_eq!((broken.status, &place["line"]), (422, &json!(2)));
    assert_eq!(studio.post("open", &json!({ "text": "x", "format": "word" })).status, 400);
    let facts = facts_of(&studio, PUZZLE);
    let convert = |facts: &str, to: &str| studio.post("convert", &json!({ "facts": facts, "to": to }));
    let turned = studio.post("turn", &json!({ "facts": facts, "how": "right" })).json();
    let text = convert(turned["facts"].as_str().expect("facts"), "slitherlink").json();
    assert_eq!(text["text"], "3 3\n.1.\n3.3\n3..\n");
    assert_eq!(convert(&facts, "pzpr").json()["text"], "https://puzz.link/p?slither/3/3/g8bg33\n");
    assert!(convert(&facts, "text").json()["text"].as_str().expect("text").contains("3   3"));
    let lost = convert(&facts, "edges").json();
    assert_eq!((&lost["lost"], &lost["without_answer"]), (&json!(["cells and clues"]), &json!(false)));
    assert_eq!(convert("edge(a,b). edge(b,c). edge(c,a).", "slitherlink").status, 422);
    let formats = studio.get("formats").json();
    let names = formats.as_array().expect("a list").iter().map(|format| format["name"].as_str());
    for name in names.map(|name| name.expect("a name").to_owned()) {
        let answer = convert(&facts, &name);
        assert!(answer.status == 200 || answer.status == 422, "{name}: {answer:?}");
    }
}

#[test]
fn texts_that_may_be_no_puzzle_are_doubted_or_refused() {
    let studio = Studio::start(&[]);
    let open = |text: &str| studio.post("open", &json!({ "text": text }));
    for (text, why, others) in [
        ("a b\nb c\nc a\n", "this is read as edges, as nearly any text could be", json!([])),
        ("1 2 1\n2 3 1\n3 1 1\n", "this is read as slitherlink, but may be", json!(["weighted-edges"])),
        ("....\n....\n", "this is read as slitherlink, without any clue", json!([])),
        ("2026-11-28", "this is read as slitherlink, although it is only a row of signs", json!([])),
        ("to be to be", "this is read as numberlink, although it is only a row of signs", json!([])),
        ("1\n2\n3\n", "this is read as slitherlink, although it is only a row of signs", json!([])),
    ] {
        let board = open(text).json();
        let told = board["doubt"]["why"].as_str().unwrap_or_default();
        assert!(told.starts_with(why), "{text:?}: {}", board["doubt"]);
        assert_eq!(board["doubt"]["others"], others, "{text:?}");
        assert_eq!(board["notes"], json!([]), "{text:?}");
    }
    let tree = "hello world\nworld peace\n";
    for (text, why) in [
        (tree, "this is no puzzle: as a graph (edges), it would have no cycle"),
        ("%PDF-1.4 1 0 obj", "this is no puzzle: it has no edge"),
        ("node(1).", "this is no puzzle: it has no edge"),
        (" \n\t", "there is nothing to read"),
        ("https://example.org/a/page", "the address of a puzzle was expected"),
    ] {
        let (status, message) = open(text).refusal();
        assert!(status == 422 && message.starts_with(why), "{text:?}: {status} {message}");
    }
    // A format that was chosen is not doubted, nor are signs that only one format has.
    let chosen = studio.post("open", &json!({ "text": tree, "format": "edges" })).json();
    assert_eq!((&chosen["edges"], &chosen["doubt"]), (&json!([[0, 1], [1, 2]]), &json!(null)));
    for certain in [
        "edge(a,b). edge(b,c). edge(c,a).",
        "graph { a--b; b--c; c--a }",
        "3.\n..\n",
        "3  \n  2\n",
        "4x4t0:c33a3d1a3a2",
    ] {
        assert_eq!(open(certain).json()["doubt"], json!(null), "{certain}");
    }
}

#[test]
fn links_behind_the_line_of_the_solution_are_drawn() {
    let facts =
        "edge(a,b). edge(b,c). edge(c,a). link(a,b).\n% solution\nlink(b,c).\nlink(c,b).\nlink(c,a).\n";
    let started = Studio::start(&[file(facts).to_str().expect("text")]);
    let opened = started.post("open", &json!({ "text": facts })).json();
    for board in [&opened, &started.get("start").json()["board"]] {
        assert_eq!((&board["required"], &board["answer"]), (&json!([0]), &json!([1, 2])));
        let note = board["notes"][0].as_str().unwrap_or_default();
        assert!(note.contains("link(c,b): the edge is written edge(b,c)"), "{}", board["notes"]);
    }
    let broken = started.post("open", &json!({ "text": format!("{facts}link(b c).") }));
    let place: Value = serde_json::from_slice(&broken.body).expect("JSON");
    assert_eq!((broken.status, &place["line"], &place["column"]), (422, &json!(6), &json!(8)));
}

#[test]
fn pictures_are_drawn_with_the_answer() {
    let studio = Studio::start(&[]);
    let draw = |answer: Value, form: &str| {
        studio.post("draw", &json!({ "facts": SQUARE, "answer": answer, "as": form }))
    };
    let all = json!(["link(0,1)", "link(1,2)", "link(2,3)", "link(3,0)."]);
    let [with, without] = [draw(all, "svg"), draw(json!(null), "svg")];
    assert!(with.head.contains("image/svg+xml") && with.text().starts_with("<svg"), "{with:?}");
    assert!(with.body.len() > without.body.len());
    if cfg!(feature = "png") {
        let png = draw(json!([]), "png");
        assert!(png.head.contains("image/png") && png.body.starts_with(b"\x89PNG"), "{}", png.status);
    }
    assert_eq!(draw(json!(["link(0,2)"]), "svg").refusal().0, 422);
    assert_eq!(draw(json!(["edge(0,2)"]), "svg").refusal().0, 422);
    assert_eq!(draw(json!([]), "jpeg").refusal().0, 400);
}

#[test]
fn questions_are_answered_as_on_the_command_line() {
    let studio = Studio::start(&[]);
    let facts = facts_of(&studio, PUZZLE);
    let puzzle = json!({ "facts": facts });
    let without_time = |mut reports: Vec<Value>| {
        reports.iter_mut().for_each(|report| report["time"] = json!(0));
        reports
    };
    let analysis = studio.post("analyse", &puzzle);
    let expected = lines(&["analyse", "--json"], &facts);
    assert_eq!(without_time(analysis.only("report")), without_time(expected));
    assert_eq!(analysis.only("end"), [json!({ "stopped": null })]);
    let some = studio.post("analyse", &json!({ "facts": facts, "stages": ["number"] }));
    assert_eq!(some.only("report").len(), 2);
    let unknown = studio.post("analyse", &json!({ "facts": facts, "stages": ["everything"] }));
    assert_eq!(unknown.refusal().0, 400);
    let mut expected = lines(&["explain", "--json"], &facts);
    let explanation = studio.post("explain", &puzzle);
    assert_eq!(explanation.only("ending"), [expected.pop().expect("an ending")]);
    assert_eq!(explanation.only("step"), expected);
    let one = studio.post("explain", &json!({ "facts": facts, "steps": 1 }));
    assert_eq!((one.only("step"), one.only("ending").len()), (expected[..1].to_vec(), 0));
    let mut expected = lines(&["rate", "--format", "json"], &facts);
    expected[0]["puzzle"] = json!("puzzle");
    assert_eq!(studio.post("rate", &puzzle).only("rating"), expected);
    // Two squares that may both be there.
    let two = "edge(0,1). edge(1,2). edge(2,0). edge(3,4). edge(4,5). edge(5,3).";
    let number = |cycles: &str| {
        let puzzle = json!({ "facts": two, "cycles": cycles, "stages": ["number"] });
        studio.post("analyse", &puzzle).only("report")[1]["number"].clone()
    };
    assert_eq!([number("one"), number("many")], ["2", "3"].map(|n| json!({ "exact": n })));
    assert_eq!(studio.post("rate", &json!({ "facts": "edge(0,1)" })).refusal().0, 422);
}

#[test]
fn solutions_are_told_one_by_one() {
    let studio = Studio::start(&[]);
    let facts = facts_of(&studio, ". . .\n. 3 .\n. . .\n");
    let ask = |count: Value| studio.post("solutions", &json!({ "facts": facts, "count": count }));
    let number = studio.post("analyse", &json!({ "facts": facts, "stages": ["number"] })).only("report");
    let number: usize = number[1]["number"]["exact"].as_str().and_then(|n| n.parse().ok()).expect("a number");
    let all = ask(json!(number));
    let told = all.only("solution");
    assert_eq!((told.len(), all.only("ending")), (number, vec![json!({ "all": true })]));
    for (i, solution) in told.iter().enumerate() {
        assert_eq!(solution["number"], i + 1);
        assert!(told[..i].iter().all(|other| other["links"] != solution["links"]));
        // With these links as demands there is this solution and no other.
        let links = solution["links"].as_array().expect("links").iter();
        let demands: String = links.map(|link| format!("{}. ", link.as_str().expect("text"))).collect();
        let fixed = json!({ "facts": format!("{facts}\n{demands}"), "stages": ["solutions"] });
        assert_eq!(studio.post("analyse", &fixed).only("report")[0]["solutions"], "one");
    }
    let some = ask(json!(null));
    assert_eq!((some.only("solution").len(), some.only("ending")), (12, vec![json!({ "all": false })]));
    for count in [0, 1001] {
        assert_eq!(ask(json!(count)).refusal().0, 422);
    }
    let none = studio.post("solutions", &json!({ "facts": "edge(0,1)." }));
    assert_eq!((none.only("solution").len(), none.only("ending")), (0, vec![json!({ "all": true })]));
}

#[test]
fn what_can_go_is_deleted() {
    let studio = Studio::start(&[]);
    let squares = studio.squares(5, 5)["facts"].clone();
    let making = json!({ "facts": squares, "kind": "slitherlink", "count": 1, "seed": 2, "clues": 25 });
    let facts =
        studio.post("generate", &making).only("puzzle")[0]["facts"].as_str().expect("facts").to_owned();
    let names = |clues: &Value| -> Vec<String> {
        let clues = clues.as_array().expect("a list").iter();
        clues.map(|clue| clue.as_str().expect("text").to_owned()).collect()
    };
    let thin = |more: Value| {
        let mut request = json!({ "facts": facts });
        request.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        studio.post("thin", &request)
    };
    for symmetry in [json!(null), json!("point")] {
        let thinned = thin(json!({ "symmetry": symmetry, "seed": 4 })).only("thinned")[0].clone();
        let gone = names(&thinned["gone"]);
        let left = gone.iter().fold(facts.clone(), |facts, clue| facts.replacen(clue, "", 1));
        assert_eq!(thinned["left"], left.matches("clue(").count());
        let analysis = json!({ "facts": left, "symmetry": symmetry, "stages": ["redundant"] });
        let reports = studio.post("analyse", &analysis).only("report");
        assert_eq!(reports[0]["solutions"], "one");
        let none = if symmetry.is_null() { "can_go" } else { "together" };
        assert_eq!(names(&reports[1][none]), Vec::<String>::new());
        assert!(gone.len() > 4, "{gone:?}");
    }
    assert_eq!(thin(json!({ "difficulty": "simple" })).refusal().0, 400);
    let blank = studio.post("thin", &json!({ "facts": squares }));
    assert!(blank.only("failed")[0]["error"].as_str().is_some_and(|error| error.contains("exactly one")));
}

#[test]
fn puzzles_are_made() {
    let studio = Studio::start(&[]);
    let squares = studio.squares(4, 4)["facts"].clone();
    let making = json!({
        "facts": squares, "kind": "slitherlink", "count": 2, "seed": 5, "symmetry": "point", "minimal": true,
    });
    let made = studio.post("generate", &making).only("puzzle");
    assert_eq!(made.len(), 2);
    for (puzzle, seed) in made.iter().zip([5, 6]) {
        let facts = puzzle["facts"].as_str().expect("facts");
        assert_eq!((&puzzle["seed"], &puzzle["pairs"]), (&json!(seed), &json!(null)));
        assert_eq!(facts.matches("clue(").count() as u64, puzzle["clues"].as_u64().expect("a number"));
        assert!(puzzle["svg"].as_str().expect("a picture").starts_with("<svg"));
        let found =
            studio.post("analyse", &json!({ "facts": facts, "stages": ["solutions"] })).only("report");
        let (mut shown, mut answer) = (found[0]["shown"][0].clone(), puzzle["answer"].clone());
        let sorted = |links: &mut Value| links.as_array_mut().expect("links").sort_by_key(Value::to_string);
        sorted(&mut shown);
        sorted(&mut answer);
        assert_eq!((&found[0]["solutions"], shown), (&json!("one"), answer));
    }
    // The same solution, for other clues.
    let again = json!({ "facts": squares, "answer": made[0]["answer"], "kind": "slitherlink", "count": 1 });
    let again = studio.post("generate", &again).only("puzzle");
    assert_eq!(again[0]["answer"], made[0]["answer"]);
    let few = json!({ "facts": squares, "kind": "slitherlink", "count": 1, "clues": 1 });
    let missed = studio.post("generate", &few).only("missed");
    assert_eq!((&missed[0]["number"], &missed[0]["wishes"]), (&json!(1), &json!(["clues"])));
    let wish = |key: &str, value: Value| {
        let making =
            json!({ "facts": squares, "kind": "slitherlink", "count": 1, "difficulty": "easy", key: value });
        studio.post("generate", &making)
    };
    let places: Vec<String> = (0..16).filter(|cell| cell % 3 != 1).map(|cell| cell.to_string()).collect();
    assert_eq!(wish("places", json!(places)).only("puzzle")[0]["clues"], 11);
    let made =
        wish("values", json!([0, 2, 3])).only("puzzle")[0]["facts"].as_str().expect("facts").to_owned();
    let has_clue =
        |value: u32| made.lines().any(|line| line.contains("clue(") && line.contains(&format!(",{value}).")));
    assert_eq!([0, 1, 2, 3, 4].map(has_clue), [true, false, true, true, false]);
    assert_eq!(wish("minimal", json!("within")).only("puzzle").len(), 1);
    assert_eq!(wish("places", json!(["0"])).only("missed")[0]["wishes"], json!(["places", "difficulty"]));
    assert_eq!(wish("places", json!(["x"])).refusal().0, 422);
    assert_eq!(wish("minimal", json!("without")).refusal().0, 400);
    let many = json!({ "facts": squares, "kind": "slitherlink", "count": 1, "clues": 99 });
    assert_eq!(studio.post("generate", &many).refusal().0, 422);
    let pairs = json!({ "name": "square", "size": [4, 4], "kind": "numberlink" });
    let vertices = studio.post("board", &pairs).json()["facts"].clone();
    let making = json!({ "facts": vertices, "kind": "numberlink", "count": 1, "difficulty": "easy" });
    let events = studio.post("generate", &making);
    for puzzle in events.only("puzzle") {
        assert_eq!((&puzzle["clues"], &puzzle["difficulty"]), (&json!(null), &json!("easy")));
    }
    assert_eq!(events.only("puzzle").len() + events.only("missed").len(), 1);
}

#[test]
fn all_sets_of_hints_are_counted_and_sampled() {
    let studio = Studio::start(&[]);
    let board = studio.squares(3, 3);
    let outline =
        ["0,1", "1,2", "2,3", "3,7", "7,11", "11,15", "14,15", "13,14", "12,13", "8,12", "4,8", "0,4"];
    let is_edge = |link: &str| board["facts"].as_str().expect("facts").contains(&format!("edge({link})."));
    let answer: Vec<String> = outline
        .iter()
        .map(|link| {
            let (a, b) = link.split_once(',').expect("two ends");
            let link = if is_edge(link) { (*link).to_owned() } else { format!("{b},{a}") };
            format!("link({link})")
        })
        .collect();
    let ask = |more: Value| {
        let mut hints = json!({ "facts": board["facts"], "answer": answer });
        hints.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        studio.post("hints", &hints)
    };
    let all = ask(json!({ "sample": 2 }));
    let count = &all.only("count")[0];
    let number = |value: &Value| value.as_str().expect("text").parse::<u64>().expect("a number");
    let sizes = count["sizes"].as_object().expect("sizes");
    assert_eq!(number(&count["good"]), sizes.values().map(number).sum::<u64>());
    assert_eq!((&count["good"], all.only("puzzle").len()), (&count["chosen"], 2));
    let minimal = ask(json!({ "minimal": true, "sample": 0, "symmetry": null }));
    let minimal = &minimal.only("count")[0];
    assert_eq!((&minimal["chosen"], &minimal["minimal"]), (&count["minimal"], &count["minimal"]));
    assert!(number(&minimal["chosen"]) < number(&count["good"]));
    let cell = &board["cells"][4]["name"];
    let [with, without] = ["containing", "without"]
        .map(|key| number(&ask(json!({ key: [cell], "sample": 0 })).only("count")[0]["chosen"]));
    assert_eq!(with + without, number(&count["good"]));
    let symmetric = ask(json!({ "symmetry": "quarter", "minimal": true, "sample": 3 }));
    assert!(number(&symmetric.only("count")[0]["chosen"]) > 0, "{:?}", symmetric.events());
    assert_eq!(ask(json!({ "containing": ["nowhere"] })).refusal().0, 422);
    assert_eq!(studio.post("hints", &json!({ "facts": board["facts"] })).refusal().0, 422);
}

#[test]
fn strangers_are_not_answered() {
    let studio = Studio::start(&[]);
    let Studio { host, token, .. } = &studio;
    let status = |request: String| answer(studio.send(request.as_bytes())).status;
    let post = |host: &str, more: &str| {
        let body = json!({ "facts": SQUARE }).to_string();
        let length = body.len();
        status(format!(
            "POST /api/1/rate HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n{more}\
             Content-Length: {length}\r\n\r\n{body}"
        ))
    };
    let own = format!("Authorization: Bearer {token}\r\n");
    assert_eq!(post(host, &own), 200);
    assert_eq!(post(&host.replace("127.0.0.1", "localhost"), &own), 200);
    assert_eq!(post("evil.example", &own), 403);
    assert_eq!(post(&host.replace("127.0.0.1", "evil.example"), &own), 403);
    assert_eq!(post(host, ""), 401);
    assert_eq!(post(host, "Authorization: Bearer 0123\r\n"), 401);
    assert_eq!(post(host, &format!("{own}Origin: http://evil.example\r\n")), 403);
    assert_eq!(post(host, &format!("{own}Origin: null\r\n")), 403);
    assert_eq!(post(host, &format!("{own}Sec-Fetch-Site: cross-site\r\n")), 403);
    assert_eq!(status("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n".to_owned()), 403);
    // What a browser asks before it sends a request of another page.
    let options = format!(
        "OPTIONS /api/1/rate HTTP/1.1\r\nHost: {host}\r\nOrigin: http://evil.example\r\n\
         Access-Control-Request-Method: POST\r\n\r\n"
    );
    let refused = answer(studio.send(options.as_bytes()));
    assert!(refused.status == 403 && !refused.head.contains("access-control"), "{refused:?}");
}

#[test]
fn an_answer_is_links_and_nothing_else() {
    let studio = Studio::start(&[]);
    let turned = |link: &str| {
        let puzzle = json!({ "facts": SQUARE, "answer": [link], "how": "left" });
        studio.post("turn", &puzzle)
    };
    let facts = format!("{SQUARE}\n");
    assert!(facts.contains("edge("), "{facts}");
    let (_, edge) = facts.split_once("edge").expect("an edge");
    let link = format!("link{}", &edge[..=edge.find(')').expect("an end")]);
    for good in [link.clone(), format!(" {link}. "), format!("{link}. % known")] {
        assert_eq!(turned(&good).json()["answer"].as_array().map(Vec::len), Some(1), "{good}");
    }
    for bad in [
        format!("{link}. edge(8,9)"),
        format!("{link}. clue(f0,1)."),
        format!("{link}.\n{link}"),
        format!("{link}. %* "),
        "link(0..1,2)".to_owned(),
        "link(0,1,2)".to_owned(),
        "edge(0,1)".to_owned(),
        format!("-{link}"),
        String::new(),
    ] {
        let (status, message) = turned(&bad).refusal();
        assert!(status == 422 && message.contains("link(U,V) was expected"), "{bad}: {status} {message}");
    }
    let (status, message) = turned("link(0)").refusal();
    assert!(
        status == 422 && message.contains("link/1 does not go together with edge/2"),
        "{status} {message}"
    );
}

#[test]
fn what_is_no_request_is_refused() {
    let studio = Studio::start(&[]);
    let post = |kind: &str, body: &[u8]| answer(studio.send(&studio.request("POST /api/1/rate", kind, body)));
    assert_eq!(post("application/json", b"{\"facts\": ").refusal().0, 400);
    assert_eq!(post("application/json", b"{\"facts\": \"\xff\xfe\"}").refusal().0, 400);
    assert_eq!(post("application/json", b"{\"facts\": 7}").refusal().0, 400);
    assert_eq!(post("application/json; charset=utf-8", b"[]").refusal().0, 400);
    assert_eq!(post("text/plain", b"{\"facts\": \"\"}").refusal().0, 415);
    let deep = [b"[".repeat(100_000), b"]".repeat(100_000)].concat();
    assert_eq!(post("application/json", &deep).refusal().0, 400);
    assert_eq!(studio.get("nothing").refusal().0, 404);
    assert_eq!(studio.get("rate").refusal().0, 405);
    assert_eq!(answer(studio.send(b"\x00\x01\x02\r\n\r\n")).status, 400);
    let large = vec![b' '; (16 << 20) + 1];
    assert_eq!(post("application/json", &large).refusal().0, 413);
    // Nothing of this is sent.
    let head = String::from_utf8(studio.request("POST /api/1/rate", "application/json", b"")).expect("text");
    let head = head.replace("Content-Length: 0", "Content-Length: 99999999999");
    assert_eq!(answer(studio.send(head.as_bytes())).refusal().0, 413);
    let mut endless =
        studio.send(head.replace("Content-Length: 99999999999", "Transfer-Encoding: chunked").as_bytes());
    let piece = [b"100000\r\n".as_slice(), &vec![b' '; 1 << 20], b"\r\n"].concat();
    while endless.write_all(&piece).is_ok() {}
    assert!(studio.answers());
}

#[test]
fn slow_clients_are_cut_off_and_hold_up_nobody() {
    let studio = Studio::start(&[]);
    let head = studio.request("POST /api/1/rate", "application/json", &[b' '; 50]);
    let slow: Vec<TcpStream> = (0..40).map(|i| studio.send(&head[..head.len() - 10 - 5 * i])).collect();
    assert!(studio.answers());
    for mut stream in slow {
        let mut bytes = Vec::new();
        // Told or not, it is over.
        let _ = stream.read_to_end(&mut bytes);
        assert!(
            bytes.is_empty() || bytes.starts_with(b"HTTP/1.1 408"),
            "{:?}",
            String::from_utf8_lossy(&bytes)
        );
    }
    assert!(studio.answers());
}

/// The status of an answer whose body may go on.
fn status_of(stream: &mut TcpStream) -> String {
    let mut bytes = [0; 12];
    stream.read_exact(&mut bytes).expect("a status");
    String::from_utf8(bytes[9..].to_vec()).expect("a number")
}

#[test]
fn only_the_last_of_many_edits_counts() {
    let studio = Studio::start(&[]);
    let endless = studio.endless();
    let mut last = None;
    for _ in 0..400 {
        // The one before is left, whatever it is at.
        last.replace(studio.begin("analyse", &endless));
        thread::sleep(Duration::from_millis(5));
    }
    drop(last);
    assert!(studio.answers());
}

#[test]
fn many_analyses_are_cancelled_at_once() {
    let studio = Studio::start(&[]);
    let endless = studio.endless();
    let mut first = studio.begin("analyse", &endless);
    assert_eq!(status_of(&mut first), "200");
    // Three more at least are at work; of the others some wait, and more are refused.
    let others: Vec<TcpStream> = (1..100).map(|_| studio.begin("analyse", &endless)).collect();
    drop((first, others));
    // Until it is noticed that they have left, there may be no room.
    wait_until("an answer", || studio.answers());
}

#[test]
fn too_many_requests_are_refused() {
    let studio = Studio::start(&[]);
    let endless = studio.endless();
    let at_once = (2 * thread::available_parallelism().map_or(1, usize::from)).max(4);
    if at_once + 64 > 200 {
        // There are not that many connections.
        return;
    }
    let all: Vec<TcpStream> = (0..at_once + 65).map(|_| studio.begin("analyse", &endless)).collect();
    let refused = thread::scope(|scope| {
        let reads: Vec<_> = all
            .iter()
            .map(|stream| {
                scope.spawn(|| {
                    let mut stream = stream.try_clone().expect("a stream");
                    stream.set_read_timeout(Some(Duration::from_secs(5))).expect("a time limit");
                    let mut bytes = [0; 12];
                    // Those that wait are not answered.
                    stream.read_exact(&mut bytes).is_ok() && bytes.ends_with(b"503")
                })
            })
            .collect();
        reads.into_iter().map(|read| read.join().expect("a read")).filter(|is| *is).count()
    });
    assert_eq!(refused, 1);
    drop(all);
    // Until it is noticed that they have left, there is no room.
    wait_until("an answer", || studio.answers());
}

#[test]
fn signals_end_it_in_the_middle_of_work() {
    for signal in ["TERM", "INT"] {
        let studio = Studio::start(&[]);
        let endless = studio.endless();
        let mut work: Vec<TcpStream> = (0..3).map(|_| studio.begin("analyse", &endless)).collect();
        work.iter_mut().for_each(|stream| assert_eq!(status_of(stream), "200"));
        let ran = studio.end(signal);
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{signal}");
    }
}

#[test]
#[cfg(debug_assertions)]
fn a_crash_is_told_and_ends_nothing_else() {
    let crash = |number: u32| Studio::start_with_faults(&[], &format!("work:{number}"));
    let studio = crash(1);
    let (status, message) = studio.post("open", &json!({ "text": SQUARE })).refusal();
    assert!(status == 500 && message.contains("the session goes on"), "{status} {message}");
    assert!(studio.answers());
    let studio = crash(2);
    // First the puzzle is read.
    let failed = studio.post("rate", &json!({ "facts": SQUARE })).events();
    assert!(failed.len() == 1 && failed[0].0 == "failed", "{failed:?}");
    assert!(studio.answers());
    let ran = studio.end("TERM");
    assert!(ran.status == 0 && ran.stderr.contains("internal error"), "{}", ran.stderr);
}

#[test]
fn little_memory_ends_one_piece_of_work() {
    let studio = Studio::start(&["--memory-limit", "40"]);
    let mut large = studio.endless();
    large["stages"] = json!(["number", "shares"]);
    let is_told = |answer: &Answer| answer.text().contains("the memory limit was reached");
    for _ in 0..2 {
        let stopped = studio.post("analyse", &large);
        assert!(is_told(&stopped) && stopped.only("end").len() == 1, "{:?}", stopped.events());
        assert!(studio.answers());
    }
}

#[test]
fn work_ends_with_its_time() {
    let studio = Studio::start(&["--time-limit", "0.5"]);
    let stopped = studio.post("analyse", &studio.endless());
    assert_eq!(stopped.only("end"), [json!({ "stopped": "the time limit was reached" })]);
    // What was found out until then is told.
    let reports = stopped.only("report");
    assert!(reports.iter().any(|report| report["stopped"] == "the time limit was reached"), "{reports:?}");
    assert!(studio.answers());
}
