//! `zlink draw`. The overlays of pictures are computed in `draw/overlay.rs`.

mod overlay;

use std::collections::HashSet;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::arguments::{Input, LimitOptions, Rules};
use super::failure::Failure;
use super::session::Session;
use super::values::{named, positive};
use super::{input, reading, stdout};
use zlink_answer::witness::{self, Claim};
use zlink_answer::{ExitStatus, Task};
use zlink_base::clock::Instant;
use zlink_base::files;
#[cfg(feature = "png")]
use zlink_base::limits::Limits;
use zlink_draw::layout::Layout;
use zlink_draw::{Overlay, Picture, Scene, scene, terminal};
use zlink_explain::Rule;
use zlink_facts::{Fact, Facts};
use zlink_library::Texts;
use zlink_puzzle::{Built, EdgeId, LinkFacts, check};

pub(super) const EXAMPLES: &str = "\
The files, or the standard input, hold the puzzle, an answer, or both; the puzzle
may be in any format that convert reads. Facts pos(V,X,Y) give coordinates (Y grows
downwards). Without them, square, triangular, hexagonal and other regular grids are
recognised, with their cells as faces, and other graphs get a layout. Of several
answers the first is drawn, right or wrong. If something cannot be found, zlink says
so and draws the rest. Statuses: 0 done, 20 there is no solution, 1 a limit was
reached, 33 out of memory, 65 bad input.

Examples:
  zlink draw puzzle.lp > puzzle.svg              the puzzle
  zlink solve puzzle.lp | zlink draw puzzle.lp - -o solved.svg
  zlink draw --solve puzzle.lp                   with a solution; as text on a terminal
  zlink draw --solve --as text puzzle.lp
  zlink draw --board hats -o hats.svg            a blank board; `zlink boards` lists them
  zlink draw --deduction puzzle.lp -o why.svg    in which order edges are deduced, and why
  zlink draw --deduction --step 7 puzzle.lp -o step.svg    one step, and its premises
  zlink draw --deduction --animate puzzle.lp -o why.svg
  zlink draw --plan puzzle.lp -o plan.svg        the order of the edges in a search
  zlink draw --frequency puzzle.lp -o share.svg  how many solutions use each edge
  zlink draw --contradiction puzzle.lp -o why-not.svg   why there is no solution
  zlink draw --solve puzzle.lp -o solved.png     pixels, without fonts or other programs
  zlink draw --deduction --as text puzzle.lp     a grid in characters, or a list of steps

On a terminal, puzzles are drawn as text, in colours unless NO_COLOR is set or
--colour says otherwise.
";

/// The command line of `zlink draw`.
#[derive(Debug, Args)]
pub(super) struct Draw {
    #[command(flatten)]
    input: Input,
    /// The file to write; its ending (.svg, .png, .txt) gives the format [default: the standard output].
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The format of the picture [default: that of the file, or text on a terminal, or SVG].
    #[arg(long = "as", value_enum, value_name = "KIND")]
    kind: Option<Kind>,
    /// Find a solution and draw it.
    #[arg(long)]
    solve: bool,
    /// Number the edges in the order of their deduction, coloured by the rule.
    #[arg(long, group = "overlay")]
    deduction: bool,
    /// Draw only this step, with its premises and conclusions; `zlink explain` lists the steps.
    #[arg(long, value_name = "N", value_parser = positive::<usize>, requires = "deduction", conflicts_with = "animate")]
    step: Option<usize>,
    /// Draw only the first step by this rule.
    #[arg(long, value_parser = named::<Rule>(), value_name = "RULE", requires = "deduction", conflicts_with_all = ["animate", "step"])]
    rule: Option<Rule>,
    /// Let the deduced edges appear one after the other (SMIL).
    #[arg(long, requires = "deduction")]
    animate: bool,
    /// Number the edges in the order of the search, with the widest frontier.
    #[arg(long, group = "overlay")]
    plan: bool,
    /// Colour each edge by the share of all solutions that use it.
    #[arg(long, group = "overlay")]
    frequency: bool,
    /// Mark clues, pairs and links that contradict each other, where there is no solution.
    #[arg(long, group = "overlay")]
    contradiction: bool,
    /// Write the names of the vertices.
    #[arg(long)]
    vertex_names: bool,
    /// Colours in text: on a terminal, always or never.
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Colour::Auto)]
    colour: Colour,
    #[command(flatten)]
    rules: Rules,
    #[command(flatten)]
    pub(super) limits: LimitOptions,
}

/// What a picture is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Kind {
    /// Scalable Vector Graphics.
    Svg,
    /// Pixels.
    Png,
    /// Characters: lines on square grids, dots on other graphs, where what is told about edges is listed.
    Text,
}

/// When to use colours in text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Colour {
    /// On a terminal.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Draws a puzzle.
pub(super) fn draw(started: Instant, arguments: &Draw) -> ExitStatus {
    let session = Session::start(started, Task::Plan, None, &arguments.limits);
    session.run(|session| run(session, arguments))
}

fn run(session: &Session, arguments: &Draw) -> Result<ExitStatus, Failure> {
    let mut texts = texts(session, arguments)?;
    let mut facts = texts.facts()?;
    if facts.edges.is_empty() && facts.named_edges.is_empty() && !facts.links.is_empty() {
        // An answer alone is drawn as a graph of its own.
        facts.edges = facts.links.clone();
    }
    let mut options = arguments.rules.build_options(arguments.input.strict);
    options.links = LinkFacts::Answer;
    let built = session.build(&facts, &options)?;
    warn_of_strangers(session, &built.answer.not_edges, arguments.input.strict)?;
    let mut answer = answer(&built, &facts);
    let document = session.document(&facts, built, arguments.input.strict)?;
    if let Some(label) = document.labels.repeated(&document.puzzle) {
        let what = format!("several pairs have the label {label}; one of them keeps it in the picture");
        session.warn(arguments.input.strict, &what)?;
    }
    drop(facts);
    // An impossible picture is refused before the work for it, which may reach a limit.
    let kind = kind(arguments)?;
    let on_terminal = arguments.output.is_none() && io::stdout().is_terminal();
    if arguments.animate && kind.map_or(on_terminal, |kind| kind != Kind::Svg) {
        return Err(Failure::input("a picture that moves is SVG only: give -o FILE.svg"));
    }
    let layout = Layout::of(&document.puzzle, &document.positions, &session.limits)?;
    let mut missing = None;
    if arguments.solve && answer.is_empty() {
        match overlay::solution(session, &document) {
            Ok(found) => answer = found,
            Err(why) => missing = Some(why),
        }
    }
    let mut overlay = Overlay::None;
    // An overlay about all solutions needs what the solution needs. Deduction is shown as far as it gets.
    if missing.is_none() || arguments.deduction {
        let (shown, why) = overlay::overlay(session, arguments, &document, &answer);
        (overlay, missing) = (shown, missing.or(why));
    }
    let status = match missing {
        None => ExitStatus::DONE,
        Some(why) => {
            // The picture is completed although a limit was reached.
            session.saves_when_stopped(true);
            overlay::report_missing(session, why)
        }
    };
    let picture = Picture {
        puzzle: &document.puzzle,
        names: &document.names,
        labels: &document.labels,
        marks: &document.marks,
        layout: &layout,
        answer: &answer,
        overlay: &overlay,
        vertex_names: arguments.vertex_names,
    };
    if kind == Some(Kind::Text) || (kind.is_none() && on_terminal) {
        let text = match terminal(&picture, colour(arguments.colour, on_terminal)) {
            Ok(text) => text,
            Err(error) => match overlay.list(&document.puzzle, &document.names) {
                Some(list) => list,
                // The reason why there is nothing to list was reported already.
                None if status != ExitStatus::DONE => String::new(),
                None => {
                    let what = format!("{error}; give -o FILE.svg or -o FILE.png, or --as svg");
                    return Err(Failure::input(what));
                }
            },
        };
        return finish(session, arguments, text.as_bytes(), status);
    }
    let scene = scene(&picture);
    if missing.is_none() {
        session.limits.check()?;
    }
    let bytes = if kind == Some(Kind::Png) { png(&scene)? } else { scene.svg().into_bytes() };
    finish(session, arguments, &bytes, status)
}

/// Warns about links that are no edges of the puzzle, and thus not in the picture.
fn warn_of_strangers(session: &Session, not_edges: &[String], strict: bool) -> Result<(), Failure> {
    let Some(reason) = not_edges.first() else { return Ok(()) };
    let more = match not_edges.len() {
        1 => String::new(),
        count => format!("; {count} links are no edges of it"),
    };
    session.warn(strict, &format!("not all of the answer can be drawn on this puzzle: {reason}{more}"))
}

/// Whether text has colours; by default on a terminal, unless the environment disables them (no-color.org).
pub(super) fn colour(wanted: Colour, on_terminal: bool) -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    match wanted {
        Colour::Auto => {
            on_terminal && !is_set("NO_COLOR") && std::env::var_os("TERM").is_none_or(|t| t != "dumb")
        }
        Colour::Always => true,
        Colour::Never => false,
    }
}

#[cfg(feature = "png")]
pub(super) fn png(scene: &Scene) -> Result<Vec<u8>, Failure> {
    scene.png(&Limits::none()).map_err(|error| Failure::input(error.to_string()))
}

#[cfg(not(feature = "png"))]
pub(super) fn png(_: &Scene) -> Result<Vec<u8>, Failure> {
    let how = "zlink was built without PNG (its feature is `png`); SVG can be turned into PNG by other programs, \
               such as rsvg-convert";
    Err(Failure::input(how))
}

/// Reads the instance and the answers, in this order.
fn texts(session: &Session, arguments: &Draw) -> Result<Texts, Failure> {
    if let Some(board) = arguments.input.board.texts(&session.limits, 0)? {
        return Ok(board);
    }
    let mut sources = input::read_all(&arguments.input.files, &session.limits)?;
    if let Some(answer) = reading::cut_answer(&mut sources[0]) {
        sources.insert(1, answer);
    }
    for (i, source) in sources.iter_mut().enumerate() {
        // Every file except the first may be an answer in any format, or say that there is none. Facts stay as they are.
        if i == 0 && !reading::is_answer(&source.bytes) {
            continue;
        }
        let claims = witness::read(&source.bytes)
            .map_err(|error| Failure::input(format!("{}: {error}", source.name)))?;
        match claims.into_iter().next() {
            Some(Claim::Solution(solution)) => source.bytes = solution.facts,
            Some(Claim::Facts(facts)) => source.bytes = facts,
            // Without an answer, the puzzle alone is drawn, if there is one.
            Some(claim) if i > 0 => {
                let name = input::shown(&source.name);
                let what = match claim {
                    Claim::NoSolution => "says that there is no solution",
                    _ => "has no answer",
                };
                session.remark(&format!("{name} {what}: the puzzle is drawn without one"));
                source.bytes.clear();
            }
            _ => return Err(Failure::input(format!("{}: there is no answer to draw", source.name))),
        }
    }
    sources.retain(|source| !source.bytes.trim_ascii().is_empty());
    reading::texts(sources, arguments.input.from, |guess| session.warn(arguments.input.strict, guess))
}

/// The kind of the picture, from the option or the extension of the file; none if neither is given.
fn kind(arguments: &Draw) -> Result<Option<Kind>, Failure> {
    let Some(output) = arguments.output.as_ref().filter(|_| arguments.kind.is_none()) else {
        return Ok(arguments.kind);
    };
    match by_ending(output) {
        None => Ok(Some(Kind::Svg)),
        Some(Ok(kind)) => Ok(Some(kind)),
        Some(Err(other)) => {
            Err(Failure::input(format!("no picture is written to a file .{other}; say --as KIND")))
        }
    }
}

/// The kind of picture for a file's extension; none without an extension, an error with the extension if it is unknown.
pub(super) fn by_ending(file: &Path) -> Option<Result<Kind, String>> {
    let ending = file.extension()?.to_str()?.to_ascii_lowercase();
    Some(match ending.as_str() {
        "svg" => Ok(Kind::Svg),
        "png" => Ok(Kind::Png),
        "txt" => Ok(Kind::Text),
        _ => Err(ending),
    })
}

fn finish(
    session: &Session,
    arguments: &Draw,
    bytes: &[u8],
    status: ExitStatus,
) -> Result<ExitStatus, Failure> {
    let Some(output) = &arguments.output else {
        if let Ok(text) = std::str::from_utf8(bytes) {
            return Ok(session.output.result(text, status));
        }
        if io::stdout().is_terminal() {
            return Err(Failure::input("PNG is not for terminals: give -o FILE.png"));
        }
        return match stdout::write(bytes) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(Failure::unwritten(Path::new("the standard output"), &error))
            }
            _ => Ok(session.output.result("", status)),
        };
    };
    files::write_bytes(output, bytes).map_err(|error| Failure::unwritten(output, &error))?;
    Ok(session.output.result("", status))
}

/// The edges of the answer. If single lines are answers, but not all lines together, the edges of the first line.
fn answer(built: &Built, facts: &Facts<'_>) -> Vec<EdgeId> {
    let all = &built.answer.edges;
    if !built.answer.not_edges.is_empty() {
        return all.clone();
    }
    let place = |link: &Fact<2>| link.at.resolve(facts.sources);
    let named = facts.named_links.iter().map(|link| Fact { args: [link.args[0]; 2], at: link.at });
    let mut links = facts.links.iter().copied().chain(named).peekable();
    let Some((source, start)) = links.peek().map(place) else { return all.clone() };
    let is_on_first_line = |link: &Fact<2>| {
        let (other, at) = place(link);
        other == source && !facts.sources[source].bytes[start..at].contains(&b'\n')
    };
    let first: HashSet<_> = links.take_while(is_on_first_line).map(|link| link.args).collect();
    let is_solution = |edges: &[EdgeId]| {
        let mut edges = edges.to_vec();
        edges.sort_unstable();
        check::verify(&built.puzzle, &edges).is_ok()
    };
    let first = &all[..first.len()];
    if first.len() < all.len() && !is_solution(all) && is_solution(first) {
        first.to_vec()
    } else {
        all.clone()
    }
}
