//! Adds the rule that a path does not touch itself at a block: of the edges of a block, it lacks two at least. A path that lacked one would
//! pass two vertices of an edge that it does not take.

use super::Document;
use zlink_puzzle::{CellId, Incidence, Parts, PartsError, Puzzle, Topology, VertexId, ring, shortest_cycles};

/// The reason why the rule cannot be added.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoBlocks {
    /// Solutions are no paths.
    #[error("only paths can go around blocks: the puzzle has no pairs")]
    NoPaths,
    /// The graph has nothing that could be a block.
    #[error("there are no blocks: no cell is a cycle, and short cycles share too many edges")]
    NoBlocks,
    /// A cell has the name of a block already.
    #[error("a cell has the name `block(N)` of a block")]
    Named,
    /// The parts make no puzzle.
    #[error(transparent)]
    Parts(#[from] PartsError),
}

/// Adds the rule to a puzzle with pairs. Its blocks are the cells whose edges form a cycle; without any, all shortest cycles, which become
/// cells.
pub fn no_blocks(mut document: Document) -> Result<Document, NoBlocks> {
    let puzzle = &document.puzzle;
    if puzzle.topology() != Topology::Linkage {
        return Err(NoBlocks::NoPaths);
    }
    let mut parts = Parts::of(puzzle);
    let cells = (0..puzzle.cell_count()).map(CellId::from_index);
    let mut blocks: Vec<CellId> =
        cells.filter(|&cell| ring(puzzle, puzzle.cell(cell).edges).is_some()).collect();
    if blocks.is_empty() {
        let first = parts.cells.len();
        parts.cells.extend(cycles(puzzle)?.into_iter().map(|block| (block, None)));
        blocks.extend((first..parts.cells.len()).map(CellId::from_index));
        let names = (0..blocks.len()).map(|number| format!("block({number})"));
        document.names = document.names.with_cells(names).ok_or(NoBlocks::Named)?;
    }
    let mut bounds = vec![[None; 2]; parts.cells.len()];
    parts.bounds.iter().for_each(|&(cell, bound)| bounds[cell as usize] = bound);
    for cell in blocks {
        // A cycle has three edges at least, and cells have fewer than 2^31.
        let most = parts.cells[cell.index()].0.len() as u32 - 2;
        let [_, known] = &mut bounds[cell.index()];
        *known = Some(known.map_or(most, |known| most.min(known)));
    }
    parts.bounds = (0..).zip(bounds).filter(|(_, bound)| *bound != [None; 2]).collect();
    document.puzzle = Puzzle::from_parts(parts)?;
    Ok(document)
}

/// The shortest cycles of the graph, if they may be faces.
fn cycles(puzzle: &Puzzle) -> Result<Vec<Vec<u32>>, NoBlocks> {
    let incidence = Incidence::of(puzzle);
    let vertices = (0..puzzle.vertex_count()).map(VertexId::from_index);
    let adjacent: Vec<Vec<u32>> =
        vertices.map(|v| incidence.at(v).iter().map(|(_, w)| w.0).collect()).collect();
    let edges = Parts::graph_of(puzzle, puzzle.topology()).edges;
    let found = shortest_cycles(&adjacent, &edges).ok_or(NoBlocks::NoBlocks)?;
    let edge = |a: u32, b: u32| puzzle.edge_between(VertexId(a), VertexId(b)).map(|edge| edge.0);
    let edges = |cycle: &Vec<u32>| {
        (0..cycle.len()).filter_map(|i| edge(cycle[i], cycle[(i + 1) % cycle.len()])).collect()
    };
    Ok(found.iter().map(edges).collect())
}
