//! The cost of an order: an estimate of the number of states for every level, added up.
//!
//! A state records for each frontier vertex whether it has no edge, is the end of a path (and what its mate is) or has
//! two edges, and for each open sum how many of its literals hold (Sekine, Imai and Tani 1995; Knuth, TAOCP 7.1.4, Simpath;
//! Kawahara, Inoue, Iwashita and Minato 2017). When the frontier is a simple curve
//! around what is decided, as in a sweep of a planar graph, path ends pair up like parentheses, so a state is a word
//! over `-`, `(`, `)` and, where two edges are behind the vertex, `2`. Words over three letters with balanced
//! parentheses number about 3^F / F^1.5 (Motzkin), and each further letter adds one to the base. This is the estimate:
//!
//! ```text
//! log states = sum over the frontier of log b(vertex) - 1.5 log(1 + F) + sum over the open sums of log b(counter)
//! ```
//!
//! Vertices that certainly take exactly one more edge (ends of chains, terminals) have fewer letters. The count
//! of an open cell is mostly implied by the frontier around it: measured, it costs a factor of about 1.3. Bounds and
//! integrity constraints on the edges of one square of a grid cost 0.8 to 1.2. Of edges anywhere, an integrity constraint costs 1.4 to 1.6,
//! and an exact sum of four edges 1.7 (geometric means over the levels of the 6x6 grid). The estimate takes 1.3 for all.
//!
//! Measured on all cycles of 13 small tilings, up to twelve orders each: the estimate is about 2.8 times the states on
//! average (standard deviation: a factor of 2.2) and ranks orders nearly as the states do (mean correlation of the
//! logarithms 0.93). With clues and a search that looks ahead (11 presolved clue-minimal tilings, nine orders each) it is
//! far too high and ranks only roughly (mean rank correlation 0.57): the first candidate has three times the states of
//! the best in the geometric mean, the best of the first three a tenth more. Bounding the estimate by the number of
//! partial solutions that the passed clues leave did not rank better there.
//!
//! Totals are kept as logarithms, so that nothing overflows, however wide the graph is.

use super::graph::VertexKind;
use zlink_puzzle::Topology;

/// The bases of the estimate (the factor that each frontier vertex and open sum contributes), as logarithms.
#[derive(Debug, Clone, PartialEq)]
pub struct CostModel {
    /// The base of a fresh vertex with one edge behind it.
    entered: f64,
    /// The base of a fresh vertex with two or more edges behind it.
    crossed: f64,
    /// The base of a vertex that takes exactly one more edge, which may be behind it.
    single: f64,
    /// The base of the counter of an open sum: some of its edges are decided, others are not.
    counter: f64,
    forces_parity: bool,
}

impl CostModel {
    /// The bases for solutions of a topology.
    pub fn for_topology(topology: Topology) -> Self {
        let (entered, crossed, single): (f64, f64, f64) = match topology {
            Topology::Cycle | Topology::Cycles => (3.0, 4.0, 2.5),
            Topology::Linkage => (3.0, 4.0, 2.5),
            Topology::PathMatching => (3.0, 4.0, 3.0),
        };
        CostModel {
            entered: entered.ln(),
            crossed: crossed.ln(),
            single: single.ln(),
            counter: 1.3f64.ln(),
            forces_parity: topology.forces_parity(),
        }
    }

    /// The bases for partitions of the frontier into components: partitions without crossings number about 4^F / F^1.5.
    pub fn for_components() -> Self {
        let four = 4f64.ln();
        CostModel { entered: four, crossed: four, single: four, counter: 0.0, forces_parity: false }
    }

    /// Whether a fresh vertex of degree two takes both of its edges or none.
    pub(super) fn forces_parity(&self) -> bool {
        self.forces_parity
    }

    /// The logarithm of the factor of a vertex with `behind` decided edges out of `degree`.
    #[inline]
    pub(super) fn log_vertex(&self, kind: VertexKind, behind: u32, degree: u32, chain_behind: bool) -> f64 {
        if behind == 0 || behind == degree {
            return 0.0;
        }
        match kind {
            VertexKind::Fresh if behind == 1 => self.entered,
            VertexKind::Fresh => self.crossed,
            // Only its chain is decided: the vertex is certainly the end of a path.
            VertexKind::ChainEnd if chain_behind && behind == 1 => 0.0,
            VertexKind::ChainEnd | VertexKind::Terminal => self.single,
        }
    }

    /// The logarithm of the factor of an open sum.
    #[inline]
    pub(super) fn log_counter(&self) -> f64 {
        self.counter
    }
}
