//! PUZZLE, ANSWER -> PICTURE: SVG and characters.
//!
//! | file | job |
//! |---|---|
//! | `layout` | positions for the vertices of any graph |
//! | `picture`, `canvas` | a puzzle and its answer as a scene |
//! | `overlay` | more data about edges: how they were deduced, the order of the sweep, how many solutions use them |
//! | `contradiction` | constraints that contradict each other |
//! | `step` | one step of an explanation |
//! | `geometry`, `palette` | places for labels, paths of edges; colours |
//! | `signs` | marks of vertices, borders of regions, shaded squares |
//! | `places` | the places of the clues of cells |
//! | `share` | the part of all solutions that use an edge |
//! | `pairs` | the label and the colour of each pair |
//! | `terminal`, `dots` | square grids as characters; any other graph as Braille dots |
//! | `characters` | the lines of a picture of characters |
//! | `marks` | overlays in characters |
//! | `zdd` | small diagrams as SVG |
//! | `scene` | the shapes of a picture with their styles |
//! | `svg` | a scene as SVG |
//! | `png`, `glyphs` | a scene as pixels (feature `png`); letters |
//!
//! The same input gives the same picture, byte for byte.
//!
//! # Example
//!
//! ```
//! use zlink_convert::{self as convert, Format};
//! use zlink_draw::layout::Layout;
//! use zlink_draw::{Overlay, Picture, svg};
//! use zlink_facts::Source;
//! use zlink_base::limits::Limits;
//!
//! let document = convert::read(Format::Slitherlink, &Source::new("grid", "3.\n.2\n")).expect("a grid");
//! let layout = Layout::of(&document.puzzle, &document.positions, &Limits::none())?;
//! let picture = svg(&Picture {
//!     puzzle: &document.puzzle,
//!     names: &document.names,
//!     labels: &document.labels,
//!     marks: &document.marks,
//!     layout: &layout,
//!     answer: &[],
//!     overlay: &Overlay::None,
//!     vertex_names: false,
//! });
//! assert!(picture.starts_with("<svg"));
//! # Ok::<(), zlink_draw::layout::NoLayout>(())
//! ```

#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests run where there are threads"))]

mod canvas;
mod characters;
mod contradiction;
mod dots;
mod geometry;
#[cfg(feature = "png")]
mod glyphs;
pub mod layout;
mod marks;
mod overlay;
mod pairs;
pub mod palette;
mod picture;
mod places;
#[cfg(feature = "png")]
pub mod png;
pub mod scene;
mod share;
mod signs;
mod step;
mod svg;
mod terminal;
pub mod zdd;

pub use characters::NoText;
pub use overlay::{Decided, Overlay};
pub use pairs::pair_signs;
pub use picture::{Picture, scene, svg};
pub use places::{Place, Places};
pub use scene::Scene;
pub use share::Share;
pub use step::DrawnStep;
pub use terminal::{read_terminal, terminal};

#[cfg(test)]
mod tests;
