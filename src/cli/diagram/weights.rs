//! Reads the weights of elements.

use std::collections::HashMap;
use std::path::Path;

use crate::cli::failure::Failure;
use crate::cli::input;
use crate::cli::session::Session;
use crate::diagram::NamedDiagram;
use crate::facts;

/// The weight of each element: what the facts `weight(ELEMENT,N)` of `file` say, and 0 for the others; without a
/// file, 1 for all.
pub(super) fn read(
    session: &Session,
    file: Option<&Path>,
    family: &NamedDiagram<'_>,
) -> Result<Vec<i64>, Failure> {
    let Some(file) = file else { return Ok(vec![1; family.names.len()]) };
    let sources = [input::read(file, &session.limits)?];
    let facts = facts::parse(&sources).map_err(|report| Failure::Input(report.to_string()))?;
    let name = &sources[0].name;
    let mut levels: HashMap<&str, usize> = HashMap::new();
    for (level, element) in family.names.iter().enumerate() {
        levels.insert(element, level);
    }
    let mut weights = vec![None; family.names.len()];
    let mut strangers = 0usize;
    for fact in &facts.weights {
        let [element, weight] = fact.args;
        let element = facts.symbols.display(element).to_string();
        let Some(weight) = facts.symbols.as_integer(weight) else {
            let weight = facts.symbols.display(weight);
            return Err(Failure::input(format!("{name}: the weight of {element} is {weight}, no integer")));
        };
        let Some(&level) = levels.get(element.as_str()) else {
            strangers += 1;
            continue;
        };
        if weights[level].replace(weight).is_some_and(|before| before != weight) {
            return Err(Failure::input(format!("{name}: {element} has two weights")));
        }
    }
    if facts.weights.is_empty() {
        return Err(Failure::input(format!("{name} has no weights: facts such as `weight(link(0,1),5).`")));
    }
    if strangers > 0 {
        session.remark(&format!(
            "warning: {name} weighs {strangers} things that are no elements of the diagram"
        ));
    }
    Ok(weights.into_iter().map(Option::unwrap_or_default).collect())
}
