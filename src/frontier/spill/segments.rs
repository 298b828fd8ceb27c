//! Files of segments, each with the records or the rows of one block.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::{Checksum, SpillError};
use zlink_base::faults::{self, Fallible, Operation};

/// A range of words in a file, with a checksum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Segment {
    /// The file's name in the folder.
    pub file: PathBuf,
    /// The offset in the file, in bytes.
    pub start: u64,
    /// The number of words.
    pub words: usize,
    /// The number of records.
    pub records: usize,
    /// The number of words that each record has beside its state.
    pub width: usize,
    /// The checksum of its words.
    pub checksum: u64,
}

impl Segment {
    /// All fields but the file.
    pub(crate) fn numbers(&self) -> [u64; 5] {
        [self.start, self.words as u64, self.records as u64, self.width as u64, self.checksum]
    }
}

/// Writes the segments of one file.
#[derive(Debug)]
pub struct SegmentWriter {
    path: PathBuf,
    out: Option<BufWriter<Fallible<File>>>,
    written: u64,
    bytes: Vec<u8>,
}

impl SegmentWriter {
    /// A writer for the file `path`, which is created with the first segment.
    pub(super) fn new(path: PathBuf) -> Self {
        SegmentWriter { path, out: None, written: 0, bytes: Vec::new() }
    }

    /// Appends the words of a segment.
    pub fn write(&mut self, words: &[u64], width: usize, records: usize) -> Result<Segment, SpillError> {
        let start = self.written;
        self.append(words).map_err(|error| SpillError::File { path: self.path.clone(), error })?;
        Ok(Segment {
            file: self.path.file_name().map(PathBuf::from).unwrap_or_default(),
            start,
            words: words.len(),
            records,
            width,
            checksum: Checksum::of(words.iter().copied()),
        })
    }

    fn append(&mut self, words: &[u64]) -> io::Result<()> {
        if self.out.is_none() {
            faults::point(Operation::Open)?;
            let file = File::create(&self.path)?;
            self.out = Some(BufWriter::with_capacity(1 << 16, Fallible::new(file, Operation::Write)));
        }
        let Some(out) = &mut self.out else { return Ok(()) };
        self.bytes.clear();
        self.bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        out.write_all(&self.bytes)?;
        self.written += self.bytes.len() as u64;
        Ok(())
    }

    /// Flushes the file and, with `sync`, syncs it to disk. Returns the number of bytes written.
    pub fn finish(mut self, sync: bool) -> Result<u64, SpillError> {
        let synced = self.out.take().map_or(Ok(()), |mut out| {
            out.flush()?;
            if !sync {
                return Ok(());
            }
            faults::point(Operation::Sync)?;
            out.get_ref().get_ref().sync_all()
        });
        synced.map_err(|error| SpillError::File { path: self.path.clone(), error })?;
        Ok(self.written)
    }
}

/// Reads the words of a segment and verifies their checksum.
pub fn read_segment(folder: &Path, segment: &Segment) -> Result<Vec<u64>, SpillError> {
    let path = folder.join(&segment.file);
    let words = read(&path, segment).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => SpillError::Damaged(path.clone()),
        _ => SpillError::Unreadable { path: path.clone(), error },
    })?;
    if Checksum::of(words.iter().copied()) != segment.checksum {
        return Err(SpillError::Damaged(path));
    }
    Ok(words)
}

fn read(path: &Path, segment: &Segment) -> io::Result<Vec<u64>> {
    faults::point(Operation::Open)?;
    let found = fs::metadata(path)?;
    let end = segment.start.checked_add(segment.words as u64 * size_of::<u64>() as u64);
    // Reading from a pipe would block, and a damaged length would take too much memory.
    if !found.is_file() || end.is_none_or(|end| end > found.len()) {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(segment.start))?;
    let mut file = Fallible::new(file, Operation::Read);
    let mut words = Vec::new();
    words.try_reserve_exact(segment.words)?;
    let mut buffer = vec![0; 1 << 16];
    let mut left = segment.words * size_of::<u64>();
    while left > 0 {
        let bytes = &mut buffer[..left.min(1 << 16)];
        file.read_exact(bytes)?;
        words.extend(bytes.chunks_exact(8).map(|word| u64::from_le_bytes(std::array::from_fn(|i| word[i]))));
        left -= bytes.len();
    }
    Ok(words)
}
