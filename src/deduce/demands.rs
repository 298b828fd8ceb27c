//! What the sums still demand, which many rules read.
//!
//! A sum need not be in force. Its demand is then so large that no rule ever applies to the sum, and the rules need no special case.

#[cfg(test)]
use super::Value;
use zlink_puzzle::{EdgeId, Incidence, Puzzle, Sum, SumId};

/// What a sum still demands, given the counted entries of the trail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Demand {
    /// The lower bound minus the literals that hold as long as no more edges are in: those of edges that are in, and the negative ones of
    /// edges that are not.
    need: i32,
    /// The upper bound minus the same number of literals.
    room: i32,
    /// The number of literals whose edges are not counted yet.
    open: u32,
    /// The number of these that are negative.
    open_negative: u32,
}

/// The demands of all sums. The demands of sums that constrain nothing are never read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Demands {
    demands: Vec<Demand>,
    /// The number of sums that are not within their bounds if no more edges are in.
    unmet: usize,
}

/// The demand of a sum that is not in force. Sums have fewer than 2^30 literals, so counting them never makes the sum tight or unmet.
const NOT_IN_FORCE: Demand = Demand { need: -FAR, room: FAR, open: 3 << 30, open_negative: FAR as u32 };
const FAR: i32 = 1 << 30;

impl Demand {
    /// The demand of a sum without any decided edge.
    fn of(sum: Sum<'_>) -> Self {
        let met = sum.negative.len() as i32;
        // Bounds beyond the number of literals are as impossible, or as certain, as the next one.
        let bound = |bound: i64| bound.clamp(-1, sum.len() as i64 + 1) as i32 - met;
        // Bounds that exclude each other are an unattainable lower bound, so that this is noticed at once.
        let least = if sum.least <= sum.most { sum.least } else { i64::MAX };
        Demand {
            need: bound(least),
            room: bound(sum.most),
            open: sum.len() as u32,
            open_negative: sum.negative.len() as u32,
        }
    }

    /// Whether the sum is in force.
    fn in_force(self) -> bool {
        self.open < 1 << 31
    }

    /// The number of literals whose edges are not counted yet.
    #[inline]
    pub(super) fn open(self) -> u32 {
        self.open
    }

    /// How many more literals may hold; negative if too many do.
    #[inline]
    pub(super) fn above(self) -> i64 {
        i64::from(self.room) + i64::from(self.open_negative)
    }

    /// How many of the open literals may fail to hold; negative if too few are open.
    #[inline]
    pub(super) fn below(self) -> i64 {
        i64::from(self.open) - i64::from(self.open_negative) - i64::from(self.need)
    }

    /// Whether the sum is within its bounds if no more edges are in.
    #[inline]
    fn is_met(self) -> bool {
        self.need <= 0 && self.room >= 0
    }

    /// Whether the sum is within its bounds if one more edge is in, whose literal is positive or negative.
    fn is_met_with(self, positive: bool) -> bool {
        let one = if positive { 1 } else { -1 };
        self.need <= one && self.room >= one
    }

    /// Counts an edge whose literal has this sign.
    #[inline]
    fn apply(&mut self, positive: bool, chosen: bool) {
        self.open -= 1;
        self.open_negative -= u32::from(!positive);
        self.shift(positive, chosen, 1);
    }

    /// Takes back [`Demand::apply`].
    #[inline]
    fn undo(&mut self, positive: bool, chosen: bool) {
        self.open += 1;
        self.open_negative += u32::from(!positive);
        self.shift(positive, chosen, -1);
    }

    #[inline]
    fn shift(&mut self, positive: bool, chosen: bool, by: i32) {
        if chosen {
            let by = if positive { by } else { -by };
            self.need -= by;
            self.room -= by;
        }
    }
}

impl Demands {
    /// The demands at the start of a trail. A sum is in force if `in_force` holds for it.
    pub(super) fn new(puzzle: &Puzzle, in_force: impl Fn(SumId) -> bool) -> Self {
        let mut demands = vec![Demand::default(); puzzle.sum_count()];
        let mut unmet = 0;
        for (id, sum) in puzzle.sums() {
            let demand = if in_force(id) { Demand::of(sum) } else { NOT_IN_FORCE };
            unmet += usize::from(!demand.is_met());
            demands[id.index()] = demand;
        }
        Demands { demands, unmet }
    }

    /// Puts a sum in force, of which the edges have these counted values: `None` if an edge is open.
    pub(super) fn enforce(&mut self, id: SumId, sum: Sum<'_>, counted: impl Fn(EdgeId) -> Option<bool>) {
        let demand = &mut self.demands[id.index()];
        if demand.in_force() {
            return;
        }
        *demand = Demand::of(sum);
        for (edge, positive) in sum.literals() {
            if let Some(chosen) = counted(edge) {
                demand.apply(positive, chosen);
            }
        }
        self.unmet += usize::from(!demand.is_met());
    }

    /// Whether a sum is in force.
    pub(super) fn in_force(&self, sum: SumId) -> bool {
        self.demands[sum.index()].in_force()
    }

    #[inline]
    pub(super) fn demand(&self, sum: SumId) -> Demand {
        self.demands[sum.index()]
    }

    /// Counts an edge.
    #[inline]
    pub(super) fn apply(&mut self, edge: EdgeId, chosen: bool, incidence: &Incidence) {
        self.change(incidence.positive(edge), chosen, |demand| demand.apply(true, chosen));
        self.change(incidence.negative(edge), chosen, |demand| demand.apply(false, chosen));
    }

    /// Takes back [`Demands::apply`].
    #[inline]
    pub(super) fn undo(&mut self, edge: EdgeId, chosen: bool, incidence: &Incidence) {
        self.change(incidence.positive(edge), chosen, |demand| demand.undo(true, chosen));
        self.change(incidence.negative(edge), chosen, |demand| demand.undo(false, chosen));
    }

    /// Changes the demands of these sums. Only an edge that is in makes a difference to whether they are met if no more edges are in.
    #[inline(always)]
    fn change(&mut self, sums: &[SumId], chosen: bool, change: impl Fn(&mut Demand)) {
        for sum in sums {
            let demand = &mut self.demands[sum.index()];
            if chosen {
                self.unmet += usize::from(demand.is_met());
                change(demand);
                self.unmet -= usize::from(demand.is_met());
            } else {
                change(demand);
            }
        }
    }

    /// The number of sums that are not within their bounds if no more edges are in.
    #[inline]
    pub(super) fn unmet(&self) -> usize {
        self.unmet
    }

    /// Whether choosing the open `edge`, and no other open edge, meets every sum.
    #[inline]
    pub(super) fn met_with(&self, edge: EdgeId, incidence: &Incidence) -> bool {
        let mut met = 0;
        let mut demands = incidence.sums(edge).map(|(sum, positive)| (self.demands[sum.index()], positive));
        demands.all(|(demand, positive)| {
            met += usize::from(!demand.is_met());
            demand.is_met_with(positive)
        }) && met == self.unmet
    }

    /// The demands computed from the values alone.
    #[cfg(test)]
    pub(super) fn from_scratch(puzzle: &Puzzle, values: &[Value], in_force: impl Fn(SumId) -> bool) -> Self {
        let mut fresh = Demands::new(puzzle, in_force);
        for (id, sum) in puzzle.sums() {
            let demand = &mut fresh.demands[id.index()];
            for (edge, positive) in sum.literals().filter(|(e, _)| values[e.index()] != Value::Open) {
                demand.apply(positive, values[edge.index()] == Value::In);
            }
        }
        fresh.unmet = puzzle.sums().filter(|(id, _)| !fresh.demand(*id).is_met()).count();
        fresh
    }
}
