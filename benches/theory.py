#!/usr/bin/env python3
"""The programs of docs/howto/clingo.md with the theory, and with encodings, on random instances: CPU seconds of whole processes.

    theory.py [--seeds N] [--limit SECONDS] [--peers FOLDER] [--slitherlink FILE...] [NAME...]

Run it with a Python that has zlink and clingo. Answers are compared: exit statuses and optima. --peers: a folder with other encodings for
the same facts, named NAME_*.lp. --slitherlink: instances to use in place of those of instances/.
"""

import argparse
import math
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
CLINGO = "import sys, clingo.application as a; sys.exit(a.clingo_main(a.Application(), sys.argv[1:]))"


def programs():
    """The programs of the page by name and variant; lines that variants share come first."""
    page = (ROOT / "docs" / "howto" / "clingo.md").read_text()
    found = {}
    for name, variant, text in re.findall(r"```text\n% (\w+)(?:: (\w+))?\n(.*?)```", page, re.DOTALL):
        found.setdefault(name, {})[variant] = text
    return {name: {v: parts.get("", "") + text for v, text in parts.items() if v} for name, parts in found.items()}


def slitherlink(seed):
    """A planted loop in a grid of 20x20 cells and, for odd seeds, 30x30: two fifths of the clues."""
    choose, n = random.Random(seed), 30 if seed % 2 else 20
    inside = {(choose.randrange(n), choose.randrange(n))}
    ring = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)]
    open_cells = sorted(inside)
    while open_cells and len(inside) < n * n * 0.55:
        x, y = open_cells.pop(choose.randrange(len(open_cells)))
        around = [(x + a, y + b) in inside for a, b in ring]
        changes = sum(around[i] != around[i - 1] for i in range(8))
        beside = sum(around[i] for i in (1, 3, 5, 7))
        if (x, y) not in inside and (changes != 2 or beside not in (1, 2)):
            continue
        inside.add((x, y))
        near = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        open_cells += [(a, b) for a, b in near if 0 <= a < n and 0 <= b < n and (a, b) not in inside]
    lines = []
    for x in range(n + 1):
        for y in range(n + 1):
            lines += [f"edge(({x},{y}),({x + 1},{y}))."] * (x < n) + [f"edge(({x},{y}),({x},{y + 1}))."] * (y < n)
    for x in range(n):
        for y in range(n):
            sides = [((x, y), (x, y + 1), (x - 1, y)), ((x, y), (x + 1, y), (x, y - 1))]
            sides += [((x + 1, y), (x + 1, y + 1), (x + 1, y)), ((x, y + 1), (x + 1, y + 1), (x, y + 1))]
            for (a, b), (c, d), _ in sides:
                lines.append(f"cell_contains(c({x},{y}),({a},{b}),({c},{d})).")
            if choose.random() < 0.45:
                lines.append(f"clue(c({x},{y}),{sum(((x, y) in inside) != (other in inside) for _, _, other in sides)}).")
    return "\n".join(lines)


def numberlink(seed):
    """Pairs of ends of random paths that cover a grid of 16x16 vertices, most of them long."""
    choose, n = random.Random(seed), 16
    free, paths = {(x, y) for x in range(n) for y in range(n)}, []
    while free:
        path = [choose.choice(sorted(free))]
        free.discard(path[0])
        while len(path) < 30:
            x, y = path[-1]
            near = [v for v in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] if v in free]
            if not near:
                break
            path.append(choose.choice(near))
            free.discard(path[-1])
        if len(path) > 2:
            paths.append(path)
    edges = [((x, y), (x + a, y + b)) for x in range(n) for y in range(n) for a, b in [(0, 1), (1, 0)] if max(x + a, y + b) < n]
    pairs = [(path[0], path[-1]) for path in paths]
    text = "".join(f"edge(({a},{b}),({c},{d})).\n" for (a, b), (c, d) in edges)
    return text + "".join(f"pair(({a},{b}),({c},{d})).\n" for (a, b), (c, d) in pairs)


def masyu(seed):
    """Circles where the planted loop of a Slitherlink of 7x7 cells has them."""
    choose, n = random.Random(seed), 8
    while True:
        inside = {(choose.randrange(n - 1), choose.randrange(n - 1))}
        ring = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)]
        for _ in range(400):
            x, y = choose.randrange(n - 1), choose.randrange(n - 1)
            around = [(x + a, y + b) in inside for a, b in ring]
            if sum(around[i] != around[i - 1] for i in range(8)) == 2 and sum(around[i] for i in (1, 3, 5, 7)) in (1, 2):
                inside.add((x, y))
        go = {}
        for x in range(n):
            for y in range(n):
                for dx, dy, one, other in [(1, 0, (x, y), (x, y - 1)), (0, 1, (x, y), (x - 1, y))]:
                    if (one in inside) != (other in inside) and x + dx < n and y + dy < n:
                        go.setdefault((x, y), set()).add((dx, dy))
                        go.setdefault((x + dx, y + dy), set()).add((-dx, -dy))
        straight = {v for v, ways in go.items() if sum(a for a, _ in ways) == sum(b for _, b in ways) == 0}
        lines = [f"size({n})."]
        for (x, y), ways in sorted(go.items()):
            near = [(x + a, y + b) in straight for a, b in ways]
            if (x, y) in straight and not all(near):
                lines.append(f"white({x + 1},{y + 1}).")
            if (x, y) not in straight and all(near):
                lines.append(f"black({x + 1},{y + 1}).")
        if len(lines) > 5:
            return "\n".join(lines)


def salesman(seed, cities=None):
    """20 to 40 cities in the plane, each with roads to the four next ones and to those beside it as seen from the centre."""
    choose, n = random.Random(seed), cities or [20, 25, 30, 40][seed % 4]
    places = [(choose.randrange(100), choose.randrange(100)) for _ in range(n)]

    def cost(i, j):
        return round(((places[i][0] - places[j][0]) ** 2 + (places[i][1] - places[j][1]) ** 2) ** 0.5)

    roads = {tuple(sorted((i, j))) for i in range(n) for j in sorted(set(range(n)) - {i}, key=lambda j: cost(i, j))[:4]}
    around = sorted(range(n), key=lambda i: math.atan2(places[i][0] - 50, places[i][1] - 50))
    roads |= {tuple(sorted(both)) for both in zip(around, around[1:] + around[:1])}
    lines = [f"node({i + 1})." for i in range(n)]
    for i, j in sorted(roads):
        for a, b in [(i, j), (j, i)]:
            lines.append(f"edge({a + 1},{b + 1}). cost({a + 1},{b + 1},{cost(i, j)}).")
    return "\n".join(lines)


def hamiltonian(seed):
    """A square grid of 20 to 40 nodes a side with holes of two nodes, so that a chessboard's colours stay balanced."""
    choose, n = random.Random(seed), [20, 30, 40][seed % 3]
    nodes = {(x, y) for x in range(n) for y in range(n)}
    for _ in range(n // 3):
        x, y = choose.randrange(1, n - 2), choose.randrange(1, n - 2)
        hole = {(x, y), choose.choice([(x + 1, y), (x, y + 1)])}
        if hole <= nodes:
            nodes -= hole
    return "\n".join(f"node({x},{y})." for x, y in sorted(nodes))


MODELS = {"slitherlink": "2", "numberlink": "1", "masyu": "2", "salesman": "0", "hamiltonian": "1"}
INSTANCES = {"slitherlink": slitherlink, "numberlink": numberlink, "masyu": masyu, "salesman": salesman, "hamiltonian": hamiltonian}


def run(command, limit):
    """CPU seconds, and what is compared of the answer; `None` at the time limit."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)

    def limited():
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))

    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=limited)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if done.returncode not in (10, 20, 30):
        assert done.returncode < 0, done.stderr
        return seconds, None
    return seconds, (done.returncode, re.findall(r"Optimization *: (.*)", done.stdout)[-1:])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", type=int, default=8)
    parser.add_argument("--limit", type=int, default=20)
    parser.add_argument("--peers", type=Path)
    parser.add_argument("--slitherlink", type=Path, nargs="+", default=[])
    parser.add_argument("names", nargs="*", metavar="NAME")
    arguments = parser.parse_args()
    print("| program | instances | variant | CPU s: median, worst |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for name, variants in programs().items():
            if arguments.names and name not in arguments.names:
                continue
            commands = {}
            for variant, text in variants.items():
                program = Path(folder, f"{name}-{variant}.lp")
                program.write_text(text)
                start = [sys.executable, "-m", "zlink.clingo"] if variant == "theory" else [sys.executable, "-c", CLINGO]
                commands[variant] = [*start, str(program), "--configuration=trendy"]
            for peer in sorted(arguments.peers.glob(f"{name}_*.lp")) if arguments.peers else []:
                commands[peer.stem] = [sys.executable, "-c", CLINGO, str(peer), "--configuration=trendy"]
            files = arguments.slitherlink if name == "slitherlink" else []
            if not files:
                for seed in range(arguments.seeds):
                    files.append(Path(folder, f"{name}-{seed}.lp"))
                    files[-1].write_text(INSTANCES[name](seed))
            times = {variant: [] for variant in commands}
            opens = {variant: 0 for variant in commands}
            for file in files:
                answers = {}
                for variant, command in commands.items():
                    seconds, answers[variant] = run([*command, str(file), MODELS[name], "-q1"], arguments.limit)
                    times[variant].append(seconds)
                    opens[variant] += answers[variant] is None
                known = [answer for answer in answers.values() if answer]
                assert all(answer == known[0] for answer in known), (file, answers)
                shown = ", ".join(f"{v} {times[v][-1]:.3f}{'' if answers[v] else ' (limit)'}" for v in commands)
                print(f"{file.name}: {shown}", file=sys.stderr, flush=True)
            for variant, all_times in times.items():
                still_open = f" ({opens[variant]} open)" if opens[variant] else ""
                print(f"| {name} | {len(files)} | {variant} | {statistics.median(all_times):.2g}, {max(all_times):.2g}{still_open} |", flush=True)


if __name__ == "__main__":
    main()
