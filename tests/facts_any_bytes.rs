//! Any bytes give facts or errors; the fast path and the full grammar agree on which.

#[path = "common/tokens.rs"]
mod tokens;

use proptest::prelude::*;
use tokens::TOKENS;
use zlink::facts::{Source, parse, parse_thoroughly};
use zlink::puzzle::{BuildOptions, LinkFacts, build};

fn check(texts: &[Vec<u8>]) {
    let sources: Vec<Source> =
        texts.iter().enumerate().map(|(i, text)| Source::new(format!("{i}.lp"), text.clone())).collect();
    match (parse(&sources), parse_thoroughly(&sources)) {
        (Ok(fast), Ok(full)) => {
            assert!(fast.same_as(&full), "{:?}", String::from_utf8_lossy(&texts[0]));
            for links in [LinkFacts::Demand, LinkFacts::Answer, LinkFacts::AnswerFrom(1)] {
                let options =
                    BuildOptions { links, strict: links == LinkFacts::Answer, ..Default::default() };
                match build(&fast, &options) {
                    Ok(built) => assert!(built.warnings.len() < 4),
                    Err(report) => assert!(report.to_string().contains("error: ")),
                }
            }
        }
        (Err(fast), Err(full)) => assert_eq!(fast.to_string(), full.to_string()),
        (fast, full) => panic!("{fast:?}\n{full:?}"),
    }
}

fn token() -> impl Strategy<Value = String> {
    proptest::sample::select(TOKENS.iter().map(|token| token.to_string()).collect::<Vec<_>>())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn random_bytes(text in proptest::collection::vec(any::<u8>(), 0..60)) {
        check(&[text]);
    }

    #[test]
    fn random_tokens(tokens in proptest::collection::vec(token(), 0..25)) {
        check(&[tokens.concat().into_bytes()]);
    }

    #[test]
    fn two_random_sources(
        first in proptest::collection::vec(token(), 0..12),
        second in proptest::collection::vec(token(), 0..12),
    ) {
        check(&[first.concat().into_bytes(), second.concat().into_bytes()]);
    }

    #[test]
    fn damaged_facts(position in 0usize..200, with in any::<u8>(), cut in 0usize..200) {
        let mut text = b"edge(0,1). edge(a,b7). % comment\nedge(\"a b\",f(1,(2,3))). %* block *%\n\
            cell_contains(longcellname,0,1). clue(longcellname,1..1).\npair(0,a). edge(1;2,3;4,5).".to_vec();
        let position = position % text.len();
        text[position] = with;
        text.truncate(text.len().min(cut.max(1)));
        check(&[text]);
    }
}
