//! Masks: rows of `#` (a place) and `.` (a hole), all of the same length.

use super::lines::{Read, Text};
use zlink_board::Mask;
use zlink_facts::{Diagnostic, Source};

/// Reads a mask.
pub fn read_mask(source: &Source) -> Result<Mask, Box<Diagnostic>> {
    read(Text::new(source)?)
}

fn read(text: Text<'_>) -> Read<Mask> {
    let mut rows: Vec<Vec<bool>> = Vec::new();
    let mut ended = false;
    for line in text.lines().map(|line| line.trimmed()) {
        if line.text.is_empty() {
            ended |= !rows.is_empty();
            continue;
        }
        if ended {
            return Err(text.error(line.range(), "the rows of a mask have no empty line between them"));
        }
        let mut row = Vec::new();
        for sign in line.characters() {
            match sign.text {
                "#" => row.push(true),
                "." => row.push(false),
                _ => {
                    let what = "`#` for a place that is there, or `.` for a hole, was expected";
                    return Err(text.error(sign.range(), what));
                }
            }
        }
        if let Some(first) = rows.first().filter(|first| first.len() != row.len()) {
            let what = format!("this row has {} places, the first one {}", row.len(), first.len());
            return Err(text.error(line.range(), what));
        }
        rows.push(row);
    }
    if !rows.iter().flatten().any(|&is_marked| is_marked) {
        return Err(text.error_at_start("the mask marks no place: `#` is one that is there, `.` a hole"));
    }
    Ok(Mask::new(rows))
}
