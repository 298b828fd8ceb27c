//! Runs every command that README.md and the pages in docs/ show, and holds them to what they show.
//!
//! * A block marked `console` has commands behind `$ ` (more lines of a command behind `> `) and, below each, what it
//!   writes to both streams. The blocks of a page are run one after the other in one shell, in an empty folder where
//!   `instances` and `run.sh` are at hand.
//! * A line `...` stands for any lines; `...` in a line stands for any part of it.
//! * A block marked `console,norun` is for what needs the network or other programs; zlink does not occur in it.
//! * Pictures in docs/pictures/ are those that the commands draw; those of docs/pictures/studio/ are taken by the scenarios in
//!   tests/browser, each for a page that shows it.
//!
//! `UPDATE_DOCUMENTATION=1 cargo test --test all documentation::` writes what came out into the pages, for a look at `git diff`.

use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::thread;
use zlink::deduce::Rule;

use crate::common::{finish, folder, start, zlink};

/// A Markdown file and the folder in which its commands run.
struct Page {
    /// From the root of the repository.
    name: String,
    lines: Vec<String>,
    /// Where its commands run.
    folder: PathBuf,
}

/// A fenced block.
struct Block {
    kind: String,
    /// The lines between the fences.
    lines: Range<usize>,
}

/// A command of a page.
struct Shown {
    command: String,
    /// The lines with what it writes.
    output: Range<usize>,
}

/// Ends what each command writes; nothing else writes it.
const SEPARATOR: char = '\u{1e}';

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files below `folder`, a path from the root.
fn files(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(root().join(&folder)).expect("a folder") {
            let entry = entry.expect("a folder");
            let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
            let list = if entry.path().is_dir() { &mut open } else { &mut found };
            list.push(name);
        }
    }
    found.sort();
    found
}

fn pages() -> Vec<Page> {
    let documents = files("docs").into_iter().filter(|name| name.ends_with(".md"));
    let names: Vec<String> = std::iter::once("README.md".to_owned()).chain(documents).collect();
    assert!(names.len() > 5, "the pages were not found");
    let lines = |name: &String| {
        let text = fs::read_to_string(root().join(name)).expect("a page");
        text.lines().map(str::to_owned).collect()
    };
    names.iter().map(|name| Page { name: name.clone(), lines: lines(name), folder: folder() }).collect()
}

impl Page {
    fn blocks(&self) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut open: Option<(String, usize)> = None;
        for (i, line) in self.lines.iter().enumerate() {
            match (&open, line.strip_prefix("```")) {
                (None, Some(kind)) => open = Some((kind.to_owned(), i + 1)),
                (Some((kind, first)), Some("")) => {
                    blocks.push(Block { kind: kind.clone(), lines: *first..i });
                    open = None;
                }
                _ => {}
            }
        }
        assert!(open.is_none(), "{}: a block has no end", self.name);
        blocks
    }

    fn commands(&self, kind: &str) -> Vec<Shown> {
        let mut commands: Vec<Shown> = Vec::new();
        for block in self.blocks().iter().filter(|block| block.kind == kind) {
            let first = &self.lines[block.lines.start];
            assert!(first.starts_with("$ "), "{}: a block begins with {first}", self.name);
            for i in block.lines.clone() {
                let line = &self.lines[i];
                if let Some(command) = line.strip_prefix("$ ") {
                    commands.push(Shown { command: command.to_owned(), output: i + 1..i + 1 });
                    continue;
                }
                let shown = commands.last_mut().expect("a command is first");
                match line.strip_prefix('>') {
                    // The command goes on, as long as nothing was written.
                    Some(more) if shown.output.is_empty() => {
                        shown.command.push('\n');
                        shown.command.push_str(more.strip_prefix(' ').unwrap_or(more));
                        shown.output = i + 1..i + 1;
                    }
                    _ => shown.output.end = i + 1,
                }
            }
        }
        commands
    }

    /// The output of each command of the page.
    fn run(&self, commands: &[Shown]) -> Vec<String> {
        let folder = &self.folder;
        fs::create_dir_all(folder.join("docs/pictures")).expect("a folder");
        fs::create_dir_all(folder.join(".bin")).expect("a folder");
        for name in ["instances", "run.sh"] {
            std::os::unix::fs::symlink(root().join(name), folder.join(name)).expect("a link");
        }
        let program = folder.join(".bin/zlink");
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_zlink"), program).expect("a link");
        // A command that does not end is ended; one that fails does not keep the others from running.
        let mut script = "exec 2>&1\nulimit -t 60\n".to_owned();
        for shown in commands {
            script.push_str(&format!("{}\nshown=$?; printf '\\036'; (exit $shown)\n", shown.command));
        }
        let path = std::env::var("PATH").unwrap_or_default();
        let mut shell = crate::common::command("sh");
        shell
            .args(["-c", &script])
            .current_dir(folder)
            .env("PATH", format!("{}:{path}", folder.join(".bin").display()))
            .env("ZLINK", env!("CARGO_BIN_EXE_zlink"))
            .env("HOME", folder)
            .env("LC_ALL", "C");
        let text = finish(start(&mut shell)).stdout;
        let mut written: Vec<String> = text.split(SEPARATOR).map(str::to_owned).collect();
        let rest = written.pop().unwrap_or_default();
        let done = written.len();
        let last = commands.get(done).map_or("the last command", |shown| &shown.command);
        assert_eq!((done, rest.as_str()), (commands.len(), ""), "{}: the shell ended at: {last}", self.name);
        written
    }
}

/// Whether a line matches `expected`.
fn is_line(expected: &str, actual: &str) -> bool {
    let pieces: Vec<&str> = expected.trim_end().split("...").collect();
    let (first, last) = (pieces[0], pieces[pieces.len() - 1]);
    let Some(mut rest) = actual.trim_end().strip_prefix(first) else { return false };
    if pieces.len() == 1 {
        return rest.is_empty();
    }
    for piece in &pieces[1..pieces.len() - 1] {
        match rest.find(piece) {
            Some(at) => rest = &rest[at + piece.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// Whether `actual` matches `expected`.
fn agrees(expected: &[String], actual: &[&str]) -> bool {
    let parts: Vec<&[String]> = expected.split(|line| line == "...").collect();
    let mut rest = actual;
    for (i, part) in parts.iter().enumerate() {
        let is_here = |at: usize| {
            rest.len() >= at + part.len() && part.iter().zip(&rest[at..]).all(|(e, a)| is_line(e, a))
        };
        let last = rest.len().saturating_sub(part.len());
        let found = match (i == 0, i + 1 == parts.len()) {
            (true, true) => (rest.len() == part.len() && is_here(0)).then_some(0),
            (true, false) => is_here(0).then_some(0),
            (false, true) => is_here(last).then_some(last),
            (false, false) => (0..=last).find(|&at| is_here(at)),
        };
        match found {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    true
}

/// Runs the page. Differences are returned, or written into the page.
fn hold(page: &Page, update: bool) -> Vec<String> {
    let commands = page.commands("console");
    let mut wrong = Vec::new();
    let mut lines = page.lines.clone();
    for (shown, written) in commands.iter().zip(page.run(&commands)).rev() {
        let actual: Vec<&str> = written.lines().collect();
        let expected = &page.lines[shown.output.clone()];
        if !agrees(expected, &actual) {
            let expected = expected.join("\n");
            wrong
                .push(format!("{}: $ {}\n{written}-- the page says\n{expected}\n", page.name, shown.command));
            lines.splice(shown.output.clone(), actual.iter().map(|line| line.trim_end().to_owned()));
        }
    }
    if update && !wrong.is_empty() {
        fs::write(root().join(&page.name), lines.join("\n") + "\n").expect("the page can be written");
        wrong.clear();
    }
    wrong.reverse();
    wrong
}

#[test]
fn every_command_does_what_its_page_shows() {
    let update = std::env::var_os("UPDATE_DOCUMENTATION").is_some();
    let pages = pages();
    let mut wrong: Vec<String> = thread::scope(|scope| {
        let runs: Vec<_> = pages.iter().map(|page| scope.spawn(move || hold(page, update))).collect();
        runs.into_iter().flat_map(|run| run.join().expect("a page")).collect()
    });
    for picture in files("docs/pictures") {
        if let Some(taken) = picture.strip_prefix("docs/pictures/studio/") {
            let shown = format!("](../pictures/studio/{taken})");
            if !pages.iter().any(|page| page.lines.iter().any(|line| line.contains(&shown))) {
                wrong.push(format!("{picture}: no page shows it"));
            }
            continue;
        }
        let drawn = pages.iter().map(|page| page.folder.join(&picture)).find(|file| file.exists());
        let Some(drawn) = drawn.map(|file| fs::read(file).expect("a picture")) else {
            wrong.push(format!("{picture}: no page shows how it is drawn"));
            continue;
        };
        let committed = root().join(&picture);
        if fs::read(&committed).expect("a picture") != drawn {
            if update {
                fs::write(&committed, drawn).expect("the picture can be written");
            } else {
                wrong.push(format!("{picture} is not what its command draws"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The set-up commands of the README, each at the beginning of a line.
#[test]
fn the_set_up_commands_work() {
    let readme = &pages()[0];
    let blocks = readme.blocks();
    let block = blocks.iter().find(|block| block.kind == "sh").expect("the commands");
    let lines = &readme.lines[block.lines.clone()];
    let draw = lines.iter().find_map(|line| line.strip_prefix("cargo run -- ")).expect("a run");
    let ran = finish(start(zlink(&draw.split(' ').collect::<Vec<_>>()).current_dir(root())));
    assert_eq!(ran.status, 0, "{draw}");
    let is_line = |c| ('\u{2801}'..='\u{28ff}').contains(&c);
    assert!(ran.stdout.lines().count() > 20 && ran.stdout.contains(is_line), "{}", ran.stdout);
    assert!(lines.iter().any(|line| line.starts_with("cargo test")));
    assert!(lines.iter().all(|line| line.starts_with("cargo ")), "{lines:?}");
}

#[test]
fn every_block_is_run_or_cannot_be() {
    let mut wrong = Vec::new();
    for page in pages() {
        for block in page.blocks() {
            match block.kind.as_str() {
                "console" | "console,norun" | "text" | "xml" | "yaml" | "toml" | "bibtex" => {}
                // That of the README is a documentation test of the library; the others are run by python/tests.
                "sh" | "rust" if page.name == "README.md" => {}
                "pycon" => {}
                kind => wrong.push(format!("{}: a block is marked `{kind}`", page.name)),
            }
        }
        for shown in page.commands("console,norun") {
            let mut words = shown.command.split_whitespace();
            let builds = shown.command.starts_with("cargo ");
            if !builds && words.any(|word| word == "zlink") {
                wrong.push(format!("{}: is not run: {}", page.name, shown.command));
            }
        }
    }
    assert_eq!(
        pages()[0].blocks().iter().filter(|block| block.kind == "sh").count(),
        1,
        "the README has one block of set-up commands"
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_command_of_zlink_is_shown() {
    let shown: Vec<String> =
        pages().iter().flat_map(|page| page.commands("console")).map(|shown| shown.command).collect();
    let help = |arguments: &[&str]| finish(start(zlink(arguments).arg("-h"))).stdout;
    let commands = |help: &str| -> Vec<String> {
        let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
        let listed = lines.take_while(|line| !line.is_empty());
        let names =
            listed.filter(|line| !line.starts_with("   ")).filter_map(|l| l.split_whitespace().next());
        names.filter(|name| *name != "help").map(str::to_owned).collect()
    };
    let mut all = Vec::new();
    for command in commands(&help(&[])) {
        let below = commands(&help(&[&command]));
        all.extend(below.iter().map(|action| format!("zlink {command} {action}")));
        if below.is_empty() {
            all.push(format!("zlink {command}"));
        }
    }
    assert!(all.len() > 20, "{all:?}");
    all.retain(|command| !shown.iter().any(|shown| shown.contains(command.as_str())));
    assert!(all.is_empty(), "no page shows {all:?}");
}

#[test]
fn links_and_paths_lead_somewhere() {
    let mut wrong = BTreeSet::new();
    for page in pages() {
        let folder = Path::new(&page.name).parent().expect("a folder");
        let blocks = page.blocks();
        let is_text = |i: &usize| !blocks.iter().any(|block| block.lines.contains(i));
        for i in (0..page.lines.len()).filter(is_text) {
            let line = &page.lines[i];
            for target in line.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
                let file = target.split('#').next().unwrap_or_default();
                let is_elsewhere = file.starts_with("http");
                if !is_elsewhere && !file.is_empty() && !root().join(folder).join(file).exists() {
                    wrong.insert(format!("{}: {target}", page.name));
                }
            }
            for word in line.split('`').skip(1).step_by(2) {
                let is_path = ["src/", "tests/", "docs/", "benches/", "instances/", "examples/"]
                    .iter()
                    .any(|folder| word.starts_with(folder));
                if is_path && !word.contains(['*', ' ', '<']) && !root().join(word).exists() {
                    wrong.insert(format!("{}: {word}", page.name));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What has a line for its interpreter can be started.
#[test]
fn the_benchmarks_can_be_started() {
    let mut programs = files("benches");
    programs.retain(|name| fs::read(root().join(name)).expect("a file").starts_with(b"#!"));
    assert!(programs.len() > 10, "{programs:?}");
    let cannot = |name: &String| {
        let found = fs::metadata(root().join(name));
        found.map_or(true, |file| file.permissions().mode() & 0o111 == 0)
    };
    programs.retain(cannot);
    assert!(programs.is_empty(), "cannot be started: {programs:?}");
}

/// The figures in the tables of results, of the README and of BENCHMARKS.md, are in the section of a page that the last column links to.
#[test]
fn results_have_a_source() {
    let mut found = 0;
    for (name, heading, columns) in [
        ("README.md", "## Results", 1..3),
        ("BENCHMARKS.md", "## What zlink aims at, and what it reaches", 2..3),
    ] {
        let text = fs::read_to_string(root().join(name)).expect("a page");
        let rows = text.lines().skip_while(|line| *line != heading).filter(|line| line.starts_with("| "));
        for row in rows.skip(1) {
            let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
            let sources: String = cells[cells.len() - 1].split("](").skip(1).map(linked_section).collect();
            assert!(!sources.is_empty(), "no section: {row}");
            for figure in cells[columns.clone()].iter().flat_map(|cell| cell.split(' ')) {
                let figure = figure.trim_matches([',', ';', '(', ')', '*']);
                let is_number = figure.starts_with(|c: char| c.is_ascii_digit());
                assert!(
                    !is_number || sources.contains(figure),
                    "{figure} is in no section that is named: {row}"
                );
                found += usize::from(is_number);
            }
        }
    }
    assert!(found > 40, "{found} figures");
}

/// The text below the heading that a link from the root leads to; `rest` is what follows `](`.
fn linked_section(rest: &str) -> String {
    let (page, anchor) = rest.split_once(')').and_then(|(link, _)| link.split_once('#')).expect("a section");
    let text = fs::read_to_string(root().join(page)).expect("a page");
    let is_it = |line: &str| {
        let words = line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        line.starts_with('#') && words.chars().filter(|c| c.is_alphanumeric() || *c == '-').eq(anchor.chars())
    };
    let mut lines = text.lines().skip_while(|line| !is_it(line));
    assert!(lines.next().is_some(), "{page} has no section {anchor}");
    lines.take_while(|line| !line.starts_with("## ")).flat_map(|line| [line, "\n"]).collect()
}

#[test]
fn every_page_can_be_found() {
    for list in ["docs/README.md", "docs/SUMMARY.md"] {
        let text = fs::read_to_string(root().join(list)).expect("a list of pages");
        for page in files("docs").iter().filter_map(|name| name.strip_prefix("docs/")) {
            let is_list = ["README.md", "SUMMARY.md"].contains(&page);
            assert!(
                is_list || !page.ends_with(".md") || text.contains(&format!("]({page})")),
                "{list}: {page}"
            );
        }
    }
}

#[test]
fn what_is_left_out_matches_anything() {
    let expected = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    assert!(agrees(&expected("a\n...\nd"), &["a", "b", "c", "d"]));
    assert!(agrees(&expected("a\n...\nb"), &["a", "b"]));
    assert!(agrees(&expected("...\nc\n...\ne"), &["a", "b", "c", "d", "e"]));
    assert!(agrees(&expected("time ..."), &["time 0.1 s"]));
    assert!(agrees(&expected("% ... clues, ...; seed 7"), &["% 12 clues, hard; seed 7"]));
    assert!(!agrees(&expected("% ... clues, ...; seed 7"), &["% 12 clues, hard; seed 8"]));
    assert!(!agrees(&expected("a...a"), &["a"]));
    assert!(agrees(&expected("a"), &["a  "]));
    assert!(!agrees(&expected("a\n...\nc"), &["a", "b"]));
    assert!(!agrees(&expected("a"), &["a", "b"]));
    assert!(!agrees(&expected("a\n..."), &["b"]));
    assert!(!agrees(&expected("a\n...\na"), &["a"]));
}

/// A rule of deduction has a section of its name, in the order of the registry, and a file.
#[test]
fn every_rule_of_deduction_has_a_section_and_a_file() {
    let page = fs::read_to_string(root().join("docs/internals/rules.md")).expect("the page");
    let sections: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    let names: Vec<&str> = Rule::ALL.iter().map(|rule| rule.name()).collect();
    assert_eq!(sections, names);
    for name in names {
        let file = |path: String| root().join("src/deduce").join(path).is_file();
        assert!(file(format!("{name}.rs")) || file(format!("{name}/mod.rs")), "{name} has no file");
    }
    let in_proofs = page.lines().filter_map(|line| line.strip_prefix("In proofs: "));
    let in_proofs: Vec<bool> = in_proofs.map(|line| line.starts_with("yes")).collect();
    let provable: Vec<bool> = Rule::ALL.iter().map(|rule| rule.is_provable()).collect();
    assert_eq!(in_proofs, provable);
}

/// A rule of explanations has a section of its name, with its difficulty and a picture.
#[test]
fn every_rule_of_explanations_has_a_section_and_a_picture() {
    let page = fs::read_to_string(root().join("docs/reference/rules.md")).expect("the page");
    let sections: Vec<&str> = page.split("\n## ").skip(1).collect();
    let names: BTreeSet<&str> = sections.iter().filter_map(|section| section.lines().next()).collect();
    assert_eq!(names, zlink::explain::Rule::ALL.iter().map(|rule| rule.name()).collect());
    for rule in zlink::explain::Rule::ALL {
        let section =
            sections.iter().find(|section| section.lines().next() == Some(rule.name())).expect("a section");
        assert!(section.contains(&format!("Difficulty: {}.", rule.difficulty())), "{rule}");
        assert!(section.contains(&format!("pictures/rules/{rule}.svg")), "{rule}");
    }
}
