//! Reads a graph from names and signs.

use std::ops::Range;

use super::super::Document;
use super::super::graph::{Graph, directed};
use super::super::lines::{Read, Text};
use super::tokens::{Token, Tokens};

/// The most edges between subgraphs: `{a b} -- {c d}` are four.
pub(crate) const MOST_JOINED: usize = 1 << 16;

/// A pair of braces that is open.
#[derive(Default)]
struct Braces {
    /// The vertices inside, perhaps several times.
    inside: Vec<u32>,
    /// The vertices left of a `--` whose right side is still to come, and where that sign is.
    left: Option<(Vec<u32>, Range<usize>)>,
}

/// Reads one graph.
pub(crate) fn read(text: Text<'_>) -> Read<Document> {
    let mut reader =
        Reader { text, tokens: Tokens::new(text)?, graph: Graph::new(text), open: Vec::new(), joined: 0 };
    reader.graph.merges = reader.tokens.peek().is("strict");
    if reader.graph.merges {
        reader.tokens.next()?;
    }
    let (kind, place) = reader.tokens.next()?;
    if kind.is("digraph") {
        return Err(directed(text, place));
    }
    if !kind.is("graph") {
        return Err(text.error(place, "`graph` was expected"));
    }
    if matches!(reader.tokens.peek(), Token::Word(_) | Token::Quoted(_)) {
        reader.tokens.next()?;
    }
    reader.opens()?;
    while let Some(braces) = reader.open.pop() {
        reader.statement(braces)?;
    }
    match reader.tokens.next()? {
        (Token::End, _) => reader.graph.finish(),
        (_, place) => Err(text.error(place, "nothing was expected behind the graph: a file has one graph")),
    }
}

struct Reader<'s> {
    text: Text<'s>,
    tokens: Tokens<'s>,
    graph: Graph<'s>,
    /// The braces that are open, the innermost last.
    open: Vec<Braces>,
    /// The number of edges between subgraphs.
    joined: usize,
}

impl<'s> Reader<'s> {
    /// Reads a `{`.
    fn opens(&mut self) -> Read<()> {
        self.sign("{", "`{` was expected")?;
        self.open.push(Braces::default());
        Ok(())
    }

    fn sign(&mut self, sign: &str, missing: &str) -> Read<()> {
        let place = self.tokens.place();
        if self.tokens.takes(sign)? { Ok(()) } else { Err(self.text.error(place, missing)) }
    }

    /// Reads a name.
    fn name(&mut self, missing: &str) -> Read<String> {
        let (token, place) = self.tokens.next()?;
        let mut name = match token {
            Token::Word(word) => return Ok(word.to_owned()),
            Token::Quoted(name) => name.into_owned(),
            _ => return Err(self.text.error(place, missing)),
        };
        while self.tokens.takes("+")? {
            match self.tokens.next()? {
                (Token::Quoted(more), _) => name += &more,
                (_, place) => return Err(self.text.error(place, "a name in quotes was expected")),
            }
        }
        Ok(name)
    }

    /// Reads what comes next inside of `braces`, which are the innermost.
    fn statement(&mut self, mut braces: Braces) -> Read<()> {
        let place = self.tokens.place();
        match self.tokens.peek() {
            Token::Sign("}") if braces.left.is_none() => {
                self.tokens.next()?;
                let Some(mut outer) = self.open.pop() else { return Ok(()) };
                let mut inside = std::mem::take(&mut braces.inside);
                let mut all = Vec::new();
                if outer.left.is_some() || *self.tokens.peek() == Token::Sign("--") {
                    inside.sort_unstable();
                    inside.dedup();
                    all.clone_from(&inside);
                }
                let (mut many, few) = match inside.len() > outer.inside.len() {
                    true => (inside, std::mem::take(&mut outer.inside)),
                    false => (std::mem::take(&mut outer.inside), inside),
                };
                many.extend(few);
                outer.inside = many;
                self.operand(outer, all, place, None)
            }
            Token::Sign(";") if braces.left.is_none() => {
                self.tokens.next()?;
                self.open.push(braces);
                Ok(())
            }
            Token::Sign("{") => {
                self.open.push(braces);
                self.opens()
            }
            token if token.is("subgraph") => {
                self.tokens.next()?;
                if matches!(self.tokens.peek(), Token::Word(_) | Token::Quoted(_)) {
                    self.tokens.next()?;
                }
                self.open.push(braces);
                self.opens()
            }
            token
                if ["graph", "node", "edge"].iter().any(|keyword| token.is(keyword))
                    && braces.left.is_none() =>
            {
                self.tokens.next()?;
                if *self.tokens.peek() != Token::Sign("[") {
                    return Err(self.text.error(self.tokens.place(), "`[` was expected"));
                }
                self.attributes()?;
                self.open.push(braces);
                Ok(())
            }
            Token::Sign("->") => Err(directed(self.text, place)),
            Token::End => Err(self.text.error(place, "the text ends within the graph: `}` is missing")),
            _ => {
                let name = self.name("a vertex was expected")?;
                if braces.left.is_none() && self.tokens.takes("=")? {
                    self.name("a value was expected")?;
                    self.open.push(braces);
                    return Ok(());
                }
                let vertex = self.graph.named(&name, place.clone())?;
                while self.tokens.takes(":")? {
                    self.name("a port was expected")?;
                }
                if !self.open.is_empty() {
                    braces.inside.push(vertex);
                }
                self.operand(braces, vec![vertex], place, Some(vertex))
            }
        }
    }

    /// Goes on behind one side of a `--`, or behind a vertex or a subgraph alone.
    fn operand(
        &mut self,
        mut braces: Braces,
        side: Vec<u32>,
        place: Range<usize>,
        vertex: Option<u32>,
    ) -> Read<()> {
        let is_alone = braces.left.is_none();
        if let Some((left, _)) = braces.left.take() {
            self.join(&left, &side, place)?;
        }
        let sign = self.tokens.place();
        match self.tokens.peek() {
            Token::Sign("->") => return Err(directed(self.text, sign)),
            Token::Sign("--") => {
                self.tokens.next()?;
                braces.left = Some((side, sign));
            }
            _ => {
                let place = self.attributes()?;
                if let (true, Some(vertex), Some(place)) = (is_alone, vertex, place) {
                    self.graph.place(vertex, place);
                }
            }
        }
        self.open.push(braces);
        Ok(())
    }

    /// Adds the edges between two sides of a `--`.
    fn join(&mut self, left: &[u32], right: &[u32], place: Range<usize>) -> Read<()> {
        // An empty side counts as well, so that no text takes more time than it has edges.
        let edges = left.len().max(1).saturating_mul(right.len().max(1));
        self.joined = self.joined.saturating_add(if edges > 1 { edges } else { 0 });
        if self.joined > MOST_JOINED {
            return Err(self
                .text
                .error(place, format!("subgraphs have more than {MOST_JOINED} edges between them")));
        }
        for &u in left {
            right.iter().try_for_each(|&v| self.graph.edge([u, v], place.clone()))?;
        }
        Ok(())
    }

    /// Reads lists of attributes, if there are any; the result is the `pos` among them as coordinates.
    fn attributes(&mut self) -> Read<Option<[f64; 2]>> {
        let mut place = None;
        while self.tokens.takes("[")? {
            while !self.tokens.takes("]")? {
                let name = self.name("an attribute or `]` was expected")?;
                self.sign("=", "`=` was expected")?;
                let value = self.name("a value was expected")?;
                if name == "pos" {
                    place = coordinates(&value);
                }
                if !self.tokens.takes(";")? {
                    self.tokens.takes(",")?;
                }
            }
        }
        Ok(place)
    }
}

/// The coordinates in a text like `1.5,2!`; there, the second one grows upwards.
fn coordinates(text: &str) -> Option<[f64; 2]> {
    let mut numbers = text.trim_end_matches('!').split(',').map(|number| number.trim().parse::<f64>().ok());
    let [x, y] = [numbers.next()??, numbers.next()??];
    (x.is_finite() && y.is_finite()).then_some([x, -y])
}
