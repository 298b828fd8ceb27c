//! The names of the rules, for what tells of a rule without using it; `registry` has their states.

use zlink_base::named;

named! {
    /// A rule of deduction. The order is that of their cost.
    ///
    /// The name of a rule is that of its file, its row of the statistics and its entry in the legend of pictures.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[repr(u8)]
    pub enum Rule {
        /// chosen edges at a vertex
        Degree = "degree",
        /// chosen edges of a cell
        Clue = "clue",
        /// equal or opposite edges
        Equivalence = "equivalence",
        /// faces inside and outside
        Colouring = "colouring",
        /// faces inside around a clue
        FaceClue = "face_clue",
        /// the pair on whose path a vertex lies
        Label = "label",
        /// paths that close or join wrongly
        PathEnd = "path_end",
        /// paths that would touch themselves
        Induced = "induced",
        /// faces that cut the graph
        DualConnectivity = "dual_connectivity",
        /// colours of what is to be covered
        Balance = "balance",
        /// a cycle within one block
        Biconnectivity = "biconnectivity",
        /// paths of pairs and cut vertices
        Reachability = "reachability",
        /// paths that cross in the plane
        Crossing = "crossing",
        /// even cuts and clues: a linear system
        Parity = "parity",
    }
}
