//! What is written is read, and nothing breaks on other bytes.

use proptest::prelude::*;

use super::super::GenerateError;
use super::Picture;
use zlink_base::limits::Limits;
use zlink_puzzle::check;

/// A file of the Netpbm format `format` (1 to 6) with these pixels: raw, or plain with comments and irregular white space.
fn netpbm(format: u8, width: usize, light: &[u8]) -> Vec<u8> {
    let height = light.len() / width;
    let mut bytes = format!("P{format} # a comment\n{width}\t{height}\n").into_bytes();
    if !matches!(format, 1 | 4) {
        bytes.extend(b"# the largest\n255\n");
    }
    let colours = |light: &u8| vec![*light; if matches!(format, 3 | 6) { 3 } else { 1 }];
    match format {
        1 => bytes.extend(light.iter().map(|&light| if light < 128 { b'1' } else { b'0' })),
        2 | 3 => light.iter().flat_map(colours).for_each(|l| bytes.extend(format!(" {l}\n").into_bytes())),
        4 => {
            for row in light.chunks(width) {
                let byte = |bits: &[u8]| {
                    (0..8).fold(0, |byte, i| byte << 1 | u8::from(bits.get(i).is_some_and(|&l| l < 128)))
                };
                bytes.extend(row.chunks(8).map(byte));
            }
        }
        _ => bytes.extend(light.iter().flat_map(colours)),
    }
    bytes
}

/// A grey PNG file.
fn portable(width: usize, light: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width as u32, (light.len() / width) as u32);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header().unwrap().write_image_data(light).unwrap();
    bytes
}

proptest! {
    #[test]
    fn what_is_written_is_read(
        width in 1usize..20,
        rows in prop::collection::vec(prop::collection::vec(any::<u8>(), 20), 1..20),
    ) {
        let light: Vec<u8> = rows.iter().flat_map(|row| row[..width].to_vec()).collect();
        let bits: Vec<u8> = light.iter().map(|&light| if light < 128 { 0 } else { 255 }).collect();
        for format in 1..=6 {
            let expected = if matches!(format, 1 | 4) { &bits } else { &light };
            let read = Picture::read(&netpbm(format, width, &light), &Limits::none());
            prop_assert_eq!(read, Ok(Picture { width, light: expected.clone() }), "P{}", format);
        }
        if cfg!(feature = "png") {
            prop_assert_eq!(Picture::read(&portable(width, &light), &Limits::none()), Ok(Picture { width, light }));
        }
    }

    #[test]
    fn no_bytes_break_the_readers(
        magic in prop::sample::select(vec!["", "P1", "P2 ", "P3\n", "P4#", "P5 3 2 255 ", "P6 1 1 999 ", "P4 9 2\n"]),
        rest in prop::collection::vec(prop::sample::select(b"0123456789 \n#\r\xff\x00ab-".to_vec()), 0..60),
        any in prop::collection::vec(any::<u8>(), 0..60),
    ) {
        for rest in [rest, any] {
            let _ = Picture::read(&[magic.as_bytes(), &rest].concat(), &Limits::none());
        }
    }

    #[test]
    fn no_change_of_a_png_breaks_the_reader(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        end in any::<prop::sample::Index>(),
    ) {
        let mut bytes = portable(5, &[7; 20]);
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        let _ = Picture::read(&bytes, &Limits::none());
        bytes.truncate(end.index(bytes.len()));
        let _ = Picture::read(&bytes, &Limits::none());
    }

    /// The outline of any picture is a solution of its board, with one cycle or with many.
    #[test]
    fn outlines_are_disjoint_cycles(
        width in 1usize..9,
        dark in prop::collection::vec(any::<bool>(), 8 * 8),
        cycles in any::<bool>(),
    ) {
        let light: Vec<u8> = dark[..width * 8].iter().map(|&dark| if dark { 10 } else { 240 }).collect();
        let picture = Picture { width, light };
        match picture.outline(width, 0.5, cycles, &Limits::none()) {
            Ok(outline) => prop_assert_eq!(check::verify(&outline.board.puzzle, &outline.links), Ok(())),
            Err(why) => prop_assert!(!dark[..width * 8].contains(&true), "{}", why),
        }
    }
}

/// The message when this file is refused.
fn refusal(bytes: &[u8]) -> String {
    match Picture::read(bytes, &Limits::none()) {
        Err(GenerateError::Request(why)) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn broken_files_are_refused_with_their_place() {
    let pbm = "this is no readable PBM: ";
    let pgm = "this is no readable PGM: ";
    let ppm = "this is no readable PPM: ";
    for (bytes, message) in [
        (&b"P1"[..], format!("{pbm}line 1, column 3: expected white space after the format's name")),
        (b"P12 2", format!("{pbm}line 1, column 3: expected white space after the format's name")),
        (b"P1\n# empty", format!("{pbm}line 2, column 8: expected the width, found the end of the file")),
        (b"P1\n2 x\n", format!("{pbm}line 2, column 3: expected the height, found `x`")),
        (b"P1\n0 2\n", format!("{pbm}line 2, column 1: the width is 0, which is not from 1 to 4294967295")),
        (b"P4 -2 2\n", format!("{pbm}line 1, column 4: expected the width, found `-`")),
        (b"P1 99999999999999999999999 1", format!("{pbm}line 1, column 4: the width is too large")),
        (b"P1 2 2\n01\n1", format!("{pbm}line 3, column 2: expected 0 or 1, found the end of the file")),
        (b"P1 2 2\n01\n12", format!("{pbm}line 3, column 2: expected 0 or 1, found `2`")),
        (b"P1 2 2\n01\n11\n1", format!("{pbm}line 4, column 1: expected the end of the picture, found `1`")),
        (b"P1 40 40\n01", format!("{pbm}line 1, column 9: the file ends before the last of 1600 values")),
        (b"P4 9 2\n\x00\x00\x00", format!("{pbm}byte 7: 4 bytes should follow, not 3")),
        (b"P4 1 1\n\x00P4", format!("{pbm}line 2, column 2: expected the end of the picture, found `P`")),
        (
            b"P2 1 1 70000 1",
            format!("{pgm}line 1, column 8: the largest value is 70000, which is not from 1 to 65535"),
        ),
        (
            b"P2 1 1 0 0",
            format!("{pgm}line 1, column 8: the largest value is 0, which is not from 1 to 65535"),
        ),
        (b"P2 2 1 9\n5 10", format!("{pgm}line 2, column 3: a value is 10, which is not from 0 to 9")),
        (b"P2 2 1 9\n5 \xff", format!("{pgm}line 2, column 3: expected a value, found the byte 0xff")),
        (b"P5 2 1 9", format!("{pgm}line 1, column 9: expected one white space, found the end of the file")),
        (b"P5 2 1 9 \x05\x0a", format!("{pgm}byte 10: a value is 10, which is not from 0 to 9")),
        (b"P5 1 2 256 \x00\x05\x0a", format!("{pgm}byte 11: 4 bytes should follow, not 3")),
        (b"P3 1 1 9\n5 5", format!("{ppm}line 1, column 9: the file ends before the last of 3 values")),
        (b"P3 1 1 9\n5 5  ", format!("{ppm}line 2, column 6: expected a value, found the end of the file")),
        (b"P6 1 1 9\n55", format!("{ppm}byte 9: 3 bytes should follow, not 2")),
        (b"P7 1 1", "this is no picture: neither PNG nor PBM, PGM or PPM begins like this".into()),
        (b"edge(0,1).", "this is no picture: neither PNG nor PBM, PGM or PPM begins like this".into()),
        (b"", "this is no picture: neither PNG nor PBM, PGM or PPM begins like this".into()),
    ] {
        assert_eq!(refusal(bytes), message, "{}", String::from_utf8_lossy(bytes));
    }
}

#[test]
fn the_size_is_looked_at_first() {
    let large = "the picture is too large: 40000 by 30000 pixels, and 67108864 are the most";
    for head in ["P1\n", "P4\n", "P5 ", "P6 # "] {
        assert_eq!(refusal(format!("{head}\n40000 30000 255\n").as_bytes()), large);
    }
    assert_eq!(
        refusal(b"P5 8192 8192 255\n."),
        "this is no readable PGM: byte 17: 67108864 bytes should follow, not 1"
    );
    // A PNG that has this size in its header, with a valid checksum.
    let mut bytes = Vec::new();
    let encoder = png::Encoder::new(&mut bytes, 40000, 30000);
    drop(encoder.write_header().unwrap());
    let without = "zlink was built without PNG (its feature is `png`); PBM, PGM and PPM can be read";
    assert_eq!(refusal(&bytes), if cfg!(feature = "png") { large } else { without });
}
