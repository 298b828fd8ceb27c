#!/usr/bin/env python3
"""Numberlink instances of which most have no solution, as facts on the standard output.

    pairs.py random ROWS COLUMNS PAIRS SEED
    pairs.py swap TIMES SEED < INSTANCE

random: pairs of vertices of a grid, drawn uniformly. swap: an instance where so many times two pairs that lie near
each other exchange a terminal.
"""

import random
import re
import sys


def drawn(rows, columns, pairs, choose):
    across = [(v, v + 1) for v in range(rows * columns) if v % columns < columns - 1]
    down = [(v, v + columns) for v in range((rows - 1) * columns)]
    ends = choose.sample(range(rows * columns), 2 * pairs)
    return across + down, [list(pair) for pair in zip(ends[::2], ends[1::2])]


def nearest(start, edges, pairs, most):
    """The first few other pairs that a breadth-first search from the first terminal of a pair comes to."""
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
    edges, pairs = {"random": drawn, "swap": swapped}[kind](*map(int, numbers), random.Random(int(seed)))
    for name, facts in ("edge", edges), ("pair", pairs):
        for u, v in facts:
            print(f"{name}({u},{v}).")


if __name__ == "__main__":
    main()
