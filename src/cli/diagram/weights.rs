//! Reads the weights of elements.

use std::collections::HashMap;
use std::path::Path;

use crate::failure::Failure;
use crate::input;
use crate::session::Session;
use zlink_facts::{self as facts, Facts};

/// The weight of each element by the facts `weight(ELEMENT,N)` in `file`, and 0 for elements without a fact. Without a file,
/// all weights are 1. With `strict`, a fact about anything else is an error.
pub(super) fn read(
    session: &Session,
    file: Option<&Path>,
    names: &[String],
    strict: bool,
) -> Result<Vec<i64>, Failure> {
    let Some(file) = file else { return Ok(vec![1; names.len()]) };
    let sources = [input::read(file, &session.limits)?];
    let facts = facts::parse(&sources)?;
    let name = &sources[0].name;
    let Weights { of_elements, strangers } = of(&facts, name, names).map_err(Failure::input)?;
    if strangers > 0 {
        let what = format!("{name} weighs {strangers} things that are no elements of the diagram");
        if strict {
            return Err(Failure::input(what));
        }
        session.remark(&format!("warning: {what}"));
    }
    Ok(of_elements)
}

/// The weights from some facts.
pub(crate) struct Weights {
    /// The weight of each element.
    pub(crate) of_elements: Vec<i64>,
    /// The number of facts about unknown elements.
    strangers: usize,
}

/// The weights of `elements` by the facts of the file `name`, or the error in the facts.
pub(crate) fn of(facts: &Facts<'_>, name: &str, elements: &[String]) -> Result<Weights, String> {
    let levels: HashMap<&str, usize> =
        elements.iter().enumerate().map(|(level, element)| (element.as_str(), level)).collect();
    let mut weights = vec![None; elements.len()];
    let mut strangers = 0usize;
    for fact in &facts.weights {
        let [element, weight] = fact.args;
        let element = facts.symbols.display(element).to_string();
        let Some(weight) = facts.symbols.as_integer(weight) else {
            let weight = facts.symbols.display(weight);
            return Err(format!("{name}: the weight of {element} is {weight}, no integer"));
        };
        let Some(&level) = levels.get(element.as_str()) else {
            strangers += 1;
            continue;
        };
        if weights[level].replace(weight).is_some_and(|before| before != weight) {
            return Err(format!("{name}: {element} has two weights"));
        }
    }
    if facts.weights.is_empty() {
        return Err(format!("{name} has no weights: facts such as `weight(link(0,1),5).`"));
    }
    Ok(Weights { of_elements: weights.into_iter().map(Option::unwrap_or_default).collect(), strangers })
}
