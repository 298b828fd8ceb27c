//! The files of instances.

use std::fs;
use std::path::{Path, PathBuf};

use crate::compressed::Compression;
use crate::failure::Failure;

/// The extensions of the files in folders that are instances.
const ENDINGS: [&str; 3] = ["lp", "asp", "facts"];

/// The files among `paths`, and the instances in the folders among them, recursively, sorted by name.
pub(super) fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        let cannot = |error| Failure::input(format!("{} cannot be read: {error}", path.display()));
        if fs::metadata(path).map_err(cannot)?.is_dir() {
            let before = files.len();
            search(path, &mut files).map_err(cannot)?;
            if files.len() == before {
                let endings = ENDINGS.join(", .");
                return Err(Failure::input(format!("{} has no files .{endings}", path.display())));
            }
            files[before..].sort();
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

fn search(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let path = entry.path();
            // Links to folders are not followed: they may lead in circles.
            if entry.file_type()?.is_dir() {
                open.push(path);
            } else if is_instance(&path) {
                files.push(path);
            }
        }
    }
    Ok(())
}

/// Whether a file in a folder is an instance, by its extension; it may be compressed.
fn is_instance(file: &Path) -> bool {
    let plain = unpacked_name(file);
    plain.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known))
}

/// `file` without the extension of a compression format.
fn unpacked_name(file: &Path) -> PathBuf {
    if Compression::by_ending(file).is_some() { file.with_extension("") } else { file.to_path_buf() }
}

/// Short names for `files`: without the folders that all have in common, and without the extension.
pub(super) fn names(files: &[PathBuf]) -> Vec<String> {
    let folder = |file: &PathBuf| file.parent().map(Path::to_path_buf).unwrap_or_default();
    let mut common = files.first().map(folder).unwrap_or_default();
    while !files.iter().all(|file| file.starts_with(&common)) {
        if !common.pop() {
            break;
        }
    }
    let name = |file: &PathBuf| unpacked_name(file.strip_prefix(&common).unwrap_or(file)).with_extension("");
    let short: Vec<String> = files.iter().map(|file| name(file).to_string_lossy().into_owned()).collect();
    let mut sorted = short.clone();
    sorted.sort_unstable();
    sorted.dedup();
    // If two files have the same short name, all keep their full names.
    if sorted.len() == short.len() {
        short
    } else {
        files.iter().map(|file| file.to_string_lossy().into_owned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_different() {
        let names = |files: &[&str]| names(&files.iter().map(PathBuf::from).collect::<Vec<_>>());
        assert_eq!(names(&["a/b/x.lp", "a/c/y.lp"]), ["b/x", "c/y"]);
        assert_eq!(names(&["a/x.lp"]), ["x"]);
        assert_eq!(names(&["a/x.lp.xz", "a/y.lp"]), ["x", "y"]);
        assert_eq!(names(&["x.lp", "/tmp/y.lp"]), ["x", "/tmp/y"]);
        assert_eq!(names(&["a/x.lp", "a/x.asp"]), ["a/x.lp", "a/x.asp"]);
    }
}
