//! The folder of an unfinished run -> damaged copies of its files, for tests.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::lock::LOCK;
use super::{MANIFEST, Spill, SpillError};

/// The files of a folder as an interrupted run has left them.
#[derive(Debug)]
pub struct LeftBehind<'f> {
    folder: &'f Path,
    files: Vec<(PathBuf, Vec<u8>)>,
}

impl<'f> LeftBehind<'f> {
    /// Notes what is in `folder`.
    pub fn of(folder: &'f Path) -> Self {
        let read = |path: PathBuf| (path.clone(), fs::read(path).expect("a file"));
        LeftBehind { folder, files: paths(folder).map(read).collect() }
    }

    /// Restores the folder.
    pub fn restore(&self) {
        for path in paths(self.folder) {
            fs::remove_file(&path).or_else(|_| fs::remove_dir(path)).expect("a file, or an empty folder");
        }
        self.files.iter().for_each(|(path, bytes)| fs::write(path, bytes).expect("written"));
    }

    /// Damages each file but the manifest in turn: flips a bit and truncates the file at about `places` places, removes it,
    /// replaces it by a folder and by each other file, and swaps it with each other file. After each damage, `goes_on` resumes
    /// the run and returns whether it came to its end; where it did not, the spill must report a damaged file. Returns the number
    /// of such reports.
    pub fn damage(&self, places: usize, mut goes_on: impl FnMut(&str, &Spill) -> bool) -> usize {
        let mut told = 0;
        let mut spoilt = |what: String, spoil: &dyn Fn() -> io::Result<()>| {
            self.restore();
            spoil().expect("spoilt");
            let spill = Spill::open(self.folder, true).expect("the manifest is whole");
            if !goes_on(&what, &spill) {
                let failure = spill.failure();
                let is_told = matches!(failure, Some(SpillError::Damaged(_) | SpillError::Unreadable { .. }));
                assert!(is_told, "{what}: {failure:?}");
                told += 1;
            }
        };
        let is_data = |(path, _): &&(PathBuf, _)| !path.ends_with(MANIFEST) && !path.ends_with(LOCK);
        for (path, bytes) in self.files.iter().filter(is_data) {
            let name = path.display();
            for at in (0..bytes.len()).step_by(1 + bytes.len() / places) {
                let mut flipped = bytes.clone();
                flipped[at] ^= 0x10;
                spoilt(format!("{name}: bit at {at}"), &|| fs::write(path, &flipped));
                spoilt(format!("{name}: cut at {at}"), &|| fs::write(path, &bytes[..at]));
            }
            spoilt(format!("{name}: removed"), &|| fs::remove_file(path));
            spoilt(format!("{name}: a folder"), &|| {
                fs::remove_file(path).and_then(|()| fs::create_dir(path))
            });
            for (other, others) in self.files.iter().filter(is_data).filter(|(other, _)| other != path) {
                let other_name = other.display();
                spoilt(format!("{name}: as {other_name}"), &|| fs::write(path, others));
                spoilt(format!("{name} and {other_name}"), &|| {
                    fs::write(path, others).and_then(|()| fs::write(other, bytes))
                });
            }
        }
        self.restore();
        told
    }
}

fn paths(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    entries.map(|entry| entry.expect("an entry").path()).collect::<Vec<_>>().into_iter()
}
