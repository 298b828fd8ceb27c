//! `cargo run --release --example fuzz_facts -- SECONDS [SEED]`: mutates facts for some time and reads them.
//!
//! The same checks as the libFuzzer target in `fuzz/`, on a stable toolchain and without coverage: the texts of
//! `tests/bad_inputs` and some good ones are cut, joined, repeated and sprinkled with tokens and random bytes. A text that
//! makes zlink panic is left in `fuzz_facts.crash`.

#[path = "../tests/common/tokens.rs"]
mod tokens;

use std::time::{Duration, Instant};

use tokens::TOKENS;
use zlink::facts::{Source, parse, parse_thoroughly};
use zlink::puzzle::{BuildOptions, build, write_facts};
use zlink::random::Random;

const GOOD: &str = "edge(0,1). edge(1,2). edge(2,0). edge(a,b7). edge(\"x y\",f(1,(2,),(),-a)). edge(1..2,3..4).\n\
    edge(5,6;6,7). cell_contains(c,0,1). cell_contains(c,2,1). clue(c,1). clue(long_cell_name,0).\n\
    pair(a,0). node(|1-2|*3). pos(0,1,2). -link(0,1). #show link/2. % comment\n%* block %* nested *% *% cover.\n";

fn main() {
    let mut args = std::env::args().skip(1);
    let seconds = args.next().and_then(|s| s.parse().ok()).unwrap_or(10);
    let seed = args.next().and_then(|s| s.parse().ok()).unwrap_or(1);
    let corpus = corpus();
    let mut random = Random::new(seed);
    let end = Instant::now() + Duration::from_secs(seconds);
    let (mut runs, mut accepted, mut built, mut slowest) = (0u64, 0u64, 0u64, Duration::ZERO);
    while Instant::now() < end {
        let text = mutated(&corpus, &mut random);
        let start = Instant::now();
        let outcome = std::panic::catch_unwind(|| check(&text));
        slowest = slowest.max(start.elapsed());
        let Ok((is_facts, is_puzzle)) = outcome else {
            let _ = std::fs::write("fuzz_facts.crash", &text);
            eprintln!("panic after {runs} texts; the text is in fuzz_facts.crash");
            std::process::exit(1);
        };
        runs += 1;
        accepted += u64::from(is_facts);
        built += u64::from(is_puzzle);
    }
    println!("{runs} texts, {accepted} of them facts, {built} puzzles; the slowest took {slowest:?}");
}

fn corpus() -> Vec<Vec<u8>> {
    let mut corpus = vec![GOOD.as_bytes().to_vec()];
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bad_inputs");
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.path().extension().is_some_and(|e| e == "lp") {
            corpus.extend(std::fs::read(entry.path()));
        }
    }
    corpus
}

fn mutated(corpus: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut text =
        if random.below(3) == 0 { corpus[0].clone() } else { corpus[random.below(corpus.len())].clone() };
    for _ in 0..1 + random.below(6) {
        let at = random.below(text.len() + 1);
        let end = at + random.below((text.len() - at + 1).min(40));
        match random.below(7) {
            0 => text.truncate(at),
            1 => drop(text.drain(at..end)),
            2 => {
                let piece = text[at..end].to_vec();
                let to = random.below(text.len() + 1);
                text.splice(to..to, piece);
            }
            3 => {
                let other = &corpus[random.below(corpus.len())];
                let from = random.below(other.len() + 1);
                let to = (from + random.below(200)).min(other.len());
                text.splice(at..at, other[from..to].iter().copied());
            }
            4 if at < text.len() => text[at] = random.bits() as u8,
            5 => {
                let times = 1 << random.below(12);
                let token = TOKENS[random.below(TOKENS.len())].repeat(times);
                text.splice(at..at, token.bytes());
            }
            _ => {
                let token = TOKENS[random.below(TOKENS.len())];
                text.splice(at..end, token.bytes());
            }
        }
    }
    text
}

/// Whether the text is facts, and a puzzle.
fn check(text: &[u8]) -> (bool, bool) {
    let sources = [Source::new("fuzz", text)];
    match (parse(&sources), parse_thoroughly(&sources)) {
        (Ok(fast), Ok(full)) => {
            assert!(fast.same_as(&full));
            match build(&fast, &BuildOptions::default()) {
                Ok(built) => {
                    let again = write_facts(&built.puzzle, &built.names).to_string();
                    let sources = [Source::new("written", again.clone())];
                    let facts = parse(&sources).expect("what is written can be read");
                    let rebuilt = build(&facts, &BuildOptions::default()).expect("and is a puzzle");
                    assert_eq!(again, write_facts(&rebuilt.puzzle, &rebuilt.names).to_string());
                    (true, true)
                }
                Err(report) => {
                    assert!(report.to_string().contains("error: "));
                    (true, false)
                }
            }
        }
        (Err(fast), Err(full)) => {
            assert_eq!(fast.to_string(), full.to_string());
            (false, false)
        }
        (fast, full) => panic!("{fast:?} {full:?}"),
    }
}
