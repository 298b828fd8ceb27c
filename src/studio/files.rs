//! The files of the page (feature `page`). They are embedded in the program; builds with debug assertions read the present
//! files in `src/studio/page`.

use std::borrow::Cow;

/// The contents of a file of the page by its name, a path below the folder of the page without `..`.
#[must_use]
pub fn page_file(name: &str) -> Option<Cow<'static, [u8]>> {
    contents(name)
}

#[cfg(debug_assertions)]
fn contents(name: &str) -> Option<Cow<'static, [u8]>> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
    std::fs::read(folder.join(name)).ok().map(Cow::Owned)
}

#[cfg(not(debug_assertions))]
fn contents(name: &str) -> Option<Cow<'static, [u8]>> {
    const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));
    FILES.iter().find(|(file, _)| *file == name).map(|(_, bytes)| Cow::Borrowed(*bytes))
}
