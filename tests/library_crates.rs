//! The crates that `zlink = { default-features = false }` compiles, direct and indirect, on Linux, Windows and
//! WebAssembly. No compiler for the last two is needed, as cargo knows their crates.
//!
//! `library_crates.txt` has the list, so that a new crate is seen in the change that brings it.
//! `UPDATE=1 cargo test --test all library_crates::` writes it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// The name of a target in the list, and its name in cargo.
const TARGETS: [(&str, &str); 3] = [
    ("linux", "x86_64-unknown-linux-gnu"),
    ("windows", "x86_64-pc-windows-msvc"),
    ("wasm", "wasm32-unknown-unknown"),
];

/// Crates for the calls and signals of Unix, and for sockets.
const UNIX: [&str; 9] = [
    "ctor",
    "libc",
    "linux-raw-sys",
    "mio",
    "nix",
    "rustix",
    "signal-hook",
    "signal-hook-registry",
    "socket2",
];

/// The crates that are compiled for a target with these features, each with its version.
fn crates(target: &str, features: &str) -> BTreeSet<String> {
    let mut cargo = Command::new(env!("CARGO"));
    // What a target of others takes may have to be downloaded, so this is not offline; what is there is not asked for again.
    cargo.current_dir(env!("CARGO_MANIFEST_DIR"));
    cargo.args([
        "tree",
        "--locked",
        "--quiet",
        "--package",
        "zlink",
        "--no-default-features",
        "--features",
        features,
    ]);
    cargo.args(["--target", target, "--edges", "normal,build", "--prefix", "none", "--format", "{p}"]);
    let output = cargo.output().expect("cargo runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cargo tree --target {target}: {told}");
    let tree = String::from_utf8(output.stdout).expect("UTF-8");
    let mut crates: BTreeSet<String> = tree
        .lines()
        .filter(|line| !line.is_empty())
        .map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" "))
        .collect();
    let own = format!("zlink v{}", env!("CARGO_PKG_VERSION"));
    assert!(crates.remove(&own), "{own} is not in its own tree");
    crates
}

fn name(of_crate: &str) -> &str {
    of_crate.split(' ').next().unwrap_or_default()
}

#[test]
fn the_list_of_the_crates_of_the_library_holds() {
    // By name, and how often it is there: later versions are no other crates.
    let mut lines: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let mut text = String::from("# The crates of the library without features: tests/library_crates.rs\n");
    for (short, target) in TARGETS {
        let crates = crates(target, "");
        writeln!(text, "# {short}: {}", crates.len()).expect("a string");
        let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
        for of_crate in &crates {
            let times = seen.entry(name(of_crate)).or_default();
            *times += 1;
            let line = match times {
                1 => name(of_crate).to_owned(),
                _ => format!("{} (version {times})", name(of_crate)),
            };
            lines.entry(line).or_default().push(short);
        }
    }
    for (line, targets) in &lines {
        let only =
            if targets.len() == TARGETS.len() { String::new() } else { format!(": {}", targets.join(", ")) };
        writeln!(text, "{line}{only}").expect("a string");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/library_crates.txt");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &text).expect("written");
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(text, known, "the library takes other crates than {}", path.display());
}

#[test]
fn nothing_of_unix_is_in_the_library_elsewhere() {
    let unix = |target, features| -> Vec<String> {
        crates(target, features).into_iter().filter(|of_crate| UNIX.contains(&name(of_crate))).collect()
    };
    for (_, target) in TARGETS.into_iter().filter(|(short, _)| *short != "linux") {
        assert_eq!(unix(target, ""), [""; 0], "{target}");
        assert_eq!(unix(target, "png,sat"), [""; 0], "{target}, with features");
    }
    // That it can see them: tempfile takes rustix on Unix, and the program takes nix.
    let [with_tempfile, with_nix] = ["", "cli"].map(|features| unix(TARGETS[0].1, features));
    assert!(with_tempfile.iter().any(|of_crate| name(of_crate) == "rustix"), "{with_tempfile:?}");
    assert!(with_nix.iter().any(|of_crate| name(of_crate) == "nix"), "{with_nix:?}");
}
