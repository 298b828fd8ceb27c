//! Reads the part of a game ID that describes a patch of an aperiodic tiling: `81BAABABAB`, `0,3,0,3,12,2,H`, `7125545Y`.

use crate::lines::{Piece, Read, Text};
use zlink_board::metatile::Metatile;
use zlink_board::penrose::{self, Tiles, legacy::Rectangle};
use zlink_board::{hats, mesh::Mesh, spectres};

const TOO_SHORT: &str =
    "this is too short: it does not say how the tiling goes on at the border of the patch";

/// Reads a patch of one of Penrose's tilings.
pub(super) fn penrose(text: Text<'_>, tiles: Tiles, size: [i64; 2], description: Piece<'_>) -> Read<Mesh> {
    if let Some(numbers) = description.text.strip_prefix('G') {
        return legacy(text, tiles, size, description, numbers);
    }
    let mut signs = description.characters();
    let mut digit = |below: u32, what: &str| {
        let sign = signs.next();
        let value = sign.and_then(|sign| sign.text.parse().ok()).filter(|&value: &u32| value < below);
        let at = sign.map_or(description.range(), Piece::range);
        value.ok_or_else(|| text.error(at, format!("{what} was expected: a digit below {below}")))
    };
    // Both are single digits.
    let tenths = digit(10, "the direction of the middle triangle")? as i32;
    let origin = digit(3, "the middle corner")? as usize;
    let mut kinds: Vec<penrose::Kind> = Vec::new();
    for sign in signs {
        let kind =
            sign.text.chars().next().and_then(penrose::Kind::of_letter).filter(|&kind| tiles.has(kind));
        let kind = kind.ok_or_else(|| {
            let letters = if tiles == Tiles::Rhombs { "C, D, X or Y" } else { "A, B, U or V" };
            text.error(sign.range(), format!("no triangle of this tiling: {letters} was expected"))
        })?;
        if kinds.last().is_some_and(|last| !last.is_part_of(kind)) {
            let what = format!("a triangle {} has no part of the kind before it", sign.text);
            return Err(text.error(sign.range(), what));
        }
        kinds.push(kind);
    }
    if kinds.is_empty() {
        return Err(text.error(description.range(), "the kind of the middle triangle is missing"));
    }
    let mesh = penrose::Patch { tenths, origin, kinds }.mesh(tiles, size);
    mesh.ok_or_else(|| text.error(description.range(), TOO_SHORT))
}

/// Reads a Penrose patch in the notation from before 2023: `G12,-34,72`.
fn legacy(text: Text<'_>, tiles: Tiles, size: [i64; 2], description: Piece<'_>, numbers: &str) -> Read<Mesh> {
    let numbers: Vec<Option<i64>> =
        numbers.trim_start_matches('G').split(',').map(|number| number.parse().ok()).collect();
    let [Some(x), Some(y), Some(angle)] = numbers[..] else {
        let what = "the middle of the patch and an angle were expected, such as `G12,-34,72`";
        return Err(text.error(description.range(), what));
    };
    let mesh = Rectangle { middle: [x, y], angle }.mesh(tiles, size);
    mesh.map_err(|what| text.error(description.range(), what))
}

/// Reads a patch of the tiling of hats.
pub(super) fn hats(text: Text<'_>, size: [i64; 2], description: Piece<'_>) -> Read<Mesh> {
    let mut numbers = Vec::new();
    let mut rest = description;
    while let Some((number, tail)) = rest.text.split_once(',') {
        let piece = Piece { at: rest.at, text: number };
        let value = number.parse().ok().filter(|&value: &usize| value < 100);
        numbers.push((
            piece,
            value.ok_or_else(|| text.error(piece.range(), "a number of a part was expected"))?,
        ));
        rest = Piece { at: rest.at + number.len() + 1, text: tail };
    }
    let mut letters = rest.text.chars();
    let largest = letters.next().and_then(hats::Kind::of_letter).filter(|_| letters.next().is_none());
    let Some(largest) = largest else {
        return Err(text.error(rest.range(), "the kind of the largest metatile was expected: H, T, P or F"));
    };
    let [kite, hat, parts @ ..] = &numbers[..] else {
        return Err(text.error(description.range(), "a kite, a hat and a metatile were expected: `0,0,0,H`"));
    };
    let part_below = |(piece, value): (Piece<'_>, usize), below: usize| {
        let what = || text.error(piece.range(), format!("there are only {below} parts here, from 0 on"));
        if value < below { Ok(value) } else { Err(what()) }
    };
    let mut kinds = vec![largest];
    for &part in parts.iter().rev() {
        let inside = kinds[kinds.len() - 1].parts();
        kinds.push(inside[part_below(part, inside.len())?].0);
    }
    if parts.is_empty() {
        return Err(text.error(description.range(), "the metatile of the first hat is missing"));
    }
    kinds.reverse();
    let hat = part_below(*hat, kinds[0].tile_count())?;
    let kite = part_below(*kite, hats::KITES.len())?;
    let parts = parts.iter().map(|part| part.1).collect();
    Ok(hats::Patch { turn: kite, tile: hat, parts, kinds }.mesh(size))
}

/// Reads a patch of the tiling of spectres.
pub(super) fn spectres(text: Text<'_>, size: [i64; 2], description: Piece<'_>) -> Read<Mesh> {
    let signs: Vec<Piece<'_>> = description.characters().collect();
    let [direction, spectre, parts @ .., largest] = &signs[..] else {
        let what = "a direction, numbers of parts and the kind of the largest hexagon were expected: `00Y`";
        return Err(text.error(description.range(), what));
    };
    let sign = |piece: &Piece<'_>| piece.text.chars().next().filter(|c| !c.is_ascii_lowercase());
    let value = sign(direction).and_then(|c| c.to_digit(12));
    let direction = value.ok_or_else(|| {
        text.error(direction.range(), "the direction of the middle spectre was expected: 0 to 9, A or B")
    })?;
    let largest = sign(largest).and_then(spectres::Kind::of_letter).ok_or_else(|| {
        text.error(
            largest.range(),
            "the kind of the largest hexagon was expected: G, D, J, L, X, P, S, F or Y",
        )
    })?;
    let below = |piece: &Piece<'_>, below: usize| {
        let value = piece.text.parse().ok().filter(|&value: &usize| value < below);
        value.ok_or_else(|| {
            text.error(piece.range(), format!("a number of a part was expected, below {below}"))
        })
    };
    let mut kinds = vec![largest];
    let mut numbers = Vec::new();
    for part in parts.iter().rev() {
        let inside = kinds[kinds.len() - 1].parts();
        let number = below(part, inside.len())?;
        numbers.push(number);
        kinds.push(inside[number]);
    }
    numbers.reverse();
    kinds.reverse();
    let spectre = below(spectre, kinds[0].tile_count())?;
    let patch = spectres::Patch { turn: direction as usize, tile: spectre, parts: numbers, kinds };
    patch.mesh(size).ok_or_else(|| text.error(description.range(), TOO_SHORT))
}
