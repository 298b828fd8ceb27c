//! Counts on several machines: processes that meet over loopback, any of which may fail.

#[cfg(not(feature = "cluster"))]
#[test]
fn a_program_for_one_machine_says_so() {
    let ran = crate::common::run(&["count", "--hosts", "hosts", "--process", "0"], crate::common::DOMINO);
    assert_eq!((ran.status, ran.stdout.as_str()), (65, "UNKNOWN\n"), "{ran:?}");
    assert!(ran.stderr.contains("built for one machine") && ran.stderr.contains("cluster"), "{ran:?}");
}

#[cfg(feature = "cluster")]
mod with_the_feature {
    use std::net::TcpListener;
    use std::os::unix::fs::PermissionsExt;
    use std::path::{Path, PathBuf};
    use std::process::Child;
    use std::time::{Duration, Instant};

    use crate::common::{
        DOMINO, Ran, SQUARE, command, file, finish, folder, grid, run, signal, start, wait_until,
        wait_until_watched, zlink,
    };

    /// The side of a grid, in vertices, that takes long enough to be stopped: about a second.
    const LONG: usize = 14;

    /// The number of solutions, counted by one process without blocks.
    fn counted_alone(puzzle: &Path) -> String {
        let ran = run(&["count", "--exit-zero", puzzle.to_str().unwrap()], "");
        assert_eq!(ran.status, 0, "{ran:?}");
        ran.stdout
    }

    /// A file with a free address for each process.
    fn hosts(processes: usize) -> PathBuf {
        let listeners: Vec<TcpListener> =
            (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
        let addresses: Vec<String> =
            listeners.iter().map(|listener| listener.local_addr().unwrap().to_string()).collect();
        file(&addresses.join("\n"))
    }

    /// Starts process `me` of a count with the arguments `more` and the faults `fault`.
    fn start_one(hosts: &Path, me: usize, more: &[&str], fault: &str) -> Child {
        let me = me.to_string();
        let arguments = ["count", "--hosts", hosts.to_str().unwrap(), "--process", &me, "--threads", "2"];
        start(zlink(&[&arguments[..], more].concat()).env("ZLINK_FAULTS", fault))
    }

    fn start_all(processes: usize, more: &[&str]) -> Vec<Child> {
        let hosts = hosts(processes);
        (0..processes).map(|me| start_one(&hosts, me, more, "")).collect()
    }

    /// Starts process `me` of a count of pairs with the arguments `more`.
    fn start_pairs(hosts: &Path, me: usize, more: &[&str]) -> Child {
        let me = me.to_string();
        let arguments = ["generate", "pairs", "--hosts", hosts.to_str().unwrap(), "--process", &me];
        start(&mut zlink(&[&arguments[..], more].concat()))
    }

    /// Asserts that the first process has the answer, the others have none, and all succeed.
    fn assert_counted(ran: &[Ran], answer: &str) {
        assert_eq!((ran[0].status, ran[0].stdout.as_str()), (0, answer), "{ran:?}");
        for ran in &ran[1..] {
            assert_eq!((ran.status, ran.stdout.as_str()), (0, ""), "{ran:?}");
        }
    }

    /// Asserts that no process has an answer, and that each reports the reason `what`.
    fn assert_stopped(ran: &[Ran], first: usize, what: impl Fn(usize) -> String) {
        for (ran, process) in ran.iter().zip(first..) {
            let unknown = if process == 0 { "UNKNOWN\n" } else { "" };
            assert_eq!((ran.status, ran.stdout.as_str()), (1, unknown), "{ran:?}");
            assert!(ran.stderr.contains(&what(process)), "{}: {ran:?}", what(process));
            assert!(!ran.stderr.contains("panic") && !ran.stderr.contains("internal"), "{ran:?}");
        }
    }

    fn finish_all(processes: Vec<Child>) -> Vec<Ran> {
        processes.into_iter().map(finish).collect()
    }

    #[test]
    fn any_number_of_processes_counts_the_same() {
        let corners = format!("{}pair(0,35). ", grid(6, 6));
        let wide: String = (0..60).map(|i| format!("edge({i},{}). edge({i},{}). ", i + 1, i + 20)).collect();
        for (text, more) in [
            (DOMINO, &[][..]),
            ("edge(0,1).", &[]),
            (&grid(9, 9), &[]),
            (&grid(8, 8), &["--cover"]),
            (&grid(5, 5), &["--path-matchings"]),
            (&grid(7, 7), &["--cycles", "many", "--without", "parentheses"]),
            (&corners, &["--no-presolve"]),
            (&wide, &["--no-presolve"]),
        ] {
            let puzzle = file(text);
            let more = [&["--exit-zero", puzzle.to_str().unwrap()], more].concat();
            let alone = run(&[&["count"], &more[..]].concat(), "");
            assert_eq!(alone.status, 0, "{alone:?}");
            for processes in [2, 3, 4] {
                assert_counted(&finish_all(start_all(processes, &more)), &alone.stdout);
            }
        }
    }

    #[test]
    fn one_is_killed_and_the_count_goes_on_with_another_number() {
        let folder = folder();
        let (puzzle, blocks) = (file(&grid(LONG, LONG)), folder.join("blocks"));
        let arguments =
            ["--exit-zero", "--spill", blocks.to_str().unwrap(), "--resume", puzzle.to_str().unwrap()];
        for (processes, lost) in [(3, 1), (2, 0), (4, 3)] {
            let saved = || std::fs::metadata(blocks.join("manifest")).and_then(|file| file.modified()).ok();
            let before = saved();
            let mut all = start_all(processes, &arguments);
            wait_until("a window is over", || saved() != before);
            let mut killed = all.remove(lost);
            let _ = killed.kill();
            let since = Instant::now();
            let ran = finish_all(all);
            assert!(killed.wait().unwrap().code().is_none(), "it was too quick to be killed");
            assert!(since.elapsed() < Duration::from_secs(30), "{:?}", since.elapsed());
            let others: Vec<usize> = (0..processes).filter(|&process| process != lost).collect();
            for (ran, process) in ran.into_iter().zip(others) {
                let what = format!("process {lost} (");
                assert_stopped(&[ran], process, |_| what.clone());
            }
        }
        assert_counted(&finish_all(start_all(2, &arguments)), &counted_alone(&puzzle));
        assert!(!blocks.exists());
    }

    #[test]
    fn good_pairs_are_counted_together() {
        let folder = folder();
        let states = folder.join("states");
        for processes in [2, 3] {
            let hosts = hosts(processes);
            let all = (0..processes).map(|me| start_pairs(&hosts, me, &["--grid", "4x5"])).collect();
            assert_counted(&finish_all(all), "338460\n");
        }
        // One is killed, and others go on.
        let arguments = ["--grid", "5x5", "--spill", states.to_str().unwrap(), "--resume"];
        let meeting = hosts(2);
        let mut all: Vec<Child> = (0..2).map(|me| start_pairs(&meeting, me, &arguments)).collect();
        wait_until("a stage is over", || states.join("manifest").exists());
        all[1].kill().unwrap();
        let ran = finish_all(all);
        assert_eq!((ran[0].status, ran[0].stdout.as_str()), (1, ""), "{ran:?}");
        assert!(ran[0].stderr.contains("process 1 ("), "{ran:?}");
        assert!(ran[0].stderr.contains("go on with --resume"), "{ran:?}");
        let hosts = hosts(3);
        let all = (0..3).map(|me| start_pairs(&hosts, me, &arguments)).collect();
        assert_counted(&finish_all(all), "16027290\n");
        assert!(!states.exists());
        // Other graphs are told apart.
        let all = vec![
            start_pairs(&hosts, 0, &["--grid", "4x4"]),
            start_pairs(&hosts, 1, &["--grid", "4x5"]),
            start_pairs(&hosts, 2, &["--grid", "4x4"]),
        ];
        let ran = finish_all(all);
        for (ran, other) in ran.iter().zip([1, 0, 1]) {
            assert_eq!(ran.status, 65, "{ran:?}");
            assert!(ran.stderr.contains(&format!("process {other} does not count the same")), "{ran:?}");
        }
    }

    #[test]
    fn a_shared_count_goes_on_alone() {
        let folder = folder();
        let (puzzle, blocks) = (file(&grid(LONG, LONG)), folder.join("blocks"));
        let arguments = ["--exit-zero", "--spill", blocks.to_str().unwrap(), puzzle.to_str().unwrap()];
        let mut all = start_all(2, &arguments);
        wait_until("a window is over", || blocks.join("manifest").exists());
        all.iter_mut().for_each(|process| process.kill().unwrap());
        finish_all(all);
        // Without --resume the first one refuses, and the others say so.
        let ran = finish_all(start_all(2, &arguments));
        assert_eq!((ran[0].status, ran[0].stdout.as_str()), (65, "UNKNOWN\n"), "{ran:?}");
        assert!(ran[0].stderr.contains("add --resume"), "{ran:?}");
        assert_stopped(&ran[1..], 1, |_| "there are blocks of a".to_owned());
        let ran = run(&[&["count", "--resume"], &arguments[..]].concat(), "");
        assert_eq!((ran.status, ran.stdout), (0, counted_alone(&puzzle)), "{:?}", ran.stderr);
    }

    #[test]
    fn a_limit_of_one_ends_all() {
        let (puzzle, hosts) = (file(&grid(LONG, LONG)), hosts(3));
        let arguments = [puzzle.to_str().unwrap()];
        let fault = |me| if me == 2 { "limit:300" } else { "" };
        let ran = finish_all((0..3).map(|me| start_one(&hosts, me, &arguments, fault(me))).collect());
        assert_stopped(&ran, 0, |process| match process {
            2 => "the time limit was reached".to_owned(),
            _ => ") has stopped: the time limit was reached".to_owned(),
        });
    }

    #[test]
    fn a_signal_to_one_ends_all() {
        let puzzle = file(&grid(LONG + 1, LONG + 1));
        let all = start_all(2, &[puzzle.to_str().unwrap()]);
        all.iter().for_each(wait_until_watched);
        std::thread::sleep(Duration::from_millis(500));
        signal(&all[0], "TERM");
        let ran = finish_all(all);
        assert_stopped(&ran[..1], 0, |_| "interrupted".to_owned());
        assert_stopped(&ran[1..], 1, |_| "process 0 (".to_owned());
    }

    #[test]
    fn a_broken_disk_of_one_ends_all() {
        let folder = folder();
        let (puzzle, blocks, hosts) = (file(&grid(13, 13)), folder.join("blocks"), hosts(2));
        let arguments =
            ["--exit-zero", "--resume", "--spill", blocks.to_str().unwrap(), puzzle.to_str().unwrap()];
        for (broken, fault) in [(1, "write:3"), (1, "write:5"), (0, "rename:2"), (0, "sync:3")] {
            let fault = |me| if me == broken { fault } else { "" };
            let ran = finish_all((0..2).map(|me| start_one(&hosts, me, &arguments, fault(me))).collect());
            assert_stopped(&ran, 0, |_| "go on with --resume".to_owned());
        }
        assert_counted(&finish_all(start_all(3, &arguments)), &counted_alone(&puzzle));
    }

    #[test]
    fn what_does_not_fit_is_told() {
        let (domino, hosts) = (file(DOMINO), hosts(2));
        let (domino, name) = (domino.to_str().unwrap(), hosts.to_str().unwrap());
        let refuses = |arguments: &[&str], what: &str| {
            let ran = run(&[&["count"], arguments].concat(), DOMINO);
            assert_eq!(ran.status, 65, "{ran:?}");
            assert!(ran.stderr.contains(what), "{what}: {ran:?}");
        };
        let bad = file("127.0.0.1:4300\nnode2\n");
        refuses(&["--hosts", bad.to_str().unwrap(), "--process", "0"], ":2: `node2` is no address");
        refuses(&["--hosts", "/nowhere/hosts", "--process", "0"], "/nowhere/hosts: No such file");
        refuses(&["--hosts", name, "--process", "2"], "numbered from 0 to 1");
        refuses(&["--hosts", name, "--process", "0", "--engine", "sat"], "for the engines auto and zdd");
        refuses(&["--hosts", name, "--process", "0", "--wait", "0.2"], "process 1 (127.0.0.1:");
        refuses(&["--hosts", name, "--process", "1", "--wait", "0.2"], "cannot be reached");
        let _taken = TcpListener::bind(std::fs::read_to_string(&hosts).unwrap().lines().next().unwrap());
        refuses(&["--hosts", name, "--process", "0", "--wait", "0.2"], "cannot listen there");
        drop(_taken);
        let ran = run(&["count", "--hosts", name], DOMINO);
        assert!(ran.status == 1 && ran.stderr.contains("--process"), "{ran:?}");
        // Another puzzle, or other options.
        let square = file(SQUARE);
        for second in [&[square.to_str().unwrap()][..], &["--cover", domino], &["--no-presolve", domino]] {
            let all = vec![start_one(&hosts, 0, &[domino], ""), start_one(&hosts, 1, second, "")];
            let ran = finish_all(all);
            assert_eq!((ran[0].status, ran[0].stdout.as_str()), (65, "UNKNOWN\n"), "{ran:?}");
            assert_eq!((ran[1].status, ran[1].stdout.as_str()), (65, ""), "{ran:?}");
            for (ran, other) in ran.iter().zip([1, 0]) {
                assert!(ran.stderr.contains(&format!("process {other} does not count the same")), "{ran:?}");
            }
        }
    }

    #[test]
    fn who_has_another_secret_counts_nothing() {
        let domino = file(DOMINO);
        let secret = |text: &str, mode: u32| {
            let secret = file(text);
            std::fs::set_permissions(&secret, std::fs::Permissions::from_mode(mode)).unwrap();
            secret
        };
        let (ours, same) = (secret("0123456789abcdef\n", 0o600), secret("0123456789abcdef", 0o400));
        let theirs = secret("0123456789abcdeF", 0o600);
        let counted = |secrets: [&Path; 2], wait: &str| {
            let hosts = hosts(2);
            let start = |(me, secret): (usize, &&Path)| {
                let secret = ["--secret-file", secret.to_str().unwrap(), "--wait", wait];
                start_one(&hosts, me, &[&["--exit-zero", domino.to_str().unwrap()], &secret[..]].concat(), "")
            };
            finish_all(secrets.iter().enumerate().map(start).collect())
        };
        assert_counted(&counted([&ours, &same], "60"), "3\n");
        // Who listens goes on waiting for one that has the secret.
        let ran = counted([&ours, &theirs], "5");
        for (ran, other) in ran.iter().zip([1, 0]) {
            assert_eq!(ran.status, 65, "{ran:?}");
            let told = format!("process {other} (127.0.0.1:");
            assert!(ran.stderr.contains(&told) && ran.stderr.contains(") has another secret"), "{ran:?}");
        }
        for (secret, what) in [
            (secret("0123456789abcdef", 0o640), "other users may read or write it: its mode is 640"),
            (secret("0123456789abcde\n", 0o600), "a secret has from 16 to 4096 bytes"),
            (PathBuf::from("/nowhere/secret"), "No such file"),
        ] {
            let (hosts, name) = (hosts(1), secret.to_str().unwrap().to_owned());
            let ran = finish(start_one(&hosts, 0, &["--secret-file", &name, domino.to_str().unwrap()], ""));
            assert_eq!(ran.status, 65, "{ran:?}");
            assert!(ran.stderr.contains(&format!("{name}: {what}")), "{ran:?}");
        }
    }

    /// Two machines with a cable between them, as far as the kernel lets users have network namespaces: `$1` and `$2` are run
    /// there, and after `$3` seconds the cable is pulled.
    const MACHINES: &str = r#"
        ip link set lo up
        unshare -n sleep 600 & other=$!
        trap 'kill $other' EXIT
        # Until it is on its own, its end of the cable would be here.
        for i in $(seq 100); do
            [ "$(readlink /proc/$other/ns/net)" = "$(readlink /proc/$$/ns/net)" ] || break
            sleep 0.05
        done
        for i in $(seq 50); do
            ip link add left type veth peer name right netns $other 2> /dev/null && break
            sleep 0.1
        done
        there="nsenter -t $other -n"
        ip addr add 10.9.0.1/24 dev left && ip link set left up || exit 77
        $there ip addr add 10.9.0.2/24 dev right && $there ip link set right up || exit 77
        sh -c "$1" & first=$!
        $there sh -c "$2" & second=$!
        if [ -n "$3" ]; then sleep "$3"; ip link set left down; fi
        wait $first; echo "status $?"
        wait $second; echo "status $?"
    "#;

    fn on_two_machines(puzzle: &str, cut: &str) -> Option<Ran> {
        let (puzzle, hosts) = (file(puzzle), file("10.9.0.1:4300\n10.9.0.2:4300\n"));
        let (puzzle, hosts) = (puzzle.to_str().unwrap(), hosts.to_str().unwrap());
        let one = |me: usize| {
            let program = env!("CARGO_BIN_EXE_zlink");
            format!("{program} count --exit-zero --hosts {hosts} --process {me} {puzzle}")
        };
        let mut machines = command("unshare");
        machines.args(["-rn", "bash", "-c", MACHINES, "machines", &one(0), &one(1), cut]);
        let machines = machines.spawn().ok().map(finish);
        machines.filter(|ran| ran.stdout.contains("status")).or_else(|| {
            eprintln!("not tested: this system has no network namespaces for users");
            None
        })
    }

    #[test]
    fn two_machines_count_together() {
        let Some(ran) = on_two_machines(&grid(9, 9), "") else { return };
        assert_eq!(ran.stdout, "2318527339461265\nstatus 0\nstatus 0\n", "{ran:?}");
    }

    #[test]
    fn a_machine_that_is_silent_is_lost() {
        let since = Instant::now();
        let Some(ran) = on_two_machines(&grid(18, 18), "2") else { return };
        assert_eq!(ran.stdout, "UNKNOWN\nstatus 1\nstatus 1\n", "{ran:?}");
        assert!(since.elapsed() < Duration::from_secs(60), "{:?}", since.elapsed());
        for process in 0..2 {
            assert!(
                ran.stderr.contains(&format!("process {process} (10.9.0.{}:4300) is lost", process + 1)),
                "{ran:?}"
            );
        }
    }
}
