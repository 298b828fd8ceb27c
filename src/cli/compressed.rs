//! Compressed input: recognises and unpacks it.
//!
//! The formats are those in which benchmark sets are distributed. All are unpacked piece by piece, so that limits hold even
//! if a small file unpacks to a huge one. Files of several concatenated parts are read to the end.

use std::error::Error;
use std::io::{self, BufRead, BufReader, Cursor, ErrorKind, Read};
use std::path::Path;

use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::FrameDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use xz4rust::{XzDecoder, XzError, XzNextBlockResult};

/// The largest window, the unpacked data that may be repeated, in bytes: the most that `zstd` accepts by default, and twice
/// what `xz -9` needs.
const LARGEST_WINDOW: u32 = 1 << 27;
/// The window with which an xz decoder begins, in bytes; it grows if the file needs more.
const FIRST_WINDOW: usize = 1 << 16;
/// The number of packed bytes that are read at a time.
const PACKED_CHUNK: usize = 1 << 16;
/// The number of bytes at the start of a file that identify its format.
const LONGEST_MARK: usize = 10;

/// A format of compressed files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Compression {
    Gzip,
    Bzip2,
    Xz,
    Zstandard,
}

impl Compression {
    const ALL: [Compression; 4] =
        [Compression::Gzip, Compression::Bzip2, Compression::Xz, Compression::Zstandard];

    /// The program that packs and unpacks the format, by whose name people know it.
    pub(super) fn program(self) -> &'static str {
        match self {
            Compression::Gzip => "gzip",
            Compression::Bzip2 => "bzip2",
            Compression::Xz => "xz",
            Compression::Zstandard => "zstd",
        }
    }

    /// The extension of the format's files.
    fn ending(self) -> &'static str {
        match self {
            Compression::Gzip => "gz",
            Compression::Bzip2 => "bz2",
            Compression::Xz => "xz",
            Compression::Zstandard => "zst",
        }
    }

    /// The format that a file's extension indicates.
    pub(super) fn by_ending(file: &Path) -> Option<Self> {
        let ending = file.extension()?;
        Self::ALL.into_iter().find(|format| ending.eq_ignore_ascii_case(format.ending()))
    }

    /// The format of data that begins with `head`.
    fn by_mark(head: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find(|format| match (format, head) {
            (Compression::Gzip, [0x1f, 0x8b, ..]) => true,
            // The magic of a first block, or of the end of an empty file, is needed too: the letters alone could begin a text.
            (Compression::Bzip2, [b'B', b'Z', b'h', b'1'..=b'9', block @ ..]) => {
                block.starts_with(b"1AY&SY") || block.starts_with(b"\x17\x72\x45\x38\x50\x90")
            }
            (Compression::Xz, head) => head.starts_with(b"\xfd7zXZ\0"),
            (Compression::Zstandard, [0x28, 0xb5, 0x2f, 0xfd, ..]) => true,
            // A skippable frame.
            (Compression::Zstandard, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..]) => true,
            _ => false,
        })
    }

    /// A reader of the unpacked data of `from`.
    fn unpack(self, from: impl Read + 'static) -> Box<dyn Read> {
        match self {
            Compression::Gzip => Box::new(MultiGzDecoder::new(buffered(from))),
            Compression::Bzip2 => Box::new(MultiBzDecoder::new(buffered(from))),
            Compression::Xz => Box::new(XzStreams::new(buffered(from))),
            Compression::Zstandard => Box::new(ZstandardFrames::new(buffered(from))),
        }
    }
}

fn buffered<R: Read>(from: R) -> BufReader<R> {
    BufReader::with_capacity(PACKED_CHUNK, from)
}

/// Input that may have been compressed.
pub(super) struct Unpacked {
    /// A reader of the text, unpacked if it was packed.
    pub(super) content: Box<dyn Read>,
    /// The format of the packed input; none for plain text.
    pub(super) compression: Option<Compression>,
}

/// Unpacks `from` if its first bytes have the mark of a format. Without a mark, a text is passed on as it is, whatever its name;
/// anything else goes to the decoder of the format `promised`, which reports what is wrong.
pub(super) fn unpack(mut from: impl Read + 'static, promised: Option<Compression>) -> io::Result<Unpacked> {
    let mut head = Vec::with_capacity(LONGEST_MARK);
    from.by_ref().take(LONGEST_MARK as u64).read_to_end(&mut head)?;
    let is_text = head.iter().all(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace());
    let compression = Compression::by_mark(&head).or(promised.filter(|_| !is_text));
    let whole = Cursor::new(head).chain(from);
    let content = match compression {
        Some(format) => format.unpack(whole),
        None => Box::new(whole),
    };
    Ok(Unpacked { content, compression })
}

/// Why packed data cannot be unpacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// The end is missing.
    Cut,
    /// The data is not valid in its format.
    Damaged,
    /// The data may be valid, but is packed in a way that is not supported.
    Unsupported,
}

impl Fault {
    /// The fault that an error of a decoder reports; `None` for an error of the system.
    pub(super) fn of(error: &io::Error) -> Option<Self> {
        if error.raw_os_error().is_some() || error.kind() == ErrorKind::OutOfMemory {
            return None;
        }
        let is_cut = |error: &io::Error| error.kind() == ErrorKind::UnexpectedEof;
        if is_cut(error) {
            return Some(Fault::Cut);
        }
        let mut cause = error.get_ref().map(|error| error as &(dyn Error + 'static));
        while let Some(error) = cause {
            if error.downcast_ref::<io::Error>().is_some_and(is_cut) {
                return Some(Fault::Cut);
            }
            if error.downcast_ref::<XzError>().is_some_and(is_unsupported_xz)
                || error.downcast_ref::<FrameDecoderError>().is_some_and(is_unsupported_zstandard)
            {
                return Some(Fault::Unsupported);
            }
            cause = error.source();
        }
        Some(Fault::Damaged)
    }
}

fn is_unsupported_xz(error: &XzError) -> bool {
    matches!(
        error,
        XzError::DictionaryTooLarge(_)
            | XzError::Sha256NotSupported
            | XzError::UnsupportedCheckType(_)
            | XzError::UnsupportedStreamHeaderOption
            | XzError::UnsupportedBlockHeaderOption
            | XzError::UnsupportedBcjFilter(_)
    )
}

fn is_unsupported_zstandard(error: &FrameDecoderError) -> bool {
    matches!(error, FrameDecoderError::WindowSizeTooBig { .. } | FrameDecoderError::DictNotProvided { .. })
}

/// Reads the concatenated streams of an xz file, with the zeros that may pad them.
struct XzStreams<R> {
    from: R,
    decoder: Box<XzDecoder<'static>>,
    /// Whether a stream is being read.
    inside: bool,
    /// The zeros since the last stream.
    zeros: u64,
}

impl<R: BufRead> XzStreams<R> {
    fn new(from: R) -> Self {
        let decoder = XzDecoder::in_heap_with_alloc_dict_size(FIRST_WINDOW, LARGEST_WINDOW as usize);
        XzStreams { from, decoder, inside: true, zeros: 0 }
    }

    /// Moves to the next stream; false at the end of the file.
    fn has_another(&mut self) -> io::Result<bool> {
        loop {
            let packed = self.from.fill_buf()?;
            let zeros = packed.iter().take_while(|&&byte| byte == 0).count();
            let is_end = packed.is_empty();
            let is_stream = zeros < packed.len();
            self.zeros += zeros as u64;
            self.from.consume(zeros);
            if (is_end || is_stream) && !self.zeros.is_multiple_of(4) {
                return Err(damaged("padding"));
            }
            if is_end || is_stream {
                return Ok(is_stream);
            }
        }
    }
}

impl<R: BufRead> Read for XzStreams<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while !buffer.is_empty() {
            if !self.inside {
                if !self.has_another()? {
                    break;
                }
                self.decoder.reset();
                (self.inside, self.zeros) = (true, 0);
            }
            let packed = self.from.fill_buf()?;
            if packed.is_empty() {
                return Err(ErrorKind::UnexpectedEof.into());
            }
            let step = self.decoder.decode(packed, buffer).map_err(io::Error::other)?;
            let (consumed, unpacked) = match step {
                XzNextBlockResult::NeedMoreData(0, 0) => return Err(damaged("standstill")),
                XzNextBlockResult::NeedMoreData(consumed, unpacked) => (consumed, unpacked),
                XzNextBlockResult::EndOfStream(consumed, unpacked) => {
                    self.inside = false;
                    (consumed, unpacked)
                }
            };
            self.from.consume(consumed);
            if unpacked > 0 {
                return Ok(unpacked);
            }
        }
        Ok(0)
    }
}

/// Reads the concatenated frames of a Zstandard file, and compares each with its checksum and its size.
struct ZstandardFrames<R> {
    from: R,
    decoder: FrameDecoder,
    /// The number of bytes unpacked from the current frame; `None` between frames.
    unpacked: Option<u64>,
}

impl<R: BufRead> ZstandardFrames<R> {
    fn new(from: R) -> Self {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(u64::from(LARGEST_WINDOW));
        ZstandardFrames { from, decoder, unpacked: None }
    }

    /// Reads the header of the next frame that has content; false at the end of the file.
    fn has_another(&mut self) -> io::Result<bool> {
        loop {
            if self.from.fill_buf()?.is_empty() {
                return Ok(false);
            }
            match self.decoder.reset(&mut self.from) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let length = u64::from(length);
                    if io::copy(&mut self.from.by_ref().take(length), &mut io::sink())? < length {
                        return Err(ErrorKind::UnexpectedEof.into());
                    }
                }
                Err(error) => return Err(io::Error::other(error)),
            }
        }
    }

    /// Whether the frame that has just ended has the size and checksum that it states.
    fn is_whole(&self, unpacked: u64) -> bool {
        let stated = self.decoder.content_size();
        let checksum = self.decoder.get_checksum_from_data();
        (stated == 0 || stated == unpacked)
            && (checksum.is_none() || checksum == self.decoder.get_calculated_checksum())
    }
}

impl<R: BufRead> Read for ZstandardFrames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        use ruzstd::decoding::BlockDecodingStrategy::UptoBlocks;
        loop {
            let Some(unpacked) = self.unpacked else {
                if !self.has_another()? {
                    return Ok(0);
                }
                self.unpacked = Some(0);
                continue;
            };
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                self.decoder.decode_blocks(&mut self.from, UptoBlocks(1)).map_err(io::Error::other)?;
            }
            let read = self.decoder.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                self.unpacked = Some(unpacked + read as u64);
                return Ok(read);
            }
            if !self.is_whole(unpacked) {
                return Err(damaged("checksum"));
            }
            self.unpacked = None;
        }
    }
}

fn damaged(what: &'static str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, what)
}
