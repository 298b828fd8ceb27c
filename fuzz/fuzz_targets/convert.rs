//! Any bytes in any format: a document or an error; what is read is written in every format, or it cannot be.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zlink::convert::{Format, detect, read, write};
use zlink::facts::Source;

fuzz_target!(|data: &[u8]| {
    let source = Source::new("fuzz", data);
    let _ = detect(&source);
    for format in Format::ALL {
        match read(format, &source) {
            Ok(document) => {
                for format in Format::ALL {
                    let _ = write(format, &document);
                }
            }
            Err(error) => assert!(error.to_string().contains("error: ")),
        }
    }
});
