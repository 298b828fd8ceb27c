//! Colours that people of every colour vision tell apart.

/// The palette of Okabe and Ito (Color Universal Design, 2008), black aside; the pale yellow is the last one.
pub const DISTINCT: [&str; 7] = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#B8A800"];

/// The colour of the solution, of text and of terminals.
pub const INK: &str = "#111";
/// The colour of edges of which nothing is said.
pub const FAINT: &str = "#bbb";
/// The inside of a cycle.
pub const INSIDE: &str = "#eef3f8";

/// Colours between which shares from 0 to 1 are put: light to dark, blue to yellow-brown readers see the same order
/// (points of the map cividis, Nuñez, Anderton and Renslow 2018, turned round).
const SCALE: [[u8; 3]; 5] = [[214, 199, 128], [188, 175, 111], [124, 123, 120], [66, 78, 107], [0, 32, 77]];

/// The colour of pair or group number `index`.
pub fn distinct(index: usize) -> &'static str {
    DISTINCT[index % DISTINCT.len()]
}

/// The colour of a share between 0 and 1, as `#rrggbb`.
pub fn shade(share: f64) -> String {
    let at = share.clamp(0.0, 1.0) * (SCALE.len() - 1) as f64;
    // At most the last but one, and not negative.
    let below = (at as usize).min(SCALE.len() - 2);
    let part = at - below as f64;
    let mix = |i: usize| {
        let (a, b) = (f64::from(SCALE[below][i]), f64::from(SCALE[below + 1][i]));
        (a + (b - a) * part).round() as u8
    };
    format!("#{:02x}{:02x}{:02x}", mix(0), mix(1), mix(2))
}
