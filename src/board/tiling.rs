//! The table of boards by their names.

use super::blank::room;
use super::mesh::Mesh;
use super::patch::Aperiodic;
use super::patterns::PATTERNS;
use super::penrose::Tiles;
use super::periodic::{MOST_CORNERS, Pattern, triangular};
use super::{Board, Impossible, Lattice, NoBoard};
use zlink_base::limits::{Interrupted, Limits};
use zlink_puzzle::Topology;
use zlink_puzzle::near::slip;

/// A lattice or tiling whose parts are boards.
#[derive(Debug, Clone, Copy)]
pub struct Tiling {
    /// The name of the tiling.
    pub name: &'static str,
    /// Other names of the tiling.
    pub aliases: &'static [&'static str],
    /// The shapes of the cells, in words.
    pub cells: &'static str,
    /// The width and height of a small board, in places.
    pub small: [usize; 2],
    kind: Kind,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Kind {
    Squares,
    Triangles,
    /// The pattern of the same name.
    Periodic,
    Aperiodic(Aperiodic),
}

/// The most places that a board may have.
const MOST_PLACES: usize = 250_000;

macro_rules! tilings {
    ($($name:literal $aliases:tt $kind:expr, $small:expr, $cells:literal;)*) => {
        &[$(Tiling { name: $name, aliases: &$aliases, cells: $cells, small: $small, kind: $kind }),*]
    };
}

use Kind::{Periodic, Squares, Triangles};

const KITES: Kind = Kind::Aperiodic(Aperiodic::Penrose(Tiles::KitesAndDarts));
const RHOMBS: Kind = Kind::Aperiodic(Aperiodic::Penrose(Tiles::Rhombs));
const HATS: Kind = Kind::Aperiodic(Aperiodic::Hats);
const SPECTRES: Kind = Kind::Aperiodic(Aperiodic::Spectres);

/// All lattices and tilings.
pub const TILINGS: &[Tiling] = tilings! {
    "square" ["squares"] Squares, [6, 5], "squares";
    "triangular" ["triangles"] Triangles, [5, 5], "triangles, six at a vertex";
    "honeycomb" ["hexagonal", "hexagons"] Periodic, [6, 5], "hexagons";
    "snub-square" [] Periodic, [4, 4], "squares and triangles";
    "cairo" [] Periodic, [4, 4], "pentagons, three or four at a vertex";
    "great-hexagonal" ["rhombitrihexagonal"] Periodic, [3, 3], "hexagons, squares and triangles";
    "kagome" ["trihexagonal"] Periodic, [4, 4], "hexagons and triangles";
    "octagonal" ["truncated-square"] Periodic, [4, 4], "octagons and squares";
    "kites" ["deltoidal-trihexagonal"] Periodic, [3, 3], "kites, three, four or six at a vertex";
    "floret" ["floret-pentagonal"] Periodic, [3, 3], "pentagons, three or six at a vertex";
    "dodecagonal" ["truncated-hexagonal"] Periodic, [4, 4], "dodecagons and triangles";
    "great-dodecagonal" ["truncated-trihexagonal"] Periodic, [3, 3], "dodecagons, hexagons and squares";
    "great-great-dodecagonal" [] Periodic, [3, 3], "dodecagons, hexagons, squares and triangles";
    "compass-dodecagonal" [] Periodic, [3, 3], "dodecagons, and squares with a triangle on each side";
    "penrose-kites" ["penrose-kitedart"] KITES, [9, 8], "Penrose's kites and darts, aperiodic";
    "penrose-rhombs" ["penrose"] RHOMBS, [9, 8], "Penrose's thin and thick rhombs, aperiodic";
    "hats" ["hat"] HATS, [9, 9], "hats, aperiodic with mirror images";
    "spectres" ["spectre"] SPECTRES, [9, 9], "spectres, aperiodic without mirror images";
    "altair" [] Periodic, [3, 3], "octagons, heptagons, hexagons, pentagons and squares";
    "rhombille" ["laves-rhombille"] Periodic, [5, 4], "rhombs, three or six at a vertex";
    "tetrakis-square" ["laves-tetrakis-square", "laves"] Periodic, [4, 4], "squares with both diagonals";
    "kisrhombille" ["laves-kisrhombille"] Periodic, [3, 3], "hexagons, each cut into twelve triangles";
    "triakis-triangular" ["laves-triakis-triangular"] Periodic, [3, 3], "triangles, each cut into three";
};

impl Tiling {
    /// The tiling with this name, which is not case-sensitive; the error suggests a similar name.
    pub fn named(name: &str) -> Result<&'static Tiling, Impossible> {
        let wanted = name.to_ascii_lowercase().replace(['_', ' '], "-");
        if let Some(tiling) = TILINGS.iter().find(|tiling| tiling.names().any(|name| name == wanted)) {
            return Ok(tiling);
        }
        let all = TILINGS.iter().flat_map(Tiling::names);
        let near = all.filter_map(|name| Some((slip(&wanted, name)?, name))).min();
        let meant = near.map_or(".".to_owned(), |(_, name)| format!("; did you mean {name}?"));
        let names: Vec<&str> = TILINGS.iter().map(|tiling| tiling.name).collect();
        Err(Impossible::new(format!("there is no such board{meant} The boards are {}", names.join(", "))))
    }

    /// The name of the tiling and its other names.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }

    /// Whether the tiling is aperiodic, so that boards of a size differ by their patch.
    pub fn is_aperiodic(&self) -> bool {
        matches!(self.kind, Kind::Aperiodic(_))
    }

    /// The blank board with `width` places in a row and `height` rows. For an aperiodic tiling, `patch` chooses the part of the plane.
    /// Sizes are those of Loopy, so a place is a square, a hexagon with the faces that belong to it, or some area.
    ///
    /// Memory is reserved before it is used.
    pub fn board(&self, [width, height]: [usize; 2], patch: u64, limits: &Limits) -> Result<Board, NoBoard> {
        let name = self.name;
        let places = width.checked_mul(height).filter(|places| (1..=MOST_PLACES).contains(places));
        let places = places.ok_or_else(|| {
            let what = format!("a board of {width} by {height} places cannot be made: 1 to {MOST_PLACES}");
            Impossible::new(format!("{what} are possible"))
        })?;
        if matches!(self.kind, Squares) {
            return Lattice::Square.cells_for(Topology::Cycle, height, width, limits);
        }
        let _room = room(places * self.corners_of_place(), limits)?;
        // The width and height are at most the number of places.
        let mesh = self.mesh([width as i64, height as i64], patch, limits)?;
        let none = format!("no cell of {name} fits into {width} by {height} places; take a larger size");
        let mesh = mesh.filter(|mesh| !mesh.faces.is_empty()).ok_or(Impossible::new(none))?;
        if let Kind::Aperiodic(tiling) = self.kind
            && !tiling.fills([width as i64, height as i64], &mesh)
        {
            let what = format!("a board of {width} by {height} places of {name} is too narrow");
            return Err(Impossible::new(format!("{what}: what hangs together does not fill it")).into());
        }
        let clues = vec![None; mesh.faces.len()];
        mesh.board(Topology::Cycle, &clues, limits)
    }

    fn mesh(&self, size: [i64; 2], patch: u64, limits: &Limits) -> Result<Option<Mesh>, Interrupted> {
        let [width, height] = size;
        let mut mesh = Mesh::default();
        match self.kind {
            Kind::Aperiodic(tiling) => {
                let found = tiling.patch(patch, size, limits);
                limits.check()?;
                return Ok(found.map(|(_, mesh)| mesh));
            }
            Triangles => triangular(width, height, &mut mesh),
            Squares | Periodic => match self.pattern() {
                Some(pattern) => pattern.build(width, height, &mut mesh, limits)?,
                None => return Ok(None),
            },
        }
        Ok(Some(mesh))
    }

    /// The most corners of the faces of a place, or of an area of that size.
    fn corners_of_place(&self) -> usize {
        match self.kind {
            Kind::Aperiodic(tiling) => tiling.corners_of_place(),
            Triangles => MOST_CORNERS,
            Squares | Periodic => self.pattern().map_or(4, Pattern::corners),
        }
    }

    fn pattern(&self) -> Option<&'static Pattern> {
        PATTERNS.iter().find(|pattern| pattern.name == self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zlink_puzzle::{CellId, EdgeId};

    #[test]
    fn boards_are_plane_connected_and_have_no_doubled_edges() {
        for tiling in TILINGS {
            for size in [tiling.small, [7, 6], [10, 3]] {
                for patch in 0..if tiling.is_aperiodic() { 4 } else { 1 } {
                    let Ok(board) = tiling.board(size, patch, &Limits::none()) else {
                        assert!(tiling.is_aperiodic() && size != tiling.small, "{} {size:?}", tiling.name);
                        continue;
                    };
                    let puzzle = &board.puzzle;
                    let mut sides = vec![0; puzzle.edge_count()];
                    for cell in 0..puzzle.cell_count() {
                        puzzle
                            .cell(CellId::from_index(cell))
                            .edges
                            .iter()
                            .for_each(|e| sides[e.index()] += 1);
                    }
                    assert!(sides.iter().all(|&n| n == 1 || n == 2), "{}", tiling.name);
                    // Euler's formula, where the outside is one more face.
                    let [v, e, f] = [puzzle.vertex_count(), puzzle.edge_count(), puzzle.cell_count()];
                    assert_eq!(v + f, e + 1, "{} {size:?}", tiling.name);
                    let length = |e: usize| {
                        let [a, b] =
                            puzzle.edge_ends(EdgeId::from_index(e)).map(|v| board.positions[v.index()]);
                        let ([x, y], [z, w]) = (a.unwrap(), b.unwrap());
                        ((x - z) as f64).hypot((y - w) as f64)
                    };
                    let lengths: Vec<f64> = (0..e).map(length).collect();
                    let most = lengths.iter().copied().fold(0.0, f64::max);
                    assert!(lengths.iter().all(|&l| 3.5 * l > most), "{}", tiling.name);
                }
            }
        }
    }

    #[test]
    fn names_are_found_and_differ() {
        let names: Vec<&str> = TILINGS.iter().flat_map(Tiling::names).collect();
        for (i, name) in names.iter().enumerate() {
            assert!(!names[..i].contains(name), "{name}");
            assert!(Tiling::named(&name.to_uppercase()).is_ok(), "{name}");
        }
        let error = Tiling::named("cario").unwrap_err().to_string();
        assert!(error.contains("did you mean cairo?") && error.contains("snub-square"), "{error}");
        for (kind, pattern) in TILINGS.iter().filter(|t| matches!(t.kind, Periodic)).map(|t| (t, t.pattern()))
        {
            assert!(pattern.is_some(), "{}", kind.name);
        }
    }

    #[test]
    fn sizes_are_met_or_refused() {
        let odd = [[1, 7], [7, 1], [2, 9], [9, 2], [3, 5], [2, 41], [41, 2], [4, 30], [7, 23]];
        for tiling in TILINGS {
            let step = match tiling.kind {
                Squares => [1, 1],
                Triangles => [30, 26],
                Periodic => {
                    let (x, y) = tiling.pattern().unwrap().step();
                    [x.abs(), y.abs()]
                }
                Kind::Aperiodic(aperiodic) => aperiodic.place(),
            };
            for size in odd {
                match tiling.board(size, 1, &Limits::none()) {
                    Ok(board) => (0..2).for_each(|axis| {
                        let along = || board.positions.iter().map(|at| at.unwrap()[axis]);
                        let missing = step[axis] * size[axis] as i64
                            - (along().max().unwrap() - along().min().unwrap());
                        let most = match tiling.kind {
                            Kind::Aperiodic(aperiodic) => 2 * aperiodic.diameter(),
                            _ => 2 * step[axis],
                        };
                        assert!(missing <= most, "{} {size:?}: {missing} of {most}", tiling.name);
                    }),
                    Err(error) => {
                        let error = error.to_string();
                        let is_told = error.contains("fits into") || error.contains("too narrow");
                        assert!(is_told, "{} {size:?}: {error}", tiling.name);
                    }
                }
            }
        }
        let hats = Tiling::named("hats").unwrap();
        let error = hats.board([2, 1000], 0, &Limits::none()).unwrap_err().to_string();
        assert!(error.contains("hats is too narrow"), "{error}");
    }

    #[test]
    fn sizes_are_refused_before_memory_is_taken() {
        let limits = Limits::none().within(50_000_000);
        for tiling in TILINGS {
            let stopped = tiling.board([500, 500], 0, &limits).unwrap_err();
            assert_eq!(stopped, NoBoard::Interrupted(Interrupted::Memory), "{}", tiling.name);
            assert!(tiling.board(tiling.small, 0, &limits).is_ok(), "{}", tiling.name);
        }
        assert_eq!(limits.meter().held(), 0);
    }

    #[test]
    fn sizes_are_checked() {
        let cairo = Tiling::named("cairo").unwrap();
        assert!(cairo.board([0, 3], 0, &Limits::none()).is_err());
        assert!(cairo.board([usize::MAX, 2], 0, &Limits::none()).is_err());
        assert!(cairo.board([1 << 20, 1], 0, &Limits::none()).is_err());
        assert!(Tiling::named("hats").unwrap().board([1, 1], 0, &Limits::none()).is_err());
    }
}
