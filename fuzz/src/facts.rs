//! Facts: the fast path and the full grammar agree. The facts that are written for a puzzle describe that puzzle.

use zlink::facts::{Source, parse, parse_thoroughly};
use zlink::puzzle::{BuildOptions, LinkFacts, build, write_facts};

/// Any bytes are facts, or there are errors. A form feed separates two texts.
pub fn check(bytes: &[u8]) {
    let texts = bytes.splitn(2, |&byte| byte == 0x0c);
    let sources: Vec<Source> =
        (0..).zip(texts).map(|(i, text)| Source::new(format!("{i}.lp"), text)).collect();
    let facts = match (parse(&sources), parse_thoroughly(&sources)) {
        (Ok(fast), Ok(full)) => {
            assert!(fast.same_as(&full), "the fast path reads other facts");
            fast
        }
        (Err(fast), Err(full)) => return assert_eq!(fast.to_string(), full.to_string()),
        (fast, full) => panic!("only one of them reads this: {fast:?} {full:?}"),
    };
    for links in [LinkFacts::Demand, LinkFacts::Answer, LinkFacts::AnswerFrom(1)] {
        let options = BuildOptions { links, strict: links == LinkFacts::Answer, ..Default::default() };
        match build(&facts, &options) {
            Ok(built) => assert!(built.warnings.len() < 4),
            Err(report) => assert!(report.to_string().contains("error: ")),
        }
    }
    if let Ok(built) = build(&facts, &BuildOptions::default()) {
        let written = write_facts(&built.puzzle, &built.names).to_string();
        let again = [Source::new("written", written.clone())];
        let again = parse(&again).expect("what is written can be read");
        let again = build(&again, &BuildOptions::default()).expect("and is a puzzle");
        assert_eq!(written, write_facts(&again.puzzle, &again.names).to_string());
    }
}
