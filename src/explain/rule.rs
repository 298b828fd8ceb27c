//! The catalogue of rules by which people solve link puzzles; each has a section in `docs/reference/rules.md`.

use super::Difficulty;
use zlink_base::named;

named! {
    /// A rule by which edges become known.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[non_exhaustive]
    pub enum Rule {
        /// The puzzle gives the edge.
        Given = "given",
        /// A 0 takes edges away from a clue, which needs all others.
        ZeroBeside = "zero-beside",
        /// A clue has all its edges, or needs all that are left.
        Clue = "clue",
        /// A cell needs all the edges that are left for its lower bound, or has as many as its upper bound allows.
        Bound = "bound",
        /// All literals of an integrity constraint hold but one, which therefore does not.
        Integrity = "integrity",
        /// A line goes on, or a vertex is full.
        Vertex = "vertex",
        /// An edge would close a loop too early.
        EarlyLoop = "early-loop",
        /// The loop is closed: nothing else belongs to it.
        ClosedLoop = "closed-loop",
        /// No edge is left for the loop.
        Empty = "empty",
        /// An edge would join the paths of two pairs.
        WrongPair = "wrong-pair",
        /// A clue at a vertex with no other ways, as a 3 in the corner.
        Corner = "corner",
        /// A line comes to a corner of a clue.
        LineAtClue = "line-at-clue",
        /// Two clues that share an edge, as two 3s side by side.
        Adjacent = "adjacent",
        /// Two clues that share only a vertex, as two 3s on a diagonal.
        Diagonal = "diagonal",
        /// Of two edges both, one, or none are in; and what follows from several of these.
        EdgePairs = "edge-pairs",
        /// A pair has only one way left: a path must go through there.
        OnlyWay = "only-way",
        /// An edge would leave no way for the path of a pair.
        BlockedPair = "blocked-pair",
        /// Both sides of an edge are inside, both are outside, or they differ.
        InsideOutside = "inside-outside",
        /// What is cut off by known edges is entered as often as it is left.
        CutParity = "cut-parity",
        /// The loop would fall apart into two.
        Connected = "connected",
        /// Paths of pairs would have to cross.
        Crossing = "crossing",
        /// A path that touches itself could be shorter: no part of the only solution.
        Detour = "detour",
        /// What is to be covered does not come out even.
        Balance = "balance",
        /// One way is tried, and leads to a contradiction; or both ways lead to the same.
        BothWays = "both-ways",
        /// A search through all cases: there is no short reason.
        Search = "search",
    }
}

impl Rule {
    /// How hard a step by this rule is, unless what it builds on is harder.
    pub fn difficulty(self) -> Difficulty {
        match self {
            Rule::Given
            | Rule::ZeroBeside
            | Rule::Clue
            | Rule::Bound
            | Rule::Integrity
            | Rule::Vertex
            | Rule::EarlyLoop
            | Rule::ClosedLoop
            | Rule::Empty
            | Rule::WrongPair
            | Rule::LineAtClue => Difficulty::Easy,
            Rule::Corner | Rule::EdgePairs | Rule::OnlyWay | Rule::BlockedPair => Difficulty::Normal,
            Rule::Adjacent | Rule::Diagonal => Difficulty::Tricky,
            Rule::InsideOutside | Rule::CutParity | Rule::Connected | Rule::Crossing | Rule::Detour => {
                Difficulty::Hard
            }
            Rule::Balance | Rule::BothWays | Rule::Search => Difficulty::Extreme,
        }
    }
}
