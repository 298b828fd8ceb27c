//! Peers that are threads of one process: what tests count with.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use zlink_base::limits::{Interrupted, Limits};

use super::Peers;

/// A thread that stands for a process.
#[derive(Debug)]
pub struct Process {
    /// The number of the process.
    pub me: usize,
    to: Vec<Sender<Vec<u64>>>,
    from: Vec<Mutex<Receiver<Vec<u64>>>>,
    stop: Arc<AtomicBool>,
}

impl Process {
    /// Processes that are connected with each other.
    pub fn all(processes: usize) -> Vec<Process> {
        let stop = Arc::new(AtomicBool::new(false));
        let process = |me| Process { me, to: Vec::new(), from: Vec::new(), stop: Arc::clone(&stop) };
        let mut all: Vec<Process> = (0..processes).map(process).collect();
        for from in 0..processes {
            for to in 0..processes {
                let (sender, receiver) = channel();
                all[from].to.push(sender);
                all[to].from.push(Mutex::new(receiver));
            }
        }
        all
    }
}

impl Peers for Process {
    fn me(&self) -> usize {
        self.me
    }

    fn processes(&self) -> usize {
        self.to.len()
    }

    fn send(&self, to: usize, message: Vec<u64>) -> Result<(), Interrupted> {
        self.to[to].send(message).map_err(|_| Interrupted::Peers)
    }

    fn receive(&self, from: usize, _limits: &Limits) -> Result<Vec<u64>, Interrupted> {
        let receiver = self.from[from].lock().expect("no panic");
        loop {
            match receiver.recv_timeout(Duration::from_millis(1)) {
                Ok(message) => return Ok(message),
                Err(RecvTimeoutError::Timeout) if !self.stop.load(Ordering::Relaxed) => {}
                Err(_) => return Err(Interrupted::Peers),
            }
        }
    }

    fn bind(&self, limits: &Limits) -> Limits {
        limits.bound_by(&self.stop)
    }

    fn explain(&self, stopped: Interrupted) -> Interrupted {
        if self.stop.load(Ordering::Relaxed) { Interrupted::Peers } else { stopped }
    }

    fn stop(&self, _why: &str) {
        self.stop.store(true, Ordering::Relaxed);
    }

    fn refuse(&self, process: usize) -> Interrupted {
        panic!("process {process} sends what makes no sense to {}", self.me)
    }

    fn failure(&self) -> Option<String> {
        None
    }

    fn sent(&self) -> u64 {
        0
    }
}
