//! Tokens as text, spaced in one way whatever the source looked like.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Signs that are one, though they are read as several.
const SIGNS: &[&str] = &["...", "..=", "::", "->", "=>", "..", "==", "&&", "||"];

/// Words behind which a bracket does not belong to a call or an index.
const KEYWORDS: &[&str] = &["as", "const", "dyn", "for", "impl", "in", "mut", "where"];

/// The tokens as text. Commas behind the last part of a list are left out.
pub(super) fn spaced(tokens: TokenStream) -> String {
    let mut atoms = Vec::new();
    flatten(tokens, &mut atoms);
    let mut text = String::new();
    for (i, atom) in atoms.iter().enumerate() {
        let before = if i == 0 { "" } else { atoms[i - 1].as_str() };
        let earlier = if i < 2 { "" } else { atoms[i - 2].as_str() };
        if i > 0 && is_apart(earlier, before, atom) {
            text.push(' ');
        }
        text.push_str(atom);
    }
    text
}

fn flatten(tokens: TokenStream, atoms: &mut Vec<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut i = 0;
    while i < tokens.len() {
        match &tokens[i] {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::None => ("", ""),
                };
                atoms.extend((!open.is_empty()).then(|| open.to_owned()));
                let first = atoms.len();
                flatten(group.stream(), atoms);
                // `(T,)` is a tuple, `(T)` is not.
                let commas = atoms[first..].iter().filter(|atom| *atom == ",").count();
                if atoms[first..].last().is_some_and(|atom| atom == ",") && (open != "(" || commas > 1) {
                    atoms.pop();
                }
                atoms.extend((!close.is_empty()).then(|| close.to_owned()));
            }
            TokenTree::Punct(first) => {
                let sign = |length: usize| -> Option<String> {
                    let signs = tokens.get(i..i + length)?.iter().map(|token| match token {
                        TokenTree::Punct(sign) => Some(sign.as_char()),
                        _ => None,
                    });
                    signs.collect()
                };
                let longer = [3, 2].into_iter().filter_map(sign).find(|sign| SIGNS.contains(&sign.as_str()));
                if first.as_char() == '\'' {
                    atoms.push(format!("'{}", tokens[i + 1]));
                    i += 1;
                } else if let Some(sign) = longer {
                    i += sign.len() - 1;
                    atoms.push(sign);
                } else {
                    if first.as_char() == '>' && atoms.last().is_some_and(|atom| atom == ",") {
                        atoms.pop();
                    }
                    atoms.push(first.as_char().to_string());
                }
            }
            word => atoms.push(word.to_string()),
        }
        i += 1;
    }
}

fn is_word(atom: &str) -> bool {
    atom.starts_with(|c: char| c.is_alphanumeric() || "_'\"".contains(c))
}

/// Whether there is a space between two neighbours, the first of which comes after `earlier`.
fn is_apart(earlier: &str, before: &str, atom: &str) -> bool {
    let is_reference = |sign: &str| matches!(sign, "&" | "&&" | "*" | "?" | "!");
    match (before, atom) {
        (_, "," | ";" | ":" | ")" | "]" | "." | "::" | "<" | ">")
        | ("(" | "[" | "." | "::" | "<" | "#" | "$", _) => {
            before == "=>" || before == "," && atom != ">" && !matches!(atom, ")" | "]")
        }
        ("{", "}") => false,
        ("-", _) if !is_word(earlier) => false,
        (sign, _) if is_reference(sign) => false,
        (word, "(" | "[" | "!") if is_word(word) => KEYWORDS.contains(&word) || word.starts_with('\''),
        (">" | ")" | "]", "(" | "[" | "?") => false,
        _ => true,
    }
}
