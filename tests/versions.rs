//! All that has a version has the one of the workspace.

use std::fs;
use std::path::Path;

const VERSION: &str = env!("CARGO_PKG_VERSION");

fn read(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap()
}

#[test]
fn manifests_and_lock_files_have_one_version() {
    for file in ["Cargo.toml", "python/Cargo.toml", "web/Cargo.toml"] {
        let manifest = read(file);
        let own = |line: &&str| {
            line.starts_with("version = ") || line.contains("version = ") && line.contains("path = ")
        };
        let lines: Vec<_> = manifest.lines().filter(own).collect();
        assert!(lines.len() > 1, "{file}");
        for line in lines {
            assert!(line.contains(&format!("version = \"{VERSION}\"")), "{file}: {line}");
        }
        let lock = file.replace(".toml", ".lock");
        for (name, rest) in read(&lock).split("name = \"").filter_map(|package| package.split_once('"')) {
            if name == "zlink" || name.starts_with("zlink-") {
                assert!(rest.starts_with(&format!("\nversion = \"{VERSION}\"")), "{lock}: {name}");
            }
        }
    }
}

#[test]
fn documents_have_the_version() {
    let (minor, _) = VERSION.rsplit_once('.').unwrap();
    for (file, words) in [
        ("CITATION.cff", format!("\nversion: {VERSION}\n")),
        ("README.md", format!("version = {{{VERSION}}}")),
        ("benches/btool/runscript.xml", format!("name=\"zlink\" version=\"{VERSION}\"")),
        ("docs/howto/benchmark-tool.md", format!("name=\"zlink\" version=\"{VERSION}\"")),
        ("docs/howto/library.md", format!("zlink = {{ version = \"{minor}\"")),
    ] {
        assert!(read(file).contains(&words), "{file} has not {words:?}");
    }
    let changes = read("CHANGELOG.md");
    let sections: Vec<_> = changes.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    assert!(
        sections[0] == "[Unreleased]" && sections[1].starts_with(&format!("[{VERSION}] - ")),
        "{sections:?}"
    );
}
