//! A FILE -> the secret that all processes of a count share, and proofs that a process knows it.
//!
//! A proof is an HMAC with SHA-256 (RFC 2104) of words that the two processes have exchanged. Both have chosen some of them at
//! random, so a proof is valid for one connection only.

use std::fmt;
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use hmac_sha256::HMAC;

use super::ClusterError;
use zlink_base::files;

/// The lengths that a secret can have, in bytes; shorter ones could be guessed.
const BYTES: std::ops::RangeInclusive<usize> = 16..=4096;

/// The number of words of a proof, and of the random words of a process.
pub(super) const WORDS: usize = 4;

/// A key that only the processes of a count know. The default is no secret.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Secret(Vec<u8>);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

impl Secret {
    /// Reads a secret from the file `path`, without white space at its end.
    ///
    /// # Errors
    /// When the file cannot be read, other users may read or write it, or the secret is too short or too long.
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

    /// The proof for the words `said`, which shows that this process knows the secret.
    pub(super) fn proof(&self, said: &[u64]) -> [u64; WORDS] {
        let proof = HMAC::mac(bytes(said), &self.0);
        std::array::from_fn(|i| u64::from_le_bytes(std::array::from_fn(|j| proof[8 * i + j])))
    }

    /// Whether `proof` is the proof for the words `said`, compared in constant time.
    pub(super) fn is_proven(&self, said: &[u64], proof: &[u64; WORDS]) -> bool {
        bytes(proof).try_into().is_ok_and(|proof| HMAC::verify(bytes(said), &self.0, &proof))
    }
}

/// Words from the system's secure random number generator.
pub(super) fn random() -> io::Result<[u64; WORDS]> {
    let mut words = [0; WORDS];
    for word in &mut words {
        *word = getrandom::u64().map_err(|error| io::Error::other(error.to_string()))?;
    }
    Ok(words)
}

/// The bytes of words, as they are sent.
pub(super) fn bytes(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}
