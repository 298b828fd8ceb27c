//! The lines that solvers print: answers below headings, in braces, or one on each line, between words and figures.

use super::terms::{is_atom, terms};
use super::witness::{Claim, Solution, WitnessError};

/// The doubt about an answer at the end of a text.
const CUT: &str = "the text may be cut off after it";
/// The doubt about lines of single atoms without a heading.
const JOINED: &str = "with one atom on each line and no line `Answer:`, it may be several answers";
/// The doubt about an empty line.
const BLANK: &str = "it is an empty line, which may mean nothing";

/// The beginning of a line with the number of consequences.
const CONSEQUENCES: &[u8] = b"Consequences";

/// What some solvers write before the atoms of an answer, on the same line.
const PREFIXES: [&[u8]; 5] =
    [b"Stable Model:", b"Stable model:", b"Answer set:", b"Answer Set:", b"Best model:"];

/// The kind of a line.
enum Line<'a> {
    /// The atoms of the answer follow.
    Heading,
    /// All terms of an answer.
    Answer(Vec<&'a [u8]>),
    /// Terms, which are those of an answer if the lines around it say so.
    Terms(Vec<&'a [u8]>),
    /// Nothing.
    Blank,
    /// The cost of the answer before it.
    Cost,
    /// The number of consequences, so that the atoms before it are no answer.
    Consequences,
    /// How the search ended.
    Word(Claim),
    /// A comment, which may be above the atoms of an answer, but not between them.
    Comment,
    /// A figure, a message, or progress.
    Other,
    /// None of these.
    Unread,
}

impl<'a> Line<'a> {
    fn of(line: &'a [u8]) -> Self {
        let line = line.trim_ascii();
        let is_other = line.first().is_some_and(|b| b.is_ascii_uppercase() || b"*+=".contains(b))
            || line.starts_with(b"--")
            || line.ends_with(b"|") && !line.contains(&b'(');
        if line.is_empty() {
            return Line::Blank;
        }
        if let Some(comment) = line.strip_prefix(b"%") {
            let has_consequences = comment.trim_ascii().starts_with(CONSEQUENCES);
            return if has_consequences { Line::Consequences } else { Line::Comment };
        }
        if let Some(word) = last_word(line) {
            return Line::Word(word);
        }
        if is_heading(line) {
            return Line::Heading;
        }
        let line = match PREFIXES.iter().find_map(|prefix| line.strip_prefix(*prefix)) {
            Some(atoms) => match set(atoms.trim_ascii()).or_else(|| terms(atoms)) {
                Some(terms) => return Line::Answer(terms),
                None => return Line::Unread,
            },
            None => line,
        };
        match set(line).map(Line::Answer) {
            Some(answer) => answer,
            None if is_cost(line) => Line::Cost,
            None if line.starts_with(CONSEQUENCES) => Line::Consequences,
            None if is_other => Line::Other,
            None => terms(line).map_or(Line::Unread, Line::Terms),
        }
    }
}

/// Whether a line has the cost of the answer before it.
fn is_cost(line: &[u8]) -> bool {
    [&b"Optimization"[..], b"COST", b"Cost"].iter().any(|sign| line.starts_with(sign))
}

/// Whether a line says that an answer follows.
fn is_heading(line: &[u8]) -> bool {
    line.starts_with(b"Answer:") || line == b"ANSWER" || line == b"ANSWER SET FOUND"
}

/// The terms between braces.
fn set(line: &[u8]) -> Option<Vec<&[u8]>> {
    let inner = line.strip_prefix(b"{")?.strip_suffix(b"}")?;
    // Braces with semicolons are part of a program or of a graph.
    if inner.contains(&b';') { None } else { terms(inner) }
}

/// Whether a line begins like the terms between braces, but has no second brace.
fn is_open_set(line: &[u8]) -> bool {
    let Some(inner) = line.strip_prefix(b"{").map(<[u8]>::trim_ascii_start) else { return false };
    let inner = inner.strip_prefix(b"-").unwrap_or(inner);
    let name = inner.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
    is_atom(inner) && inner.get(name) == Some(&b'(') && !inner.iter().any(|b| b"};:".contains(b))
}

/// The error for the line with this index, which is not read.
fn unread(i: usize, line: &[u8]) -> WitnessError {
    match is_open_set(line.trim_ascii()) {
        true => WitnessError::Cut(i + 1),
        false => WitnessError::Line(i + 1),
    }
}

/// The claim of a word that ends a search.
fn last_word(line: &[u8]) -> Option<Claim> {
    match line {
        b"SATISFIABLE" | b"OPTIMUM FOUND" | b"OPTIMUM" => Some(Claim::Nothing),
        _ => final_word(line),
    }
}

/// The claim of a line that says there is no answer.
pub fn final_word(line: &[u8]) -> Option<Claim> {
    match line {
        b"UNSATISFIABLE" | b"INCONSISTENT" | b"INCOHERENT" => Some(Claim::NoSolution),
        b"UNKNOWN" => Some(Claim::Nothing),
        _ => None,
    }
}

/// Whether a line is the first of a solver's output, or says how its search ended.
pub(super) fn is_sign(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let mut words = line.split(u8::is_ascii_whitespace);
    let is_solver = |word: &[u8]| matches!(word, b"clingo" | b"clasp" | b"zlink" | b"smodels" | b"cmodels");
    is_heading(line)
        || last_word(line).is_some()
        || PREFIXES.iter().any(|prefix| line.starts_with(prefix))
        || set(line).is_some()
        || is_open_set(line)
        || words.next().is_some_and(is_solver) && words.next() == Some(b"version")
}

/// Whether a text is facts and nothing that solvers print besides. Atoms without full stops are no facts.
pub(super) fn is_facts(text: &[u8]) -> bool {
    let mut lines =
        text.split(|&b| b == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.starts_with(b"%"));
    if lines.clone().any(|line| is_sign(line) || is_cost(line) || line.starts_with(CONSEQUENCES)) {
        return false;
    }
    let mut lines = lines.by_ref().filter(|line| !line.is_empty());
    let Some(first) = lines.next() else { return true };
    let last = lines.last().unwrap_or(first);
    first.ends_with(b".") || last.ends_with(b".") || terms(first).is_none()
}

/// An answer while its lines are read.
#[derive(Default)]
struct Open {
    solution: Solution,
    lines: usize,
    /// Whether a line has several terms, or the last one a full stop: then a line end is no separator.
    is_line: bool,
}

impl Open {
    fn add(&mut self, terms: &[&[u8]], line: &[u8]) {
        terms.iter().for_each(|term| self.solution.add(term));
        self.lines += 1;
        self.is_line |= terms.len() != 1 || line.trim_ascii_end().ends_with(b".");
    }

    /// The answer whose last line is also the last of the text.
    fn cut(mut self, ends_with_line: bool) -> Solution {
        if !ends_with_line || !self.is_line || self.lines > 1 {
            self.solution.doubt = Some(CUT);
        }
        self.solution
    }
}

/// The claims in the output of a solver.
pub(super) fn read(text: &[u8]) -> Result<Vec<Claim>, WitnessError> {
    let lines: Vec<&[u8]> = text.split_inclusive(|&b| b == b'\n').collect();
    let has = |sign: fn(&[u8]) -> bool| lines.iter().any(|line| sign(line.trim_ascii()));
    let has_headings = has(|line| matches!(Line::of(line), Line::Heading | Line::Answer(_)));
    // Where the figures of the search are, answers have headings.
    let is_verbose = has(|line| line.starts_with(b"Solving...") || line.starts_with(b"Models "));
    let (mut claims, word) = match has_headings || is_verbose {
        true => below_headings(&lines)?,
        false => by_lines(&lines)?,
    };
    match word {
        Some(word) if claims.is_empty() => claims.push(word),
        None if claims.is_empty() => return Err(WitnessError::Nothing),
        _ => {}
    }
    Ok(claims)
}

type Read = Result<(Vec<Claim>, Option<Claim>), WitnessError>;

/// The answers below headings, and the last word.
fn below_headings(lines: &[&[u8]]) -> Read {
    let mut claims: Vec<Claim> = Vec::new();
    let mut open: Option<Open> = None;
    let mut last = None;
    for (i, line) in lines.iter().enumerate() {
        let kind = Line::of(line);
        match (&kind, &mut open) {
            (Line::Terms(terms), Some(open)) => {
                open.add(terms, line);
                continue;
            }
            (Line::Comment, Some(Open { lines: 0, .. })) => continue,
            (Line::Unread, Some(_)) => return Err(unread(i, line)),
            // A heading has atoms below it, or an empty line.
            (Line::Blank | Line::Answer(_), Some(Open { lines: 0, .. })) => {}
            (_, Some(Open { lines: 0, .. })) => return Err(WitnessError::Line(i + 1)),
            _ => {}
        }
        let ended = open.take();
        match kind {
            Line::Answer(terms) => {
                claims.extend(ended.filter(|open| open.lines > 0).map(|open| Claim::Solution(open.solution)));
                let mut whole = Open { is_line: true, ..Open::default() };
                whole.add(&terms, line);
                let is_whole = line.ends_with(b"\n") || line.ends_with(b"}");
                claims.push(Claim::Solution(whole.cut(is_whole)));
                continue;
            }
            _ => claims.extend(ended.map(|open| Claim::Solution(open.solution))),
        }
        match kind {
            Line::Heading => open = Some(Open::default()),
            Line::Cost => costs(&mut claims),
            Line::Consequences => return Err(WitnessError::Consequences),
            Line::Word(word) => last = Some(word),
            _ => {}
        }
    }
    let ends_with_line = lines.last().is_some_and(|line| line.ends_with(b"\n"));
    claims.extend(open.map(|open| Claim::Solution(open.cut(ends_with_line))));
    Ok((claims, last))
}

/// The answers without headings, and the last word.
fn by_lines(lines: &[&[u8]]) -> Read {
    let mut claims: Vec<Claim> = Vec::new();
    let mut group: Vec<Open> = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        let mut one = Open::default();
        match Line::of(line) {
            Line::Terms(terms) => {
                one.add(&terms, line);
                group.push(one);
            }
            Line::Blank => {
                one.solution.doubt = Some(BLANK);
                group.push(one);
            }
            Line::Cost => {
                claims.extend(answers(std::mem::take(&mut group)));
                costs(&mut claims);
            }
            Line::Consequences => return Err(WitnessError::Consequences),
            Line::Word(word) => {
                // Such a word is below an empty line if the answer is empty; others have no answer.
                group.retain(|open| open.lines > 0 || line.trim_ascii() == b"SATISFIABLE");
                claims.extend(answers(group));
                return Ok((claims, Some(word)));
            }
            Line::Heading | Line::Answer(_) | Line::Comment | Line::Other => {}
            Line::Unread => return Err(unread(i, line)),
        }
    }
    group.retain(|open| open.lines > 0);
    let ends_with_line = lines.last().is_some_and(|line| line.ends_with(b"\n"));
    if let Some(last) = group.pop() {
        group.push(Open { lines: 1, is_line: last.is_line, solution: last.cut(ends_with_line) });
    }
    claims.extend(answers(group));
    Ok((claims, None))
}

/// The answers of lines without headings: each line is one, unless they have a single atom each.
fn answers(lines: Vec<Open>) -> Vec<Claim> {
    if lines.len() < 2 || lines.iter().any(|line| line.solution.terms != 1) {
        return lines.into_iter().map(|line| Claim::Solution(line.solution)).collect();
    }
    let mut joined = Solution { doubt: Some(JOINED), ..Solution::default() };
    for line in lines {
        joined.facts.extend(line.solution.facts);
        joined.terms += line.solution.terms;
    }
    vec![Claim::Solution(joined)]
}

fn costs(claims: &mut [Claim]) {
    if let Some(Claim::Solution(solution)) = claims.last_mut() {
        solution.has_cost = true;
    }
}
