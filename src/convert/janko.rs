//! Puzzle files of janko.at: between `begin` and `end`, lines with keys and sections of rows.
//!
//! In a Slitherlink, `[solution]` marks the squares inside the loop with `x`; it is the document's answer, right or wrong. In a Numberlink,
//! its notation is unknown, so it is ignored. `[moves]` belongs to the program that shows the puzzle.

use std::borrow::Cow;

use super::lines::{Piece, Read, Text};
use super::matrix::is_blank;
use super::numberlink;
use super::paper::{number_labels, words};
use super::region::Region;
use super::slitherlink::Clues;
use super::{Document, Unsupported, Written};
use zlink_puzzle::Topology;

/// The keys that do not affect the puzzle itself.
const REMARKS: &[&str] = &[
    "author",
    "comment",
    "copyright",
    "date",
    "depth",
    "difficulty",
    "email",
    "genre",
    "hint",
    "id",
    "info",
    "level",
    "mail",
    "note",
    "number",
    "pid",
    "rules",
    "solver",
    "source",
    "title",
    "unit",
    "url",
];

/// Whether the text looks like a puzzle file of janko.at.
pub(super) fn looks_like(text: Text<'_>) -> bool {
    let mut lines = text.lines().map(Piece::trimmed).filter(|line| !line.text.is_empty());
    lines.next().is_some_and(|line| line.text == "begin" || is_key(line, "puzzle"))
        || lines.any(|line| line.text == "[problem]")
}

fn is_key(line: Piece<'_>, key: &str) -> bool {
    line.words().next().is_some_and(|word| word.text == key)
}

/// The kinds of puzzles that are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Slitherlink,
    Numberlink,
}

/// A section of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Section {
    Head,
    Problem,
    Solution,
    Moves,
    End,
}

/// The contents of a file while it is read.
struct Sheet<'s> {
    text: Text<'s>,
    section: Section,
    kind: Option<Kind>,
    rows: Option<usize>,
    columns: Option<usize>,
    problem: Option<(Piece<'s>, Vec<Piece<'s>>)>,
    solution: Option<(Piece<'s>, Vec<Piece<'s>>)>,
}

/// Reads a puzzle file.
pub(super) fn read(text: Text<'_>) -> Read<Document> {
    let mut sheet = Sheet {
        text,
        section: Section::Head,
        kind: None,
        rows: None,
        columns: None,
        problem: None,
        solution: None,
    };
    let mut lines = text.lines().map(Piece::trimmed).filter(|line| !line.text.is_empty()).peekable();
    let has_begin = lines.next_if(|line| line.text == "begin").is_some();
    for line in lines {
        sheet.line(line)?;
    }
    if has_begin && sheet.section != Section::End {
        return Err(text.error_at_end("the file ends without a line `end`"));
    }
    sheet.document()
}

impl<'s> Sheet<'s> {
    fn line(&mut self, line: Piece<'s>) -> Read<()> {
        let text = self.text;
        let error = |what: String| Err(text.error(line.range(), what));
        if self.section == Section::End {
            return error("nothing was expected behind the line `end`".into());
        }
        match line.text {
            "end" | "[end]" => self.section = Section::End,
            "[problem]" if self.problem.is_none() => {
                (self.section, self.problem) = (Section::Problem, Some((line, Vec::new())));
            }
            "[solution]" if self.solution.is_none() => {
                (self.section, self.solution) = (Section::Solution, Some((line, Vec::new())));
            }
            "[moves]" => self.section = Section::Moves,
            "[problem]" | "[solution]" => return error("this section is here for the second time".into()),
            other if other.starts_with('[') => {
                return error(format!("the section {other} is not of a Slitherlink or a Numberlink"));
            }
            _ if self.section == Section::Moves => {}
            // Keys may come after a section.
            _ => match (self.key(line)?, self.section) {
                (true, _) => {}
                (false, Section::Problem) => self.problem.iter_mut().for_each(|(_, rows)| rows.push(line)),
                (false, Section::Solution) => self.solution.iter_mut().for_each(|(_, rows)| rows.push(line)),
                (false, _) => {
                    let what =
                        "this key is not known: if it says nothing about the puzzle, take the line out";
                    return error(what.into());
                }
            },
        }
        Ok(())
    }

    /// Reads a line if it begins with a known key; returns whether it does.
    fn key(&mut self, line: Piece<'s>) -> Read<bool> {
        let mut words = line.words();
        let (Some(key), value) = (words.next(), words.next()) else { return Ok(false) };
        if REMARKS.contains(&key.text) {
            return Ok(true);
        }
        if !matches!(key.text, "puzzle" | "size" | "rows" | "cols") {
            return Ok(false);
        }
        let value =
            value.ok_or_else(|| self.text.error(key.range(), "a value was expected behind this key"))?;
        if let Some(more) = words.next() {
            return Err(self
                .text
                .error(more.range(), "one value was expected; `rows` and `cols` give two sides"));
        }
        if key.text == "puzzle" {
            self.kind = Some(match value.text.to_ascii_lowercase().as_str() {
                "slitherlink" => Kind::Slitherlink,
                // janko.at calls Numberlinks Arukone.
                "numberlink" | "arukone" => Kind::Numberlink,
                _ => {
                    let what = "only `slitherlink` and `numberlink` (or `arukone`) are read";
                    return Err(self.text.error(value.range(), what));
                }
            });
            return Ok(true);
        }
        let number = value.text.parse::<usize>().ok().filter(|&n| n > 0);
        let number =
            number.ok_or_else(|| self.text.error(value.range(), "a number of squares was expected"))?;
        for side in match key.text {
            "size" => vec![&mut self.rows, &mut self.columns],
            "rows" => vec![&mut self.rows],
            _ => vec![&mut self.columns],
        } {
            if side.replace(number).is_some_and(|known| known != number) {
                return Err(self.text.error(value.range(), "another number was given before"));
            }
        }
        Ok(true)
    }

    /// The signs of a section, whose size must be that of the puzzle.
    fn signs(&self, (name, rows): &(Piece<'s>, Vec<Piece<'s>>), columns: usize) -> Read<Vec<Piece<'s>>> {
        let expected = self.rows.unwrap_or(rows.len());
        if rows.len() != expected {
            let what = format!("{expected} rows were expected in this section, but it has {}", rows.len());
            return Err(self.text.error(name.range(), what));
        }
        let mut signs = Vec::new();
        for row in rows {
            let before = signs.len();
            signs.extend(row.words());
            let found = signs.len() - before;
            if found != columns {
                let what = format!("{columns} signs were expected in this row, but it has {found}");
                return Err(self.text.error(row.range(), what));
            }
        }
        Ok(signs)
    }

    fn document(mut self) -> Read<Document> {
        let text = self.text;
        let Some(kind) = self.kind else {
            return Err(
                text.error_at_start("a line `puzzle slitherlink` or `puzzle numberlink` was expected")
            );
        };
        let problem = self.problem.take();
        let Some(problem) = problem else {
            return Err(text.error_at_end("the section [problem] was expected"));
        };
        let Some(first) = problem.1.first() else {
            return Err(text.error(problem.0.range(), "this section is empty"));
        };
        let columns = self.columns.unwrap_or(first.words().count());
        let signs = self.signs(&problem, columns)?;
        let rows = *self.rows.get_or_insert(problem.1.len());
        if kind == Kind::Numberlink {
            let labels: Vec<_> = signs.into_iter().map(|s| Some(s).filter(|s| !is_blank(s.text))).collect();
            return numberlink::build(text, [rows, columns], &labels, Cow::Borrowed, false);
        }
        let mut clues = Vec::with_capacity(signs.len());
        for sign in &signs {
            clues.push(match sign.text {
                "0" | "1" | "2" | "3" | "4" => Some(u32::from(sign.text.as_bytes()[0] - b'0')),
                blank if is_blank(blank) => None,
                _ => return Err(text.error(sign.range(), "a clue was expected: 0 to 4, or `-` for none")),
            });
        }
        let clues = Clues { rows, columns, clues };
        let mut document = clues.document(text, signs.iter().map(|sign| sign.at).collect())?;
        if let Some(solution) = self.solution.take().filter(|(_, rows)| !rows.is_empty()) {
            document.answer = self.inside(rows, columns, &solution)?.edges(&clues);
        }
        Ok(document)
    }

    /// The squares inside the loop of a solution.
    fn inside(&self, rows: usize, columns: usize, solution: &(Piece<'s>, Vec<Piece<'s>>)) -> Read<Region> {
        let mut inside = Vec::with_capacity(rows * columns);
        for sign in self.signs(solution, columns)? {
            inside.push(match sign.text {
                "x" => true,
                blank if is_blank(blank) => false,
                _ => {
                    let what = "`x` was expected, for a square inside of the loop, or `-` for one outside";
                    return Err(self.text.error(sign.range(), what));
                }
            });
        }
        Ok(Region { rows, columns, inside })
    }
}

/// The answer of a Slitherlink as a region, if it has an answer that is one.
fn solution(document: &Document) -> Option<Region> {
    if document.answer.is_empty() || document.puzzle.topology() != Topology::Cycle {
        return None;
    }
    let (grid, _) = Clues::on_grid(document).ok()?;
    Region::of(&document.puzzle, &grid, &document.answer)
}

/// Whether [`write()`] includes the answer of a document.
pub(super) fn has_answer(document: &Document) -> bool {
    solution(document).is_some()
}

/// Writes a puzzle file.
pub(super) fn write(document: &Document) -> Result<Written, Unsupported> {
    let size = |rows: usize, columns: usize| match rows == columns {
        true => format!("size {rows}\n"),
        false => format!("rows {rows}\ncols {columns}\n"),
    };
    if document.puzzle.topology() == Topology::Linkage {
        if document.puzzle.cover() {
            return Err(Unsupported::new("that every vertex must be covered"));
        }
        let labels = number_labels(document)?;
        let (size, rows) = (size(labels.rows, labels.columns), words(&labels.signs, labels.columns));
        return Ok(labels.written(format!("begin\npuzzle numberlink\n{size}[problem]\n{rows}end\n")));
    }
    let Clues { rows, columns, clues } = Clues::of(document)?;
    if clues.iter().flatten().any(|&clue| clue > 4) {
        return Err(Unsupported::new("a clue of more than 4"));
    }
    let mut text =
        format!("begin\npuzzle slitherlink\n{}[problem]\n{}", size(rows, columns), words(&clues, columns));
    if let Some(region) = solution(document) {
        let signs: Vec<Option<&str>> = region.inside.iter().map(|&inside| inside.then_some("x")).collect();
        text.push_str("[solution]\n");
        text.push_str(&words(&signs, columns));
    }
    text.push_str("end\n");
    Ok(Written::without(Vec::new(), text))
}
