//! An engine's runs in figures.

use serde::Serialize;

use super::{Comparison, End};

/// All runs of an engine on an instance, as one.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// The first end that is no answer, or else the first answer.
    pub end: End,
    /// The median of their CPU times, in seconds.
    pub cpu: f64,
    /// The median of their wall times, in seconds.
    pub wall: f64,
    /// The greatest memory, in bytes.
    pub memory: u64,
}

impl Sample {
    /// The runs of `engine` on `instance`; `None` when there are none.
    pub fn of(comparison: &Comparison, engine: usize, instance: usize) -> Option<Self> {
        let mine = |run: &&super::Run| run.engine == engine && run.instance == instance;
        let runs: Vec<_> = comparison.runs.iter().filter(mine).collect();
        let unanswered = runs.iter().find(|run| run.end.verdict().is_none());
        Some(Sample {
            end: unanswered.or(runs.first())?.end.clone(),
            cpu: median(runs.iter().map(|run| run.cpu).collect())?,
            wall: median(runs.iter().map(|run| run.wall).collect())?,
            memory: runs.iter().map(|run| run.memory).max()?,
        })
    }
}

/// What an engine did with all instances.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Summary {
    /// Its name.
    pub engine: String,
    /// How many instances it was run on.
    pub instances: usize,
    /// How many of them it answered.
    pub solved: usize,
    /// How often the time was not enough.
    pub time: usize,
    /// How often the memory was not enough.
    pub memory: usize,
    /// How often it wrote too much.
    pub output: usize,
    /// How often it was wrong.
    pub wrong: usize,
    /// How often it failed otherwise.
    pub errors: usize,
    /// The median of the CPU seconds over all instances, those not answered counted as slower than any; `None` when
    /// it falls on one of those.
    pub median: Option<f64>,
    /// The mean of the CPU seconds of the answered ones.
    pub mean: Option<f64>,
    /// The greatest CPU time of an answered one, in seconds.
    pub max: Option<f64>,
    /// The CPU seconds of all runs together, each instance once.
    pub sum: f64,
    /// The greatest memory of a run, in bytes.
    pub max_memory: u64,
    /// The CPU seconds of the answered instances, ascending.
    #[serde(skip)]
    pub times: Vec<f64>,
}

impl Summary {
    /// The runs of `engine` on all instances.
    pub fn of(comparison: &Comparison, engine: usize) -> Self {
        let instances = 0..comparison.instances.len();
        let samples: Vec<Sample> =
            instances.filter_map(|instance| Sample::of(comparison, engine, instance)).collect();
        let count = |is: fn(&End) -> bool| samples.iter().filter(|sample| is(&sample.end)).count();
        let solved = samples.iter().filter(|sample| sample.end.verdict().is_some());
        let mut times: Vec<f64> = solved.map(|sample| sample.cpu).collect();
        times.sort_by(f64::total_cmp);
        let late = vec![f64::INFINITY; samples.len() - times.len()];
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        Summary {
            engine: comparison.engines[engine].clone(),
            instances: samples.len(),
            solved: times.len(),
            time: count(|end| *end == End::Time),
            memory: count(|end| *end == End::Memory),
            output: count(|end| matches!(end, End::Output(_))),
            wrong: count(|end| matches!(end, End::Wrong(_))),
            errors: count(|end| matches!(end, End::Failed(_))),
            median: median([&times[..], &late].concat()).filter(|median| median.is_finite()),
            mean: (!times.is_empty()).then_some(mean),
            max: times.last().copied(),
            sum: samples.iter().map(|sample| sample.cpu).sum(),
            max_memory: samples.iter().map(|sample| sample.memory).max().unwrap_or(0),
            times,
        }
    }
}

/// The median of `values`, in any order.
fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    quantile(&values, 0.5)
}

/// The `q`-quantile of ascending `values`, between two of them by their distance.
pub(super) fn quantile(values: &[f64], q: f64) -> Option<f64> {
    let place = values.len().checked_sub(1)? as f64 * q;
    let (low, high) = (values[place.floor() as usize], values[place.ceil() as usize]);
    // Two infinite values have no distance.
    Some(if low == high { low } else { low + (high - low) * place.fract() })
}
