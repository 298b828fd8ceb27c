//! `zlink diagram build --graphs`: published counts, brute force, disk, and errors.

use std::collections::BTreeSet;
use std::fs;

use crate::common::{file, folder, grid, killed, run};

/// The sets of `zlink diagram build` with these arguments: the options of `zlink diagram` that ask for them, and what they write.
fn built(arguments: &[&str], input: &str, question: &str) -> String {
    let folder = folder();
    let path = folder.join("sets.zdd");
    let path = path.to_str().unwrap();
    let ran = run(&[&["diagram", "build", "-o", path, "--graphs"], arguments].concat(), input);
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.status), ("", "", 0), "{arguments:?}");
    run(&["diagram", question, path], "").stdout
}

#[test]
fn counts_of_grids_are_published_ones() {
    let count = |size: &str, kinds: &[&str]| {
        built(&[kinds, &["--board", "square", "--size", size]].concat(), "", "count").trim().to_string()
    };
    // OEIS: A007341 spanning trees, A080690 forests, A028420 matchings, A140517 cycles, A145835 partitions into connected parts.
    for (kinds, counts) in [
        (&["trees", "--spanning"][..], ["4", "192", "100352"]),
        (&["forests"], ["15", "3102", "8790016"]),
        (&["matchings"], ["7", "131", "10012"]),
        (&["cycles"], ["1", "13", "213"]),
        (&["partitions"], ["12", "1434", "1691690"]),
    ] {
        for (size, expected) in ["1", "2", "3"].into_iter().zip(counts) {
            assert_eq!(count(size, kinds), expected, "{kinds:?} {size}");
        }
    }
    // A007764 paths from corner to corner, A003763 Hamiltonian cycles, A004003 perfect matchings.
    assert_eq!(count("3", &["paths", "--degree", "0;15=1"]), "184");
    assert_eq!(count("5", &["cycles", "--degree", "2"]), "1072");
    assert_eq!(count("3", &["matchings", "--degree", "1"]), "36");
}

#[test]
fn a_vertex_alone_is_no_path_and_no_cycle() {
    let star = "edge(0,1). edge(0,2). edge(0,3).";
    for (arguments, number) in [
        (&["cycles", "--root", "1"][..], "0"),
        (&["induced,cycles", "--together", "1"], "0"),
        (&["paths", "--root", "1"], "3"),
        (&["trees", "--root", "1"], "5"),
    ] {
        assert_eq!(built(arguments, star, "count").trim(), number, "{arguments:?}");
    }
}

const VERTICES: [&str; 6] = ["a", "b", "(1,2)", "5", "\"x y\"", "alone"];
const EDGES: [[usize; 2]; 8] = [[0, 1], [1, 2], [0, 2], [2, 3], [4, 3], [0, 4], [1, 3], [2, 4]];
const WEIGHTS: [i64; 8] = [3, -1, 2, 0, 5, -2, 1, 1];
const WEIGHTS_OF_VERTICES: [i64; 6] = [1, 2, 0, 4, 1, 3];

/// A set of edges, with the degree of each vertex, and its component as the smallest vertex there.
struct Set {
    edges: Vec<usize>,
    degree: Vec<usize>,
    component: Vec<usize>,
}

impl Set {
    fn of(bits: usize) -> Self {
        let edges: Vec<usize> = (0..EDGES.len()).filter(|edge| bits >> edge & 1 == 1).collect();
        let (mut degree, mut component) = (vec![0; 6], (0..6).collect::<Vec<_>>());
        edges.iter().flat_map(|&edge| EDGES[edge]).for_each(|vertex| degree[vertex] += 1);
        for _ in 0..6 {
            for [u, v] in edges.iter().map(|&edge| EDGES[edge]) {
                let least = component[u].min(component[v]);
                (component[u], component[v]) = (least, least);
            }
        }
        Set { edges, degree, component }
    }

    fn ends(&self) -> usize {
        self.degree.iter().filter(|&&degree| degree > 0).count()
    }

    /// The components that have an edge.
    fn parts(&self) -> BTreeSet<usize> {
        (0..6).filter(|&v| self.degree[v] > 0).map(|v| self.component[v]).collect()
    }

    fn is_forest(&self) -> bool {
        self.edges.len() + self.parts().len() == self.ends()
    }

    fn is_induced(&self) -> bool {
        let inside = |[u, v]: [usize; 2]| self.component[u] == self.component[v];
        (0..EDGES.len()).all(|edge| !inside(EDGES[edge]) || self.edges.contains(&edge))
    }

    fn is_bipartite(&self) -> bool {
        let splits = |sides: usize, [u, v]: [usize; 2]| (sides >> u ^ sides >> v) & 1 == 1;
        (0..64).any(|sides| self.edges.iter().all(|&edge| splits(sides, EDGES[edge])))
    }

    fn weight(&self) -> i64 {
        self.edges.iter().map(|&edge| WEIGHTS[edge]).sum()
    }

    fn weight_of(&self, component: usize, weights: [i64; 6]) -> i64 {
        (0..6).filter(|&v| self.component[v] == component).map(|v| weights[v]).sum()
    }
}

#[test]
fn sets_are_those_of_the_definition() {
    let link = |edge: usize| format!("link({},{})", VERTICES[EDGES[edge][0]], VERTICES[EDGES[edge][1]]);
    let graph: String = (0..8).map(|edge| link(edge).replace("link", "edge") + ". ").collect();
    let graph = graph + "node(alone). cell_contains(c,a,b).";
    let of_edges = (0..8).map(|edge| format!("weight({},{}).\n", link(edge), WEIGHTS[edge]));
    let of_vertices = (0..6).map(|v| format!("weight({},{}).\n", VERTICES[v], WEIGHTS_OF_VERTICES[v]));
    let weights = file(&of_edges.chain(of_vertices).collect::<String>());
    let weights = weights.to_str().unwrap();
    let folder = folder();
    let forests = folder.join("forests.zdd");
    let forests = forests.to_str().unwrap();
    assert_eq!(run(&["diagram", "build", "--graphs", "forests", "-o", forests], &graph).status, 0);
    let check = |arguments: &[&str], more: &str, is_wanted: &dyn Fn(&Set) -> bool| {
        let lines = built(arguments, &format!("{graph} {more}"), "list");
        let in_order = |line: &str| line.split_inclusive("). ").map(|l| l.trim().to_string()).collect();
        let found: Vec<BTreeSet<String>> = lines.lines().map(in_order).collect();
        let wanted = (0..256).map(Set::of).filter(is_wanted);
        let wanted: BTreeSet<BTreeSet<String>> =
            wanted.map(|set| set.edges.iter().map(|&edge| link(edge) + ".").collect()).collect();
        assert!(
            !wanted.is_empty() && found.len() == wanted.len(),
            "{arguments:?} {} {}",
            found.len(),
            wanted.len()
        );
        assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), wanted, "{arguments:?}");
    };
    check(&["any"], "", &|_| true);
    check(&["any"], "link(a,b). -link(b,5).", &|set| set.edges.contains(&0) && !set.edges.contains(&6));
    assert_eq!(built(&["any"], &format!("{graph} link(a,b). -link(a,b)."), "count"), "0\n");
    assert_eq!(built(&["cliques", "--vertices", "4000000000"], &graph, "count"), "0\n");
    check(&["any", "--together", "a;5"], "", &|set| set.component[0] == set.component[3]);
    check(&["forests", "--together", "a;b", "--together", "\"x y\"", "--components", "..2"], "", &|set| {
        let others = set.parts().into_iter().filter(|part| ![0, set.component[4]].contains(part));
        let apart = set.component[0] == set.component[1] && set.component[4] != 0;
        set.is_forest() && apart && others.count() == 0
    });
    check(&["trees", "--together", "a;5"], "", &|set| {
        set.is_forest() && set.parts().len() == 1 && set.component[0] == set.component[3]
    });
    check(&["forests", "--root", "a;5", "--root", "alone"], "", &|set| {
        let rooted = [set.component[0], set.component[3]];
        set.is_forest() && rooted[0] != rooted[1] && set.parts().iter().all(|part| rooted.contains(part))
    });
    check(&["connected", "--edges", "3..5"], "", &|set| {
        set.parts().len() == 1 && (3..=5).contains(&set.edges.len())
    });
    check(&["any", "--spanning", "--components", "3..4"], "", &|set| {
        (3..=4).contains(&set.component.iter().collect::<BTreeSet<_>>().len())
    });
    check(&["induced"], "", &|set| set.parts().len() == 1 && set.is_induced());
    check(&["induced,trees"], "", &|set| set.parts().len() == 1 && set.is_induced() && set.is_forest());
    check(&["paths", "--vertices", "3.."], "", &|set| {
        let is_tree = set.is_forest() && set.parts().len() == 1;
        is_tree && set.degree.iter().all(|&degree| degree <= 2) && set.ends() >= 3
    });
    check(&["any", "--vertices", "..4", "--degree", "a=1..2", "--degree", "..2"], "", &|set| {
        set.ends() <= 4 && set.degree[0] >= 1 && set.degree.iter().all(|&degree| degree <= 2)
    });
    check(&["cliques", "--vertices", "3"], "", &|set| set.edges.len() == 3 && set.ends() == 3);
    check(&["bipartite", "--weights", weights, "--weight", "-2..3"], "", &|set| {
        set.is_bipartite() && (-2..=3).contains(&set.weight())
    });
    check(&["partitions", "--weights", weights, "--component-weight", "2..6"], "", &|set| {
        let weights = set.component.iter().map(|&part| set.weight_of(part, WEIGHTS_OF_VERTICES));
        set.is_induced() && weights.into_iter().all(|weight| (2..=6).contains(&weight))
    });
    check(&["any", "--component-weight", "3.."], "", &|set| {
        set.parts().into_iter().all(|part| set.weight_of(part, [1; 6]) >= 3)
    });
    check(&["any", "--within", forests, "--edges", "4"], "", &|set| set.is_forest() && set.edges.len() == 4);
    // Parallel edges.
    let named = "edge(x,0,1). edge(y,0,1). edge(z,1,2). link(x).";
    assert_eq!(
        built(&["cycles"], named, "list").replace("link(y). link(x).", "link(x). link(y)."),
        "link(x). link(y).\n"
    );
}

#[test]
fn what_cannot_be_built_is_told() {
    let refused = |arguments: &[&str], input: &str, status: i32, told: &str| {
        let ran = run(&[&["diagram", "build"], arguments].concat(), input);
        assert_eq!((ran.stdout.as_str(), ran.status), ("", status), "{arguments:?}: {ran:?}");
        assert!(ran.stderr.contains(told), "{arguments:?}: {ran:?}");
    };
    let square = "edge(0,1). edge(1,2). edge(2,3). edge(3,0).";
    for (arguments, told) in [
        (&["any", "--together", "0;9"][..], "no vertex \"9\""),
        (&["any", "--degree", "(0,1)=1"], "no vertex \"(0,1)\""),
        (&["any", "--root", "0;1;0"], "\"0\" is in a group twice"),
        (&["trees", "--root", "0;1"], "there are as many as roots: 2"),
        (&["cycles", "--components", "2.."], "the kind has one"),
        (&["any", "--components", "1", "--together", "0", "--together", "1"], "there are 2 groups"),
        (&["cliques", "--vertices", "2..3"], "one number of --vertices"),
        (&["any", "--weights", "w.lp"], "--weights is for"),
        (&["any", "--within", "/nonexistent.zdd"], "cannot be read"),
    ] {
        refused(&[&["--graphs"], arguments].concat(), square, 65, told);
    }
    for (input, told) in [
        (
            "edge(0,1). edge(1,2). edge(0,2). cell_contains(c,0,1). clue(c,1).",
            "clue/2 means nothing together with --graphs",
        ),
        ("edge(0,1). pair(0,1).", "pair/2"),
        ("edge(0,1). cover.", "cover/0"),
        ("edge(0,1). :- link(0,1).", "an integrity constraint"),
    ] {
        refused(&["--graphs", "any"], input, 65, told);
    }
    let weights = file("weight(1,-2).");
    let weights = ["--weights", weights.to_str().unwrap(), "--component-weight", "1"];
    refused(&[&["--graphs", "any"], &weights[..]].concat(), square, 65, "the vertex 1 has the weight -2");
    let strangers = file("weight(link(1,0),2).");
    let strangers = ["--strict", "--weights", strangers.to_str().unwrap(), "--weight", "0"];
    refused(&[&["--graphs", "any"], &strangers[..]].concat(), square, 65, "no elements of the diagram");
    let larger = file("edge(0,1). edge(1,5).");
    let folder = folder();
    let family = folder.join("larger.zdd");
    let family = family.to_str().unwrap();
    run(&["diagram", "build", "--graphs", "any", "-o", family, larger.to_str().unwrap()], "");
    refused(&["--graphs", "any", "--within", family], square, 65, "link(1,5), which is no edge here");
    for (arguments, told) in [
        (&["--root", "0"][..], "--graphs <KINDS>"),
        (&["--graphs", "any", "--cover"], "cannot be used with"),
        (&["--graphs", "any", "--root", "0", "--together", "1"], "cannot be used with"),
        (&["--graphs", "any", "--weight", "3"], "--weights"),
        (&["--graphs", "cliques"], "--vertices"),
        (&["--graphs", "any", "--together", "0,1"], "expected vertices as in a fact"),
        (&["--graphs", "any", "--degree", "0=x"], "`x` is no number"),
    ] {
        refused(arguments, square, 1, told);
    }
    let large = grid(12, 12);
    refused(&["--graphs", "forests", "--memory-limit", "30"], &large, 33, "memory limit");
    refused(&["--graphs", "forests", "--time-limit", "0.01"], &large, 1, "time limit");
}

#[test]
fn killed_at_any_moment_sets_are_built_to_their_end() {
    let folder = folder();
    let (graph, rows) = (file(&grid(10, 10)), folder.join("rows"));
    let [whole, again] = ["whole.zdd", "again.zdd"].map(|name| folder.join(name));
    let trees = |output: &str, more: &[&str]| -> Vec<String> {
        let graph = graph.to_str().unwrap();
        let all =
            [&["diagram", "build", "--graphs", "trees", "--spanning", graph, "-o", output], more].concat();
        all.into_iter().map(str::to_string).collect()
    };
    let ran = |arguments: &[String]| run(&arguments.iter().map(String::as_str).collect::<Vec<_>>(), "");
    let in_memory = ran(&trees(whole.to_str().unwrap(), &[]));
    assert_eq!(in_memory.status, 0, "{in_memory:?}");
    // OEIS A007341.
    let count = run(&["diagram", "count", whole.to_str().unwrap()], "").stdout;
    assert_eq!(count, "5694319004079097795957215725765328371712000\n");
    let on_disk = ["--spill", rows.to_str().unwrap(), "--resume"];
    let arguments = trees(again.to_str().unwrap(), &on_disk);
    let resumed = killed(&arguments.iter().map(String::as_str).collect::<Vec<_>>(), &rows);
    assert!(resumed > 0, "no run has come to its first window");
    if rows.exists() {
        let other = ran(&trees(again.to_str().unwrap(), &[&on_disk[..], &["--edges", "3.."]].concat()));
        assert_eq!(other.status, 65, "{other:?}");
        assert!(other.stderr.contains("another puzzle or to other options"), "{other:?}");
    }
    let to_its_end = ran(&arguments);
    assert_eq!(to_its_end.status, 0, "{to_its_end:?}");
    assert!(!rows.exists());
    assert!(fs::read(&again).unwrap() == fs::read(&whole).unwrap(), "the same file");
}
