//! From families to families.

use std::collections::HashMap;

use super::arguments::{Build, Combine, Convert, Filter, Form, Operation, Range, Transform, Transformation};
use super::{files, weights};
use crate::answer::{Atoms, ExitStatus};
use crate::cli::failure::Failure;
use crate::cli::input;
use crate::cli::session::Session;
use crate::diagram::{Algebra, Arena, Level, NamedDiagram, NodeId};
use crate::engine;
use crate::limits::Exhausted;
use crate::puzzle::EdgeId;

/// Compiles a puzzle.
pub(super) fn build(session: &Session, arguments: &Build) -> Result<ExitStatus, Failure> {
    let Build { input, rules, seed, output, .. } = arguments;
    let built = session.instance(input, rules)?;
    let atoms = Atoms::of_puzzle(&built);
    let limits = session.engine_limits();
    engine::compile(&built.puzzle, &limits, *seed, session, &|diagram| {
        let names = diagram.variables().iter().map(|&edge| atoms.of(edge).to_string()).collect();
        let variables = levels(diagram.variables().len()).map(|level| EdgeId(level.0)).collect();
        let family = NamedDiagram { names, diagram: diagram.with_variables(variables) };
        Ok(files::write(session, &family, Form::Zdd, output))
    })?
}

/// Combines families.
pub(super) fn combine(session: &Session, arguments: &Combine) -> Result<ExitStatus, Failure> {
    let Combine { operation, files, output, .. } = arguments;
    if files.iter().filter(|file| file.as_os_str() == "-").count() > 1 {
        return Err(Failure::input("the standard input (`-`) can be read only once"));
    }
    let arena = Arena::new(&session.engine_limits());
    let mut families = Vec::new();
    for file in files {
        families.push(files::read(session, Some(file), &arena)?);
    }
    let mut names: Vec<String> = Vec::new();
    let mut known: HashMap<String, Level> = HashMap::new();
    let mut places: Vec<Vec<Level>> = Vec::new();
    for family in &families {
        let mut levels = Vec::with_capacity(family.names.len());
        for name in &family.names {
            let next = Level(u32::try_from(names.len()).map_err(|_| Exhausted::Memory)?);
            levels.push(*known.entry(name.clone()).or_insert_with(|| {
                names.push(name.clone());
                next
            }));
        }
        places.push(levels);
    }
    let mut algebra = Algebra::new(&arena, names.len())?;
    let mut result = None;
    for (family, levels) in families.iter().zip(&places) {
        let g = algebra.import(&family.diagram, levels)?;
        let Some(f) = result else {
            result = Some(g);
            continue;
        };
        let mut roots = [match operation {
            Operation::Union => algebra.union(f, g),
            Operation::Intersection => algebra.intersection(f, g),
            Operation::Difference => algebra.difference(f, g),
            Operation::SymmetricDifference => algebra.symmetric_difference(f, g),
            Operation::Join => algebra.join(f, g),
            Operation::Meet => algebra.meet(f, g),
            Operation::Quotient => algebra.quotient(f, g),
            Operation::Remainder => algebra.remainder(f, g),
            Operation::Subsets => algebra.subsets(f, g),
            Operation::Supersets => algebra.supersets(f, g),
            Operation::NonSubsets => algebra.non_subsets(f, g),
            Operation::NonSupersets => algebra.non_supersets(f, g),
        }?];
        if families.len() > 2 {
            algebra.collect(&mut roots)?;
        }
        result = Some(roots[0]);
    }
    let family = frozen(&algebra, &arena, result.unwrap_or(NodeId::EMPTY), names)?;
    files::write(session, &family, Form::Zdd, output)
}

/// Makes another family of one.
pub(super) fn transform(session: &Session, arguments: &Transform) -> Result<ExitStatus, Failure> {
    let Transform { operation, file, element: chosen, output, .. } = arguments;
    if !chosen.is_empty() && *operation != Transformation::Change {
        return Err(Failure::input("only `change` is about single elements (--element)"));
    }
    let arena = Arena::new(&session.engine_limits());
    let family = files::read(session, file.as_ref(), &arena)?;
    let chosen: Vec<EdgeId> = chosen.iter().map(|text| element(&family, text)).collect::<Result<_, _>>()?;
    let NamedDiagram { names, diagram } = family;
    let mut algebra = Algebra::new(&arena, names.len())?;
    let f = algebra.import(&diagram, &levels(names.len()).collect::<Vec<_>>())?;
    let result = match operation {
        Transformation::Minimal => algebra.minimal(f),
        Transformation::Maximal => algebra.maximal(f),
        Transformation::Complement => algebra.complement(f),
        Transformation::HittingSets => algebra.hitting_sets(f),
        Transformation::MinimalHittingSets => algebra.minimal_hitting_sets(f),
        Transformation::Change => chosen.iter().try_fold(f, |f, e| algebra.change(f, Level(e.0))),
    }?;
    files::write(session, &frozen(&algebra, &arena, result, names)?, Form::Zdd, output)
}

/// Keeps some sets.
pub(super) fn filter(session: &Session, arguments: &Filter) -> Result<ExitStatus, Failure> {
    let arena = Arena::new(&session.engine_limits());
    let family = files::read(session, arguments.file.as_ref(), &arena)?;
    let weights = weights::read(session, arguments.weights.as_deref(), &family)?;
    let elements = |texts: &[String]| -> Result<Vec<EdgeId>, Failure> {
        texts.iter().map(|text| element(&family, text)).collect()
    };
    let (with, without) = (elements(&arguments.with)?, elements(&arguments.without)?);
    let restricted = family.diagram.restrict(&arena, &with, &without)?;
    let mut algebra = Algebra::new(&arena, family.names.len())?;
    let mut f = algebra.import(&restricted, &levels(family.names.len()).collect::<Vec<_>>())?;
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
    let family = frozen(&algebra, &arena, f, family.names)?;
    files::write(session, &family, Form::Zdd, &arguments.output)
}

/// Writes a diagram in another form.
pub(super) fn convert(session: &Session, arguments: &Convert) -> Result<ExitStatus, Failure> {
    let Convert { file, to, elements, output, .. } = arguments;
    let arena = Arena::new(&session.engine_limits());
    let mut family = files::read(session, file.as_ref(), &arena)?;
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
        // Elements below the last node are unknown to the text form.
        let mut algebra = Algebra::new(&arena, names.len())?;
        let root = algebra.import(&family.diagram, &levels(elements).collect::<Vec<_>>())?;
        family = frozen(&algebra, &arena, root, names)?;
    }
    files::write(session, &family, *to, output)
}

fn levels(count: usize) -> impl Iterator<Item = Level> {
    (0..count).map(|level| Level(level as u32))
}

fn frozen<'a>(
    algebra: &Algebra<'_>,
    arena: &'a Arena,
    root: NodeId,
    names: Vec<String>,
) -> Result<NamedDiagram<'a>, Exhausted> {
    let variables = levels(names.len()).map(|level| EdgeId(level.0)).collect();
    Ok(NamedDiagram { diagram: algebra.freeze(arena, root, variables)?, names })
}

/// The element that `text` names; blanks outside of strings do not matter.
fn element(family: &NamedDiagram<'_>, text: &str) -> Result<EdgeId, Failure> {
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
    let found = family.names.iter().position(|name| name == plain || name == text.trim());
    found.map(EdgeId::from_index).ok_or_else(|| {
        let example = family.names.first().map(|name| format!("; its first element is {name}"));
        Failure::input(format!("the diagram has no element {plain}{}", example.unwrap_or_default()))
    })
}
