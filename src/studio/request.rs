//! Requests: their names and what they carry.

use serde::de::DeserializeOwned;

use super::job::Job;
use super::refusal::Refusal;

/// The most bytes that the body of a request may have.
pub const MOST_BYTES: usize = 16 << 20;
/// The most bytes that a JSON value takes besides its text while it is read.
const VALUE_BYTES: usize = 128;

/// What a request asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// The puzzle that the session begins with.
    Start,
    /// The tilings.
    Boards,
    /// The formats that can be written.
    Formats,
    /// A puzzle that is given as text.
    Open,
    /// A blank board.
    Board,
    /// A board of squares with holes.
    Mask,
    /// A board from a picture.
    Picture,
    /// A puzzle turned or mirrored.
    Turn,
    /// The analysis of a puzzle, as events.
    Analyse,
    /// Some solutions of a puzzle, as events.
    Solutions,
    /// The steps to a puzzle's solution, as events.
    Explain,
    /// The difficulty of a puzzle, as events.
    Rate,
    /// A puzzle without what can go, as events.
    Thin,
    /// Puzzles that are made at random, as events.
    Generate,
    /// All good sets of hints of a solution, as events.
    Hints,
    /// A puzzle written in a format.
    Convert,
    /// A drawing of a puzzle.
    Draw,
}

/// The body that a request has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    /// None.
    Nothing,
    /// JSON.
    Json,
    /// The bytes of a file.
    File,
}

impl Question {
    /// All questions.
    pub const ALL: [Question; 17] = [
        Question::Start,
        Question::Boards,
        Question::Formats,
        Question::Open,
        Question::Board,
        Question::Mask,
        Question::Picture,
        Question::Turn,
        Question::Analyse,
        Question::Solutions,
        Question::Explain,
        Question::Rate,
        Question::Thin,
        Question::Generate,
        Question::Hints,
        Question::Convert,
        Question::Draw,
    ];

    /// The name in addresses.
    pub fn name(self) -> &'static str {
        match self {
            Question::Start => "start",
            Question::Boards => "boards",
            Question::Formats => "formats",
            Question::Open => "open",
            Question::Board => "board",
            Question::Mask => "mask",
            Question::Picture => "picture",
            Question::Turn => "turn",
            Question::Analyse => "analyse",
            Question::Solutions => "solutions",
            Question::Explain => "explain",
            Question::Rate => "rate",
            Question::Thin => "thin",
            Question::Generate => "generate",
            Question::Hints => "hints",
            Question::Convert => "convert",
            Question::Draw => "draw",
        }
    }

    /// The body that the request has.
    pub fn takes(self) -> Takes {
        match self {
            Question::Start | Question::Boards | Question::Formats => Takes::Nothing,
            Question::Picture => Takes::File,
            _ => Takes::Json,
        }
    }

    /// Whether the answer is always the same, and known at once.
    pub fn is_constant(self) -> bool {
        matches!(self, Question::Boards | Question::Formats)
    }
}

/// A request.
#[derive(Debug)]
pub struct Request<'a> {
    /// What is asked for.
    pub question: Question,
    /// The query of the address: the part after the question mark.
    pub query: &'a str,
    /// The body. Its memory is charged to the job.
    pub body: Vec<u8>,
}

impl<'a> Request<'a> {
    /// The request at an address such as `analyse` or `picture?width=24`; none if there is no such question.
    pub fn at(address: &'a str, body: Vec<u8>) -> Option<Self> {
        let (name, query) = address.split_once('?').unwrap_or((address, ""));
        let question = Question::ALL.into_iter().find(|question| question.name() == name)?;
        Some(Request { question, query, body })
    }

    /// The refusal of a request whose body has more than [`MOST_BYTES`].
    pub fn too_large() -> Refusal {
        Refusal::new(413, format!("the request has more than {} MB", MOST_BYTES >> 20))
    }

    /// Reads the value of the JSON body.
    pub(crate) fn json<T: DeserializeOwned>(self, job: &Job) -> Result<T, Refusal> {
        let bytes = self.body;
        job.reserve(bytes.len() + values(&bytes) * VALUE_BYTES)?;
        let value = serde_json::from_slice(&bytes)
            .map_err(|error| Refusal::malformed(format!("the request is not understood: {error}")))?;
        job.release(bytes.capacity());
        Ok(value)
    }

    /// Reads the query of the address.
    pub(crate) fn query<T: DeserializeOwned>(&self) -> Result<T, Refusal> {
        serde_urlencoded::from_str(self.query)
            .map_err(|error| Refusal::malformed(format!("the query is not understood: {error}")))
    }
}

/// An upper bound on the number of values in a JSON text: each begins the text, a list or an object, or follows a comma or a colon.
fn values(json: &[u8]) -> usize {
    let mut count = 1;
    let (mut is_text, mut is_escaped) = (false, false);
    for &byte in json {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_text => is_escaped = true,
            b'"' => is_text = !is_text,
            b',' | b':' | b'[' | b'{' if !is_text => count += 1,
            _ => {}
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_counted_outside_of_texts() {
        assert_eq!(values(br#"{"a": [1, "b,c\",[", []], "d": {}}"#), 10);
        assert_eq!(values(b"7"), 1);
    }

    #[test]
    fn requests_are_found_by_their_address() {
        let asked =
            |address| Request::at(address, Vec::new()).map(|request| (request.question, request.query));
        assert_eq!(
            asked("picture?width=4&kind=slitherlink"),
            Some((Question::Picture, "width=4&kind=slitherlink"))
        );
        assert_eq!(asked("start"), Some((Question::Start, "")));
        assert_eq!(asked("starts"), None);
    }
}
