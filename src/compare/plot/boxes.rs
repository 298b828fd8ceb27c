//! The box plot: for each engine a box from the first to the third quartile with a line at the median, whiskers to the last
//! values within one and a half lengths of the box, and dots beyond (Tukey, 1977).

use super::{FAINT_GRID, GRID, INK, LEFT, RIGHT, ROW, all_times, colour, line, shortened, text};
use crate::Summary;
use crate::axis::TimeAxis;
use crate::summary::quantile;
use zlink_draw::scene::{Anchor, Colour, Scene, Style};

/// The height of a box, in pixels.
const BOX: f64 = 18.0;
/// The x coordinate where the axis begins; the names are to its left.
const START: f64 = LEFT + 60.0;

/// Draws the box plot, with the names of the engines and the number of instances that each did not solve.
pub(super) fn draw(scene: &mut Scene, summaries: &[Summary], top: f64, bottom: f64) {
    let seconds = TimeAxis::new(all_times(summaries), START, RIGHT);
    for x in seconds.minor_ticks() {
        line(scene, [[x, top], [x, bottom]], FAINT_GRID);
    }
    for (x, label) in seconds.ticks() {
        line(scene, [[x, top], [x, bottom]], GRID);
        text(scene, [x, bottom + 20.0], Anchor::Middle, 13.0, &label);
    }
    text(scene, [(START + RIGHT) / 2.0, bottom + 42.0], Anchor::Middle, 14.0, "CPU seconds");
    for (i, summary) in summaries.iter().enumerate() {
        let y = top + ROW * (i as f64 + 0.5);
        text(scene, [START - 12.0, y + 4.5], Anchor::End, 13.0, &shortened(&summary.engine));
        let unsolved = summary.instances - summary.solved;
        if unsolved > 0 {
            text(scene, [RIGHT + 20.0, y + 4.5], Anchor::Start, 13.0, &format!("{unsolved} not solved"));
        }
        if let Some(parts) = Parts::of(&summary.times) {
            parts.draw(scene, &seconds, y, colour(i));
        }
    }
    line(scene, [[START, bottom], [RIGHT, bottom]], INK);
}

/// The parts of one box with its whiskers and dots, in seconds.
struct Parts {
    quartiles: [f64; 3],
    /// The ends of the whiskers.
    whiskers: [f64; 2],
    outliers: Vec<f64>,
}

impl Parts {
    /// The parts for ascending `times`; none if there are no times.
    fn of(times: &[f64]) -> Option<Self> {
        let [first, median, third] = [0.25, 0.5, 0.75].map(|q| quantile(times, q));
        let quartiles = [first?, median?, third?];
        let reach = 1.5 * (quartiles[2] - quartiles[0]);
        let near = |time: &&f64| **time >= quartiles[0] - reach && **time <= quartiles[2] + reach;
        let whiskers = [*times.iter().find(near)?, *times.iter().rfind(near)?];
        let outliers = times.iter().filter(|time| !near(time)).copied().collect();
        Some(Parts { quartiles, whiskers, outliers })
    }

    fn draw(&self, scene: &mut Scene, seconds: &TimeAxis, y: f64, colour: Colour) {
        let [x0, x4] = self.whiskers.map(|time| seconds.place(time));
        let [x1, x2, x3] = self.quartiles.map(|time| seconds.place(time));
        for (from, to) in [(x0, x1), (x3, x4)] {
            line(scene, [[from, y], [to, y]], INK);
        }
        for x in [x0, x4] {
            line(scene, [[x, y - BOX / 4.0], [x, y + BOX / 4.0]], INK);
        }
        let styles =
            [Style::Fill(colour), Style::FillOpacity(0.35), Style::Stroke(colour), Style::Width(1.5)];
        scene.rectangle([x1, y - BOX / 2.0], [(x3 - x1).max(1.0), BOX], 0.0, &styles);
        let median = [[x2, y - BOX / 2.0], [x2, y + BOX / 2.0]];
        scene.line(median, &[Style::Stroke(INK), Style::Width(2.5)]);
        for &time in &self.outliers {
            scene.circle([seconds.place(time), y], 2.5, &[Style::Fill(colour)]);
        }
    }
}
