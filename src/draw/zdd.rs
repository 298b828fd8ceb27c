//! A small diagram as in the papers: a row for each level, `lo` arcs dashed, `hi` arcs solid.

use super::palette::INK;
use super::svg::{PathData, Svg};
use crate::diagram::{Arcs, Diagram, NodeId};
use crate::puzzle::EdgeId;

/// More nodes than a picture shows in a way that one could follow.
pub const MOST_NODES: usize = 1000;

/// The diagram has too many nodes to be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the diagram has {0} nodes; pictures are for at most {MOST_NODES}")]
pub struct TooLarge(pub usize);

const STEP: [f64; 2] = [46.0, 52.0];
const RADIUS: f64 = 14.0;

/// The diagram as an SVG document; `name` gives the label of an edge.
pub fn svg(diagram: &Diagram<'_>, name: impl Fn(EdgeId) -> String) -> Result<String, TooLarge> {
    if diagram.node_count() > MOST_NODES {
        return Err(TooLarge(diagram.node_count()));
    }
    let levels: Vec<_> = diagram.levels_up().rev().filter(|&level| !diagram.row(level).is_empty()).collect();
    let mut rows: Vec<Vec<NodeId>> =
        levels.iter().map(|&level| diagram.row(level).map(NodeId).collect()).collect();
    let is_empty = diagram.root() == NodeId::EMPTY;
    rows.push(vec![if is_empty { NodeId::EMPTY } else { NodeId::UNIT }]);
    let count = diagram.node_count() + 2;
    let mut x = vec![0.0f64; count];
    let widest = rows.iter().map(Vec::len).max().unwrap_or(1) as f64;
    let spread = |row: &[NodeId], x: &mut [f64]| {
        let left = (widest - row.len() as f64) / 2.0;
        for (i, id) in row.iter().enumerate() {
            x[id.index()] = left + i as f64;
        }
    };
    rows.iter().for_each(|row| spread(row, &mut x));
    // Each row in the order of the means of its parents, then from below of its children, a few times.
    for round in 0..6 {
        let mut wish = vec![(0.0, 0u32); count];
        for id in rows.iter().flatten().filter(|id| !id.is_terminal()) {
            let Arcs { lo, hi } = diagram.arcs(*id);
            for child in [lo, hi].into_iter().filter(|&child| child != NodeId::EMPTY) {
                let (to, from) = if round % 2 == 0 { (child, *id) } else { (*id, child) };
                wish[to.index()].0 += x[from.index()];
                wish[to.index()].1 += 1;
            }
        }
        for row in &mut rows {
            let key = |id: &NodeId| {
                let (sum, count) = wish[id.index()];
                if count == 0 { x[id.index()] } else { sum / f64::from(count) }
            };
            row.sort_by(|a, b| key(a).total_cmp(&key(b)).then(a.0.cmp(&b.0)));
        }
        rows.iter().for_each(|row| spread(row, &mut x));
    }
    let names: Vec<String> = levels.iter().map(|level| name(diagram.variables()[level.index()])).collect();
    let margin = 24.0 + 6.2 * names.iter().map(String::len).max().unwrap_or(0) as f64;
    let mut y = vec![0.0; count];
    for (i, row) in rows.iter().enumerate() {
        row.iter().for_each(|id| y[id.index()] = (i as f64 + 0.9) * STEP[1]);
    }
    let place = |id: NodeId| [margin + (x[id.index()] + 0.5) * STEP[0], y[id.index()]];
    let mut svg = Svg::new(margin + widest * STEP[0] + 16.0, (rows.len() as f64 + 0.6) * STEP[1]);
    for (dashes, is_hi) in [("5 4", false), ("none", true)] {
        let mut path = PathData::default();
        for id in rows.iter().flatten().filter(|id| !id.is_terminal()) {
            let Arcs { lo, hi } = diagram.arcs(*id);
            let child = if is_hi { hi } else { lo };
            if child != NodeId::EMPTY {
                let (a, b) = (place(*id), place(child));
                path.move_to(a[0], a[1]);
                // Two arcs to one child bend apart; so do arcs that pass levels.
                let passes = ((b[1] - a[1]) / STEP[1]).round() > 1.5;
                let bend = if lo == hi || passes { if is_hi { 0.3 } else { -0.3 } } else { 0.0 } * STEP[0];
                path.curve_to(((a[0] + b[0]) / 2.0 + bend, (a[1] + b[1]) / 2.0), b[0], b[1]);
            }
        }
        if !path.is_empty() {
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
    for (row, name) in rows.iter().zip(&names) {
        let at = row.first().map_or(0.0, |id| y[id.index()]);
        svg.text(&[("x", 8.0.into()), ("y", (at + 4.0).into()), ("font-size", 11.0.into())], name);
    }
    svg.open("g", &[("text-anchor", "middle".into()), ("stroke", INK.into()), ("fill", "#fff".into())]);
    for id in rows.iter().flatten() {
        let [cx, cy] = place(*id);
        if id.is_terminal() {
            let (x, y, side) = (cx - RADIUS, cy - RADIUS, 2.0 * RADIUS);
            let square = [("x", x.into()), ("y", y.into()), ("width", side.into()), ("height", side.into())];
            svg.empty("rect", &square);
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
        } else {
            svg.empty("circle", &[("cx", cx.into()), ("cy", cy.into()), ("r", (RADIUS * 0.5).into())]);
        }
    }
    svg.close();
    Ok(svg.finish())
}
