//! Embeddings under construction.

use std::sync::OnceLock;

use super::{Embedding, NONE};
use crate::{EdgeId, Incidence, VertexId};

/// The cyclic lists of the edges around each vertex.
pub(super) struct Rings<'a> {
    incidence: &'a Incidence,
    /// For each edge the next and the previous edge around its first and its second end.
    next: Vec<[EdgeId; 2]>,
    back: Vec<[EdgeId; 2]>,
    first: Vec<EdgeId>,
}

impl<'a> Rings<'a> {
    pub(super) fn new(incidence: &'a Incidence) -> Self {
        let alone: Vec<[EdgeId; 2]> =
            (0..incidence.edge_count()).map(EdgeId::from_index).map(|e| [e, e]).collect();
        let first = vec![EdgeId(NONE); incidence.vertex_count()];
        Rings { incidence, next: alone.clone(), back: alone, first }
    }

    fn side(&self, v: VertexId, e: EdgeId) -> usize {
        usize::from(self.incidence.ends(e)[1] == v)
    }

    /// Inserts `e` after `after` in the clockwise order around `v`.
    pub(super) fn insert_after(&mut self, v: VertexId, e: EdgeId, after: EdgeId) {
        let before = self.next[after.index()][self.side(v, after)];
        let (e_side, after_side, before_side) = (self.side(v, e), self.side(v, after), self.side(v, before));
        self.next[after.index()][after_side] = e;
        self.back[e.index()][e_side] = after;
        self.next[e.index()][e_side] = before;
        self.back[before.index()][before_side] = e;
    }

    pub(super) fn insert_before(&mut self, v: VertexId, e: EdgeId, before: EdgeId) {
        let after = self.back[before.index()][self.side(v, before)];
        self.insert_after(v, e, after);
        if self.first[v.index()] == before {
            self.first[v.index()] = e;
        }
    }

    pub(super) fn push(&mut self, v: VertexId, e: EdgeId) {
        match self.first[v.index()] {
            EdgeId(NONE) => self.first[v.index()] = e,
            first => {
                let last = self.back[first.index()][self.side(v, first)];
                self.insert_after(v, e, last);
            }
        }
    }

    pub(super) fn push_first(&mut self, v: VertexId, e: EdgeId) {
        self.push(v, e);
        self.first[v.index()] = e;
    }

    pub(super) fn finish(self) -> Embedding {
        let incidence = self.incidence;
        let ends: Vec<[VertexId; 2]> =
            (0..incidence.edge_count()).map(EdgeId::from_index).map(|e| incidence.ends(e)).collect();
        let mut start = vec![0u32];
        let mut around = Vec::with_capacity(2 * ends.len());
        let mut place = vec![[0u32; 2]; ends.len()];
        for v in (0..incidence.vertex_count()).map(VertexId::from_index) {
            let mut e = self.first[v.index()];
            for i in 0..incidence.at(v).len() {
                place[e.index()][self.side(v, e)] = i as u32;
                around.push((e, incidence.other_end(e, v)));
                e = self.next[e.index()][self.side(v, e)];
            }
            start.push(around.len() as u32);
        }
        Embedding { start, around, place, ends, beside: OnceLock::new() }
    }
}
