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
mod tree;

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use compile::TestProgram;
use module::MODULES;
use results::Results;
use run::{Part, Ran};
use tree::{Mutant, Tree};

const USAGE: &str =
    "usage: zlink-mutants [--count N] [--seed N] [--test NAME]... [--own] [--minutes N] [--again] [--list]
  --count N     mutants to run (200)
  --seed N      which ones (1)
  --test NAME   of the files of tests/, only these
  --own         only the unit tests of the crate and the tests in tests/ about the module
  --minutes N   stop after N minutes; the same command goes on from there
  --again       run the survivors of earlier runs once more
  --list        list the mutants, run none
";

/// A quarter more mutants than wanted are built, as some do not compile.
const RESERVE: usize = 4;

/// The options of the command line.
struct Options {
    count: usize,
    seed: u64,
    tests: Vec<String>,
    own: bool,
    minutes: Option<u64>,
    again: bool,
    list: bool,
}

impl Options {
    fn of(mut arguments: impl Iterator<Item = String>) -> Option<Self> {
        let mut options = Options {
            count: 200,
            seed: 1,
            tests: Vec::new(),
            own: false,
            minutes: None,
            again: false,
            list: false,
        };
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--count" => options.count = arguments.next()?.parse().ok()?,
                "--seed" => options.seed = arguments.next()?.parse().ok()?,
                "--minutes" => options.minutes = Some(arguments.next()?.parse().ok()?),
                "--test" => options.tests.push(arguments.next()?),
                "--own" => options.own = true,
                "--again" => options.again = true,
                "--list" => options.list = true,
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
    let mut all = tree.mutants()?;
    // A mutant's place in the order does not depend on other mutants, so a sample hardly changes with the code.
    all.sort_by_cached_key(|mutant| {
        let mut hasher = DefaultHasher::new();
        (options.seed, &mutant.key).hash(&mut hasher);
        hasher.finish()
    });
    let built = all.iter().take(options.count + options.count / RESERVE);
    let mut built: Vec<Option<&Mutant>> = built.map(Some).collect();
    if options.list {
        built.iter().flatten().for_each(|mutant| println!("{}", mutant.key));
        println!("{} of {} mutants", built.len(), all.len());
        return Ok(());
    }
    let target = folder.join("build");
    compile::settle(&tree, &target, &folder.join("broken.txt"), &mut built)?;
    let programs = compile::programs(&tree, &target, &options.tests, options.own)?;
    let mut results = Results::read(&folder.join(format!("results-{}.tsv", options.seed)));
    let chosen: Vec<(u32, &Mutant)> = (1..).zip(&built).filter_map(|(i, m)| Some((i, (*m)?))).collect();
    let chosen = &chosen[..chosen.len().min(options.count)];
    let started = Instant::now();
    let parts = measured(&programs)?;
    let mut gone: HashSet<u32> = HashSet::new();
    for &(number, mutant) in chosen {
        if options.minutes.is_some_and(|minutes| started.elapsed().as_secs() >= 60 * minutes) {
            eprintln!("The time is up: the same command goes on from here.");
            break;
        }
        match results.get(&mutant.key) {
            Some(Some(_)) => continue,
            Some(None) if !options.again => continue,
            _ => {}
        }
        let begun = Instant::now();
        let catcher = caught_by(number, &plan(&parts, mutant, options.own))?;
        let said = catcher.as_deref().unwrap_or("SURVIVED");
        eprintln!("{number:4} {:6.1} s  {said}  {}", begun.elapsed().as_secs_f64(), mutant.key);
        results.put(&mutant.key, catcher)?;
        gone.insert(number);
    }
    eprintln!("{} mutants in {:.0} s", gone.len(), started.elapsed().as_secs_f64());
    let chosen: Vec<&Mutant> = chosen.iter().map(|&(_, mutant)| mutant).collect();
    print!("{}", results.report(&chosen, &tree));
    Ok(())
}

/// Runs all programs without a mutation, to know how long each takes, and returns them by that.
fn measured(programs: &[TestProgram]) -> io::Result<Vec<Part<'_>>> {
    let mut parts = Vec::new();
    for program in programs {
        let mut part = Part { program, clean: 0.0 };
        let (ran, took) = part.run(0, Duration::from_secs(1800))?;
        if ran != Ran::Passed {
            return Err(io::Error::other(format!("{}: {ran:?} without any mutation", program.name)));
        }
        part.clean = took.as_secs_f64();
        eprintln!("{}: {:.1} s", program.name, part.clean);
        parts.push(part);
    }
    parts.sort_by(|a, b| a.clean.total_cmp(&b.clean));
    Ok(parts)
}

/// The programs to run for a mutant, in this order: the unit tests of its crate, the tests in `tests/` about its module; and unless
/// `own`, all other unit tests, all other tests in `tests/`.
fn plan<'p>(parts: &[Part<'p>], mutant: &Mutant, own: bool) -> Vec<Part<'p>> {
    let rank = |part: &Part<'_>| match part.program {
        program if program.has_unit_tests_of(&[mutant.path.as_str()]) => 0,
        program if program.is_about(&MODULES[mutant.module]) => 1,
        program if program.is_unit => 2,
        _ => 3,
    };
    let mut plan: Vec<Part<'p>> = parts.iter().copied().filter(|part| !own || rank(part) < 2).collect();
    plan.sort_by_key(rank);
    plan
}

/// The first test that fails for a mutant; none if all pass.
fn caught_by(number: u32, parts: &[Part<'_>]) -> io::Result<Option<String>> {
    for part in parts {
        let name = &part.program.name;
        match part.run(number, part.most())?.0 {
            Ran::Passed => {}
            Ran::Failed(test) => return Ok(Some(format!("{name} {test}"))),
            Ran::TooLong => return Ok(Some(format!("{name} (time)"))),
        }
    }
    Ok(None)
}
