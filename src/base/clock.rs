//! The clock: the only place where the library asks for the time.
//!
//! [`Instant`] is the standard library's type, except on `wasm32-unknown-unknown`, where `std::time::Instant::now`
//! panics. There it is a type of the same name with the same operations, and the embedder of the library provides the
//! time by one call of `set_source` before the first use: in a browser, `performance.now()`. Until then time stands
//! still, so no time limit is ever reached, and times in statistics are 0.
//!
//! `RUSTFLAGS='--cfg zlink_embedded_clock'` selects the second type on any target, so that `.ci/run` can build the
//! library with it.

#[cfg(any(zlink_embedded_clock, all(target_arch = "wasm32", target_os = "unknown")))]
pub use embedded::{Instant, set_source};
#[cfg(not(any(zlink_embedded_clock, all(target_arch = "wasm32", target_os = "unknown"))))]
pub use std::time::Instant;

/// The clock whose time the embedder provides.
#[cfg(any(test, zlink_embedded_clock, all(target_arch = "wasm32", target_os = "unknown")))]
#[cfg_attr(test, allow(unreachable_pub, reason = "it is where no clock is"))]
mod embedded {
    use std::ops::{Add, Sub};
    use std::sync::OnceLock;
    use std::time::Duration;

    /// The function that returns the time.
    static SOURCE: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Sets the function that returns the time. `source` returns the time since some fixed moment, and never goes
    /// backwards. Only the first call has an effect; returns whether this was the first.
    pub fn set_source(source: fn() -> Duration) -> bool {
        SOURCE.set(source).is_ok()
    }

    /// A moment, as the time since the fixed moment of the source. It replaces `std::time::Instant`, with the
    /// operations that the library uses; where that type would panic, results are clamped to the range of moments.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Instant(Duration);

    impl Instant {
        /// The current moment.
        pub fn now() -> Self {
            Instant(SOURCE.get().map_or(Duration::ZERO, |source| source()))
        }

        /// The time since this moment; zero if it is in the future.
        pub fn elapsed(&self) -> Duration {
            Self::now().duration_since(*self)
        }

        /// The time from `earlier` to this moment; zero if `earlier` is later.
        pub fn duration_since(&self, earlier: Self) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// The time from `earlier` to this moment; zero if `earlier` is later.
        pub fn saturating_duration_since(&self, earlier: Self) -> Duration {
            self.duration_since(earlier)
        }

        /// The moment `duration` later, if it can be represented.
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

    /// The time that the test's source returns, in milliseconds.
    static TIME: AtomicU64 = AtomicU64::new(5000);

    fn source() -> Duration {
        Duration::from_millis(TIME.load(Ordering::Relaxed))
    }

    /// A single test, as a process has only one source.
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

        // Cases where the standard library panics, or a source goes backwards.
        assert_eq!(began - now, Duration::ZERO);
        assert_eq!(began.saturating_duration_since(now), Duration::ZERO);
        assert_eq!(now.checked_add(Duration::MAX), None);
        assert!(now + Duration::MAX > now);
        TIME.store(0, Ordering::Relaxed);
        assert_eq!(began.elapsed(), Duration::ZERO);
    }

    /// Uses moments as the library does, with both types: each can replace the other.
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
