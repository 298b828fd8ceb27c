//! A FILE -> the secret that all processes of a count share, and proofs that a process has it.
//!
//! A proof is an HMAC with SHA-256 (RFC 2104) of what the processes have said when they met. Both have chosen a part of that at
//! random, so a proof is good for one connection.

use std::fmt;
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use hmac_sha256::HMAC;

use super::ClusterError;
use zlink_base::files;

/// Bytes of a secret: fewer could be guessed.
const BYTES: std::ops::RangeInclusive<usize> = 16..=4096;

/// Words of a proof, and of what a process chooses at random.
pub(super) const WORDS: usize = 4;

/// What all processes of a count know, and nobody else. The default is no secret.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Secret(Vec<u8>);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

impl Secret {
    /// Reads the file `path`, without white space at its end.
    ///
    /// # Errors
    /// When the file cannot be read, other users may read it, or what is in it is too short or too long.
    pub fn read(path: &Path) -> Result<Self, ClusterError> {
        let fault = |error| ClusterError::File { path: path.to_path_buf(), error };
        let (file, about) = files::open(path).map_err(fault)?;
        let mode = about.mode() & 0o777;
        if mode & 0o077 != 0 {
            let what = format!("other users may read or write it: its mode is {mode:03o}, not 600");
            return Err(fault(io::Error::other(what)));
        }
        let mut secret = Vec::new();
        file.take(*BYTES.end() as u64 + 1).read_to_end(&mut secret).map_err(fault)?;
        secret.truncate(secret.trim_ascii_end().len());
        if !BYTES.contains(&secret.len()) {
            let what = format!("a secret has from {} to {} bytes", BYTES.start(), BYTES.end());
            return Err(fault(io::Error::other(what)));
        }
        Ok(Secret(secret))
    }

    /// Who has this secret proves it with these words.
    pub(super) fn proof(&self, said: &[u64]) -> [u64; WORDS] {
        let proof = HMAC::mac(bytes(said), &self.0);
        std::array::from_fn(|i| u64::from_le_bytes(std::array::from_fn(|j| proof[8 * i + j])))
    }

    /// Whether `proof` is the right one; how long that takes tells nothing of it.
    pub(super) fn is_proven(&self, said: &[u64], proof: &[u64; WORDS]) -> bool {
        bytes(proof).try_into().is_ok_and(|proof| HMAC::verify(bytes(said), &self.0, &proof))
    }
}

/// Words that nobody can guess.
pub(super) fn random() -> io::Result<[u64; WORDS]> {
    let mut words = [0; WORDS];
    for word in &mut words {
        *word = getrandom::u64().map_err(|error| io::Error::other(error.to_string()))?;
    }
    Ok(words)
}

/// Words as they are sent.
pub(super) fn bytes(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}
