//! Help, version, manual, completions, and the competition wrapper.

mod common;

use std::path::Path;
use std::process::{Command, Stdio};

use common::{PATH, SQUARE, SQUARE_ANSWER, file, finish, run};

const COMMANDS: [&str; 8] = ["solve", "count", "check", "compare", "plan", "diagram", "completions", "man"];

#[test]
fn every_command_explains_itself_with_examples() {
    for command in COMMANDS {
        for flag in ["-h", "--help"] {
            let ran = run(&[command, flag], "");
            assert!(ran.stdout.contains("Examples:\n  "), "{command} {flag}");
            assert!(ran.stdout.contains(&format!("zlink {command}")), "{command} {flag}");
            assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
        }
    }
}

#[test]
fn the_long_help_lists_the_statuses() {
    let help = run(&["--help"], "").stdout;
    for status in ["0", "1", "10", "11", "20", "30", "33", "65"] {
        assert!(help.lines().any(|line| line.trim_start().starts_with(&format!("{status}  "))), "{status}");
    }
    for command in COMMANDS {
        assert!(help.contains(command));
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
    assert_eq!(run(&["completions", "cobol"], "").status, 1);
}

#[test]
fn the_manual_has_all_commands() {
    let page = run(&["man"], "").stdout;
    assert!(page.contains(".TH zlink 1"));
    for command in COMMANDS {
        assert!(page.contains(&format!("COMMAND {}", command.to_uppercase())), "{command}");
    }
    assert!(page.contains("COMMAND DIAGRAM BUILD"));
    assert!(page.contains("path\\-matchings"));
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
