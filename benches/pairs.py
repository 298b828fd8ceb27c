#!/usr/bin/env python3
"""Random Numberlink instances, most without a solution, as facts on the standard output.

    pairs.py random ROWS COLUMNS PAIRS SEED
    pairs.py torus ROWS COLUMNS PAIRS SEED
    pairs.py regular VERTICES DEGREE PAIRS SEED
    pairs.py covered VERTICES DEGREE PAIRS SEED
    pairs.py swap TIMES SEED < INSTANCE

random: pairs of vertices of a grid, drawn uniformly. torus: the same where the first row and column are next to the
last ones. regular: the same in a random regular graph. covered: the ends of random paths that cover all vertices, in a
random graph with up to DEGREE edges at each (with a solution). swap: an instance in which, TIMES times, two pairs that are near
each other exchange a terminal.
"""

import random
import re
import sys

import planted


def drawn(vertices, pairs, choose):
    ends = choose.sample(range(vertices), 2 * pairs)
    return [list(pair) for pair in zip(ends[::2], ends[1::2])]


def grid(rows, columns, pairs, choose):
    across = [(v, v + 1) for v in range(rows * columns) if v % columns < columns - 1]
    down = [(v, v + columns) for v in range((rows - 1) * columns)]
    return across + down, drawn(rows * columns, pairs, choose)


def torus(rows, columns, pairs, choose):
    edges, ends = grid(rows, columns, pairs, choose)
    around = [(v, v + columns - 1) for v in range(0, rows * columns, columns)]
    over = [(v, v + (rows - 1) * columns) for v in range(columns)]
    return edges + around + over, ends


def regular(vertices, degree, pairs, choose):
    return planted.regular_edges(vertices, degree, choose), drawn(vertices, pairs, choose)


def covered(vertices, degree, pairs, choose):
    order = choose.sample(range(vertices), vertices)
    cuts = [0, *sorted(choose.sample(range(2, vertices - 1, 2), pairs - 1)), vertices]
    paths = [order[i:j] for i, j in zip(cuts, cuts[1:])]
    edges = {tuple(sorted(edge)) for path in paths for edge in zip(path, path[1:])}
    edges.update(map(tuple, planted.regular_edges(vertices, degree - 2, choose)))
    return sorted(edges), [[path[0], path[-1]] for path in paths]


def nearest(start, edges, pairs, most):
    """The first few other pairs that a breadth-first search from the first terminal of a pair reaches."""
    neighbours = {}
    for u, v in edges:
        neighbours.setdefault(u, []).append(v)
        neighbours.setdefault(v, []).append(u)
    pair_of = {v: i for i, pair in enumerate(pairs) for v in pair}
    queue, seen, found = [pairs[start][0]], {pairs[start][0]}, []
    for v in queue:
        i = pair_of.get(v, start)
        if i != start and i not in found:
            found.append(i)
        for w in neighbours.get(v, []):
            if w not in seen:
                seen.add(w)
                queue.append(w)
        if len(found) == most:
            break
    return found


def swapped(times, choose):
    text = sys.stdin.read()
    read = lambda name: [list(map(int, ends)) for ends in re.findall(name + r"\((\d+),\s*(\d+)\)\.", text)]
    edges, pairs = read("edge"), read("pair")
    for _ in range(times):
        i = choose.randrange(len(pairs))
        j = choose.choice(nearest(i, edges, pairs, 3))
        pairs[i][1], pairs[j][1] = pairs[j][1], pairs[i][1]
    return edges, pairs


def main():
    kind, *numbers, seed = sys.argv[1:]
    kinds = {"random": grid, "torus": torus, "regular": regular, "covered": covered, "swap": swapped}
    edges, pairs = kinds[kind](*map(int, numbers), random.Random(int(seed)))
    for name, facts in ("edge", edges), ("pair", pairs):
        for u, v in facts:
            print(f"{name}({u},{v}).")


if __name__ == "__main__":
    main()
