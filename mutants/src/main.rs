//! How good are the tests? Mutates the core in many places, compiles all mutations at once, switches them on one at a time and
//! looks whether a test fails: see docs/internals/mutants.md.

mod compile;
mod find;
mod module;
mod results;
mod rewrite;
mod run;
mod site;
#[cfg(test)]
mod tests;
mod times;
mod tree;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::Path;
use std::time::Instant;

use compile::TestProgram;
use module::MODULES;
use results::{Results, Verdict};
use run::Ran;
use times::Times;
use tree::{Mutant, Tree};

const USAGE: &str =
    "usage: zlink-mutants [--count N] [--module NAME] [--own] [--minutes N] [--again] [--report]
  --count N     mutants in all, with those of earlier runs (200)
  --module NAME only those of this module
  --own         only the unit tests of the crate and the tests in tests/ about the module
  --minutes N   stop after N minutes; the same command goes on from there
  --again       run once more what survived, and what only took too long
  --report      only the table and the survivors
";

/// A tenth more mutants than wanted are built, as some do not compile.
const RESERVE: usize = 10;

/// The options of the command line.
#[derive(Debug, PartialEq, Eq)]
struct Options {
    count: usize,
    module: Option<String>,
    own: bool,
    minutes: Option<u64>,
    again: bool,
    report: bool,
}

impl Options {
    fn of(mut arguments: impl Iterator<Item = String>) -> Option<Self> {
        let mut options =
            Options { count: 200, module: None, own: false, minutes: None, again: false, report: false };
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--count" => options.count = arguments.next()?.parse().ok()?,
                "--module" => options.module = Some(arguments.next()?),
                "--minutes" => options.minutes = Some(arguments.next()?.parse().ok()?),
                "--own" => options.own = true,
                "--again" => options.again = true,
                "--report" => options.report = true,
                _ => return None,
            }
        }
        Some(options)
    }
}

fn main() -> io::Result<()> {
    let Some(options) = Options::of(std::env::args().skip(1)) else {
        eprint!("{USAGE}");
        std::process::exit(1);
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize()?;
    let folder = root.join("target/mutants");
    let tree = Tree::copy(&root, &folder.join("tree"))?;
    let all = ordered(tree.mutants()?);
    let mut results = Results::read(&root.join("mutants/results.tsv"), &all)?;
    if !options.report {
        run(&options, &tree, &folder, &all, &mut results)?;
    }
    print!("{}", results.report(&all, &tree));
    Ok(())
}

/// Random, with an equal share of each module. Only its key determines a mutant's place among those of its module, so a sample hardly
/// changes with the code.
fn ordered(mut all: Vec<Mutant>) -> Vec<Mutant> {
    all.sort_by_cached_key(|mutant| {
        let mut hasher = DefaultHasher::new();
        mutant.key.hash(&mut hasher);
        hasher.finish()
    });
    let mut counts = [0; MODULES.len()];
    all.sort_by_cached_key(|mutant| {
        counts[mutant.module] += 1;
        (counts[mutant.module], mutant.module)
    });
    all
}

/// Runs what has no result yet.
fn run(
    options: &Options,
    tree: &Tree,
    folder: &Path,
    all: &[Mutant],
    results: &mut Results,
) -> io::Result<()> {
    let built = all.iter().take(options.count + options.count / RESERVE);
    let mut built: Vec<Option<&Mutant>> = built.map(Some).collect();
    let target = folder.join("build");
    compile::settle(tree, &target, results, &mut built)?;
    let programs = compile::programs(tree, &target, options.own)?;
    let mut times = Times::read(&folder.join("times.tsv"), &programs);
    let chosen = (1..).zip(built).filter_map(|(number, mutant)| Some((number, mutant?)));
    let started = Instant::now();
    for (number, mutant) in chosen.take(options.count) {
        if options.minutes.is_some_and(|minutes| started.elapsed().as_secs() >= 60 * minutes) {
            eprintln!("The time is up: the same command goes on from here.");
            break;
        }
        match results.get(&mutant.key) {
            None => {}
            Some(verdict) if options.again && (*verdict == Verdict::Survived || verdict.is_by_time()) => {}
            Some(_) => continue,
        }
        if options.module.as_ref().is_some_and(|name| name != MODULES[mutant.module].name) {
            continue;
        }
        let begun = Instant::now();
        let verdict = verdict_on(number, &plan(&programs, mutant, options.own), &mut times)?;
        eprintln!("{number:4} {:6.1} s  {verdict:?}  {}", begun.elapsed().as_secs_f64(), mutant.key);
        results.put(&mutant.key, verdict)?;
    }
    Ok(())
}

/// The programs to run for a mutant, in this order: the unit tests of its crate, the tests in `tests/` about its module; and unless
/// `own`, all other unit tests, all other tests in `tests/`.
fn plan<'p>(programs: &'p [TestProgram], mutant: &Mutant, own: bool) -> Vec<&'p TestProgram> {
    let about = MODULES[mutant.module].tests;
    let rank = |program: &TestProgram| {
        let place = about.iter().position(|name| !program.is_unit && *name == program.name);
        match place {
            Some(place) => (1, place),
            None if program.has_unit_tests_of(&mutant.path) => (0, 0),
            None if program.is_unit => (2, 0),
            None => (3, 0),
        }
    };
    let mut plan: Vec<&TestProgram> = programs.iter().filter(|program| !own || rank(program).0 < 2).collect();
    plan.sort_by_key(|program| rank(program));
    plan
}

/// Whether a test fails for a mutant.
fn verdict_on(number: u32, programs: &[&TestProgram], times: &mut Times) -> io::Result<Verdict> {
    for program in programs {
        match program.run(number, times.most(program)?)?.0 {
            Ran::Passed => {}
            Ran::Failed(test) => return Ok(Verdict::Caught(format!("{} {test}", program.name))),
            Ran::TooLong => return Ok(Verdict::Caught(format!("{} (time)", program.name))),
        }
    }
    Ok(Verdict::Survived)
}
