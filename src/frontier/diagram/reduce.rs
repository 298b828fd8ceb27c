//! ROWS -> the reduced diagram, from the last level up.
//!
//! The reduction runs on one thread. Each row needs the one below, and equal nodes may come from any two blocks: sharding a row
//! by hash on two threads took as long as one table on one thread.

use super::rows::{BlockRows, Rows};
use crate::blocks::Stop;
use crate::problem::{LevelEdges, variables};
use crate::table::code;
use zlink_base::limits::{Account, Interrupted, Limits};
use zlink_diagram::{Arena, Diagram, Level, NodeId, RowBuilder};

/// The reduced diagram of all rows.
pub(super) fn reduce(levels: &[LevelEdges], mut rows: Rows<'_>, limits: &Limits) -> Result<Diagram, Stop> {
    let (levels, variables) = variables(levels);
    let arena = Arena::new(limits);
    let mut reduction = Reduction {
        builder: RowBuilder::new(&arena, variables)?,
        below: Vec::new(),
        targets: Vec::new(),
        account: limits.account(),
    };
    let mut end = rows.levels();
    if end > levels.len() {
        return Err(rows.damaged());
    }
    // The accounts of the rows' memory are dropped together with the rows.
    while let Some((blocks, _accounts)) = rows.pop()? {
        if !reduction.enter(&blocks)? {
            return Err(rows.damaged());
        }
        let window = blocks.first().map_or(0, BlockRows::levels);
        end -= window;
        for level in (0..window).rev() {
            limits.check()?;
            reduction.pass(&blocks, level, &levels[end + level])?;
        }
    }
    let root = reduction.below.first().copied().unwrap_or(NodeId::UNIT);
    Ok(reduction.builder.finish(root)?)
}

struct Reduction<'a> {
    builder: RowBuilder<'a>,
    /// The nodes of the states of the level below, block by block.
    below: Vec<NodeId>,
    /// The nodes that the two arcs of each state of the current level lead to.
    targets: Vec<[NodeId; 2]>,
    /// The account of the memory of `below` and `targets`.
    account: Account,
}

impl Reduction<'_> {
    /// Reorders the nodes after a window: they are grouped by the blocks after the window, and are needed grouped by `blocks`,
    /// the blocks before it. Returns false if their number is wrong.
    fn enter(&mut self, blocks: &[BlockRows]) -> Result<bool, Interrupted> {
        let targets = || blocks.iter().flat_map(|block| &block.targets).map(|&target| usize::from(target));
        let mut next: Vec<usize> = Vec::new();
        for target in targets() {
            if next.len() <= target {
                next.resize(target + 1, 0);
            }
            next[target] += 1;
        }
        let mut states = 0;
        for block in &mut next {
            (*block, states) = (states, states + *block);
        }
        if states != self.below.len() {
            return Ok(false);
        }
        let mut below = Vec::new();
        below.try_reserve_exact(states).map_err(|_| Interrupted::Memory)?;
        below.extend(targets().map(|target| {
            next[target] += 1;
            self.below[next[target] - 1]
        }));
        self.below = below;
        Ok(true)
    }

    /// Makes the nodes of a level of the window, which decides these edges, from the nodes below.
    fn pass(
        &mut self,
        blocks: &[BlockRows],
        level: usize,
        edges: &[Option<Level>],
    ) -> Result<(), Interrupted> {
        let states: usize = blocks.iter().map(|block| block.level(level).len()).sum();
        self.account.set(states * size_of::<[NodeId; 4]>())?;
        self.look_up(blocks, level, states)?;
        for forced in (1..edges.len()).rev() {
            let Some(edge) = edges[forced] else { continue };
            self.builder.begin_row(edge)?;
            self.force(blocks, level, 1 << (forced - 1))?;
        }
        self.below.clear();
        self.below.try_reserve(states).map_err(|_| Interrupted::Memory)?;
        match edges[0] {
            None => self.below.extend(self.targets.iter().map(|&[_, hi]| hi)),
            Some(edge) => {
                self.builder.begin_row(edge)?;
                for &[lo, hi] in &self.targets {
                    self.below.push(self.builder.node(lo, hi)?);
                }
            }
        }
        Ok(())
    }

    /// Finds the nodes that the states of a level lead to, without forced edges.
    fn look_up(&mut self, blocks: &[BlockRows], level: usize, states: usize) -> Result<(), Interrupted> {
        self.targets.clear();
        self.targets.try_reserve(states).map_err(|_| Interrupted::Memory)?;
        let mut below = &self.below[..];
        for block in blocks {
            let (own, behind) = below.split_at(block.len_behind(level));
            below = behind;
            let target = |of_arc: u32| match code::target(of_arc) {
                code::DEAD => NodeId::EMPTY,
                code::ACCEPT => NodeId::UNIT,
                _ => own[code::number(of_arc)],
            };
            self.targets.extend(block.level(level).iter().map(|codes| codes.map(target)));
        }
        Ok(())
    }

    /// Adds nodes of a forced edge, whose row has begun, to the arcs that take it: those whose codes have the bit `bit`.
    fn force(&mut self, blocks: &[BlockRows], level: usize, bit: u32) -> Result<(), Interrupted> {
        let mut targets = &mut self.targets[..];
        for block in blocks {
            let codes = block.level(level);
            let (own, behind) = targets.split_at_mut(codes.len());
            targets = behind;
            for (target, code) in own.as_flattened_mut().iter_mut().zip(codes.as_flattened()) {
                if code & bit != 0 && *target != NodeId::EMPTY {
                    *target = self.builder.node(NodeId::EMPTY, *target)?;
                }
            }
        }
        Ok(())
    }
}
