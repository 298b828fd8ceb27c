//! Reads answers: the facts of the competitions, with or without a heading, clingo's text and clingo's JSON.

use serde::Deserialize;

/// A claim of an answer file about a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claim {
    /// A solution: its facts, each with a full stop.
    Solution(Vec<u8>),
    /// Facts without a heading: a solution on any number of lines, or one on each of the [`lines`].
    Facts(Vec<u8>),
    /// The claim that there is no solution.
    NoSolution,
    /// The statement that nothing is known.
    Nothing,
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
}

/// All claims of an answer file, in order.
pub fn read(bytes: &[u8]) -> Result<Vec<Claim>, WitnessError> {
    if bytes.trim_ascii_start().first() == Some(&b'{') {
        return from_json(bytes);
    }
    if let Some(claim) = final_word(bytes.trim_ascii()) {
        return Ok(vec![claim]);
    }
    let lines: Vec<&[u8]> = bytes.split(|&b| b == b'\n').map(<[u8]>::trim_ascii).collect();
    let mut claims = Vec::new();
    let mut answer: Option<Vec<u8>> = None;
    for (i, &line) in lines.iter().enumerate() {
        if line.starts_with(b"Answer:") {
            // clingo: exactly one line of atoms, which may be empty.
            claims.push(Claim::Solution(with_full_stops(lines.get(i + 1).copied().unwrap_or_default())));
        } else if line == b"ANSWER" || line == b"ANSWER SET FOUND" {
            claims.extend(answer.replace(Vec::new()).map(Claim::Solution));
        } else if let Some(facts) = answer.as_mut().filter(|_| !is_cost(line)) {
            facts.extend(with_full_stops(line));
            facts.push(b'\n');
        }
    }
    claims.extend(answer.map(Claim::Solution));
    if claims.is_empty() {
        // No heading: clingo's text without an answer, or nothing but facts.
        let word = lines.iter().find_map(|line| final_word(line));
        claims.push(word.unwrap_or_else(|| Claim::Facts(bytes.to_vec())));
    }
    Ok(claims)
}

/// The lines of `facts` that are neither blank nor a comment.
pub fn lines(facts: &[u8]) -> impl Iterator<Item = &[u8]> {
    let lines = facts.split(|&b| b == b'\n').map(<[u8]>::trim_ascii);
    lines.filter(|line| !line.is_empty() && !line.starts_with(b"%"))
}

fn is_cost(line: &[u8]) -> bool {
    line.starts_with(b"COST") || line == b"OPTIMUM"
}

/// The claim of a line that says there is no answer.
pub fn final_word(line: &[u8]) -> Option<Claim> {
    match line {
        b"UNSATISFIABLE" | b"INCONSISTENT" => Some(Claim::NoSolution),
        b"UNKNOWN" => Some(Claim::Nothing),
        _ => None,
    }
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
}

fn from_json(bytes: &[u8]) -> Result<Vec<Claim>, WitnessError> {
    let written: Written = serde_json::from_slice(bytes).map_err(|e| WitnessError::Json(e.to_string()))?;
    let witnesses = written.call.into_iter().flat_map(|call| call.witnesses);
    let mut claims: Vec<Claim> = witnesses
        .map(|witness| {
            let text = witness.value.into_iter().flat_map(|atom| [atom, ". ".to_string()]);
            Claim::Solution(text.collect::<String>().into_bytes())
        })
        .collect();
    if claims.is_empty() {
        let word = written.result.ok_or(WitnessError::Shape)?;
        claims.push(final_word(word.as_bytes()).unwrap_or(Claim::Nothing));
    }
    Ok(claims)
}

/// The atoms of `line`, each with a full stop. Atoms are separated by blanks outside parentheses and strings; those without a
/// full stop get one.
fn with_full_stops(line: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(line.len() * 5 / 4 + 1);
    let mut depth = 0i64;
    let mut in_string = false;
    let mut escaped = false;
    for &byte in line {
        let blank = byte.is_ascii_whitespace();
        if blank && depth <= 0 && !in_string {
            stop(&mut out);
        }
        match byte {
            b'"' if !escaped => in_string = !in_string,
            b'(' if !in_string => depth += 1,
            b')' if !in_string => depth -= 1,
            _ => {}
        }
        escaped = in_string && byte == b'\\' && !escaped;
        out.push(byte);
    }
    stop(&mut out);
    out
}

fn stop(out: &mut Vec<u8>) {
    if out.last().is_some_and(|b| !b.is_ascii_whitespace() && *b != b'.') {
        out.push(b'.');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solutions(text: &str) -> Vec<String> {
        let claims = read(text.as_bytes()).unwrap();
        let text = |claim| match claim {
            Claim::Solution(facts) | Claim::Facts(facts) => {
                String::from_utf8(facts).unwrap().trim().to_string()
            }
            other => format!("{other:?}"),
        };
        claims.into_iter().map(text).collect()
    }

    #[test]
    fn facts_without_a_heading_are_one_claim_however_many_lines_they_have() {
        assert_eq!(solutions("link(0,1).\nlink(1,2).\n"), ["link(0,1).\nlink(1,2)."]);
        assert_eq!(solutions(""), [""]);
        assert_eq!(lines(b"% two\na. b.\n\n c. % x\r\n").collect::<Vec<_>>(), [&b"a. b."[..], b"c. % x"]);
    }

    #[test]
    fn headings_separate_solutions() {
        assert_eq!(solutions("ANSWER\nlink(0,1). b.\nANSWER\nlink(1,2).\n"), ["link(0,1). b.", "link(1,2)."]);
    }

    #[test]
    fn clingo_writes_no_full_stops() {
        let text = "clingo version 5\nSolving...\nAnswer: 1 (Time: 0.1s)\nlink(0,1) link(\"a )\\\" b\",f(1, 2))\n\
                    Answer: 2\n\nSATISFIABLE\n\nModels : 2\n";
        assert_eq!(solutions(text), ["link(0,1). link(\"a )\\\" b\",f(1, 2)).", ""]);
    }

    #[test]
    fn json_is_read_by_its_witnesses() {
        let text = r#"{"Call":[{"Witnesses":[{"Value":["link(0,1)","b"]}]}],"Result":"SATISFIABLE"}"#;
        assert_eq!(solutions(text), ["link(0,1). b."]);
        assert_eq!(solutions(r#"{"Result":"UNSATISFIABLE"}"#), ["NoSolution"]);
        assert!(matches!(read(b"{"), Err(WitnessError::Json(_))));
        assert_eq!(read(b"{}"), Err(WitnessError::Shape));
    }

    #[test]
    fn words_are_claims() {
        assert_eq!(solutions("INCONSISTENT\n"), ["NoSolution"]);
        assert_eq!(solutions("UNKNOWN"), ["Nothing"]);
        assert_eq!(solutions("clingo version 5\nSolving...\nUNSATISFIABLE\n\nModels : 0\n"), ["NoSolution"]);
    }
}
