//! Statistics of the runs of an engine.

use serde::Serialize;

use super::{Comparison, End};

/// All runs of an engine on an instance, combined.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// The first end that is no answer, or else the first answer.
    pub end: End,
    /// The median of the runs' CPU times, in seconds.
    pub cpu: f64,
    /// The median of the runs' wall times, in seconds.
    pub wall: f64,
    /// The greatest memory of a run, in bytes.
    pub memory: u64,
}

impl Sample {
    /// Combines the runs of `engine` on `instance`; `None` when there are none.
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

/// The results of an engine on all instances.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Summary {
    /// The name of the engine.
    pub engine: String,
    /// The number of instances that the engine was run on.
    pub instances: usize,
    /// The number of instances that the engine answered.
    pub solved: usize,
    /// The number of instances on which the time limit was reached.
    pub time: usize,
    /// The number of instances on which the memory limit was reached.
    pub memory: usize,
    /// The number of instances on which the engine wrote too much.
    pub output: usize,
    /// The number of instances on which the engine was wrong.
    pub wrong: usize,
    /// The number of instances on which the engine failed otherwise.
    pub errors: usize,
    /// The median of the CPU seconds over all instances, where an unanswered instance counts as slower than any answered one;
    /// `None` when the median falls on an unanswered one.
    pub median: Option<f64>,
    /// The mean of the CPU seconds over the answered instances.
    pub mean: Option<f64>,
    /// The greatest CPU time on an answered instance, in seconds.
    pub max: Option<f64>,
    /// The sum of the CPU seconds over all instances; repeated runs count once, by their median.
    pub sum: f64,
    /// The greatest memory of a run, in bytes.
    pub max_memory: u64,
    /// The CPU seconds of the answered instances, ascending.
    #[serde(skip)]
    pub times: Vec<f64>,
}

impl Summary {
    /// Summarises the runs of `engine` on all instances.
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

/// The `q`-quantile of ascending `values`, linearly interpolated between two of them.
pub(super) fn quantile(values: &[f64], q: f64) -> Option<f64> {
    let place = values.len().checked_sub(1)? as f64 * q;
    let (low, high) = (values[place.floor() as usize], values[place.ceil() as usize]);
    // The difference of two infinite values is not a number.
    Some(if low == high { low } else { low + (high - low) * place.fract() })
}
