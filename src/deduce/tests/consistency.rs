//! Incremental state against the state computed from scratch, and propagation against the rules read literally.

use crate::classes::Classes;
use crate::{Deduction, Depth, Lit, Scope, Techniques, Value};
use zlink_base::limits::Limits;
use zlink_puzzle::random_puzzles::{Random, linkage, puzzle};
use zlink_puzzle::{EdgeId, Puzzle, Topology, VertexId, check};

/// The values after applying the rules, read literally, until nothing changes; `None` for a contradiction.
fn fixpoint(puzzle: &Puzzle, classes: &Classes, induced: bool, literals: &[Lit]) -> Option<Vec<Value>> {
    let mut rules = Literally { puzzle, values: vec![Value::Open; puzzle.edge_count()], changed: true };
    let given = puzzle.required().iter().map(|&e| Lit::new(e, true));
    let given = given.chain(puzzle.forbidden().iter().map(|&e| Lit::new(e, false)));
    for literal in given.chain(literals.iter().copied()) {
        rules.set(literal)?;
    }
    while std::mem::take(&mut rules.changed) {
        rules.degree()?;
        rules.clue()?;
        rules.paths()?;
        if induced {
            rules.induced()?;
        }
        rules.equal(classes)?;
    }
    Some(rules.values)
}

struct Literally<'p> {
    puzzle: &'p Puzzle,
    values: Vec<Value>,
    changed: bool,
}

impl Literally<'_> {
    fn set(&mut self, literal: Lit) -> Option<()> {
        let value = if literal.value() { Value::In } else { Value::Out };
        match self.values[literal.var().index()] {
            Value::Open => {
                self.values[literal.var().index()] = value;
                self.changed = true;
                Some(())
            }
            same => (same == value).then_some(()),
        }
    }

    fn edges(&self) -> Vec<EdgeId> {
        (0..self.values.len()).map(EdgeId::from_index).collect()
    }

    /// Requires the number of literals that hold (edges that are in, or out) to be one that is allowed.
    fn among(
        &mut self,
        literals: impl Iterator<Item = (EdgeId, bool)> + Clone,
        allows: impl Fn(usize) -> bool,
    ) -> Option<()> {
        let values = &self.values;
        let held = literals
            .clone()
            .filter(|&(e, is_in)| values[e.index()] == if is_in { Value::In } else { Value::Out });
        let held = held.count();
        let open: Vec<(EdgeId, bool)> = literals.filter(|(e, _)| values[e.index()] == Value::Open).collect();
        let possible: Vec<usize> = (held..=held + open.len()).filter(|&k| allows(k)).collect();
        match possible[..] {
            [] => return None,
            [k] if k == held => open.iter().try_for_each(|&(e, is_in)| self.set(Lit::new(e, !is_in)))?,
            [k] if k == held + open.len() => {
                open.iter().try_for_each(|&(e, is_in)| self.set(Lit::new(e, is_in)))?;
            }
            _ => {}
        }
        Some(())
    }

    fn degree(&mut self) -> Option<()> {
        for v in (0..self.puzzle.vertex_count()).map(VertexId::from_index) {
            let at: Vec<EdgeId> =
                self.edges().into_iter().filter(|&e| self.puzzle.edge_ends(e).contains(&v)).collect();
            let allowed: &[usize] = match (self.puzzle.topology(), self.puzzle.cover()) {
                _ if self.puzzle.pairs().iter().flatten().any(|&t| t == v) => &[1],
                (Topology::PathMatching, false) => &[0, 1, 2],
                (Topology::PathMatching, true) => &[1, 2],
                (_, false) => &[0, 2],
                (_, true) => &[2],
            };
            self.among(at.into_iter().map(|e| (e, true)), |k| allowed.contains(&k))?;
        }
        Some(())
    }

    fn clue(&mut self) -> Option<()> {
        for (_, sum) in self.puzzle.sums() {
            self.among(sum.literals(), |k| sum.allows(k))?;
        }
        Some(())
    }

    fn equal(&mut self, classes: &Classes) -> Option<()> {
        for e in self.edges() {
            for f in self.edges() {
                let ((class, opposite), (other, sign)) = (classes.find(e), classes.find(f));
                if class == other && self.values[e.index()] != Value::Open {
                    let value = (self.values[e.index()] == Value::In) ^ opposite ^ sign;
                    self.set(Lit::new(f, value))?;
                }
            }
        }
        Some(())
    }

    /// The chosen edges of the path or cycle at `start`, and its last vertex.
    fn walk(&self, start: VertexId) -> (Vec<EdgeId>, VertexId) {
        let (mut here, mut path) = (start, Vec::new());
        while let Some(e) = self.edges().into_iter().find(|&e| {
            self.values[e.index()] == Value::In
                && !path.contains(&e)
                && self.puzzle.edge_ends(e).contains(&here)
        }) {
            path.push(e);
            let [u, v] = self.puzzle.edge_ends(e);
            here = if u == here { v } else { u };
        }
        (path, here)
    }

    fn paths(&mut self) -> Option<()> {
        let topology = self.puzzle.topology();
        if topology == Topology::Cycles {
            return self.not_empty();
        }
        let pair = |v: VertexId| self.puzzle.pairs().iter().position(|p| p.contains(&v));
        let chosen: Vec<EdgeId> =
            self.edges().into_iter().filter(|e| self.values[e.index()] == Value::In).collect();
        for &e in &chosen {
            let start = self.puzzle.edge_ends(e)[0];
            let (path, end) = self.walk(start);
            if start == end {
                if topology != Topology::Cycle || check::verify(self.puzzle, &path).is_err() {
                    return None;
                }
                for e in self.edges() {
                    self.set(Lit::new(e, path.contains(&e)))?;
                }
            } else if let (Some(a), Some(b)) = (pair(end), pair(self.walk(end).1))
                && a != b
            {
                return None;
            }
        }
        for e in self.edges() {
            if self.values[e.index()] != Value::Open {
                continue;
            }
            let [u, v] = self.puzzle.edge_ends(e);
            let ((mut path, end), (_, far)) = (self.walk(u), self.walk(v));
            let closes = end == v && !path.is_empty();
            let crosses = pair(end).is_some_and(|a| pair(far).is_some_and(|b| a != b));
            path.push(e);
            let bad = match topology {
                Topology::Cycle => {
                    closes && (path.len() <= chosen.len() || check::verify(self.puzzle, &path).is_err())
                }
                _ => closes || crosses,
            };
            if bad {
                self.set(Lit::new(e, false))?;
            }
        }
        self.not_empty()
    }

    /// The component of each vertex in the chosen edges.
    fn components(&self) -> Vec<usize> {
        let mut component: Vec<usize> = (0..self.puzzle.vertex_count()).collect();
        for _ in 0..component.len() {
            for e in self.edges().into_iter().filter(|e| self.values[e.index()] == Value::In) {
                let [u, v] = self.puzzle.edge_ends(e).map(|v| v.index());
                let low = component[u].min(component[v]);
                (component[u], component[v]) = (low, low);
            }
        }
        component
    }

    fn induced(&mut self) -> Option<()> {
        let component = self.components();
        let usable: Vec<EdgeId> =
            self.edges().into_iter().filter(|e| !self.puzzle.forbidden().contains(e)).collect();
        let joins = |e: EdgeId| self.puzzle.edge_ends(e).map(|v| component[v.index()]);
        let between = |[p, q]: [usize; 2]| {
            usable.iter().copied().filter(move |&e| joins(e) == [p, q] || joins(e) == [q, p])
        };
        let pairs: Vec<[usize; 2]> =
            self.puzzle.pairs().iter().map(|p| p.map(|t| component[t.index()])).collect();
        let partner = |p: usize| pairs.iter().find(|pair| pair.contains(&p)).map(|&[a, b]| a + b - p);
        let mut found = Vec::new();
        for &e in &usable {
            let [p, q] = joins(e);
            if p == q && self.values[e.index()] != Value::In {
                return None;
            }
            if self.values[e.index()] != Value::Open {
                continue;
            }
            let twin = |near, free| {
                let far = partner(near).filter(|&far| far != near && partner(free).is_none());
                far.is_some_and(|far| between([far, free]).any(|f| self.values[f.index()] == Value::Out))
            };
            if between([p, q]).count() > 1 || twin(p, q) || twin(q, p) {
                found.push(Lit::new(e, false));
            }
        }
        for &[p, q] in pairs.iter().filter(|[p, q]| p != q) {
            match between([p, q]).collect::<Vec<_>>()[..] {
                [] => {}
                [e] => found.push(Lit::new(e, true)),
                _ => return None,
            }
        }
        found.into_iter().try_for_each(|literal| self.set(literal))
    }

    fn not_empty(&self) -> Option<()> {
        let may_be_empty = matches!(self.puzzle.topology(), Topology::Linkage | Topology::PathMatching);
        (may_be_empty || self.values.iter().any(|&v| v != Value::Out)).then_some(())
    }
}

#[test]
fn incremental_state_and_rules() {
    let mut random = Random(7);
    for round in 0..4000 {
        let puzzle = if round < 3000 { puzzle(&mut random, 11) } else { linkage(&mut random, 17) };
        let induced = puzzle.topology() == Topology::Linkage && random.chance(60);
        let mut deduction = if induced {
            Deduction::induced(&puzzle, Techniques::default())
        } else {
            Deduction::new(&puzzle)
        };
        let presolved = random.chance(40);
        if presolved && deduction.probe(Scope::Fixpoint, &Limits::none()).is_err() {
            continue;
        }
        let trail = deduction.trail();
        let known: Vec<Lit> = match presolved {
            true => trail.entries().iter().map(|&e| trail.literal(e)).collect(),
            false => Vec::new(),
        };
        let mut decisions: Vec<Lit> = Vec::new();
        for _ in 0..12 {
            let literally = fixpoint(
                &puzzle,
                &deduction.context.classes,
                induced,
                &[&known[..], &decisions[..]].concat(),
            );
            match deduction.propagate(Depth::Cheap) {
                Ok(()) => {
                    deduction.rules.check_from_scratch(&deduction.context, Depth::Cheap);
                    assert_eq!(Some(deduction.values()), literally.as_deref(), "{puzzle:?} {decisions:?}");
                }
                Err(conflict) => {
                    assert_eq!(literally, None, "{conflict:?} {puzzle:?} {decisions:?}");
                    if deduction.level() == 0 {
                        break;
                    }
                }
            }
            let back = literally.is_none() || deduction.is_decided() || random.chance(20);
            if back {
                if deduction.level() == 0 {
                    break;
                }
                let level = random.below(deduction.level() as usize);
                deduction.backtrack(level as u32);
                decisions.truncate(level);
                continue;
            }
            let open: Vec<usize> =
                (0..puzzle.edge_count()).filter(|&e| deduction.values()[e] == Value::Open).collect();
            let literal = Lit::new(EdgeId::from_index(open[random.below(open.len())]), random.chance(50));
            deduction.assume(literal.var(), literal.value());
            decisions.push(literal);
        }
    }
}
