//! Connects the processes of a count on several machines.

use std::path::PathBuf;

use clap::Args;

use super::failure::Failure;
use super::session::Session;
use super::values::{Seconds, number, seconds};
use zlink_search::Peers;

/// Which processes share a count.
#[derive(Debug, Args)]
#[command(next_help_heading = "Several machines")]
pub(super) struct Machines {
    /// Count together with the processes whose addresses are in this file, one host:port per line (needs the cargo feature cluster).
    /// All processes get the same file, puzzle and options, and --process gives each its number. The first process writes the
    /// answer. Only a breadth-first search runs then, and no other strategy.
    #[arg(long, value_name = "FILE", requires = "process")]
    pub(super) hosts: Option<PathBuf>,
    /// The number of this process: 0 for the first address in the file.
    #[arg(long, value_name = "I", requires = "hosts", value_parser = number::<usize>)]
    pub(super) process: Option<usize>,
    /// Count only with processes that have the secret in this file, 16 bytes or more that only its owner may read.
    #[arg(long, value_name = "FILE", requires = "hosts")]
    pub(super) secret_file: Option<PathBuf>,
    /// Give up if not all processes are there after this many seconds (0: never) [default: 60].
    #[arg(long, value_name = "SECONDS", requires = "hosts", value_parser = seconds)]
    pub(super) wait: Option<Seconds>,
}

impl Machines {
    /// Whether another process writes the answer.
    pub(super) fn follows(&self) -> bool {
        self.process.is_some_and(|process| process > 0)
    }
}

/// Runs `work` together with the other processes, if the options name some, and informs them when it fails.
pub(super) fn together<T>(
    session: &Session,
    machines: &Machines,
    work: impl FnOnce(Option<&dyn Peers>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    if machines.hosts.is_none() {
        return work(None);
    }
    let peers = connect(session, machines)?;
    let ended = work(peers.as_deref());
    if let (Some(peers), Err(failure)) = (&peers, &ended) {
        peers.stop(&failure.sentence());
    }
    ended
}

/// The message about a process whose stop has ended a run; `goes_on` if `--resume` can continue it.
pub(super) fn lost(peers: &dyn Peers, goes_on: bool) -> Option<String> {
    let goes_on = if goes_on { "; go on with --resume" } else { "" };
    peers.failure().map(|lost| lost + goes_on)
}

#[cfg(feature = "cluster")]
fn connect(session: &Session, machines: &Machines) -> Result<Option<Box<dyn Peers>>, Failure> {
    use std::time::Duration;

    use zlink_base::limits::Progress;
    use zlink_cluster::{Cluster, ClusterError, Hosts, Secret};

    /// The default time that processes wait for each other.
    const WAIT: Duration = Duration::from_secs(60);

    let failure = |error: ClusterError| match error {
        ClusterError::Stopped(cause) => Failure::Stopped(cause),
        ClusterError::Unreached { .. } | ClusterError::Silent { .. } => Failure::input_with_help(
            error.to_string(),
            "start all processes within the time of --wait, each with the same list of addresses",
        ),
        error => Failure::input(error.to_string()),
    };
    let (Some(file), Some(process)) = (&machines.hosts, machines.process) else { return Ok(None) };
    let hosts = Hosts::read(file).map_err(failure)?;
    let secret =
        machines.secret_file.as_deref().map(Secret::read).transpose().map_err(failure)?.unwrap_or_default();
    session.report("connecting", format_args!("{} processes", hosts.processes()));
    let wait = machines.wait.map_or(Some(WAIT), |seconds| seconds.0);
    let limits = session.engine_limits();
    let cluster = Cluster::connect(hosts, &secret, process, wait, &limits).map_err(failure)?;
    Ok(Some(Box::new(cluster)))
}

#[cfg(not(feature = "cluster"))]
fn connect(_: &Session, _: &Machines) -> Result<Option<Box<dyn Peers>>, Failure> {
    Err(Failure::input_with_help(
        "this program was built for one machine",
        "build it with the cargo feature cluster to count on several",
    ))
}
