//! The hub rule: how many of the faces around a cell lie inside.
//!
//! Where the open edges of a cell lie around one face, the *hub*, such an edge (a *spoke*) is in exactly when the face
//! beyond it lies on the other side. So of the faces beyond as many are inside as the clue asks for and the hub is
//! outside, or as many are outside and the hub is inside. With some of them known this says more than the clue and the
//! sides do by themselves, as long as the hub is open: beside a clue 1 with one face inside and one outside, the edges
//! to all other faces are out. Once the hub is known, nothing is left to say.
//!
//! For each of the two values of the hub a spoke is in, out or open. Where a value makes too many in or out, the hub
//! has the other one. Where both values propagate_colours the open spokes, and in the same way, these edges are decided; where
//! they propagate_colours them in opposite ways, the faces beyond are. All spokes of a hub are looked at whenever one of them
//! changed; there are no counts to keep.
//!
//! Reasons: for each value of the hub that matters, as many spokes that are in, or out, as the clue allows.
//!
//! Colouring the cells of a square grid is common practice for Slitherlink, counting colours around clues included;
//! here the graph may be any planar one, and cells and faces need not be the same.

use super::colouring::Colouring;
use super::context::Context;
#[cfg(test)]
use super::propagator::{Depth, FromScratch};
use super::propagator::{Event, Propagator, Wakes};
use super::reason::Reason;
use super::registry::Rule;
use super::trail::Trail;
use super::{Conflict, Lit, Value, Var, tuning};
use crate::puzzle::{EdgeId, grouped};

/// An open edge of a cell.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spoke {
    pub(super) edge: EdgeId,
    /// The side of the face beyond.
    pub(super) beyond: Var,
    /// What the edge, the hub and the side beyond add up to.
    pub(super) odd: bool,
}

/// A face with a clue about its edges.
#[derive(Debug, Clone)]
pub(super) struct Hub {
    pub(super) side: Var,
    /// How many spokes are in.
    pub(super) clue: usize,
    pub(super) spokes: Vec<Spoke>,
}

/// All hubs.
#[derive(Debug, Clone)]
pub(super) struct FaceClue {
    hubs: Vec<Hub>,
    /// The hubs around which variable `v` lies: `at[start[v]..start[v + 1]]`.
    start: Vec<u32>,
    at: Vec<u32>,
}

impl FaceClue {
    /// The hubs among the cells of `clues`, each with its clue, of a trail at level 0.
    pub(super) fn new(sides: &Colouring, clues: &[(&[EdgeId], usize)], trail: &Trail) -> Self {
        let hubs: Vec<Hub> =
            clues.iter().filter_map(|&(edges, clue)| Hub::new(sides, edges, clue, trail)).collect();
        let places = (0..).zip(&hubs).flat_map(|(i, hub)| {
            hub.spokes.iter().flat_map(move |spoke| [(spoke.edge.0, i), (spoke.beyond.number(), i)])
        });
        let (start, at) = grouped(trail.values().len() + sides.count(), places);
        FaceClue { hubs, start, at }
    }

    /// The reason keeps the number of a hub.
    fn of(&self, reason: Reason) -> &Hub {
        &self.hubs[reason.data()[0] as usize]
    }

    #[cfg(test)]
    pub(super) fn all(&self) -> &[Hub] {
        &self.hubs
    }
}

impl Propagator for FaceClue {
    const WAKES: Wakes = Wakes::Variables;
    const IS_LOCAL: bool = true;

    #[inline(always)]
    fn follow(&mut self, context: &mut Context<'_>, event: &Event) -> Result<(), Conflict> {
        let (v, trail) = (event.var.index(), &mut context.trail);
        for &i in &self.at[self.start[v] as usize..self.start[v + 1] as usize] {
            let hub = &self.hubs[i as usize];
            if trail.value(hub.side) == Value::Open {
                hub.propagate_colours(Reason::new(Rule::FaceClue, [i, 0]), trail)?;
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

impl Spoke {
    /// The literal that says that the edge has `value`, if the hub lies on this `side`.
    fn says(&self, value: bool, side: bool, trail: &Trail, before: u32) -> Option<Lit> {
        let known = |v: Var| trail.value_before(v, before) != Value::Open;
        let literal = if known(self.edge.into()) {
            Lit::new(self.edge, value)
        } else if known(self.beyond) {
            Lit::new(self.beyond, value ^ side ^ self.odd)
        } else {
            return None;
        };
        (trail.literal(literal.var()) == literal).then_some(literal)
    }
}

impl Hub {
    fn new(sides: &Colouring, edges: &[EdgeId], clue: usize, trail: &Trail) -> Option<Self> {
        let open = || edges.iter().copied().filter(|&e| trail.value(e) == Value::Open);
        if !(2..=tuning::CLUE_FACE_EDGES).contains(&open().count()) {
            return None;
        }
        let [first, other] = sides.across(open().next()?)?.0;
        let spokes = |side: Var| -> Option<Vec<Spoke>> {
            let spoke = |edge: EdgeId| match sides.across(edge)? {
                ([a, b], odd) if a == side => Some(Spoke { edge, beyond: b, odd }),
                ([a, b], odd) if b == side => Some(Spoke { edge, beyond: a, odd }),
                _ => None,
            };
            open().map(spoke).collect()
        };
        let (side, spokes) = [first, other].into_iter().find_map(|side| Some((side, spokes(side)?)))?;
        let chosen = edges.iter().filter(|&&e| trail.value(e) == Value::In).count();
        let clue = clue.checked_sub(chosen).filter(|&clue| clue <= spokes.len())?;
        Some(Hub { side, clue, spokes })
    }

    /// Decides what follows from what is known around the hub, which is open.
    fn propagate_colours(&self, reason: Reason, trail: &mut Trail) -> Result<(), Conflict> {
        // Spokes that are in, for each value of the hub; and those that are open for both.
        let (mut chosen, mut open, mut beyond) = ([0, 0], 0, false);
        for spoke in &self.spokes {
            match (trail.value(spoke.edge), trail.value(spoke.beyond)) {
                (Value::In, _) => chosen = chosen.map(|count| count + 1),
                (Value::Out, _) => {}
                (Value::Open, Value::Open) => open += 1,
                (Value::Open, side) => {
                    chosen[usize::from((side == Value::In) == spoke.odd)] += 1;
                    beyond = true;
                }
            }
        }
        if !beyond {
            return Ok(());
        }
        // How many of the open ones are in, for each value of the hub that is possible.
        let needed = chosen.map(|chosen| self.clue.checked_sub(chosen).filter(|&needed| needed <= open));
        let forced = |needed: usize| (needed == 0 || needed == open).then_some(needed > 0);
        match needed {
            [None, None] => return Err(Conflict::of(reason)),
            [Some(_), None] => trail.push(self.side, false, reason),
            [None, Some(_)] => trail.push(self.side, true, reason),
            [Some(outside), Some(inside)] if open > 0 => {
                if let (Some(outside), Some(inside)) = (forced(outside), forced(inside)) {
                    self.decide_open(outside, inside, reason, trail);
                }
            }
            [Some(_), Some(_)] => {}
        }
        Ok(())
    }

    /// The open spokes are in when the hub is `outside`, and when it is `inside`, as these say.
    fn decide_open(&self, outside: bool, inside: bool, reason: Reason, trail: &mut Trail) {
        for spoke in &self.spokes {
            if trail.value(spoke.edge) != Value::Open || trail.value(spoke.beyond) != Value::Open {
                continue;
            }
            if outside == inside {
                trail.push(spoke.edge, outside, reason);
            } else {
                trail.push(spoke.beyond, outside ^ spoke.odd, reason);
            }
        }
    }

    /// Why the rule decided `variable`; or, without one, why the hub has neither value.
    pub(super) fn explain(&self, variable: Option<Var>, trail: &Trail, reason: &mut Vec<Lit>) {
        let before = variable.map_or(u32::MAX, |v| trail.position(v));
        let implied = variable.map(|v| trail.literal(v));
        // A value of the hub is refuted by one spoke more than what settles the others.
        let more = usize::from(implied.is_none_or(|literal| literal.var() == self.side));
        for side in [false, true] {
            if implied == Some(Lit::new(self.side, side)) {
                continue;
            }
            for (value, most) in [(true, self.clue), (false, self.spokes.len() - self.clue)] {
                let spokes = self.spokes.iter().filter_map(|spoke| spoke.says(value, side, trail, before));
                if spokes.clone().count() >= most + more {
                    reason.extend(spokes.take(most + more));
                    break;
                }
            }
        }
    }
}

#[cfg(test)]
impl FromScratch for FaceClue {
    fn check(&self, context: &Context<'_>, _: Depth) {
        for hub in &self.hubs {
            let mut beyond: Vec<Var> = hub.spokes.iter().map(|spoke| spoke.beyond).collect();
            beyond.sort_unstable();
            // Where two spokes lead to one face, the rule does not see that.
            if beyond.is_sorted_by(|a, b| a < b) {
                let common = super::tests::structure::common_of(hub, &context.trail).expect("a conflict");
                assert!(common.iter().all(|l| context.trail.value(l.var()) != Value::Open), "{hub:?}");
            }
        }
    }
}
