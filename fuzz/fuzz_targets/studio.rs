#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| zlink_fuzz::studio::check(data));
