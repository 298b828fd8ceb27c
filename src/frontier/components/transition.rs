//! A state and a choice -> the next state: the definition.

use super::conditions::{Numbers, Share};
use super::partition::Partition;
use super::steps::{DEAD, End, Step, Steps};
use crate::layout::Field;
use crate::problem;
use zlink_diagram::{Arcs, NodeId};

/// Compiled steps for states of `N` words.
pub(super) struct Transition<'s, const N: usize> {
    pub(super) steps: &'s Steps<'s>,
    partition: Partition<N>,
}

/// There is no solution from here on.
struct Dead;

/// Whether a sweep may go on from a state.
enum Verdict {
    Go,
    /// The state is a solution without a further edge, and no edge may be added.
    Accept,
}

/// The parts of a component that change hands when its first slot does.
type Attributes<'s> = [&'s [Field]; 2];

impl<'s, const N: usize> Transition<'s, N> {
    pub(super) fn new(steps: &'s Steps<'s>) -> Self {
        Transition { steps, partition: Partition::new(&steps.layout.codes) }
    }

    /// The state before the first step.
    pub(super) fn root(&self) -> [u64; N] {
        let Steps { layout, conditions, root, bias, .. } = self.steps;
        let mut state = [0; N];
        let mut set = |field: Field, value: u64| field.set(&mut state, value);
        layout.others.into_iter().for_each(|field| set(field, root.others as u64 + 1));
        if let (Some(fields), Some(weights)) = (layout.extremes, root.extremes) {
            fields.into_iter().zip(weights).for_each(|(field, weight)| set(field, weight + 1));
        }
        layout.size.into_iter().for_each(|field| set(field, 1));
        layout.sums.iter().zip(bias).for_each(|(&field, &bias)| set(field, bias as u64 + 1));
        layout
            .degree_counts
            .iter()
            .zip(&root.degree_counts)
            .for_each(|(&field, &count)| set(field, count as u64 + 1));
        if let (Some(field), Some(diagram)) = (layout.node, conditions.within) {
            set(field, diagram.root().0.into());
        }
        state
    }

    /// The two arcs of a state before `step`.
    #[inline(always)]
    pub(super) fn arcs(&self, i: usize, step: &Step, state: &[u64; N]) -> [problem::Arc<N>; 2] {
        let mut state = *state;
        self.enter(step, &mut state);
        [false, true].map(|takes| {
            let mut state = state;
            let passed = if takes { self.take(i, step, &mut state) } else { self.skip(step, &mut state) };
            match passed.and_then(|()| self.end(i, step, takes, &mut state)) {
                Err(Dead) => problem::Arc::DEAD,
                Ok(Verdict::Accept) => problem::Arc { state: [0; N], end: problem::End::Accept, taken: 0 },
                Ok(Verdict::Go) => problem::Arc { state, end: problem::End::State, taken: 0 },
            }
        })
    }

    fn is_joined(&self, state: &[u64; N]) -> bool {
        self.steps.layout.joined.is_some_and(|field| field.get(state) == 1)
    }

    #[inline(always)]
    fn enter(&self, step: &Step, state: &mut [u64; N]) {
        let is_joined = self.is_joined(state);
        let kinds = &step.enter[usize::from(is_joined)..];
        for &(word, bits) in kinds.iter().flatten() {
            state[word as usize % N] |= bits;
        }
    }

    /// The new class of the degree of both ends.
    #[inline(always)]
    fn count_degrees(&self, step: &Step, takes: bool, state: &mut [u64; N]) -> Result<(), Dead> {
        if self.steps.layout.degrees.is_empty() {
            return Ok(());
        }
        for end in &step.ends {
            let field = self.steps.layout.degrees[end.slot];
            match end.degree[usize::from(takes)].get(field.get(state) as usize) {
                Some(&class) if class != DEAD => field.set(state, class.into()),
                _ => return Err(Dead),
            }
        }
        Ok(())
    }

    /// The first slot of the component of the vertex in `slot`.
    #[inline(always)]
    fn first(&self, state: &[u64; N], slot: usize) -> usize {
        let code = self.partition.code(state, slot);
        if self.steps.has_fresh && code == self.steps.fresh {
            slot
        } else {
            (code as usize).saturating_sub(1)
        }
    }

    fn skip(&self, step: &Step, state: &mut [u64; N]) -> Result<(), Dead> {
        self.count_degrees(step, false, state)?;
        if self.steps.closes {
            return self.skip_in_one(step, state);
        }
        if self.steps.conditions.induced {
            let [a, b] = [0, 1].map(|side| self.first(state, step.ends[side].slot));
            if a == b {
                return Err(Dead);
            }
            self.set_apart(state, a, b)?;
        }
        Ok(())
    }

    fn take(&self, i: usize, step: &Step, state: &mut [u64; N]) -> Result<(), Dead> {
        self.count_degrees(step, true, state)?;
        let Steps { layout, conditions, .. } = self.steps;
        if layout.codes.is_empty() || self.is_joined(state) {
            return Ok(());
        }
        let slots = [step.ends[0].slot, step.ends[1].slot];
        if self.steps.closes {
            self.close_beside(slots, state)?;
        }
        let [a, b] = slots.map(|slot| self.first(state, slot));
        let has_same_side = || layout.sides[slots[0]].get(state) == layout.sides[slots[1]].get(state);
        if a == b {
            return if conditions.acyclic || conditions.bipartite && has_same_side() {
                Err(Dead)
            } else {
                Ok(())
            };
        }
        let [new, old] = [a.min(b), a.max(b)];
        if conditions.bipartite && has_same_side() {
            // A vertex without an edge has the side 0 and is its only member.
            self.turn(state, old);
        }
        self.partition.replace(state, old as u64 + 1, new as u64 + 1);
        for slot in slots {
            self.partition.set(state, slot, new as u64 + 1);
        }
        if !layout.groups.is_empty() {
            self.join_groups(i, state, new, old)?;
        }
        if let Some(weights) = &conditions.weights {
            let [one, other] = [layout.weights[new], layout.weights[old]];
            let sum = one.get(state).saturating_add(other.get(state));
            if sum > weights.most {
                return Err(Dead);
            }
            one.set(state, sum.min(weights.cap()));
            other.clear(state);
        }
        if conditions.induced {
            self.join_apart(state, new, old)?;
        }
        Ok(())
    }

    /// Leaves an edge out where all edges are in one component: its ends are not both in it.
    fn skip_in_one(&self, step: &Step, state: &mut [u64; N]) -> Result<(), Dead> {
        let Steps { fresh, closed, .. } = self.steps;
        let slots = [step.ends[0].slot, step.ends[1].slot];
        let codes = slots.map(|slot| self.partition.code(state, slot));
        match codes.map(|code| code == *fresh) {
            _ if codes.contains(closed) => {}
            [true, true] => self.set_apart(state, slots[0], slots[1])?,
            [true, false] => self.close(state, slots[0]),
            [false, true] => self.close(state, slots[1]),
            [false, false] => return Err(Dead),
        }
        Ok(())
    }

    /// Closes the vertices that are apart from the ends of an edge that is taken.
    fn close_beside(&self, slots: [usize; 2], state: &mut [u64; N]) -> Result<(), Dead> {
        let Steps { layout, closed, .. } = self.steps;
        if slots.iter().any(|&slot| self.partition.code(state, slot) == *closed)
            || layout.apart[slots[0]].get(state) >> slots[1] & 1 == 1
        {
            return Err(Dead);
        }
        for slot in slots {
            let mut row = layout.apart[slot].get(state);
            while row != 0 {
                self.close(state, row.trailing_zeros() as usize);
                row &= row - 1;
            }
        }
        Ok(())
    }

    /// Closes a vertex without an edge.
    fn close(&self, state: &mut [u64; N], slot: usize) {
        self.move_apart(state, slot, None);
        self.partition.set(state, slot, self.steps.closed);
        self.steps.layout.weights.get(slot).into_iter().for_each(|weight| weight.clear(state));
    }

    /// Turns the sides of the component whose first slot is `first`.
    #[cold]
    fn turn(&self, state: &mut [u64; N], first: usize) {
        let before = *state;
        let sides = &self.steps.layout.sides;
        let turned = (0..sides.len())
            .filter(|&slot| self.partition.code(&before, slot) != 0 && self.first(&before, slot) == first);
        for slot in turned {
            sides[slot].set(state, 1 - sides[slot].get(&before));
        }
    }

    /// Gives the new component the group of both parts.
    fn join_groups(&self, i: usize, state: &mut [u64; N], new: usize, old: usize) -> Result<(), Dead> {
        let Steps { layout, last_entry, .. } = self.steps;
        let [one, other] = [layout.groups[new], layout.groups[old]];
        let groups = [one.get(state), other.get(state)];
        if groups[0] != groups[1] && groups[0] != 0 && groups[1] != 0 {
            return Err(Dead);
        }
        one.set(state, groups[0].max(groups[1]));
        other.clear(state);
        if let Some(joined) = layout.joined
            && groups == [1, 1]
            && last_entry[0] <= i
            && layout.groups.iter().filter(|field| field.get(state) == 1).count() == 1
        {
            self.join(state, joined);
        }
        Ok(())
    }

    /// Forgets the partition, which does not matter any more.
    fn join(&self, state: &mut [u64; N], joined: Field) {
        self.partition.clear(state);
        self.steps.layout.groups.iter().for_each(|field| field.clear(state));
        joined.set(state, 1);
    }

    /// Notes that no component may contain those with these first slots.
    fn set_apart(&self, state: &mut [u64; N], a: usize, b: usize) -> Result<(), Dead> {
        let Steps { layout, .. } = self.steps;
        if let [one, other] = [a, b].map(|slot| layout.groups.get(slot).map_or(0, |field| field.get(state)))
            && one == other
            && one != 0
        {
            return Err(Dead);
        }
        for (of, with) in [(a, b), (b, a)] {
            let row = layout.apart[of].get(state);
            layout.apart[of].set(state, row | 1 << with);
        }
        Ok(())
    }

    /// Gives the new component the ones apart from either part.
    fn join_apart(&self, state: &mut [u64; N], new: usize, old: usize) -> Result<(), Dead> {
        let apart = &self.steps.layout.apart;
        if apart[new].get(state) >> old & 1 == 1 {
            return Err(Dead);
        }
        let row = apart[old].get(state);
        self.move_apart(state, old, Some(new));
        apart[new].set(state, apart[new].get(state) | row);
        Ok(())
    }

    /// Clears the row and the column of `old`; those of the column get the bit of `new`.
    fn move_apart(&self, state: &mut [u64; N], old: usize, new: Option<usize>) {
        let apart = &self.steps.layout.apart;
        let mut row = apart[old].get(state);
        apart[old].clear(state);
        while row != 0 {
            let with = row.trailing_zeros() as usize;
            row &= row - 1;
            let column = apart[with].get(state) & !(1 << old) | new.map_or(0, |new| 1 << new);
            apart[with].set(state, column);
        }
    }

    /// What remains to be done after the choice: vertices leave, and counters are brought into their only form.
    #[inline(always)]
    fn end(&self, i: usize, step: &Step, takes: bool, state: &mut [u64; N]) -> Result<Verdict, Dead> {
        let Steps { layout, conditions, .. } = self.steps;
        let mut has_finished = false;
        for end in step.ends.iter().filter(|end| end.leaves) {
            has_finished |= self.leave(i, step, end, state)?;
        }
        if let (Some(field), Some(numbers)) = (layout.size, &conditions.size) {
            add(field, numbers, u64::from(takes), step.left, state)?;
        }
        for (number, addend) in step.addends.iter().enumerate() {
            let (field, bias) = (layout.sums[number], self.steps.bias[number]);
            let Some(biased) = field.get(state).checked_sub(1) else { continue };
            let sum = biased as i64 - bias + if takes { addend.weight } else { 0 };
            match Steps::share(&conditions.linear[number], sum, addend.rest) {
                Share::None => return Err(Dead),
                Share::All => field.clear(state),
                Share::Some => field.set(state, (sum + bias) as u64 + 1),
            }
        }
        if let (Some(field), Some(diagram)) = (layout.node, conditions.within) {
            let node = NodeId(field.get(state) as u32);
            let is_at = step.level.is_some_and(|level| diagram.row(level).contains(&node.0));
            let Arcs { lo, hi } =
                if is_at { diagram.arcs(node) } else { Arcs { lo: node, hi: NodeId::EMPTY } };
            let next = if takes { hi } else { lo };
            if next == NodeId::EMPTY || step.left == 0 && next != NodeId::UNIT {
                return Err(Dead);
            }
            field.set(state, next.0.into());
        }
        if step.left == 0 {
            return if self.is_complete(state) { Ok(Verdict::Accept) } else { Err(Dead) };
        }
        if has_finished { self.judge(i, step, state) } else { Ok(Verdict::Go) }
    }

    /// Whether a state after the last step, where only the counters are left, is a solution.
    fn is_complete(&self, state: &[u64; N]) -> bool {
        let Steps { layout, conditions, .. } = self.steps;
        let has = |field: Field, numbers: &Numbers| match field.get(state) {
            0 => true,
            count => numbers.has(count as usize - 1),
        };
        let counts = conditions.degree_counts.iter().flatten().zip(&layout.degree_counts);
        layout.others.zip(conditions.others.as_ref()).is_none_or(|(field, numbers)| has(field, numbers))
            && counts.into_iter().all(|(numbers, &field)| has(field, numbers))
    }

    /// Lets a vertex leave. Returns whether it was the last one of a component.
    fn leave(&self, i: usize, step: &Step, end: &End, state: &mut [u64; N]) -> Result<bool, Dead> {
        let Steps { layout, conditions, has_fresh, fresh, .. } = self.steps;
        let slot = end.slot;
        if let Some(&degree) = layout.degrees.get(slot) {
            let class = degree.get(state) as usize;
            degree.clear(state);
            if let Some(counts) = &conditions.degree_counts {
                // The class is the degree, and only the degrees that are counted have one.
                let (field, numbers) = layout.degree_counts.get(class).zip(counts.get(class)).ok_or(Dead)?;
                // The other end of the edge may leave, too.
                add(*field, numbers, 1, step.vertices_left + 1, state)?;
            }
        }
        if layout.codes.is_empty() || self.is_joined(state) {
            return Ok(false);
        }
        let code = self.partition.code(state, slot);
        self.partition.set(state, slot, 0);
        if self.steps.closes && code == self.steps.closed {
            return Ok(false);
        }
        if !layout.sides.is_empty()
            && code == slot as u64 + 1
            && let Some(next) = self.partition.first(state, code)
            && layout.sides[next].get(state) == 1
        {
            self.turn(state, slot);
        }
        layout.sides.get(slot).into_iter().for_each(|side| side.clear(state));
        let is_fresh = *has_fresh && code == *fresh;
        if !is_fresh {
            if code != slot as u64 + 1 {
                return Ok(false);
            }
            if let Some(next) = self.partition.first(state, code) {
                self.partition.replace(state, code, next as u64 + 1);
                self.move_attributes(state, slot, next);
                return Ok(false);
            }
        }
        self.finish(i, step, slot, is_fresh, state)
    }

    /// Moves the attributes of a component to its new first slot.
    fn move_attributes(&self, state: &mut [u64; N], old: usize, new: usize) {
        let layout = &self.steps.layout;
        let attributes: Attributes<'_> = [&layout.groups, &layout.weights];
        for fields in attributes.into_iter().filter(|fields| !fields.is_empty()) {
            let value = fields[old].get(state);
            fields[old].clear(state);
            fields[new].set(state, value);
        }
        if let Some(row) = layout.apart.get(old).map(|field| field.get(state)) {
            self.move_apart(state, old, Some(new));
            layout.apart[new].set(state, row);
        }
    }

    /// Ends the component whose first slot was `slot` and whose last vertex has left. Returns whether there was one.
    fn finish(
        &self,
        i: usize,
        step: &Step,
        slot: usize,
        is_fresh: bool,
        state: &mut [u64; N],
    ) -> Result<bool, Dead> {
        let Steps { layout, conditions, last_entry, .. } = self.steps;
        if !layout.apart.is_empty() {
            self.move_apart(state, slot, None);
        }
        let group = layout.groups.get(slot).map_or(0, |field| field.get(state));
        if group > 0 {
            layout.groups[slot].clear(state);
            let is_elsewhere = last_entry[group as usize - 1] > i
                || layout.groups.iter().any(|field| field.get(state) == group);
            if is_elsewhere {
                return Err(Dead);
            }
            if let Some(joined) = layout.joined {
                self.join(state, joined);
                return Ok(true);
            }
        }
        let weight = layout.weights.get(slot).map_or(0, |field| field.get(state));
        layout.weights.get(slot).into_iter().for_each(|field| field.clear(state));
        if is_fresh && group == 0 {
            return Ok(false);
        }
        if let Some(weights) = &conditions.weights {
            if !(weights.least..=weights.most).contains(&weight) {
                return Err(Dead);
            }
            if let Some([least, greatest]) = layout.extremes {
                let known = [least.get(state), greatest.get(state)];
                let with = if known[0] == 0 {
                    [weight; 2]
                } else {
                    [weight.min(known[0] - 1), weight.max(known[1] - 1)]
                };
                if !weights.has_ratio(with[0], with[1]) {
                    return Err(Dead);
                }
                least.set(state, with[0] + 1);
                greatest.set(state, with[1] + 1);
            }
        }
        if let (Some(field), Some(numbers), 0) = (layout.others, &conditions.others, group) {
            // Every vertex that is left may be the last one of a component, the other end of this edge included.
            add(field, numbers, 1, step.vertices_left + 1, state)?;
            if self.steps.shares && !self.can_share(step, field.get(state), numbers, state) {
                return Err(Dead);
            }
        }
        Ok(true)
    }

    /// Whether as many components as there may still be can have the weight that is left.
    fn can_share(&self, step: &Step, count: u64, numbers: &Numbers, state: &[u64; N]) -> bool {
        let Steps { layout, conditions, .. } = self.steps;
        let Some((count, weights)) = count.checked_sub(1).zip(conditions.weights.as_ref()) else {
            return true;
        };
        let weight = layout.weights.iter().map(|field| field.get(state)).sum::<u64>() + step.weight_left;
        let less = |number: usize| number.saturating_sub(count as usize);
        weights.can_share(weight, less(numbers.least().unwrap_or(0)), numbers.greatest().map(less))
    }

    /// Judges a state in which a component has just ended: whether there may be a further one.
    fn judge(&self, i: usize, step: &Step, state: &[u64; N]) -> Result<Verdict, Dead> {
        let Steps { layout, conditions, last_entry, has_fresh, fresh, closed, .. } = self.steps;
        let (Some(field), Some(numbers)) = (layout.others, &conditions.others) else {
            return Ok(Verdict::Go);
        };
        let count = field.get(state).checked_sub(1);
        let is_full = count.is_some() && count.map(|count| count as usize) == numbers.greatest();
        let has_groups = last_entry.iter().any(|&last| last > i)
            || layout.groups.iter().any(|field| field.get(state) != 0);
        if !is_full || has_groups {
            return Ok(Verdict::Go);
        }
        if conditions.single {
            // Every vertex that is left would be in a further component.
            return if step.vertices_left == 0 { Ok(Verdict::Go) } else { Err(Dead) };
        }
        if *has_fresh && !self.partition.has_only(state, &[*fresh, *closed]) {
            return Err(Dead);
        }
        if conditions.degree_counts.is_some() {
            return Ok(Verdict::Go);
        }
        if self.may_stay(step, state) { Ok(Verdict::Accept) } else { Err(Dead) }
    }

    /// Whether the state is a solution without a further edge.
    fn may_stay(&self, step: &Step, state: &[u64; N]) -> bool {
        let Steps { layout, conditions, .. } = self.steps;
        let has_size =
            layout.size.zip(conditions.size.as_ref()).is_none_or(|(field, numbers)| match field.get(state) {
                0 => true,
                size => numbers.has(size as usize - 1),
            });
        let mut sums = layout.sums.iter().zip(&self.steps.bias).zip(&conditions.linear);
        let has_sums = sums.all(|((field, bias), linear)| match field.get(state) {
            0 => true,
            sum => (linear.least..=linear.most).contains(&(i128::from(sum) - 1 - i128::from(*bias))),
        });
        let has_node = layout.node.zip(conditions.within).is_none_or(|(field, diagram)| {
            let mut node = NodeId(field.get(state) as u32);
            while !node.is_terminal() {
                node = diagram.arcs(node).lo;
            }
            node == NodeId::UNIT
        });
        let mut degrees = step.rest.degrees.iter();
        step.rest.is_possible
            && has_size
            && has_sums
            && has_node
            && degrees
                .all(|(slot, stays)| stays.get(layout.degrees[*slot].get(state) as usize) == Some(&true))
    }
}

/// Adds to a counter, of which at most `left` are still to be counted; 0 if the number does not matter any more.
#[inline(always)]
fn add<const N: usize>(
    field: Field,
    numbers: &Numbers,
    more: u64,
    left: usize,
    state: &mut [u64; N],
) -> Result<(), Dead> {
    let Some(count) = field.get(state).checked_sub(1) else { return Ok(()) };
    let count = count + more;
    match numbers.within(count as usize, count as usize + left) {
        Share::None => return Err(Dead),
        Share::All => field.clear(state),
        Share::Some => field.set(state, count + 1),
    }
    Ok(())
}
