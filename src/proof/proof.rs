//! A proof that a formula has no model: the steps that are needed, in the format of VeriPB.

use std::io::{self, Write};
use std::ops::ControlFlow;

use super::formula::{Formula, Number};
use super::recorder::Steps;
use super::trace::{Kind, StepId, Trace, Word};
use zlink_base::limits::{Interrupted, Limits, Progress};
use zlink_deduce::{Deduction, Depth, Techniques};
use zlink_puzzle::EdgeId;
use zlink_search::{Budget, Cdcl, Unfinished};

/// The number of steps that are deleted together.
const DELETED_TOGETHER: usize = 32;

/// A proof that a formula has no model.
#[derive(Debug)]
pub struct Proof {
    trace: Trace,
    /// The formula's constraints.
    constraints: Number,
    /// For each step the last one that uses it, or `None` if no step does.
    last_use: Vec<Option<StepId>>,
}

/// The reason why a proof was not found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unproved {
    /// A limit was reached.
    Interrupted(Interrupted),
    /// The formula has a model: this is another solution.
    Another(Vec<EdgeId>),
}

impl From<Interrupted> for Unproved {
    fn from(cause: Interrupted) -> Self {
        Unproved::Interrupted(cause)
    }
}

impl Proof {
    /// Proves that `formula`, which excludes the `answers`, has no model.
    ///
    /// # Errors
    /// There is another solution, or a limit was reached.
    pub fn find(
        formula: &Formula<'_>,
        answers: &[Vec<EdgeId>],
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<Self, Unproved> {
        let mut steps = Steps::new(formula, limits);
        let mut deduction = Deduction::with(formula.puzzle(), Techniques::provable());
        // The answers are told at level 0, where known literals are left out. The search meets a conflict of this again.
        let _ = deduction.propagate(Depth::Cheap);
        let mut cdcl = Cdcl::new(deduction, 0);
        cdcl.record(&mut steps);
        for (number, answer) in answers.iter().enumerate() {
            cdcl.exclude(number, answer);
        }
        let mut another = None;
        let result = cdcl.run(limits, Budget::new(u64::MAX, progress), |solution| {
            another = Some(solution.to_vec());
            ControlFlow::Break(())
        });
        drop(cdcl);
        match (result, another) {
            (_, Some(solution)) => Err(Unproved::Another(solution)),
            (Err(Unfinished::Stopped(cause)), _) => Err(Unproved::Interrupted(cause)),
            (Err(_), _) => unreachable!("the budget has no bound"),
            (Ok(_), None) => Ok(Self::of(steps, formula.len())),
        }
    }

    /// The proof whose last step is that of an empty clause.
    fn of(steps: Steps<'_>, constraints: Number) -> Self {
        let trace = steps.into_trace();
        let mut last_use = vec![None; trace.len()];
        if let Some(last) = last_use.last_mut() {
            *last = Some(trace.len() as StepId);
        }
        for id in (0..trace.len() as StepId).rev() {
            if last_use[id as usize].is_none() {
                continue;
            }
            for word in trace.step(id).1 {
                if let Word::Step(used) = word {
                    last_use[used as usize].get_or_insert(id);
                }
            }
        }
        Proof { trace, constraints, last_use }
    }

    /// The number of steps, without those that are not needed.
    pub fn steps(&self) -> usize {
        self.last_use.iter().flatten().count()
    }

    /// Writes the proof for VeriPB 3.
    ///
    /// # Errors
    /// The errors of `out`.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "pseudo-Boolean proof version 3.0")?;
        writeln!(out, "f {} ;", self.constraints)?;
        let mut numbers: Vec<Number> = vec![0; self.trace.len()];
        let mut number = self.constraints;
        let mut done = Vec::new();
        for id in (0..self.trace.len() as StepId).filter(|&id| self.last_use[id as usize].is_some()) {
            number += 1;
            numbers[id as usize] = number;
            self.write_step(id, &numbers, out)?;
            let used = self.trace.step(id).1.filter_map(|word| match word {
                Word::Step(used) if self.last_use[used as usize] == Some(id) => Some(used),
                _ => None,
            });
            for used in used {
                let number = std::mem::take(&mut numbers[used as usize]);
                done.extend((number > 0).then_some(number));
            }
            if done.len() >= DELETED_TOGETHER {
                write!(out, "del id")?;
                done.drain(..).try_for_each(|number| write!(out, " {number}"))?;
                writeln!(out, " ;")?;
            }
        }
        writeln!(out, "output NONE ;")?;
        writeln!(out, "conclusion UNSAT : {number} ;")?;
        writeln!(out, "end pseudo-Boolean proof ;")
    }

    fn write_step(&self, id: StepId, numbers: &[Number], out: &mut dyn Write) -> io::Result<()> {
        let (kind, words) = self.trace.step(id);
        let mut has_hints = false;
        write!(out, "{}", if kind == Kind::Unit { "rup" } else { "pol" })?;
        for word in words {
            if let (Kind::Unit, false, Word::Formula(_) | Word::Step(_)) = (kind, has_hints, word) {
                has_hints = true;
                write!(out, " >= 1 :")?;
            }
            match word {
                Word::Formula(number) => write!(out, " {number}")?,
                Word::Step(step) => write!(out, " {}", numbers[step as usize])?,
                Word::Add => write!(out, " +")?,
                Word::Multiply(factor) => write!(out, " {factor} *")?,
                Word::Divide(divisor) => write!(out, " {divisor} d")?,
                Word::Saturate => write!(out, " s")?,
                Word::Literal(literal) if kind == Kind::Unit => write!(out, " 1 {literal}")?,
                Word::Literal(literal) => write!(out, " {literal}")?,
                Word::Weaken(variable) => write!(out, " {variable} w")?,
            }
        }
        writeln!(out, " ;")
    }
}
