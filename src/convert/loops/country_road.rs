//! Country Road: the loop visits each region exactly once, passes as many squares of a region as its number says, and passes at least one of
//! any two neighbours with a border between them. It crosses no border inside of a region.

use std::collections::BTreeSet;

use super::squares::Squares;
use crate::document::DraftError;

/// The regions of a grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) struct Regions {
    /// By square: its region. They are numbered from 0 on, in the order of their first squares.
    of_squares: Vec<u32>,
    /// The neighbours in one region with a border between them, the former one first.
    walls: BTreeSet<[usize; 2]>,
    /// By region: the number of its squares that the loop passes, if it is given.
    numbers: Vec<Option<u32>>,
}

impl Regions {
    /// The regions between borders, without numbers; `is_joined` says for each square whether it has no border to the right and below.
    pub(in super::super) fn between([rows, columns]: [usize; 2], is_joined: &[[bool; 2]]) -> Self {
        let count = rows * columns;
        let next = |square: usize, way: usize| match way {
            0 => (square % columns + 1 < columns).then_some(square + 1),
            _ => (square + columns < count).then_some(square + columns),
        };
        let before = |square: usize, way: usize| match way {
            0 => (!square.is_multiple_of(columns)).then(|| square - 1),
            _ => square.checked_sub(columns),
        };
        let mut of_squares = vec![u32::MAX; count];
        let mut regions = 0;
        for first in 0..count {
            if of_squares[first] != u32::MAX {
                continue;
            }
            let mut open = vec![first];
            of_squares[first] = regions;
            while let Some(square) = open.pop() {
                for way in [0, 1] {
                    let after = next(square, way).filter(|_| is_joined[square][way]);
                    let before = before(square, way).filter(|&other| is_joined[other][way]);
                    for other in after.into_iter().chain(before) {
                        if of_squares[other] == u32::MAX {
                            of_squares[other] = regions;
                            open.push(other);
                        }
                    }
                }
            }
            regions += 1;
        }
        let mut walls = BTreeSet::new();
        for square in 0..count {
            for way in [0, 1] {
                let other = next(square, way).filter(|_| !is_joined[square][way]);
                walls.extend(
                    other
                        .filter(|&other| of_squares[other] == of_squares[square])
                        .map(|other| [square, other]),
                );
            }
        }
        Regions { of_squares, walls, numbers: vec![None; regions as usize] }
    }

    /// Whether there is a border between two neighbours, the former one first.
    pub(in super::super) fn has_border(&self, a: usize, b: usize) -> bool {
        self.of(a) != self.of(b) || self.walls.contains(&[a, b])
    }

    /// The region of a square.
    pub(in super::super) fn of(&self, square: usize) -> usize {
        self.of_squares[square] as usize
    }

    /// By region: its number, if it has one.
    pub(in super::super) fn numbers(&self) -> &[Option<u32>] {
        &self.numbers
    }

    /// Gives a number to a region.
    pub(in super::super) fn set_number(&mut self, region: usize, number: u32) {
        self.numbers[region] = Some(number);
    }
}

/// Adds the rules and marks of regions.
pub(super) fn constrain(squares: &mut Squares, regions: &Regions) -> Result<(), DraftError> {
    let count = regions.numbers.len();
    let mut inside = vec![Vec::new(); count];
    let mut borders = vec![Vec::new(); count];
    let mut neighbours = Vec::new();
    let mut firsts = vec![None; count];
    for square in 0..squares.len() {
        let here = regions.of(square);
        firsts[here].get_or_insert(square);
        if let Some(vertex) = squares.vertex(square) {
            squares.draft.marks.regions.insert(vertex, here.to_string());
        }
        for side in [1, 2] {
            let (Some(other), Some(edge)) = (squares.beyond(square, side), squares.edge(square, side)) else {
                continue;
            };
            let there = regions.of(other);
            if here == there {
                inside[here].push(edge);
            } else {
                borders[here].push(edge);
                borders[there].push(edge);
            }
            if regions.has_border(square, other) {
                neighbours.push([square, other]);
                // Who crosses a border inside of a region leaves it, and comes back.
                squares.draft.parts.forbidden.extend((here == there).then_some(edge));
            }
        }
    }
    for (region, (inside, border)) in inside.into_iter().zip(borders).enumerate() {
        // A single region has the whole loop inside, with as many links as squares.
        let is_alone = count == 1;
        if !is_alone {
            squares.draft.cell(&format!("border({region})"), border, Some(2))?;
        }
        let Some(number) = regions.numbers[region] else { continue };
        firsts[region].into_iter().for_each(|first| squares.mark(first, &number.to_string()));
        let links = if is_alone { number } else { number.saturating_sub(1) };
        squares.draft.cell(&format!("inside({region})"), inside, Some(links))?;
    }
    for [a, b] in neighbours {
        let mut edges: Vec<u32> = squares.edges(a).chain(squares.edges(b)).collect();
        edges.sort_unstable();
        edges.dedup();
        // A square that the loop passes has two links.
        squares.draft.bounded_cell(&format!("one_of({a},{b})"), edges, [Some(2), None])?;
    }
    Ok(())
}
