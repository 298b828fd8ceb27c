//! How long each program with tests takes without a mutation.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::compile::TestProgram;
use crate::run::Ran;

/// Times by the names of programs, in a file with which later runs continue.
pub struct Times {
    path: PathBuf,
    known: BTreeMap<String, f64>,
}

impl Times {
    /// Reads the times of earlier runs, of those programs that have not changed.
    pub fn read(path: &Path, programs: &[TestProgram]) -> Self {
        let text = fs::read_to_string(path).unwrap_or_default();
        let entry = |line: &str| {
            let (name, seconds) = line.split_once('\t')?;
            Some((name.to_string(), seconds.parse().ok()?))
        };
        let mut known: BTreeMap<String, f64> = text.lines().filter_map(entry).collect();
        for program in programs.iter().filter(|program| !program.is_fresh) {
            known.remove(&program.name);
        }
        Times { path: path.to_path_buf(), known }
    }

    /// How long a program may take with a mutation. When that is not known yet, the program runs without one.
    pub fn most(&mut self, program: &TestProgram) -> io::Result<Duration> {
        let seconds = match self.known.get(&program.name) {
            Some(&seconds) => seconds,
            None => self.measure(program)?,
        };
        Ok(Duration::from_secs_f64(5.0 * seconds + 10.0))
    }

    fn measure(&mut self, program: &TestProgram) -> io::Result<f64> {
        let (ran, took) = program.run(0, Duration::from_secs(1800))?;
        if ran != Ran::Passed {
            return Err(io::Error::other(format!("{}: {ran:?} without any mutation", program.name)));
        }
        let seconds = took.as_secs_f64();
        eprintln!("{}: {seconds:.1} s", program.name);
        self.known.insert(program.name.clone(), seconds);
        let line = |(name, seconds): (&String, &f64)| format!("{name}\t{seconds:.1}\n");
        fs::write(&self.path, self.known.iter().map(line).collect::<String>())?;
        Ok(seconds)
    }
}
