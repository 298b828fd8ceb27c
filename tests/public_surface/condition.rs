//! Under which `#[cfg(...)]` something is there, when no tests are built, and what else attributes say.

use std::collections::BTreeSet;

use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Attribute, Meta, Token};

use super::normal::spaced;

/// A predicate of `cfg`.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Condition {
    Always,
    Never,
    /// Depends on how the crate is built.
    If(String),
}

/// All conditions under which something is there, in order; `None` if it is there for tests only.
pub(super) type Conditions = Option<BTreeSet<String>>;

impl Condition {
    fn of(meta: &Meta) -> Self {
        let inner = |list: &syn::MetaList| -> Vec<Condition> {
            let parsed = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
            parsed.expect("predicates of cfg").iter().map(Condition::of).collect()
        };
        match meta {
            Meta::List(list) if list.path.is_ident("not") => match inner(list).remove(0) {
                Condition::Always => Condition::Never,
                Condition::Never => Condition::Always,
                Condition::If(text) => Condition::If(format!("not({text})")),
            },
            Meta::List(list) if list.path.is_ident("all") => {
                join("all", inner(list), Condition::Always, Condition::Never)
            }
            Meta::List(list) if list.path.is_ident("any") => {
                join("any", inner(list), Condition::Never, Condition::Always)
            }
            Meta::Path(path) if path.is_ident("test") => Condition::Never,
            other => Condition::If(spaced(other.to_token_stream())),
        }
    }
}

/// `all` or `any` of some conditions: `neutral` ones change nothing, a `decisive` one decides.
fn join(word: &str, parts: Vec<Condition>, neutral: Condition, decisive: Condition) -> Condition {
    if parts.contains(&decisive) {
        return decisive;
    }
    let texts: BTreeSet<String> = parts
        .into_iter()
        .filter_map(|part| if let Condition::If(text) = part { Some(text) } else { None })
        .collect();
    match texts.len() {
        0 => neutral,
        1 => Condition::If(texts.into_iter().collect()),
        _ => Condition::If(format!("{word}({})", texts.into_iter().collect::<Vec<_>>().join(", "))),
    }
}

/// Under which conditions an item with these attributes is there.
pub(super) fn conditions(attributes: &[Attribute]) -> Conditions {
    let mut all = BTreeSet::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("cfg")) {
        match Condition::of(&attribute.parse_args().expect("a predicate of cfg")) {
            Condition::Always => {}
            Condition::Never => return None,
            Condition::If(text) => drop(all.insert(text)),
        }
    }
    Some(all)
}

/// Whether there is a `#[doc(hidden)]`, or one under a condition of how the documentation is made.
pub(super) fn is_hidden(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) if list.path.is_ident("doc") => {
            list.tokens.to_string().split(',').any(|word| word.trim() == "hidden")
        }
        Meta::List(list) if list.path.is_ident("cfg_attr") => {
            let words: String = list.tokens.to_string().split_whitespace().collect();
            words.ends_with(",doc(hidden)")
        }
        _ => false,
    })
}

/// Whether there is an attribute `#[name]`.
pub(super) fn has(attributes: &[Attribute], name: &str) -> bool {
    attributes.iter().any(|attribute| attribute.path().is_ident(name))
}

/// The marks behind an item's line: conditions, and attributes that matter to users.
pub(super) fn marks(attributes: &[Attribute], conditions: &BTreeSet<String>) -> String {
    let mut marks = String::new();
    for name in ["non_exhaustive", "deprecated"] {
        if has(attributes, name) {
            marks.push_str(&format!(" #[{name}]"));
        }
    }
    for condition in conditions {
        marks.push_str(&format!(" [{condition}]"));
    }
    marks
}
