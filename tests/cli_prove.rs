//! `zlink prove`, and the proofs of `solve`, `analyse` and `generate`. Whether a checker accepts them is tested in the gate.

use std::fs;
use std::path::Path;

use crate::common::{DOMINO, PATH, file, grid, run};

/// A Slitherlink whose search takes more than a moment.
const HARD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/instances/numberlink/grid-14x14.lp");

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort_unstable();
    names
}

fn text(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("a file")
}

#[test]
fn a_proof_is_a_folder_of_four_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = folder.path().join("new/proof");
    let out = output.to_str().expect("UTF-8");
    for (facts, options, status, claim, answers) in [
        (PATH, &[][..], 20, "there is no answer", 0),
        (PATH, &["--exit-zero"], 0, "there is no answer", 0),
        (DOMINO, &["--at-most", "3"], 30, "there are 3 answers and no others", 3),
        (DOMINO, &["--cycles", "many", "--cover"], 30, "there is one answer and no other", 1),
        ("edge(a,b). pair(a,b).", &["--cover", "--exit-zero"], 0, "there is one answer and no other", 1),
    ] {
        let ran = run(&[&["prove", "-o", out], options].concat(), facts);
        assert_eq!((ran.status, ran.stderr.as_str()), (status, ""), "{facts}");
        assert!(ran.stdout.starts_with(&format!("{claim}: {out}/proof.pbp proves it (")), "{}", ran.stdout);
        assert_eq!(names(&output), ["README", "answers.lp", "formula.opb", "proof.pbp"]);
        assert!(text(&output, "README").contains(&format!(": {claim}.")));
        assert_eq!(text(&output, "answers.lp").lines().count(), answers);
        let (formula, proof) = (text(&output, "formula.opb"), text(&output, "proof.pbp"));
        assert_eq!(formula.matches("* not answer ").count(), answers, "{formula}");
        assert!(
            proof.ends_with("end pseudo-Boolean proof ;\n") && proof.contains("conclusion UNSAT"),
            "{proof}"
        );
        let counted = format!(" {} bytes)", proof.len());
        assert!(ran.stdout.trim_end().ends_with(&counted), "{} {counted}", ran.stdout);
    }
}

#[test]
fn more_answers_than_are_allowed_are_told_and_nothing_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().to_str().expect("UTF-8");
    let ran = run(&["prove", "--at-most", "2", "-o", out], DOMINO);
    let told = "zlink: nothing is proved: there are more answers than --at-most allows (2)\n";
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.status), ("", told, 10));
    assert!(names(folder.path()).is_empty());
    let new = folder.path().join("new");
    let ran = run(&["prove", "--at-most", "2", "-o", new.to_str().expect("UTF-8")], DOMINO);
    assert_eq!((ran.status, new.exists()), (10, false), "{ran:?}");
}

#[test]
fn what_cannot_be_proved_is_refused_before_the_work() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("proof");
    let out = out.to_str().expect("UTF-8");
    let proof = folder.path().join("x.pbp");
    let proof = proof.to_str().expect("UTF-8");
    for command in [
        &["prove", "-o", out, "--path-matchings"][..],
        &["solve", "-n", "0", "--proof", proof, "--path-matchings"],
    ] {
        let ran = run(command, grid(12, 12));
        assert_eq!(ran.status, 65, "{ran:?}");
        assert!(
            ran.stderr
                .contains("nothing can be proved here: there is no formula yet for paths with free ends")
        );
        assert!(names(folder.path()).is_empty());
    }
}

#[test]
fn a_limit_leaves_no_proof() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().to_str().expect("UTF-8");
    let ran = run(&["prove", "-o", out, "--time-limit=0.02", HARD], "");
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.stderr.contains("the time limit was reached"), "{ran:?}");
    assert!(names(folder.path()).is_empty());
}

#[test]
fn a_folder_that_cannot_be_written_is_an_error() {
    let taken = file("no folder");
    let ran = run(&["prove", "-o", taken.to_str().expect("UTF-8")], PATH);
    assert_eq!(ran.status, 65, "{ran:?}");
    assert!(ran.stderr.contains(taken.to_str().expect("UTF-8")), "{ran:?}");
}

#[test]
fn nothing_of_the_user_is_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_string();
    for (name, command, says) in [
        ("answers.lp", &["prove", "-o", &place("")][..], "is the puzzle: it would be replaced"),
        ("in.opb", &["solve", "--proof", &place("in.pbp")], "is the puzzle: it would be replaced"),
        ("in.lp", &["solve", "--proof", &place("in.lp")], "is no name for a proof"),
        ("in.lp", &["analyse", "--proof", "-"], "is no name for a proof"),
        ("README", &["prove", "-o", &place("")], "is none of a proof: use another folder"),
    ] {
        fs::write(place(name), PATH).expect("a file");
        let puzzle = if name == "README" { place("in.lp") } else { place(name) };
        let ran = run(&[command, &[&puzzle]].concat(), "");
        assert_eq!(ran.status, 65, "{ran:?}");
        assert!(ran.stderr.contains(says), "{ran:?}");
        assert_eq!(fs::read_to_string(place(name)).expect("a file"), PATH);
        fs::remove_file(place(name)).expect("a file");
        if name != "README" {
            fs::write(place("in.lp"), PATH).expect("a file");
        }
    }
}

#[test]
fn other_commands_write_proofs_beside_their_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    let proof = folder.path().join("all.pbp");
    let proof = proof.to_str().expect("UTF-8");
    let ran = run(&["solve", "-n", "0", "--proof", proof], DOMINO);
    assert_eq!((ran.stdout.lines().count(), ran.stderr.as_str(), ran.status), (3, "", 30));
    assert_eq!(names(folder.path()), ["all.opb", "all.pbp"]);
    assert_eq!(text(folder.path(), "all.opb").matches("* not answer ").count(), 3);

    let other = folder.path().join("other.pbp");
    let other = other.to_str().expect("UTF-8");
    for command in [&["solve", "--proof", other][..], &["analyse", "--stages=edges", "--proof", other]] {
        let ran = run(command, DOMINO);
        assert!(ran.stderr.contains("so nothing is proved"), "{ran:?}");
        assert!(!Path::new(other).exists());
    }
    let ran = run(&["analyse", "--proof", other], PATH);
    assert_eq!((ran.status, Path::new(other).exists()), (20, true), "{ran:?}");

    let out = folder.path().join("made");
    let ran = run(
        &[
            "generate",
            "slitherlink",
            "--grid=4x4",
            "--count=2",
            "--prove",
            "-o",
            out.to_str().expect("UTF-8"),
        ],
        "",
    );
    assert_eq!(ran.status, 0, "{ran:?}");
    assert_eq!(names(&out), ["01.lp", "01.opb", "01.pbp", "02.lp", "02.opb", "02.pbp"]);
}
