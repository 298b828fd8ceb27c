//! `zlink convert`.

use std::path::PathBuf;

use clap::Args;

use super::arguments::{Input, LimitOptions, Rules};
use super::failure::Failure;
use super::reading;
use super::session::Session;
use super::values::{named, named_where};
use zlink_answer::{ExitStatus, Task};
use zlink_base::clock::Instant;
use zlink_base::files;
use zlink_convert::language::{self, Language};
use zlink_convert::{self as convert, Document, Format, Turn};
use zlink_puzzle::BuildOptions;

pub(super) const EXAMPLES: &str = "\
Formats that are read (by every command) and written:
  facts          ASP facts
  aspcomp2011    facts of the Numberlink of the Third ASP Competition (2011):
                 edge(E,U,V), connection(I,U,V), link(E); `facts` reads
                 them, too, and --from aspcomp2011 no edge(U,V)
  slitherlink    a square grid as text: rows of 0 to 9 and full stops, perhaps
                 below a line `rows columns`
  numberlink     a square grid as text: rows of labels and full stops between
                 blanks, each label twice
  flow           Flow Free: rows of letters and full stops, each letter twice,
                 holes `#` and bridges `+`; with walls in a frame, as
                   +-+-+-+
                   |A|. .|
                   + + +-+
                   |. . A|
                   +-+-+-+
                 or a level of its packs (SIZE,0,NUMBER,PATHS,BRIDGES,HOLES,
                 WALLS;PATH;...; read only); paths cover the board
  janko          a puzzle file of janko.at: slitherlink, numberlink (arukone)
  paper          as the programs of Yoshinaka et al. (2012) have it: below a line
                 `columns rows`, clues or labels and `-` between blanks, or a
                 loop, drawn as the squares inside of it (`#`)
  pzpr           an address of puzz.link, pzv.jp or kanpen.net (slither, numlin,
                 arukone, mashu, simpleloop, country); their files (pzprv3) are
                 read too
  penpa          an address of penpa-edit whose genre tag is slitherlink or
                 numberlink
  loopy          a game ID of Simon Tatham's Loopy (saved games are read too), on
                 any of its tilings:
                 0 squares, 1 triangular (both forms), 2 honeycomb,
                 3 snub-square, 4 Cairo, 5 great-hexagonal, 6 octagonal,
                 7 kites, 8 floret, 9 dodecagonal, 10 great-dodecagonal,
                 11 Penrose kites and darts, 12 Penrose rhombs (both also as
                 they were described before 2023), 13 great-great-dodecagonal,
                 14 kagome, 15 compass-dodecagonal, 16 hats, 17 spectres; to
                 write 11, 12, 16 and 17, pos facts are needed
  dimacs, edges, graphml, graph6, dot
                 the graph alone; the rest of a puzzle is left out, with a warning.
                 dimacs is also read with arcs (p sp), as PACE has it (p tw), and
                 with two ends of a path (t U V); graph6 also as sparse6
  hcp            the graph of a Hamiltonian cycle, as TSPLIB has it: read with
                 --cover, and written for that question only
  gml, metis, tdzdd, mtx
                 the graph alone, read only: GML; METIS; lists of neighbours of
                 TdZdd; Matrix Market
  slk            a square grid of clues with lines drawn, read only: files .slk
  weighted-edges, adjacency-list, adjacency-matrix
                 a graph (read only): lines `A B WEIGHT`; lines `A B C ...`, a
                 vertex and its neighbours; rows of 0 and 1

Encodings (written only), each with exactly the solutions of the puzzle:
  clingo         a program with one answer set for each solution
  cnf            DIMACS; one model for each solution, variable i is edge i;
                 all other variables follow from the edges
  cnf-positions, cnf-colours, cnf-shapes
                 the same for puzzles with pairs, in the other encodings of
                 `solve --engine sat`
  lp, mps        a mixed integer program
  opb            a pseudo-Boolean formula, the one of `zlink prove`

Examples:
  zlink convert grid.txt > puzzle.lp                      text to facts; the format is detected
  zlink convert --to pzpr puzzle.lp                       facts to an address of puzz.link
  zlink convert 5x5t4de:3a32a2a1a310a44a1322a2d31c4h
  zlink convert --turn left --to slitherlink grid.txt     turned by a quarter
  zlink convert --no-blocks pairs.txt | zlink count       paths do not touch themselves
  zlink convert --encoding clingo puzzle.lp | clingo 0
  zlink convert --cover --encoding cnf-shapes pairs.txt > pairs.cnf
";

/// The command line of `zlink convert`.
#[derive(Debug, Args)]
pub(super) struct Convert {
    #[command(flatten)]
    input: Input,
    /// The format to write.
    #[arg(long, value_parser = named_where(Format::is_written), value_name = "FORMAT", default_value_t = Format::Facts)]
    to: Format,
    /// First turn or mirror the puzzle: a square grid, or a puzzle with coordinates (pos facts). Vertices, edges and cells are renumbered row by row.
    #[arg(long, value_parser = named::<Turn>(), value_name = "HOW")]
    turn: Option<Turn>,
    /// Add the rule that no path has all edges of a block but one: three edges of a square, two of a triangle. Blocks are the cells
    /// whose edges form a cycle or, if there are none, the shortest cycles, such as the squares of a grid.
    #[arg(long)]
    no_blocks: bool,
    /// Write the puzzle and its rules in the language of another solver.
    #[arg(long, value_parser = named::<Language>(), value_name = "LANGUAGE", conflicts_with = "to")]
    encoding: Option<Language>,
    /// The file to write [default: the standard output].
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    rules: Rules,
    #[command(flatten)]
    pub(super) limits: LimitOptions,
}

/// Converts a puzzle to another format.
pub(super) fn convert(started: Instant, arguments: &Convert) -> ExitStatus {
    let session = Session::start(started, Task::Plan, None, &arguments.limits);
    session.run(|session| run(session, arguments))
}

fn run(session: &Session, arguments: &Convert) -> Result<ExitStatus, Failure> {
    let Convert { input, to, turn, no_blocks, encoding, output, rules, .. } = arguments;
    // All other formats, turns and encodings are for simple graphs.
    let known = encoding.map_or(*to == Format::Aspcomp2011, |language| language == Language::Opb);
    let parallel = known && turn.is_none() && !no_blocks;
    let mut document = document(session, input, rules, parallel)?;
    if let Some(how) = turn {
        document = convert::turn(&document, *how).map_err(|error| Failure::input(error.to_string()))?;
    }
    if *no_blocks {
        document = convert::no_blocks(document).map_err(|error| Failure::input(error.to_string()))?;
    }
    session.limits.check()?;
    let text = match encoding {
        Some(language) => {
            if !document.answer.is_empty() {
                session.warn(input.strict, "the encoding is of the puzzle alone; left out: the answer")?;
            }
            language::write(*language, &document, &session.engine_limits())?
        }
        None => {
            let written = convert::write_within(*to, &document, &session.limits);
            session.limits.check()?;
            let written = written.map_err(|error| Failure::input(error.to_string()))?;
            if written.without_answer {
                session.warn(input.strict, "the format is for puzzles alone; left out: the answer")?;
            }
            if !written.lost.is_empty() {
                let lost = written.lost.join(", ");
                let what = match to.is_graph() {
                    true => format!("the format is for graphs only; left out: {lost}"),
                    false => format!("the format cannot express all {lost}; others stand for them"),
                };
                session.warn(input.strict, &what)?;
            }
            written.text
        }
    };
    let Some(file) = output.as_ref().filter(|file| file.as_os_str() != "-") else {
        return Ok(session.output.result(&text, ExitStatus::DONE));
    };
    files::write_bytes(file, text.as_bytes()).map_err(|error| Failure::unwritten(file, &error))?;
    Ok(session.output.result("", ExitStatus::DONE))
}

/// The puzzle of `input` with names, coordinates, labels and, where its format has one, an answer.
fn document(session: &Session, input: &Input, rules: &Rules, parallel: bool) -> Result<Document, Failure> {
    let mut texts = reading::puzzle(session, input)?;
    let options = BuildOptions { links: texts.links(), parallel, ..rules.build_options(input.strict) };
    let facts = session.facts(&mut texts, input.strict)?;
    let built = session.build(&facts, &options)?;
    session.document(&facts, built, input.strict)
}
