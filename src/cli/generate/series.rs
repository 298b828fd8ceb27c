//! Makes several puzzles, and writes them to files or the standard output.

use std::path::{Path, PathBuf};

use clap::Args;

use super::board::Making;
use super::reproduction::{Origin, ReproductionCommand};
use crate::failure::Failure;
use crate::prove::certify_made;
use crate::session::Session;
use crate::values::positive;
use zlink_answer::ExitStatus;
use zlink_base::files;
use zlink_generate::GenerateError;
use zlink_puzzle::Topology;

/// What random puzzles need beside.
#[derive(Debug, Args)]
pub(super) struct Series {
    /// The number of puzzles; their seeds are the numbers from --seed on.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "output", value_parser = positive::<u64>)]
    count: u64,
}

/// Makes and writes the wanted number of puzzles; `again` is the command of this run. `status` is called at the end, for the exit
/// status.
pub(super) fn series(
    session: &Session,
    making: &Making,
    topology: Topology,
    again: Option<ReproductionCommand>,
    wanted: &Series,
    mut make: impl FnMut(u64) -> Result<(String, String), GenerateError>,
    status: impl FnOnce() -> ExitStatus,
) -> Result<ExitStatus, Failure> {
    let mut puzzles = Puzzles::new(session, making, topology, again, wanted.count);
    for i in 0..wanted.count {
        let seed = making.seed.wrapping_add(i);
        let (what, facts) = match make(seed) {
            Ok(made) => made,
            Err(error) => return report_error(session, error),
        };
        puzzles.write(Origin::Seed(seed), &format!("{what}; seed {seed}"), &facts)?;
    }
    Ok(puzzles.finish(status()))
}

/// Reports why there is no puzzle.
pub(super) fn report_error(session: &Session, error: GenerateError) -> Result<ExitStatus, Failure> {
    match error {
        GenerateError::Request(reason) => Err(Failure::input(reason)),
        GenerateError::Interrupted(cause) => Err(cause.into()),
        GenerateError::Unfinished { cause, so_far } => {
            session.remark(&so_far);
            Err(cause.into())
        }
        GenerateError::NotFound(missed) => {
            session.show_line(&missed.reason);
            Ok(session.output.result("", ExitStatus::UNSATISFIABLE))
        }
    }
}

/// The file of puzzle `number` of `count` in `folder`.
pub(super) fn file_name(folder: &Path, number: u64, count: u64) -> PathBuf {
    let digits = count.to_string().len().clamp(2, 8);
    folder.join(format!("{number:0digits$}.lp"))
}

/// Writes puzzles: one to the standard output, or each to a file.
pub(super) struct Puzzles<'s> {
    session: &'s Session,
    making: &'s Making,
    /// The shape of solutions, if the facts do not imply it.
    topology: Option<Topology>,
    again: Option<ReproductionCommand>,
    count: u64,
    written: u64,
    text: String,
}

impl<'s> Puzzles<'s> {
    /// A writer for at most `count` puzzles, which the command `again` makes; `topology` is the shape of their solutions.
    pub(super) fn new(
        session: &'s Session,
        making: &'s Making,
        topology: Topology,
        again: Option<ReproductionCommand>,
        count: u64,
    ) -> Self {
        let topology = (topology == Topology::Cycles).then_some(topology);
        Puzzles { session, making, topology, again, count, written: 0, text: String::new() }
    }

    /// Writes a puzzle after two comments: the command that reproduces it, and the description `what`.
    pub(super) fn write(&mut self, origin: Origin, what: &str, facts: &str) -> Result<(), Failure> {
        let again =
            self.again.as_ref().map_or_else(String::new, |again| format!("% {}\n", again.line(origin)));
        let text = format!("{again}% {what}\n{facts}");
        self.written += 1;
        let Some(folder) = &self.making.output else {
            self.text = text;
            return Ok(());
        };
        let file = file_name(folder, self.written, self.count);
        let written =
            std::fs::create_dir_all(folder).and_then(|()| files::write_bytes(&file, text.as_bytes()));
        written.map_err(|error| Failure::unwritten(&file, &error))?;
        if self.making.prove {
            certify_made(self.session, &text, self.topology, &file.with_extension("pbp"))?;
        }
        self.session.remark(&format!("{}: {what}", file.display()));
        Ok(())
    }

    /// Ends the run after all puzzles were written.
    pub(super) fn finish(self, status: ExitStatus) -> ExitStatus {
        self.session.output.result(&self.text, status)
    }
}
