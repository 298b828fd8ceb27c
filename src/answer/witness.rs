//! Reads answers: the facts of the competitions, with or without a heading, the text of clingo and of similar solvers, and clingo's JSON.

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::printed;
use super::terms::{is_atom, terms};
pub use printed::final_word;

/// A claim of an answer file about a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claim {
    /// A solution.
    Solution(Solution),
    /// Facts without a heading: a solution on any number of lines, or one on each of the [`lines`].
    Facts(Vec<u8>),
    /// The claim that there is no solution.
    NoSolution,
    /// No claim: nothing is known, or the solution is not shown.
    Nothing,
}

/// The atoms of one answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Solution {
    /// The atoms as facts, one on each line.
    pub facts: Vec<u8>,
    /// The number of terms in the answer; not all of them are atoms.
    pub terms: usize,
    /// Why this may not be the whole of one answer.
    pub doubt: Option<&'static str>,
    /// Whether the answer has a cost, so that a later one is better.
    pub has_cost: bool,
}

impl Solution {
    /// The solution with these atoms.
    pub fn of_atoms<'a>(atoms: impl IntoIterator<Item = &'a str>) -> Self {
        let mut solution = Solution::default();
        atoms.into_iter().for_each(|atom| solution.add(atom.as_bytes()));
        solution
    }

    /// Adds a term of the answer.
    pub(super) fn add(&mut self, term: &[u8]) {
        self.terms += 1;
        if is_atom(term) {
            self.facts.extend_from_slice(term);
            self.facts.extend_from_slice(b".\n");
        }
    }

    /// The atoms of links and their negations as facts, one on each line.
    pub fn links(&self) -> Vec<u8> {
        let is_link = |line: &&[u8]| line.strip_prefix(b"-").unwrap_or(line).starts_with(b"link(");
        self.facts.split_inclusive(|&b| b == b'\n').filter(is_link).flatten().copied().collect()
    }
}

/// The error for an answer file in none of the formats.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WitnessError {
    /// The file starts like JSON, but is not clingo's.
    #[error("the answer is not the JSON that clingo writes: {0}")]
    Json(String),
    /// The file is JSON without an answer.
    #[error("the JSON answer has neither \"Witnesses\" nor a \"Result\"")]
    Shape,
    /// A line, counted from 1, has neither atoms nor what solvers print beside them.
    #[error("line {0} of the answer is neither atoms nor what a solver prints beside them")]
    Line(usize),
    /// A line, counted from 1, has an answer in braces, but not its end.
    #[error("line {0} of the answer is cut off: its second brace is missing")]
    Cut(usize),
    /// The file has the consequences of a program.
    #[error("these are brave or cautious consequences, which are no solution")]
    Consequences,
    /// The file has no answer and does not say why.
    #[error("there is no answer in it, and no word of a solver that says why")]
    Nothing,
}

/// All claims of an answer file, in order.
pub fn read(bytes: &[u8]) -> Result<Vec<Claim>, WitnessError> {
    let text = plain(bytes);
    if is_json(&text) {
        from_json(&text)
    } else if printed::is_facts(&text) {
        Ok(vec![Claim::Facts(text)])
    } else {
        printed::read(&text)
    }
}

/// A text without the mark of its byte order and without the colours of terminals.
pub fn plain(bytes: &[u8]) -> Vec<u8> {
    let mut rest = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut text = Vec::with_capacity(rest.len());
    while let Some(at) = rest.windows(2).position(|pair| pair == b"\x1b[") {
        text.extend_from_slice(&rest[..at]);
        let code = rest[at + 2..].iter().take_while(|b| b.is_ascii_digit() || **b == b';').count();
        let end = at + 2 + code;
        let is_colour = rest.get(end) == Some(&b'm');
        text.extend_from_slice(if is_colour { b"" } else { &rest[at..end] });
        rest = &rest[end + usize::from(is_colour)..];
    }
    text.extend_from_slice(rest);
    text
}

/// Where the output of a solver begins in a text, or the word with which it ends; `None` if there is neither.
pub fn output_start(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    for line in text.split_inclusive(|&b| b == b'\n') {
        if printed::is_sign(line) || line.starts_with(b"{") && is_json(&text[at..]) {
            return Some(at);
        }
        at += line.len();
    }
    None
}

/// Whether a text begins like a JSON object, which may be cut off.
fn is_json(text: &[u8]) -> bool {
    let Some(inner) = text.trim_ascii_start().strip_prefix(b"{").map(<[u8]>::trim_ascii_start) else {
        return false;
    };
    let Some(key) = inner.strip_prefix(b"\"") else { return inner.is_empty() };
    let tail = key.iter().position(|&b| b == b'"').map_or(&b""[..], |end| key[end + 1..].trim_ascii_start());
    tail.first().is_none_or(|&b| b == b':')
}

/// The lines of `facts` that are neither blank nor a comment, each with its line end.
pub fn lines(facts: &[u8]) -> impl Iterator<Item = &[u8]> {
    let is_blank = |line: &[u8]| line.is_empty() || line.starts_with(b"%");
    facts.split_inclusive(|&b| b == b'\n').filter(move |line| !is_blank(line.trim_ascii()))
}

/// Whether each of several lines of `facts` may be an answer: some have several facts.
pub fn has_lines(facts: &[u8]) -> bool {
    lines(facts).nth(1).is_some() && lines(facts).any(|line| terms(line).is_some_and(|terms| terms.len() > 1))
}

/// The parts of clingo's JSON that matter here.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Written {
    #[serde(default)]
    call: Vec<Call>,
    result: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Call {
    #[serde(default)]
    witnesses: Vec<Witness>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Witness {
    value: Vec<String>,
    costs: Option<IgnoredAny>,
    consequences: Option<IgnoredAny>,
}

fn from_json(text: &[u8]) -> Result<Vec<Claim>, WitnessError> {
    let written: Written = serde_json::from_slice(text).map_err(|e| WitnessError::Json(e.to_string()))?;
    let mut claims = Vec::new();
    for witness in written.call.into_iter().flat_map(|call| call.witnesses) {
        if witness.consequences.is_some() {
            return Err(WitnessError::Consequences);
        }
        let mut solution = Solution { has_cost: witness.costs.is_some(), ..Solution::default() };
        for value in &witness.value {
            match terms(value.as_bytes()).as_deref() {
                Some([term]) => solution.add(term),
                _ => return Err(WitnessError::Json(format!("{value:?} is no atom"))),
            }
        }
        claims.push(Claim::Solution(solution));
    }
    if claims.is_empty() {
        let word = written.result.ok_or(WitnessError::Shape)?;
        claims.push(final_word(word.as_bytes()).unwrap_or(Claim::Nothing));
    }
    Ok(claims)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solutions(text: &str) -> Vec<String> {
        let claims = read(text.as_bytes()).unwrap();
        let text = |claim| match claim {
            Claim::Facts(facts) => String::from_utf8(facts).unwrap().trim().to_string(),
            Claim::Solution(answer) => {
                let facts = String::from_utf8(answer.facts).unwrap().trim().replace('\n', " ");
                if answer.doubt.is_some() { format!("{facts} ?") } else { facts }
            }
            other => format!("{other:?}"),
        };
        claims.into_iter().map(text).collect()
    }

    /// The error of a text.
    fn error(text: &str) -> WitnessError {
        read(text.as_bytes()).unwrap_err()
    }

    #[test]
    fn facts_without_a_heading_are_one_claim_however_many_lines_they_have() {
        assert_eq!(solutions("link(0,1).\nlink(1,2).\n"), ["link(0,1).\nlink(1,2)."]);
        assert_eq!(solutions(""), [""]);
        let text = b"% two\na. b.\n\n c. % x\r\nd.";
        assert_eq!(lines(text).collect::<Vec<_>>(), [&b"a. b.\n"[..], b" c. % x\r\n", b"d."]);
    }

    #[test]
    fn headings_separate_solutions() {
        assert_eq!(solutions("ANSWER\nlink(0,1). b.\nANSWER\nlink(1,2).\n"), ["link(0,1). b.", "link(1,2)."]);
        assert_eq!(solutions("ANSWER\n\nANSWER\nb.\n"), ["", "b."]);
        assert_eq!(solutions("ANSWER\n% c\nb.\nCOST 1@1\nOPTIMUM\n"), ["b."]);
    }

    #[test]
    fn clingo_writes_no_full_stops() {
        let text = "clingo version 5\nSolving...\nAnswer: 1 (Time: 0.1s)\nlink(0,1) link(\"a )\\\" b\",f(1, 2))\n\
                    Answer: 2\n\nSATISFIABLE\n\nModels : 2\n";
        assert_eq!(solutions(text), ["link(0,1). link(\"a )\\\" b\",f(1, 2)).", ""]);
        assert_eq!(solutions(&text.replace('\n', "\r\n")), solutions(text));
        assert_eq!(solutions(&format!("\u{feff}{text}")), solutions(text));
        assert_eq!(
            solutions("\u{1b}[32mAnswer: 1\u{1b}[0m\n\u{1b}[1;31mb\u{1b}[m c\nSATISFIABLE\n"),
            ["b. c."]
        );
        assert_eq!(solutions("Answer: 1\nb\n7\n-c(1)\n*** Warn\nSATISFIABLE\n"), ["b. -c(1)."]);
        assert_eq!(solutions("Answer: 1\nb c\n-- 0.1s --\n| 12 7 |\nSATISFIABLE\n"), ["b. c."]);
        assert_eq!(error("Answer: 1\nb\nlink(0,\nSATISFIABLE\n"), WitnessError::Line(3));
        assert_eq!(error("Answer: 1\nSATISFIABLE\n"), WitnessError::Line(2));
        assert_eq!(error("Answer: 1\nb\nConsequences: [1;2]\nSATISFIABLE\n"), WitnessError::Consequences);
        assert_eq!(error("ANSWER\nb.\n% Consequences: [1;1]\n"), WitnessError::Consequences);
    }

    #[test]
    fn lines_without_headings_are_answers() {
        assert_eq!(solutions("b link(0,1)\nc\nSATISFIABLE\n"), ["b. link(0,1).", "c."]);
        assert_eq!(solutions("b\nSATISFIABLE\n"), ["b."]);
        assert_eq!(solutions("b\nlink(0,1)\nSATISFIABLE\n"), ["b. link(0,1). ?"]);
        assert_eq!(solutions("\nSATISFIABLE\n"), [" ?"]);
        assert_eq!(solutions("SATISFIABLE\n"), ["Nothing"]);
        assert_eq!(
            solutions("b. c.\nOptimization: 2\nb. d.\nOptimization: 1\nOPTIMUM FOUND\n"),
            ["b. c.", "b. d."]
        );
        assert_eq!(error("b c\nd(\nSATISFIABLE\n"), WitnessError::Line(2));
    }

    #[test]
    fn other_solvers_have_headings_of_their_own() {
        assert_eq!(
            solutions("smodels version 2.34. Reading...done\nAnswer: 1\nStable Model: b c \nTrue\n"),
            ["b. c."]
        );
        assert_eq!(solutions("DLV [build BEN]\n\n{b, link(0,1)}\n\n{c}\n"), ["b. link(0,1).", "c."]);
        assert_eq!(solutions("Best model: {b}\nCost ([Weight:Level]): <[3:1]>\n"), ["b."]);
        assert_eq!(solutions("ANSWER SET FOUND\nb. c. \n"), ["b. c."]);
        assert_eq!(solutions("DLV [build BEN]\n\n{}\n"), [""]);
        assert_eq!(error("DLV [build BEN]\n\n{link(0,1), link(1"), WitnessError::Cut(3));
        assert_eq!(error("{ -v(0), link(0,1)\n"), WitnessError::Cut(1));
        assert_eq!(solutions("{link(0,1)}.\n"), ["{link(0,1)}."]);
        assert_eq!(solutions("{link(0,1) : a; b.\n"), ["{link(0,1) : a; b."]);
    }

    #[test]
    fn what_may_be_cut_off_is_in_doubt() {
        for text in [
            "Answer: 1\n",
            "Answer: 1\nb c",
            "Answer: 1\nb\n",
            "Answer: 1\nb\nc\n",
            "b c",
            "b\n",
            "ANSWER\nb. c.",
        ] {
            assert!(solutions(text)[0].ends_with('?'), "{text:?}");
        }
        for text in
            ["Answer: 1\nb c\n", "Answer: 1\n\n", "Answer: 1\nb\nAnswer: 2\nc d\n", "b c\n", "ANSWER\nb.\n"]
        {
            assert!(!solutions(text)[0].ends_with('?'), "{text:?}");
        }
    }

    #[test]
    fn json_is_read_by_its_witnesses() {
        let text = r#"{"Call":[{"Witnesses":[{"Value":["link(0,1)","b"]}]}],"Result":"SATISFIABLE"}"#;
        assert_eq!(solutions(text), ["link(0,1). b."]);
        assert_eq!(solutions(r#"{"Result":"UNSATISFIABLE"}"#), ["NoSolution"]);
        assert_eq!(error("{\"Models\": {}}"), WitnessError::Shape);
        for text in [
            "{",
            "{\n \"Sol",
            &text[..text.len() - 1],
            &text.replace("b\"", "b(\""),
            &text.replace("b\"", "b c\""),
        ] {
            assert!(matches!(error(text), WitnessError::Json(_)), "{text}");
        }
        assert_eq!(error(&text.replace("]}]", r#"],"Consequences":{}}]"#)), WitnessError::Consequences);
    }

    #[test]
    fn words_are_claims() {
        assert_eq!(solutions("INCONSISTENT\n"), ["NoSolution"]);
        assert_eq!(solutions("INCOHERENT\n"), ["NoSolution"]);
        assert_eq!(solutions("UNKNOWN"), ["Nothing"]);
        assert_eq!(solutions("clingo version 5\nSolving...\nUNSATISFIABLE\n\nModels : 0\n"), ["NoSolution"]);
        assert_eq!(error("clingo version 5\nSolving...\n"), WitnessError::Nothing);
    }
}
