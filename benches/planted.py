#!/usr/bin/env python3
"""Generalized Slitherlink instances with a planted cycle, as facts on the standard output.

    planted.py grid ROWS COLUMNS DENSITY SEED [ALTERED]
    planted.py regular VERTICES DEGREE DENSITY SEED [ALTERED]

grid: the cells of a square grid; regular: a random regular graph, with a cell for each vertex that has the edges at
its neighbours but not its own. A cell has a clue with probability DENSITY. ALTERED clues are one off, so that the
instance most likely has no solution.
"""

import random
import sys


def boundary_of_region(rows, columns, choose):
    """The edges around a random region of cells that is connected, as is the rest; cells are (row, column)."""
    ring = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)]
    inside = {(choose.randrange(rows), choose.randrange(columns))}
    candidates = [(r + a, c + b) for r, c in inside for a, b in ring[1::2]]
    while candidates and len(inside) < rows * columns * 0.55:
        i = choose.randrange(len(candidates))
        candidates[i], candidates[-1] = candidates[-1], candidates[i]
        r, c = candidates.pop()
        around = [(r + a, c + b) in inside for a, b in ring]
        changes = sum(around[i] != around[i - 1] for i in range(8))
        is_cell = 0 <= r < rows and 0 <= c < columns and (r, c) not in inside
        # Two changes around the cell: it touches the region in one piece, and leaves the rest in one piece.
        if not is_cell or changes != 2 or sum(around[1::2]) not in (1, 2):
            continue
        if sum(around[1::2]) == 2 and choose.random() < 0.7:
            continue
        inside.add((r, c))
        candidates += [(r + a, c + b) for a, b in ring[1::2]]
    return inside


def grid(rows, columns, choose):
    width = columns + 1
    inside = boundary_of_region(rows, columns, choose)
    edges, cells, chosen = {}, {}, set()
    for r in range(rows + 1):
        for c in range(width):
            for down, (a, b) in ((0, (r, c + 1)), (1, (r + 1, c))):
                if a > rows or b > columns:
                    continue
                edge = (r * width + c, a * width + b)
                edges[edge] = None
                sides = [(r, c), (r, c - 1) if down else (r - 1, c)]
                for cell in sides:
                    if 0 <= cell[0] < rows and 0 <= cell[1] < columns:
                        cells.setdefault(cell[0] * columns + cell[1], []).append(edge)
                if (sides[0] in inside) != (sides[1] in inside):
                    chosen.add(edge)
    return edges, cells, chosen


def regular_edges(vertices, degree, choose):
    """The edges of a random regular graph, by the pairing model. Loops and parallel edges are removed by exchanging ends."""
    while True:
        ends = [v for v in range(vertices) for _ in range(degree)]
        choose.shuffle(ends)
        pairs = [sorted(pair) for pair in zip(ends[::2], ends[1::2])]
        for _ in range(100 * len(pairs)):
            seen, bad = set(), None
            for i, (u, v) in enumerate(pairs):
                if u == v or (u, v) in seen:
                    bad = i
                seen.add((u, v))
            if bad is None:
                break
            other = choose.randrange(len(pairs))
            (a, b), (c, d) = pairs[bad], pairs[other]
            pairs[bad], pairs[other] = sorted((a, c)), sorted((b, d))
        if bad is None:
            return pairs


def regular(vertices, degree, choose):
    pairs = regular_edges(vertices, degree, choose)
    neighbours = {v: [] for v in range(vertices)}
    for u, v in pairs:
        neighbours[u].append(v)
        neighbours[v].append(u)
    path = [0]
    on_path = {0}
    while True:
        free = [v for v in neighbours[path[-1]] if v not in on_path]
        if not free:
            break
        path.append(choose.choice(free))
        on_path.add(path[-1])
    # All neighbours of the last vertex are on the path: the longest cycle goes back to the first of them.
    start = min(path.index(v) for v in neighbours[path[-1]])
    cycle = path[start:]
    chosen = {tuple(sorted(pair)) for pair in zip(cycle, cycle[1:] + cycle[:1])}
    edges = {tuple(pair): None for pair in pairs}
    near = lambda v: {tuple(sorted((u, w))) for u in neighbours[v] for w in neighbours[u] if w != v}
    return edges, {v: sorted(near(v)) for v in range(vertices)}, chosen


def main():
    kind, first, second, density, seed, *altered = sys.argv[1:]
    choose = random.Random(int(seed))
    edges, cells, chosen = {"grid": grid, "regular": regular}[kind](int(first), int(second), choose)
    clues = {c: sum(e in chosen for e in es) for c, es in sorted(cells.items()) if choose.random() < float(density)}
    for cell in choose.sample(sorted(clues), int(altered[0]) if altered else 0):
        clues[cell] += choose.choice([-1, 1]) if clues[cell] else 1
    for u, v in edges:
        print(f"edge({u},{v}).")
    for cell in clues:
        for u, v in cells[cell]:
            print(f"cell_contains({cell},{u},{v}).")
        print(f"clue({cell},{clues[cell]}).")


if __name__ == "__main__":
    main()
