//! Pictures that puzzles are made of (Pilaud, Numberlink Solver, INF421, section 3.2).
//!
//! | file | job |
//! |---|---|
//! | `portable.rs` | PNG files |
//! | `netpbm.rs` | PBM, PGM and PPM files |
//! | `mosaic.rs` | which cells are dark |
//! | `shape.rs` | the dark part as the board of a Numberlink |
//! | `outline.rs` | the outline of the dark part as the solution of a Slitherlink |

mod mosaic;
mod netpbm;
mod outline;
#[cfg(feature = "png")]
mod portable;
mod shape;
#[cfg(test)]
mod tests;

use super::GenerateError;
pub use outline::Outline;
pub use shape::Shape;
use zlink_base::limits::{Interrupted, Limits};

/// The most pixels that a picture may have.
const MOST_PIXELS: usize = 1 << 26;

/// A picture: the lightness of each pixel, row by row, from 0 (black) to 255 (white).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    width: usize,
    light: Vec<u8>,
}

/// Why a file cannot be read as a picture.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unreadable {
    #[error("this is no picture: neither PNG nor PBM, PGM or PPM begins like this")]
    Unknown,
    #[cfg(feature = "png")]
    #[error("this is no readable PNG: {0}")]
    Png(#[from] png::DecodingError),
    #[cfg(not(feature = "png"))]
    #[error("zlink was built without PNG (its feature is `png`); PBM, PGM and PPM can be read")]
    Png,
    #[error("this is no readable {kind}: {place}: {what}")]
    Netpbm { kind: &'static str, place: String, what: String },
    #[error("the picture is too large: {0} by {1} pixels, and {MOST_PIXELS} are the most")]
    TooLarge(usize, usize),
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

impl Picture {
    /// Reads the bytes of a file: PNG of any kind (with the feature `png`; white shows through transparent parts), PBM, PGM or PPM (one
    /// picture). The first bytes decide which format it is. The header is checked for the size before memory is taken.
    ///
    /// # Errors
    /// Why the bytes cannot be read as a picture, or the limit that was reached.
    pub fn read(bytes: &[u8], limits: &Limits) -> Result<Self, GenerateError> {
        let picture = match bytes {
            #[cfg(feature = "png")]
            [0x89, b'P', b'N', b'G', ..] => portable::read(bytes, limits),
            #[cfg(not(feature = "png"))]
            [0x89, b'P', b'N', b'G', ..] => Err(Unreadable::Png),
            [b'P', b'1'..=b'6', ..] => netpbm::read(bytes, limits),
            _ => Err(Unreadable::Unknown),
        };
        picture.map_err(|why| match why {
            Unreadable::Interrupted(cause) => cause.into(),
            why => GenerateError::Request(why.to_string()),
        })
    }

    /// The bytes that the picture takes in memory.
    pub fn size(&self) -> usize {
        self.light.capacity()
    }
}

/// The number of pixels of a picture of this size; an error if that is too many.
fn pixels(width: usize, height: usize) -> Result<usize, Unreadable> {
    let count = width.checked_mul(height).filter(|&count| count <= MOST_PIXELS);
    count.ok_or(Unreadable::TooLarge(width, height))
}

/// The lightness of a colour: the sum of its channels, weighted (in thousandths) by how light they look.
fn light_of([red, green, blue]: [u32; 3]) -> u32 {
    (299 * red + 587 * green + 114 * blue) / 1000
}
