//! The compact binary form.
//!
//! ```text
//! "zlinkzdd"  8 bytes
//! version     1 byte, 1
//! levels, nodes, root                       numbers
//! for each level, the top first:            length of its name, and the name (UTF-8)
//! for each level, the last first:           number of its nodes
//! for each node, in the order of the ids:   lo, hi
//! checksum    8 bytes, little-endian: FNV-1a of all bytes before
//! ```
//!
//! A number is written in groups of seven bits, the least significant first; the top bit of a byte is set if more
//! follow. Arcs to the terminals EMPTY and UNIT are written as 0 and 1. For any other arc, the difference to the
//! previous such arc on the same side (`lo` or `hi`) is zigzag-coded, so that small differences of either sign give
//! small numbers, plus 2: in most rows, these arcs ascend in small steps.

use std::io::{self, Write};

use rustc_hash::FxHashSet;

use super::super::{Arcs, Arena, Diagram, Element, NodeId, RowBuilder};
use super::{FileError, FilePosition};
use zlink_base::limits::Limits;

const MAGIC: &[u8; 8] = b"zlinkzdd";
const VERSION: u8 = 1;
/// The number of bytes that are buffered before a write.
const BUFFER: usize = 1 << 16;

impl Diagram {
    /// Writes the compact form; `name` gives the name of an element, which is stored in the file.
    pub fn write_binary<'n>(&self, name: impl Fn(Element) -> &'n str, out: impl Write) -> io::Result<()> {
        let mut out = Writer { out, buffer: Vec::with_capacity(BUFFER), checksum: Checksum::new() };
        out.bytes(MAGIC)?;
        out.bytes(&[VERSION])?;
        out.number(self.variables.len() as u64)?;
        out.number(self.node_count() as u64)?;
        out.number(u64::from(self.root().0))?;
        for name in self.variables.iter().map(|&element| name(element)) {
            out.number(name.len() as u64)?;
            out.bytes(name.as_bytes())?;
        }
        for level in self.levels_up() {
            out.number(self.row(level).len() as u64)?;
        }
        let mut last = Arcs { lo: NodeId(2), hi: NodeId(2) };
        for id in (2..).take(self.node_count()).map(NodeId) {
            let Arcs { lo, hi } = self.arcs(id);
            out.number(code(lo, &mut last.lo))?;
            out.number(code(hi, &mut last.hi))?;
        }
        out.finish()
    }

    /// Reads the compact form. Returns the names of the elements and the diagram; level `l` has the element `l`,
    /// named `names[l]`.
    pub fn read_binary(bytes: &[u8], limits: &Limits) -> Result<(Vec<String>, Diagram), FileError> {
        if !is_binary(bytes) {
            return Err(FileError::NotThisForm("a diagram of zlink"));
        }
        match bytes.get(MAGIC.len()) {
            None => return Err(FileError::Truncated(bytes.len())),
            Some(&VERSION) => {}
            Some(&version) => return Err(FileError::Version(version)),
        }
        let Some((body, sum)) = bytes.split_last_chunk::<8>() else {
            return Err(FileError::Truncated(bytes.len()));
        };
        let mut checksum = Checksum::new();
        checksum.add(body);
        let intact = checksum.0 == u64::from_le_bytes(*sum);
        // A truncated file fails the checksum as well, but the truncation is the more helpful error.
        let result = read_body(body, limits);
        match result {
            Err(FileError::Truncated(at)) => Err(FileError::Truncated(at)),
            Err(FileError::Interrupted(cause)) => Err(FileError::Interrupted(cause)),
            _ if !intact => Err(FileError::Checksum),
            result => result,
        }
    }
}

/// Whether the bytes begin with the magic number of the compact form.
pub(super) fn is_binary(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

fn read_body(body: &[u8], limits: &Limits) -> Result<(Vec<String>, Diagram), FileError> {
    let mut input = Reader { bytes: body, at: MAGIC.len() + 1 };
    let levels = input.count("levels")?;
    let nodes = input.count("nodes")?;
    let root = input.number()?;
    let mut names = Vec::new();
    let mut seen = FxHashSet::default();
    for _ in 0..levels {
        let length = input.count("bytes of a name")?;
        let at = input.at;
        let name = std::str::from_utf8(input.take(length)?).map_err(|_| wrong(at, "a name is not UTF-8"))?;
        if !seen.insert(name) {
            return Err(wrong(at, format!("the name {name} comes twice")));
        }
        names.push(name.to_string());
    }
    let mut widths = Vec::new();
    let mut sum = 0usize;
    for _ in 0..levels {
        let width = input.count("nodes of a level")?;
        sum = sum.saturating_add(width);
        widths.push(width);
    }
    if sum != nodes {
        return Err(wrong(input.at, format!("the levels have {sum} nodes, not {nodes}")));
    }
    let variables = (0..levels).map(Element::from_index).collect();
    let arena = Arena::new(limits);
    let mut builder = RowBuilder::new(&arena, variables)?;
    let mut last = Arcs { lo: NodeId(2), hi: NodeId(2) };
    let mut row = 2u64;
    for (level, width) in (0..levels).rev().zip(widths) {
        limits.check()?;
        builder.begin_row(super::super::Level(level as u32))?;
        for i in 0..width as u64 {
            let at = input.at;
            let lo = input.arc(&mut last.lo, row)?;
            let hi = input.arc(&mut last.hi, row)?;
            if hi == NodeId::EMPTY {
                return Err(wrong(at, "a node has no sets behind its hi arc"));
            }
            if u64::from(builder.node(lo, hi)?.0) != row + i {
                return Err(wrong(at, "a node comes twice"));
            }
        }
        row += width as u64;
    }
    if input.at != body.len() {
        return Err(wrong(input.at, "the file goes on behind the last node"));
    }
    let root = u32::try_from(root).ok().filter(|&root| u64::from(root) < row);
    let root = root.ok_or_else(|| wrong(MAGIC.len() + 1, "the root is no node"))?;
    Ok((names, builder.finish(NodeId(root))?))
}

fn wrong(at: usize, what: impl Into<String>) -> FileError {
    FileError::Wrong { at: FilePosition::Byte(at), what: what.into() }
}

/// The number that is written for an arc.
fn code(child: NodeId, last: &mut NodeId) -> u64 {
    if child.is_terminal() {
        return u64::from(child.0);
    }
    let step = i64::from(child.0) - i64::from(last.0);
    *last = child;
    (step << 1 ^ step >> 63) as u64 + 2
}

struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Reader<'b> {
    fn take(&mut self, length: usize) -> Result<&'b [u8], FileError> {
        let end = self.at.checked_add(length).filter(|&end| end <= self.bytes.len());
        let end = end.ok_or(FileError::Truncated(self.bytes.len()))?;
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    #[inline]
    fn number(&mut self) -> Result<u64, FileError> {
        let mut number = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = *self.bytes.get(self.at).ok_or(FileError::Truncated(self.bytes.len()))?;
            self.at += 1;
            let bits = u64::from(byte & 0x7F);
            if shift == 63 && bits > 1 {
                break;
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(wrong(self.at, "a number has more than 64 bits"))
    }

    /// A count of items that take at least one byte each.
    fn count(&mut self, what: &str) -> Result<usize, FileError> {
        let at = self.at;
        let count = self.number()?;
        match usize::try_from(count) {
            Ok(count) if count <= self.bytes.len() => Ok(count),
            _ => Err(wrong(at, format!("{count} {what} are more than the file has room for"))),
        }
    }

    /// An arc to an id less than `row`.
    #[inline]
    fn arc(&mut self, last: &mut NodeId, row: u64) -> Result<NodeId, FileError> {
        let at = self.at;
        let code = self.number()?;
        if code < 2 {
            return Ok(NodeId(code as u32));
        }
        let folded = code - 2;
        let step = (folded >> 1) as i64 ^ -((folded & 1) as i64);
        let child = i64::from(last.0).checked_add(step);
        match child.and_then(|child| u32::try_from(child).ok()) {
            Some(child) if child >= 2 && u64::from(child) < row => {
                *last = NodeId(child);
                Ok(*last)
            }
            _ => Err(wrong(at, "an arc does not lead down")),
        }
    }
}

struct Writer<W> {
    out: W,
    buffer: Vec<u8>,
    checksum: Checksum,
}

impl<W: Write> Writer<W> {
    fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.buffer.extend_from_slice(bytes);
        self.checksum.add(bytes);
        if self.buffer.len() >= BUFFER { self.flush() } else { Ok(()) }
    }

    #[inline]
    fn number(&mut self, mut number: u64) -> io::Result<()> {
        // The checksum takes the bytes one by one: its multiplications wait for each other, but not for what is done here.
        let mut byte = |byte: u8| {
            self.buffer.push(byte);
            self.checksum.add(&[byte]);
        };
        while number >= 0x80 {
            byte(number as u8 | 0x80);
            number >>= 7;
        }
        byte(number as u8);
        if self.buffer.len() >= BUFFER { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }

    fn finish(mut self) -> io::Result<()> {
        self.flush()?;
        self.out.write_all(&self.checksum.0.to_le_bytes())?;
        self.out.flush()
    }
}

/// The FNV-1a checksum of 64 bits: it detects every change of a single byte, and nearly all other changes.
struct Checksum(u64);

impl Checksum {
    fn new() -> Self {
        Checksum(0xCBF2_9CE4_8422_2325)
    }

    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3);
        }
    }
}
