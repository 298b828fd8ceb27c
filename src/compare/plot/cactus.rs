//! The cactus plot: for each engine, the number of instances (x) that it solves within a time limit per instance (y).

use super::{
    CACTUS_HEIGHT, CACTUS_TOP, FAINT_GRID, GRID, INK, LEFT, RIGHT, all_times, line, mark, pen, shortened,
    text,
};
use crate::Summary;
use crate::axis::{CountAxis, TimeAxis};
use zlink_draw::scene::{Anchor, Colour, PathData, Scene, Style};

const BOTTOM: f64 = CACTUS_TOP + CACTUS_HEIGHT;

/// The axes of the plot.
struct Axes {
    counts: CountAxis,
    seconds: TimeAxis,
}

impl Axes {
    /// The points of an engine's curve, for the ascending times of the instances that it solves.
    fn points(&self, times: &[f64]) -> Vec<[f64; 2]> {
        times.iter().zip(1..).map(|(&time, k)| [self.counts.place(k), self.seconds.place(time)]).collect()
    }

    /// Draws the axes and the grid.
    fn draw(&self, scene: &mut Scene) {
        for y in self.seconds.minor_ticks() {
            line(scene, [[LEFT, y], [RIGHT, y]], FAINT_GRID);
        }
        for (y, label) in self.seconds.ticks() {
            line(scene, [[LEFT, y], [RIGHT, y]], GRID);
            text(scene, [LEFT - 8.0, y + 4.5], Anchor::End, 13.0, &label);
        }
        for (x, label) in self.counts.ticks() {
            line(scene, [[x, BOTTOM], [x, BOTTOM + 5.0]], INK);
            text(scene, [x, BOTTOM + 20.0], Anchor::Middle, 13.0, &label);
        }
        line(scene, [[LEFT, CACTUS_TOP], [LEFT, BOTTOM]], INK);
        line(scene, [[LEFT, BOTTOM], [RIGHT, BOTTOM]], INK);
        text(scene, [(LEFT + RIGHT) / 2.0, BOTTOM + 42.0], Anchor::Middle, 14.0, "instances solved");
        let middle = [22.0, (CACTUS_TOP + BOTTOM) / 2.0];
        let styles = [Style::Anchor(Anchor::Middle), Style::FontSize(14.0), Style::Fill(INK)];
        scene.text(middle, &[&styles[..], &[Style::Turn(-90.0, middle)]].concat(), "CPU seconds");
    }
}

/// Draws the cactus plot, and the names of the engines beside it.
pub(super) fn draw(scene: &mut Scene, summaries: &[Summary], instances: usize) {
    let axes = Axes {
        counts: CountAxis::new(instances, LEFT, RIGHT),
        seconds: TimeAxis::new(all_times(summaries), BOTTOM, CACTUS_TOP),
    };
    axes.draw(scene);
    for (engine, summary) in summaries.iter().enumerate() {
        curve(scene, engine, &axes.points(&summary.times));
        legend(scene, engine, &summary.engine);
    }
}

/// Draws the curve of an engine, with its marks.
fn curve(scene: &mut Scene, engine: usize, points: &[[f64; 2]]) {
    let mut path = PathData::default();
    path.lines(points.iter().copied());
    let fill = [Style::Fill(Colour::None)];
    scene.path(path, &[&fill[..], &pen(engine), &[Style::RoundCorners]].concat());
    // At most about 20 marks, so that they do not overlap, and always one on the last point.
    let every = points.len().div_ceil(20).max(1);
    for &point in points.iter().rev().step_by(every) {
        mark(scene, engine, point);
    }
}

/// Draws the name of an engine beside a sample of its line.
fn legend(scene: &mut Scene, engine: usize, name: &str) {
    let y = CACTUS_TOP + 12.0 + 24.0 * engine as f64;
    let x = RIGHT + 20.0;
    scene.line([[x, y], [x + 30.0, y]], &pen(engine));
    mark(scene, engine, [x + 15.0, y]);
    text(scene, [x + 38.0, y + 4.5], Anchor::Start, 13.0, &shortened(name));
}
