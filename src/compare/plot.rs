//! The picture of a comparison: a cactus plot over a box plot, both with a logarithmic axis of CPU seconds.

use super::axis::{CountAxis, TimeAxis};
use super::summary::quantile;
use super::{Comparison, Summary};
use crate::draw::svg::{PathData, Svg};

const WIDTH: f64 = 900.0;
/// Where the panels begin and end; beyond it are the names.
const LEFT: f64 = 80.0;
const RIGHT: f64 = 700.0;
const CACTUS_TOP: f64 = 70.0;
const CACTUS_HEIGHT: f64 = 360.0;
/// From the cactus plot down to the box plot: room for an axis and a heading.
const BETWEEN: f64 = 100.0;
const ROW: f64 = 34.0;
const BOX: f64 = 18.0;
/// Below the last panel.
const FOOT: f64 = 60.0;

/// Colours that stay apart for colour-blind eyes (Okabe and Ito, 2008), without the yellow that fades on white.
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#e69f00", "#56b4e9"];
/// More engines than colours are told apart by their lines.
const DASHES: [&str; 3] = ["none", "7 4", "2 3"];
const INK: &str = "#222";
const GRID: &str = "#d8d8d8";
const FAINT_GRID: &str = "#f0f0f0";

/// The picture, as SVG.
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
    cactus(&mut svg, &summaries, instances);
    text(&mut svg, (LEFT, boxes_top - 16.0), "start", 17.0, "CPU time of the solved instances");
    boxes(&mut svg, &summaries, boxes_top, boxes_bottom);
    svg.finish()
}

fn all_times(summaries: &[Summary]) -> impl Iterator<Item = f64> {
    summaries.iter().flat_map(|summary| summary.times.iter().copied())
}

/// For each engine, how many instances (x) it solves when each may take so long (y).
fn cactus(svg: &mut Svg, summaries: &[Summary], instances: usize) {
    let bottom = CACTUS_TOP + CACTUS_HEIGHT;
    let seconds = TimeAxis::new(all_times(summaries), bottom, CACTUS_TOP);
    let counts = CountAxis::new(instances, LEFT, RIGHT);
    for y in seconds.minor_ticks() {
        line(svg, (LEFT, y), (RIGHT, y), FAINT_GRID);
    }
    for (y, label) in seconds.ticks() {
        line(svg, (LEFT, y), (RIGHT, y), GRID);
        text(svg, (LEFT - 8.0, y + 4.5), "end", 13.0, &label);
    }
    for (x, label) in counts.ticks() {
        line(svg, (x, bottom), (x, bottom + 5.0), INK);
        text(svg, (x, bottom + 20.0), "middle", 13.0, &label);
    }
    frame(svg, CACTUS_TOP, bottom);
    text(svg, ((LEFT + RIGHT) / 2.0, bottom + 42.0), "middle", 14.0, "instances solved");
    let middle = (CACTUS_TOP + bottom) / 2.0;
    let turn = format!("rotate(-90 22 {middle})");
    svg.text(
        &[
            ("x", 22.0.into()),
            ("y", middle.into()),
            ("text-anchor", "middle".into()),
            ("font-size", 14.0.into()),
            ("fill", INK.into()),
            ("transform", (&turn).into()),
        ],
        "CPU seconds",
    );
    for (i, summary) in summaries.iter().enumerate() {
        let mut path = PathData::default();
        for (k, &time) in summary.times.iter().enumerate() {
            let (x, y) = (counts.place(k + 1), seconds.place(time));
            match k {
                0 => path.move_to(x, y),
                _ => path.line_to(x, y),
            };
        }
        if !path.is_empty() {
            svg.empty(
                "path",
                &[
                    ("d", path.as_str().into()),
                    ("fill", "none".into()),
                    ("stroke", colour(i).into()),
                    ("stroke-width", 2.0.into()),
                    ("stroke-dasharray", dash(i).into()),
                    ("stroke-linejoin", "round".into()),
                ],
            );
        }
        // Marks where they do not run into each other, and always on the last one.
        let every = summary.times.len().div_ceil(20).max(1);
        for (k, &time) in summary.times.iter().enumerate().rev().step_by(every) {
            mark(svg, i, counts.place(k + 1), seconds.place(time));
        }
        let y = CACTUS_TOP + 12.0 + 24.0 * i as f64;
        let x = RIGHT + 20.0;
        svg.empty(
            "line",
            &[
                ("x1", x.into()),
                ("y1", y.into()),
                ("x2", (x + 30.0).into()),
                ("y2", y.into()),
                ("stroke", colour(i).into()),
                ("stroke-width", 2.0.into()),
                ("stroke-dasharray", dash(i).into()),
            ],
        );
        mark(svg, i, x + 15.0, y);
        text(svg, (x + 38.0, y + 4.5), "start", 13.0, &shortened(&summary.engine));
    }
}

/// For each engine a box from the first to the third quartile with a line at the median; whiskers to the last
/// values within one and a half lengths of the box, and dots beyond (Tukey, 1977).
fn boxes(svg: &mut Svg, summaries: &[Summary], top: f64, bottom: f64) {
    let seconds = TimeAxis::new(all_times(summaries), LEFT + 60.0, RIGHT);
    for x in seconds.minor_ticks() {
        line(svg, (x, top), (x, bottom), FAINT_GRID);
    }
    for (x, label) in seconds.ticks() {
        line(svg, (x, top), (x, bottom), GRID);
        text(svg, (x, bottom + 20.0), "middle", 13.0, &label);
    }
    text(svg, ((LEFT + 60.0 + RIGHT) / 2.0, bottom + 42.0), "middle", 14.0, "CPU seconds");
    for (i, summary) in summaries.iter().enumerate() {
        let y = top + ROW * (i as f64 + 0.5);
        text(svg, (LEFT + 48.0, y + 4.5), "end", 13.0, &shortened(&summary.engine));
        let unsolved = summary.instances - summary.solved;
        if unsolved > 0 {
            text(svg, (RIGHT + 20.0, y + 4.5), "start", 13.0, &format!("{unsolved} not solved"));
        }
        let times = &summary.times[..];
        let quartiles = [0.25, 0.5, 0.75].map(|q| quantile(times, q));
        let [Some(first), Some(median), Some(third)] = quartiles else { continue };
        let reach = 1.5 * (third - first);
        let near = |time: &&f64| **time >= first - reach && **time <= third + reach;
        let (Some(&least), Some(&most)) = (times.iter().find(near), times.iter().rfind(near)) else {
            continue;
        };
        let [x0, x1, x2, x3, x4] = [least, first, median, third, most].map(|time| seconds.place(time));
        for (from, to) in [(x0, x1), (x3, x4)] {
            line(svg, (from, y), (to, y), INK);
        }
        for x in [x0, x4] {
            line(svg, (x, y - BOX / 4.0), (x, y + BOX / 4.0), INK);
        }
        svg.empty(
            "rect",
            &[
                ("x", x1.into()),
                ("y", (y - BOX / 2.0).into()),
                ("width", (x3 - x1).max(1.0).into()),
                ("height", BOX.into()),
                ("fill", colour(i).into()),
                ("fill-opacity", 0.35.into()),
                ("stroke", colour(i).into()),
                ("stroke-width", 1.5.into()),
            ],
        );
        svg.empty(
            "line",
            &[
                ("x1", x2.into()),
                ("y1", (y - BOX / 2.0).into()),
                ("x2", x2.into()),
                ("y2", (y + BOX / 2.0).into()),
                ("stroke", INK.into()),
                ("stroke-width", 2.5.into()),
            ],
        );
        for time in times.iter().filter(|time| !near(time)) {
            let (x, ink) = (seconds.place(*time), colour(i));
            svg.empty(
                "circle",
                &[("cx", x.into()), ("cy", y.into()), ("r", 2.5.into()), ("fill", ink.into())],
            );
        }
    }
    line(svg, (LEFT + 60.0, bottom), (RIGHT, bottom), INK);
}

fn colour(engine: usize) -> &'static str {
    COLOURS[engine % COLOURS.len()]
}

fn dash(engine: usize) -> &'static str {
    DASHES[engine / COLOURS.len() % DASHES.len()]
}

/// A small figure in the colour of an engine; neighbours in the list have different figures.
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

fn frame(svg: &mut Svg, top: f64, bottom: f64) {
    line(svg, (LEFT, top), (LEFT, bottom), INK);
    line(svg, (LEFT, bottom), (RIGHT, bottom), INK);
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

/// A name that fits beside the panels.
fn shortened(name: &str) -> String {
    const MOST: usize = 17;
    if name.chars().count() <= MOST {
        return name.to_string();
    }
    name.chars().take(MOST - 1).chain(['\u{2026}']).collect()
}
