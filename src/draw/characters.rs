//! A picture of coloured characters.

/// The foreground colours of ANSI terminals, in the order in which pairs and rules get them, with the brighter ones later.
pub(super) const COLOURS: [u8; 12] = [34, 33, 32, 35, 36, 31, 94, 93, 92, 95, 96, 91];
/// The most characters of a picture.
pub(super) const MOST: usize = 4_000_000;

/// The reason why a picture cannot be drawn with characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoText {
    /// The picture has marks of edges, which need a square grid.
    #[error("the graph is not drawn on a square grid, which marks of edges need in a terminal")]
    NotSquare,
    /// The picture would have too many characters.
    #[error("the picture is too large for the terminal")]
    TooLarge,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Sign {
    pub(super) character: char,
    /// The number of an ANSI colour.
    pub(super) colour: Option<u8>,
}

/// The lines of a picture of characters, all of the same length.
pub(super) struct Characters {
    lines: Vec<Vec<Sign>>,
}

impl Characters {
    /// A picture of blanks.
    pub(super) fn blank(lines: usize, width: usize) -> Self {
        Characters { lines: vec![vec![Sign { character: ' ', colour: None }; width]; lines] }
    }

    pub(super) fn at(&mut self, x: usize, y: usize) -> &mut Sign {
        &mut self.lines[y][x]
    }

    /// Writes `text` from a place to the right, as far as there is room. Its blanks keep the characters below them, unless they are
    /// `solid`.
    pub(super) fn write(&mut self, [x, y]: [usize; 2], text: &str, colour: Option<u8>, solid: bool) {
        let Some(line) = self.lines.get_mut(y) else { return };
        let is_blank = |c: char| c == ' ' && !solid;
        for (sign, character) in line.iter_mut().skip(x).zip(text.chars()).filter(|(_, c)| !is_blank(*c)) {
            *sign = Sign { character, colour };
        }
    }

    /// The picture as a text, without trailing blanks and trailing empty lines; with `colour`, it has ANSI colours.
    pub(super) fn text(&self, colour: bool) -> String {
        let mut text = String::new();
        for line in &self.lines {
            let end = line.iter().rposition(|sign| sign.character != ' ').map_or(0, |i| i + 1);
            let mut now = None;
            for sign in &line[..end] {
                if colour && sign.colour != now && sign.character != ' ' {
                    text.push_str(&sign.colour.map_or("\u{1b}[0m".to_owned(), |c| format!("\u{1b}[1;{c}m")));
                    now = sign.colour;
                }
                text.push(sign.character);
            }
            if now.is_some() {
                text.push_str("\u{1b}[0m");
            }
            text.push('\n');
        }
        while text.ends_with("\n\n") {
            text.pop();
        }
        text
    }
}
