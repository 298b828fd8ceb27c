//! Processes as threads, connected over loopback.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;

use timely_communication::networking::MessageHeader;

use super::*;

/// Addresses for `processes` processes, at free ports.
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

/// Connects process `me` without a secret.
fn join(hosts: &Hosts, me: usize, limits: &Limits) -> Result<Cluster, ClusterError> {
    Cluster::connect(hosts.clone(), &Secret::default(), me, WAIT, limits)
}

/// The results of `work` for each of `processes` connected processes.
fn together<T: Send>(processes: usize, work: impl Fn(Cluster) -> T + Sync) -> Vec<T> {
    let hosts = hosts(processes);
    let limits = Limits::none();
    thread::scope(|scope| {
        let (hosts, limits, work) = (&hosts, &limits, &work);
        let begin = |me| scope.spawn(move || work(join(hosts, me, limits).expect("connected")));
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
            // Process 0 waits for a message, process 1 for nothing.
            0 => {
                assert_eq!(cluster.receive(2, &Limits::none()), Err(Interrupted::Peers));
                cluster.failure()
            }
            _ => {
                while limits.check().is_ok() {
                    thread::sleep(Duration::from_millis(1));
                }
                assert_eq!(cluster.explain(Interrupted::Stopped), Interrupted::Peers);
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
                assert_eq!(cluster.receive(0, &limits), Err(Interrupted::Peers));
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
            assert_eq!(cluster.receive(0, &Limits::none()), Err(Interrupted::Peers));
            cluster.failure()
        }
    });
    assert!(told[1].as_ref().is_some_and(|text| text.ends_with("is lost")), "{told:?}");
}

#[test]
fn a_limit_ends_the_waiting() {
    let mut limits = Limits::none();
    limits.deadline = Some(Instant::now() + Duration::from_millis(50));
    let stopped = join(&hosts(2), 0, &limits).expect_err("nobody comes");
    assert!(matches!(stopped, ClusterError::Stopped(Interrupted::Time)), "{stopped}");
}

#[test]
fn who_is_not_there_in_time_is_named() {
    let wait = Some(Duration::from_millis(50));
    let fault = |hosts, me| {
        Cluster::connect(hosts, &Secret::default(), me, wait, &Limits::none()).expect_err("nobody comes")
    };
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
            let (secret, wait) = (Secret::default(), Some(Duration::from_secs(1)));
            let fault = Cluster::connect(ours.clone(), &secret, 0, wait, &Limits::none()).expect_err("alone");
            assert!(matches!(fault, ClusterError::OtherList { process: 1, .. }), "{fault}");
        });
        let fault = join(&theirs, 1, &limits).expect_err("others");
        assert!(matches!(fault, ClusterError::OtherList { process: 0, .. }), "{fault}");
    });
}

fn secret(text: &str) -> Secret {
    let file = tempfile::NamedTempFile::new().expect("a file that is nobody else's");
    std::fs::write(file.path(), text).expect("written");
    Secret::read(file.path()).expect("a secret")
}

#[test]
fn who_has_another_secret_is_told() {
    let (ours, theirs) = (secret("a secret of all of them\n"), secret("a secret of somebody"));
    assert_eq!(ours, secret("a secret of all of them"));
    let limits = Limits::none();
    for (secrets, is_met) in [
        ([&ours, &ours], true),
        ([&ours, &theirs], false),
        ([&ours, &Secret::default()], false),
        ([&Secret::default(), &ours], false),
    ] {
        let hosts = hosts(2);
        // The listener goes on waiting for a process that has the secret.
        let wait = if is_met { WAIT } else { Some(Duration::from_secs(1)) };
        let connect = |me: usize| Cluster::connect(hosts.clone(), secrets[me], me, wait, &limits).map(drop);
        let [first, second] = thread::scope(|scope| {
            let first = scope.spawn(|| connect(0));
            [connect(1), first.join().expect("no panic")]
        });
        for (met, other) in [(first, 0), (second, 1)] {
            match met {
                Ok(()) => assert!(is_met),
                Err(ClusterError::OtherSecret { process, .. }) => assert!(!is_met && process == other),
                Err(other) => panic!("{other}"),
            }
        }
    }
}

#[test]
fn who_calls_and_says_little_holds_up_nobody() {
    let (hosts, limits) = (hosts(2), Limits::none());
    let call = || loop {
        match TcpStream::connect(hosts.name(0)) {
            Ok(stream) => break stream,
            Err(_) => thread::sleep(Duration::from_millis(10)),
        }
    };
    thread::scope(|scope| {
        let first = scope.spawn(|| join(&hosts, 0, &limits).map(drop));
        let silent: Vec<TcpStream> = (0..30).map(|_| call()).collect();
        // A byte now and then, for longer than a process waits for the others.
        let mut slow = call();
        slow.set_read_timeout(Some(Duration::from_millis(400))).expect("set");
        let is_open =
            |error: io::Error| matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut);
        while slow.write_all(&[1]).is_ok() && slow.read(&mut [0]).is_err_and(is_open) {}
        join(&hosts, 1, &limits).expect("connected");
        first.join().expect("no panic").expect("connected");
        drop(silent);
    });
}

/// The results of `work` for all processes but the last one, which is not zlink and has only raw connections.
fn with_a_stranger<T: Send>(
    processes: usize,
    limits: &Limits,
    work: impl Fn(Cluster) -> T + Sync,
    stranger: impl FnOnce(Vec<TcpStream>),
) -> Vec<T> {
    let hosts = hosts(processes);
    let deadline = WAIT.map(|wait| Instant::now() + wait);
    thread::scope(|scope| {
        let (hosts, work) = (&hosts, &work);
        let begin = |me| scope.spawn(move || work(join(hosts, me, limits).expect("connected")));
        let threads: Vec<_> = (0..processes - 1).map(begin).collect();
        let (secret, none) = (Secret::default(), Limits::none());
        let meeting = Handshake { hosts, secret: &secret, me: processes - 1, deadline, limits: &none };
        stranger(meeting.connect().expect("connected").into_iter().flatten().collect());
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    })
}

/// The bytes of a message of one piece, as they are sent.
fn frame(from: usize, to: usize, words: &[u64]) -> Vec<u8> {
    let length = 8 * (2 + words.len());
    let header = MessageHeader {
        channel: from,
        source: from,
        target_lower: to,
        target_upper: to + 1,
        length,
        seqno: 0,
    };
    let mut bytes = Vec::new();
    header.write_to(&mut bytes).expect("there is room");
    bytes.extend(secret::bytes(&[&[0, words.len() as u64], words].concat()));
    bytes
}

#[test]
fn nobody_speaks_for_another() {
    let told = with_a_stranger(
        3,
        &Limits::none(),
        |cluster| {
            let limits = Limits::none();
            if cluster.me() == 1 {
                // The result of receiving from process 0 does not matter.
                let _ = cluster.receive(0, &limits);
                return None;
            }
            assert_eq!(cluster.receive(2, &limits), Ok(vec![5]));
            cluster.send(2, Vec::new()).expect("sent");
            assert_eq!(cluster.receive(1, &limits), Err(Interrupted::Peers));
            cluster.failure()
        },
        |mut streams| {
            streams[0].write_all(&frame(2, 0, &[5])).expect("sent");
            streams[0].read_exact(&mut frame(0, 2, &[])).expect("an answer");
            streams[0].write_all(&frame(1, 0, &[42])).expect("sent");
            // Reads until the other side closes the connection.
            let _ = streams[0].read_to_end(&mut Vec::new());
        },
    );
    let text = told[0].as_ref().expect("it is told");
    assert!(text.starts_with("process 2 (") && text.ends_with("sends what makes no sense"), "{text}");
}

#[test]
fn what_nobody_asks_for_takes_no_more_than_the_memory() {
    let limits = Limits::none().within(1 << 22);
    let told = with_a_stranger(
        2,
        &limits,
        |cluster| {
            let bound = cluster.bind(&limits);
            while bound.check().is_ok() {
                thread::sleep(Duration::from_millis(1));
            }
            assert_eq!(cluster.explain(Interrupted::Stopped), Interrupted::Memory);
            while let Ok(words) = cluster.receive(1, &Limits::none()) {
                assert_eq!(words, vec![7; 1000]);
            }
            (cluster.receive(1, &Limits::none()), cluster.failure(), limits.meter().peak())
        },
        |mut streams| while streams[0].write_all(&frame(1, 0, &[7; 1000])).is_ok() {},
    );
    let (received, failure, peak) = &told[0];
    assert_eq!((received, failure), (&Err(Interrupted::Memory), &None));
    assert!(*peak <= 1 << 22, "{peak}");
}

#[test]
fn what_is_asked_for_makes_room() {
    let limits = Limits::none().within(1 << 22);
    with_a_stranger(
        2,
        &limits,
        |cluster| {
            for _ in 0..2000 {
                assert_eq!(cluster.receive(1, &Limits::none()), Ok(vec![7; 1000]));
                cluster.send(1, Vec::new()).expect("sent");
            }
        },
        |mut streams| {
            let mut answer = frame(0, 1, &[]);
            for _ in 0..2000 {
                streams[0].write_all(&frame(1, 0, &[7; 1000])).expect("sent");
                streams[0].read_exact(&mut answer).expect("an answer");
            }
            // Reads until the other side has sent its last bytes and closes the connection.
            let _ = streams[0].read_to_end(&mut Vec::new());
        },
    );
}
