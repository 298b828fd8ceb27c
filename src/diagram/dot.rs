//! Output for Graphviz.

use std::io::{self, Write};

use super::{Arcs, Diagram, Element, NodeId};

impl Diagram {
    /// Writes the diagram in the DOT language; `name` gives the label of an element. `lo` arcs are dashed; arcs to
    /// EMPTY are left out.
    pub fn to_dot(&self, mut out: impl Write, name: impl Fn(Element) -> String) -> io::Result<()> {
        writeln!(out, "digraph zdd {{")?;
        writeln!(out, "  node [shape=circle];")?;
        writeln!(out, "  root [shape=point];")?;
        if self.root == NodeId::EMPTY {
            writeln!(out, "  0 [shape=box, label=\"EMPTY\"];")?;
        } else {
            writeln!(out, "  1 [shape=box, label=\"UNIT\"];")?;
        }
        writeln!(out, "  root -> {};", self.root.0)?;
        for (level, element) in self.levels_up().rev().zip(&self.variables) {
            let row = self.row(level);
            if row.is_empty() {
                continue;
            }
            let label = name(*element).replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(out, "  {{ rank=same;")?;
            for id in row.clone() {
                writeln!(out, "    {id} [label=\"{label}\"];")?;
            }
            writeln!(out, "  }}")?;
            for id in row {
                let Arcs { lo, hi } = self.arcs(NodeId(id));
                if lo != NodeId::EMPTY {
                    writeln!(out, "  {id} -> {} [style=dashed];", lo.0)?;
                }
                writeln!(out, "  {id} -> {};", hi.0)?;
            }
        }
        writeln!(out, "}}")
    }
}
