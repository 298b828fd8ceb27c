//! The actions that answer questions about one family.

use std::fmt::Write;
use std::ops::ControlFlow;

use super::arguments::{Asked, Best, Info, List, Sample, Weigh};
use super::{files, weights};
use crate::failure::Failure;
use crate::session::Session;
use zlink_answer::ExitStatus;
use zlink_diagram::family::NamedFamily;
use zlink_diagram::{Element, Ratio};

type Answer = Result<ExitStatus, Failure>;

/// The number of decimal places of numbers that are not integers.
const PLACES: u32 = 6;

/// Writes the number of sets.
pub(super) fn count(session: &Session, arguments: &Asked) -> Answer {
    let limits = session.engine_limits();
    let NamedFamily { family, .. } = files::read(session, arguments.file.as_ref(), &limits)?;
    let count = family.diagram().count(&limits)?;
    Ok(session.output.result(&format!("{count}\n"), ExitStatus::DONE))
}

/// Writes the number of sets of each size.
pub(super) fn sizes(session: &Session, arguments: &Asked) -> Answer {
    let limits = session.engine_limits();
    let NamedFamily { family, .. } = files::read(session, arguments.file.as_ref(), &limits)?;
    let mut text = String::new();
    let sizes = family.diagram().size_distribution(&limits)?;
    for (size, count) in sizes.iter().enumerate().filter(|(_, count)| count.bits() > 0) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{size} {count}");
    }
    Ok(session.output.result(&text, ExitStatus::DONE))
}

/// Writes the sets.
pub(super) fn list(session: &Session, arguments: &List) -> Answer {
    let limits = session.engine_limits();
    let NamedFamily { names, family } = files::read(session, arguments.file.as_ref(), &limits)?;
    let mut sets = family.diagram().sets();
    let mut line = String::new();
    for _ in 0..wanted(arguments.sets) {
        session.limits.check()?;
        let Some(set) = sets.next_set() else { break };
        line.clear();
        facts(&names, set, &mut line);
        line.push('\n');
        if session.output.text(&line) == ControlFlow::Break(()) {
            break;
        }
    }
    Ok(session.output.result("", ExitStatus::DONE))
}

/// Writes random sets.
pub(super) fn sample(session: &Session, arguments: &Sample) -> Answer {
    let limits = session.engine_limits();
    let NamedFamily { names, family } = files::read(session, arguments.file.as_ref(), &limits)?;
    let counts = family.diagram().counts(&limits)?;
    let mut samples = counts.samples(arguments.seed);
    let mut line = String::new();
    for _ in 0..arguments.sets {
        session.limits.check()?;
        let Some(set) = samples.next() else {
            return Err(Failure::input("there is nothing to draw: the family has no sets"));
        };
        line.clear();
        facts(&names, &set, &mut line);
        line.push('\n');
        if session.output.text(&line) == ControlFlow::Break(()) {
            break;
        }
    }
    Ok(session.output.result("", ExitStatus::DONE))
}

/// Writes the sets of least or greatest weight.
pub(super) fn best(session: &Session, arguments: &Best) -> Answer {
    let limits = session.engine_limits();
    let NamedFamily { names, family } = files::read(session, arguments.file.as_ref(), &limits)?;
    let mut weights = weights::read(session, arguments.weights.as_deref(), &names, false)?;
    let sign: i128 = if arguments.greatest { -1 } else { 1 };
    if arguments.greatest {
        for weight in &mut weights {
            *weight = weight.checked_neg().ok_or_else(|| Failure::input("a weight is too small"))?;
        }
    }
    let mut sets = family.diagram().by_weight(&weights, &limits)?;
    let mut line = String::new();
    for _ in 0..wanted(arguments.sets) {
        let Some((weight, set)) = sets.next_set()? else { break };
        line.clear();
        facts(&names, &set, &mut line);
        // A comment, so that the line can be read as facts.
        let _ = writeln!(line, "{}% {}", if set.is_empty() { "" } else { " " }, sign * weight);
        if session.output.text(&line) == ControlFlow::Break(()) {
            break;
        }
    }
    Ok(session.output.result("", ExitStatus::DONE))
}

/// Writes the number of sets that have each element.
pub(super) fn frequency(session: &Session, arguments: &Asked) -> Answer {
    let limits = session.engine_limits();
    let NamedFamily { names, family } = files::read(session, arguments.file.as_ref(), &limits)?;
    let counts = family.diagram().counts(&limits)?;
    let total = counts.total();
    let mut text = String::new();
    for (name, count) in names.iter().zip(counts.frequencies(&limits)?) {
        let part = Ratio::new(count.clone().into(), total.clone());
        let part = part.map_or("0".to_string(), |part| part.decimal(PLACES));
        let _ = writeln!(text, "{name} {count} {part}");
    }
    Ok(session.output.result(&text, ExitStatus::DONE))
}

/// Writes statistics of the weights of the sets.
pub(super) fn weigh(session: &Session, arguments: &Weigh) -> Answer {
    let limits = session.engine_limits();
    let NamedFamily { names, family } = files::read(session, arguments.file.as_ref(), &limits)?;
    let weights = weights::read(session, arguments.weights.as_deref(), &names, false)?;
    let moments = family.diagram().moments(&weights, &limits)?;
    let mut text = format!("sets {}\n", moments.count);
    if let Some([least, greatest]) = family.diagram().weight_range(&weights, &limits)? {
        let _ = writeln!(text, "least {least}\ngreatest {greatest}");
    }
    for (name, value) in [("mean", moments.mean()), ("variance", moments.variance())] {
        if let Some(value) = value {
            let _ = writeln!(text, "{name} {} = {value}", value.decimal(PLACES));
        }
    }
    Ok(session.output.result(&text, ExitStatus::DONE))
}

/// Writes the properties of a diagram, or the names of its elements.
pub(super) fn info(session: &Session, arguments: &Info) -> Answer {
    let limits = session.engine_limits();
    let NamedFamily { names, family } = files::read(session, arguments.file.as_ref(), &limits)?;
    let mut text = String::new();
    if arguments.elements {
        for name in &names {
            text.push_str(name);
            text.push('\n');
        }
    } else {
        let diagram = &family.diagram();
        let widest = diagram.row_widths().into_iter().max().unwrap_or(0);
        let _ = writeln!(text, "elements {}\nnodes {}", names.len(), diagram.node_count());
        let _ = writeln!(text, "widest level {widest}\nbytes {}", diagram.bytes());
    }
    Ok(session.output.result(&text, ExitStatus::DONE))
}

/// The most sets to write; 0 on the command line stands for all.
fn wanted(sets: u64) -> u64 {
    if sets == 0 { u64::MAX } else { sets }
}

/// The elements of a set as facts on one line.
fn facts(names: &[String], set: &[Element], line: &mut String) {
    for (i, element) in set.iter().enumerate() {
        if i > 0 {
            line.push(' ');
        }
        line.push_str(&names[element.index()]);
        line.push('.');
    }
}
