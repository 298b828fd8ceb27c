//! Cuts ragged patches of tilings down to the part that makes a good puzzle: connected faces around inner corners.

use rustc_hash::FxHashSet;

use super::mesh::Mesh;

/// A disjoint-set forest of corners; the root of the larger set becomes the root of both.
struct Sets {
    parent: Vec<u32>,
    size: Vec<u32>,
}

impl Sets {
    fn root(&mut self, corner: u32) -> u32 {
        let mut root = corner;
        while self.parent[root as usize] != root {
            let above = self.parent[self.parent[root as usize] as usize];
            self.parent[root as usize] = above;
            root = above;
        }
        root
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        if a != b {
            let (large, small) = if self.size[a as usize] > self.size[b as usize] { (a, b) } else { (b, a) };
            self.parent[small as usize] = large;
            self.size[large as usize] += self.size[small as usize];
        }
    }
}

/// Keeps the faces at the largest set of inner corners that are connected by edges. A corner is inner if all of its edges have faces on
/// both sides.
pub(crate) fn trim(mesh: &mut Mesh) {
    let count = mesh.corner_count();
    let sides = |face: &[u32]| -> Vec<[u32; 2]> {
        face.iter().zip(face.iter().cycle().skip(1)).map(|(&u, &v)| [u, v]).collect()
    };
    let passed: FxHashSet<[u32; 2]> = mesh.faces.iter().flat_map(|face| sides(face)).collect();
    let mut is_inner = vec![true; count];
    for &[u, v] in passed.iter().filter(|&&[u, v]| !passed.contains(&[v, u])) {
        is_inner[u as usize] = false;
        is_inner[v as usize] = false;
    }
    let mut joined: Vec<[u32; 2]> =
        passed.into_iter().filter(|&[u, v]| u > v && is_inner[u as usize] && is_inner[v as usize]).collect();
    // The order decides which of several largest sets is kept.
    joined.sort_unstable();
    // The numbers of corners are below 2^32.
    let mut sets = Sets { parent: (0..count as u32).collect(), size: vec![1; count] };
    joined.into_iter().for_each(|[u, v]| sets.join(u, v));
    let roots: Vec<u32> = (0..count as u32).map(|corner| sets.root(corner)).collect();
    let inner_roots = (0..count).filter(|&v| is_inner[v] && roots[v] as usize == v);
    let largest = inner_roots.max_by_key(|&v| (sets.size[v], std::cmp::Reverse(v)));
    mesh.keep(|face| face.iter().any(|&v| Some(roots[v as usize] as usize) == largest));
}
