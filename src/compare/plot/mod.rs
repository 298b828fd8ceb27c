//! The picture of a comparison: a cactus plot over a box plot, both with a logarithmic axis of CPU seconds.

mod boxes;
mod cactus;

use super::{Comparison, Summary};
use zlink_draw::svg::{PathData, Svg};

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
const DASHES: [&str; 3] = ["none", "7 4", "2 3"];
const INK: &str = "#222";
const GRID: &str = "#d8d8d8";
const FAINT_GRID: &str = "#f0f0f0";

/// The plots of a comparison, as SVG.
pub fn plot(comparison: &Comparison) -> String {
    let summaries: Vec<Summary> =
        (0..comparison.engines.len()).map(|engine| Summary::of(comparison, engine)).collect();
    let boxes_top = CACTUS_TOP + CACTUS_HEIGHT + BETWEEN;
    let boxes_bottom = boxes_top + ROW * summaries.len() as f64;
    let mut svg = Svg::new(WIDTH, boxes_bottom + FOOT);
    let instances = comparison.instances.len();
    svg.leaf("title", &[], &format!("{} engines on {instances} instances", summaries.len()));
    text(&mut svg, (LEFT, 28.0), "start", 17.0, "Instances solved within a time");
    let about = match comparison.time_limit {
        Some(limit) => format!("{instances} instances, time limit {limit} s; {}", comparison.question),
        None => format!("{instances} instances; {}", comparison.question),
    };
    text(&mut svg, (LEFT, 50.0), "start", 13.0, &about);
    cactus::draw(&mut svg, &summaries, instances);
    text(&mut svg, (LEFT, boxes_top - 16.0), "start", 17.0, "CPU time of the solved instances");
    boxes::draw(&mut svg, &summaries, boxes_top, boxes_bottom);
    svg.finish()
}

fn all_times(summaries: &[Summary]) -> impl Iterator<Item = f64> {
    summaries.iter().flat_map(|summary| summary.times.iter().copied())
}

fn colour(engine: usize) -> &'static str {
    COLOURS[engine % COLOURS.len()]
}

fn dash(engine: usize) -> &'static str {
    DASHES[engine / COLOURS.len() % DASHES.len()]
}

/// Draws the mark of an engine in its colour; engines next to each other in the list have marks of different shapes.
fn mark(svg: &mut Svg, engine: usize, x: f64, y: f64) {
    let r = 4.0;
    let corners: &[(f64, f64)] = match engine % 4 {
        0 => {
            let fill = colour(engine).into();
            svg.empty("circle", &[("cx", x.into()), ("cy", y.into()), ("r", r.into()), ("fill", fill)]);
            return;
        }
        1 => &[(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)],
        2 => &[(0.0, -1.3), (1.2, 0.9), (-1.2, 0.9)],
        _ => &[(0.0, -1.4), (1.4, 0.0), (0.0, 1.4), (-1.4, 0.0)],
    };
    let mut path = PathData::default();
    for (i, (dx, dy)) in corners.iter().enumerate() {
        match i {
            0 => path.move_to(x + dx * r, y + dy * r),
            _ => path.line_to(x + dx * r, y + dy * r),
        };
    }
    path.close();
    svg.empty("path", &[("d", path.as_str().into()), ("fill", colour(engine).into())]);
}

fn line(svg: &mut Svg, from: (f64, f64), to: (f64, f64), colour: &str) {
    svg.empty(
        "line",
        &[
            ("x1", from.0.into()),
            ("y1", from.1.into()),
            ("x2", to.0.into()),
            ("y2", to.1.into()),
            ("stroke", colour.into()),
        ],
    );
}

fn text(svg: &mut Svg, at: (f64, f64), anchor: &str, size: f64, content: &str) {
    svg.text(
        &[
            ("x", at.0.into()),
            ("y", at.1.into()),
            ("text-anchor", anchor.into()),
            ("font-size", size.into()),
            ("fill", INK.into()),
        ],
        content,
    );
}

/// `name`, cut to fit beside the panels.
fn shortened(name: &str) -> String {
    const MOST: usize = 17;
    if name.chars().count() <= MOST {
        return name.to_string();
    }
    name.chars().take(MOST - 1).chain(['\u{2026}']).collect()
}
