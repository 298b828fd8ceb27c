//! Any bytes: facts or errors, the same from the fast path and from the full grammar, and a puzzle or errors.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zlink::facts::{Source, parse, parse_thoroughly};
use zlink::puzzle::{BuildOptions, build, write_facts};

fuzz_target!(|data: &[u8]| {
    let sources = [Source::new("fuzz", data)];
    match (parse(&sources), parse_thoroughly(&sources)) {
        (Ok(fast), Ok(full)) => {
            assert!(fast.same_as(&full));
            match build(&fast, &BuildOptions::default()) {
                Ok(built) => {
                    let _ = write_facts(&built.puzzle, &built.names).to_string();
                }
                Err(report) => assert!(report.to_string().contains("error: ")),
            }
        }
        (Err(fast), Err(full)) => assert_eq!(fast.to_string(), full.to_string()),
        (fast, full) => panic!("{fast:?} {full:?}"),
    }
});
