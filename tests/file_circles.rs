//! The files of a crate can be read one after the other: at most four of them use each other in a circle.
//!
//! A file uses another one if its code names an item of it, through whatever module. A module that only passes on items of
//! the files below it does not use them, and what stands behind `#[cfg(test)]` is left out.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The most files in a circle.
const LARGEST: usize = 4;

/// Crates with larger circles, and the number of files in the largest. The numbers may only shrink. Both circles are one type, `Run` of the
/// blocks and `Count` of the pairs, whose methods are spread over files by what they do.
const EXCEPTIONS: &[(&str, usize)] = &[("frontier", 5), ("generate", 5)];

/// A path in the code, such as `super::family::Family`.
struct Mention {
    words: Vec<String>,
    /// The name of the item in this module, if a `use` brings it in.
    imported_as: Option<String>,
    /// Whether the module passes the item on.
    is_public: bool,
}

struct Module {
    /// The number of its file.
    file: usize,
    mentions: Vec<Mention>,
}

#[derive(Default)]
struct Crate {
    files: Vec<PathBuf>,
    /// The modules by their paths from the root of the crate.
    modules: BTreeMap<Vec<String>, Module>,
}

impl Crate {
    fn read(root: PathBuf) -> Crate {
        let mut found = Crate::default();
        let mut open = vec![(Vec::new(), root)];
        while let Some((path, file)) = open.pop() {
            let text =
                fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            let tokens = text.parse().unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            let has_folder = file.ends_with("lib.rs") || file.ends_with("mod.rs");
            let folder = if has_folder { file.with_file_name("") } else { file.with_extension("") };
            found.files.push(file);
            for path in found.add(path, tokens) {
                let name = path.last().expect("modules below have names");
                let file = folder.join(name).with_extension("rs");
                let file = if file.exists() { file } else { folder.join(name).join("mod.rs") };
                open.push((path, file));
            }
        }
        found
    }

    /// Adds the module `path` of the last file; returns the paths of the modules below it that have their own files.
    fn add(&mut self, path: Vec<String>, tokens: TokenStream) -> Vec<Vec<String>> {
        let mut code = Code::default();
        code.read(tokens);
        for (name, body) in code.inline {
            let below = self.add(below(&path, &name), body);
            assert!(below.is_empty(), "a file below an inline module: {below:?}");
        }
        let declared = code.declared.iter().map(|name| below(&path, name)).collect();
        self.modules.insert(path, Module { file: self.files.len() - 1, mentions: code.mentions });
        declared
    }

    /// For each file the files that it uses.
    fn uses(&self) -> Vec<BTreeSet<usize>> {
        let mut uses = vec![BTreeSet::new(); self.files.len()];
        for (path, module) in &self.modules {
            for mention in &module.mentions {
                let Some(home) = self.home(path, &mention.words) else { continue };
                if !(mention.is_public && home.starts_with(path)) {
                    uses[module.file].insert(self.modules[&home].file);
                }
            }
        }
        uses
    }

    /// The module that has the item which `words` name in the module `path`, if this crate has it.
    fn home(&self, path: &[String], words: &[String]) -> Option<Vec<String>> {
        let mut here = path.to_vec();
        let mut is_inside = false;
        for (i, word) in words.iter().enumerate() {
            match word.as_str() {
                "crate" => here.clear(),
                "super" => drop(here.pop()),
                "self" => {}
                _ if self.modules.contains_key(&below(&here, word)) => here.push(word.clone()),
                _ if !is_inside => return None,
                _ => {
                    let module = self.modules.get(&here)?;
                    let import =
                        module.mentions.iter().find(|other| other.imported_as.as_ref() == Some(word));
                    return match import {
                        Some(import) if import.words != words => {
                            self.home(&here, &[&import.words, &words[i + 1..]].concat())
                        }
                        _ => Some(here),
                    };
                }
            }
            is_inside = true;
        }
        Some(here)
    }

    /// The largest circle of files.
    fn largest_circle(&self) -> Vec<&Path> {
        let uses = self.uses();
        let reached: Vec<BTreeSet<usize>> = (0..uses.len())
            .map(|file| {
                let mut reached = BTreeSet::new();
                let mut open = vec![file];
                while let Some(file) = open.pop() {
                    open.extend(uses[file].iter().filter(|&&next| reached.insert(next)));
                }
                reached
            })
            .collect();
        let circles = reached.iter().enumerate().map(|(file, from)| -> Vec<usize> {
            from.iter().copied().filter(|&other| reached[other].contains(&file)).collect()
        });
        let largest = circles.max_by_key(Vec::len).unwrap_or_default();
        largest.iter().map(|&file| self.files[file].as_path()).collect()
    }
}

fn below(path: &[String], name: &str) -> Vec<String> {
    [path, &[name.to_owned()]].concat()
}

/// What the code of a module says.
#[derive(Default)]
struct Code {
    mentions: Vec<Mention>,
    /// The modules below that have their own files.
    declared: Vec<String>,
    inline: Vec<(String, TokenStream)>,
}

impl Code {
    fn read(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        let mut is_public = false;
        while let Some(token) = tokens.get(at) {
            at += 1;
            match token {
                TokenTree::Punct(sign) if sign.as_char() == '#' && tokens.get(at).is_some_and(is_test) => {
                    at += tokens[at..].iter().position(ends_item).map_or(tokens.len(), |end| end + 1);
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
                TokenTree::Group(_) if is_public => {}
                TokenTree::Group(group) => self.read(group.stream()),
                TokenTree::Ident(word) if word == "pub" => {
                    is_public = true;
                    continue;
                }
                TokenTree::Ident(word) if word == "mod" => {
                    match &tokens[at..] {
                        [TokenTree::Ident(name), TokenTree::Group(body), ..] => {
                            self.inline.push((name.to_string(), body.stream()));
                            at += 2;
                        }
                        [TokenTree::Ident(name), TokenTree::Punct(_), ..] => {
                            self.declared.push(name.to_string())
                        }
                        // A macro names it.
                        _ => {}
                    }
                }
                TokenTree::Ident(word) if word == "use" => at = self.path(&tokens, at, &[], Some(is_public)),
                TokenTree::Ident(_) => at = self.path(&tokens, at - 1, &[], None),
            }
            // `pub(super)`: the restriction stands between.
            is_public &= matches!(token, TokenTree::Group(_));
        }
    }

    /// Reads the path at `at` below `parent`; `import` says whether it is that of a `use`, and whether of a public one.
    /// Returns where the path ends.
    fn path(
        &mut self,
        tokens: &[TokenTree],
        mut at: usize,
        parent: &[String],
        import: Option<bool>,
    ) -> usize {
        let mut words = parent.to_vec();
        let mut name = None;
        while let Some(token) = tokens.get(at) {
            match token {
                TokenTree::Ident(word) => words.push(word.to_string()),
                TokenTree::Group(group) if import.is_some() => {
                    let group: Vec<TokenTree> = group.stream().into_iter().collect();
                    let mut start = 0;
                    while start < group.len() {
                        start = 1 + self.path(&group, start, &words, import);
                    }
                    return at + 1;
                }
                // All items of a module, or what is no path.
                _ => name = Some(String::new()),
            }
            at += 1;
            if !tokens[at..].iter().take(2).map(ToString::to_string).eq([":", ":"]) {
                break;
            }
            at += 2;
        }
        if import.is_some() && tokens.get(at).is_some_and(|token| token.to_string() == "as") {
            name = Some(tokens[at + 1].to_string());
            at += 2;
        }
        if import.is_some() || words.len() > 1 {
            let imported_as = import.and(name.or_else(|| words.last().cloned()));
            self.mentions.push(Mention { words, imported_as, is_public: import == Some(true) });
        }
        at
    }
}

fn is_test(attribute: &TokenTree) -> bool {
    let text = attribute.to_string();
    ["[cfg (test", "[cfg (all (test", "[cfg (doctest"].iter().any(|start| text.starts_with(start))
}

/// Whether an item ends with `token`.
fn ends_item(token: &TokenTree) -> bool {
    match token {
        TokenTree::Group(body) => body.delimiter() == Delimiter::Brace,
        TokenTree::Punct(sign) => sign.as_char() == ';',
        _ => false,
    }
}

#[test]
fn files_use_each_other_in_small_circles() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let folders =
        fs::read_dir(&source).expect("src/ is readable").map(|entry| entry.expect("src/ is readable").path());
    let crates: Vec<PathBuf> = folders.filter(|folder| folder.join("lib.rs").exists()).collect();
    assert!(crates.len() > 15, "only {crates:?} are found");
    let mut errors = Vec::new();
    for folder in crates {
        let found = Crate::read(folder.join("lib.rs"));
        let circle = found.largest_circle();
        let exception = EXCEPTIONS.iter().find(|(name, _)| folder.ends_with(name));
        match exception {
            Some((name, size)) if circle.len() < *size => {
                errors.push(format!("{name}: {} files, no longer {size}: change EXCEPTIONS", circle.len()));
            }
            _ if circle.len() > exception.map_or(LARGEST, |&(_, size)| size) => {
                errors.push(format!("{} files use each other: {circle:#?}", circle.len()));
            }
            _ => {}
        }
    }
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}
