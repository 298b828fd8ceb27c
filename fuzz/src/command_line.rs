//! The words of a command line: names of commands and boards, sizes, seeds, ranges, shares, seconds.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;

use zlink::cli::readers;

/// Any words, one per line, are a command, or there is an error with a message.
pub fn check(bytes: &[u8]) {
    let words = bytes.split(|&byte| byte == b'\n').map(|word| OsString::from_vec(word.to_vec()));
    if let Err(text) = readers::command_line(std::iter::once("zlink".into()).chain(words)) {
        assert!(!text.trim().is_empty());
    }
}
