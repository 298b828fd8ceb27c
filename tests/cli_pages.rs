//! Help, version, manual, completions, and the competition wrapper.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use crate::common::{DOMINO, PATH, SQUARE, SQUARE_ANSWER, file, folder, run, run_on};

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
    let folder = folder().join("manual");
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

/// `run.sh`, with the program under test, in a folder of its own.
fn wrapper(script: &Path, arguments: &[&str], input: &str) -> crate::common::Ran {
    let mut command = crate::common::command(script.to_str().unwrap());
    command.args(arguments).env("ZLINK", env!("CARGO_BIN_EXE_zlink")).current_dir(wrapper_folder());
    run_on(&mut command, input.as_bytes())
}

/// A folder with a file that has a number as its name.
fn wrapper_folder() -> PathBuf {
    // Written once: the tests run at the same time.
    static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
        let folder = folder();
        std::fs::write(folder.join("7"), "edge(seven,a). edge(a,b). edge(b,seven).").unwrap();
        folder
    });
    FOLDER.clone()
}

/// The path of `run.sh`.
fn run_sh() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("run.sh")
}

#[test]
fn the_wrapper_takes_a_file_or_the_standard_input() {
    let script = run_sh();
    let instance = file(&format!("{SQUARE} colour(red)."));
    let instance = instance.to_str().unwrap();
    for arguments in [&[instance][..], &[instance, "ignored"], &["--", instance]] {
        let ran = wrapper(&script, arguments, "");
        assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.status), (SQUARE_ANSWER, "", 30));
    }
    for arguments in [&[][..], &["-"], &[""], &["0"]] {
        assert_eq!(wrapper(&script, arguments, SQUARE).stdout, SQUARE_ANSWER, "{arguments:?}");
    }
    // One number may be the name of a file.
    assert!(wrapper(&script, &["7"], SQUARE).stdout.starts_with("link(seven,a)."));
    let ran = wrapper(&script, &[], PATH);
    assert_eq!((ran.stdout.as_str(), ran.status), ("UNSATISFIABLE\n", 20));
    let ran = wrapper(&script, &[], DOMINO);
    assert_eq!((ran.stdout.lines().count(), ran.status), (1, 10));
    let ran = wrapper(&script, &["/nonexistent.lp"], "");
    assert_eq!((ran.stdout.as_str(), ran.status), ("UNKNOWN\n", 65));
    assert!(ran.stderr.contains("there is no such file"), "{}", ran.stderr);
}

#[test]
fn the_wrapper_answers_two_numbers_in_the_later_protocol() {
    let script = run_sh();
    let answer = format!("ANSWER\n{SQUARE_ANSWER}");
    for arguments in [&["0", "0"][..], &["7", "7"], &["7", "0", "link/2"], &["100", "20", "link/2,other/1"]] {
        let ran = wrapper(&script, arguments, SQUARE);
        let streams = (ran.stdout.as_str(), ran.stderr.as_str(), ran.status);
        assert_eq!(streams, (answer.as_str(), "", 30), "{arguments:?}");
    }
    let ran = wrapper(&script, &["0", "0"], PATH);
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.status), ("INCONSISTENT\n", "", 20));
    let named = "edge(e,a,b). edge(f,b,c). connection(1,a,c).";
    assert_eq!(wrapper(&script, &["0", "0", "link/1"], named).stdout, "ANSWER\nlink(e). link(f).\n");
    assert_eq!(wrapper(&script, &[], named).stdout, "link(e). link(f).\n");
    let ran = wrapper(&script, &["0", "0"], DOMINO);
    assert_eq!((ran.stdout.lines().next(), ran.stdout.lines().count(), ran.status), (Some("ANSWER"), 2, 10));
    for input in ["edge(0,1", "", "edge(X,1)."] {
        let ran = wrapper(&script, &["0", "0"], input);
        assert_eq!((ran.stdout.as_str(), ran.status), ("UNKNOWN\n", 65), "{input}");
        assert!(!ran.stderr.is_empty());
    }
}

#[test]
fn the_wrapper_passes_options_on() {
    let script = run_sh();
    let square = format!("ANSWER\n{SQUARE_ANSWER}");
    for (arguments, stdout) in [
        (&["--format", "aspcomp"][..], square.as_str()),
        (&["--format=asp", "0", "0"], SQUARE_ANSWER),
        (&["0", "--format", "asp", "0"], SQUARE_ANSWER),
        (&["--time-limit", "60", "0", "0"], &square),
        (&["--time-limit", "60", "--seed=3", "-q"], SQUARE_ANSWER),
        (&["0", "0", "--memory-limit", "1000", "-n", "0"], &square),
        (&["-n", "0"], SQUARE_ANSWER),
    ] {
        let ran = wrapper(&script, arguments, SQUARE);
        assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.status), (stdout, "", 30), "{arguments:?}");
    }
    let ran = wrapper(&script, &["-n", "0", "5", "7"], DOMINO);
    assert_eq!((ran.stdout.matches("ANSWER").count(), ran.status), (3, 30));
    let json = wrapper(&script, &["0", "0", "--format", "json"], SQUARE).stdout;
    assert!(json.starts_with("{\n") && json.contains("SATISFIABLE"), "{json}");
    let grid = "4\n";
    assert_eq!(
        wrapper(&script, &["--as", "text"], grid).stdout,
        run(&["solve", "--as", "text"], grid).stdout
    );
    let ran = wrapper(&script, &["--time-limit"], SQUARE);
    assert_eq!((ran.stdout.as_str(), ran.status), ("UNKNOWN\n", 65));
    assert_eq!(ran.stderr, "run.sh: --time-limit needs a value\n");
}

/// The wrapper has to know the options that have a value; otherwise it would take the value for a file.
#[test]
fn the_wrapper_knows_the_options_with_values() {
    let text = std::fs::read_to_string(run_sh()).unwrap();
    let known = text.split_once("a value as an argument of its own.\n").unwrap().1.split_once(')').unwrap().0;
    let known: Vec<&str> = known.split(['|', '\\']).map(str::trim).filter(|word| !word.is_empty()).collect();
    let help = run(&["solve", "--help"], "").stdout;
    let mut found = 0;
    for line in help.lines().filter(|line| line.trim_start().starts_with('-') && line.contains(" <")) {
        for option in line.split_once(" <").unwrap().0.split(',').map(str::trim) {
            assert!(known.contains(&option), "{option} takes a value, of which run.sh knows nothing");
            found += 1;
        }
    }
    assert!(found >= 9, "{help}");
}

#[test]
fn the_wrapper_without_a_program_gives_up_in_words() {
    let ran =
        run_on(crate::common::command(run_sh().to_str().unwrap()).env("ZLINK", "/nonexistent/zlink"), b"");
    assert_eq!((ran.stdout.as_str(), ran.status), ("UNKNOWN\n", 65));
}

#[test]
fn the_wrapper_can_be_called_by_a_link() {
    let script = run_sh();
    let folder = folder();
    let (one, two) = (folder.join("one link"), folder.join("two"));
    std::os::unix::fs::symlink(script, &one).unwrap();
    std::os::unix::fs::symlink(one.file_name().unwrap(), &two).unwrap();
    assert_eq!(wrapper(&two, &[], SQUARE).stdout, SQUARE_ANSWER);
}
