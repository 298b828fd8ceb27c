//! What the sums still demand, which many rules read.
//!
//! A sum need not be in force. Its demand is then so large that no rule ever applies to the sum, and the rules need no special case.

#[cfg(test)]
use super::Value;
use zlink_puzzle::{EdgeId, Incidence, Puzzle, Sum, SumId};

/// What a sum still demands, given the counted entries of the trail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Demand {
    /// How many more literals may hold; negative if too many do.
    above: i32,
    /// How many of the open literals may fail to hold; negative if too few are open.
    below: i32,
    /// The upper bound minus the lower bound, or [`NOT_IN_FORCE`]. So `above + below - slack` literals are open.
    slack: i32,
    /// The number of open negative literals.
    open_negative: u32,
}

/// The demands of all sums. The demands of sums that constrain nothing are never read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Demands {
    demands: Vec<Demand>,
    /// The number of sums that are not within their bounds if no more edges are in.
    unmet: isize,
}

/// The slack of a sum that is not in force.
const NOT_IN_FORCE: i32 = i32::MAX;

/// More than any sum has literals.
const FAR: i32 = 1 << 29;

impl Demand {
    /// The demand of a sum that is not in force: counting its literals never makes it tight or unmet.
    fn not_in_force() -> Self {
        Demand { above: 3 * FAR, below: 2 * FAR, slack: NOT_IN_FORCE, open_negative: FAR as u32 }
    }

    /// The demand of a sum without any decided edge.
    fn of(sum: Sum<'_>) -> Self {
        let len = sum.len() as i32;
        // Bounds beyond the number of literals are as impossible, or as certain, as the next one.
        let [least, most] = [sum.least, sum.most].map(|bound| bound.clamp(-1, i64::from(len) + 1) as i32);
        // Bounds that exclude each other are an unattainable lower bound, so that this is noticed at once.
        let below = if least <= most { len - least } else { -1 };
        Demand { above: most, below, slack: most + below - len, open_negative: sum.negative.len() as u32 }
    }

    /// Whether the sum is in force.
    fn in_force(self) -> bool {
        self.slack != NOT_IN_FORCE
    }

    /// Whether a literal is open. The sum is in force.
    #[inline]
    pub(super) fn is_open(self) -> bool {
        self.above + self.below > self.slack
    }

    /// How many more literals may hold; negative if too many do.
    #[inline]
    pub(super) fn above(self) -> i32 {
        self.above
    }

    /// How many of the open literals may fail to hold; negative if too few are open.
    #[inline]
    pub(super) fn below(self) -> i32 {
        self.below
    }

    /// How many more literals may hold if no more edges are in: the open negative ones hold then.
    #[inline(always)]
    fn room(self) -> i32 {
        self.above - self.open_negative as i32
    }

    /// Whether the sum is not within its bounds if no more edges are in: 1 or 0.
    #[inline]
    fn unmet(self) -> isize {
        isize::from(!(0..=self.slack).contains(&self.room()))
    }

    /// Whether the sum is within its bounds if one more edge is in, whose literal is positive or negative.
    fn is_met_with(self, positive: bool) -> bool {
        let room = if positive { self.room() - 1 } else { self.room() + 1 };
        (0..=self.slack).contains(&room)
    }

    /// Counts an edge whose literal has this sign. The result is the change of [`Demand::unmet`].
    #[inline(always)]
    fn apply(&mut self, positive: bool, chosen: bool) -> isize {
        self.open_negative -= u32::from(!positive);
        let bound = if chosen == positive { &mut self.above } else { &mut self.below };
        *bound -= 1;
        self.change(positive, chosen)
    }

    /// Takes back [`Demand::apply`].
    #[inline(always)]
    fn undo(&mut self, positive: bool, chosen: bool) -> isize {
        self.open_negative += u32::from(!positive);
        let bound = if chosen == positive { &mut self.above } else { &mut self.below };
        *bound += 1;
        self.change(!positive, chosen)
    }

    /// The change of [`Demand::unmet`] when an edge was `chosen`, or taken back, so that one literal `more` holds, or one fewer. An edge that
    /// is out changes nothing.
    #[inline(always)]
    fn change(self, more: bool, chosen: bool) -> isize {
        let room = self.room();
        match (chosen, more) {
            (false, _) => 0,
            (true, true) => isize::from(room == -1) - isize::from(room == self.slack),
            (true, false) => isize::from(room - 1 == self.slack) - isize::from(room == 0),
        }
    }
}

impl Demands {
    /// The demands at the start of a trail. A sum is in force if `in_force` holds for it.
    pub(super) fn new(puzzle: &Puzzle, in_force: impl Fn(SumId) -> bool) -> Self {
        let mut demands = vec![Demand::default(); puzzle.sum_count()];
        let mut unmet = 0;
        for (id, sum) in puzzle.sums() {
            let demand = if in_force(id) { Demand::of(sum) } else { Demand::not_in_force() };
            unmet += demand.unmet();
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
        self.unmet += demand.unmet();
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
        for sum in incidence.positive(edge) {
            self.unmet += self.demands[sum.index()].apply(true, chosen);
        }
        for sum in incidence.negative(edge) {
            self.unmet += self.demands[sum.index()].apply(false, chosen);
        }
    }

    /// Takes back [`Demands::apply`].
    #[inline]
    pub(super) fn undo(&mut self, edge: EdgeId, chosen: bool, incidence: &Incidence) {
        for sum in incidence.positive(edge) {
            self.unmet += self.demands[sum.index()].undo(true, chosen);
        }
        for sum in incidence.negative(edge) {
            self.unmet += self.demands[sum.index()].undo(false, chosen);
        }
    }

    /// Whether every sum is within its bounds if no more edges are in.
    #[inline]
    pub(super) fn are_met(&self) -> bool {
        self.unmet == 0
    }

    /// Whether choosing the open `edge`, and no other open edge, meets every sum.
    #[inline]
    pub(super) fn met_with(&self, edge: EdgeId, incidence: &Incidence) -> bool {
        let mut unmet = 0;
        let mut demands = incidence.sums(edge).map(|(sum, positive)| (self.demands[sum.index()], positive));
        demands.all(|(demand, positive)| {
            unmet += demand.unmet();
            demand.is_met_with(positive)
        }) && unmet == self.unmet
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
        fresh.unmet = puzzle.sums().map(|(id, _)| fresh.demand(id).unmet()).sum();
        fresh
    }
}
