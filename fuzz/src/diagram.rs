//! Diagrams in zlink's binary format.

use zlink::diagram::FileError;
use zlink::family::NamedFamily;

use super::{family, mending};

/// Any bytes with the right checksum are a diagram, or there is an error. With a wrong checksum, there is an error.
pub fn check(bytes: &[u8]) {
    let limits = family::limits();
    let Some(mended) = mending::diagram(bytes) else {
        assert!(NamedFamily::read_binary(bytes, &limits).is_err(), "there is no room for a checksum");
        return;
    };
    match NamedFamily::read_binary(&mended, &limits) {
        Ok(named) => {
            assert_eq!(named.names.len(), named.family.elements().len());
            let mut again = Vec::new();
            named.write_binary(&mut again).expect("memory takes all that is written");
            assert_eq!(NamedFamily::read_binary(&again, &limits).as_ref(), Ok(&named));
            family::check(named.family.diagram());
            if bytes != mended {
                assert_eq!(NamedFamily::read_binary(bytes, &limits).err(), Some(FileError::Checksum));
            }
        }
        Err(error) => {
            assert_ne!(error, FileError::Checksum, "the checksum was mended");
            assert!(!error.to_string().is_empty());
        }
    }
}
