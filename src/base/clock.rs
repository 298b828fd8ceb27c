//! The clock: the one seam through which the library asks how late it is.
//!
//! [`Instant`] is the standard library's, except where that has no clock: on `wasm32-unknown-unknown`, where
//! `std::time::Instant::now` panics. There it is a type of the same name with the same operations, and whoever embeds the
//! library says what time it is, once, before the first call (`set_source`): in a browser by `performance.now()`. Until then
//! time stands still, so no time limit is ever reached, and times in statistics are 0.
//!
//! `RUSTFLAGS='--cfg zlink_embedded_clock'` chooses the second one anywhere: so `.ci/run` sees that the library builds with it.

#[cfg(any(zlink_embedded_clock, all(target_arch = "wasm32", target_os = "unknown")))]
pub use embedded::{Instant, set_source};
#[cfg(not(any(zlink_embedded_clock, all(target_arch = "wasm32", target_os = "unknown"))))]
pub use std::time::Instant;

/// Time as the embedder tells it.
#[cfg(any(test, zlink_embedded_clock, all(target_arch = "wasm32", target_os = "unknown")))]
#[cfg_attr(test, allow(unreachable_pub, reason = "it is where no clock is"))]
mod embedded {
    use std::ops::{Add, Sub};
    use std::sync::OnceLock;
    use std::time::Duration;

    /// What tells the time.
    static SOURCE: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Says what tells the time from now on: `source` returns how long ago some fixed moment was, and does not go backwards.
    /// Only the first call counts; whether this was it.
    pub fn set_source(source: fn() -> Duration) -> bool {
        SOURCE.set(source).is_ok()
    }

    /// A moment, as the time since the fixed moment of the source. It stands in for `std::time::Instant` and has what the
    /// library uses of it; where that would panic, this is the first or the last moment.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Instant(Duration);

    impl Instant {
        /// This moment.
        pub fn now() -> Self {
            Instant(SOURCE.get().map_or(Duration::ZERO, |source| source()))
        }

        /// How long ago this moment was; zero if it is yet to come.
        pub fn elapsed(&self) -> Duration {
            Self::now().duration_since(*self)
        }

        /// How long before this moment `earlier` was; zero if it was not.
        pub fn duration_since(&self, earlier: Self) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// How long before this moment `earlier` was; zero if it was not.
        pub fn saturating_duration_since(&self, earlier: Self) -> Duration {
            self.duration_since(earlier)
        }

        /// The moment so much later, if there is one.
        pub fn checked_add(&self, duration: Duration) -> Option<Self> {
            self.0.checked_add(duration).map(Instant)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Self;

        fn add(self, duration: Duration) -> Self {
            Instant(self.0.saturating_add(duration))
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, earlier: Self) -> Duration {
            self.duration_since(earlier)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    use super::embedded::{Instant, set_source};

    /// What the source of the test tells, in milliseconds.
    static TIME: AtomicU64 = AtomicU64::new(5000);

    fn source() -> Duration {
        Duration::from_millis(TIME.load(Ordering::Relaxed))
    }

    /// One test, for there is one source in a process.
    #[test]
    fn time_stands_still_until_there_is_a_source() {
        let before = Instant::now();
        let limit = before + Duration::from_nanos(1);
        assert_eq!(Instant::now(), before);
        assert!(Instant::now() < limit);

        assert!(set_source(source));
        assert!(!set_source(|| Duration::MAX), "the first source stays");
        let began = Instant::now();
        assert!(began >= limit);
        assert_eq!(began.elapsed(), Duration::ZERO);
        TIME.store(7500, Ordering::Relaxed);
        let now = Instant::now();
        assert_eq!(began.elapsed(), Duration::from_millis(2500));
        assert_eq!(now - began, Duration::from_millis(2500));
        assert_eq!(now.duration_since(began), Duration::from_millis(2500));
        assert_eq!(began.checked_add(Duration::from_millis(2500)), Some(now));
        assert_eq!(began + Duration::from_millis(2500), now);

        // Where the standard library panics, or a source goes backwards.
        assert_eq!(began - now, Duration::ZERO);
        assert_eq!(began.saturating_duration_since(now), Duration::ZERO);
        assert_eq!(now.checked_add(Duration::MAX), None);
        assert!(now + Duration::MAX > now);
        TIME.store(0, Ordering::Relaxed);
        assert_eq!(began.elapsed(), Duration::ZERO);
    }

    /// What the library does with moments, done with both types: either is taken for the other.
    #[test]
    fn it_has_the_operations_of_the_standard_one() {
        macro_rules! operations {
            ($instant:ty) => {{
                let now = <$instant>::now();
                let later = now + Duration::from_secs(1);
                let same = now.checked_add(Duration::from_secs(1)) == Some(later);
                (
                    same,
                    now < later,
                    later - now,
                    later.duration_since(now),
                    now.saturating_duration_since(later),
                )
            }};
        }
        assert_eq!(operations!(Instant), operations!(std::time::Instant));
    }
}
