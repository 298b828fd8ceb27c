//! Diagrams in the text format of Graphillion.

use zlink::diagram::Diagram;

use super::family;

/// Any bytes are a diagram, or there is an error.
pub fn check(bytes: &[u8]) {
    let limits = family::limits();
    match Diagram::read_text(bytes, None, &limits) {
        Ok(diagram) => family::check(&diagram),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    // More elements than the file mentions.
    if let Ok(diagram) = Diagram::read_text(bytes, Some(100), &limits) {
        assert_eq!(diagram.variables().len(), 100);
    }
}
