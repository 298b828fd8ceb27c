//! Drawings of planar graphs without crossings. The faces of an embedding are triangulated, and the barycentric drawing of the result has
//! no crossings (Tutte 1963; Floater, One-to-one piecewise linear mappings over triangulations, 2003). Then distances grow towards those in
//! the graph, as long as no triangle turns over.

use std::f64::consts::TAU;

use super::barycentric::place_at_barycentres;
use super::component::Component;
use super::plane::{Point, area, distance, sin_cos};
use super::stress::{Pull, account, terms};
use zlink_base::limits::{Interrupted, Limits};
use zlink_puzzle::{Embedding, Incidence, Parts, Puzzle, Topology};

/// The number of rounds in which each vertex moves towards the position that fits its distances.
const STEPS: usize = 200;
/// The number of rounds in graphs of more than [`MANY`] vertices.
const FEW_STEPS: usize = 40;
/// The number of vertices from which on fewer rounds are made.
const MANY: usize = 2000;
/// The height down to which a triangle may become flatter, if an edge is about 1 long.
const LEAST_HEIGHT: f64 = 0.12;

/// The drawing; `None` if the component is not planar or has fewer than three vertices.
pub(super) fn draw(component: &Component, limits: &Limits) -> Result<Option<Vec<Point>>, Interrupted> {
    let n = component.vertices.len();
    let Some(walks) = walks(component).filter(|_| n >= 3) else { return Ok(None) };
    let mesh = Mesh::of(n, &walks);
    let _account = account(component, limits)?;
    let terms = terms(component, limits)?;
    let far = terms.iter().map(|term| term.length).fold(1.0, f64::max);
    let mut points = vec![[0.0; 2]; mesh.size];
    let mut is_fixed = vec![false; mesh.size];
    // The radius suffices for a drawing where every distance is that in the graph.
    let radius = 1.5 * far;
    for (i, &v) in mesh.rim.iter().enumerate() {
        // The outer face is to the left of its walk, like all faces, so the walk runs clockwise.
        let (sin, cos) = sin_cos(-TAU * i as f64 / mesh.rim.len() as f64);
        points[v as usize] = [radius * cos, radius * sin];
        is_fixed[v as usize] = true;
    }
    let guard = Guard::of(&mesh);
    let flat = points.clone();
    let mut is_drawn = false;
    // A second round, with larger weights of long edges, is usually better, but needs more precision.
    for rounds in [2, 1] {
        points.clone_from(&flat);
        place_at_barycentres(&mesh.edges, &is_fixed, &mut points, rounds, limits)?;
        is_drawn = guard.is_kept(&points);
        if is_drawn {
            break;
        }
    }
    if !is_drawn {
        return Ok(None);
    }
    let pull = Pull::of(n, &terms);
    // Near the rim of a large graph, triangles are flat from the beginning.
    for _ in 0..if n > MANY { FEW_STEPS } else { STEPS } {
        limits.check()?;
        for v in 0..n {
            if let Some(target) = pull.target(&points, v) {
                guard.move_towards(&mut points, v, target);
            }
        }
        for v in (n..mesh.size).filter(|&v| !is_fixed[v]) {
            let target = guard.middle(&points, v);
            guard.move_towards(&mut points, v, target);
        }
    }
    points.truncate(n);
    Ok(Some(points))
}

/// The walks around the faces, the outer face first: the face with the most corners, preferably one that is no cell.
fn walks(component: &Component) -> Option<Vec<Vec<u32>>> {
    let parts = Parts::graph(Topology::Cycle, component.vertices.len(), component.edges.clone());
    let embedding = Embedding::of(&Incidence::of(&Puzzle::from_parts(parts).ok()?))?;
    let mut walks: Vec<Vec<u32>> =
        embedding.faces().into_iter().map(|face| face.into_iter().map(|(v, _)| v.0).collect()).collect();
    let outer = (0..walks.len())
        .max_by_key(|&i| (!component.has_ring(&walks[i]), walks[i].len(), std::cmp::Reverse(i)))?;
    walks.swap(0, outer);
    Some(walks)
}

/// The graph with additional vertices that triangulate its faces. Inside each face, a ring of vertices runs along its walk, one vertex for
/// each side; in an inner face, one more vertex in the middle is joined to the ring. No edge occurs twice, even if the walk comes back to a
/// vertex.
struct Mesh {
    size: usize,
    edges: Vec<[u32; 2]>,
    /// The triangles, all with the same orientation.
    triangles: Vec<[u32; 3]>,
    /// The ring in the outer face.
    rim: Vec<u32>,
}

impl Mesh {
    fn of(n: usize, walks: &[Vec<u32>]) -> Self {
        let mut mesh = Mesh { size: n, edges: Vec::new(), triangles: Vec::new(), rim: Vec::new() };
        for (number, walk) in walks.iter().enumerate() {
            let k = walk.len();
            // Planar graphs have fewer than 6 n sides of faces, and components are limited, so the numbers fit.
            let ring: Vec<u32> = (0..k).map(|i| (mesh.size + i) as u32).collect();
            mesh.size += k;
            for i in 0..k {
                let next = (i + 1) % k;
                let (u, v) = (walk[i], walk[next]);
                // Each edge is on two walks, once in each direction.
                if u < v {
                    mesh.edges.push([u, v]);
                }
                mesh.edges.extend([[ring[i], u], [ring[i], v], [ring[i], ring[next]]]);
                mesh.triangles.extend([[u, v, ring[i]], [ring[i], v, ring[next]]]);
            }
            if number == 0 {
                mesh.rim = ring;
                continue;
            }
            let hub = mesh.size as u32;
            mesh.size += 1;
            for i in 0..k {
                mesh.edges.push([ring[i], hub]);
                mesh.triangles.push([ring[i], ring[(i + 1) % k], hub]);
            }
        }
        mesh
    }
}

/// A check that triangles do not turn over.
struct Guard<'a> {
    triangles: &'a [[u32; 3]],
    /// By vertex: the triangles at it.
    at: Vec<Vec<u32>>,
}

impl<'a> Guard<'a> {
    fn of(mesh: &'a Mesh) -> Self {
        let mut at = vec![Vec::new(); mesh.size];
        for (t, corners) in (0u32..).zip(&mesh.triangles) {
            corners.iter().for_each(|&v| at[v as usize].push(t));
        }
        Guard { triangles: &mesh.triangles, at }
    }

    /// Whether no triangle is turned over.
    fn is_kept(&self, points: &[Point]) -> bool {
        self.triangles.iter().all(|corners| area(corners.iter().map(|&v| points[v as usize])) > 0.0)
    }

    /// The mean of the neighbours of a vertex.
    fn middle(&self, points: &[Point], v: usize) -> Point {
        let corners = self.at[v].iter().flat_map(|&t| self.triangles[t as usize]);
        let others = corners.filter(|&w| w as usize != v).map(|w| points[w as usize]);
        let (sum, count) =
            others.fold(([0.0; 2], 0.0), |(sum, count), p| ([sum[0] + p[0], sum[1] + p[1]], count + 1.0));
        if count > 0.0 { sum.map(|c| c / count) } else { points[v] }
    }

    /// Moves a vertex as far towards `target` as its triangles allow.
    fn move_towards(&self, points: &mut [Point], v: usize, target: Point) {
        let here = points[v];
        // The height over the longest side; negative if the triangle is turned over.
        let height = |points: &[Point], t: u32| {
            let [a, b, c] = self.triangles[t as usize].map(|w| points[w as usize]);
            let longest = distance(a, b).max(distance(b, c)).max(distance(c, a));
            area([a, b, c].into_iter()) / longest.max(f64::MIN_POSITIVE)
        };
        let before: Vec<f64> = self.at[v].iter().map(|&t| height(points, t)).collect();
        for share in [1.0, 0.5, 0.25, 0.1] {
            points[v] = [0, 1].map(|axis| here[axis] + share * (target[axis] - here[axis]));
            let is_right = self.at[v].iter().zip(&before).all(|(&t, &before)| {
                let now = height(points, t);
                now > LEAST_HEIGHT || (now > 0.0 && now >= before)
            });
            if is_right {
                return;
            }
        }
        points[v] = here;
    }
}
