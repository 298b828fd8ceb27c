//! Processes as threads, which meet over loopback.

use std::net::TcpListener;
use std::thread;

use super::*;

/// As many addresses that nobody listens at.
fn hosts(processes: usize) -> Hosts {
    let listeners: Vec<TcpListener> =
        (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").expect("a free port")).collect();
    let address = |listener: &TcpListener| listener.local_addr().expect("it is bound").to_string();
    let text: Vec<String> = listeners.iter().map(address).collect();
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), text.join("\n")).expect("written");
    Hosts::read(file.path()).expect("addresses")
}

const WAIT: Option<Duration> = Some(Duration::from_secs(20));

/// What `work` makes of each of so many processes.
fn together<T: Send>(processes: usize, work: impl Fn(Cluster) -> T + Sync) -> Vec<T> {
    let hosts = hosts(processes);
    let limits = Limits::none();
    thread::scope(|scope| {
        let (hosts, limits, work) = (&hosts, &limits, &work);
        let begin = |me| {
            scope.spawn(move || work(Cluster::connect(hosts.clone(), me, WAIT, limits).expect("connected")))
        };
        let threads: Vec<_> = (0..processes).map(begin).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    })
}

#[test]
fn messages_come_whole_and_in_order() {
    let message = |from: usize, to: usize, i: usize| -> Vec<u64> {
        let length = [0, 1, 5, 40_000, 70_000][i];
        (0..length).map(|word| (word * (1 + from as u64)) << to).collect()
    };
    for processes in 1..=4 {
        let sent = together(processes, |cluster| {
            let limits = Limits::none();
            for i in 0..5 {
                for to in (0..processes).filter(|&to| to != cluster.me()) {
                    cluster.send(to, message(cluster.me(), to, i)).expect("sent");
                }
            }
            for from in (0..processes).filter(|&from| from != cluster.me()) {
                for i in 0..5 {
                    let received = cluster.receive(from, &limits).expect("received");
                    assert!(received == message(from, cluster.me(), i), "{from}, {i}");
                }
            }
            assert_eq!(cluster.failure(), None);
            cluster.sent()
        });
        // The last ones may still be on their way.
        let words = 110_006 * (processes as u64 - 1);
        assert!(sent.iter().all(|&sent| sent <= 9 * words), "{sent:?}");
    }
}

#[test]
fn when_one_stops_all_know_why() {
    let told = together(3, |cluster| {
        let limits = cluster.bind(&Limits::none());
        match cluster.me() {
            1 => {
                cluster.stop("the memory limit was reached");
                None
            }
            // One waits for a message, one for nothing.
            0 => {
                assert_eq!(cluster.receive(2, &Limits::none()), Err(Exhausted::Peers));
                cluster.failure()
            }
            _ => {
                while limits.check().is_ok() {
                    thread::sleep(Duration::from_millis(1));
                }
                assert_eq!(cluster.explain(Exhausted::Interrupted), Exhausted::Peers);
                cluster.failure()
            }
        }
    });
    for text in [&told[0], &told[2]] {
        let text = text.as_ref().expect("it is told");
        assert!(
            text.starts_with("process 1 (") && text.ends_with("has stopped: the memory limit was reached"),
            "{text}"
        );
    }
}

#[test]
fn what_was_sent_before_a_stop_is_received() {
    let told = together(3, |cluster| {
        let limits = Limits::none();
        match cluster.me() {
            0 => {
                for to in [1, 2] {
                    cluster.send(to, vec![7]).expect("sent");
                }
                cluster.stop("interrupted");
            }
            1 => {
                // Process 2 knows by then that process 0 has stopped.
                thread::sleep(Duration::from_millis(100));
                cluster.send(2, vec![8]).expect("sent");
            }
            _ => {
                assert_eq!(cluster.receive(1, &limits), Ok(vec![8]));
                assert_eq!(cluster.receive(0, &limits), Ok(vec![7]));
                assert_eq!(cluster.receive(0, &limits), Err(Exhausted::Peers));
            }
        }
        cluster.failure()
    });
    assert!(told[2].as_ref().is_some_and(|text| text.ends_with("has stopped: interrupted")), "{told:?}");
}

#[test]
fn who_leaves_before_the_end_is_lost() {
    let told = together(2, |cluster| match cluster.me() {
        0 => None,
        _ => {
            assert_eq!(cluster.receive(0, &Limits::none()), Err(Exhausted::Peers));
            cluster.failure()
        }
    });
    assert!(told[1].as_ref().is_some_and(|text| text.ends_with("is lost")), "{told:?}");
}

#[test]
fn a_limit_ends_the_waiting() {
    let mut limits = Limits::none();
    limits.deadline = Some(Instant::now() + Duration::from_millis(50));
    let stopped = Cluster::connect(hosts(2), 0, WAIT, &limits).expect_err("nobody comes");
    assert!(matches!(stopped, ClusterError::Stopped(Exhausted::Time)), "{stopped}");
}

#[test]
fn who_is_not_there_in_time_is_named() {
    let wait = Some(Duration::from_millis(50));
    let fault = |hosts, me| Cluster::connect(hosts, me, wait, &Limits::none()).expect_err("nobody comes");
    assert!(matches!(fault(hosts(2), 0), ClusterError::Silent { process: 1, .. }));
    assert!(matches!(fault(hosts(3), 1), ClusterError::Unreached { process: 0, .. }));
    assert!(matches!(fault(hosts(3), 3), ClusterError::Number { process: 3, processes: 3 }));
    let hosts = hosts(2);
    let _taken = TcpListener::bind(hosts.name(1)).expect("it is free");
    assert!(matches!(fault(hosts, 1), ClusterError::Port { .. }));
}

#[test]
fn who_has_other_addresses_is_told() {
    let (ours, theirs) = (hosts(2), hosts(2));
    let text = format!("{}\n{}", ours.name(0), theirs.name(1));
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), text).expect("written");
    let theirs = Hosts::read(file.path()).expect("addresses");
    thread::scope(|scope| {
        let limits = Limits::none();
        scope.spawn(|| {
            let fault = Cluster::connect(ours.clone(), 0, Some(Duration::from_secs(1)), &Limits::none())
                .expect_err("alone");
            assert!(matches!(fault, ClusterError::OtherList { process: 1, .. }), "{fault}");
        });
        let fault = Cluster::connect(theirs, 1, WAIT, &limits).expect_err("others");
        assert!(matches!(fault, ClusterError::OtherList { process: 0, .. }), "{fault}");
    });
}
