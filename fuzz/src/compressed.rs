//! Compressed input: gzip, bzip2, xz, Zstandard.

use std::io::Write;

use zlink::cli::readers::unpacked;

use super::mending;

/// The most bytes that are unpacked.
const MOST: u64 = 1 << 20;

/// Any bytes are unpacked, up to a bound, or there is an error with a reason. Bytes that are packed and unpacked do not
/// change.
pub fn check(bytes: &[u8]) {
    for packed in [bytes.to_vec(), mending::xz(bytes)] {
        for name in ["fuzz", "fuzz.gz", "fuzz.bz2", "fuzz.xz", "fuzz.zst"] {
            match unpacked(packed.clone(), name, MOST) {
                Ok(content) => assert!(content.len() as u64 <= MOST),
                Err(reason) => {
                    let reasons = ["ends in the middle of its", "is damaged", "cannot unpack"];
                    assert!(reasons.iter().any(|part| reason.contains(part)), "{reason}");
                }
            }
        }
    }
    let gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    let bzip2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    let packed = [
        written(gzip, bytes, |encoder| encoder.finish()),
        written(bzip2, bytes, |encoder| encoder.finish()),
        ruzstd::encoding::compress_to_vec(bytes, ruzstd::encoding::CompressionLevel::Fastest),
    ];
    for packed in packed {
        assert_eq!(unpacked(packed, "packed", u64::MAX).as_deref(), Ok(bytes));
    }
}

fn written<E: Write>(
    mut encoder: E,
    bytes: &[u8],
    finish: impl FnOnce(E) -> std::io::Result<Vec<u8>>,
) -> Vec<u8> {
    encoder.write_all(bytes).expect("memory takes all that is written");
    finish(encoder).expect("memory takes all that is written")
}
