//! The public surface of the crate: everything that its users can name, listed in `docs/reference/surface.md`, so that nothing of it
//! changes unseen. `UPDATE_DOCUMENTATION=1 cargo test --test all public_surface::` writes the page anew, for a look at `git diff`.
//!
//! The list is read from the sources: modules, re-exports and macros are followed as the compiler does, for every choice of
//! features at once. Traits that the compiler works out by itself (`Send`, `Sync`) are not seen.

mod condition;
mod impls;
mod listing;
mod names;
mod normal;
mod page;
mod rules;
mod signature;
mod sources;
mod synthetic;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use listing::{Line, listing};

/// Things that users cannot name although something that they can name mentions them, on purpose.
const KNOWN_LEAKS: &[&str] = &[];

/// The page with the list.
const PAGE: &str = "docs/reference/surface.md";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The lines, worked out once for all tests.
fn surface() -> &'static [Line] {
    static LINES: OnceLock<Vec<Line>> = OnceLock::new();
    LINES.get_or_init(|| listing("zlink", &|file| fs::read_to_string(root().join("src").join(file)).ok()))
}

#[test]
fn the_page_lists_the_surface() {
    let lines = surface();
    assert!(lines.len() > 50, "the walk through src/ found too little");
    let file = root().join(PAGE);
    let present = fs::read_to_string(&file).expect("the page");
    let wanted = page::with(&present, lines);
    if present == wanted {
        return;
    }
    if std::env::var_os("UPDATE_DOCUMENTATION").is_some() {
        fs::write(&file, wanted).expect("the page can be written");
        return;
    }
    panic!(
        "{PAGE} is not the surface of the crate (- the page says, + the sources say):\n{}\n\
         If that is meant: UPDATE_DOCUMENTATION=1 cargo test --test all public_surface::",
        page::difference(&present, &wanted)
    );
}

#[test]
fn what_is_listed_mentions_nothing_that_is_not() {
    let mut known: BTreeSet<&str> = KNOWN_LEAKS.iter().copied().collect();
    let mut wrong = Vec::new();
    for line in surface() {
        for leak in &line.leaks {
            if KNOWN_LEAKS.contains(&leak.as_str()) {
                known.remove(leak.as_str());
            } else {
                wrong.push(format!("{leak}: {}", line.text));
            }
        }
    }
    wrong.sort();
    assert!(wrong.is_empty(), "users cannot name what they are shown:\n{}", wrong.join("\n"));
    assert!(known.is_empty(), "these do not leak (any more): {known:?}");
}
