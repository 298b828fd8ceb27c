//! How good are the tests? Mutates the core in many places, all of them compiled into one program, switches the mutations
//! on one at a time and looks whether a test fails: see docs/internals/mutants.md.

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
use module::{MODULES, Module};
use results::Results;
use run::{Part, Ran};
use tree::{Mutant, Tree};

const USAGE: &str =
    "usage: zlink-mutants [--count N] [--seed N] [--test NAME]... [--own] [--minutes N] [--again] [--list]
  --count N     mutants to run (200)
  --seed N      which ones (1)
  --test NAME   only the unit tests and these files of tests/
  --own         only the tests of the module and those of tests/ that are about it
  --minutes N   stop after so long; the same command goes on from there
  --again       run the survivors of earlier runs once more
  --list        list the mutants, run none
";

/// More mutants than are wanted are built, as some do not compile.
const RESERVE: usize = 4;

/// What was asked for.
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
    // A mutant's place in the order does not depend on the others, so that a sample hardly changes with the code.
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
    let programs = compile::programs(&tree, &target, &options.tests)?;
    let mut results = Results::read(&folder.join(format!("results-{}.tsv", options.seed)));
    let chosen: Vec<(u32, &Mutant)> = (1..).zip(&built).filter_map(|(i, m)| Some((i, (*m)?))).collect();
    let chosen = &chosen[..chosen.len().min(options.count)];
    let started = Instant::now();
    let parts = measured(&programs, options.own, &tree)?;
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
        let catcher = caught_by(number, &parts[mutant.module], &tree)?;
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

/// For each module what is run, in this order: its own unit tests, its own integration tests; and if not only those, the other
/// unit tests, then all others, those first that take less time.
fn measured<'p>(programs: &'p [TestProgram], own: bool, tree: &Tree) -> io::Result<Vec<Vec<Part<'p>>>> {
    let clean = |mut part: Part<'p>| -> io::Result<Part<'p>> {
        let (ran, took) = part.run(0, &tree.to, Duration::from_secs(1800))?;
        if ran != Ran::Passed {
            return Err(io::Error::other(format!("{}: {ran:?} without any mutation", part.program.name)));
        }
        part.clean = took.as_secs_f64();
        eprintln!("{} {:?}: {:.1} s", part.program.name, part.arguments, part.clean);
        Ok(part)
    };
    let part = |program, arguments| Part { program, arguments, clean: 0.0 };
    let (lib, others): (Vec<_>, Vec<_>) = programs.iter().partition(|program| program.name == "lib");
    let lib = lib.into_iter().next().ok_or_else(|| io::Error::other("there are no unit tests"))?;
    let is_first = |module: &Module, name: &str| module.first.contains(&name);
    let wanted =
        |program: &&TestProgram| !own || MODULES.iter().any(|module| is_first(module, &program.name));
    let others = others.into_iter().filter(wanted).map(|program| clean(part(program, Vec::new())));
    let mut others = others.collect::<io::Result<Vec<_>>>()?;
    others.sort_by(|a, b| a.clean.total_cmp(&b.clean));
    let whole = if own { None } else { Some(clean(part(lib, Vec::new()))?) };
    let plan = |module: &Module| -> io::Result<Vec<Part<'p>>> {
        let tests: Vec<String> = module.tests.iter().map(ToString::to_string).collect();
        let skip: Vec<String> = tests.iter().flat_map(|name| ["--skip".to_string(), name.clone()]).collect();
        let (first, last): (Vec<_>, Vec<_>) =
            others.iter().cloned().partition(|part| is_first(module, &part.program.name));
        let mut parts = vec![clean(part(lib, tests))?];
        parts.extend(first);
        if let Some(whole) = &whole {
            parts.push(Part { arguments: skip, ..whole.clone() });
            parts.extend(last);
        }
        Ok(parts)
    };
    MODULES.iter().map(plan).collect()
}

/// The test that catches a mutant, if any does.
fn caught_by(number: u32, parts: &[Part<'_>], tree: &Tree) -> io::Result<Option<String>> {
    for part in parts {
        let name = &part.program.name;
        match part.run(number, &tree.to, part.most())?.0 {
            Ran::Passed => {}
            Ran::Failed(test) => return Ok(Some(format!("{name} {test}"))),
            Ran::TooLong => return Ok(Some(format!("{name} (time)"))),
        }
    }
    Ok(None)
}
