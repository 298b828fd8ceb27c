//! The face-clue rule: how many of the faces around a face with a clue are inside.
//!
//! Where the open edges of a cell lie around one face, the *clue face*, such an edge is in exactly when the face beyond it has
//! the other colour. So if the clue face is outside, the clue is the number of faces beyond that are inside; if it is inside,
//! the clue is the number of faces beyond that are outside. With some of their colours known this implies more than the clue
//! and the colouring do by themselves, as long as the colour of the clue face is open: beside a clue 1 with one face inside and
//! one outside, the edges to all other faces are out. Once that colour is known, the rule adds nothing.
//!
//! For each colour of the clue face an edge is in, out or open. If a colour makes too many edges in or out, the clue face has
//! the other colour. If both colours force all open edges, and to the same value, these edges are decided; if they force them
//! to opposite values, the colours beyond are decided. All edges of a clue face are read whenever one of them or a colour
//! beyond is decided; there are no counts to keep.
//!
//! Reasons: for each colour of the clue face to be refuted or used, as many edges that are in, or out, as the clue allows.
//!
//! Colouring the cells of a square grid is common practice for Slitherlink, counting colours around clues included;
//! here the graph may be any planar one, and cells and faces need not be the same.

use super::colouring::Colouring;
use super::context::{Context, Event};
#[cfg(test)]
use super::propagator::{Depth, FromScratch};
use super::propagator::{Propagator, Wakes};
use super::reason::Reason;
use super::rule::Rule;
use super::trail::Trail;
use super::{Conflict, Lit, Value, Var, tuning};
use zlink_puzzle::{EdgeId, grouped};

/// An open edge of a clue face.
#[derive(Debug, Clone, Copy)]
pub(super) struct ClueEdge {
    pub(super) edge: EdgeId,
    /// The colour of the face beyond.
    pub(super) beyond: Var,
    /// Whether the edge, the colour of the clue face and the colour beyond add up to 1 modulo 2.
    pub(super) odd: bool,
}

/// A clue face: a face with a clue about its edges.
#[derive(Debug, Clone)]
pub(super) struct ClueFace {
    pub(super) colour: Var,
    /// The number of open edges that must be in: the clue less the edges of the cell that were in at level 0.
    pub(super) clue: usize,
    pub(super) edges: Vec<ClueEdge>,
}

/// The face-clue rule: all clue faces.
#[derive(Debug, Clone)]
pub(super) struct FaceClue {
    faces: Vec<ClueFace>,
    /// The numbers of the clue faces that have variable `v` as an edge or a colour beyond: `at[start[v]..start[v + 1]]`.
    start: Vec<u32>,
    at: Vec<u32>,
}

impl FaceClue {
    /// The clue faces among `clues` (the edges of each cell, and its clue), for a trail at level 0.
    pub(super) fn new(colours: &Colouring, clues: &[(&[EdgeId], usize)], trail: &Trail) -> Self {
        let faces: Vec<ClueFace> =
            clues.iter().filter_map(|&(edges, clue)| ClueFace::new(colours, edges, clue, trail)).collect();
        let places = (0..).zip(&faces).flat_map(|(i, face)| {
            face.edges.iter().flat_map(move |edge| [(edge.edge.0, i), (edge.beyond.number(), i)])
        });
        let (start, at) = grouped(trail.values().len() + colours.count(), places);
        FaceClue { faces, start, at }
    }

    /// The clue face of a reason, which stores its number.
    fn of(&self, reason: Reason) -> &ClueFace {
        &self.faces[reason.data()[0] as usize]
    }

    #[cfg(test)]
    pub(super) fn all(&self) -> &[ClueFace] {
        &self.faces
    }
}

impl Propagator for FaceClue {
    const WAKES: Wakes = Wakes::Variables;
    const IS_LOCAL: bool = true;
    const IS_PROVABLE: bool = false;

    #[inline(always)]
    fn follow(&mut self, context: &mut Context<'_>, event: &Event) -> Result<(), Conflict> {
        let (v, trail) = (event.var.index(), &mut context.trail);
        for &i in &self.at[self.start[v] as usize..self.start[v + 1] as usize] {
            let face = &self.faces[i as usize];
            if trail.value(face.colour) == Value::Open {
                face.decide_around(Reason::new(Rule::FaceClue, [i, 0]), trail)?;
            }
        }
        Ok(())
    }

    fn explain(&self, context: &Context<'_>, reason: Reason, implied: Var, literals: &mut Vec<Lit>) {
        self.of(reason).explain(Some(implied), &context.trail, literals);
    }

    fn explain_conflict(
        &self,
        context: &Context<'_>,
        reason: Reason,
        _: Option<Var>,
        literals: &mut Vec<Lit>,
    ) {
        self.of(reason).explain(None, &context.trail, literals);
    }
}

impl ClueEdge {
    /// The literal that held before position `before` and gives the edge `value` if the clue face has this colour.
    fn literal_for(&self, value: bool, colour: bool, trail: &Trail, before: u32) -> Option<Lit> {
        let known = |v: Var| trail.value_before(v, before) != Value::Open;
        let literal = if known(self.edge.into()) {
            Lit::new(self.edge, value)
        } else if known(self.beyond) {
            Lit::new(self.beyond, value ^ colour ^ self.odd)
        } else {
            return None;
        };
        (trail.literal(literal.var()) == literal).then_some(literal)
    }
}

impl ClueFace {
    fn new(colours: &Colouring, cell: &[EdgeId], clue: usize, trail: &Trail) -> Option<Self> {
        let open = || cell.iter().copied().filter(|&e| trail.value(e) == Value::Open);
        if !(2..=tuning::CLUE_FACE_EDGES).contains(&open().count()) {
            return None;
        }
        let [first, other] = colours.across(open().next()?)?.0;
        let edges_of = |colour: Var| -> Option<Vec<ClueEdge>> {
            let edge = |edge: EdgeId| match colours.across(edge)? {
                ([a, b], odd) if a == colour => Some(ClueEdge { edge, beyond: b, odd }),
                ([a, b], odd) if b == colour => Some(ClueEdge { edge, beyond: a, odd }),
                _ => None,
            };
            open().map(edge).collect()
        };
        let (colour, edges) =
            [first, other].into_iter().find_map(|colour| Some((colour, edges_of(colour)?)))?;
        let chosen = cell.iter().filter(|&&e| trail.value(e) == Value::In).count();
        let clue = clue.checked_sub(chosen).filter(|&clue| clue <= edges.len())?;
        Some(ClueFace { colour, clue, edges })
    }

    /// Decides what follows from the edges and the colours beyond, while the colour of the clue face is open.
    fn decide_around(&self, reason: Reason, trail: &mut Trail) -> Result<(), Conflict> {
        // `chosen` counts the edges that are in, for each colour of the clue face; `open` those that are open for both colours.
        let (mut chosen, mut open, mut beyond) = ([0, 0], 0, false);
        for edge in &self.edges {
            match (trail.value(edge.edge), trail.value(edge.beyond)) {
                (Value::In, _) => chosen = chosen.map(|count| count + 1),
                (Value::Out, _) => {}
                (Value::Open, Value::Open) => open += 1,
                (Value::Open, colour) => {
                    chosen[usize::from((colour == Value::In) == edge.odd)] += 1;
                    beyond = true;
                }
            }
        }
        if !beyond {
            return Ok(());
        }
        // The number of open edges that must be in, for each colour of the clue face; `None` if the colour is impossible.
        let needed = chosen.map(|chosen| self.clue.checked_sub(chosen).filter(|&needed| needed <= open));
        let forced = |needed: usize| (needed == 0 || needed == open).then_some(needed > 0);
        match needed {
            [None, None] => return Err(Conflict::of(reason)),
            [Some(_), None] => trail.push(self.colour, false, reason),
            [None, Some(_)] => trail.push(self.colour, true, reason),
            [Some(outside), Some(inside)] if open > 0 => {
                if let (Some(outside), Some(inside)) = (forced(outside), forced(inside)) {
                    self.decide_open(outside, inside, reason, trail);
                }
            }
            [Some(_), Some(_)] => {}
        }
        Ok(())
    }

    /// Decides the open edges, or the colours beyond them: all open edges are in if `outside` when the clue face is outside,
    /// and if `inside` when it is inside.
    fn decide_open(&self, outside: bool, inside: bool, reason: Reason, trail: &mut Trail) {
        for edge in &self.edges {
            if trail.value(edge.edge) != Value::Open || trail.value(edge.beyond) != Value::Open {
                continue;
            }
            if outside == inside {
                trail.push(edge.edge, outside, reason);
            } else {
                trail.push(edge.beyond, outside ^ edge.odd, reason);
            }
        }
    }

    /// Adds why the rule decided `variable`; for `None`, why the clue face can have neither colour.
    pub(super) fn explain(&self, variable: Option<Var>, trail: &Trail, reason: &mut Vec<Lit>) {
        let before = variable.map_or(u32::MAX, |v| trail.position(v));
        let implied = variable.map(|v| trail.literal(v));
        // Refuting a colour of the clue face takes one edge more than forcing the open edges.
        let more = usize::from(implied.is_none_or(|literal| literal.var() == self.colour));
        for colour in [false, true] {
            if implied == Some(Lit::new(self.colour, colour)) {
                continue;
            }
            for (value, most) in [(true, self.clue), (false, self.edges.len() - self.clue)] {
                let edges =
                    self.edges.iter().filter_map(|edge| edge.literal_for(value, colour, trail, before));
                if edges.clone().count() >= most + more {
                    reason.extend(edges.take(most + more));
                    break;
                }
            }
        }
    }
}

#[cfg(test)]
impl FromScratch for FaceClue {
    fn check(&self, context: &Context<'_>, _: Depth) {
        for face in &self.faces {
            let mut beyond: Vec<Var> = face.edges.iter().map(|edge| edge.beyond).collect();
            beyond.sort_unstable();
            // The rule does not notice when two edges lead to the same face.
            if beyond.is_sorted_by(|a, b| a < b) {
                let common = super::tests::structure::common_of(face, &context.trail).expect("a conflict");
                assert!(common.iter().all(|l| context.trail.value(l.var()) != Value::Open), "{face:?}");
            }
        }
    }
}
