//! Runs that are killed, and the files that they leave.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use super::{start, wait_until, zlink};

/// Starts runs that store their progress in the folder `place`, on one thread and on two in turn, and kills each a
/// while after it has stored something new. Ends when ten runs have left something or one has come to its end. Returns
/// how many have left something.
pub(crate) fn killed(arguments: &[&str], place: &Path) -> u32 {
    let manifest = place.join("manifest");
    let saved = || fs::metadata(&manifest).and_then(|file| file.modified()).ok();
    let mut left = 0;
    for round in 0..10 {
        let before = saved();
        let threads = if round % 2 == 0 { "1" } else { "2" };
        let mut child = start(zlink(arguments).args(["--threads", threads]));
        wait_until("something new is on disk", || saved() != before || child.try_wait().unwrap().is_some());
        thread::sleep(Duration::from_millis(3 * round));
        let _ = child.kill();
        if child.wait().unwrap().success() {
            break;
        }
        left += u32::from(manifest.exists());
    }
    left
}
