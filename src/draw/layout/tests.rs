//! Layouts of graphs whose best drawing is known.

use super::plane::side;
use super::*;
use zlink_puzzle::{Parts, Topology};

fn draw(vertices: usize, edges: Vec<[u32; 2]>, cells: Vec<Vec<u32>>) -> (Puzzle, Layout) {
    let mut parts = Parts::graph(Topology::Cycle, vertices, edges);
    parts.cells = cells.into_iter().map(|edges| (edges, None)).collect();
    let puzzle = Puzzle::from_parts(parts).unwrap();
    let layout = Layout::of(&puzzle, &vec![None; vertices], &Limits::none()).unwrap();
    (puzzle, layout)
}

fn lengths(puzzle: &Puzzle, layout: &Layout) -> Vec<f64> {
    let ends = (0..puzzle.edge_count()).map(|e| puzzle.edge_ends(EdgeId::from_index(e)));
    ends.map(|[u, v]| distance(layout.at(u), layout.at(v))).collect()
}

/// A triangular grid of `size` vertices a side.
fn triangular(size: u32) -> (usize, Vec<[u32; 2]>) {
    let at = |x: u32, y: u32| y * size + x;
    let mut edges = Vec::new();
    for y in 0..size {
        for x in 0..size {
            if x + 1 < size {
                edges.push([at(x, y), at(x + 1, y)]);
            }
            if y + 1 < size {
                edges.push([at(x, y), at(x, y + 1)]);
            }
            if x + 1 < size && y + 1 < size {
                edges.push([at(x + 1, y), at(x, y + 1)]);
            }
        }
    }
    ((size * size) as usize, edges)
}

#[test]
fn a_square_grid_is_drawn_by_rows() {
    let (_, layout) = draw(6, vec![[0, 1], [1, 2], [3, 4], [4, 5], [0, 3], [1, 4], [2, 5]], vec![]);
    assert_eq!(layout.method, Method::Grid);
    assert_eq!(layout.positions, [[0., 0.], [1., 0.], [2., 0.], [0., 1.], [1., 1.], [2., 1.]]);
}

#[test]
fn triangles_and_hexagons_are_regular() {
    let (n, edges) = triangular(5);
    let (puzzle, layout) = draw(n, edges, vec![]);
    assert_eq!(layout.method, Method::Polygons);
    assert!(lengths(&puzzle, &layout).iter().all(|l| (l - 1.0).abs() < 1e-6));
    // Two hexagons with a common side.
    let edges = vec![[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0], [2, 6], [6, 7], [7, 8], [8, 9], [9, 3]];
    let (puzzle, layout) = draw(10, edges, vec![]);
    assert_eq!(layout.method, Method::Polygons);
    assert!(lengths(&puzzle, &layout).iter().all(|l| (l - 1.0).abs() < 1e-6));
}

#[test]
fn faces_that_are_not_regular_are_drawn_without_crossings() {
    // A pentagon in a pentagon, joined by five quadrangles.
    let mut edges = Vec::new();
    for i in 0..5 {
        edges.extend([[i, (i + 1) % 5], [5 + i, 5 + (i + 1) % 5], [i, 5 + i]]);
    }
    let mut cells = vec![vec![1, 4, 7, 10, 13]];
    for i in 0..5 {
        cells.push(vec![3 * i, 3 * i + 1, 3 * i + 2, (3 * i + 5) % 15]);
    }
    let (_, layout) = draw(10, edges, cells);
    assert_eq!(layout.method, Method::Embedding);
    assert!(layout.faces.iter().all(Option::is_some));
}

/// Whether two edges without a common end cross, or an edge runs through a vertex.
fn crosses(puzzle: &Puzzle, layout: &Layout) -> bool {
    let edges: Vec<[VertexId; 2]> =
        (0..puzzle.edge_count()).map(|e| puzzle.edge_ends(EdgeId::from_index(e))).collect();
    let apart = |[a, b]: [Point; 2], [c, d]: [Point; 2]| {
        side(a, b, c) * side(a, b, d) > 0.0 || side(c, d, a) * side(c, d, b) > 0.0
    };
    edges.iter().enumerate().any(|(i, &first)| {
        edges[..i].iter().any(|&second| {
            let common = first.iter().find(|v| second.contains(v));
            match common {
                None => !apart(first.map(|v| layout.at(v)), second.map(|v| layout.at(v))),
                Some(&v) => {
                    // Both edges have the same direction from the common end.
                    let [a, b] = [first, second].map(|ends| ends.into_iter().find(|&w| w != v).unwrap());
                    let (v, a, b) = (layout.at(v), layout.at(a), layout.at(b));
                    let along = (a[0] - v[0]) * (b[0] - v[0]) + (a[1] - v[1]) * (b[1] - v[1]);
                    along > 0.0 && side(v, a, b).abs() < 1e-9 * along
                }
            }
        })
    })
}

#[test]
fn planar_graphs_without_cells_are_drawn_without_crossings() {
    let wheel = |k: u32| (0..k).flat_map(move |i| [[i, (i + 1) % k], [i, k]]).collect::<Vec<_>>();
    let tree: Vec<[u32; 2]> = (1..40u32).map(|v| [(v - 1) / 3, v]).collect();
    let kites = vec![[0, 1], [1, 2], [2, 0], [2, 3], [3, 4], [4, 5], [5, 3], [5, 6]];
    let theta = vec![[0, 2], [2, 1], [0, 3], [3, 1], [0, 4], [4, 5], [5, 1], [0, 6], [6, 1]];
    for (n, edges) in [(8, wheel(7)), (40, tree), (7, kites), (7, theta)] {
        let (puzzle, layout) = draw(n, edges, vec![]);
        assert_eq!(layout.method, Method::Embedding);
        assert!(!crosses(&puzzle, &layout), "{:?}", layout.positions);
    }
    // Triangles put into triangles at random, and some edges taken out.
    let mut random = zlink_base::random::Random::new(5);
    for n in [6, 12, 25, 60, 300] {
        let (mut edges, mut faces) = (vec![[0, 1], [1, 2], [2, 0]], vec![[0, 1, 2]]);
        for v in 3..n {
            let [a, b, c] = faces.swap_remove(random.below(faces.len()));
            faces.extend([[a, b, v], [b, c, v], [c, a, v]]);
            edges.extend([[a, v], [b, v], [c, v]]);
        }
        for _ in 0..n / 2 {
            edges.swap_remove(random.below(edges.len()));
        }
        let (puzzle, layout) = draw(n as usize, edges, vec![]);
        assert!(!crosses(&puzzle, &layout), "{n}");
        assert_eq!(layout.method, Method::Embedding);
    }
}

#[test]
fn other_graphs_are_spread_out() {
    // Petersen's graph.
    let mut edges = Vec::new();
    for i in 0..5 {
        edges.extend([[i, (i + 1) % 5], [5 + i, 5 + (i + 2) % 5], [i, 5 + i]]);
    }
    let (puzzle, layout) = draw(10, edges, vec![]);
    assert_eq!(layout.method, Method::Distances);
    assert!(lengths(&puzzle, &layout).iter().all(|&l| l > 0.3 && l < 3.0));
    for v in 0..10 {
        for w in 0..v {
            assert!(distance(layout.positions[v], layout.positions[w]) > 0.2, "{v} and {w} are in one place");
        }
    }
}

/// The least distance from a vertex to a foreign edge: to one of a hundred points on it.
fn clearance(puzzle: &Puzzle, layout: &Layout) -> f64 {
    let ends = (0..puzzle.edge_count()).map(|e| puzzle.edge_ends(EdgeId::from_index(e)));
    let points = ends.flat_map(|ends| (0..=100).map(move |i| (ends, f64::from(i) / 100.0)));
    let to_vertices = points.flat_map(|(ends, share)| {
        let [a, b] = ends.map(|v| layout.at(v));
        let at = [0, 1].map(|axis| a[axis] + share * (b[axis] - a[axis]));
        let others = (0..puzzle.vertex_count()).map(VertexId::from_index).filter(move |v| !ends.contains(v));
        others.map(move |v| distance(at, layout.at(v)))
    });
    to_vertices.fold(f64::MAX, f64::min)
}

#[test]
fn edges_keep_clear_of_vertices_that_are_not_their_ends() {
    let circulant = |n: u32, steps: &'static [u32]| {
        let edges = (0..n).flat_map(move |v| steps.iter().map(move |step| [v, (v + step) % n]));
        (n, edges.collect::<Vec<[u32; 2]>>())
    };
    let complete = |a: u32, b: u32| (a + b, (0..a).flat_map(|u| (a..a + b).map(move |v| [u, v])).collect());
    let cube = (16, (0..16u32).flat_map(|v| [1, 2, 4, 8].map(|bit| [v & !bit, v | bit])).collect::<Vec<_>>());
    let kite: [u32; 36] = [
        0, 1, 0, 2, 0, 3, 0, 5, 1, 3, 1, 4, 1, 6, 2, 3, 2, 5, 3, 4, 3, 5, 3, 6, 4, 6, 5, 6, 5, 7, 6, 7, 7, 8,
        8, 9,
    ];
    let kite = (10, kite.chunks(2).map(|ends| [ends[0], ends[1]]).collect());
    let petersen = (0..5).flat_map(|i| [[i, (i + 1) % 5], [5 + i, 5 + (i + 2) % 5], [i, 5 + i]]).collect();
    let graphs = [
        (10, petersen),
        kite,
        cube,
        complete(3, 3),
        complete(2, 5),
        complete(4, 5),
        circulant(7, &[1, 2, 3]),
        circulant(14, &[1, 5]),
        circulant(9, &[1, 3]),
        circulant(15, &[1, 4]),
    ];
    for (n, mut edges) in graphs {
        edges.iter_mut().for_each(|ends| ends.sort_unstable());
        edges.sort_unstable();
        edges.dedup();
        let (puzzle, layout) = draw(n as usize, edges, vec![]);
        let room = clearance(&puzzle, &layout);
        assert!(room > 0.13, "{room} in {:?}", puzzle.edge_count());
    }
}

#[test]
fn components_do_not_overlap() {
    let (_, layout) = draw(8, vec![[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3]], vec![]);
    for v in 0..8 {
        for w in 0..v {
            assert!(distance(layout.positions[v], layout.positions[w]) > 0.5, "{v} and {w}");
        }
    }
}

#[test]
fn coordinates_of_the_facts_come_first() {
    let puzzle = Puzzle::from_parts(Parts::graph(Topology::Cycle, 3, vec![[0, 1]])).unwrap();
    let layout = Layout::of(&puzzle, &[Some([5, 5]), Some([5, 9]), None], &Limits::none()).unwrap();
    assert_eq!(layout.method, Method::Given);
    assert_eq!(layout.positions[..2], [[0.0, 0.0], [0.0, 1.0]]);
}
