//! Files and folders of tests. No two have the same path, however many runs there are at once, and all of them go away
//! with the test program, however it ends.

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// The folder of this run, and the process that removes it.
struct Run {
    folder: PathBuf,
    /// The process that removes the folder. Its input ends with this program.
    _remover: Child,
}

static RUN: LazyLock<Run> = LazyLock::new(|| {
    let made = tempfile::Builder::new().prefix("run-").tempdir_in(env!("CARGO_TARGET_TMPDIR"));
    let folder = made.expect("a folder").keep();
    // It outlives an interrupt.
    let script = "trap '' HUP INT QUIT TERM; cat; rm -rf -- \"$0\"";
    let mut remover = Command::new("sh");
    remover.args(["-c", script]).arg(&folder);
    remover.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    Run { folder, _remover: remover.spawn().expect("a shell") }
});

/// A path in the folder of this run that does not exist.
fn path() -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    RUN.folder.join(COUNT.fetch_add(1, Ordering::Relaxed).to_string())
}

/// A new file with `text`.
pub(crate) fn file(text: &str) -> PathBuf {
    let path = path().with_extension("lp");
    std::fs::write(&path, text).expect("a file");
    path
}

/// A new folder.
pub(crate) fn folder() -> PathBuf {
    let path = path();
    std::fs::create_dir(&path).expect("a folder");
    path
}
