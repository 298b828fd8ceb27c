//! The folder of an unfinished run -> what may have become of its files, for tests.

use std::fs;
use std::path::{Path, PathBuf};

use super::{MANIFEST, Spill, SpillError};

/// A folder as a run has left it.
pub(crate) struct LeftBehind<'f> {
    folder: &'f Path,
    files: Vec<(PathBuf, Vec<u8>)>,
}

impl<'f> LeftBehind<'f> {
    pub(crate) fn of(folder: &'f Path) -> Self {
        let read = |path: PathBuf| (path.clone(), fs::read(path).expect("a file"));
        LeftBehind { folder, files: paths(folder).map(read).collect() }
    }

    /// Makes the folder what it was.
    pub(crate) fn restore(&self) {
        paths(self.folder).for_each(|path| fs::remove_file(path).expect("a file"));
        self.files.iter().for_each(|(path, bytes)| fs::write(path, bytes).expect("written"));
    }

    /// At about so many places of each file but the manifest flips a bit, and cuts the file off: `goes_on` does so from the
    /// folder, and tells whether it came to its end. Where it did not, the spill says that it is damaged; how often that was.
    pub(crate) fn damage(&self, places: usize, mut goes_on: impl FnMut(usize, &Spill) -> bool) -> usize {
        let mut told = 0;
        for (path, bytes) in self.files.iter().filter(|(path, _)| !path.ends_with(MANIFEST)) {
            for at in (0..bytes.len()).step_by(1 + bytes.len() / places) {
                let mut flipped = bytes.clone();
                flipped[at] ^= 0x10;
                for damaged in [&flipped, &bytes[..at]] {
                    self.restore();
                    fs::write(path, damaged).expect("written");
                    let spill = Spill::open(self.folder, true).expect("the manifest is whole");
                    if !goes_on(at, &spill) {
                        assert!(matches!(spill.failure(), Some(SpillError::Damaged(_))), "byte {at}");
                        told += 1;
                    }
                }
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
