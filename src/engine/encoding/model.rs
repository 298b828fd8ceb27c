//! The local conditions of a puzzle, on single vertices and sums, as sums of open edges: SAT and MIP solvers get them at once.
//! The engines check which paths and cycles the chosen edges form.

use zlink_deduce::Value;
use zlink_puzzle::{EdgeId, Puzzle, Topology, VertexId};

/// A demand on the number of literals that hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Demand {
    /// Exactly this many literals.
    Exactly(u32),
    /// At least the first, at most the second number of literals.
    Between(u32, u32),
    /// No literal or two.
    NoneOrTwo,
}

/// A local condition: literals of open edges, and how many of them hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// The edges that count when they are chosen, as indices into [`Model::open`].
    pub positive: Vec<usize>,
    /// The edges that count when they are not chosen.
    pub negative: Vec<usize>,
    /// The number of these literals that hold.
    pub demand: Demand,
}

/// The open edges of a puzzle and the local conditions on them: sums over edges, which all formulas and programs are written from.
#[derive(Debug, Clone)]
pub struct Model<'p> {
    /// The puzzle.
    pub puzzle: &'p Puzzle,
    /// The open edges, ascending.
    pub open: Vec<EdgeId>,
    /// The edges that are chosen in every solution of the model, ascending.
    pub fixed: Vec<EdgeId>,
    /// The conditions on vertices and sums.
    pub rules: Vec<Rule>,
    /// Whether at least one open edge must be chosen: a cycle is required and no edge is fixed.
    pub nonempty: bool,
}

/// An error: the decided edges violate a local condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Broken;

impl<'p> Model<'p> {
    /// The model of what is left to decide when the edges of `puzzle` have `values`.
    ///
    /// # Errors
    /// When the values violate a local condition.
    pub fn new(puzzle: &'p Puzzle, values: &[Value]) -> Result<Self, Broken> {
        let mut values = values.to_vec();
        let required = puzzle.required().iter().map(|&edge| (edge, Value::In));
        for (edge, value) in required.chain(puzzle.forbidden().iter().map(|&edge| (edge, Value::Out))) {
            let known = std::mem::replace(&mut values[edge.index()], value);
            if known != Value::Open && known != value {
                return Err(Broken);
            }
        }
        Self::of(puzzle, &values)
    }

    /// The model in which every edge is open; required and forbidden edges have rules of their own.
    ///
    /// # Errors
    /// When no choice of edges meets some condition.
    pub fn undecided(puzzle: &'p Puzzle) -> Result<Self, Broken> {
        let mut model = Self::of(puzzle, &vec![Value::Open; puzzle.edge_count()])?;
        let required = puzzle.required().iter().map(|edge| (edge, 1));
        for (edge, n) in required.chain(puzzle.forbidden().iter().map(|edge| (edge, 0))) {
            model.add(vec![edge.index()], Vec::new(), Demand::Exactly(n))?;
        }
        Ok(model)
    }

    fn of(puzzle: &'p Puzzle, values: &[Value]) -> Result<Self, Broken> {
        let with = |value| {
            let edges = (0..values.len()).map(EdgeId::from_index);
            edges.filter(|edge| values[edge.index()] == value).collect::<Vec<_>>()
        };
        let (open, fixed) = (with(Value::Open), with(Value::In));
        let mut place = vec![usize::MAX; values.len()];
        for (i, edge) in open.iter().enumerate() {
            place[edge.index()] = i;
        }
        let cyclic = matches!(puzzle.topology(), Topology::Cycle | Topology::Cycles);
        let nonempty = cyclic && fixed.is_empty();
        let mut model = Model { puzzle, open, fixed, rules: Vec::new(), nonempty };
        model.add_vertices()?;
        for (_, sum) in puzzle.sums() {
            let open = |edges: &[EdgeId]| -> Vec<usize> {
                edges.iter().map(|e| place[e.index()]).filter(|&i| i != usize::MAX).collect()
            };
            let (positive, negative) = (open(sum.positive), open(sum.negative));
            let decided = |&(e, value): &(EdgeId, bool)| match values[e.index()] {
                Value::Open => false,
                known => (known == Value::In) == value,
            };
            let hold = sum.literals().filter(decided).count() as i64;
            let literals = (positive.len() + negative.len()) as i64;
            let (least, most) = ((sum.least - hold).max(0), (sum.most - hold).min(literals));
            if least > most {
                return Err(Broken);
            }
            // Both are between 0 and the number of literals, which fits.
            let demand = match [least, most].map(|bound| bound as u32) {
                [n, most] if n == most => Demand::Exactly(n),
                [0, _] if most == literals => continue,
                [least, most] => Demand::Between(least, most),
            };
            model.add(positive, negative, demand)?;
        }
        Ok(model)
    }

    fn add_vertices(&mut self) -> Result<(), Broken> {
        let vertices = self.puzzle.vertex_count();
        let mut terminal = vec![false; vertices];
        for vertex in self.puzzle.pairs().iter().flatten() {
            terminal[vertex.index()] = true;
        }
        let mut chosen = vec![0u32; vertices];
        for &edge in &self.fixed {
            for v in self.puzzle.edge_ends(edge) {
                chosen[v.index()] += 1;
            }
        }
        let mut at = vec![Vec::new(); vertices];
        for (i, &edge) in self.open.iter().enumerate() {
            for v in self.puzzle.edge_ends(edge) {
                at[v.index()].push(i);
            }
        }
        for (v, edges) in at.into_iter().enumerate() {
            let cover = self.puzzle.cover();
            let demand = match (self.puzzle.topology(), chosen[v]) {
                (Topology::Linkage, chosen) if terminal[v] => {
                    Demand::Exactly(1u32.checked_sub(chosen).ok_or(Broken)?)
                }
                (Topology::PathMatching, chosen) => {
                    let most = 2u32.checked_sub(chosen).ok_or(Broken)?;
                    Demand::Between(u32::from(cover && chosen == 0), most)
                }
                (_, 0) if cover => Demand::Exactly(2),
                (_, 0) => Demand::NoneOrTwo,
                (_, chosen) => Demand::Exactly(2u32.checked_sub(chosen).ok_or(Broken)?),
            };
            self.add(edges, Vec::new(), demand)?;
        }
        Ok(())
    }

    /// Adds a rule, unless it has no literals.
    fn add(&mut self, positive: Vec<usize>, negative: Vec<usize>, demand: Demand) -> Result<(), Broken> {
        let literals = positive.len() + negative.len();
        let least = match demand {
            Demand::Exactly(n) | Demand::Between(n, _) => n,
            Demand::NoneOrTwo => 0,
        };
        if literals < least as usize {
            return Err(Broken);
        }
        if literals > 0 {
            self.rules.push(Rule { positive, negative, demand });
        }
        Ok(())
    }

    /// Whether no solution contains another solution: then a solution can be excluded by its chosen edges alone.
    pub fn is_antichain(&self) -> bool {
        matches!(self.puzzle.topology(), Topology::Cycle | Topology::Linkage)
    }

    /// The solution of the fixed edges and the open edges for which `chosen` holds, given their indices; ascending.
    pub fn solution(&self, chosen: impl Fn(usize) -> bool) -> Vec<EdgeId> {
        let open = self.open.iter().enumerate().filter(|&(i, _)| chosen(i)).map(|(_, &edge)| edge);
        let mut solution: Vec<EdgeId> = self.fixed.iter().copied().chain(open).collect();
        solution.sort_unstable();
        solution
    }

    /// For each vertex the terminal that it must be joined with, if it is a terminal.
    pub fn partners(&self) -> Vec<Option<VertexId>> {
        let mut partners = vec![None; self.puzzle.vertex_count()];
        for &[a, b] in self.puzzle.pairs() {
            partners[a.index()] = Some(b);
            partners[b.index()] = Some(a);
        }
        partners
    }
}
