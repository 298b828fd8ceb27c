//! A small diagram as in the papers: a row for each level, `lo` arcs dashed, `hi` arcs solid.

use rustc_hash::FxHashMap;

use super::palette::INK;
use super::svg::{PathData, Svg, Value};
use crate::diagram::{Arcs, Diagram, Level, NodeId};
use crate::puzzle::EdgeId;

/// More nodes than a picture shows in a way that one could follow.
pub const MOST_NODES: usize = 1000;

/// The diagram has too many nodes to be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the diagram has {0} nodes; pictures are for at most {MOST_NODES}")]
pub struct TooLarge(pub usize);

const STEP: [f64; 2] = [46.0, 52.0];
const RADIUS: f64 = 7.0;

/// What takes a place in a row: a node, or an arc that passes by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Item {
    Node(NodeId),
    /// On the way to this node.
    Passing(NodeId),
}

/// The rows of the picture with the arcs from each to the next.
struct Rows {
    items: Vec<Item>,
    /// The items of each row, from left to right.
    rows: Vec<Vec<usize>>,
    /// From an item to one of the next row; whether the arc is `hi`.
    arcs: Vec<(usize, usize, bool)>,
    /// The column of each item.
    x: Vec<f64>,
}

impl Rows {
    /// Nodes by level; arcs over several levels get a place in each row, together with others of their kind to the
    /// same node.
    fn of(diagram: &Diagram<'_>, levels: &[Level]) -> Self {
        let mut found = Rows { items: Vec::new(), rows: Vec::new(), arcs: Vec::new(), x: Vec::new() };
        // Those of the row above that want to go on: from where, to which node, of which kind.
        let mut open: Vec<(usize, NodeId, bool)> = Vec::new();
        for i in 0..=levels.len() {
            let nodes: Vec<NodeId> = match levels.get(i) {
                Some(&level) => diagram.row(level).map(NodeId).collect(),
                None if diagram.root() == NodeId::EMPTY => vec![NodeId::EMPTY],
                None => vec![NodeId::UNIT],
            };
            let start = found.items.len();
            found.items.extend(nodes.iter().map(|&id| Item::Node(id)));
            let mut next = Vec::new();
            let mut passing: FxHashMap<(NodeId, bool), usize> = FxHashMap::default();
            for (from, to, is_hi) in open {
                let item = match nodes.iter().position(|&id| id == to) {
                    Some(place) => start + place,
                    None => *passing.entry((to, is_hi)).or_insert_with(|| {
                        found.items.push(Item::Passing(to));
                        next.push((found.items.len() - 1, to, is_hi));
                        found.items.len() - 1
                    }),
                };
                found.arcs.push((from, item, is_hi));
            }
            for (place, &id) in nodes.iter().enumerate().filter(|(_, id)| !id.is_terminal()) {
                let Arcs { lo, hi } = diagram.arcs(id);
                let both = [(lo, false), (hi, true)].into_iter().filter(|(child, _)| *child != NodeId::EMPTY);
                next.extend(both.map(|(child, is_hi)| (start + place, child, is_hi)));
            }
            found.rows.push((start..found.items.len()).collect());
            open = next;
        }
        found.x = vec![0.0; found.items.len()];
        found
    }

    fn widest(&self) -> f64 {
        self.rows.iter().map(Vec::len).max().unwrap_or(1) as f64
    }

    fn spread(&mut self) {
        let widest = self.widest();
        for row in &self.rows {
            let left = (widest - row.len() as f64) / 2.0;
            row.iter().enumerate().for_each(|(i, &item)| self.x[item] = left + i as f64);
        }
    }

    /// Puts each row in the order of the means of its neighbours above, then below, a few times (Sugiyama, Tagawa
    /// and Toda 1981).
    fn arrange(&mut self) {
        self.spread();
        for round in 0..8 {
            let mut wish = vec![(0.0, 0u32); self.items.len()];
            for &(above, below, _) in &self.arcs {
                let (to, from) = if round % 2 == 0 { (below, above) } else { (above, below) };
                wish[to].0 += self.x[from];
                wish[to].1 += 1;
            }
            for row in &mut self.rows {
                let key = |item: usize| match wish[item] {
                    (_, 0) => self.x[item],
                    (sum, count) => sum / f64::from(count),
                };
                row.sort_by(|&a, &b| key(a).total_cmp(&key(b)).then(a.cmp(&b)));
            }
            self.spread();
        }
    }
}

/// The diagram as an SVG document; `name` gives the label of an edge.
pub fn svg(diagram: &Diagram<'_>, name: impl Fn(EdgeId) -> String) -> Result<String, TooLarge> {
    if diagram.node_count() > MOST_NODES {
        return Err(TooLarge(diagram.node_count()));
    }
    let levels: Vec<Level> =
        diagram.levels_up().rev().filter(|&level| !diagram.row(level).is_empty()).collect();
    let mut rows = Rows::of(diagram, &levels);
    rows.arrange();
    let names: Vec<String> = levels.iter().map(|level| name(diagram.variables()[level.index()])).collect();
    let longest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let margin = 24.0 + 6.4 * longest as f64;
    let height = |row: usize| (row as f64 + 0.7) * STEP[1];
    let mut place = vec![[0.0; 2]; rows.items.len()];
    for (i, row) in rows.rows.iter().enumerate() {
        for &item in row {
            place[item] = [margin + (rows.x[item] + 0.5) * STEP[0], height(i)];
        }
    }
    let mut svg = Svg::new(margin + rows.widest() * STEP[0] + 16.0, height(rows.rows.len()));
    for is_hi in [false, true] {
        let mut path = PathData::default();
        for &(from, to, _) in rows.arcs.iter().filter(|arc| arc.2 == is_hi) {
            let (a, b) = (place[from], place[to]);
            // Two arcs between the same nodes bend apart.
            let twice = rows.arcs.iter().filter(|arc| (arc.0, arc.1) == (from, to)).count() > 1;
            let bend = if !twice {
                0.0
            } else if is_hi {
                12.0
            } else {
                -12.0
            };
            path.move_to(a[0], a[1]);
            path.curve_to(((a[0] + b[0]) / 2.0 + bend, (a[1] + b[1]) / 2.0), b[0], b[1]);
        }
        if !path.is_empty() {
            let dashes = if is_hi { "none" } else { "5 4" };
            svg.empty(
                "path",
                &[
                    ("d", path.as_str().into()),
                    ("fill", "none".into()),
                    ("stroke", INK.into()),
                    ("stroke-width", 1.2.into()),
                    ("stroke-dasharray", dashes.into()),
                ],
            );
        }
    }
    for (i, name) in names.iter().enumerate() {
        svg.text(&[("x", 8.0.into()), ("y", (height(i) + 4.0).into()), ("font-size", 11.0.into())], name);
    }
    svg.open("g", &[("text-anchor", "middle".into()), ("stroke", INK.into()), ("fill", "#fff".into())]);
    for (item, &[cx, cy]) in rows.items.iter().zip(&place) {
        match item {
            Item::Passing(_) => {}
            Item::Node(id) if id.is_terminal() => {
                let side = 4.0 * RADIUS;
                let corner = [cx - side / 2.0, cy - side / 2.0].map(Value::from);
                let [x, y] = corner;
                svg.empty("rect", &[("x", x), ("y", y), ("width", side.into()), ("height", side.into())]);
                let text = if *id == NodeId::UNIT { "⊤" } else { "⊥" };
                svg.text(
                    &[
                        ("x", cx.into()),
                        ("y", (cy + 5.0).into()),
                        ("font-size", 15.0.into()),
                        ("fill", INK.into()),
                        ("stroke", "none".into()),
                    ],
                    text,
                );
            }
            Item::Node(_) => {
                svg.empty("circle", &[("cx", cx.into()), ("cy", cy.into()), ("r", RADIUS.into())]);
            }
        }
    }
    svg.close();
    Ok(svg.finish())
}
