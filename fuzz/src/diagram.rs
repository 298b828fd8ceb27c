//! Diagrams in zlink's own form.

use zlink::diagram::{FileError, NamedDiagram};

use super::{family, mending};

/// Any bytes with the checksum that they should have are a diagram or an error; without, an error.
pub fn check(bytes: &[u8]) {
    let arena = family::arena();
    let Some(mended) = mending::diagram(bytes) else {
        assert!(NamedDiagram::read_binary(bytes, &arena).is_err(), "there is no room for a checksum");
        return;
    };
    match NamedDiagram::read_binary(&mended, &arena) {
        Ok(named) => {
            assert_eq!(named.names.len(), named.diagram.variables().len());
            let mut again = Vec::new();
            named.write_binary(&mut again).expect("memory takes all that is written");
            assert_eq!(NamedDiagram::read_binary(&again, &arena).as_ref(), Ok(&named));
            family::check(&named.diagram);
            if bytes != mended {
                assert_eq!(NamedDiagram::read_binary(bytes, &arena).err(), Some(FileError::Checksum));
            }
        }
        Err(error) => {
            assert_ne!(error, FileError::Checksum, "the checksum was mended");
            assert!(!error.to_string().is_empty());
        }
    }
}
