//! The processes of a count on several machines.

use super::arguments::{EngineOptions, Machines};
use super::failure::Failure;
use super::session::Session;
use crate::engine::Method;
use crate::search::Peers;

/// Connects to the other processes, if there are to be some.
pub(super) fn join(
    session: &Session,
    machines: &Machines,
    options: &EngineOptions,
) -> Result<Option<Box<dyn Peers>>, Failure> {
    if machines.hosts.is_none() {
        return Ok(None);
    }
    if !matches!(options.engine, Method::Auto | Method::Zdd) {
        return Err(Failure::input_with_help(
            "`--hosts` is for the engines auto and zdd",
            "the others do not share their work: leave it out",
        ));
    }
    connect(session, machines)
}

#[cfg(feature = "cluster")]
fn connect(session: &Session, machines: &Machines) -> Result<Option<Box<dyn Peers>>, Failure> {
    use std::time::Duration;

    use crate::cluster::{Cluster, ClusterError, Hosts};
    use crate::limits::Progress;

    /// How long processes wait for each other.
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
    session.report("connecting", format_args!("{} processes", hosts.processes()));
    let wait = machines.wait.map_or(Some(WAIT), |seconds| seconds.0);
    let cluster = Cluster::connect(hosts, process, wait, &session.limits).map_err(failure)?;
    Ok(Some(Box::new(cluster)))
}

#[cfg(not(feature = "cluster"))]
fn connect(_: &Session, _: &Machines) -> Result<Option<Box<dyn Peers>>, Failure> {
    Err(Failure::input_with_help(
        "this program was built for one machine",
        "build it with the cargo feature cluster to count on several",
    ))
}
