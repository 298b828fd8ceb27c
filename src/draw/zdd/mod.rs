//! A picture of a small diagram in the style of papers: a row for each level, with `lo` arcs dashed and `hi` arcs solid. Arcs to the empty
//! family are left out.

mod order;
mod place;
mod rows;

use super::palette::INK;
use super::scene::{Anchor, Colour, PathData, Scene, Style, WHITE};
use rows::{Arc, Item, Rows};
use zlink_diagram::{Diagram, Element, Level, NodeId};

/// The most nodes of a diagram that is drawn; a larger picture could not be read.
pub const MOST_NODES: usize = 1000;

/// The error that a diagram, with this number of nodes, is too large to be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the diagram has {0} nodes; pictures are for at most {MOST_NODES}")]
pub struct TooLarge(pub usize);

const STEP: [f64; 2] = [46.0, 52.0];
const RADIUS: f64 = 7.0;
/// The distance by which two arcs between the same nodes bend apart.
const BEND: f64 = 12.0;

/// Draws the diagram as an SVG document; `name` gives the label of an element.
pub fn svg(diagram: &Diagram, name: impl Fn(Element) -> String) -> Result<String, TooLarge> {
    if diagram.node_count() > MOST_NODES {
        return Err(TooLarge(diagram.node_count()));
    }
    let levels: Vec<Level> =
        diagram.levels_up().rev().filter(|&level| !diagram.row(level).is_empty()).collect();
    let mut rows = Rows::of(diagram, &levels);
    order::order(&mut rows);
    let x = place::places(&rows);
    let names: Vec<String> = levels.iter().map(|level| name(diagram.variables()[level.index()])).collect();
    let longest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let margin = 24.0 + 6.4 * longest as f64;
    let height = |row: usize| (row as f64 + 0.7) * STEP[1];
    let mut place = vec![[0.0; 2]; rows.items.len()];
    for (i, row) in rows.rows.iter().enumerate() {
        for &item in row {
            place[item] = [margin + (x[item] + 0.5) * STEP[0], height(i)];
        }
    }
    let widest = x.iter().copied().fold(0.0, f64::max) + 1.0;
    let mut scene = Scene::new(margin + widest * STEP[0] + 16.0, height(rows.rows.len()));
    for (i, name) in names.iter().enumerate() {
        let y = height(i);
        let ends = [margin, margin + widest * STEP[0]].map(|x| [x, y]);
        scene.line(ends, &[Style::Stroke(Colour::Hex("#eee"))]);
        scene.text([8.0, y + 4.0], &[Style::FontSize(11.0)], name);
    }
    for (is_hi, dashes) in [(false, &[5.0, 4.0][..]), (true, &[])] {
        let [fill, stroke] = [Style::Fill(Colour::None), Style::Stroke(INK)];
        scene.path(arcs(&rows, &place, is_hi), &[fill, stroke, Style::Width(1.2), Style::Dashes(dashes)]);
    }
    nodes(&mut scene, &rows, &place);
    Ok(scene.svg())
}

/// The arcs of a kind. Each is one line from its node, up to a part that is already drawn.
fn arcs(rows: &Rows, place: &[[f64; 2]], is_hi: bool) -> PathData {
    let mut path = PathData::default();
    let mut onward: Vec<Option<&Arc>> = vec![None; rows.items.len()];
    for arc in rows.arcs.iter().filter(|arc| rows.is_passing(arc.from)) {
        onward[arc.from] = Some(arc);
    }
    for first in rows.arcs.iter().filter(|arc| arc.is_hi == is_hi && !rows.is_passing(arc.from)) {
        path.lines([place[first.from]]);
        let mut next = Some(first);
        while let Some(arc) = next {
            let (a, b) = (place[arc.from], place[arc.to]);
            let is_twin = |other: &&Arc| (other.from, other.to) == (arc.from, arc.to);
            if rows.arcs.iter().filter(is_twin).count() > 1 {
                let side = if is_hi { BEND } else { -BEND };
                path.curve_to([(a[0] + b[0]) / 2.0 + side, (a[1] + b[1]) / 2.0], b);
            } else {
                // The line is vertical where the arc passes a row, so that its parts join smoothly.
                let control = |here: [f64; 2], there: [f64; 2], is_passing: bool| {
                    let sideways = if is_passing { 0.0 } else { 0.35 * (there[0] - here[0]) };
                    [here[0] + sideways, here[1] + 0.35 * (there[1] - here[1])]
                };
                let controls =
                    [control(a, b, rows.is_passing(arc.from)), control(b, a, rows.is_passing(arc.to))];
                path.cubic_to(controls, b);
            }
            // If another arc has joined before, the rest is already drawn.
            next = onward[arc.to].take();
        }
    }
    path
}

fn nodes(scene: &mut Scene, rows: &Rows, place: &[[f64; 2]]) {
    scene.open(&[Style::Anchor(Anchor::Middle), Style::Stroke(INK), Style::Fill(WHITE)]);
    for (item, &[x, y]) in rows.items.iter().zip(place) {
        match item {
            Item::Passing => {}
            Item::Node(id) if id.is_terminal() => {
                let side = 4.0 * RADIUS;
                scene.rectangle([x - side / 2.0, y - side / 2.0], [side; 2], 0.0, &[]);
                let text = if *id == NodeId::UNIT { "⊤" } else { "⊥" };
                let styles = [Style::FontSize(15.0), Style::Fill(INK), Style::Stroke(Colour::None)];
                scene.text([x, y + 5.0], &styles, text);
            }
            Item::Node(_) => scene.circle([x, y], RADIUS, &[]),
        }
    }
    scene.close();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_ordered_without_needless_crossings() {
        // Three nodes above, three below, joined crosswise; and arcs that pass by.
        let arc = |from, to| Arc { from, to, is_hi: true };
        let mut rows = Rows {
            items: (0..9).map(|i| if i == 4 { Item::Passing } else { Item::Node(NodeId(9 - i)) }).collect(),
            rows: vec![vec![0, 1, 2], vec![3, 4, 5], vec![6, 7, 8]],
            arcs: vec![arc(0, 5), arc(1, 4), arc(2, 3), arc(3, 8), arc(4, 7), arc(5, 6)],
        };
        assert_eq!(order::crossings(&rows), 6);
        order::order(&mut rows);
        assert_eq!(order::crossings(&rows), 0);
        let x = place::places(&rows);
        assert!([(1, 4), (4, 7)].iter().all(|&(a, b): &(usize, usize)| (x[a] - x[b]).abs() < 1e-6), "{x:?}");
    }
}
