//! The allocator of the system, which counts, and fails on request.

#![allow(unsafe_code, reason = "only an allocator can count and fail")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::ptr;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

static LIVE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);
static CALLS: AtomicU64 = AtomicU64::new(0);
/// The number of the allocation that fails; 0 for none.
static FAILS: AtomicU64 = AtomicU64::new(0);
/// The total of bytes beyond which allocations fail.
static MOST: AtomicUsize = AtomicUsize::new(usize::MAX);

struct Counting;

impl Counting {
    /// Counts an allocation of `bytes` more, and returns whether it may succeed.
    fn admits(bytes: usize) -> bool {
        let number = CALLS.fetch_add(1, Relaxed) + 1;
        let live = LIVE.load(Relaxed) + bytes;
        if number == FAILS.load(Relaxed) || live > MOST.load(Relaxed) {
            return false;
        }
        PEAK.fetch_max(LIVE.fetch_add(bytes, Relaxed) + bytes, Relaxed);
        true
    }
}

// SAFETY: all that is allocated and freed is the system's, with the layouts that came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !Counting::admits(layout.size()) {
            return ptr::null_mut();
        }
        // SAFETY: the layout is that of the caller.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if !Counting::admits(layout.size()) {
            return ptr::null_mut();
        }
        // SAFETY: the layout is that of the caller.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: it was allocated by the system, with this layout.
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Both are there while the content is copied.
        if !Counting::admits(size) {
            return ptr::null_mut();
        }
        // SAFETY: it was allocated by the system, with this layout, and the size is that of the caller.
        let new = unsafe { System.realloc(at, layout, size) };
        LIVE.fetch_sub(if new.is_null() { size } else { layout.size() }, Relaxed);
        new
    }
}

/// Runs `work`. Returns the most bytes that were allocated at a time, beyond those before, and the result.
pub(crate) fn peak<T>(work: impl FnOnce() -> T) -> (usize, T) {
    let before = LIVE.load(Relaxed);
    PEAK.store(before, Relaxed);
    let result = work();
    (PEAK.load(Relaxed) - before, result)
}

/// The number of allocations so far.
pub(crate) fn calls() -> u64 {
    CALLS.load(Relaxed)
}

/// Makes the allocation with this number, counted from now, fail (0: none), and all beyond this total of bytes.
pub(crate) fn fail(number: u64, most: usize) {
    CALLS.store(0, Relaxed);
    FAILS.store(number, Relaxed);
    MOST.store(most, Relaxed);
}
