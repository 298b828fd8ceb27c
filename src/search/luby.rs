//! The lengths of a search's runs between restarts.

/// The Luby sequence 1 1 2 1 1 2 4 ... (Luby, Sinclair, Zuckerman 1993).
pub(super) fn luby(mut i: u64) -> u64 {
    loop {
        let size = (i + 2).next_power_of_two();
        if i + 2 == size {
            return size / 2;
        }
        i -= size / 2 - 1;
    }
}
