//! What the program asks of the operating system beyond the standard library: one file for each system, with the same names.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub(super) use unix::*;
#[cfg(windows)]
pub(super) use windows::*;

/// The memory that the process holds, in bytes.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Held {
    /// The memory in use.
    pub(super) resident: u64,
    /// The address space.
    pub(super) reserved: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_meter_sees_an_allocation() {
        let meter = ProcessMeter::new().expect("/proc");
        let before = meter.read().unwrap();
        let block = vec![1u8; 64 << 20];
        let after = meter.read().unwrap();
        assert!(after.resident >= before.resident + (48 << 20), "{before:?} {after:?}");
        assert!(after.reserved >= after.resident);
        drop(block);
    }
}
