//! Speed and size of the diagram: nodes a second and bytes a node of both builders, of freezing and of
//! counting.
//!
//! `cargo bench --bench diagram`. The input has the shape that a frontier search leaves: states in the order
//! in which they were found, most children new and near, some found before, some dead.

use nix::sys::resource::{UsageWho, getrusage};
use zlink::diagram::{Arena, Diagram, Element, Level, NodeId, RowBuilder, Store, Tally};
use zlink::limits::{Interrupted, Limits};

/// The 1-arc or 0-arc of a state leads to no solution.
const DEAD: u32 = u32::MAX;

/// The states by level: for each state, the indices of its two children in the next level.
type Layers = Vec<Vec<[u32; 2]>>;

struct Xorshift(u64);

impl Xorshift {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

/// `levels` levels that widen to `width` states and narrow again at the end.
fn layers(levels: usize, width: usize) -> Layers {
    let mut random = Xorshift(0x5EED);
    let mut layers = Vec::new();
    let mut here = 1;
    for level in 0..levels {
        let left = (levels - level - 1).min(40) as u32;
        let most = width.min(2usize.saturating_pow(left));
        let mut next = 0;
        let mut layer = Vec::with_capacity(here);
        for _ in 0..here {
            let mut child = |dead_percent| {
                if random.below(100) < dead_percent {
                    DEAD
                } else if next > 0 && (next == most || random.below(100) < 20) {
                    random.below(next) as u32
                } else {
                    next += 1;
                    next as u32 - 1
                }
            };
            let lo = child(4);
            layer.push([lo, child(8)]);
        }
        layers.push(layer);
        here = next;
    }
    layers
}

fn variables(levels: usize) -> Vec<Element> {
    (0..levels).map(Element::from_index).collect()
}

/// Builds the diagram level by level, from the last one up. `node` makes a node.
fn reduce(
    layers: &Layers,
    mut begin: impl FnMut(Level) -> Result<(), Interrupted>,
    mut node: impl FnMut(Level, NodeId, NodeId) -> Result<NodeId, Interrupted>,
) -> Result<NodeId, Interrupted> {
    let mut below = vec![NodeId::UNIT];
    for (level, layer) in (0..layers.len() as u32).zip(layers).rev() {
        begin(Level(level))?;
        let id = |child: u32| if child == DEAD { NodeId::EMPTY } else { below[child as usize] };
        let row: Result<Vec<_>, _> =
            layer.iter().map(|&[lo, hi]| node(Level(level), id(lo), id(hi))).collect();
        below = row?;
    }
    Ok(below[0])
}

/// Counts the paths from the root downwards, with two levels in memory. Returns the total and the number of additions.
fn forward_count(layers: &Layers) -> (num_bigint::BigUint, usize) {
    let (mut here, mut next) = (Tally::new(1), Tally::new(0));
    here.set(0, 1);
    let mut adds = 0;
    for (level, layer) in layers.iter().enumerate() {
        next.reset(layers.get(level + 1).map_or(1, Vec::len), &here);
        for (i, children) in layer.iter().enumerate() {
            for &child in children.iter().filter(|&&child| child != DEAD) {
                next.add(child as usize, &here, i);
                adds += 1;
            }
        }
        std::mem::swap(&mut here, &mut next);
    }
    (here.total(), adds)
}

fn by_rows(limits: &Limits, layers: &Layers) -> Result<Diagram, Interrupted> {
    let arena = Arena::new(limits);
    let builder = std::cell::RefCell::new(RowBuilder::new(&arena, variables(layers.len()))?);
    let root = reduce(
        layers,
        |level| builder.borrow_mut().begin_row(level),
        |_, lo, hi| builder.borrow_mut().node(lo, hi),
    )?;
    builder.into_inner().finish(root)
}

/// The processor time so far (other programs may be running).
fn now() -> f64 {
    getrusage(UsageWho::RUSAGE_SELF).map_or(0.0, |usage| {
        let times = [usage.user_time(), usage.system_time()];
        times.iter().map(|t| t.tv_sec() as f64 + t.tv_usec() as f64 * 1e-6).sum()
    })
}

fn report(what: &str, items: usize, start: f64, bytes: Option<usize>) {
    let seconds = (now() - start).max(1e-6);
    let size = bytes.map_or(String::new(), |b| format!("{:6.2} bytes each", b as f64 / items as f64));
    println!("  {what:<24} {items:>10}  {seconds:7.3} s {:7.1} M/s  {size}", items as f64 / seconds / 1e6);
}

fn run(levels: usize, width: usize) -> Result<(), Interrupted> {
    let layers = layers(levels, width);
    let states = layers.iter().map(Vec::len).sum();
    println!("{levels} levels, {width} states wide, {states} states");
    let limits = Limits::none();
    let start = now();
    let diagram = by_rows(&limits, &layers)?;
    report("RowBuilder (states)", states, start, None);
    let nodes = diagram.node_count();
    println!(
        "  {nodes} nodes, {:.2} bytes each, of which {} wasted",
        diagram.bytes() as f64 / nodes as f64,
        diagram.bytes() - 8 * nodes
    );

    let start = now();
    let count = diagram.count(&limits)?;
    report("count (nodes)", nodes, start, None);
    println!("  {} bits", count.bits());

    let start = now();
    let (total, adds) = forward_count(&layers);
    report("Tally (additions)", adds, start, None);
    assert_eq!(total, count);

    let start = now();
    let (mut sets, mut listed, mut edges) = (diagram.sets(), 0, 0);
    while let Some(set) = sets.next_set().filter(|_| listed < 1_000_000) {
        listed += 1;
        edges += set.len();
    }
    report("list (sets)", listed, start, None);
    println!("  {:.0} edges a set", edges as f64 / listed as f64);

    let store_limits = limits.clone();
    let mut store = Store::new(&store_limits, levels)?;
    let start = now();
    let root = reduce(&layers, |_| Ok(()), |level, lo, hi| store.node(level, lo, hi))?;
    report("Store (states)", states, start, None);
    println!("  {:.2} bytes a node", store.bytes() as f64 / store.node_count() as f64);

    let start = now();
    let frozen = store.freeze(root, variables(levels))?;
    report("freeze (nodes)", nodes, start, Some(frozen.bytes()));
    assert_eq!(frozen.count(&limits)?, count);
    Ok(())
}

fn main() -> Result<(), Interrupted> {
    for (levels, width) in [(2_000, 2_000), (300, 30_000), (50, 500_000), (300, 100_000)] {
        run(levels, width)?;
    }
    Ok(())
}
