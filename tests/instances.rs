//! Holds the program to `instances/expected.tsv`: status, exit status, exact count, and answers that `check` accepts.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::{Ran, run_on};

/// A line of the table.
struct Expected {
    file: String,
    options: Vec<String>,
    satisfiable: bool,
    solutions: String,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("instances")
}

fn table() -> Vec<Expected> {
    let text = fs::read_to_string(folder().join("expected.tsv")).expect("the table is readable");
    text.lines()
        .skip(1)
        .map(|line| {
            let [file, options, status, solutions, _source] =
                line.split('\t').collect::<Vec<_>>().try_into().expect("five columns");
            Expected {
                file: file.to_owned(),
                options: options.split(' ').filter(|o| *o != "-").map(str::to_owned).collect(),
                satisfiable: match status {
                    "SATISFIABLE" => true,
                    "UNSATISFIABLE" => false,
                    other => panic!("{file}: {other} is no status"),
                },
                solutions: solutions.to_owned(),
            }
        })
        .collect()
}

fn zlink(arguments: &[&str], options: &[String], stdin: &str) -> Ran {
    run_on(crate::common::zlink(arguments).args(options), stdin.as_bytes())
}

/// Does `work` on every line of the table, on all processors, and fails with all messages together.
fn on_every_line(work: impl Fn(&Expected, &Path) -> Result<(), String> + Sync) {
    let table = table();
    let next = AtomicUsize::new(0);
    let errors = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(line) = table.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(error) = work(line, &folder().join(&line.file)) {
                        let name = format!("{} {}", line.file, line.options.join(" "));
                        errors.lock().expect("no panic").push(format!("{}: {error}", name.trim_end()));
                    }
                }
            });
        }
    });
    let mut errors = errors.into_inner().expect("no panic");
    errors.sort();
    assert!(errors.is_empty(), "{} of {} lines:\n{}", errors.len(), table.len(), errors.join("\n"));
}

fn status_is(ran: &Ran, wanted: &[i32]) -> Result<(), String> {
    let Ran { status, stderr, .. } = ran;
    let expected = wanted.contains(status);
    expected.then_some(()).ok_or_else(|| format!("exit status {status}, not {wanted:?}; {stderr}"))
}

#[test]
fn the_table_names_every_instance() {
    let table = table();
    let mut files = Vec::new();
    for puzzle in ["slitherlink", "numberlink"] {
        for entry in fs::read_dir(folder().join(puzzle)).expect("the folder is readable") {
            let name = entry.expect("the folder is readable").file_name();
            files.push(format!("{puzzle}/{}", name.to_string_lossy()));
        }
    }
    for file in &files {
        assert!(table.iter().any(|line| line.file == *file), "{file} has no line in expected.tsv");
    }
    for line in &table {
        assert!(files.contains(&line.file), "{} is not there", line.file);
        assert_eq!(line.satisfiable, line.solutions != "0", "{}", line.file);
    }
    assert!(files.len() >= 40);
}

#[test]
fn counts_are_exact() {
    on_every_line(|line, path| {
        let output = zlink(&["count", &path.to_string_lossy()], &line.options, "");
        let count = &output.stdout;
        if *count != format!("{}\n", line.solutions) {
            return Err(format!("count says {count:?}, expected {}; {}", line.solutions, output.stderr));
        }
        status_is(&output, if line.satisfiable { &[30] } else { &[20] })
    });
}

/// What takes a recount long, as the frontier is wide.
const WIDE: [&str; 6] = [
    "numberlink/grid-14x14.lp",
    "slitherlink/loopy-cairo-medium-irr1.lp",
    "slitherlink/loopy-great-hexagonal-medium-irr1.lp",
    "slitherlink/loopy-honeycomb-medium-irr1.lp",
    "slitherlink/loopy-penrose-rhombs-medium-1.lp",
    "slitherlink/square-20x20.lp",
];

#[test]
fn recounts_are_exact() {
    on_every_line(|line, path| {
        if WIDE.contains(&line.file.as_str()) {
            return Ok(());
        }
        let output = zlink(&["recount", &path.to_string_lossy()], &line.options, "");
        match output.stdout.trim_end() == line.solutions {
            true => status_is(&output, if line.satisfiable { &[30] } else { &[20] }),
            false => {
                Err(format!("recount says {:?}, not {}; {}", output.stdout, line.solutions, output.stderr))
            }
        }
    });
}

#[test]
fn answers_are_right_and_checked() {
    on_every_line(|line, path| {
        let path = path.to_string_lossy();
        let output = zlink(&["solve", &path], &line.options, "");
        if !line.satisfiable {
            if output.stdout != "UNSATISFIABLE\n" {
                return Err(format!("solve says {:?}; {}", output.stdout, output.stderr));
            }
            return status_is(&output, &[20]);
        }
        status_is(&output, if line.solutions == "1" { &[10, 30] } else { &[10] })?;
        let verdict = zlink(&["check", &path], &line.options, &output.stdout);
        if verdict.stdout != "CORRECT\n" {
            return Err(format!(
                "check says {:?} of {:?}; {}",
                verdict.stdout, output.stdout, verdict.stderr
            ));
        }
        status_is(&verdict, &[0])
    });
}

#[test]
fn two_answers_tell_whether_the_solution_is_unique() {
    on_every_line(|line, path| {
        if !line.satisfiable {
            return Ok(());
        }
        let output = zlink(&["solve", "-n", "2", &path.to_string_lossy()], &line.options, "");
        let answers = &output.stdout;
        let lines: Vec<&str> = answers.lines().collect();
        let unique = line.solutions == "1";
        if lines.len() != if unique { 1 } else { 2 } || (!unique && lines[0] == lines[1]) {
            return Err(format!("solve -n 2 gives {} answers; {}", lines.len(), output.stderr));
        }
        status_is(&output, if unique { &[30] } else { &[10, 30] })
    });
}

#[test]
fn all_answers_are_listed_once() {
    on_every_line(|line, path| {
        let Some(expected) = line.solutions.parse::<usize>().ok().filter(|n| (1..=5000).contains(n)) else {
            return Ok(());
        };
        let path = path.to_string_lossy();
        let output = zlink(&["solve", "-n", "0", "--format", "aspcomp", &path], &line.options, "");
        let answers = &output.stdout;
        let mut lines: Vec<&str> = answers.lines().filter(|line| *line != "ANSWER").collect();
        let printed = lines.len();
        lines.sort_unstable();
        lines.dedup();
        if printed != expected || lines.len() != expected {
            return Err(format!("{printed} answers, {} different ones, expected {expected}", lines.len()));
        }
        status_is(&output, &[30])?;
        let verdict = zlink(&["check", &path], &line.options, &output.stdout);
        if verdict.stdout != "CORRECT\n" {
            return Err(format!("check says {:?}; {}", verdict.stdout, verdict.stderr));
        }
        Ok(())
    });
}

#[test]
fn instance_and_answer_may_come_as_one_stream() {
    let instance = fs::read_to_string(folder().join("slitherlink/square-5x5.lp")).expect("readable");
    let answer = zlink(&["solve", "-"], &[], &instance);
    status_is(&answer, &[10, 30]).expect("solved");
    let stream = format!("{instance}{}", answer.stdout);
    let verdict = zlink(&["check"], &[], &stream);
    assert_eq!(verdict.stdout, "CORRECT\n");
    let broken = answer.stdout.split_once(' ').expect("several links").1.to_owned();
    let verdict = zlink(&["check"], &[], &format!("{instance}{broken}"));
    assert!(verdict.stdout.starts_with("INCORRECT\n"), "{}", verdict.stdout);
}
