//! The picture of a comparison: a cactus plot over a box plot, both with a logarithmic axis of CPU seconds.

mod boxes;
mod cactus;

use super::{Comparison, Summary};
use zlink_draw::scene::{Anchor, Colour, PathData, Scene, Style};

const WIDTH: f64 = 900.0;
/// The x coordinates where the panels begin (`LEFT`) and end (`RIGHT`); the names are to the right.
const LEFT: f64 = 80.0;
const RIGHT: f64 = 700.0;
const CACTUS_TOP: f64 = 70.0;
const CACTUS_HEIGHT: f64 = 360.0;
/// The distance from the cactus plot down to the box plot: room for an axis and a heading.
const BETWEEN: f64 = 100.0;
const ROW: f64 = 34.0;
/// The room below the last panel.
const FOOT: f64 = 60.0;

/// Colours that colour-blind readers can distinguish (Okabe and Ito, 2008), without the yellow that fades on white.
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#e69f00", "#56b4e9"];
/// The dash patterns that distinguish engines of the same colour.
const DASHES: [&[f64]; 3] = [&[], &[7.0, 4.0], &[2.0, 3.0]];
const INK: Colour = Colour::Hex("#222");
const GRID: Colour = Colour::Hex("#d8d8d8");
const FAINT_GRID: Colour = Colour::Hex("#f0f0f0");

/// The plots of a comparison, as SVG.
pub fn plot(comparison: &Comparison) -> String {
    let summaries: Vec<Summary> =
        (0..comparison.engines.len()).map(|engine| Summary::of(comparison, engine)).collect();
    let boxes_top = CACTUS_TOP + CACTUS_HEIGHT + BETWEEN;
    let boxes_bottom = boxes_top + ROW * summaries.len() as f64;
    let mut scene = Scene::new(WIDTH, boxes_bottom + FOOT);
    let instances = comparison.instances.len();
    scene.title(format!("{} engines on {instances} instances", summaries.len()));
    text(&mut scene, [LEFT, 28.0], Anchor::Start, 17.0, "Instances solved within a time");
    let about = match comparison.time_limit {
        Some(limit) => format!("{instances} instances, time limit {limit} s; {}", comparison.question),
        None => format!("{instances} instances; {}", comparison.question),
    };
    text(&mut scene, [LEFT, 50.0], Anchor::Start, 13.0, &about);
    cactus::draw(&mut scene, &summaries, instances);
    text(&mut scene, [LEFT, boxes_top - 16.0], Anchor::Start, 17.0, "CPU time of the solved instances");
    boxes::draw(&mut scene, &summaries, boxes_top, boxes_bottom);
    scene.svg()
}

fn all_times(summaries: &[Summary]) -> impl Iterator<Item = f64> {
    summaries.iter().flat_map(|summary| summary.times.iter().copied())
}

fn colour(engine: usize) -> Colour {
    Colour::Hex(COLOURS[engine % COLOURS.len()])
}

/// The styles of an engine's line.
fn pen(engine: usize) -> [Style; 3] {
    let dashes = DASHES[engine / COLOURS.len() % DASHES.len()];
    [Style::Stroke(colour(engine)), Style::Width(2.0), Style::Dashes(dashes)]
}

/// Draws the mark of an engine in its colour; engines next to each other in the list have marks of different shapes.
fn mark(scene: &mut Scene, engine: usize, [x, y]: [f64; 2]) {
    let r = 4.0;
    let fill = Style::Fill(colour(engine));
    let corners: &[[f64; 2]] = match engine % 4 {
        0 => return scene.circle([x, y], r, &[fill]),
        1 => &[[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]],
        2 => &[[0.0, -1.3], [1.2, 0.9], [-1.2, 0.9]],
        _ => &[[0.0, -1.4], [1.4, 0.0], [0.0, 1.4], [-1.4, 0.0]],
    };
    let mut path = PathData::default();
    path.lines(corners.iter().map(|[dx, dy]| [x + dx * r, y + dy * r]));
    path.close();
    scene.path(path, &[fill]);
}

fn line(scene: &mut Scene, ends: [[f64; 2]; 2], colour: Colour) {
    scene.line(ends, &[Style::Stroke(colour)]);
}

fn text(scene: &mut Scene, at: [f64; 2], anchor: Anchor, size: f64, content: &str) {
    scene.text(at, &[Style::Anchor(anchor), Style::FontSize(size), Style::Fill(INK)], content);
}

/// `name`, cut to fit beside the panels.
fn shortened(name: &str) -> String {
    const MOST: usize = 17;
    if name.chars().count() <= MOST {
        return name.to_string();
    }
    name.chars().take(MOST - 1).chain(['\u{2026}']).collect()
}
