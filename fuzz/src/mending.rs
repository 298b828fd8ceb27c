//! Repair of checksums: mutations make them wrong, and then readers stop at them.

use flate2::Crc;

/// The bytes of a diagram with the right checksum in the last eight.
pub(crate) fn diagram(bytes: &[u8]) -> Option<Vec<u8>> {
    let (body, _) = bytes.split_last_chunk::<8>()?;
    let sum = body
        .iter()
        .fold(0xCBF2_9CE4_8422_2325u64, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3));
    Some([body, &sum.to_le_bytes()].concat())
}

/// The checksum of blocks on disk and of their manifest.
pub(crate) fn checksum(words: &[u64]) -> u64 {
    words.iter().fold(0x243f_6a88_85a3_08d3, |sum: u64, &word| {
        let product = u128::from(sum ^ word) * 0x9e37_79b9_7f4a_7c15;
        (product as u64 ^ (product >> 64) as u64).wrapping_add(word.rotate_left(32) | 1)
    })
}

/// The chunks of a PNG, each with the right checksum.
pub(crate) fn png(bytes: &[u8]) -> Vec<u8> {
    let mut mended = bytes.to_vec();
    let mut at = 8;
    while let Some(length) = mended.get(at..at + 4) {
        let length = u32::from_be_bytes(length.try_into().expect("four bytes")) as usize;
        let end = at + 8 + length;
        if end + 4 > mended.len() {
            break;
        }
        let sum = crc(&mended[at + 4..end]);
        mended[end..end + 4].copy_from_slice(&sum.to_be_bytes());
        at = end + 4;
    }
    mended
}

/// The first headers of an xz file with the right checksums, without which nothing is unpacked.
pub(crate) fn xz(bytes: &[u8]) -> Vec<u8> {
    let mut mended = bytes.to_vec();
    if !bytes.starts_with(b"\xfd7zXZ\0") || bytes.len() < 13 {
        return mended;
    }
    let sum = crc(&mended[6..8]);
    mended[8..12].copy_from_slice(&sum.to_le_bytes());
    let end = 12 + 4 * usize::from(mended[12]);
    if mended.len() >= end + 4 {
        let sum = crc(&mended[12..end]);
        mended[end..end + 4].copy_from_slice(&sum.to_le_bytes());
    }
    mended
}

fn crc(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}
