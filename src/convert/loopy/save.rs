//! Reads files in which Simon Tatham's Portable Puzzle Collection saves a game of Loopy.
//!
//! Each line is a key of eight characters, a colon, the length of the value, a colon and the value. `CPARAMS` and `DESC` are the two parts
//! of the game ID; `MOVE`, `SOLVE` and `RESTART` are the moves, of which those before `STATEPOS` were not taken back. A move is a number of
//! an edge and `y` for a line, `n` for none, or `u`, several times. Edges are numbered as in [`zlink_board::mesh::Mesh::board`].

use crate::lines::{Piece, Read, Text};
use zlink_puzzle::EdgeId;

/// What a text begins with if it is such a file.
pub(super) const SIGN: &str = "SAVEFILE:";

/// A saved game.
#[derive(Debug)]
pub(super) struct Save<'s> {
    pub(super) head: Piece<'s>,
    pub(super) body: Piece<'s>,
    /// The moves that were not taken back, with their keys.
    moves: Vec<(&'s str, Piece<'s>)>,
}

/// Reads the lines of a file.
pub(super) fn read<'s>(text: Text<'s>) -> Read<Save<'s>> {
    let (mut head, mut body, mut states, mut position) = (None, None, None, None);
    let (mut moves, mut is_loopy) = (Vec::new(), false);
    let start = Piece { at: 0, text: text.all }.trimmed().at;
    for line in text.lines().filter(|line| !line.trimmed().text.is_empty()) {
        let (key, value) = field(text, line)?;
        let number = || {
            let number = value.text.parse().ok().filter(|&n: &usize| n > 0);
            number.ok_or_else(|| text.error(value.range(), "a number of states was expected"))
        };
        match key {
            "SAVEFILE" if line.at > start => {
                return Err(text.error(line.range(), "a second game begins here"));
            }
            "GAME" if value.text != "Loopy" => {
                let what = format!("this is a game of {}: only Loopy can be read", value.text);
                return Err(text.error(value.range(), what));
            }
            "VERSION" if value.text != "1" => {
                return Err(text.error(value.range(), "only version 1 of these files can be read"));
            }
            "GAME" => is_loopy = true,
            "CPARAMS" => head = Some(value),
            "DESC" => body = Some(value),
            "NSTATES" => states = Some(number()?),
            "STATEPOS" => position = Some((value, number()?)),
            "MOVE" | "SOLVE" | "RESTART" => moves.push((key, value)),
            _ => {}
        }
    }
    let missing = |key: &str| text.error_at_end(format!("the file ends without a line `{key}`"));
    if !is_loopy {
        return Err(missing("GAME"));
    }
    let (head, body) = (head.ok_or_else(|| missing("CPARAMS"))?, body.ok_or_else(|| missing("DESC"))?);
    let states = states.ok_or_else(|| missing("NSTATES"))?;
    let (at, position) = position.ok_or_else(|| missing("STATEPOS"))?;
    if position > states {
        return Err(text.error(at.range(), format!("there are only {states} states")));
    }
    if moves.len() != states - 1 {
        let what = format!("the file has {} moves, but states for {}", moves.len(), states - 1);
        return Err(text.error_at_end(what));
    }
    moves.truncate(position - 1);
    Ok(Save { head, body, moves })
}

/// The key and the value of a line. The length in between is not compared, as no value has a line feed, and files that were edited by hand
/// often have a wrong one.
fn field<'s>(text: Text<'s>, line: Piece<'s>) -> Read<(&'s str, Piece<'s>)> {
    let parts = line.text.split_once(':').filter(|(key, _)| key.len() == 8);
    let parts = parts.and_then(|(key, tail)| tail.split_once(':').map(|(len, value)| (key, len, value)));
    match parts {
        Some((key, len, value)) if len.parse::<usize>().is_ok() => {
            Ok((key.trim_end(), Piece { at: line.at + line.text.len() - value.len(), text: value }))
        }
        _ => {
            let what = "a key of eight characters, a colon, a length, a colon and a value were expected";
            Err(text.error(line.range(), what))
        }
    }
}

impl Save<'_> {
    /// The lines that were drawn, on a board with `edges` edges.
    pub(super) fn drawn(&self, text: Text<'_>, edges: usize) -> Read<Vec<EdgeId>> {
        let mut is_line = vec![false; edges];
        for &(key, value) in &self.moves {
            if key == "RESTART" {
                if value.text != self.body.text {
                    return Err(text.error(value.range(), "the game goes on with another board"));
                }
                is_line.fill(false);
                continue;
            }
            let mut rest = value.without("S").unwrap_or(value);
            while let Some(end) = rest.text.find(|c: char| !c.is_ascii_digit()) {
                let edge = rest.text[..end].parse().ok().filter(|&edge: &usize| edge < edges);
                let Some(edge) = edge else {
                    let what = format!("a number of an edge was expected: the board has {edges}");
                    return Err(text.error(rest.at..rest.at + end.max(1), what));
                };
                let sign = Piece { at: rest.at + end, text: &rest.text[end..] };
                let Some(sign) = sign.characters().next().filter(|sign| matches!(sign.text, "y" | "n" | "u"))
                else {
                    return Err(
                        text.error(sign.at..sign.at + 1, "`y`, `n` or `u` was expected behind an edge")
                    );
                };
                is_line[edge] = sign.text == "y";
                rest = Piece { at: sign.at + 1, text: &rest.text[end + 1..] };
            }
            if !rest.text.is_empty() {
                return Err(text.error(rest.range(), "`y`, `n` or `u` was expected behind an edge"));
            }
        }
        Ok((0..edges).filter(|&edge| is_line[edge]).map(EdgeId::from_index).collect())
    }
}
