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
use zlink_base::limits::{Exhausted, Limits};

/// More pixels than any picture may have.
const MOST_PIXELS: usize = 1 << 26;

/// How light each pixel of a picture is, from 0 to 255.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    width: usize,
    light: Vec<u8>,
}

/// Why a file is no picture.
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
    Exhausted(#[from] Exhausted),
}

impl Picture {
    /// Reads a file: PNG of any kind (where it is transparent, white shows; with the feature `png`), PBM, PGM or PPM (one
    /// picture). What it is, its first bytes tell; how large it is, its head, before memory is taken.
    ///
    /// # Errors
    /// Why it is no picture that can be read.
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
            Unreadable::Exhausted(cause) => cause.into(),
            why => GenerateError::Request(why.to_string()),
        })
    }

    /// The bytes that the picture takes.
    pub fn size(&self) -> usize {
        self.light.capacity()
    }
}

/// The number of pixels of a picture of this size.
fn pixels(width: usize, height: usize) -> Result<usize, Unreadable> {
    let count = width.checked_mul(height).filter(|&count| count <= MOST_PIXELS);
    count.ok_or(Unreadable::TooLarge(width, height))
}

/// How light a colour is: as its parts are seen, in thousandths.
fn light_of([red, green, blue]: [u32; 3]) -> u32 {
    (299 * red + 587 * green + 114 * blue) / 1000
}
