//! The command line of `zlink diagram`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Subcommand, ValueEnum};

use super::super::arguments::{Input, LimitOptions, Rules, Threads};
use super::super::deferred::Deferred;
use super::super::spill::Disk;
use super::super::values::{how_many, number};
use super::graphs::Graphs;

pub(in super::super) const EXAMPLES: &str = "\
A diagram is a file with a family of sets, such as all solutions of a puzzle as
sets of link atoms. `-`, or no file, is the standard input; without -o, diagrams go
to the standard output. A file has the names of its elements. Elements of two files
are the same if their names are equal; an element that a file does not name is in
none of its sets. The elements of a result are those of the first file, in its
order, and then those that the other files add.

Examples:
  zlink diagram build puzzle.lp -o all.zdd             all solutions
  zlink diagram count all.zdd                          how many
  zlink diagram list -n 5 all.zdd                      the first five, as facts
  zlink diagram sample -n 5 --seed 7 all.zdd           five at random, each set as likely as any
  zlink diagram filter all.zdd --with 'link(0,1)' --size 10..14 -o some.zdd
  zlink diagram combine difference all.zdd some.zdd | zlink diagram sizes
  zlink diagram transform minimal-hitting-sets all.zdd -o hit.zdd
  zlink diagram best -n 3 --weights weights.lp all.zdd   as facts: weight(link(0,1),5).
  zlink diagram convert --to svg all.zdd > all.svg     a picture, as in the papers
  zlink diagram convert --to text all.zdd > all.txt    for Graphillion's setset.load

Exit statuses: 0 done, 1 interrupted or out of time, 33 out of memory, 65 bad
input.
";

const BUILD_EXAMPLES: &str = "\
Examples:
  zlink diagram build puzzle.lp -o all.zdd
  zlink diagram build --cycles many puzzle.lp | zlink diagram count
  zlink diagram build --spill rows --resume puzzle.lp -o all.zdd      goes on after a stop
  zlink diagram build --graphs trees --spanning board.lp -o trees.zdd all spanning trees
  zlink diagram build --graphs any --together 'a;e' net.lp            what connects a and e
  zlink diagram build --graphs paths --degree 'a;e=1' net.lp          all paths from a to e
  zlink diagram build --graphs matchings --degree 1 net.lp            all perfect matchings
  zlink diagram build --graphs partitions --components 3 --component-weight 4..6 net.lp
";

const COMBINE_EXAMPLES: &str = "\
Examples:
  zlink diagram combine intersection a.zdd b.zdd -o both.zdd
  zlink diagram combine difference all.zdd some.zdd | zlink diagram count
";

const TRANSFORM_EXAMPLES: &str = "\
Examples:
  zlink diagram transform minimal all.zdd -o minimal.zdd
  zlink diagram transform minimal-hitting-sets all.zdd | zlink diagram list -n 5
  zlink diagram transform change --element 'link(0,1)' all.zdd -o changed.zdd

A larger universe for complement and hitting-sets (names.txt: its elements, one to a line,
those of the diagram first):
  zlink diagram convert --elements names.txt all.zdd | zlink diagram transform complement
";

const FILTER_EXAMPLES: &str = "\
Examples:
  zlink diagram filter --with 'link(0,1)' --without 'link(1,2)' all.zdd -o some.zdd
  zlink diagram filter --size 10..14 all.zdd | zlink diagram count
  zlink diagram filter --with 'link(0,1)' --with 'link(1,2)' --size 2 all.zdd | zlink diagram count
  zlink diagram filter --weights weights.lp --weight ..20 --maximal all.zdd -o light.zdd

The third one writes 1 if {link(0,1), link(1,2)} is a set of the family, otherwise 0.
";

const COUNT_EXAMPLES: &str = "\
Examples:
  zlink diagram count all.zdd
  zlink diagram build puzzle.lp | zlink diagram count
";

const SIZES_EXAMPLES: &str = "\
Examples:
  zlink diagram sizes all.zdd              lines of a size and a number
";

const LIST_EXAMPLES: &str = "\
Examples:
  zlink diagram list -n 5 all.zdd
  zlink diagram list all.zdd | head -1 | zlink check puzzle.lp
";

const SAMPLE_EXAMPLES: &str = "\
Examples:
  zlink diagram sample -n 10 --seed 7 all.zdd
";

const BEST_EXAMPLES: &str = "\
Examples:
  zlink diagram best all.zdd                              the smallest set
  zlink diagram best -n 3 --weights weights.lp all.zdd    as facts: weight(link(0,1),5).
  zlink diagram best --greatest --weights weights.lp all.zdd
";

const FREQUENCY_EXAMPLES: &str = "\
Examples:
  zlink diagram frequency all.zdd          lines of an element, a number and a share
";

const WEIGH_EXAMPLES: &str = "\
Examples:
  zlink diagram weigh all.zdd                       of the sizes
  zlink diagram weigh --weights weights.lp all.zdd
";

const INFO_EXAMPLES: &str = "\
Examples:
  zlink diagram info all.zdd
  zlink diagram info --elements all.zdd > names.txt
";

const CONVERT_EXAMPLES: &str = "\
Examples:
  zlink diagram convert --to svg all.zdd -o all.svg
  zlink diagram convert --to dot all.zdd | dot -Tpdf > all.pdf
  zlink diagram convert --to text all.zdd > all.txt          for Graphillion
  zlink diagram convert --elements names.txt all.txt -o all.zdd
";

/// The command line of `zlink diagram`.
#[derive(Debug, Args)]
pub(in super::super) struct Diagram {
    #[command(subcommand)]
    pub(super) action: Action,
}

#[derive(Debug, Subcommand)]
pub(super) enum Action {
    /// Compile all solutions of a puzzle, or all trees, forests, matchings, ... of its graph.
    #[command(after_help = BUILD_EXAMPLES)]
    Build(Deferred<Build>),
    /// Combine two or more families, from left to right.
    #[command(after_help = COMBINE_EXAMPLES)]
    Combine(Deferred<Combine>),
    /// Make another family from one.
    #[command(after_help = TRANSFORM_EXAMPLES)]
    Transform(Deferred<Transform>),
    /// Keep the sets with some properties.
    #[command(after_help = FILTER_EXAMPLES)]
    Filter(Deferred<Filter>),
    /// Write the number of sets.
    #[command(after_help = COUNT_EXAMPLES)]
    Count(Deferred<Asked>),
    /// Write how many sets there are of each size.
    #[command(after_help = SIZES_EXAMPLES)]
    Sizes(Deferred<Asked>),
    /// Write the sets in the order of the diagram: of two sets, the one with the first element in which they differ comes first.
    #[command(after_help = LIST_EXAMPLES)]
    List(Deferred<List>),
    /// Write random sets, uniformly and with repetition.
    #[command(after_help = SAMPLE_EXAMPLES)]
    Sample(Deferred<Sample>),
    /// Write the sets of least weight, the lightest first; without weights, the smallest.
    #[command(after_help = BEST_EXAMPLES)]
    Best(Deferred<Best>),
    /// Write for each element how many sets have it, and their share of all sets.
    #[command(after_help = FREQUENCY_EXAMPLES)]
    Frequency(Deferred<Asked>),
    /// Write the least and greatest weight, and the mean and variance over all sets, exactly.
    #[command(after_help = WEIGH_EXAMPLES)]
    Weigh(Deferred<Weigh>),
    /// Write the numbers of elements and nodes, the width and the size.
    #[command(after_help = INFO_EXAMPLES)]
    Info(Deferred<Info>),
    /// Write the diagram in another form.
    #[command(after_help = CONVERT_EXAMPLES)]
    Convert(Deferred<Convert>),
}

impl Action {
    /// The limits of the action.
    pub(super) fn limits(&self) -> &LimitOptions {
        match self {
            Action::Build(Deferred(Build { limits, .. }))
            | Action::Combine(Deferred(Combine { limits, .. }))
            | Action::Transform(Deferred(Transform { limits, .. }))
            | Action::Filter(Deferred(Filter { limits, .. }))
            | Action::Count(Deferred(Asked { limits, .. }))
            | Action::Sizes(Deferred(Asked { limits, .. }))
            | Action::List(Deferred(List { limits, .. }))
            | Action::Sample(Deferred(Sample { limits, .. }))
            | Action::Best(Deferred(Best { limits, .. }))
            | Action::Frequency(Deferred(Asked { limits, .. }))
            | Action::Weigh(Deferred(Weigh { limits, .. }))
            | Action::Info(Deferred(Info { limits, .. }))
            | Action::Convert(Deferred(Convert { limits, .. })) => limits,
        }
    }
}

#[derive(Debug, Args)]
pub(super) struct Build {
    #[command(flatten)]
    pub(super) input: Input,
    #[command(flatten)]
    pub(super) rules: Rules,
    /// A number that decides between choices that are otherwise equal.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u64>)]
    pub(super) seed: u64,
    #[command(flatten)]
    pub(super) threads: Threads,
    #[command(flatten)]
    pub(super) graphs: Box<Graphs>,
    #[command(flatten)]
    pub(super) disk: Disk,
    #[command(flatten)]
    pub(super) output: OutputFile,
    #[command(flatten)]
    pub(super) limits: LimitOptions,
}

/// Where the diagram goes.
#[derive(Debug, Args)]
pub(super) struct OutputFile {
    /// The file to write; `-`, or none, is the standard output.
    #[arg(id = "output", short = 'o', long = "output", value_name = "FILE")]
    pub(super) file: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct Combine {
    /// The operation.
    #[arg(value_enum, value_name = "OPERATION")]
    pub(super) operation: Operation,
    /// The diagrams f, g, ...
    #[arg(value_names = ["FIRST", "OTHERS"], required = true, num_args = 2..)]
    pub(super) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) output: OutputFile,
    #[command(flatten)]
    pub(super) limits: LimitOptions,
}

/// What to do with two families f and g.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Operation {
    /// The sets of f or g.
    Union,
    /// The sets of both.
    Intersection,
    /// The sets of f, but not of g.
    Difference,
    /// The sets of either f or g, but not of both.
    SymmetricDifference,
    /// The unions of a set of f and a set of g.
    Join,
    /// The intersections of a set of f and a set of g.
    Meet,
    /// The sets that, with every set of g, are disjoint and unite to a set of f.
    Quotient,
    /// The sets of f that are no union of a set of the quotient and a set of g.
    Remainder,
    /// The sets of f that are subsets of a set of g.
    Subsets,
    /// The sets of f that are supersets of a set of g.
    Supersets,
    /// The sets of f that are subsets of no set of g.
    NonSubsets,
    /// The sets of f that are supersets of no set of g.
    NonSupersets,
}

#[derive(Debug, Args)]
pub(super) struct Transform {
    /// The operation.
    #[arg(value_enum, value_name = "OPERATION")]
    pub(super) operation: Transformation,
    /// The diagram.
    #[arg(value_name = "FILE")]
    pub(super) file: Option<PathBuf>,
    /// The element for `change`, such as 'link(0,1)'.
    #[arg(long, value_name = "ELEMENT", required_if_eq("operation", "change"))]
    pub(super) element: Vec<String>,
    #[command(flatten)]
    pub(super) output: OutputFile,
    #[command(flatten)]
    pub(super) limits: LimitOptions,
}

/// What to make of a family, over the elements of its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Transformation {
    /// The sets that include no other set of the family.
    Minimal,
    /// The sets that no other set of the family includes.
    Maximal,
    /// All sets of elements that are not in the family.
    Complement,
    /// All sets of elements that have an element in common with each set of the family.
    HittingSets,
    /// The hitting sets that include no other hitting set.
    MinimalHittingSets,
    /// The sets of the family, each without the element of --element if it has it, and with it otherwise.
    Change,
}

#[derive(Debug, Args)]
pub(super) struct Filter {
    /// The diagram.
    #[arg(value_name = "FILE")]
    pub(super) file: Option<PathBuf>,
    /// Only sets with this element, such as 'link(0,1)'.
    #[arg(long, value_name = "ELEMENT")]
    pub(super) with: Vec<String>,
    /// Only sets without this element.
    #[arg(long, value_name = "ELEMENT")]
    pub(super) without: Vec<String>,
    /// Only sets of this size: N, or from A to B: A..B, A.. or ..B.
    #[arg(long, value_name = "RANGE")]
    pub(super) size: Option<Range<u32>>,
    /// Only sets of this weight: N, or from A to B: A..B, A.. or ..B.
    #[arg(long, value_name = "RANGE", requires = "weights", allow_hyphen_values = true)]
    pub(super) weight: Option<Range<i128>>,
    /// A file with the weights of elements, as facts: weight(link(0,1),5). Others weigh 0.
    #[arg(long, value_name = "FILE", requires = "weight")]
    pub(super) weights: Option<PathBuf>,
    /// Of the sets that are left, only the minimal ones.
    #[arg(long)]
    pub(super) minimal: bool,
    /// Of the sets that are left, only the maximal ones.
    #[arg(long)]
    pub(super) maximal: bool,
    #[command(flatten)]
    pub(super) output: OutputFile,
    #[command(flatten)]
    pub(super) limits: LimitOptions,
}

/// A range of numbers, both ends included; an end that is `None` is unbounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Range<T> {
    pub(super) from: Option<T>,
    pub(super) to: Option<T>,
}

impl<T: FromStr + Copy + PartialOrd> FromStr for Range<T> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| match text {
            "" => Ok(None),
            _ => text.parse().map(Some).map_err(|_| format!("`{text}` is no number that is possible here")),
        };
        let range = match text.split_once("..") {
            None => number(text).map(|n| Range { from: n, to: n })?,
            Some((from, to)) => Range { from: number(from)?, to: number(to)? },
        };
        match range {
            Range { from: None, to: None } => Err("expected N, A..B, A.. or ..B".to_string()),
            Range { from: Some(from), to: Some(to) } if from > to => {
                Err("the first number of a range must not be the greater one".to_string())
            }
            range => Ok(range),
        }
    }
}

#[derive(Debug, Args)]
pub(super) struct Asked {
    /// The diagram.
    #[arg(value_name = "FILE")]
    pub(super) file: Option<PathBuf>,
    #[command(flatten)]
    pub(super) limits: LimitOptions,
}

#[derive(Debug, Args)]
pub(super) struct List {
    /// The diagram.
    #[arg(value_name = "FILE")]
    pub(super) file: Option<PathBuf>,
    /// How many sets to write at most; 0 for all.
    #[arg(short = 'n', long = "sets", value_name = "N", default_value_t = 0, value_parser = how_many)]
    pub(super) sets: u64,
    #[command(flatten)]
    pub(super) limits: LimitOptions,
}

#[derive(Debug, Args)]
pub(super) struct Sample {
    /// The diagram.
    #[arg(value_name = "FILE")]
    pub(super) file: Option<PathBuf>,
    /// How many sets to draw.
    #[arg(short = 'n', long = "sets", value_name = "N", default_value_t = 1, value_parser = number::<u64>)]
    pub(super) sets: u64,
    /// The same seed draws the same sets.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u64>)]
    pub(super) seed: u64,
    #[command(flatten)]
    pub(super) limits: LimitOptions,
}

#[derive(Debug, Args)]
pub(super) struct Best {
    /// The diagram.
    #[arg(value_name = "FILE")]
    pub(super) file: Option<PathBuf>,
    /// How many sets to write at most; 0 for all.
    #[arg(short = 'n', long = "sets", value_name = "N", default_value_t = 1, value_parser = how_many)]
    pub(super) sets: u64,
    /// A file with the weights of elements, as facts: weight(link(0,1),5). Others weigh 0.
    #[arg(long, value_name = "FILE")]
    pub(super) weights: Option<PathBuf>,
    /// Write the sets of greatest weight instead, the heaviest first.
    #[arg(long)]
    pub(super) greatest: bool,
    #[command(flatten)]
    pub(super) limits: LimitOptions,
}

#[derive(Debug, Args)]
pub(super) struct Weigh {
    /// The diagram.
    #[arg(value_name = "FILE")]
    pub(super) file: Option<PathBuf>,
    /// A file with the weights of elements, as facts: weight(link(0,1),5). Others weigh 0; without the file, each
    /// weighs 1.
    #[arg(long, value_name = "FILE")]
    pub(super) weights: Option<PathBuf>,
    #[command(flatten)]
    pub(super) limits: LimitOptions,
}

#[derive(Debug, Args)]
pub(super) struct Info {
    /// The diagram.
    #[arg(value_name = "FILE")]
    pub(super) file: Option<PathBuf>,
    /// Write only the names of the elements, in the order of the diagram, one per line.
    #[arg(long)]
    pub(super) elements: bool,
    #[command(flatten)]
    pub(super) limits: LimitOptions,
}

#[derive(Debug, Args)]
pub(super) struct Convert {
    /// The diagram.
    #[arg(value_name = "FILE")]
    pub(super) file: Option<PathBuf>,
    /// The form to write.
    #[arg(long, value_enum, value_name = "FORM", default_value_t = Form::Zdd)]
    pub(super) to: Form,
    /// A file with names for the elements, one per line. The text form has no names; without this file, they are numbers.
    #[arg(long, value_name = "FILE")]
    pub(super) elements: Option<PathBuf>,
    #[command(flatten)]
    pub(super) output: OutputFile,
    #[command(flatten)]
    pub(super) limits: LimitOptions,
}

/// The forms of a diagram.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Form {
    /// The compact form of zlink, with names.
    Zdd,
    /// The form that Graphillion dumps and loads.
    Text,
    /// A drawing for Graphviz.
    Dot,
    /// A picture, of a small diagram.
    Svg,
}
