//! The copy of the repository that is mutated.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::find;
use crate::module::{MODULES, is_root};
use crate::rewrite::{GUARDS, Rewritten, rewrite};
use crate::site::Site;

/// A mutation that may be chosen.
pub struct Mutant {
    /// The index of its module in [`MODULES`].
    pub module: usize,
    /// Its file, from the top of the repository.
    pub path: String,
    /// The mutation.
    pub site: Site,
    /// A name that depends only on the function and the mutated text.
    pub key: String,
}

/// The repository and its copy.
pub struct Tree {
    /// Where the copy is.
    pub to: PathBuf,
    /// The texts of all files that may be mutated, and of the roots of their crates.
    pub texts: BTreeMap<String, String>,
}

impl Tree {
    /// Copies the repository. Files that are equal in an earlier copy stay, so that they are not compiled again.
    pub fn copy(from: &Path, to: &Path) -> io::Result<Self> {
        let mut texts = BTreeMap::new();
        let mut folders = vec![PathBuf::new()];
        while let Some(folder) = folders.pop() {
            fs::create_dir_all(to.join(&folder))?;
            for entry in fs::read_dir(to.join(&folder))? {
                let entry = entry?;
                let from = from.join(&folder).join(entry.file_name());
                if entry.file_type()?.is_file() && !from.exists() {
                    fs::remove_file(entry.path())?;
                }
            }
            for entry in fs::read_dir(from.join(&folder))? {
                let entry = entry?;
                let path = folder.join(entry.file_name());
                let name = path.to_string_lossy().into_owned();
                match entry.file_type()?.is_dir() {
                    true if name.ends_with("target") || name == ".git" || name == "mutants" => {}
                    true => folders.push(path),
                    false if is_root(&name) || MODULES.iter().any(|module| module.has(&name)) => {
                        texts.insert(name, fs::read_to_string(entry.path())?);
                    }
                    false => {
                        let bytes = fs::read(entry.path())?;
                        if fs::read(to.join(&path)).ok().as_ref() != Some(&bytes) {
                            fs::copy(entry.path(), to.join(&path))?;
                        }
                    }
                }
            }
        }
        Ok(Tree { to: to.to_path_buf(), texts })
    }

    /// All mutants, file by file.
    pub fn mutants(&self) -> io::Result<Vec<Mutant>> {
        let mut all = Vec::new();
        let mut same: BTreeMap<String, u32> = BTreeMap::new();
        for (path, text) in &self.texts {
            let Some(module) = MODULES.iter().position(|module| module.has(path)) else { continue };
            let sites = find::sites(text).map_err(|error| io::Error::other(format!("{path}: {error}")))?;
            for site in sites {
                let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
                let (before, after) = (words(&text[site.range.clone()]), words(&site.mutated));
                let key = format!("{path} {} `{before}` -> `{after}`", site.function);
                let number = same.entry(key.clone()).or_default();
                *number += 1;
                let key = if *number > 1 { format!("{key} {number}") } else { key };
                all.push(Mutant { module, path: path.clone(), site, key });
            }
        }
        Ok(all)
    }

    /// Writes the copy with these mutants in it, numbered from 1. `None` stands for a mutant that is left out.
    pub fn write(&self, mutants: &[Option<&Mutant>]) -> io::Result<BTreeMap<String, Rewritten>> {
        let mut files = BTreeMap::new();
        for (path, text) in &self.texts {
            let here = mutants.iter().enumerate().filter_map(|(i, mutant)| Some((i as u32 + 1, (*mutant)?)));
            let sites: Vec<_> = here.filter(|(_, m)| m.path == *path).map(|(i, m)| (i, &m.site)).collect();
            let mut rewritten = rewrite(text, &sites);
            if is_root(path) {
                rewritten.text.push_str(GUARDS);
            }
            write_changed(&self.to.join(path), &rewritten.text)?;
            files.insert(path.clone(), rewritten);
        }
        Ok(files)
    }
}

/// Writes a file unless it has this text already, so that nothing is compiled again.
fn write_changed(path: &Path, text: &str) -> io::Result<()> {
    match fs::read_to_string(path) {
        Ok(same) if same == text => Ok(()),
        _ => fs::write(path, text),
    }
}
