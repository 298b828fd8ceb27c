//! Settings of the C library's allocator that make a long-running process return freed memory to the system.
//!
//! By default the allocator keeps freed memory for later, in one heap per thread. Requests that were answered long ago would then
//! use up the memory limit of the process.

/// Environment variables that the C library reads before `main`: few heaps, and a mapping for each block of 128 kB or more, which
/// is returned to the system when it is freed.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const SETTINGS: [(&str, &str); 3] =
    [("MALLOC_ARENA_MAX", "2"), ("MALLOC_MMAP_THRESHOLD_", "131072"), ("MALLOC_TRIM_THRESHOLD_", "131072")];

/// Executes this program again in the same process, with the missing settings in its environment. Returns if none is missing or
/// that fails.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(super) fn give_back() {
    use std::env;
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    let missing: Vec<_> = SETTINGS.into_iter().filter(|(name, _)| env::var_os(name).is_none()).collect();
    let mut arguments = env::args_os();
    if let (false, Ok(program), Some(name)) = (missing.is_empty(), env::current_exe(), arguments.next()) {
        let _ = Command::new(program).arg0(name).args(arguments).envs(missing).exec();
    }
}

/// Does nothing: other allocators return freed memory, or have no such settings.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(super) fn give_back() {}
