//! `cargo bench --bench facts [FILE ...]`: how fast facts are read, and how much memory that takes.
//!
//! Without files, on three square grids of 100x100 cells made here that differ only in their names. Figures are
//! megabytes (10^6 bytes) per second of CPU time of this process, best and median of many rounds; the memory is
//! that of a fresh process, which holds the text, the facts and the puzzle: its peak less what it had before it
//! read the file, divided by the size of the file.

use std::fmt::Write;
use std::process::{Command, ExitCode};
use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};
use zlink::facts::{Source, parse};
use zlink::puzzle::{BuildOptions, build};

const CHILD: &str = "--memory-of";
const ROUNDS: usize = 60;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    if let [flag, file] = args.as_slice()
        && flag == CHILD
    {
        return report_memory(file);
    }
    #[expect(clippy::disallowed_methods, reason = "benches run where there are processes")]
    let folder = std::env::temp_dir().join(format!("zlink-bench-facts-{}", std::process::id()));
    let made = if args.is_empty() { make_grids(&folder) } else { args };
    println!("{:<32} {:>9} {:>15} {:>15} {:>8}", "input", "MB", "parse MB/s", "+ build MB/s", "memory");
    println!("{:<32} {:>9} {:>15} {:>15} {:>8}", "", "", "best  median", "best  median", "/ file");
    for file in &made {
        bench(file);
    }
    let _ = std::fs::remove_dir_all(&folder);
    ExitCode::SUCCESS
}

fn bench(file: &str) {
    let bytes = std::fs::read(file).expect("the file can be read");
    let sources = [Source::new(file, bytes)];
    let megabytes = sources[0].bytes.len() as f64 / 1e6;
    let parsing = measure(|| parse(&sources).expect("facts").edges.len());
    let building = measure(|| {
        let facts = parse(&sources).expect("facts");
        build(&facts, &BuildOptions::default()).expect("a puzzle").puzzle.edge_count()
    });
    let name = std::path::Path::new(file).file_name().map_or(file.into(), |n| n.to_string_lossy());
    println!(
        "{name:<32} {megabytes:>9.2} {:>7.0} {:>7.0} {:>7.0} {:>7.0} {:>8.2}",
        megabytes / parsing[0],
        megabytes / parsing[ROUNDS / 2],
        megabytes / building[0],
        megabytes / building[ROUNDS / 2],
        memory(file)
    );
}

/// The CPU seconds of each round, ascending.
fn measure(mut work: impl FnMut() -> usize) -> Vec<f64> {
    let mut seconds: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let start = cpu_time();
            std::hint::black_box(work());
            (cpu_time() - start).as_secs_f64()
        })
        .collect();
    seconds.sort_by(f64::total_cmp);
    seconds
}

fn cpu_time() -> Duration {
    let usage = getrusage(UsageWho::RUSAGE_SELF).expect("getrusage works");
    let time = |t: nix::sys::time::TimeVal| {
        Duration::from_micros(t.tv_sec() as u64 * 1_000_000 + t.tv_usec() as u64)
    };
    time(usage.user_time()) + time(usage.system_time())
}

/// Runs this program on `file` in a fresh process.
fn memory(file: &str) -> f64 {
    let program = std::env::current_exe().expect("this program has a path");
    let output = Command::new(program).args([CHILD, file]).output().expect("this program runs");
    String::from_utf8_lossy(&output.stdout).trim().parse().unwrap_or(f64::NAN)
}

fn report_memory(file: &str) -> ExitCode {
    let before = status("VmRSS:");
    let sources = [Source::new(file, std::fs::read(file).expect("the file can be read"))];
    let facts = parse(&sources).expect("facts");
    let built = build(&facts, &BuildOptions::default()).expect("a puzzle");
    std::hint::black_box(&built);
    let used = status("VmHWM:") - before;
    println!("{}", used * 1024.0 / sources[0].bytes.len() as f64);
    ExitCode::SUCCESS
}

/// The value of a line of this process's status file, in kilobytes.
fn status(key: &str) -> f64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    text.lines()
        .find_map(|line| line.strip_prefix(key)?.trim().strip_suffix("kB")?.trim().parse().ok())
        .unwrap_or(f64::NAN)
}

fn make_grids(folder: &std::path::Path) -> Vec<String> {
    std::fs::create_dir_all(folder).expect("a temporary folder");
    let integers = grid(100, |r, c| (r * 101 + c).to_string(), |r, c| format!("c{}", r * 100 + c));
    let words = grid(100, |r, c| format!("v{r}_{c}"), |r, c| format!("f{r}_{c}"));
    let long = grid(100, |r, c| format!("vertex_{r}_{c}"), |r, c| format!("face_{r}_{c}"));
    [
        ("grid-100x100-integers.lp", integers),
        ("grid-100x100-words.lp", words),
        ("grid-100x100-long-words.lp", long),
    ]
    .into_iter()
    .map(|(name, text)| {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("the temporary folder can be written");
        path.to_string_lossy().into_owned()
    })
    .collect()
}

/// The facts of a grid of `n` x `n` cells, nearly half of which have a clue.
fn grid(n: usize, vertex: impl Fn(usize, usize) -> String, cell: impl Fn(usize, usize) -> String) -> String {
    let mut text = String::new();
    for r in 0..=n {
        for c in 0..=n {
            if c < n {
                let _ = writeln!(text, "edge({},{}).", vertex(r, c), vertex(r, c + 1));
            }
            if r < n {
                let _ = writeln!(text, "edge({},{}).", vertex(r, c), vertex(r + 1, c));
            }
        }
    }
    let mut random = 1u64;
    for r in 0..n {
        for c in 0..n {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            if random >> 60 < 7 {
                let _ = writeln!(text, "clue({},{}).", cell(r, c), (random >> 40) % 4);
            }
        }
    }
    for r in 0..n {
        for c in 0..n {
            let ([a, b], [d, e]) =
                ([vertex(r, c), vertex(r, c + 1)], [vertex(r + 1, c), vertex(r + 1, c + 1)]);
            for (u, v) in [(&a, &b), (&d, &e), (&a, &d), (&b, &e)] {
                let _ = writeln!(text, "cell_contains({},{u},{v}).", cell(r, c));
            }
        }
    }
    text
}
