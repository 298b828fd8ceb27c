//! Help, version, manual, completions, and the competition wrapper.

mod common;

use std::path::Path;
use std::process::{Command, Stdio};

use common::{PATH, SQUARE, SQUARE_ANSWER, file, finish, run};

/// The commands that a help lists.
fn listed(help: &str) -> Vec<String> {
    let lines =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // What is indented further goes on with the line above.
    let names =
        lines.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

/// All commands, and all commands below them, as words.
fn commands() -> Vec<Vec<String>> {
    let mut all = Vec::new();
    for command in listed(&run(&["-h"], "").stdout) {
        let below = listed(&run(&[&command, "-h"], "").stdout);
        all.extend(below.into_iter().map(|action| vec![command.clone(), action]));
        all.push(vec![command]);
    }
    assert!(all.len() > 25, "{all:?}");
    all
}

#[test]
fn every_command_explains_itself_with_examples() {
    for command in commands() {
        for flag in ["-h", "--help"] {
            let mut words: Vec<&str> = command.iter().map(String::as_str).collect();
            words.push(flag);
            let ran = run(&words, "");
            assert!(ran.stdout.contains("Examples:\n  "), "{command:?} {flag}");
            assert!(ran.stdout.contains(&format!("\n  zlink {}", command[0])), "{command:?} {flag}");
            assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
        }
        let help = std::iter::once("help").chain(command.iter().map(String::as_str));
        let ran = run(&help.collect::<Vec<_>>(), "");
        assert!(ran.stdout.contains(&format!("Usage: zlink {}", command.join(" "))), "{command:?}");
    }
}

#[test]
fn the_long_help_lists_the_statuses() {
    let help = run(&["--help"], "").stdout;
    for status in ["0", "1", "10", "11", "20", "30", "33", "65"] {
        assert!(help.lines().any(|line| line.trim_start().starts_with(&format!("{status}  "))), "{status}");
    }
}

#[test]
fn the_version_is_name_and_number() {
    let ran = run(&["--version"], "");
    assert_eq!(ran.stdout, format!("zlink {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn a_bad_command_line_says_so_on_the_standard_error() {
    for arguments in
        [&[][..], &["solve", "--nonsense"], &["sovle"], &["solve", "-n", "x"], &["count", "--format", "xml"]]
    {
        let ran = run(arguments, SQUARE);
        assert_eq!((ran.stdout.as_str(), ran.status), ("", 1), "{arguments:?}");
        assert!(ran.stderr.contains("Usage") || ran.stderr.contains("--help"), "{}", ran.stderr);
    }
}

#[test]
fn completions_exist_for_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let ran = run(&["completions", shell], "");
        assert!(ran.stdout.contains("path-matchings"), "{shell}");
        assert_eq!(ran.status, 0);
    }
    let bash = run(&["completions", "bash"], "").stdout;
    for command in commands() {
        // The names of the states of its automaton.
        let state = format!("zlink__subcmd__{}", command.join("__subcmd__"));
        assert!(bash.contains(&format!("\"{state}\"")), "{state}");
    }
    assert_eq!(run(&["completions", "cobol"], "").status, 1);
}

#[test]
fn the_manual_has_all_commands() {
    let page = run(&["man"], "").stdout;
    assert!(page.contains(".TH zlink 1"));
    for command in commands() {
        assert!(page.contains(&format!("COMMAND {}", command.join(" ").to_uppercase())), "{command:?}");
    }
    assert!(page.contains("path\\-matchings"));
}

#[test]
fn the_manual_can_be_a_page_for_each_command() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("manual");
    let ran = run(&["man", "-o", folder.to_str().unwrap()], "");
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.status), ("", "", 0));
    for command in commands() {
        let page = std::fs::read_to_string(folder.join(format!("zlink-{}.1", command.join("-")))).unwrap();
        assert!(page.contains(&format!(".TH zlink-{} 1", command.join("-"))), "{command:?}");
        for part in [".SH NAME", ".SH SYNOPSIS", ".SH DESCRIPTION", "Examples:"] {
            assert!(page.contains(part), "{command:?}: {part}");
        }
    }
    let page = std::fs::read_to_string(folder.join("zlink.1")).unwrap();
    assert!(page.contains("zlink-generate"));
}

/// `run.sh` with the program under test in place of the release build, if that can be arranged.
fn wrapper(script: &Path, arguments: &[&str], input: &str) -> common::Ran {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wrapper");
    let release = target.join("release");
    std::fs::create_dir_all(&release).unwrap();
    let program = release.join("zlink");
    if !program.exists() {
        // Another test may be quicker.
        let _ = std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_zlink"), &program);
    }
    let mut child = Command::new(script)
        .args(arguments)
        .env("CARGO_TARGET_DIR", &target)
        .current_dir("/")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let _ = std::io::Write::write_all(&mut child.stdin.take().unwrap(), input.as_bytes());
    finish(child)
}

#[test]
fn the_wrapper_takes_a_file_or_the_standard_input() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("run.sh");
    let instance = file(&format!("{SQUARE} colour(red)."));
    let ran = wrapper(&script, &[instance.to_str().unwrap()], "");
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), (SQUARE_ANSWER, ""));
    for arguments in [&[][..], &["0", "0"], &["0", "0", "link/2"], &["-"]] {
        assert_eq!(wrapper(&script, arguments, SQUARE).stdout, SQUARE_ANSWER, "{arguments:?}");
    }
    assert_eq!(wrapper(&script, &[], PATH).stdout, "UNSATISFIABLE\n");
    let ran = wrapper(&script, &["/nonexistent.lp"], "");
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 65));
}

#[test]
fn the_wrapper_can_be_called_by_a_link() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("run.sh");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (one, two) = (folder.join(format!("one {}", std::process::id())), folder.join("two"));
    let _ = std::fs::remove_file(&one);
    let _ = std::fs::remove_file(&two);
    std::os::unix::fs::symlink(script, &one).unwrap();
    std::os::unix::fs::symlink(one.file_name().unwrap(), &two).unwrap();
    assert_eq!(wrapper(&two, &[], SQUARE).stdout, SQUARE_ANSWER);
}
