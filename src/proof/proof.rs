//! A proof that a formula has no model: the steps that are needed, in the format of VeriPB.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

use super::formula::{Formula, Number};
use super::recorder::Steps;
use super::trace::{Kind, StepId, Trace, Word, Words};
use rustc_hash::FxHashMap;
use zlink_base::limits::{Interrupted, Limits, Progress};
use zlink_deduce::{Deduction, Depth, Techniques};
use zlink_puzzle::{EdgeId, Subdivided};
use zlink_search::{Budget, Cdcl, Unfinished};

/// The number of steps that are deleted together.
const DELETED_TOGETHER: usize = 32;

/// Stands for no step: the step is not needed.
const UNUSED: StepId = StepId::MAX;

/// A proof that a formula has no model.
#[derive(Debug)]
pub struct Proof {
    trace: Trace,
    /// The formula's constraints.
    constraints: Number,
    /// For each step the last one that uses it, or [`UNUSED`].
    last_use: Vec<StepId>,
}

/// The reason why a proof was not found.
#[derive(Debug)]
pub enum Unproved {
    /// A limit was reached.
    Interrupted(Interrupted),
    /// The formula has a model: this is another solution.
    Another(Vec<EdgeId>),
    /// The steps do not fit into memory, and the file for them cannot be written.
    File(io::Error),
}

impl Proof {
    /// Proves that `formula`, which excludes the `answers`, has no model. If there are very many steps, most of them go to a file without
    /// a name in `folder`; without a folder they stay in memory.
    ///
    /// # Errors
    /// There is another solution, a limit was reached, or that file cannot be written.
    pub fn find(
        formula: &Formula<'_>,
        answers: &[Vec<EdgeId>],
        folder: Option<&Path>,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<Self, Unproved> {
        let subdivided = Subdivided::of(formula.puzzle());
        let puzzle = subdivided.as_ref().map_or(formula.puzzle(), |subdivided| &subdivided.puzzle);
        let mut steps = Steps::new(formula, subdivided.as_ref(), folder, limits);
        let mut deduction = Deduction::with(puzzle, Techniques::provable());
        // The answers are told at level 0, where known literals are left out. The search meets a conflict of this again.
        let _ = deduction.propagate(Depth::Cheap);
        let mut cdcl = Cdcl::new(deduction, 0);
        cdcl.record(&mut steps);
        for (number, answer) in answers.iter().enumerate() {
            match &subdivided {
                Some(subdivided) => cdcl.exclude(number, &subdivided.subdivided(answer)),
                None => cdcl.exclude(number, answer),
            }
        }
        let mut another = None;
        let result = cdcl.run(limits, Budget::new(u64::MAX, progress), |solution| {
            another = Some(subdivided.as_ref().map_or(solution, |s| s.original(solution)).to_vec());
            ControlFlow::Break(())
        });
        drop(cdcl);
        let trace = steps.into_trace().map_err(Unproved::File)?;
        match (result, another) {
            (_, Some(solution)) => Err(Unproved::Another(solution)),
            (Err(Unfinished::Stopped(cause)), _) => Err(Unproved::Interrupted(cause)),
            (Err(_), _) => unreachable!("the budget has no bound"),
            (Ok(_), None) => Self::of(trace, formula.len()).map_err(Unproved::File),
        }
    }

    /// The proof whose last step is that of an empty clause.
    fn of(trace: Trace, constraints: Number) -> io::Result<Self> {
        let mut last_use = vec![UNUSED; trace.len() as usize];
        if let Some(last) = last_use.last_mut() {
            *last = trace.len();
        }
        trace.each(true, |id, _, words| {
            let used = words.filter_map(step).filter(|_| last_use[id as usize] != UNUSED);
            for used in used.collect::<Vec<_>>() {
                let last = &mut last_use[used as usize];
                if *last == UNUSED {
                    *last = id;
                }
            }
            Ok(())
        })?;
        Ok(Proof { trace, constraints, last_use })
    }

    /// The number of steps, without those that are not needed.
    pub fn steps(&self) -> usize {
        self.last_use.iter().filter(|&&last| last != UNUSED).count()
    }

    /// Writes the proof for VeriPB 3.
    ///
    /// # Errors
    /// The errors of `out`.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "pseudo-Boolean proof version 3.0")?;
        writeln!(out, "f {} ;", self.constraints)?;
        // The numbers of the steps that will be used.
        let mut numbers: FxHashMap<StepId, Number> = FxHashMap::default();
        let (mut number, mut done) = (self.constraints, Vec::new());
        self.trace.each(false, |id, kind, words| {
            if self.last_use[id as usize] == UNUSED {
                return Ok(());
            }
            number += 1;
            numbers.insert(id, number);
            write_step(kind, words.clone(), &numbers, out)?;
            let last_used = words.filter_map(step).filter(|&used| self.last_use[used as usize] == id);
            done.extend(last_used.filter_map(|used| numbers.remove(&used)));
            if done.len() >= DELETED_TOGETHER {
                write!(out, "del id")?;
                done.drain(..).try_for_each(|number| write!(out, " {number}"))?;
                writeln!(out, " ;")?;
            }
            Ok(())
        })?;
        writeln!(out, "output NONE ;")?;
        writeln!(out, "conclusion UNSAT : {number} ;")?;
        writeln!(out, "end pseudo-Boolean proof ;")
    }
}

/// The step that a word names, if it names one.
fn step(word: Word) -> Option<StepId> {
    match word {
        Word::Step(step) => Some(step),
        _ => None,
    }
}

/// Writes a step, which uses steps with these numbers.
pub(super) fn write_step(
    kind: Kind,
    words: Words<'_>,
    numbers: &FxHashMap<StepId, Number>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut has_hints = false;
    write!(out, "{}", if kind == Kind::Unit { "rup" } else { "pol" })?;
    for word in words {
        if let (Kind::Unit, false, Word::Formula(_) | Word::Step(_)) = (kind, has_hints, word) {
            has_hints = true;
            write!(out, " >= 1 :")?;
        }
        match word {
            Word::Formula(number) => write!(out, " {number}")?,
            Word::Step(step) => write!(out, " {}", numbers[&step])?,
            Word::Add => write!(out, " +")?,
            Word::Multiply(factor) => write!(out, " {factor} *")?,
            Word::Divide(divisor) => write!(out, " {divisor} d")?,
            Word::Saturate => write!(out, " s")?,
            Word::Literal(literal) if kind == Kind::Unit => write!(out, " 1 {literal}")?,
            Word::Literal(literal) => write!(out, " {literal}")?,
            Word::Weaken(variable) => write!(out, " {variable} w")?,
        }
    }
    if kind == Kind::Unit && !has_hints {
        write!(out, " >= 1")?;
    }
    writeln!(out, " ;")
}
