//! The texts of a puzzle -> facts: formats are recognised, and a text in another format becomes the facts that it stands for.

use zlink_board::Board;
use zlink_convert::{self as convert, Document, Doubt, Format, Recognised};
use zlink_facts::{self as facts, Diagnostic, Facts, Report, Source};
use zlink_puzzle::LinkFacts;

/// The line behind which the `link` facts of a text are edges that are drawn, not demanded.
const SOLUTION: &[u8] = b"% solution";

/// The texts of one puzzle, of which at most one is in another format than facts.
#[derive(Debug, Clone)]
pub struct Texts {
    sources: Vec<Source>,
    other: Option<Other>,
    /// Whether all edges must have names of their own.
    named: bool,
    /// Whether the last text is the solution that is drawn.
    drawn: bool,
}

/// A puzzle that was read from the text with the index `source`.
#[derive(Debug, Clone)]
struct Other {
    source: usize,
    format: Format,
    /// None after the facts were made.
    document: Option<Document>,
}

impl Texts {
    /// Reads the texts that are not facts. `format` is the format of the first text, if it is known. `on_doubt` is called when a format is
    /// only guessed.
    pub fn read<E: From<Report>>(
        sources: Vec<Source>,
        format: Option<Format>,
        mut on_doubt: impl FnMut(&Source, &Doubt) -> Result<(), E>,
    ) -> Result<Self, E> {
        let mut texts =
            Texts { sources, other: None, named: format == Some(Format::Aspcomp2011), drawn: false };
        for i in 0..texts.sources.len() {
            let read = other(&mut texts.sources[i], format.filter(|_| i == 0))
                .map_err(|error| Report::from(*error))?;
            let Some((format, document, doubt)) = read else { continue };
            let source = &texts.sources[i];
            doubt.map_or(Ok(()), |doubt| on_doubt(source, &doubt))?;
            if let Some(first) = texts.other.replace(Other { source: i, format, document: Some(document) }) {
                let names = [&texts.sources[first.source].name, &source.name];
                let what =
                    format!("{} and {} are both puzzles in other formats than facts", names[0], names[1]);
                let help = "only facts may be in several files: `zlink convert` makes facts of each";
                return Err(Report::from(Diagnostic::error(what).help(help)).into());
            }
        }
        Ok(texts)
    }

    /// Texts that are facts.
    pub fn of_facts(sources: Vec<Source>) -> Self {
        Texts { sources, other: None, named: false, drawn: false }
    }

    /// A board, which `text` describes.
    pub fn of_board(text: Source, board: Board) -> Self {
        let other = Other { source: 0, format: Format::Facts, document: Some(board.into()) };
        Texts { sources: vec![text], other: Some(other), named: false, drawn: false }
    }

    /// The texts.
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// The format of the text that is not facts, if there is one.
    pub fn format(&self) -> Format {
        self.other.as_ref().map_or(Format::Facts, |other| other.format)
    }

    /// The puzzle in another format than facts, if there is one and its facts were not made yet.
    pub fn document(&self) -> Option<&Document> {
        self.other.as_ref()?.document.as_ref()
    }

    /// The texts without the answer that a text in another format than facts has besides its puzzle.
    #[must_use]
    pub fn without_answer(mut self) -> Self {
        if let Some(document) = self.other.as_mut().and_then(|other| other.document.as_mut()) {
            document.answer.clear();
        }
        self
    }

    /// The meaning of links that are edges of the answer in all formats but facts, where they are demands, unless they are a solution that is
    /// drawn.
    pub fn links(&self) -> LinkFacts {
        match (&self.other, self.drawn) {
            (Some(_), _) => LinkFacts::Answer,
            (None, true) => LinkFacts::AnswerFrom(self.sources.len() - 1),
            (None, false) => LinkFacts::Demand,
        }
    }

    /// Puts what the last text has behind a line `% solution`, if the texts are facts, into a text of its own: its links are the answer.
    pub fn split_solution(&mut self) {
        let Some(last) = self.sources.last_mut().filter(|_| self.other.is_none()) else { return };
        let lines = || last.bytes.split_inclusive(|&byte| byte == b'\n');
        let Some(number) = lines().position(|line| line.trim_ascii() == SOLUTION) else { return };
        let at = lines().take(number).map(<[u8]>::len).sum();
        // As many empty lines stand for those in front: places in the text stay the same.
        let mut solution = vec![b'\n'; number];
        solution.append(&mut last.bytes.split_off(at));
        let solution = Source::new(last.name.clone(), solution);
        self.sources.push(solution);
        self.drawn = true;
    }

    /// Makes the facts of all texts together. The puzzle in another format gives its memory to them, so this works once.
    pub fn facts(&mut self) -> Result<Facts<'_>, Report> {
        self.facts_within(usize::MAX)
    }

    /// Makes the facts as [`Texts::facts`] does; intervals and pools add at most `added` facts.
    pub fn facts_within(&mut self, added: usize) -> Result<Facts<'_>, Report> {
        let Some(other) = &mut self.other else {
            let facts = facts::parse_translated(&self.sources, None, added)?;
            let odd = self.named.then(|| convert::edge_without_name(&facts)).flatten();
            return odd.map_or(Ok(facts), |odd| Err(Report::from(odd)));
        };
        let document = other.document.take();
        let translate = |to: &mut facts::Translation<'_, '_>| {
            document.iter().try_for_each(|document| document.translate(to))
        };
        facts::parse_translated(&self.sources, Some((other.source, &translate)), added)
    }
}

/// A puzzle in another format than facts, its format, and the doubt about that.
type Read = (Format, Document, Option<Doubt>);

/// Reads a text, unless it is facts. In other formats, a byte-order mark at the start is left out.
fn other(source: &mut Source, format: Option<Format>) -> Result<Option<Read>, Box<Diagnostic>> {
    let unmarked =
        source.bytes.strip_prefix(b"\xEF\xBB\xBF").map(|text| Source::new(source.name.clone(), text));
    let text = unmarked.as_ref().unwrap_or(source);
    let read = match format {
        Some(format) if format.is_facts() => None,
        Some(format) => Some((format, convert::read(format, text)?, None)),
        None => match convert::recognise(text)? {
            Recognised::Facts => None,
            Recognised::Document { format, document, doubt } => Some((format, *document, doubt)),
        },
    };
    if let Some(unmarked) = unmarked.filter(|_| read.is_some()) {
        *source = unmarked;
    }
    Ok(read)
}
