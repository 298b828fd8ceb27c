//! Netpbm's formats PBM, PGM and PPM, plain (P1, P2, P3) and raw (P4, P5, P6); a file holds one picture.

use super::{Picture, Unreadable, light_of, pixels};
use zlink_base::limits::{Limits, reserve};

/// Reads a Netpbm file, whose first bytes are `P1` to `P6`.
pub(super) fn read(bytes: &[u8], limits: &Limits) -> Result<Picture, Unreadable> {
    let magic = bytes[1];
    let kind = ["PBM", "PGM", "PPM"][usize::from(magic - b'1') % 3];
    let mut text = Text { kind, bytes, at: 2 };
    if !text.bytes.get(2).is_some_and(|byte| byte.is_ascii_whitespace() || *byte == b'#') {
        return Err(text.error("expected white space after the format's name"));
    }
    let width = text.size("the width")?;
    let height = text.size("the height")?;
    let count = pixels(width, height)?;
    let _room = reserve(limits, count)?;
    let most = match kind {
        "PBM" => 1,
        _ => text.in_range("the largest value", 1, 65535)? as u32,
    };
    let channels = if kind == "PPM" { 3 } else { 1 };
    let raw = magic >= b'4';
    let light = match (kind, raw) {
        ("PBM", false) => text.bits(count)?,
        ("PBM", true) => text.packed_bits(width, height)?,
        (_, false) => text.numbers(count, channels, most)?,
        (_, true) => text.samples(count, channels, most)?,
    };
    text.end()?;
    Ok(Picture { width, light })
}

/// The bytes of a file, and the position up to which they are read.
struct Text<'b> {
    kind: &'static str,
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Text<'b> {
    fn error(&self, what: impl Into<String>) -> Unreadable {
        let before = &self.bytes[..self.at.min(self.bytes.len())];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        let column = 1 + before.iter().rev().take_while(|&&byte| byte != b'\n').count();
        self.error_at(format!("line {line}, column {column}"), what)
    }

    /// An error at the current byte of the raw part, which has no lines.
    fn raw_error(&self, what: impl Into<String>) -> Unreadable {
        self.error_at(format!("byte {}", self.at), what)
    }

    fn error_at(&self, place: String, what: impl Into<String>) -> Unreadable {
        Unreadable::Netpbm { kind: self.kind, place, what: what.into() }
    }

    /// Skips white space, and comments from `#` to the end of the line.
    fn skip(&mut self) {
        while let Some(byte) = self.bytes.get(self.at) {
            match byte {
                b'#' => {
                    let rest = &self.bytes[self.at..];
                    self.at +=
                        rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len());
                }
                byte if byte.is_ascii_whitespace() => self.at += 1,
                _ => break,
            }
        }
    }

    /// The next byte, described for messages about what was expected there.
    fn found(&self) -> String {
        match self.bytes.get(self.at) {
            None => "the end of the file".into(),
            Some(byte) if byte.is_ascii_graphic() => format!("`{}`", char::from(*byte)),
            Some(byte) => format!("the byte {byte:#04x}"),
        }
    }

    /// Reads the next number, in decimal digits; `name` says what it is.
    fn number(&mut self, name: &str) -> Result<usize, Unreadable> {
        self.skip();
        let digits = self.bytes[self.at..].iter().take_while(|byte| byte.is_ascii_digit());
        let digits: &[u8] = &self.bytes[self.at..self.at + digits.count()];
        if digits.is_empty() {
            return Err(self.error(format!("expected {name}, found {}", self.found())));
        }
        let value = std::str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok());
        let value = value.ok_or_else(|| self.error(format!("{name} is too large")))?;
        self.at += digits.len();
        Ok(value)
    }

    fn in_range(&mut self, name: &str, least: usize, most: usize) -> Result<usize, Unreadable> {
        self.skip();
        let start = self.at;
        let value = self.number(name)?;
        if (least..=most).contains(&value) {
            return Ok(value);
        }
        self.at = start;
        Err(self.error(format!("{name} is {value}, which is not from {least} to {most}")))
    }

    fn size(&mut self, name: &str) -> Result<usize, Unreadable> {
        self.in_range(name, 1, u32::MAX as usize)
    }

    /// Checks, before memory is taken, that the rest of a plain file is long enough for `values` values of `bytes_each` bytes.
    fn expect_plain(&self, values: usize, bytes_each: usize) -> Result<(), Unreadable> {
        let left = self.bytes.len() - self.at;
        // Nothing need follow the last value.
        if left.saturating_add(1) < values.saturating_mul(bytes_each) {
            return Err(self.error(format!("the file ends before the last of {values} values")));
        }
        Ok(())
    }

    /// Reads plain bits as lightness, with or without white space between them; 1 is black.
    fn bits(&mut self, count: usize) -> Result<Vec<u8>, Unreadable> {
        self.expect_plain(count, 1)?;
        let mut light = Vec::with_capacity(count);
        for _ in 0..count {
            self.skip();
            light.push(match self.bytes.get(self.at) {
                Some(b'0') => 255,
                Some(b'1') => 0,
                _ => return Err(self.error(format!("expected 0 or 1, found {}", self.found()))),
            });
            self.at += 1;
        }
        Ok(light)
    }

    /// Reads plain numbers up to `most` as lightness, `channels` numbers for each pixel.
    fn numbers(&mut self, count: usize, channels: usize, most: u32) -> Result<Vec<u8>, Unreadable> {
        self.expect_plain(count * channels, 2)?;
        let mut light = Vec::with_capacity(count);
        for _ in 0..count {
            let mut pixel = [0; 3];
            for part in &mut pixel[..channels] {
                *part = self.in_range("a value", 0, most as usize)? as u32;
            }
            light.push(scaled(pixel, channels, most));
        }
        Ok(light)
    }

    /// The raw part of `count` bytes, which one white space separates from the header.
    fn raw(&mut self, count: usize) -> Result<&'b [u8], Unreadable> {
        if !self.bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            return Err(self.error(format!("expected one white space, found {}", self.found())));
        }
        self.at += 1;
        let rest = &self.bytes[self.at..];
        let Some(raw) = rest.get(..count) else {
            return Err(self.raw_error(format!("{count} bytes should follow, not {}", rest.len())));
        };
        Ok(raw)
    }

    /// Reads raw bits as lightness: eight to a byte, from the highest one on; each row begins with a new byte.
    fn packed_bits(&mut self, width: usize, height: usize) -> Result<Vec<u8>, Unreadable> {
        let bytes = width.div_ceil(8);
        let raw = self.raw(bytes * height)?;
        let bit = |row: &[u8], x: usize| if row[x / 8] >> (7 - x % 8) & 1 == 1 { 0 } else { 255 };
        let light = raw.chunks_exact(bytes).flat_map(|row| (0..width).map(move |x| bit(row, x)));
        self.at += raw.len();
        Ok(light.collect())
    }

    /// Reads raw numbers up to `most` as lightness: a byte each, or two if one is not enough, the higher one first.
    fn samples(&mut self, count: usize, channels: usize, most: u32) -> Result<Vec<u8>, Unreadable> {
        let bytes = if most < 256 { 1 } else { 2 };
        let raw = self.raw(count * channels * bytes)?;
        let mut light = Vec::with_capacity(count);
        for pixel in raw.chunks_exact(channels * bytes) {
            let mut parts = [0; 3];
            for (part, sample) in parts.iter_mut().zip(pixel.chunks_exact(bytes)) {
                *part = sample.iter().fold(0, |value, &byte| value << 8 | u32::from(byte));
                if *part > most {
                    return Err(self.raw_error(format!("a value is {part}, which is not from 0 to {most}")));
                }
                self.at += bytes;
            }
            light.push(scaled(parts, channels, most));
        }
        Ok(light)
    }

    /// Checks that nothing but white space and comments follows.
    fn end(&mut self) -> Result<(), Unreadable> {
        self.skip();
        if self.at == self.bytes.len() {
            return Ok(());
        }
        Err(self.error(format!("expected the end of the picture, found {}", self.found())))
    }
}

/// The lightness, from 0 to 255, of a pixel whose channels have values up to `most`.
fn scaled(pixel: [u32; 3], channels: usize, most: u32) -> u8 {
    let light = if channels == 3 { light_of(pixel) } else { pixel[0] };
    (light * 255 / most) as u8
}
