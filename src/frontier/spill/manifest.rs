//! The manifest: the state of a sweep at the end of a window, as a file of 64-bit words.
//!
//! ```text
//!   magic and version | fingerprint | problem: its fingerprint, words of a state
//!   edges: their number, each in its order | levels done | end of the next window
//!   states, peak | count so far: its limbs
//!   files: their number, each with its kind (0: blocks, 1: rows), and the numbers of its window and of its worker
//!   blocks: their number, each: its segments: their number, each: file, start, words, records, width, checksum
//!   rows, window by window, in the same form
//!   checksum of all words before
//! ```

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::{Checksum, FILES, Segment, SpillError, file_name};
use zlink_base::files::{self, write_whole};

const MAGIC: u64 = u64::from_le_bytes(*b"zlinkbl2");

/// The state of a sweep at the end of a window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Saved {
    /// The fingerprint of the puzzle.
    pub fingerprint: u64,
    /// The fingerprint of the problem (its state encoding and levels) and the evaluation.
    pub problem: u64,
    /// The number of words of a state.
    pub words: usize,
    /// The order of the residual's edges.
    pub order: Vec<u32>,
    /// The level after the window.
    pub at: usize,
    /// The level at which the next window ends.
    pub until: usize,
    /// The number of states so far.
    pub states: u64,
    /// The largest number of states of one level so far.
    pub peak: u64,
    /// The limbs of the number of solutions so far; in a run that does not count, other data from which it resumes.
    pub accepted: Vec<u64>,
    /// The segments of each block.
    pub blocks: Vec<Vec<Segment>>,
    /// For each finished window (or layer) the segments with the rows of its blocks, if rows are kept.
    pub rows: Vec<Vec<Segment>>,
}

impl Saved {
    /// The files of the blocks and rows.
    pub(super) fn files(&self) -> impl Iterator<Item = &Path> {
        self.blocks.iter().chain(&self.rows).flatten().map(|segment| &*segment.file)
    }
}

/// Writes the file `path`.
pub(super) fn write(path: &Path, saved: &Saved) -> io::Result<()> {
    let mut files: Vec<&Path> = saved.files().collect();
    files.sort_unstable();
    files.dedup();
    let mut words = vec![MAGIC, saved.fingerprint, saved.problem, saved.words as u64];
    words.push(saved.order.len() as u64);
    words.extend(saved.order.iter().map(|&edge| u64::from(edge)));
    words.extend([saved.at as u64, saved.until as u64, saved.states, saved.peak]);
    words.push(saved.accepted.len() as u64);
    words.extend(&saved.accepted);
    words.push(files.len() as u64);
    for file in &files {
        words.extend(file_numbers(file).ok_or(io::ErrorKind::InvalidInput)?);
    }
    for lists in [&saved.blocks, &saved.rows] {
        words.push(lists.len() as u64);
        for segments in lists {
            words.push(segments.len() as u64);
            for segment in segments {
                let file = files.binary_search(&&*segment.file).map_err(|_| io::ErrorKind::InvalidInput)?;
                words.push(file as u64);
                words.extend(segment.numbers());
            }
        }
    }
    words.push(Checksum::of(words.iter().copied()));
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    write_whole(path, |out| out.write_all(&bytes))
}

/// The kind of a file (an index into [`FILES`]), and the window and worker in its name; `None` if it is not a file of a spill.
pub(super) fn file_numbers(file: &Path) -> Option<[u64; 3]> {
    let name = file.to_str()?;
    let of_kind = |(kind, prefix): (usize, &&str)| Some((kind as u64, name.strip_prefix(*prefix)?));
    let (kind, numbers) = FILES.iter().enumerate().find_map(of_kind)?;
    let (window, worker) = numbers.split_once('-')?;
    Some([kind, window.parse().ok()?, worker.parse().ok()?])
}

/// Appends the number of segments, and each segment with the numbers in the name of its file; `None` if a file is not one of a
/// spill.
pub fn push_segments(words: &mut Vec<u64>, segments: &[Segment]) -> Option<()> {
    words.push(segments.len() as u64);
    for segment in segments {
        words.extend(file_numbers(&segment.file)?);
        words.extend(segment.numbers());
    }
    Some(())
}

/// Reads the file `path`, if there is one.
pub(super) fn read(path: &Path) -> Result<Option<Saved>, SpillError> {
    let fault = |error| SpillError::File { path: path.to_path_buf(), error };
    let mut bytes = Vec::new();
    // Reading from a pipe would block.
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err(SpillError::Damaged(path.to_path_buf()));
    }
    match files::open(path) {
        Ok((mut file, _)) => file.read_to_end(&mut bytes).map_err(fault)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(fault(error)),
    };
    let (words, rest) = bytes.as_chunks::<8>();
    let words: Vec<u64> = words.iter().map(|&word| u64::from_le_bytes(word)).collect();
    let saved = match words.split_last() {
        Some((&sum, words)) if rest.is_empty() && sum == Checksum::of(words.iter().copied()) => {
            Words(words).saved()
        }
        _ => None,
    };
    saved.map(Some).ok_or_else(|| SpillError::Damaged(path.to_path_buf()))
}

/// The words still to be read.
pub struct Words<'w>(pub &'w [u64]);

impl Words<'_> {
    /// Whether no word is left.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes the next word.
    pub fn take(&mut self) -> Option<u64> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    /// Takes the next word as a size in memory.
    pub fn take_size(&mut self) -> Option<usize> {
        usize::try_from(self.take()?).ok()
    }

    /// Reads the number of items that follow; `None` if it exceeds the number of words left.
    pub fn take_count(&mut self) -> Option<usize> {
        self.take_size().filter(|&count| count <= self.0.len())
    }

    /// Reads a list of words that is preceded by its length.
    pub(crate) fn take_list(&mut self) -> Option<Vec<u64>> {
        let count = self.take_count()?;
        (0..count).map(|_| self.take()).collect()
    }

    /// Reads the name of a file.
    fn take_file(&mut self) -> Option<PathBuf> {
        let prefix = FILES.get(self.take_size()?)?;
        Some(file_name(prefix, self.take_size()?, self.take_size()?))
    }

    /// Reads segments as [`push_segments`] writes them.
    pub fn take_segments(&mut self) -> Option<Vec<Segment>> {
        self.take_segments_in(Self::take_file)
    }

    /// Reads segments whose files `take_file` reads.
    fn take_segments_in(
        &mut self,
        mut take_file: impl FnMut(&mut Self) -> Option<PathBuf>,
    ) -> Option<Vec<Segment>> {
        let count = self.take_count()?;
        let mut segment = || {
            let file = take_file(self)?;
            self.take_segment(file)
        };
        (0..count).map(|_| segment()).collect()
    }

    /// Reads a segment of `file`.
    fn take_segment(&mut self, file: PathBuf) -> Option<Segment> {
        let (start, words) = (self.take()?, self.take_size()?);
        let (records, width, checksum) = (self.take_size()?, self.take_size()?, self.take()?);
        let is_possible = words.checked_mul(8).is_some() && records <= words && width <= 1 << 16;
        is_possible.then_some(Segment { file, start, words, records, width, checksum })
    }

    fn saved(mut self) -> Option<Saved> {
        if self.take()? != MAGIC {
            return None;
        }
        let (fingerprint, problem, words) = (self.take()?, self.take()?, self.take_size()?);
        let edges = self.take_count()?;
        let mut is_new = vec![true; edges];
        let mut edge = || {
            let edge = u32::try_from(self.take()?).ok()?;
            std::mem::take(is_new.get_mut(edge as usize)?).then_some(edge)
        };
        let order = (0..edges).map(|_| edge()).collect::<Option<Vec<u32>>>()?;
        let (at, until) = (self.take_size()?, self.take_size()?);
        let (states, peak) = (self.take()?, self.take()?);
        let accepted = self.take_list()?;
        let mut files = Vec::new();
        for _ in 0..self.take_count()? {
            files.push(self.take_file()?);
        }
        let (blocks, rows) = (self.take_lists(&files)?, self.take_lists(&files)?);
        self.0.is_empty().then_some(Saved {
            fingerprint,
            problem,
            words,
            order,
            at,
            until,
            states,
            peak,
            accepted,
            blocks,
            rows,
        })
    }

    /// Reads lists of segments in `files`.
    fn take_lists(&mut self, files: &[PathBuf]) -> Option<Vec<Vec<Segment>>> {
        let count = self.take_count()?;
        (0..count).map(|_| self.take_segments_in(|words| files.get(words.take_size()?).cloned())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{BLOCKS, ROWS};
    use super::*;

    fn saved() -> Saved {
        let segment = |worker, start, width| Segment {
            file: file_name(BLOCKS, 12, worker),
            start,
            words: 1 + 5 * (1 + width),
            records: 5,
            width,
            checksum: 7 * start,
        };
        let rows = Segment { file: file_name(ROWS, 9, 0), ..segment(0, 16, 0) };
        Saved {
            fingerprint: 3,
            problem: 4,
            words: 1,
            order: vec![2, 0, 1],
            at: 12,
            until: 15,
            states: 100,
            peak: 10,
            accepted: vec![u64::MAX, 1],
            blocks: vec![vec![segment(0, 0, 1), segment(1, 0, 2)], vec![segment(0, 80, 1)]],
            rows: vec![Vec::new(), vec![rows.clone(), rows]],
        }
    }

    #[test]
    fn what_is_written_is_read_and_what_is_damaged_is_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("manifest");
        assert!(matches!(read(&path), Ok(None)));
        write(&path, &saved()).expect("written");
        assert_eq!(read(&path).expect("read"), Some(saved()));
        let bytes = std::fs::read(&path).expect("read");
        for cut in 0..bytes.len() {
            std::fs::write(&path, &bytes[..cut]).expect("written");
            assert!(matches!(read(&path), Err(SpillError::Damaged(_))), "cut at {cut}");
        }
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x10;
            std::fs::write(&path, &damaged).expect("written");
            assert!(matches!(read(&path), Err(SpillError::Damaged(_))), "byte {at}");
        }
    }
}
