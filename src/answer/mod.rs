//! (module map in the crate documentation)
