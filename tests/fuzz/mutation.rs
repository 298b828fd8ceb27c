//! Texts made from other texts: cut, joined, repeated, and sprinkled with tokens and random bytes.

use zlink::random::Random;

/// The length of the longest text in bytes.
const LONGEST: usize = 1 << 14;

/// The parts from which texts are made.
pub(crate) struct Mutator<'t> {
    /// The texts of the corpus, at least one.
    pub(crate) corpus: &'t [&'t [u8]],
    pub(crate) tokens: &'t [Vec<u8>],
}

impl Mutator<'_> {
    /// `text`, or now and then nothing but tokens, changed in a few places.
    pub(crate) fn mutated(&self, text: &[u8], random: &mut Random) -> Vec<u8> {
        let mut text = match random.below(8) {
            0 => (0..random.below(25)).flat_map(|_| self.token(random)).collect(),
            _ => text.to_vec(),
        };
        for _ in 0..1 + random.below(6) {
            let at = random.below(text.len() + 1);
            let end = at + random.below((text.len() - at + 1).min(40));
            match random.below(8) {
                0 => text.truncate(at),
                1 => drop(text.drain(at..end)),
                2 => {
                    let piece = text[at..end].to_vec();
                    let to = random.below(text.len() + 1);
                    text.splice(to..to, piece);
                }
                3 => {
                    let other = self.corpus[random.below(self.corpus.len())];
                    let from = random.below(other.len() + 1);
                    let to = (from + random.below(200)).min(other.len());
                    text.splice(at..at, other[from..to].iter().copied());
                }
                4 | 5 if at < text.len() => match random.below(3) {
                    0 => text[at] = random.bits() as u8,
                    1 => text[at] ^= 1 << random.below(8),
                    _ => text[at] = text[at].wrapping_add(random.below(5) as u8).wrapping_sub(2),
                },
                6 => {
                    let times = 1 << random.below(10);
                    text.splice(at..at, self.token(random).repeat(times));
                }
                _ => drop(text.splice(at..end, self.token(random))),
            }
            text.truncate(LONGEST);
        }
        text
    }

    /// A token, or a byte where there are none.
    fn token(&self, random: &mut Random) -> Vec<u8> {
        match self.tokens {
            [] => vec![random.bits() as u8],
            tokens => tokens[random.below(tokens.len())].clone(),
        }
    }
}

/// The tokens of a dictionary of libFuzzer: one a line between quotation marks, with `\xAB`, `\\` and `\"`.
pub(crate) fn tokens(dictionary: &str) -> Vec<Vec<u8>> {
    let lines = dictionary.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let inner =
                line.strip_prefix('"').and_then(|line| line.strip_suffix('"')).expect("quotation marks");
            unescaped(inner)
        })
        .collect()
}

fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        (rest, _) = match (first, tail) {
            (b'\\', [b'x', high, low, tail @ ..]) => {
                let digit = |byte: u8| char::from(byte).to_digit(16).expect("a digit") as u8;
                (tail, bytes.push(digit(*high) << 4 | digit(*low)))
            }
            (b'\\', [byte, tail @ ..]) => (tail, bytes.push(*byte)),
            (byte, tail) => (tail, bytes.push(*byte)),
        };
    }
    bytes
}
