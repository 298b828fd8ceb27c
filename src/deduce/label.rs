//! The label rule: in a linkage an edge that is in joins two vertices on the path of one pair.
//!
//! The *label* of a vertex is the number of the pair whose path it lies on, in binary, and 0 if no path passes it; its digits
//! are variables of the trail beside the edges. A single literal of a digit fixes on which half of the paths a vertex lies; in
//! edges this takes whole paths from their terminals on. So learnt clauses over digits are short and propagate more often. And
//! the reason why two paths cannot be joined, or an edge cannot be in, is digits of two neighbours instead of all edges of two
//! paths.
//!
//! An edge that is in makes the digits of its ends equal; an edge whose ends differ in a digit is out; the digits of a
//! vertex whose edges are all out are 0. Vertices joined at level 0 have one label. The edges of a solution decide all
//! labels, so there are as many solutions as before.
//!
//! Source: colours of vertices are common where Numberlink is written in propositional logic; as binary numbers they are
//! few enough for large boards.

use super::context::{Context, Event};
use super::degrees::Count;
#[cfg(test)]
use super::propagator::{Depth, FromScratch};
use super::propagator::{Propagator, Wakes};
use super::reason::Reason;
use super::rule::Rule;
use super::signed_sets::SignedSets;
use super::trail::Trail;
use super::{Conflict, Lit, Value, Var, tuning};
use zlink_puzzle::{EdgeId, Incidence, Puzzle, VertexId, grouped};

/// Stands for no class.
const NONE: u32 = u32::MAX;

/// The label rule: the labels of the classes of vertices (those joined at level 0) that have open edges.
#[derive(Debug, Clone)]
pub(super) struct Label {
    edges: usize,
    /// The number of digits of a label.
    digits: u32,
    /// For each edge open at level 0 the classes of its ends, if they differ; otherwise [`NONE`].
    classes: Vec<[u32; 2]>,
    /// The edges of class `c`, each with the class of its other end: `at[start[c]..start[c + 1]]`.
    start: Vec<u32>,
    at: Vec<(EdgeId, u32)>,
    /// A vertex of each class.
    members: Vec<VertexId>,
    /// The class of each vertex, or [`NONE`].
    of_vertex: Vec<u32>,
    /// The terminals of the pair of each label.
    pairs: Vec<[VertexId; 2]>,
}

impl Label {
    /// The labels of the vertices with open edges, and the literals of the terminals' digits. `None` if there are fewer than
    /// two paths to distinguish, or far too many vertices.
    pub(super) fn new(
        puzzle: &Puzzle,
        incidence: &Incidence,
        trail: &Trail,
    ) -> Result<Option<(Self, Vec<Lit>)>, Conflict> {
        let edges = incidence.edge_count();
        let mut joined = SignedSets::new(incidence.vertex_count());
        for e in (0..edges).map(EdgeId::from_index).filter(|&e| trail.value(e) == Value::In) {
            let [u, v] = incidence.ends(e);
            joined.join(u.0, v.0, false)?;
        }
        let mut class_of = vec![NONE; incidence.vertex_count()];
        let mut members = Vec::new();
        let mut classes = vec![[NONE; 2]; edges];
        for e in (0..edges).map(EdgeId::from_index).filter(|&e| trail.value(e) == Value::Open) {
            let both = incidence.ends(e).map(|v| joined.find(v.0).0);
            if both[0] != both[1] {
                classes[e.index()] = both.map(|v| {
                    let class = &mut class_of[v as usize];
                    if *class == NONE {
                        *class = members.len() as u32;
                        members.push(VertexId(v));
                    }
                    *class
                });
            }
        }
        let vertices = 0..incidence.vertex_count() as u32;
        let of_vertex: Vec<u32> = vertices.map(|v| class_of[joined.find(v).0 as usize]).collect();
        let is_open = |pair: &[VertexId; 2]| pair.iter().any(|t| of_vertex[t.index()] != NONE);
        let pairs: Vec<[VertexId; 2]> = puzzle.pairs().iter().copied().filter(is_open).collect();
        let digits = pairs.len().next_power_of_two().trailing_zeros();
        if digits == 0 || members.len() * digits as usize > tuning::LABEL_DIGITS {
            return Ok(None);
        }
        let by_class = (0..)
            .zip(&classes)
            .filter(|(_, both)| both[0] != NONE)
            .flat_map(|(e, &[a, b])| [(a, (EdgeId(e), b)), (b, (EdgeId(e), a))]);
        let (start, at) = grouped(members.len(), by_class);
        let labels = Label { edges, digits, classes, start, at, members, of_vertex, pairs };
        let mut given = Vec::new();
        for (label, t) in labels.pairs.iter().enumerate().flat_map(|(label, pair)| pair.map(|t| (label, t))) {
            let class = labels.of_vertex[t.index()];
            if class != NONE {
                given.extend((0..digits).map(|d| Lit::new(labels.digit(class, d), label >> d & 1 == 1)));
            }
        }
        Ok(Some((labels, given)))
    }

    /// The number of digit variables.
    pub(super) fn count(&self) -> usize {
        self.members.len() * self.digits as usize
    }

    /// The variable of a digit of a class.
    #[inline]
    fn digit(&self, class: u32, digit: u32) -> Var {
        Var::from_index(self.edges + (class * self.digits + digit) as usize)
    }

    /// The class and the digit that a variable stands for.
    #[inline]
    fn of(&self, variable: Var) -> (u32, u32) {
        let number = (variable.index() - self.edges) as u32;
        (number / self.digits, number % self.digits)
    }

    /// The values of all digits in the solution that has the edges marked in `chosen`.
    pub(super) fn values(&self, chosen: &[bool], incidence: &Incidence) -> Vec<bool> {
        let mut of_vertex = vec![0; incidence.vertex_count()];
        for (label, &[terminal, _]) in self.pairs.iter().enumerate() {
            let (mut here, mut came) = (terminal, None);
            loop {
                of_vertex[here.index()] = label;
                let next = incidence.at(here).iter().find(|&&(e, _)| Some(e) != came && chosen[e.index()]);
                let Some(&(e, v)) = next else { break };
                (here, came) = (v, Some(e));
            }
        }
        let digits = |v: &VertexId| {
            let label = of_vertex[v.index()];
            (0..self.digits).map(move |d| label >> d & 1 == 1)
        };
        self.members.iter().flat_map(digits).collect()
    }

    /// Decides what follows from a variable that was counted.
    #[inline]
    fn follow_variable(&self, variable: Var, trail: &mut Trail) -> Result<(), Conflict> {
        match trail.edge(variable) {
            None => {
                let (class, digit) = self.of(variable);
                self.propagate_digit(class, digit, trail)
            }
            Some(edge) if trail.value(edge) == Value::In && self.classes[edge.index()][0] != NONE => {
                (0..self.digits).try_for_each(|digit| self.equate(edge, digit, trail))
            }
            Some(_) => Ok(()),
        }
    }

    /// Propagates a decided digit of a class to its neighbours and the edges to them.
    #[inline]
    fn propagate_digit(&self, class: u32, digit: u32, trail: &mut Trail) -> Result<(), Conflict> {
        let mine = self.digit(class, digit);
        for &(edge, other) in self.at(class) {
            match trail.value(edge) {
                Value::In => self.equate(edge, digit, trail)?,
                Value::Open if differ(trail.value(mine), trail.value(self.digit(other, digit))) => {
                    let mine = self.digit(self.classes[edge.index()][0], digit);
                    trail.push(edge, false, Cause::Digit(mine).reason());
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Makes a digit of the two ends of a chosen edge equal. A newly decided digit is spread along chosen edges at once, so
    /// that two labelled paths are known to differ when an edge joins them.
    #[inline]
    fn equate(&self, edge: EdgeId, digit: u32, trail: &mut Trail) -> Result<(), Conflict> {
        let [a, b] = self.classes[edge.index()];
        let from = match [a, b].map(|class| trail.value(self.digit(class, digit))) {
            [Value::Open, Value::Open] => return Ok(()),
            [_, Value::Open] => a,
            [Value::Open, _] => b,
            [of_a, of_b] if of_a == of_b => return Ok(()),
            _ => return Err(Conflict::at(Cause::Digit(self.digit(a, digit)).reason(), edge)),
        };
        self.spread(from, digit, trail)
    }

    /// Copies a digit of a class to all classes connected with it by chosen edges.
    fn spread(&self, class: u32, digit: u32, trail: &mut Trail) -> Result<(), Conflict> {
        let known = trail.value(self.digit(class, digit));
        let mut reached = vec![class];
        while let Some(class) = reached.pop() {
            for &(edge, other) in self.at(class) {
                if trail.value(edge) != Value::In {
                    continue;
                }
                let theirs = self.digit(other, digit);
                match trail.value(theirs) {
                    Value::Open => {
                        trail.push(theirs, known == Value::In, Cause::Edge(edge).reason());
                        reached.push(other);
                    }
                    value if value == known => {}
                    _ => return Err(Conflict::at(Cause::Digit(theirs).reason(), edge)),
                }
            }
        }
        Ok(())
    }

    /// The edges of a class, each with the class of its other end.
    #[inline]
    fn at(&self, class: u32) -> &[(EdgeId, u32)] {
        &self.at[self.start[class as usize] as usize..self.start[class as usize + 1] as usize]
    }

    /// Decides the digits of `vertex`, which no path passes: they are all 0.
    fn leave(&self, vertex: VertexId, trail: &mut Trail) -> Result<(), Conflict> {
        let class = self.of_vertex[vertex.index()];
        if class == NONE {
            return Ok(());
        }
        for digit in (0..self.digits).map(|digit| self.digit(class, digit)) {
            match trail.value(digit) {
                Value::Open => trail.push(digit, false, Cause::Idle(vertex).reason()),
                Value::In => return Err(Conflict::at(Cause::Idle(vertex).reason(), digit)),
                Value::Out => {}
            }
        }
        Ok(())
    }

    /// Adds the two literals that show that the ends of `edge` differ in this digit.
    fn explain_apart(&self, digit: Var, edge: EdgeId, trail: &Trail, reason: &mut Vec<Lit>) {
        let (_, digit) = self.of(digit);
        reason.extend(self.classes[edge.index()].map(|class| trail.literal(self.digit(class, digit))));
    }
}

/// What the rule concludes from. A reason stores it as a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cause {
    /// The ends of an edge differ in a digit (this variable, or the same digit of the other end): decides the edge, or is a
    /// conflict.
    Digit(Var),
    /// This edge is in and a digit of one of its ends is known: decides that digit of the other end.
    Edge(EdgeId),
    /// No path passes this vertex, so its label is 0.
    Idle(VertexId),
}

impl Cause {
    fn reason(self) -> Reason {
        let (kind, number) = match self {
            Cause::Digit(digit) => (0, digit.number()),
            Cause::Edge(edge) => (1, edge.0),
            Cause::Idle(vertex) => (2, vertex.0),
        };
        Reason::of_kind(Rule::Label, kind, [number, 0])
    }

    fn of(reason: Reason) -> Self {
        let [number, _] = reason.data();
        match reason.kind() {
            0 => Cause::Digit(Var::from_number(number)),
            1 => Cause::Edge(EdgeId(number)),
            _ => Cause::Idle(VertexId(number)),
        }
    }
}

/// Whether a reason of the rule is that no path passes a vertex.
#[cfg(test)]
pub(super) fn is_idle(reason: Reason) -> bool {
    matches!(Cause::of(reason), Cause::Idle(_))
}

/// Adds the literals of all edges at a vertex, which are out.
fn explain_idle(vertex: VertexId, context: &Context<'_>, literals: &mut Vec<Lit>) {
    literals.extend(context.incidence.at(vertex).iter().map(|&(e, _)| context.trail.literal(e)));
}

impl Propagator for Label {
    const WAKES: Wakes = Wakes::Variables;
    const IS_LOCAL: bool = true;
    const IS_PROVABLE: bool = false;

    #[inline(always)]
    fn follow(&mut self, context: &mut Context<'_>, event: &Event) -> Result<(), Conflict> {
        let Context { incidence, degrees, trail, .. } = context;
        if let Some(edge) = event.edge.filter(|_| !event.value) {
            let mut idle = incidence.ends(edge).into_iter().filter(|&v| degrees.count(v) == Count::default());
            idle.try_for_each(|v| self.leave(v, trail))?;
        }
        self.follow_variable(event.var, trail)
    }

    fn explain(&self, context: &Context<'_>, reason: Reason, implied: Var, literals: &mut Vec<Lit>) {
        let trail = &context.trail;
        match (Cause::of(reason), trail.edge(implied)) {
            (Cause::Idle(vertex), _) => explain_idle(vertex, context, literals),
            (Cause::Digit(digit), Some(edge)) => self.explain_apart(digit, edge, trail, literals),
            (Cause::Edge(edge), None) => {
                let (class, digit) = self.of(implied);
                let other = self.classes[edge.index()].into_iter().find(|&other| other != class);
                literals.push(trail.literal(edge));
                literals.extend(other.map(|other| trail.literal(self.digit(other, digit))));
            }
            (Cause::Digit(_), None) | (Cause::Edge(_), Some(_)) => {}
        }
    }

    /// Adds an edge that is in, and a digit of both its ends; or all edges of a vertex that no path passes, and one of its
    /// digits.
    fn explain_conflict(
        &self,
        context: &Context<'_>,
        reason: Reason,
        var: Option<Var>,
        literals: &mut Vec<Lit>,
    ) {
        let trail = &context.trail;
        match Cause::of(reason) {
            Cause::Idle(vertex) => {
                explain_idle(vertex, context, literals);
                literals.extend(var.map(|digit| trail.literal(digit)));
            }
            Cause::Digit(digit) => {
                if let Some(edge) = var.and_then(|var| trail.edge(var)) {
                    literals.push(trail.literal(edge));
                    self.explain_apart(digit, edge, trail, literals);
                }
            }
            Cause::Edge(_) => {}
        }
    }
}

/// Whether both values are known and differ.
#[inline]
fn differ(a: Value, b: Value) -> bool {
    a != Value::Open && b != Value::Open && a != b
}

#[cfg(test)]
impl FromScratch for Label {
    fn check(&self, context: &Context<'_>, _: Depth) {
        let Context { incidence, trail, .. } = context;
        for (e, &[a, b]) in self.classes.iter().enumerate().filter(|(_, both)| both[0] != NONE) {
            for digit in 0..self.digits {
                let [of_a, of_b] = [a, b].map(|class| trail.value(self.digit(class, digit)));
                match trail.value(EdgeId::from_index(e)) {
                    Value::In => assert_eq!(of_a, of_b, "edge {e}"),
                    Value::Open => assert!(!differ(of_a, of_b), "edge {e}"),
                    Value::Out => {}
                }
            }
        }
        let terminal = |v| context.puzzle.pairs().iter().flatten().any(|&t| t == v);
        for v in (0..incidence.vertex_count()).map(VertexId::from_index).filter(|&v| !terminal(v)) {
            let class = self.of_vertex[v.index()];
            if class != NONE && incidence.at(v).iter().all(|&(e, _)| trail.value(e) == Value::Out) {
                let mut digits = (0..self.digits).map(|digit| self.digit(class, digit));
                assert!(digits.all(|digit| trail.value(digit) == Value::Out), "{v:?}");
            }
        }
    }
}
