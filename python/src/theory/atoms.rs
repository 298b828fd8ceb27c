//! Theory atoms -> [`Demand`]: the graph of the elements, and what is demanded of its edges.

use rustc_hash::FxHashMap;

use super::clingo::{Failure, Id, Init, Literal, TRUE, Term};

/// The forms of theory atoms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// `&cycle`: exactly one cycle.
    Cycle,
    /// `&cycles`: one or more cycles.
    Cycles,
    /// `&circuit`: exactly one cycle of arcs.
    Circuit,
    /// `&path(A,B)` and `&paths`: paths that join pairs.
    Paths,
}

/// What a theory atom demands.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Demand {
    pub(super) form: Form,
    /// The literal of the atom: without it, nothing is demanded.
    pub(super) condition: Literal,
    pub(super) vertices: usize,
    /// The edges or arcs, each with the literals of which one makes it part of the set.
    pub(super) edges: Vec<([u32; 2], Vec<Literal>)>,
    /// Literals of edges from a vertex to itself.
    pub(super) loops: Vec<Literal>,
    pub(super) pairs: Vec<([u32; 2], Vec<Literal>)>,
    /// The vertices that are to be on a cycle or path, each with the literals of which one says so.
    pub(super) visits: Vec<(u32, Vec<Literal>)>,
}

/// The demands of the theory atoms of the last step, except those that are known to be false.
pub(super) fn demands(init: &Init<'_>) -> Result<Vec<Demand>, Failure> {
    let mut demands = Vec::new();
    for atom in 0..init.theory_atoms()? {
        let (name, arguments) = match init.term(init.atom_term(atom)?)? {
            Term::Symbol(name) => (name, Vec::new()),
            Term::Function(Some(name), arguments) => (name, arguments),
            _ => continue,
        };
        let form = match (name.as_str(), arguments.len()) {
            ("cycle", 0) => Form::Cycle,
            ("cycles", 0) => Form::Cycles,
            ("circuit", 0) => Form::Circuit,
            ("path", 2) | ("paths", 0) => Form::Paths,
            _ => continue,
        };
        let condition = init.atom_literal(atom)?;
        if init.assignment().value(condition) == Some(false) {
            continue;
        }
        let mut reader =
            Reader { init, atom: &name, vertices: FxHashMap::default(), terms: FxHashMap::default() };
        demands.push(reader.demand(form, condition, &arguments, &init.atom_elements(atom)?)?);
    }
    Ok(demands)
}

/// Lists of literals for keys, in the order in which the keys come first.
struct Grouped<K>(Vec<(K, Vec<Literal>)>, FxHashMap<K, usize>);

impl<K: Copy + Eq + std::hash::Hash> Grouped<K> {
    fn new() -> Self {
        Grouped(Vec::new(), FxHashMap::default())
    }

    fn add(&mut self, key: K, literal: Literal) {
        let Grouped(groups, index) = self;
        let at = *index.entry(key).or_insert_with(|| {
            groups.push((key, Vec::new()));
            groups.len() - 1
        });
        groups[at].1.push(literal);
    }

    /// The lists, sorted, and `[TRUE]` where a literal always holds.
    fn finish(self, init: &Init<'_>) -> Vec<(K, Vec<Literal>)> {
        let assignment = init.assignment();
        let mut groups = self.0;
        for (_, literals) in &mut groups {
            if literals.iter().any(|&literal| assignment.value(literal) == Some(true)) {
                *literals = vec![TRUE];
            }
            literals.sort_unstable();
            literals.dedup();
        }
        groups
    }
}

/// Reads the elements of one theory atom.
struct Reader<'a> {
    init: &'a Init<'a>,
    atom: &'a str,
    /// The numbers of the vertices, by their texts.
    vertices: FxHashMap<String, u32>,
    /// The numbers of the vertices, by terms.
    terms: FxHashMap<Id, u32>,
}

impl Reader<'_> {
    fn demand(
        &mut self,
        form: Form,
        condition: Literal,
        arguments: &[Id],
        elements: &[Id],
    ) -> Result<Demand, Failure> {
        let (mut edges, mut pairs, mut visits) = (Grouped::new(), Grouped::new(), Grouped::new());
        let mut loops = Vec::new();
        if let &[a, b] = arguments {
            pairs.add(sorted([self.vertex(a)?, self.vertex(b)?]), TRUE);
        }
        for &element in elements {
            let literal = self.init.element_literal(element)?;
            if self.init.assignment().value(literal) == Some(false) {
                continue;
            }
            match *self.init.element_tuple(element)? {
                [u, v] => {
                    let both = [self.vertex(u)?, self.vertex(v)?];
                    match both[0] == both[1] {
                        true => loops.push(literal),
                        false if form == Form::Circuit => edges.add(both, literal),
                        false => edges.add(sorted(both), literal),
                    }
                }
                [term] => match self.init.term(term)? {
                    Term::Function(Some(name), inner) => match (name.as_str(), &inner[..]) {
                        ("visit", &[v]) => visits.add(self.vertex(v)?, literal),
                        ("pair", &[a, b]) if form == Form::Paths && arguments.is_empty() => {
                            pairs.add(sorted([self.vertex(a)?, self.vertex(b)?]), literal);
                        }
                        _ => return Err(self.refused(&[term], arguments)),
                    },
                    _ => return Err(self.refused(&[term], arguments)),
                },
                ref tuple => return Err(self.refused(tuple, arguments)),
            }
        }
        Ok(Demand {
            form,
            condition,
            vertices: self.vertices.len(),
            edges: edges.finish(self.init),
            loops,
            pairs: pairs.finish(self.init),
            visits: visits.finish(self.init),
        })
    }

    fn refused(&self, tuple: &[Id], arguments: &[Id]) -> Failure {
        let atom = self.atom;
        let text = tuple.iter().map(|&term| text(self.init, term).unwrap_or_else(|_| "...".into()));
        let text = text.collect::<Vec<_>>().join(",");
        let pairs = if atom == "paths" && arguments.is_empty() { ", pair(A,B)" } else { "" };
        Failure(format!("an element of &{atom} is U,V : condition{pairs} or visit(V), not {text}"))
    }

    /// The number of the vertex that a term names.
    fn vertex(&mut self, term: Id) -> Result<u32, Failure> {
        if let Some(&vertex) = self.terms.get(&term) {
            return Ok(vertex);
        }
        let name =
            text(self.init, term).map_err(|Failure(why)| Failure(format!("in &{}: {why}", self.atom)))?;
        let next = u32::try_from(self.vertices.len()).map_err(|_| Failure("too many vertices".into()))?;
        let vertex = *self.vertices.entry(name).or_insert(next);
        self.terms.insert(term, vertex);
        Ok(vertex)
    }
}

fn sorted([u, v]: [u32; 2]) -> [u32; 2] {
    [u.min(v), u.max(v)]
}

/// The deepest nesting of terms that are read.
const DEPTH: usize = 200;

/// The text of a term, with arithmetic worked out: equal terms have equal texts.
fn text(init: &Init<'_>, term: Id) -> Result<String, Failure> {
    text_within(init, term, DEPTH)
}

fn text_within(init: &Init<'_>, term: Id, depth: usize) -> Result<String, Failure> {
    let depth = depth.checked_sub(1).ok_or_else(|| Failure("a term is nested too deeply".into()))?;
    Ok(match init.term(term)? {
        Term::Number(number) => number.to_string(),
        Term::Symbol(name) => name,
        Term::Function(name, arguments) => {
            let texts = arguments.iter().map(|&argument| text_within(init, argument, depth));
            let texts = texts.collect::<Result<Vec<_>, _>>()?;
            let comma = if name.is_none() && texts.len() == 1 { "," } else { "" };
            match name {
                Some(operator) if !operator.starts_with(|c: char| c.is_alphabetic() || c == '_') => {
                    evaluated(&operator, &texts)?
                }
                name => format!("{}({}{comma})", name.unwrap_or_default(), texts.join(",")),
            }
        }
        Term::Other => return Err(Failure("a vertex is a term, not a set or a list".into())),
    })
}

/// The value of an operation, as gringo works it out.
fn evaluated(operator: &str, texts: &[String]) -> Result<String, Failure> {
    if let ("-", [text]) = (operator, texts)
        && text.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '-'))
        && text.parse::<i32>().is_err()
    {
        return Ok(text.strip_prefix('-').map_or_else(|| format!("-{text}"), str::to_string));
    }
    let numbers: Option<Vec<i32>> = texts.iter().map(|text| text.parse().ok()).collect();
    let value = match (operator, numbers.as_deref()) {
        ("-", Some(&[a])) => a.checked_neg(),
        ("+", Some(&[a, b])) => a.checked_add(b),
        ("-", Some(&[a, b])) => a.checked_sub(b),
        ("*", Some(&[a, b])) => a.checked_mul(b),
        ("/", Some(&[a, b])) => a.checked_div(b),
        ("\\", Some(&[a, b])) => a.checked_rem(b),
        _ => None,
    };
    let operation = || match texts {
        [a, b] => format!("{a}{operator}{b}"),
        _ => format!("{operator}{}", texts.join(",")),
    };
    value.map(|value| value.to_string()).ok_or_else(|| Failure(format!("{} has no value", operation())))
}
