//! The cactus plot: for each engine, the number of instances (x) that it solves within a time limit per instance (y).

use super::{
    CACTUS_HEIGHT, CACTUS_TOP, FAINT_GRID, GRID, INK, LEFT, RIGHT, all_times, colour, dash, line, mark,
    shortened, text,
};
use crate::Summary;
use crate::axis::{CountAxis, TimeAxis};
use zlink_draw::svg::{PathData, Svg};

const BOTTOM: f64 = CACTUS_TOP + CACTUS_HEIGHT;

/// The axes of the plot.
struct Axes {
    counts: CountAxis,
    seconds: TimeAxis,
}

impl Axes {
    /// The points of an engine's curve, for the ascending times of the instances that it solves.
    fn points(&self, times: &[f64]) -> Vec<(f64, f64)> {
        times.iter().zip(1..).map(|(&time, k)| (self.counts.place(k), self.seconds.place(time))).collect()
    }

    /// Draws the axes and the grid.
    fn draw(&self, svg: &mut Svg) {
        for y in self.seconds.minor_ticks() {
            line(svg, (LEFT, y), (RIGHT, y), FAINT_GRID);
        }
        for (y, label) in self.seconds.ticks() {
            line(svg, (LEFT, y), (RIGHT, y), GRID);
            text(svg, (LEFT - 8.0, y + 4.5), "end", 13.0, &label);
        }
        for (x, label) in self.counts.ticks() {
            line(svg, (x, BOTTOM), (x, BOTTOM + 5.0), INK);
            text(svg, (x, BOTTOM + 20.0), "middle", 13.0, &label);
        }
        line(svg, (LEFT, CACTUS_TOP), (LEFT, BOTTOM), INK);
        line(svg, (LEFT, BOTTOM), (RIGHT, BOTTOM), INK);
        text(svg, ((LEFT + RIGHT) / 2.0, BOTTOM + 42.0), "middle", 14.0, "instances solved");
        let middle = (CACTUS_TOP + BOTTOM) / 2.0;
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
    }
}

/// Draws the cactus plot, and the names of the engines beside it.
pub(super) fn draw(svg: &mut Svg, summaries: &[Summary], instances: usize) {
    let axes = Axes {
        counts: CountAxis::new(instances, LEFT, RIGHT),
        seconds: TimeAxis::new(all_times(summaries), BOTTOM, CACTUS_TOP),
    };
    axes.draw(svg);
    for (engine, summary) in summaries.iter().enumerate() {
        curve(svg, engine, &axes.points(&summary.times));
        legend(svg, engine, &summary.engine);
    }
}

/// Draws the curve of an engine, with its marks.
fn curve(svg: &mut Svg, engine: usize, points: &[(f64, f64)]) {
    let mut path = PathData::default();
    for (k, &(x, y)) in points.iter().enumerate() {
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
                ("stroke", colour(engine).into()),
                ("stroke-width", 2.0.into()),
                ("stroke-dasharray", dash(engine).into()),
                ("stroke-linejoin", "round".into()),
            ],
        );
    }
    // At most about 20 marks, so that they do not overlap, and always one on the last point.
    let every = points.len().div_ceil(20).max(1);
    for &(x, y) in points.iter().rev().step_by(every) {
        mark(svg, engine, x, y);
    }
}

/// Draws the name of an engine beside a sample of its line.
fn legend(svg: &mut Svg, engine: usize, name: &str) {
    let y = CACTUS_TOP + 12.0 + 24.0 * engine as f64;
    let x = RIGHT + 20.0;
    svg.empty(
        "line",
        &[
            ("x1", x.into()),
            ("y1", y.into()),
            ("x2", (x + 30.0).into()),
            ("y2", y.into()),
            ("stroke", colour(engine).into()),
            ("stroke-width", 2.0.into()),
            ("stroke-dasharray", dash(engine).into()),
        ],
    );
    mark(svg, engine, x + 15.0, y);
    text(svg, (x + 38.0, y + 4.5), "start", 13.0, &shortened(name));
}
