//! Lists the files of the page of `zlink studio`, which become a part of the program (feature `page`). Builds with debug
//! assertions read them from the disk instead: there a change of the page is no reason to compile.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Where they are.
const PAGE: &str = "page";

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var_os("CARGO_FEATURE_PAGE").is_none() {
        return Ok(());
    }
    if env::var_os("PROFILE").is_some_and(|profile| profile != "debug") {
        println!("cargo::rerun-if-changed={PAGE}");
    }
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join(PAGE);
    let mut files = Vec::new();
    collect(&root, &mut files)?;
    files.sort();
    let mut list = String::from("&[\n");
    for file in &files {
        let name = file.strip_prefix(&root).map_err(io::Error::other)?.to_string_lossy().into_owned();
        list.push_str(&format!("    ({name:?}, include_bytes!({:?}) as &[u8]),\n", file.to_string_lossy()));
    }
    list.push_str("]\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("page.rs"), list)
}

/// The files in a folder and in those below it.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { collect(&path, files)? } else { files.push(path) }
    }
    Ok(())
}
