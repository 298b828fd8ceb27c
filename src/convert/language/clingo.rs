//! Writes the puzzle as a program for clingo.

use std::fmt::Write;

use crate::Document;
use zlink_puzzle::{Topology, VertexId};

/// The rules of all topologies: edges are chosen, and clues and other demands are met.
const COMMON: &str = "
% ---- the rules: one answer set for each solution, in the atoms link(U,V) ----
{ link(U,V) } :- edge(U,V).
at(U,U,V) :- edge(U,V).
at(V,U,V) :- edge(U,V).
vertex(V) :- at(V,_,_).
vertex(V) :- node(V).
used(V) :- at(V,A,B), link(A,B).
inside(C,U,V) :- cell_contains(C,U,V), edge(U,V).
inside(C,V,U) :- cell_contains(C,U,V), edge(V,U).
:- clue(C,N), not N { link(U,V) : inside(C,U,V) } N.
:- at_least(C,N), not N { link(U,V) : inside(C,U,V) }.
:- at_most(C,N), not { link(U,V) : inside(C,U,V) } N.
:- cover, vertex(V), not used(V).
";

const NONEMPTY: &str = "nonempty :- link(_,_).
:- not nonempty.
";

const CYCLES: &str = ":- used(V), not 2 { link(A,B) : at(V,A,B) } 2.
";

const ONE: &str = "% One cycle: everything used is reached from the first vertex in use.
behind(W) :- successor(V,W), used(V).
behind(W) :- successor(V,W), behind(V).
reached(V) :- used(V), not behind(V).
reached(W) :- reached(V), at(V,A,B), at(W,A,B), link(A,B).
:- used(V), not reached(V).
#defined successor/2.
";

const LINKAGE: &str = "terminal(A) :- pair(A,_).
terminal(B) :- pair(_,B).
:- terminal(V), not 1 { link(A,B) : at(V,A,B) } 1.
:- used(V), not terminal(V), not 2 { link(A,B) : at(V,A,B) } 2.
% The first end of a pair is known all along its path.
reached(A,A) :- pair(A,_).
reached(W,P) :- reached(V,P), at(V,A,B), at(W,A,B), link(A,B).
:- pair(A,B), not reached(B,A).
:- used(V), not reached(V,_).
#defined pair/2.
";

const PATHS: &str = ":- vertex(V), 3 { link(A,B) : at(V,A,B) }.
% No cycles: everything used is reached from an end of a path.
reached(V) :- vertex(V), 1 { link(A,B) : at(V,A,B) } 1.
reached(W) :- reached(V), at(V,A,B), at(W,A,B), link(A,B).
:- used(V), not reached(V).
";

const END: &str = "#defined node/1.
#defined edge/2.
#defined cell_contains/3.
#defined clue/2.
#defined at_least/2.
#defined at_most/2.
#defined cover/0.
#show link/2.
";

/// Writes the program.
pub(super) fn write(document: &Document) -> String {
    let Document { puzzle, names, .. } = document;
    let mut text = zlink_puzzle::write_facts(puzzle, names).to_string();
    let topology = puzzle.topology();
    if topology == Topology::Cycle {
        text.push_str("% the vertices in an order of their own\n");
        for v in 1..puzzle.vertex_count() {
            let [a, b] = [v - 1, v].map(|v| names.vertex(VertexId::from_index(v)));
            // Writing to a string cannot fail.
            let _ = writeln!(text, "successor({a},{b}).");
        }
    }
    text.push_str(COMMON);
    text.push_str(match topology {
        Topology::Cycle | Topology::Cycles => CYCLES,
        Topology::Linkage => LINKAGE,
        Topology::PathMatching => PATHS,
    });
    if matches!(topology, Topology::Cycle | Topology::Cycles) {
        text.push_str(NONEMPTY);
    }
    if topology == Topology::Cycle {
        text.push_str(ONE);
    }
    text.push_str(END);
    text
}
