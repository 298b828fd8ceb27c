//! `zlink compare`: tables, contradictions, limits, reports.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::common::{
    DOMINO, PATH, Process, Ran, SQUARE, SQUARE_ANSWER, finish, peak_of, run, signal, start, wait_until,
    wait_until_watched, zlink,
};
use serde_json::Value;

/// A new folder with a square (one solution), a domino (three) and a path (none).
fn folder() -> PathBuf {
    let folder = crate::common::folder();
    fs::create_dir_all(folder.join("more")).unwrap();
    fs::write(folder.join("square.lp"), SQUARE).unwrap();
    fs::write(folder.join("more/domino.asp"), DOMINO).unwrap();
    fs::write(folder.join("more/path.facts"), PATH).unwrap();
    fs::write(folder.join("notes.txt"), "no puzzle").unwrap();
    folder
}

fn compare(folder: &Path, arguments: &[&str]) -> Ran {
    run(&[&["compare", folder.to_str().unwrap()], arguments].concat(), "")
}

/// The standard output below the line of the machine, with `#` for every fraction and one blank for several.
fn masked(ran: &Ran) -> String {
    let (machine, rest) = ran.stdout.split_once('\n').expect("a line about the machine");
    assert!(machine.starts_with(&format!("zlink {}; ", env!("CARGO_PKG_VERSION"))), "{machine}");
    let is_fraction = |word: &&str| word.contains('.') && word.parse::<f64>().is_ok();
    let mask = |line: &str| {
        let words = line.split_whitespace().map(|word| if is_fraction(&word) { "#" } else { word });
        words.collect::<Vec<_>>().join(" ") + "\n"
    };
    rest.lines().map(mask).collect()
}

#[test]
fn engines_are_set_side_by_side() {
    let folder = folder();
    let ran = compare(&folder, &["--engines", "auto,brute,search+seed=3", "--question", "unique", "--all"]);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
    let expected = "\
3 instances; is there a solution, and is it the only one?; at most 60 s

instance vertices edges answer auto brute search+seed=3
more/domino 6 7 several # # #
more/path 3 2 unsatisfiable # # #
square 4 4 unique # # #

engine solved time memory wrong errors median s mean s max s max MB
auto 3/3 0 0 0 0 # # # #
brute 3/3 0 0 0 0 # # # #
search+seed=3 3/3 0 0 0 0 # # # #
";
    assert_eq!(masked(&ran), expected);
}

#[test]
fn rules_limits_and_repetitions_are_passed_on() {
    let folder = folder();
    let options =
        ["--engines=auto,zdd+no-presolve", "--cover", "--repeat", "2", "--time-limit=5", "--markdown"];
    let ran =
        compare(&folder, &[&options[..], &["--memory-limit=500", "--question", "count", "--all"]].concat());
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
    let expected = "\
3 instances; how many solutions are there?; at most 5 s; at most 500 MB; 2 runs each, in turns

| instance | vertices | edges | answer | auto | zdd+no-presolve |
|---|---:|---:|---:|---:|---:|
| more/domino | 6 | 7 | 1 | # | # |
| more/path | 3 | 2 | 0 | # | # |
| square | 4 | 4 | 1 | # | # |

| engine | solved | time | memory | wrong | errors | median s | mean s | max s | max MB |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|
| auto | 3/3 | 0 | 0 | 0 | 0 | # | # | # | # |
| zdd+no-presolve | 3/3 | 0 | 0 | 0 | 0 | # | # | # | # |
";
    assert_eq!(masked(&ran), expected);
}

#[test]
fn another_program_is_an_engine() {
    let folder = folder();
    for format in ["aspcomp", "clingo", "json"] {
        let program = env!("CARGO_BIN_EXE_zlink");
        let other = format!("other='{program}' solve --format {format} -n {{models}} {{instance}}");
        let ran = compare(
            &folder,
            &["--engines", "auto", "--engine-command", &other, "--question", "unique", "--all"],
        );
        assert_eq!((ran.stderr.as_str(), ran.status), ("", 0), "{format}: {}", ran.stdout);
        assert!(masked(&ran).contains("other 3/3 0 0 0 0"), "{}", ran.stdout);
        let other = format!("other='{program}' solve --format {format} -n {{models}} {{instance}}; exit 0");
        let ran =
            compare(&folder, &["--engines", "auto", "--engine-command", &other, "--question", "unique"]);
        assert_eq!((ran.stderr.as_str(), ran.status), ("", 0), "{format}: {}", ran.stdout);
        let other = format!("other='{program}' count --format {format} {{instance}}");
        let ran = compare(&folder, &["--engines", "auto", "--engine-command", &other, "--question", "count"]);
        assert_eq!((ran.stderr.as_str(), ran.status), ("", 0), "{format}: {}", ran.stdout);
        assert!(masked(&ran).contains("other 3/3 0 0 0 0"), "{}", ran.stdout);
    }
}

#[test]
fn solutions_that_are_listed_are_counted() {
    let folder = folder();
    for format in ["asp", "aspcomp", "clingo", "json"] {
        let program = env!("CARGO_BIN_EXE_zlink");
        let other = format!("other='{program}' solve --format {format} -n {{models}} {{instance}}");
        let ran = compare(&folder, &["--engines", "auto", "--engine-command", &other, "--question", "count"]);
        assert_eq!((ran.stderr.as_str(), ran.status), ("", 0), "{format}: {}", ran.stdout);
        assert!(masked(&ran).contains("other 3/3 0 0 0 0"), "{}", ran.stdout);
    }
    // Two of them do not say how many there are.
    let other = format!("other='{}' solve -n 2 {{instance}}", env!("CARGO_BIN_EXE_zlink"));
    let ran = compare(&folder, &["--engines", "auto", "--engine-command", &other, "--question", "count"]);
    assert_eq!(ran.status, 0, "{}", ran.stdout);
    assert!(masked(&ran).contains("other 2/3 0 0 0 1"), "{}", ran.stdout);
}

#[test]
fn contradictions_are_told_loudly() {
    let folder = folder();
    let answer = format!("echo '{}'; exit 30", SQUARE_ANSWER.trim());
    let cases = [
        // There is a solution, says who shows one.
        (
            "first",
            "exit 20",
            "DISAGREEMENT on square: satisfiable, say auto; liar is wrong: unsatisfiable, but a solution was",
        ),
        (
            "unique",
            answer.as_str(),
            "DISAGREEMENT on more/domino: several, say auto; liar is wrong: link(2,3)",
        ),
        ("unique", "echo 'link(0,1).'; exit 10", "on square: unique, say auto; liar is wrong: vertex"),
        ("count", "echo 5; exit 30", "DISAGREEMENT on more/domino: 3, say auto; 5, say liar"),
    ];
    for (question, command, told) in cases {
        let liar = format!("liar={command}");
        let ran = compare(
            &folder,
            &["--engines=auto", "--engine-command", &liar, "--question", question, "--quiet"],
        );
        assert_eq!(ran.status, 1, "{}", ran.stdout);
        assert!(ran.stdout.contains(told), "{told}: {}", ran.stdout);
        assert!(ran.stderr.contains("engines disagree on"), "{}", ran.stderr);
    }
}

#[test]
fn failures_are_not_answers() {
    let folder = folder();
    let square = folder.join("square.lp");
    let cases = [
        ("echo out of luck >&2; exit 3", "exit status 3: out of luck"),
        ("true", "the output has no solution"),
        ("echo hello", "the output is no list of facts"),
        ("kill -SEGV $$", "ended by signal 11"),
        ("no-such-program", "exit status 127"),
        ("echo UNKNOWN", "the output has no solution"),
    ];
    for (command, reason) in cases {
        let broken = format!("broken={command}");
        let ran = compare(&square, &["--engines=auto", "--engine-command", &broken]);
        assert_eq!(ran.status, 0, "{command}: {}", ran.stdout);
        assert!(masked(&ran).contains("broken 0/1 0 0 0 1 - - - #"), "{command}: {}", ran.stdout);
        assert!(
            ran.stderr.contains(&format!("square: broken: error: {reason}")),
            "{command}: {}",
            ran.stderr
        );
    }
    let ran = compare(&square, &["--engines=", "--engine-command", "memory=exit 33"]);
    assert!(masked(&ran).contains("memory 0/1 0 1 0 0"), "{}", ran.stdout);
}

/// Another program as an engine: a script, which finds `$here` a folder for its files.
fn other(name: &str, script: &str) -> (String, PathBuf) {
    let here = crate::common::folder();
    let file = here.join("script");
    fs::write(&file, format!("here='{}'\n{script}\n", here.display())).unwrap();
    (format!("{name}=exec sh '{}'", file.display()), here)
}

/// The processes whose ids a script wrote into its folder, each on a line of its own.
fn processes(here: &Path) -> Vec<Process> {
    let ids = fs::read_to_string(here.join("ids")).unwrap_or_default();
    ids.lines().filter_map(|id| Process::of(id.parse().unwrap())).collect()
}

/// Waits until a script has written `count` ids.
fn wait_for_processes(here: &Path, count: usize) -> Vec<Process> {
    let ids = || fs::read_to_string(here.join("ids")).unwrap_or_default().matches('\n').count();
    wait_until("all processes", || ids() >= count);
    processes(here)
}

/// Four processes that ignore requests to end: the script, one in the background, one that has left the group and one
/// whose parent has ended, too.
const STUBBORN: &str = "trap '' TERM INT HUP
    tell='echo $$ >>\"$0/ids\"; exec sleep 100000'
    sh -c \"$tell\" \"$here\" &
    setsid sh -c \"$tell\" \"$here\" &
    (setsid sh -c \"$tell\" \"$here\" &)
    echo $$ >>\"$here/ids\"
    sleep 100000; sleep 100000";

#[test]
fn a_program_that_ignores_its_limit_is_ended() {
    let square = folder().join("square.lp");
    let (sleeper, here) = other("sleeper", STUBBORN);
    let ran = compare(&square, &["--engines=auto", "--engine-command", &sleeper, "--time-limit", "0.5"]);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
    assert!(masked(&ran).contains("sleeper 0/1 1 0 0 0 > # - - #"), "{}", ran.stdout);
    assert_eq!(processes(&here), []);
}

#[test]
fn what_a_program_leaves_behind_is_ended() {
    let square = folder().join("square.lp");
    let (sleeper, here) = other(
        "sleeper",
        &format!(
            "({STUBBORN}) & until [ \"$(wc -l <\"$here/ids\")\" = 4 ]; do :; done
        echo UNSATISFIABLE; exit 20"
        ),
    );
    fs::write(here.join("ids"), "").unwrap();
    let ran = compare(&square, &["--engines=", "--engine-command", &sleeper, "--time-limit=0"]);
    assert!(masked(&ran).contains("sleeper 1/1 0 0 0 0"), "{}", ran.stdout);
    assert_eq!(fs::read_to_string(here.join("ids")).unwrap().lines().count(), 4);
    assert_eq!(processes(&here), []);
}

#[test]
fn a_program_that_takes_too_much_memory_is_ended() {
    let folder = folder();
    let hog = "hog=y=$(head -c 1000000 /dev/zero | tr '\\0' x); while :; do x=$x$y; done";
    let arguments = ["--engines=auto", "--engine-command", hog, "--memory-limit", "50", "--time-limit=0"];
    let ran = compare(&folder.join("square.lp"), &arguments);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
    assert!(masked(&ran).contains("hog 0/1 0 1 0 0"), "{}", ran.stdout);
}

#[test]
fn the_memory_limit_binds_everything_that_a_program_starts() {
    let folder = folder();
    // Each of them holds far less than the limit; every other one has left the group.
    let (hogs, here) = other(
        "hogs",
        "hold='x=$(head -c 20000000 /dev/zero | tr \"\\0\" x); echo $$ >>\"$0/ids\"; sleep 100000'
        for i in 1 2 3 4 5; do
            sh -c \"$hold\" \"$here\" &
            setsid sh -c \"$hold\" \"$here\" &
        done
        wait",
    );
    let json = folder.join("runs.json");
    let limits = ["--memory-limit", "120", "--time-limit=0", "--json", json.to_str().unwrap()];
    let ran = compare(
        &folder.join("square.lp"),
        &[&["--engines=auto", "--engine-command", &hogs], &limits[..]].concat(),
    );
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
    assert!(masked(&ran).contains("hogs 0/1 0 1 0 0"), "{}", ran.stdout);
    assert_eq!(processes(&here), []);
    let json: Value = serde_json::from_str(&fs::read_to_string(json).unwrap()).unwrap();
    let memory = json["runs"][1]["memory_bytes"].as_u64().unwrap();
    assert!(memory > 120_000_000, "{memory}");
}

#[test]
fn a_program_that_floods_its_output_is_ended() {
    let folder = folder();
    let [csv, json] = ["runs.csv", "runs.json"].map(|name| folder.join(name));
    let square = folder.join("square.lp");
    for flood in ["yes", "yes >&2", "trap '' TERM; (setsid yes &); sleep 100000"] {
        let engine = format!("flood={flood}");
        let mut arguments =
            vec!["compare", square.to_str().unwrap(), "--engines=auto", "--all", "--time-limit=0"];
        arguments.extend(["--csv", csv.to_str().unwrap(), "--json", json.to_str().unwrap()]);
        let child = start(&mut zlink(&[&arguments[..], &["--engine-command", &engine]].concat()));
        let process = child.id();
        let peak = std::thread::spawn(move || peak_of(process));
        let ran = finish(child);
        assert_eq!(ran.stderr, "zlink: square: flood: output: it wrote more than 64 MB\n", "{flood}");
        let table = masked(&ran);
        assert!(table.contains("\nsquare 4 4 satisfiable # output\n"), "{table}");
        assert!(table.contains("engine solved time memory output wrong errors"), "{table}");
        assert!(table.contains("\nflood 0/1 0 0 1 0 0 - - - #\n"), "{table}");
        let csv = fs::read_to_string(&csv).unwrap();
        assert!(csv.contains(",flood,0,output,,") && csv.ends_with(",it wrote more than 64 MB\r\n"), "{csv}");
        let json: Value = serde_json::from_str(&fs::read_to_string(&json).unwrap()).unwrap();
        assert_eq!((&json["runs"][1]["end"], &json["summary"][1]["output"]), (&"output".into(), &1.into()));
        let megabytes = peak.join().unwrap() / 1_000_000;
        assert!(megabytes < 160, "compare held {megabytes} MB");
    }
}

#[test]
fn our_own_limits_are_told_apart() {
    let instance = crate::common::file(&crate::common::grid(60, 60));
    let name = instance.to_str().unwrap();
    let arguments = ["--question=count", "--engines=zdd"];
    let ran = run(&[&["compare", name, "--time-limit=0.5"], &arguments[..]].concat(), "");
    assert!(masked(&ran).contains("zdd 0/1 1 0 0 0 > # - - #"), "{}", ran.stdout);
    let ran = run(&[&["compare", name, "--memory-limit=30"], &arguments[..]].concat(), "");
    assert!(masked(&ran).contains("zdd 0/1 0 1 0 0 - - - #"), "{}", ran.stdout);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
}

#[test]
fn an_interrupt_leaves_the_table() {
    let folder = folder();
    for name in ["INT", "TERM", "HUP"] {
        let (sleeper, here) =
            other("sleeper", &format!("case $1 in *path*) ;; *) exit 33;; esac\n{STUBBORN}"));
        let sleeper = format!("{sleeper} {{instance}}");
        let arguments = ["compare", folder.to_str().unwrap(), "--engines=auto", "--time-limit=0"];
        let child = start(&mut zlink(&[&arguments[..], &["--engine-command", &sleeper]].concat()));
        assert_eq!(wait_for_processes(&here, 4).len(), 4);
        signal(&child, name);
        let ran = finish(child);
        assert_eq!(ran.status, 2, "{}", ran.stderr);
        let table = masked(&ran);
        assert!(table.contains("INTERRUPTED: 3 instances were given"), "{table}");
        assert!(table.contains("auto 1/1 0 0 0 0") || table.contains("auto 2/2 0 0 0 0"), "{table}");
        assert!(table.contains("sleeper 0/1 0 1 0 0"), "{table}");
        assert_eq!(processes(&here), []);
    }
}

#[test]
fn an_interrupt_ends_the_judging_of_a_long_answer() {
    let folder = folder();
    // Twenty megabytes of facts take a while.
    let (long, here) = other(
        "long",
        "yes 'link(0,1). link(1,2). link(2,3). link(3,0).' | head -c 20000000; echo $$ >>\"$here/ids\"; exit 30",
    );
    let arguments = ["compare", folder.to_str().unwrap(), "--engines=", "--time-limit=0", "--question=count"];
    let child = start(&mut zlink(&[&arguments[..], &["--engine-command", &long]].concat()));
    wait_for_processes(&here, 1);
    signal(&child, "TERM");
    let ran = finish(child);
    assert_eq!(ran.status, 2, "{}", ran.stderr);
    assert!(masked(&ran).contains("INTERRUPTED: 3 instances were given"), "{}", ran.stdout);
}

#[test]
fn an_interrupt_ends_a_comparison_whose_reader_sleeps() {
    let square = folder().join("square.lp");
    let (reader, writer) = std::io::pipe().unwrap();
    let mut filler = writer.try_clone().unwrap();
    let written = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&written);
    let filler = std::thread::spawn(move || {
        while filler.write_all(&[b'x'; 512]).is_ok() {
            count.fetch_add(1, Ordering::Relaxed);
        }
    });
    // The pipe is full when nothing more goes in.
    let mut before = 0;
    wait_until("a full pipe", || {
        std::thread::sleep(Duration::from_millis(300));
        let now = written.load(Ordering::Relaxed);
        std::mem::replace(&mut before, now) == now && now > 0
    });
    let child = start(zlink(&["compare", square.to_str().unwrap(), "--engines=auto"]).stdout(writer));
    wait_until_watched(&child);
    signal(&child, "TERM");
    assert_eq!(finish(child).status, 2);
    drop(reader);
    filler.join().unwrap();
}

#[test]
fn nothing_is_left_when_compare_or_its_keeper_is_killed() {
    let folder = folder();
    let square = folder.join("square.lp");
    let arguments = ["compare", square.to_str().unwrap(), "--engines=", "--time-limit=0"];
    for killed in ["compare", "supervisor"] {
        let (sleeper, here) = other("sleeper", &format!("echo $PPID >\"$here/supervisor\"\n{STUBBORN}"));
        let mut child = start(&mut zlink(&[&arguments[..], &["--engine-command", &sleeper]].concat()));
        let sleepers = wait_for_processes(&here, 4);
        if killed == "compare" {
            child.kill().unwrap();
            child.wait().unwrap();
        } else {
            let id = fs::read_to_string(here.join("supervisor")).unwrap();
            Process::of(id.trim().parse().unwrap()).expect("the supervisor").kill();
            let ran = finish(child);
            assert!(masked(&ran).contains("sleeper 0/1 0 0 0 1"), "{}", ran.stdout);
            assert!(ran.stderr.contains("the process that watches the run has failed"), "{}", ran.stderr);
        }
        wait_until("the end of the sleepers", || !sleepers.iter().any(Process::lives));
    }
}

#[test]
fn reports_are_well_formed() {
    let folder = folder();
    let [csv, json, svg] = ["runs.csv", "runs.json", "plot.svg"].map(|name| folder.join(name));
    let files =
        ["--csv", csv.to_str().unwrap(), "--json", json.to_str().unwrap(), "--svg", svg.to_str().unwrap()];
    let ran = compare(&folder, &[&["--engines", "auto,search", "--repeat=3"], &files[..]].concat());
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
    let csv = fs::read_to_string(csv).unwrap();
    assert_eq!(csv.lines().count(), 1 + 3 * 2 * 3);
    assert!(csv.lines().all(|line| line.matches(',').count() == 12), "{csv}");
    let json: Value = serde_json::from_str(&fs::read_to_string(json).unwrap()).unwrap();
    assert_eq!(json["runs"].as_array().unwrap().len(), 3 * 2 * 3);
    assert_eq!(json["summary"][1]["solved"], 3);
    assert_eq!(json["runs"][0]["statistics"]["engine"], json["runs"][0]["engine"]);
    assert!(json["runs"][0]["memory_bytes"].as_u64().unwrap() > 1_000_000);
    assert!(json["machine"]["processors"].as_u64().unwrap() >= 1);
    let svg = fs::read_to_string(svg).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert!(svg.contains(">auto</text>") && svg.contains(">search</text>"));
}

#[test]
fn mistakes_are_told_before_anything_runs() {
    let folder = folder();
    let name = folder.to_str().unwrap();
    let empty = folder.join("empty");
    fs::create_dir_all(&empty).unwrap();
    let cases = [
        (&["compare", name, "--engines", "auto,magic"][..], "the engine magic: invalid value 'magic'"),
        (&["compare", name, "--engines", "auto:edgy"], "the engine auto:edgy: invalid value 'edgy'"),
        (&["compare", name, "--engines", "auto+sed=1"], "the engine auto+sed=1: unexpected argument '--sed'"),
        (&["compare", name, "--engines", "auto,auto"], "the engine auto is given twice"),
        (&["compare", name, "--engines", ""], "no engine is given"),
        (&["compare", name, "--engine-command", "clingo"], "--engine-command is NAME=COMMAND"),
        (&["compare", "/nonexistent"], "/nonexistent cannot be read"),
        (&["compare", empty.to_str().unwrap()], "has no files .lp, .asp, .facts"),
        (&["compare", name, "--csv", "/nonexistent/runs.csv"], "/nonexistent/runs.csv cannot be written"),
        (&["compare"], "required arguments were not provided"),
    ];
    for (arguments, reason) in cases {
        let ran = run(arguments, "");
        assert_eq!((ran.stdout.as_str(), ran.status), ("", 65), "{arguments:?}");
        assert!(ran.stderr.contains(reason), "{arguments:?}: {}", ran.stderr);
    }
}

#[test]
fn a_file_that_is_no_puzzle_is_left_out() {
    let folder = folder();
    fs::write(folder.join("broken.lp"), "edge(0,0).").unwrap();
    let ran = compare(&folder, &["--engines=auto"]);
    assert_eq!(ran.status, 65);
    assert!(ran.stderr.contains("broken.lp:1:1: error"), "{}", ran.stderr);
    assert!(masked(&ran).contains("auto 3/3 0 0 0 0"), "{}", ran.stdout);
}

#[test]
fn why_an_engine_gave_up_is_told() {
    let folder = folder();
    let edges = |a: u32| (0..a).map(move |b| format!("edge({b},{a}).\n"));
    let complete = folder.join("complete.lp");
    fs::write(&complete, (0..460).flat_map(edges).collect::<String>()).unwrap();
    let ran = compare(&complete, &["--engines", "zdd+no-presolve", "--question", "count"]);
    assert!(ran.stderr.contains("exit status 65: zlink: error: the frontier is too wide"), "{}", ran.stderr);
}

#[test]
fn without_a_readable_instance_there_is_no_table() {
    let folder = folder().join("more");
    fs::remove_file(folder.join("domino.asp")).unwrap();
    fs::write(folder.join("path.facts"), "").unwrap();
    let ran = compare(&folder, &["--engines", "auto"]);
    assert_eq!((ran.stdout.as_str(), ran.status), ("", 65));
    assert!(ran.stderr.contains("is empty"), "{}", ran.stderr);
}
