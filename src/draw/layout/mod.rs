//! Positions for the vertices of any graph.
//!
//! The first method that applies is used: coordinates from the facts; a whole square grid, recognised by its graph; for each component,
//! faces (the cells, or else all shortest cycles) that fit together as regular polygons, which finds every triangular, hexagonal and
//! Archimedean tiling; the barycentric drawing (Tutte 1963) of a disc of faces, relaxed towards regular polygons; for other planar graphs,
//! the barycentric drawing of an embedding; and for everything else, distances in the plane like those in the graph (stress majorization,
//! Gansner, Koren and North 2004, with landmarks). At last, where the faces are no regular polygons, edges and vertices that are not their
//! ends are moved apart.

mod barycentric;
mod clearance;
mod component;
mod embedded;
mod plane;
mod polygons;
mod stress;

use component::Component;
pub use plane::Point;
pub(super) use plane::{bounds, distance};
use plane::{is_simple, median};
use zlink_base::limits::{Interrupted, Limits};
use zlink_puzzle::{CellId, EdgeId, Puzzle, SquareGrid, VertexId, ring, shortest_cycles};

/// The most vertices that are laid out by methods other than regular polygons, which would take too much time and memory.
const MOST_VERTICES: usize = 50_000;

/// The method by which positions were found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// The facts give the coordinates.
    Given,
    /// The graph is a whole square grid.
    Grid,
    /// The faces are regular polygons.
    Polygons,
    /// The positions follow an embedding in the plane.
    Embedding,
    /// The distances are like those in the graph.
    Distances,
}

/// The reason why there is no layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoLayout {
    /// A limit was reached.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// The graph, with this number of vertices, is too large to be laid out without coordinates.
    #[error("a graph of {0} vertices that is no grid is too large to be laid out: give facts pos(V,X,Y)")]
    TooLarge(usize),
}

/// A drawing of a graph whose edges are about one unit long.
#[derive(Debug, Clone)]
pub struct Layout {
    /// By vertex: its position.
    pub positions: Vec<Point>,
    /// The method by which the positions of most vertices were found.
    pub method: Method,
    /// By cell: its corners, if its edges form one cycle that does not cross itself in the drawing.
    pub faces: Vec<Option<Vec<VertexId>>>,
    /// The origin and the unit of the coordinates that the facts give, if the positions are these.
    frame: Option<(Point, f64)>,
}

impl Layout {
    /// Lays out the graph of `puzzle`; `given` has the coordinates of the vertices that have some.
    pub fn of(puzzle: &Puzzle, given: &[Option<[i64; 2]>], limits: &Limits) -> Result<Self, NoLayout> {
        let (mut positions, method) = match all_given(puzzle, given) {
            Some(positions) => (positions, Method::Given),
            None => match SquareGrid::of(puzzle) {
                Some(grid) => (on_grid(puzzle, &grid), Method::Grid),
                None => components(puzzle, limits)?,
            },
        };
        let frame = normalise(puzzle, &mut positions);
        let frame = (method == Method::Given).then_some(frame);
        let cells = (0..puzzle.cell_count()).map(|c| puzzle.cell(CellId::from_index(c)));
        let place = |ring: &[VertexId]| ring.iter().map(|v| positions[v.index()]).collect::<Vec<Point>>();
        let faces = cells.map(|cell| ring(puzzle, cell.edges).filter(|ring| is_simple(&place(ring))));
        let faces = faces.collect();
        Ok(Layout { positions, method, faces, frame })
    }

    /// The position of a vertex.
    pub fn at(&self, vertex: VertexId) -> Point {
        self.positions[vertex.index()]
    }

    /// The position for the coordinates `at` of the facts, if the vertices have theirs.
    pub fn given(&self, at: [i64; 2]) -> Option<Point> {
        let (low, scale) = self.frame?;
        Some([0, 1].map(|i| (at[i] as f64 - low[i]) * scale))
    }

    /// The middle of an edge.
    pub fn middle(&self, puzzle: &Puzzle, edge: EdgeId) -> Point {
        let [a, b] = puzzle.edge_ends(edge).map(|v| self.at(v));
        [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0]
    }

    /// The least and the greatest coordinates of the vertices.
    pub fn bounds(&self) -> (Point, Point) {
        bounds(&self.positions)
    }
}

/// The coordinates from the facts, if all vertices with edges have some. Other vertices are placed below the rest.
fn all_given(puzzle: &Puzzle, given: &[Option<[i64; 2]>]) -> Option<Vec<Point>> {
    let mut has_edge = vec![false; puzzle.vertex_count()];
    for e in 0..puzzle.edge_count() {
        puzzle.edge_ends(EdgeId::from_index(e)).iter().for_each(|v| has_edge[v.index()] = true);
    }
    let is_enough = given.iter().any(Option::is_some)
        && (0..has_edge.len()).all(|v| !has_edge[v] || given.get(v).is_some_and(Option::is_some));
    if !is_enough {
        return None;
    }
    let point = |at: &[i64; 2]| at.map(|c| c as f64);
    let known: Vec<Point> = given.iter().flatten().map(point).collect();
    let (low, high) = bounds(&known);
    let step = ((high[0] - low[0]) / (known.len() as f64).sqrt()).max(1.0);
    let mut x = low[0];
    let all = (0..has_edge.len()).map(|v| match given.get(v).and_then(Option::as_ref) {
        Some(at) => point(at),
        None => {
            x += step;
            [x - step, high[1] + step]
        }
    });
    Some(all.collect())
}

fn on_grid(puzzle: &Puzzle, grid: &SquareGrid) -> Vec<Point> {
    let place = |v: usize| {
        let [row, column] = grid.place(VertexId::from_index(v));
        [column as f64, row as f64]
    };
    (0..puzzle.vertex_count()).map(place).collect()
}

/// Draws a component by the first method that applies.
fn draw(component: &Component, limits: &Limits) -> Result<(Vec<Point>, Method), NoLayout> {
    limits.check()?;
    let rings = if component.rings.is_empty() {
        shortest_cycles(&component.adjacent, &component.edges).unwrap_or_default()
    } else {
        component.rings.clone()
    };
    if !rings.is_empty()
        && let Some(points) = polygons::draw(component.vertices.len(), &rings)
    {
        return Ok((points, Method::Polygons));
    }
    if component.vertices.len() > MOST_VERTICES {
        return Err(NoLayout::TooLarge(component.vertices.len()));
    }
    if !rings.is_empty()
        && let Some(mut points) = barycentric::draw(component, &rings, limits)?
    {
        polygons::turn(&mut points);
        return Ok((points, Method::Embedding));
    }
    if let Some(mut points) = embedded::draw(component, limits)? {
        polygons::turn(&mut points);
        return Ok((points, Method::Embedding));
    }
    Ok((stress::draw(component, limits)?, Method::Distances))
}

/// Draws each component and puts them side by side; the method is that of the largest one.
fn components(puzzle: &Puzzle, limits: &Limits) -> Result<(Vec<Point>, Method), NoLayout> {
    let mut positions = vec![[0.0; 2]; puzzle.vertex_count()];
    let parts = Component::all(puzzle);
    let mut drawn = Vec::with_capacity(parts.len());
    for part in &parts {
        let (mut points, method) = draw(part, limits)?;
        part.unit_edges(&mut points);
        if method != Method::Polygons {
            clearance::widen(&mut points, &part.edges, method == Method::Embedding, limits)?;
        }
        drawn.push((points, method));
    }
    let method = (0..parts.len()).max_by_key(|&i| (drawn[i].0.len(), std::cmp::Reverse(i)));
    let method = method.map_or(Method::Distances, |i| drawn[i].1);
    // Rows of components, the large ones first; the drawing is about as wide as high.
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by_key(|&i| (std::cmp::Reverse(drawn[i].0.len()), i));
    let sizes: Vec<Point> = drawn
        .iter()
        .map(|(points, _)| {
            let (low, high) = bounds(points);
            [high[0] - low[0] + 1.5, high[1] - low[1] + 1.5]
        })
        .collect();
    let area: f64 = sizes.iter().map(|size| size[0] * size[1]).sum();
    let widest = sizes.iter().map(|size| size[0]).fold(area.sqrt() * 1.2, f64::max);
    let (mut x, mut y, mut height) = (0.0, 0.0, 0.0f64);
    for i in order {
        let [w, h] = sizes[i];
        if x > 0.0 && x + w > widest {
            (x, y, height) = (0.0, y + height, 0.0);
        }
        let (low, _) = bounds(&drawn[i].0);
        for (point, &v) in drawn[i].0.iter().zip(&parts[i].vertices) {
            positions[v.index()] = [point[0] - low[0] + x, point[1] - low[1] + y];
        }
        x += w;
        height = height.max(h);
    }
    Ok((positions, method))
}

/// Scales a drawing so that the median edge is one unit long, and moves it to the origin; returns the former origin, and the scale.
fn normalise(puzzle: &Puzzle, positions: &mut [Point]) -> (Point, f64) {
    let edges = (0..puzzle.edge_count()).map(|e| puzzle.edge_ends(EdgeId::from_index(e)));
    let lengths = edges.map(|[u, v]| distance(positions[u.index()], positions[v.index()])).collect();
    let scale = 1.0 / median(lengths);
    let (low, _) = bounds(positions);
    for p in positions {
        *p = [(p[0] - low[0]) * scale, (p[1] - low[1]) * scale];
    }
    (low, scale)
}

#[cfg(test)]
mod tests;
