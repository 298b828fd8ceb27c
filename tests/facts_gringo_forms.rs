//! What terms mean, as gringo 5.8.3 itself prints it (`clingo --mode=gringo --text` on `node(TERM).`).
//!
//! Where gringo reports an error, or drops the fact because an operation is undefined, an error is expected.

use zlink::facts::{Source, parse, parse_thoroughly};
use zlink::puzzle::{BuildOptions, VertexId, build};

/// A term and the names it stands for, sorted.
#[rustfmt::skip]
const FORMS: &[(&str, Option<&[&str]>)] = &[
    ("-2**2", Some(&["4"])),
    ("2**3**2", Some(&["512"])),
    ("2**-1", Some(&["0"])),
    ("-7/2", Some(&["-3"])),
    ("-7\\4", Some(&["-3"])),
    ("7\\-4", Some(&["3"])),
    ("~5", Some(&["-6"])),
    ("5&3", Some(&["1"])),
    ("5?3", Some(&["7"])),
    ("5^3", Some(&["6"])),
    ("|-3|", Some(&["3"])),
    ("|-3;4|", Some(&["3", "4"])),
    ("-a", Some(&["-a"])),
    ("-f(1)", Some(&["-f(1)"])),
    ("-(-a)", Some(&["a"])),
    ("-\"s\"", None),
    ("-(1,2)", Some(&["-(1,2)"])),
    ("-(-(1,2))", Some(&["(1,2)"])),
    ("-#inf", None),
    ("(,)", Some(&["()"])),
    ("(1,;2)", Some(&["(1,)", "2"])),
    ("(1,2;3)", Some(&["(1,2)", "3"])),
    ("(;1)", Some(&["()", "1"])),
    ("1;2", Some(&["1", "2"])),
    ("()", Some(&["()"])),
    ("f()", Some(&["f"])),
    ("f(;1)", Some(&["f", "f(1)"])),
    ("#infimum", Some(&["#inf"])),
    ("#sup", Some(&["#sup"])),
    ("0o10", Some(&["8"])),
    ("0o17", Some(&["15"])),
    ("0x1f", Some(&["31"])),
    ("0xAB", Some(&["171"])),
    ("0b101", Some(&["5"])),
    ("1..2..3", Some(&["1", "2", "3"])),
    ("(1..2)+1", Some(&["2", "3"])),
    ("1..(3;5)", Some(&["1", "2", "3", "4", "5"])),
    ("(1;3)..4", Some(&["1", "2", "3", "4"])),
    ("a..c", None),
    ("1/0", None),
    ("1\\0", None),
    ("--1", Some(&["1"])),
    ("- -a", Some(&["a"])),
    ("-(1..2)", Some(&["-1", "-2"])),
    ("a'", Some(&["a'"])),
    ("_a", Some(&["_a"])),
    ("'a'", Some(&["'a'"])),
    ("_'a", Some(&["_'a"])),
    ("''", None),
    ("f (1)", Some(&["f(1)"])),
    ("(1)", Some(&["1"])),
    ("((1,2))", Some(&["(1,2)"])),
    ("(1,)", Some(&["(1,)"])),
    ("((1),2)", Some(&["(1,2)"])),
    ("\"a\\\\b\\\"c\\nd\"", Some(&["\"a\\\\b\\\"c\\nd\""])),
    ("\"\"", Some(&["\"\""])),
    ("\"é\"", Some(&["\"é\""])),
    ("3..1", Some(&[])),
    ("2**0", Some(&["1"])),
    ("0**0", Some(&["1"])),
    ("0**-1", None),
    ("1**-1", Some(&["0"])),
    ("(-1)**-1", Some(&["0"])),
    ("(-1)**3", Some(&["-1"])),
    ("(-3)**3", Some(&["-27"])),
    ("1?2^3", Some(&["0"])),
    ("1+2*3", Some(&["7"])),
    ("2*3\\4", Some(&["2"])),
    ("1&2+1", Some(&["1"])),
    ("~1+1", Some(&["-1"])),
    ("-1..1", Some(&["-1", "0", "1"])),
    ("||1||", Some(&["1"])),
    ("| |-1| |", Some(&["1"])),
    ("1-1", Some(&["0"])),
    ("1--1", Some(&["2"])),
    ("a+1", None),
    ("1..3;5", Some(&["1", "2", "3", "5"])),
    ("f(1;2)", Some(&["f(1)", "f(2)"])),
    ("f(1,2;3)", Some(&["f(1,2)", "f(3)"])),
    ("-(1;a)", Some(&["-1", "-a"])),
    ("+1", None),
    ("1/ 2", Some(&["0"])),
    ("#inf..1", None),
    ("f(1,(2,a),\"x\")", Some(&["f(1,(2,a),\"x\")"])),
    ("-0", Some(&["0"])),
    ("007", None),
    ("0a", None),
    ("a b", None),
    ("A", None),
    ("_", None),
    ("not", None),
    ("1 2", None),
    ("0X1F", None),
    ("0b102", None),
    ("@f(1)", None),
    ("\"a\\tb\"", None),
    ("(1..2,3..4)", Some(&["(1,3)", "(1,4)", "(2,3)", "(2,4)"])),
    ("f(1..2,\"x\";g(1..2))", Some(&["f(1,\"x\")", "f(2,\"x\")", "f(g(1))", "f(g(2))"])),
    ("1,", None),
    ("\n1\t", Some(&["1"])),
    ("%*c*%1%x\n", Some(&["1"])),
    ("1%* %* *% *%", Some(&["1"])),
    ("2-1-1", Some(&["0"])),
    ("8/2/2", Some(&["2"])),
    ("2**2*3", Some(&["12"])),
    ("-(2)", Some(&["-2"])),
    ("~-1", Some(&["0"])),
    ("-~1", Some(&["2"])),
    ("5-|2-4|", Some(&["3"])),
    ("|1|+|2|", Some(&["3"])),
    ("(1+2)*3", Some(&["9"])),
    ("f((1))", Some(&["f(1)"])),
    ("f((1,))", Some(&["f((1,))"])),
    ("f(((1)))", Some(&["f(1)"])),
    ("(a)", Some(&["a"])),
    ("g(-1)", Some(&["g(-1)"])),
    ("-g(-1)", Some(&["-g(-1)"])),
    ("-(-1)", Some(&["1"])),
    ("1**2..3", Some(&["1", "2", "3"])),
    ("1..2**2", Some(&["1", "2", "3", "4"])),
    ("(1;2)*(10;20)", Some(&["10", "20", "40"])),
    ("-|3|", Some(&["-3"])),
    ("f(-a)", Some(&["f(-a)"])),
    ("f(- a,-(b))", Some(&["f(-a,-b)"])),
    ("()", Some(&["()"])),
    ("((),())", Some(&["((),())"])),
    ("(();())", Some(&["()"])),
    ("f(())", Some(&["f(())"])),
    ("f((),)", None),
    ("0-1", Some(&["-1"])),
    ("0x0", Some(&["0"])),
    ("0b", None),
    ("1.", None),
    ("1..", None),
    ("..1", None),
    ("a.b", None),
    ("a(1)(2)", None),
    ("1+", None),
    ("*2", None),
    ("f(,)", None),
    ("f(1,)", None),
    ("(1", None),
    ("1)", None),
    ("[1]", None),
    ("{1}", None),
    ("a=b", None),
    ("a<b", None),
    ("a:b", None),
    ("a|b", None),
    ("\"a", None),
    ("'", None),
    ("#foo", None),
    ("#inf(1)", None),
    ("\"a\"\"b\"", None),
    ("f\"a\"", None),
    ("1f", None),
    ("-", None),
    ("~a", None),
    ("|a|", None),
    ("|\"x\"|", None),
    ("|(1,2)|", None),
    ("a*2", None),
    ("(1,2)+1", None),
    ("\"a\"+1", None),
    ("-\"\"", None),
    ("1\\2\\3", Some(&["1"])),
    ("7\\3\\2", Some(&["1"])),
    ("-7\\-4", Some(&["-3"])),
    ("7/-2", Some(&["-3"])),
    ("2**(1..3)", Some(&["2", "4", "8"])),
    ("(1..3)..(2..4)", Some(&["1", "2", "3", "4"])),
    ("f(1..0)", Some(&[])),
    ("(1..0,2)", Some(&[])),
    ("|1..0|", Some(&[])),
];

/// Statements around the terms: whether gringo takes them as facts.
const STATEMENTS: &[(&str, bool)] = &[
    ("a. b.a1. 'c. _d.", true),
    ("a().", true),
    ("a :- .", true),
    ("a(1):-.", true),
    ("a (1) .", true),
    ("- a(1).", true),
    ("-a.", true),
    ("a(1). #! comment\n", true),
    ("a(1)%x\n.", true),
    ("a(\n1\t)\r\n.", true),
    ("#program base.", true),
    ("#program base().", true),
    ("#show a/1.", true),
    ("#show.", true),
    ("%* a %* b *% c *% a(1).", true),
    ("%* a % b *%\n c *% a(1).", true),
    ("", true),
    ("a", false),
    ("a(1)..", false),
    ("a(1). .", false),
    ("a(,1).", false),
    ("a(1,).", false),
    ("a(1)?", false),
    ("not.", false),
    ("--a.", false),
    ("1.", false),
    ("\"a\".", false),
    ("(a).", false),
    ("a.\u{c}b.", false),
    ("a.\u{b}b.", false),
    ("a.\0", false),
    ("\u{feff}a.", false),
    ("a b.", false),
    ("%* a", false),
    ("A.", false),
    ("Foo(1).", false),
];

/// The names in `node(TERM)`, sorted; none when it is an error.
fn nodes(term: &str) -> Option<Vec<String>> {
    let sources = [Source::new("-", format!("node({term})."))];
    let full = parse_thoroughly(&sources);
    let facts = match parse(&sources) {
        Ok(facts) => facts,
        Err(report) => {
            assert_eq!(full.unwrap_err().to_string(), report.to_string());
            return None;
        }
    };
    assert!(facts.same_as(&full.unwrap()), "{term}");
    let built = build(&facts, &BuildOptions { strict: true, ..BuildOptions::default() }).ok()?;
    let mut names: Vec<String> = (0..built.puzzle.vertex_count())
        .map(|v| built.names.vertex(VertexId::from_index(v)).to_string())
        .collect();
    names.sort();
    Some(names)
}

#[test]
fn terms_mean_what_they_mean_to_gringo() {
    for &(term, expected) in FORMS {
        let expected = expected.map(|names| names.iter().map(|name| name.to_string()).collect());
        assert_eq!(nodes(term), expected, "{term}");
    }
}

#[test]
fn statements_are_accepted_when_gringo_accepts_them() {
    for &(text, accepted) in STATEMENTS {
        let sources = [Source::new("-", text)];
        let result = parse(&sources);
        assert_eq!(result.is_ok(), accepted, "{text}: {result:?}");
    }
}

#[test]
fn integers_are_exact_to_64_bits() {
    assert_eq!(nodes("2147483647+1").unwrap(), ["2147483648"]);
    assert_eq!(nodes("9223372036854775807").unwrap(), ["9223372036854775807"]);
    assert_eq!(nodes("-9223372036854775808").unwrap(), ["-9223372036854775808"]);
    assert_eq!(nodes("- 9223372036854775807").unwrap(), ["-9223372036854775807"]);
    assert_eq!(nodes("0x7fffffffffffffff - 1").unwrap(), ["9223372036854775806"]);
    assert_eq!(nodes("2**62").unwrap(), ["4611686018427387904"]);
    for beyond in [
        "9223372036854775808",
        "2**63",
        "9223372036854775807+1",
        "|-9223372036854775808|",
        "3037000500*3037000500",
    ] {
        assert_eq!(nodes(beyond), None, "{beyond}");
    }
}
