//! Portable Network Graphics, read row by row.

use std::io::Cursor;

use png::{ColorType, Decoder, Transformations};

use super::{Picture, Unreadable, light_of, pixels};
use zlink_base::limits::{Limits, reserve};

/// The most bytes that the decoder may take for metadata: colour profiles, texts.
const MOST_BYTES: usize = 1 << 26;

/// Reads a PNG file of any kind. Where it is transparent, white shows.
pub(super) fn read(bytes: &[u8], limits: &Limits) -> Result<Picture, Unreadable> {
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), png::Limits { bytes: MOST_BYTES });
    decoder.set_transformations(Transformations::normalize_to_color8());
    let header = decoder.read_header_info()?;
    let (width, height) = (header.width as usize, header.height as usize);
    let (count, interlaced) = (pixels(width, height)?, header.interlaced);
    // An interlaced picture is decoded as a whole: four channels at most, beside the lightness.
    let _room = reserve(limits, if interlaced { 5 * count } else { count })?;
    let mut reader = decoder.read_info()?;
    let (colour, _) = reader.output_color_type();
    let mut light = Vec::with_capacity(count);
    if interlaced {
        let size = reader.output_buffer_size().ok_or(Unreadable::TooLarge(width, height))?;
        let mut whole = vec![0; size];
        reader.next_frame(&mut whole)?;
        light.extend(lights(&whole, colour));
    } else {
        while let Some(row) = reader.next_row()? {
            light.extend(lights(row.data(), colour));
        }
        // Detects damage behind the last row.
        reader.finish()?;
    }
    Ok(Picture { width, light })
}

/// The lightness of each of these decoded pixels; white shows through transparent ones.
fn lights(pixels: &[u8], colour: ColorType) -> impl Iterator<Item = u8> {
    let (channels, coloured) = match colour {
        ColorType::Grayscale | ColorType::Indexed => (1, false),
        ColorType::GrayscaleAlpha => (2, false),
        ColorType::Rgb => (3, true),
        ColorType::Rgba => (4, true),
    };
    pixels.chunks_exact(channels).map(move |pixel| {
        let light = light_of(if coloured { [0, 1, 2] } else { [0; 3] }.map(|i| u32::from(pixel[i])));
        let opaque = if channels % 2 == 0 { u32::from(pixel[channels - 1]) } else { 255 };
        ((light * opaque + 255 * (255 - opaque)) / 255) as u8
    })
}
