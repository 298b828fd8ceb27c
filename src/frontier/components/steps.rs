//! CONDITIONS and ORDER -> what happens when the frontier passes each edge.

use std::collections::BTreeMap;

use super::conditions::{ComponentWeights, Conditions, Linear, Numbers, Share};
use crate::layout::{Field, Packer};
use crate::passages::{Visit, Visits};
use zlink_diagram::Level;

/// The class of a degree that no further edges can mend.
pub(super) const DEAD: u16 = u16::MAX;

/// The greatest sum of the absolute weights of a linear constraint.
pub(super) const GREATEST_SUM: u128 = 1 << 62;

/// One end of a step's edge.
#[derive(Debug, Clone)]
pub(super) struct End {
    pub(super) slot: usize,
    pub(super) leaves: bool,
    /// The group of the vertex, plus one; 0 if it is in none.
    pub(super) group: u64,
    /// By class of the degree before the step the class after it: without the edge, and with it.
    pub(super) degree: [Vec<u16>; 2],
}

/// What becomes of a linear constraint at a step.
#[derive(Debug, Clone, Copy)]
pub(super) struct Addend {
    pub(super) weight: i64,
    /// The least and the greatest sum of the weights of later edges.
    pub(super) rest: [i64; 2],
}

/// What happens when the frontier passes one edge.
#[derive(Debug, Clone)]
pub(super) struct Step {
    pub(super) edge: u32,
    pub(super) ends: [End; 2],
    /// Bits to be set when the step is entered, by word: those of the partition, and others.
    pub(super) enter: [Vec<(u8, u64)>; 2],
    /// The number of later edges.
    pub(super) left: usize,
    /// The number of vertices that have not left after the step.
    pub(super) vertices_left: usize,
    pub(super) addends: Vec<Addend>,
    /// The weight of the vertices that enter later.
    pub(super) weight_left: u64,
    /// The level of the edge in the family that is searched.
    pub(super) level: Option<Level>,
    /// What a state after the step must be like for a solution without a further edge.
    pub(super) rest: Rest,
}

/// What a state must be like for a solution without a further edge.
#[derive(Debug, Clone, Default)]
pub(super) struct Rest {
    /// Whether there may be one, as far as vertices that have not entered are concerned.
    pub(super) is_possible: bool,
    /// For each slot whose vertex has a restricted degree: which classes may remain.
    pub(super) degrees: Vec<(usize, Vec<bool>)>,
}

/// Where the parts of a state lie. A part that no condition needs is empty.
///
/// The attributes of a component (its group, weight and those apart from it) lie at its first slot.
#[derive(Debug, Clone, Default)]
pub(crate) struct Fields {
    pub(super) codes: Vec<Field>,
    /// The class of the degree of the vertex in each slot.
    pub(super) degrees: Vec<Field>,
    /// The number of the group of each component, plus one.
    pub(super) groups: Vec<Field>,
    pub(super) weights: Vec<Field>,
    /// The side of the vertex in each slot, where that of the first slot of a component is 0.
    pub(super) sides: Vec<Field>,
    /// The first slots of the components that no component may join.
    pub(super) apart: Vec<Field>,
    /// Whether the only group is in one component, and nothing else matters.
    pub(super) joined: Option<Field>,
    /// The number of finished components without a group, plus one; 0 if it does not matter any more. Likewise the next ones.
    pub(super) others: Option<Field>,
    /// The least and the greatest weight of a finished component, plus one; 0 if there is none.
    pub(super) extremes: Option<[Field; 2]>,
    pub(super) size: Option<Field>,
    pub(super) sums: Vec<Field>,
    pub(super) degree_counts: Vec<Field>,
    /// The node of the family that is searched.
    pub(super) node: Option<Field>,
    pub(super) words: usize,
}

/// Compiled conditions.
#[derive(Debug)]
pub struct Steps<'c> {
    pub(super) conditions: &'c Conditions<'c>,
    pub(super) steps: Vec<Step>,
    /// Where the parts of a state lie.
    pub(crate) layout: Fields,
    /// Whether a vertex without an edge is told from a component of one vertex on the frontier.
    pub(super) has_fresh: bool,
    /// The code of a vertex without an edge, if these are told apart.
    pub(super) fresh: u64,
    /// Whether a vertex that no component can have any more is closed: all edges are to be in one component, which is induced. Then only
    /// vertices without an edge are apart, and those apart from one that gets an edge are closed.
    pub(super) closes: bool,
    /// The code of a closed vertex, if there are any; it fits a slot.
    pub(super) closed: u64,
    /// The step at which the last vertex of each group enters.
    pub(super) last_entry: Vec<usize>,
    /// What is added to each linear constraint, so that no sum is negative.
    pub(super) bias: Vec<i64>,
    /// Whether the weight that is not in finished components has to be shared by the components to come: then no weight is capped.
    pub(super) shares: bool,
    /// The values of the root: components and degrees of vertices without an edge in the graph.
    pub(super) root: Root,
    /// Whether a vertex that is not on any edge excludes every set.
    pub(super) is_impossible: bool,
}

/// What is counted before the first step.
#[derive(Debug, Default)]
pub(super) struct Root {
    pub(super) others: usize,
    pub(super) degree_counts: Vec<usize>,
    /// The least and the greatest weight of a component.
    pub(super) extremes: Option<[u64; 2]>,
}

/// The classes of a vertex's degree: degrees with the same class allow the same numbers of further edges.
struct Classes {
    /// The allowed degrees.
    numbers: Numbers,
    /// By number of further edges: the class of each degree up to one from which on they are the same.
    of: Vec<Vec<u16>>,
}

impl Classes {
    /// The classes of a vertex of degree `degree` in the graph. With `is_exact` the class is the degree itself.
    fn new(degree: usize, numbers: &Numbers, is_exact: bool) -> Self {
        let numbers = numbers.up_to(degree);
        let most = numbers.first();
        let of = (0..=degree).map(|left| {
            let mut known: BTreeMap<Vec<bool>, u16> = BTreeMap::new();
            let class = |taken: usize| {
                let future: Vec<bool> = (taken..=taken + left.min(most)).map(|d| numbers.has(d)).collect();
                match future.contains(&true) {
                    false => DEAD,
                    true if is_exact => taken as u16,
                    true => {
                        let next = known.len() as u16;
                        *known.entry(future).or_insert(next)
                    }
                }
            };
            let greatest = if is_exact { degree - left } else { most.min(degree - left) };
            (0..=greatest).map(class).collect()
        });
        Classes { of: of.collect(), numbers }
    }

    /// The class of a degree, where `left` edges remain.
    fn class(&self, left: usize, degree: usize) -> u16 {
        let classes = &self.of[left];
        classes[degree.min(classes.len() - 1)]
    }

    /// The degrees that are told apart, where `left` edges remain, and their classes, if these are alive.
    fn alive(&self, left: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let alive = self.of[left].iter().enumerate().filter(|(_, class)| **class != DEAD);
        alive.map(|(degree, &class)| (degree, class.into()))
    }

    /// Whether every degree is allowed, and none is told from another one.
    fn is_free(&self) -> bool {
        self.of.iter().flatten().all(|&class| class == 0)
    }

    /// The greatest class.
    fn greatest(&self) -> u64 {
        (0..self.of.len()).flat_map(|left| self.alive(left)).map(|(_, class)| class as u64).max().unwrap_or(0)
    }

    /// By class before an edge, after which `left` edges remain, the class after it.
    fn transition(&self, left: usize, taken: usize) -> Vec<u16> {
        let mut after = Vec::new();
        for (degree, class) in self.alive(left + 1) {
            after.resize(after.len().max(class + 1), DEAD);
            after[class] = self.class(left, degree + taken);
        }
        after
    }

    /// By class, where `left` edges remain, whether none of them need be taken.
    fn may_stay(&self, left: usize) -> Vec<bool> {
        let mut stays = Vec::new();
        for (degree, class) in self.alive(left) {
            stays.resize(stays.len().max(class + 1), false);
            stays[class] = self.numbers.has(degree);
        }
        stays
    }
}

impl Conditions<'_> {
    /// The degrees that a vertex may have.
    fn allowed(&self, vertex: usize) -> Numbers {
        let numbers = self.degrees.get(vertex).cloned().flatten().unwrap_or_else(|| Numbers::range(..));
        match &self.degree_counts {
            Some(counts) => numbers.and(&Numbers::range(..counts.len() as u32)),
            None => numbers,
        }
    }
}

impl<'c> Steps<'c> {
    /// Compiles `conditions` for a frontier that passes the edges in this order, which has each edge once.
    pub fn new(conditions: &'c Conditions<'c>, order: &[u32]) -> Self {
        let edges = &conditions.edges;
        let visits = Visits::new(conditions.vertices, order.iter().map(|&edge| edges[edge as usize]));
        let mut degree = vec![0usize; conditions.vertices];
        edges.iter().flatten().for_each(|&vertex| degree[vertex as usize] += 1);
        let mut group_of = vec![0u64; conditions.vertices];
        for (group, members) in conditions.groups.iter().enumerate() {
            members.iter().for_each(|&vertex| group_of[vertex as usize] = group as u64 + 1);
        }
        let is_exact = conditions.degree_counts.is_some();
        let classes: Vec<Classes> = (0..conditions.vertices)
            .map(|vertex| Classes::new(degree[vertex], &conditions.allowed(vertex), is_exact))
            .collect();
        let has_fresh = !conditions.single && (conditions.others.is_some() || conditions.weights.is_some());
        let bias = conditions.linear.iter().map(|linear| sum_of(linear, -1).saturating_neg()).collect();
        let slots = visits.slots();
        let fresh = slots as u64 + 1;
        let restricted = classes.iter().filter(|classes| !classes.is_free());
        let layout = Fields::new(conditions, slots, has_fresh, restricted.map(Classes::greatest).max());
        let mut steps = Steps {
            conditions,
            steps: Vec::with_capacity(order.len()),
            layout,
            has_fresh,
            fresh,
            closes: conditions.is_one_induced(),
            closed: fresh + u64::from(conditions.is_one_induced()),
            last_entry: vec![0; conditions.groups.len()],
            shares: conditions.single
                && conditions.groups.is_empty()
                && conditions.others.is_some()
                && conditions.caps_above(),
            bias,
            root: Root::default(),
            is_impossible: false,
        };
        steps.place_isolated(&degree, &group_of);
        let mut rests: Vec<[i64; 2]> =
            conditions.linear.iter().map(|linear| [-1, 1].map(|sign| sum_of(linear, sign))).collect();
        let variables = conditions.within.into_iter().flat_map(|diagram| (0..).zip(diagram.variables()));
        let levels: BTreeMap<u32, Level> = variables.map(|(level, edge)| (edge.0, Level(level))).collect();
        let mut vertices_left = degree.iter().filter(|&&degree| degree > 0).count();
        let with_edges = (0..conditions.vertices).filter(|&vertex| degree[vertex] > 0);
        let weight_of =
            |vertex: usize| conditions.weights.as_ref().map_or(0, |weights| weights.weights[vertex]);
        // It is used only if it is small.
        let mut weight_left = with_edges.map(weight_of).fold(0, u64::wrapping_add);
        for (i, &edge) in order.iter().enumerate() {
            let visits = visits.ends(i);
            let end = |visit: Visit| {
                let left = visit.left as usize;
                let vertex = visit.item as usize;
                End {
                    slot: visit.slot as usize,
                    leaves: left == 0,
                    group: group_of[vertex],
                    degree: if steps.layout.degrees.is_empty() {
                        Default::default()
                    } else {
                        [0, 1].map(|taken| classes[vertex].transition(left, taken))
                    },
                }
            };
            let ends = visits.map(end);
            for (visit, end) in visits.iter().zip(&ends) {
                if visit.enters && end.group > 0 {
                    steps.last_entry[end.group as usize - 1] = i;
                }
                vertices_left -= usize::from(end.leaves);
            }
            if let Some(weights) = &conditions.weights {
                let entering = visits.iter().filter(|visit| visit.enters);
                let entering = entering.map(|visit| weights.weights[visit.item as usize]);
                weight_left = entering.fold(weight_left, u64::wrapping_sub);
            }
            let addends = conditions.linear.iter().zip(&mut rests).map(|(linear, rest)| {
                let weight = linear.weights[edge as usize];
                rest[usize::from(weight > 0)] -= weight;
                Addend { weight, rest: *rest }
            });
            let addends = addends.collect();
            let enter = steps.entry(&visits, &ends);
            steps.steps.push(Step {
                edge,
                ends,
                enter,
                left: order.len() - 1 - i,
                vertices_left,
                addends,
                weight_left,
                level: levels.get(&edge).copied(),
                rest: Rest::default(),
            });
        }
        steps.find_rests(&visits, &classes);
        steps
    }

    /// Whether the empty set is a solution, where the graph has no edge.
    pub fn accepts_nothing(&self) -> bool {
        let Conditions { others, size, linear, degree_counts, within, .. } = self.conditions;
        let counts = degree_counts.iter().flatten().zip(&self.root.degree_counts);
        !self.is_impossible
            && others.as_ref().is_none_or(|numbers| numbers.has(self.root.others))
            && size.as_ref().is_none_or(|numbers| numbers.has(0))
            && linear.iter().all(|linear| (linear.least..=linear.most).contains(&0))
            && counts.into_iter().all(|(numbers, &count)| numbers.has(count))
            && within.is_none_or(|diagram| diagram.contains(&[]))
    }

    /// The bits that are set when a step is entered.
    fn entry(&self, visits: &[Visit; 2], ends: &[End; 2]) -> [Vec<(u8, u64)>; 2] {
        let mut bits = [Vec::new(), Vec::new()];
        let layout = &self.layout;
        let mut set = |kind: usize, field: Field, value: u64| {
            if value > 0 {
                bits[kind].push((field.word, value << field.shift));
            }
        };
        for (visit, end) in visits.iter().zip(ends).filter(|(visit, _)| visit.enters) {
            let slot = end.slot;
            if let Some(&field) = layout.codes.get(slot) {
                set(0, field, if self.has_fresh { self.fresh } else { slot as u64 + 1 });
            }
            if let Some(&field) = layout.groups.get(slot) {
                set(0, field, end.group);
            }
            if let (Some(&field), Some(weights)) = (layout.weights.get(slot), &self.conditions.weights) {
                set(0, field, weights.weights[visit.item as usize].min(weights.cap()));
            }
        }
        bits
    }

    /// Takes vertices without an edge in the graph into account.
    fn place_isolated(&mut self, degree: &[usize], group_of: &[u64]) {
        let conditions = self.conditions;
        let mut counts = vec![0; conditions.degree_counts.as_ref().map_or(0, Vec::len)];
        for vertex in (0..conditions.vertices).filter(|&vertex| degree[vertex] == 0) {
            let group = group_of[vertex];
            let is_alone = group > 0 && conditions.groups[group as usize - 1].len() == 1;
            let is_component = group > 0 || conditions.single;
            self.is_impossible |= group > 0 && !is_alone;
            self.is_impossible |= !conditions.allowed(vertex).has(0);
            if let Some(weights) = conditions.weights.as_ref().filter(|_| is_component) {
                let weight = weights.weights[vertex];
                self.is_impossible |= !(weights.least..=weights.most).contains(&weight);
                let [least, greatest] = self.root.extremes.unwrap_or([weight; 2]);
                self.root.extremes = Some([least.min(weight), greatest.max(weight)]);
            }
            self.root.others += usize::from(group == 0 && conditions.single);
            if let Some(count) = counts.get_mut(0) {
                *count += 1;
            }
        }
        self.root.degree_counts = counts;
        self.is_impossible |= self.root.extremes.is_some_and(|[least, greatest]| {
            conditions.weights.as_ref().is_some_and(|weights| !weights.has_ratio(least, greatest))
        });
    }

    /// Finds what a state after each step must be like for a solution without a further edge.
    fn find_rests(&mut self, visits: &Visits, classes: &[Classes]) {
        if self.conditions.degree_counts.is_some() || !self.has_fresh || self.conditions.others.is_none() {
            return;
        }
        let mut is_possible = true;
        // The vertices on the frontier after the step, by slot, with the numbers of their later edges.
        let mut inside: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
        for i in (0..self.steps.len()).rev() {
            let degrees = if self.layout.degrees.is_empty() { BTreeMap::new() } else { inside.clone() };
            let stays =
                |(slot, (vertex, left)): (usize, (usize, usize))| (slot, classes[vertex].may_stay(left));
            self.steps[i].rest = Rest { is_possible, degrees: degrees.into_iter().map(stays).collect() };
            for visit in visits.ends(i) {
                let (slot, vertex) = (visit.slot as usize, visit.item as usize);
                if visit.enters {
                    inside.remove(&slot);
                    is_possible &= classes[vertex].numbers.has(0);
                } else {
                    inside.insert(slot, (vertex, visit.left as usize + 1));
                }
            }
        }
    }

    /// The slots that no level from `at` to `until` touches.
    pub(super) fn untouched(&self, at: usize, until: usize) -> Vec<usize> {
        let slots = self.layout.degrees.len().max(self.layout.codes.len());
        let mut is_touched = vec![false; slots];
        let steps = &self.steps[at..until.min(self.steps.len())];
        for end in steps.iter().flat_map(|step| &step.ends) {
            is_touched.get_mut(end.slot).into_iter().for_each(|touched| *touched = true);
        }
        (0..slots).filter(|&slot| !is_touched[slot]).collect()
    }

    /// Whether the first slot of each component is its smallest one, and the node is one of the family's.
    pub(super) fn is_possible(&self, state: &[u64]) -> bool {
        let Fields { codes, node, .. } = &self.layout;
        let code = |slot: usize| codes[slot].read(state);
        let mut slots = 0..codes.len();
        let has_nodes = self.conditions.within.map_or(0, |diagram| diagram.node_count() as u64 + 2);
        node.is_none_or(|node| node.read(state) < has_nodes)
            && slots.all(|slot| match code(slot) {
                0 => true,
                own if own == self.fresh => self.has_fresh,
                own if own == self.closed => self.closes,
                first if first as usize <= slot + 1 => code(first as usize - 1) == first,
                _ => false,
            })
    }

    /// Whether the sum of `linear` can be, or certainly is, within its bounds.
    pub(super) fn share(linear: &Linear, sum: i64, rest: [i64; 2]) -> Share {
        let [least, most] = rest.map(|rest| i128::from(sum) + i128::from(rest));
        if most < linear.least || least > linear.most {
            Share::None
        } else if least >= linear.least && most <= linear.most {
            Share::All
        } else {
            Share::Some
        }
    }
}

/// The sum of the weights with this sign, which fits wherever the state does.
fn sum_of(linear: &Linear, sign: i64) -> i64 {
    let weights = linear.weights.iter().filter(|weight| weight.signum() == sign);
    weights.fold(0, |sum: i64, &weight| sum.saturating_add(weight))
}

impl Fields {
    fn new(conditions: &Conditions<'_>, slots: usize, has_fresh: bool, greatest_class: Option<u64>) -> Self {
        let mut packer = Packer::default();
        let mut all = |needed: bool, greatest: u64| -> Vec<Field> {
            (0..if needed { slots } else { 0 }).map(|_| packer.up_to(greatest)).collect()
        };
        let codes = all(
            conditions.has_components(),
            slots as u64 + u64::from(has_fresh) + u64::from(conditions.is_one_induced()),
        );
        let degrees = all(greatest_class.is_some(), greatest_class.unwrap_or(0));
        let groups = all(!conditions.groups.is_empty(), conditions.groups.len() as u64);
        let sides = all(conditions.bipartite, 1);
        let weights = conditions.weights.as_ref();
        let weights = all(weights.is_some(), weights.map_or(0, ComponentWeights::cap));
        let apart = match conditions.induced {
            // Wider ones do not fit.
            true => (0..slots).map(|_| packer.bits(slots.clamp(1, 64) as u32)).collect(),
            false => Vec::new(),
        };
        let mut one = |needed: bool, greatest: u64| needed.then(|| packer.up_to(greatest));
        let vertices = conditions.vertices as u64 + 1;
        let joined = one(conditions.is_monotone(), 1);
        let others = one(conditions.others.is_some(), vertices);
        let ratio = conditions.weights.as_ref().filter(|weights| weights.ratio.is_some());
        let extremes = ratio.map(|weights| [0, 1].map(|_| packer.up_to(weights.cap() + 1)));
        let mut one = |needed: bool, greatest: u64| needed.then(|| packer.up_to(greatest));
        let size = one(conditions.size.is_some(), conditions.edges.len() as u64 + 1);
        let node =
            one(conditions.within.is_some(), conditions.within.map_or(0, |d| d.node_count() as u64 + 2));
        let range =
            |linear: &Linear| -> u128 { linear.weights.iter().map(|w| u128::from(w.unsigned_abs())).sum() };
        let ranges: Vec<u128> = conditions.linear.iter().map(range).collect();
        let sums = ranges.iter().map(|&range| packer.up_to(range.min(GREATEST_SUM) as u64 + 1)).collect();
        let counts = conditions.degree_counts.iter().flatten();
        let degree_counts = counts.map(|_| packer.up_to(vertices)).collect();
        let is_too_wide =
            conditions.induced && slots > 64 || ranges.iter().any(|&range| range > GREATEST_SUM);
        let words = if is_too_wide { usize::MAX } else { packer.words() };
        Fields {
            codes,
            degrees,
            groups,
            weights,
            sides,
            apart,
            joined,
            others,
            extremes,
            size,
            sums,
            degree_counts,
            node,
            words,
        }
    }
}
