//! The board of a puzzle to be made: a built-in one, or one from facts.

use std::path::PathBuf;

use clap::Args;

use crate::arguments::{Cycles, Input};
use crate::failure::Failure;
use crate::reading;
use crate::session::Session;
use crate::values::{named, number};
use zlink_board::{Board, Lattice};
use zlink_generate::GenerateError;
use zlink_library::Texts;
use zlink_puzzle::{BuildOptions, CellId, EdgeId, LinkFacts, Topology};

/// What every kind of puzzle needs.
#[derive(Debug, Args)]
pub(super) struct Making {
    #[command(flatten)]
    pub(super) input: Input,
    /// A built-in board in place of files: its rows and columns.
    #[arg(long, value_name = "RxC", value_parser = grid, conflicts_with_all = ["files", "from", "board", "mask"])]
    pub(super) grid: Option<(usize, usize)>,
    /// The cells of the built-in board.
    #[arg(long, value_parser = named::<Lattice>(), value_name = "CELLS", default_value_t = Lattice::Square, requires = "grid", conflicts_with = "files")]
    pub(super) lattice: Lattice,
    /// The same seed gives the same puzzle.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u64>)]
    pub(super) seed: u64,
    /// Write each puzzle to a file of its own in this folder: 01.lp, 02.lp, ...
    #[arg(short, long, value_name = "FOLDER")]
    pub(super) output: Option<PathBuf>,
    /// Write a proof beside each puzzle that it has one solution and no other: 01.opb and 01.pbp, as `zlink prove` does.
    #[arg(long, requires = "output")]
    pub(super) prove: bool,
}

fn grid(text: &str) -> Result<(usize, usize), String> {
    let sides = text.split_once(['x', 'X']).and_then(|(r, c)| Some((r.parse().ok()?, c.parse().ok()?)));
    sides.ok_or_else(|| "expected rows and columns, such as 10x15".to_string())
}

/// The board that the options name, and the links of the input.
pub(super) fn board(
    session: &Session,
    making: &Making,
    cycles: Cycles,
) -> Result<Result<(Board, Vec<EdgeId>), GenerateError>, Failure> {
    let topology = if cycles == Cycles::Many { Topology::Cycles } else { Topology::Cycle };
    match making.grid {
        Some((rows, columns)) => {
            let board = making.lattice.cells_for(topology, rows, columns, &session.limits);
            Ok(board.map(|board| (board, Vec::new())).map_err(GenerateError::from))
        }
        None => {
            let board = making.input.board.texts(&session.limits, making.seed)?;
            read(session, &making.input, board, topology).map(Ok)
        }
    }
}

/// The graph that the options name, from files or built-in, and the links of the input.
pub(super) fn vertex_board(
    session: &Session,
    making: &Making,
) -> Result<Result<(Board, Vec<EdgeId>), GenerateError>, Failure> {
    match making.grid {
        Some((rows, columns)) => {
            let board = making.lattice.vertices(rows, columns);
            Ok(board.map(|board| (board, Vec::new())).map_err(GenerateError::from))
        }
        None => {
            let graph = making.input.board.texts_of_graph(&session.limits, making.seed)?;
            read(session, &making.input, graph, Topology::Cycle).map(Ok)
        }
    }
}

/// The board `blank`, or else of files, and the edges of their link facts.
fn read(
    session: &Session,
    input: &Input,
    blank: Option<Texts>,
    topology: Topology,
) -> Result<(Board, Vec<EdgeId>), Failure> {
    if let [file] = &input.files[..] {
        let name = file.to_string_lossy();
        if grid(&name).is_ok() && !file.exists() {
            return Err(Failure::input_with_help(
                format!("{name} cannot be read: there is no such file"),
                format!("a built-in board is named by an option: `--grid {name}`"),
            ));
        }
    }
    let mut texts = match blank {
        Some(board) => board,
        None => reading::puzzle(session, input)?,
    };
    let facts = session.facts(&mut texts, input.strict)?;
    let options = BuildOptions {
        strict: input.strict,
        topology: (topology != Topology::Cycle).then_some(topology),
        links: LinkFacts::Answer,
        ..BuildOptions::default()
    };
    let built = session.build(&facts, &options)?;
    if let Some(reason) = built.answer.not_edges.first() {
        return Err(Failure::input(reason.clone()));
    }
    let positions = session.positions(&facts, &built.names, input.strict)?;
    Ok((Board { puzzle: built.puzzle, names: built.names, positions }, built.answer.edges))
}

/// The cells with the given names.
pub(super) fn cells(board: &Board, names: &[String]) -> Result<Vec<CellId>, Failure> {
    let cell = |name: &String| {
        let mut all = (0..board.puzzle.cell_count()).map(CellId::from_index);
        let found = all.find(|&cell| board.names.cell(cell).to_string() == name.trim());
        found.ok_or_else(|| Failure::input(format!("there is no cell {name}")))
    };
    names.iter().map(cell).collect()
}
