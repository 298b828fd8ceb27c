//! SVG -> PNG.

use resvg::{tiny_skia, usvg};

/// How many pixels an SVG pixel becomes in each direction.
const SCALE: f32 = 2.0;

/// A picture that cannot be turned into pixels.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// It is no SVG.
    #[error("the picture cannot be read: {0}")]
    Svg(#[from] usvg::Error),
    /// It is too large for the memory.
    #[error("the picture is too large")]
    TooLarge,
    /// The pixels cannot be written.
    #[error("the pixels cannot be written: {0}")]
    Encoding(String),
}

/// The picture in pixels, with the fonts of the system.
pub fn png(svg: &str) -> Result<Vec<u8>, PngError> {
    let mut options = usvg::Options::default();
    options.fontdb_mut().load_system_fonts();
    let tree = usvg::Tree::from_str(svg, &options)?;
    let size = tree.size().to_int_size().scale_by(SCALE).ok_or(PngError::TooLarge)?;
    let mut pixels = tiny_skia::Pixmap::new(size.width(), size.height()).ok_or(PngError::TooLarge)?;
    let transform = tiny_skia::Transform::from_scale(SCALE, SCALE);
    resvg::render(&tree, transform, &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
}
