//! The page with the list, and how two of them differ.

use super::listing::Line;

/// The first line of the list: what is above it is written by hand.
const FIRST: &str = "## zlink";

/// The page with these lines.
pub(super) fn with(page: &str, lines: &[Line]) -> String {
    let start = page.find(&format!("\n{FIRST}\n")).map_or(page.len(), |at| at + 1);
    let mut text = page[..start].trim_end().to_owned();
    text.push('\n');
    for (i, line) in lines.iter().enumerate() {
        if i == 0 || lines[i - 1].module != line.module {
            text.push_str(&format!("\n## {}\n\n```text\n", line.module));
        }
        text.push_str(&line.text);
        text.push('\n');
        if lines.get(i + 1).is_none_or(|next| next.module != line.module) {
            text.push_str("```\n");
        }
    }
    text
}

/// The lines that only one of the pages has, in order.
pub(super) fn difference(before: &str, after: &str) -> String {
    let (before, after): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let lines = |sign: char, own: &[&str], other: &[&str]| -> Vec<(String, String)> {
        let other: std::collections::HashSet<&str> = other.iter().copied().collect();
        let only = own.iter().filter(|line| !other.contains(**line));
        // Lines about one thing are neighbours, whatever sign they have.
        only.map(|line| (about(line).to_owned(), format!("{sign} {line}"))).collect()
    };
    let mut all = lines('-', &before, &after);
    all.extend(lines('+', &after, &before));
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all.into_iter().map(|(_, line)| line).collect::<Vec<_>>().join("\n")
}

/// The path that a line is about.
fn about(line: &str) -> &str {
    let at = line.rfind(" for zlink::").map(|at| at + 5).or_else(|| line.find("zlink::"));
    let path = at.map_or(line, |at| &line[at..]);
    path.split(|c: char| !(c.is_alphanumeric() || "_:".contains(c))).next().unwrap_or_default()
}
