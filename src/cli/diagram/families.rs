//! The actions that make families: build, combine, transform, filter, convert.

use super::arguments::{Build, Combine, Convert, Filter, Form, Operation, Range, Transform, Transformation};
use super::graphs::{self, Graphs};
use super::{files, weights};
use crate::failure::Failure;
use crate::input;
use crate::session::Session;
use crate::spill::{removed, told};
use zlink_answer::{Atoms, ExitStatus};
use zlink_diagram::family::{Family, NamedFamily};
use zlink_diagram::{Algebra, Element, Level};
use zlink_engine::{self as engine, Question, Request};
use zlink_puzzle::EdgeId;

/// Compiles all solutions of a puzzle, or all sets of edges of some kinds, into a diagram.
pub(super) fn build(session: &Session, arguments: &Build) -> Result<ExitStatus, Failure> {
    let Build { input, rules, graphs, seed, threads, disk, output, .. } = arguments;
    let is_puzzle = !graphs.are_given();
    let built = if is_puzzle { session.instance(input, rules)? } else { Graphs::graph(session, input)? };
    let atoms = Atoms::of_puzzle(&built.puzzle, &built.names);
    let edges = (0..built.puzzle.edge_count()).map(EdgeId::from_index);
    let names: Vec<String> = edges.map(|edge| atoms.of(edge).to_string()).collect();
    let sets = if is_puzzle { None } else { Some(graphs.sets(session, &built, &names, input.strict)?) };
    let spill = disk.open()?;
    let family = match &sets {
        Some(sets) => graphs::family(session, sets, threads.for_sweep(), spill.as_ref()),
        None => {
            let request = Request {
                limits: session.engine_limits(),
                seed: *seed,
                sweep_threads: threads.for_sweep(),
                spill: spill.as_ref(),
                ..Request::new(&built.puzzle, Question::Count)
            };
            engine::family(&request, session).map_err(Failure::from)
        }
    };
    if let Some(spill) = &spill {
        told(session, spill)?;
    }
    let status = files::write(session, &NamedFamily { names, family: family? }, Form::Zdd, output)?;
    match spill {
        Some(spill) => removed(&spill).map(|()| status),
        None => Ok(status),
    }
}

/// Combines families.
pub(super) fn combine(session: &Session, arguments: &Combine) -> Result<ExitStatus, Failure> {
    let Combine { operation, files, output, .. } = arguments;
    if files.iter().filter(|file| file.as_os_str() == "-").count() > 1 {
        return Err(Failure::input("the standard input (`-`) can be read only once"));
    }
    let operation = match operation {
        Operation::Union => Algebra::union,
        Operation::Intersection => Algebra::intersection,
        Operation::Difference => Algebra::difference,
        Operation::SymmetricDifference => Algebra::symmetric_difference,
        Operation::Join => Algebra::join,
        Operation::Meet => Algebra::meet,
        Operation::Quotient => Algebra::quotient,
        Operation::Remainder => Algebra::remainder,
        Operation::Subsets => Algebra::subsets,
        Operation::Supersets => Algebra::supersets,
        Operation::NonSubsets => Algebra::non_subsets,
        Operation::NonSupersets => Algebra::non_supersets,
    };
    let limits = session.engine_limits();
    let families = files.iter().map(|file| files::read(session, Some(file), &limits));
    let families: Vec<NamedFamily> = families.collect::<Result<_, _>>()?;
    files::write(session, &NamedFamily::combine(&families, operation, &limits)?, Form::Zdd, output)
}

/// Makes another family from one.
pub(super) fn transform(session: &Session, arguments: &Transform) -> Result<ExitStatus, Failure> {
    let Transform { operation, file, element: chosen, output, .. } = arguments;
    if !chosen.is_empty() && *operation != Transformation::Change {
        return Err(Failure::input("only `change` is about single elements (--element)"));
    }
    let limits = session.engine_limits();
    let NamedFamily { names, family } = files::read(session, file.as_ref(), &limits)?;
    let chosen: Vec<Element> = chosen.iter().map(|text| element(&names, text)).collect::<Result<_, _>>()?;
    let operation = |algebra: &mut Algebra, f| match operation {
        Transformation::Minimal => algebra.minimal(f),
        Transformation::Maximal => algebra.maximal(f),
        Transformation::Complement => algebra.complement(f),
        Transformation::HittingSets => algebra.hitting_sets(f),
        Transformation::MinimalHittingSets => algebra.minimal_hitting_sets(f),
        // In a family that was read, levels and elements have the same numbers.
        Transformation::Change => chosen.iter().try_fold(f, |f, e| algebra.change(f, Level(e.0))),
    };
    let family = family.transform(operation, &limits)?;
    files::write(session, &NamedFamily { names, family }, Form::Zdd, output)
}

/// Keeps the sets of a family that meet some conditions.
pub(super) fn filter(session: &Session, arguments: &Filter) -> Result<ExitStatus, Failure> {
    let limits = session.engine_limits();
    let named = files::read(session, arguments.file.as_ref(), &limits)?;
    let weights = weights::read(session, arguments.weights.as_deref(), &named.names, false)?;
    let NamedFamily { names, family } = named;
    let elements = |texts: &[String]| -> Result<Vec<Element>, Failure> {
        texts.iter().map(|text| element(&names, text)).collect()
    };
    let (with, without) = (elements(&arguments.with)?, elements(&arguments.without)?);
    let restricted = Family::from(family.diagram().restrict(&with, &without, &limits)?);
    let operation = |algebra: &mut Algebra, mut f| {
        if let Some(Range { from, to }) = arguments.size {
            if from.is_some() && from == to {
                f = algebra.of_size(f, from.unwrap_or_default())?;
            } else {
                f = to.map_or(Ok(f), |most| algebra.of_size_at_most(f, most))?;
                f = from.map_or(Ok(f), |least| algebra.of_size_at_least(f, least))?;
            }
        }
        if let Some(Range { from, to }) = arguments.weight {
            f = to.map_or(Ok(f), |most| algebra.weighing_at_most(f, &weights, most))?;
            f = from.map_or(Ok(f), |least| algebra.weighing_at_least(f, &weights, least))?;
        }
        if arguments.minimal {
            f = algebra.minimal(f)?;
        }
        if arguments.maximal {
            f = algebra.maximal(f)?;
        }
        Ok(f)
    };
    let family = restricted.transform(operation, &limits)?;
    files::write(session, &NamedFamily { names, family }, Form::Zdd, &arguments.output)
}

/// Writes a diagram in another form.
pub(super) fn convert(session: &Session, arguments: &Convert) -> Result<ExitStatus, Failure> {
    let Convert { file, to, elements, output, .. } = arguments;
    let limits = session.engine_limits();
    let mut family = files::read(session, file.as_ref(), &limits)?;
    if let Some(file) = elements {
        let source = input::read(file, &session.limits)?;
        let text = String::from_utf8_lossy(&source.bytes);
        let mut names: Vec<String> = text.lines().map(|line| line.trim().to_string()).collect();
        while names.last().is_some_and(String::is_empty) {
            names.pop();
        }
        let elements = family.names.len();
        if names.len() < elements {
            return Err(Failure::input(format!(
                "{} names {} elements, but the diagram has {elements}",
                source.name,
                names.len()
            )));
        }
        let mut seen = std::collections::HashSet::new();
        if let Some(twice) = names.iter().find(|&name| !seen.insert(name.as_str())) {
            return Err(Failure::input(format!("{} names {twice:?} twice", source.name)));
        }
        // The text form does not know elements below the last node.
        let all: Vec<Element> = (0..names.len()).map(Element::from_index).collect();
        family = NamedFamily { family: family.family.over(&all, &limits)?, names };
    }
    files::write(session, &family, *to, output)
}

/// The element that `text` names; blanks outside strings are ignored.
fn element(names: &[String], text: &str) -> Result<Element, Failure> {
    let mut quoted = false;
    let mut escaped = false;
    let plain: String = text
        .chars()
        .filter(|&c| {
            let keep = quoted || !c.is_whitespace();
            if c == '"' && !escaped {
                quoted = !quoted;
            }
            escaped = c == '\\' && !escaped;
            keep
        })
        .collect();
    let plain = plain.trim_end_matches('.');
    let found = names.iter().position(|name| name == plain || name == text.trim());
    found.map(Element::from_index).ok_or_else(|| {
        let example = names.first().map(|name| format!("; its first element is {name}"));
        Failure::input(format!("the diagram has no element {plain}{}", example.unwrap_or_default()))
    })
}
