//! The C library's allocator, so that a process that stays gives back what it has freed.
//!
//! By itself it keeps for later what it has once held, in one heap for each thread: the memory limit of the whole process would be used
//! up by requests that are long answered.

/// What the C library reads before `main`: few heaps, and blocks of 128 kB and more by themselves, given back when they are freed.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const SETTINGS: [(&str, &str); 3] =
    [("MALLOC_ARENA_MAX", "2"), ("MALLOC_MMAP_THRESHOLD_", "131072"), ("MALLOC_TRIM_THRESHOLD_", "131072")];

/// Starts this program anew, as the same process, with the settings that are missing in its environment. Comes back where none is
/// missing, or that cannot be done.
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

/// Other allocators give back what is freed, or have no such settings.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(super) fn give_back() {}
