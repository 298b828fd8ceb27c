#!/usr/bin/env python3
"""Graphs whose cycles or paths are to be counted, as facts on the standard output (or, for `families.py`, as objects).

    graphs.py INSTANCE [PROGRAM]

INSTANCE is BOARD-SIZE (cycles), BOARD-paths-SIZE (paths from the first to the last vertex) or BOARD-tours-SIZE (cycles
through all vertices). cycles-N, paths-N and hamiltonian-N are grid-N, grid-paths-N and grid-tours-N. The same name is always
the same graph. Boards:

    grid, kings    N x N vertices, each joined to its 4, to its 8 neighbours
    knights        N rows of N vertices, or N - 1 rows if N is odd, joined by the moves of a knight
    planar         an N x N grid with one diagonal in each square, thinned at random to 1.45 edges a vertex
    random         the same with both diagonals: not planar, edges join vertices at most N + 1 apart
    chords         a path of 4 N vertices and chords, of which up to N are open at once: not planar, at most three edges a vertex
    any other      a board of PROGRAM, zlink (`zlink boards`): triangular-9, honeycomb-tours-6, penrose-12
"""

import math
import random
import re
import subprocess
import sys
from dataclasses import dataclass


@dataclass
class Instance:
    name: str
    question: str
    edges: list
    """The edges in the order of a sweep."""
    facts: str
    side: int = None
    """The vertices of a square grid, row by row."""

    @property
    def ends(self):
        return (self.edges[0][0], self.edges[-1][1]) if self.question == "paths" else ()


def lattice(rows, columns, diagonals):
    """The edges of a lattice, by columns of vertices. `diagonals` chooses the diagonals of each square: rising, falling."""
    edges = []
    for v in range(rows * columns):
        row, column = v % rows, v // rows
        if column and row:
            rising, falling = diagonals()
            edges += [(v - rows - 1, v)] * falling + [(v - rows, v - 1)] * rising
        edges += [(v - rows, v)] * (column > 0) + [(v - 1, v)] * (row > 0)
    return edges


def knights(columns):
    rows = columns - columns % 2
    moves = [(1, -2), (1, 2), (2, -1), (2, 1)]
    squares = [(r, c) for c in range(columns) for r in range(rows)]
    jumps = [((r, c), (r + i, c + j)) for r, c in squares for i, j in moves if r + i < rows and 0 <= c + j < columns]
    return sorted(tuple(sorted(c * rows + r for r, c in jump)) for jump in jumps)


def thinned(edges, most, choose):
    """The edges without random ones, until `most` are left. Every vertex keeps at least two."""
    degree = {}
    for v in (v for edge in edges for v in edge):
        degree[v] = degree.get(v, 0) + 1
    left = set(edges)
    for u, v in choose.sample(edges, len(edges)):
        if len(left) <= most:
            break
        if degree[u] > 2 and degree[v] > 2:
            left.remove((u, v))
            degree[u] -= 1
            degree[v] -= 1
    return [edge for edge in edges if edge in left]


def chords(most_open, vertices, choose):
    edges, starts = [], []
    for v in range(vertices):
        if v:
            edges.append((v - 1, v))
        if starts and (len(starts) >= min(most_open, vertices - v) or choose.random() < 0.1):
            start = starts.pop(choose.randrange(len(starts)))
            edges += [(start, v)] * (start < v - 1)
        else:
            starts.append(v)
    return edges


def swept(edges, place):
    """The edges of a drawn graph by their last vertices, in the direction in which the frontier grows least."""
    best = None
    for angle in range(0, 180, 10):
        x, y = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        order = sorted(place, key=lambda v: (round(place[v][0] * x + place[v][1] * y, 6), place[v]))
        rank = {v: i for i, v in enumerate(order)}
        sorted_edges = sorted((sorted(edge, key=rank.get) for edge in edges), key=lambda edge: (rank[edge[1]], rank[edge[0]]))
        last = {u: rank[v] for u, v in sorted_edges}
        changes = [0] * (len(order) + 1)
        for v in order:
            changes[rank[v]] += 1
            changes[max(rank[v], last.get(v, 0))] -= 1
        width = max(sum(changes[:i]) for i in range(1, len(order) + 1))
        if best is None or width < best[0]:
            best = width, sorted_edges
    return best[1]


def instance(name, program):
    """The instance with this name. `program` is zlink, for its boards."""
    alias = {"cycles": "grid", "paths": "grid-paths", "hamiltonian": "grid-tours"}
    head, _, size = name.rpartition("-")
    head = alias.get(head, head)
    board, _, asked = head.rpartition("-")
    questions = {"paths": "paths", "tours": "hamiltonian"}
    board, question = (board, questions[asked]) if asked in questions else (head, "cycles")
    choose = random.Random(f"{board}-{size}")
    either = lambda: choose.choice([(True, False), (False, True)])
    make = {
        "grid": lambda n: lattice(n, n, lambda: (False, False)),
        "kings": lambda n: lattice(n, n, lambda: (True, True)),
        "knights": knights,
        "planar": lambda n: thinned(lattice(n, n, either), 1.45 * n * n, choose),
        "random": lambda n: thinned(lattice(n, n, lambda: (True, True)), 1.45 * n * n, choose),
        "chords": lambda n: chords(n, 4 * n, choose),
    }
    if board in make:
        edges = make[board](int(size))
        facts = "".join(f"edge({u},{v}).\n" for u, v in edges)
    else:
        command = [program, "convert", "--board", board, "--size", size]
        facts = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        place = {int(v): (int(x), int(y)) for v, x, y in re.findall(r"pos\((\d+),(-?\d+),(-?\d+)\)", facts)}
        edges = swept([tuple(map(int, edge)) for edge in re.findall(r"edge\((\d+),(\d+)\)", facts)], place)
    made = Instance(name, question, edges, facts, int(size) if board == "grid" else None)
    if question == "paths":
        made.facts += "pair({},{}).\n".format(*made.ends)
    if question == "hamiltonian":
        made.facts += "cover.\n"
    return made


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    sys.stdout.write(instance(sys.argv[1], sys.argv[-1] if len(sys.argv) == 3 else "target/dist/zlink").facts)


if __name__ == "__main__":
    main()
