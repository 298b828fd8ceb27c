#!/usr/bin/env python3
"""Compares zlink with clingo on small random graphs, both puzzles; a quarter are Numberlinks whose edges have names.

Every puzzle is enumerated by clingo with the encodings beside this file, which state the definition. zlink must
agree: the same status, the same exact count, the same set of solutions, the same cautious and brave consequences. Every answer that zlink prints must be
accepted by clingo and by `zlink check`, which in turn must reject answers that clingo does not know. What
`zlink convert --encoding` writes must have the same solutions too, see encoded.py.

usage: differential.py [--zlink PROGRAM] [--puzzles N] [--seed S] [--keep FOLDER]
Needs the Python package `clingo`. The same seed makes the same puzzles. Exit status 1 when anything differs.
"""

import argparse
import itertools
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import clingo

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import encoded  # noqa: E402: it lies beside this file


# ---------------------------------------------------------------------------------------------- random puzzles


def random_sparse(rnd):
    """A random graph, connected or not."""
    n = rnd.randint(3, 9)
    every = list(itertools.combinations(range(n), 2))
    return n, rnd.sample(every, rnd.randint(min(2, len(every)), min(15, len(every))))


def damaged_grid(rnd):
    """A grid of vertices with a few edges taken out and a few diagonals put in."""
    w, h = rnd.choice([(3, 3), (4, 3), (5, 3), (4, 4), (6, 2)])
    at = lambda x, y: y * w + x
    edges = [(at(x, y), at(x + 1, y)) for y in range(h) for x in range(w - 1)]
    edges += [(at(x, y), at(x, y + 1)) for y in range(h - 1) for x in range(w)]
    edges = rnd.sample(edges, len(edges) - rnd.randint(0, 4))
    for _ in range(rnd.randint(0, 2)):
        x, y = rnd.randrange(w - 1), rnd.randrange(h - 1)
        diagonal = (at(x, y), at(x + 1, y + 1))
        if diagonal not in edges:
            edges.append(diagonal)
    return w * h, edges


def joined_blocks(rnd):
    """Blocks that share a cut vertex or are joined by a bridge, and a pendant path."""
    edges, n = [], 0
    for _ in range(rnd.randint(2, 3)):
        k = rnd.randint(3, 5)
        block = [(n + i, n + (i + 1) % k) for i in range(k)]
        every = list(itertools.combinations(range(n, n + k), 2))
        block += rnd.sample(every, rnd.randint(0, 2))
        if n and rnd.random() < 0.5:
            block = [tuple(0 if v == n else v for v in e) for e in block]
        elif n:
            block.append((rnd.randrange(n), n))
        edges += block
        n += k
    edges.append((rnd.randrange(n), n))
    simple = {}
    for u, v in edges:
        if u != v:
            simple.setdefault(frozenset((u, v)), (u, v))
    return n + 1, list(simple.values())


def walks(rnd, edges, count):
    """The ends of up to `count` disjoint paths, so that a linkage exists."""
    free = sorted({v for e in edges for v in e})
    ends = []
    for _ in range(count):
        path = [rnd.choice(free)] if free else []
        while path and len(path) < 6:
            near = [v if u == path[-1] else u for u, v in edges if path[-1] in (u, v)]
            near = [v for v in near if v in free and v not in path]
            if not near:
                break
            path.append(rnd.choice(near))
        if len(path) > 1:
            ends.append((path[0], path[-1]))
            free = [v for v in free if v not in path]
    return ends


NAMES = [
    str,
    lambda v: f"v{v}",
    lambda v: f"({v // 4},{v % 4})",
    lambda v: f'"vertex {v}"',
    lambda v: f"at(row,{v})",
    lambda v: str(v - 5),
]


class Puzzle:
    """Facts, the options they are solved with, and the edges as they are written."""

    def __init__(self, rnd):
        n, edges = rnd.choice([random_sparse, damaged_grid, damaged_grid, joined_blocks])(rnd)
        name = rnd.choice(NAMES)
        rnd.shuffle(edges)
        self.edges = [(name(u), name(v)) if rnd.random() < 0.5 else (name(v), name(u)) for u, v in edges]
        self.linkage = rnd.random() < 0.5
        self.cover = rnd.random() < 0.25
        self.many = not self.linkage and rnd.random() < 0.25
        self.facts = [f"edge({u},{v})." for u, v in self.edges]
        used = sorted({v for e in edges for v in e})
        if rnd.random() < 0.1:
            self.facts.append(f"node({name(n)}).")
        if rnd.random() < 0.1 and not self.cover:
            self.facts += [f"node({name(v)})." for v in range(n)]
        if self.linkage:
            count = rnd.randint(1, max(1, min(3, len(used) // 3)))
            pairs = walks(rnd, edges, count) if rnd.random() < 0.6 else None
            if not pairs:
                ends = rnd.sample(used, 2 * count)
                pairs = list(zip(ends[::2], ends[1::2]))
            self.facts += [f"pair({name(a)},{name(b)})." for a, b in pairs]
        self.add_demands(rnd)
        rnd.shuffle(self.facts)

    def add_demands(self, rnd):
        """Clues on overlapping cells, required and forbidden edges; most of them agree with some solution."""
        solutions = self.by_clingo()
        model = rnd.choice(sorted(map(sorted, solutions))) if solutions else []
        for c in range(rnd.choice([0, 0, 1, 2, 3, 5])):
            cell = rnd.sample(self.edges, rnd.randint(1, min(6, len(self.edges))))
            self.facts += [f"cell_contains(c({c}),{u},{v})." for u, v in cell]
            clue = sum(e in model for e in cell)
            if rnd.random() < 0.08:
                clue += 1
            if rnd.random() < 0.7:
                self.facts.append(f"clue(c({c}),{clue}).")
            if rnd.random() < 0.2:
                self.facts.append(f"at_least(c({c}),{max(clue - rnd.randint(0, 1), 0)}).")
            if rnd.random() < 0.2:
                self.facts.append(f"at_most(c({c}),{clue + rnd.randint(0, 1)}).")
        self.add_integrity(rnd, model)
        if rnd.random() < 0.2:
            u, v = rnd.choice(self.edges)
            self.facts.append(f"{'' if (u, v) in model else '-'}link({u},{v}).")
        if rnd.random() < 0.05:
            u, v = rnd.choice(self.edges)
            self.facts.append(f"link({u},{v}).")
        self.facts = list(dict.fromkeys(self.facts))

    def add_integrity(self, rnd, model):
        """Integrity constraints, most of which the solution `model` meets."""
        for _ in range(rnd.choice([0, 0, 0, 1, 2, 4])):
            literals = [(rnd.choice(self.edges), rnd.random() < 0.5) for _ in range(rnd.randint(1, 4))]
            if rnd.random() < 0.9 and all((edge in model) == is_in for edge, is_in in literals):
                literals[0] = (literals[0][0], not literals[0][1])
            links = [f"{'' if is_in else 'not '}link({','.join(edge)})" for edge, is_in in literals]
            self.facts.append(f":- {rnd.choice([', ', ';']).join(links)}.")

    def edge_fact(self, edge):
        return f"edge({','.join(edge)})"

    def encoding(self):
        return "linkage.lp" if self.linkage else "cycle.lp"

    def text(self):
        return "\n".join(self.facts) + "\n"

    def options(self):
        return ["--cover"] * self.cover + ["--cycles=many"] * self.many

    def control(self, *options):
        """The puzzle with its encoding, ready to be solved."""
        control = clingo.Control(["0", "--warn=none", *options])
        control.load(str(HERE / self.encoding()))
        # In a fact, `link` is a demand; in a constraint it is the answer.
        facts = [fact.replace("link(", "chosen(") if fact.startswith(":-") else fact for fact in self.facts]
        control.add("base", [], "\n".join(facts) + "\n" + "cover. " * self.cover + "many. " * self.many)
        control.ground([("base", [])])
        return control

    def consequences(self, mode):
        """The edges of all solutions, or of any; `None` if there is no solution."""
        last = None
        # Without a name it would be gone while it is solved.
        control = self.control(f"--enum-mode={mode}")
        with control.solve(yield_=True) as handle:
            for model in handle:
                atoms = model.symbols(shown=True)
                last = frozenset(tuple(map(str, a.arguments)) for a in atoms)
        return last

    def by_clingo(self):
        """All solutions: a set of sets of edges."""
        control = self.control()
        found = set()

        def keep(model):
            atoms = model.symbols(shown=True)
            found.add(frozenset(tuple(map(str, a.arguments)) for a in atoms))

        total = 0
        with control.solve(yield_=True) as handle:
            for model in handle:
                keep(model)
                total += 1
        assert total == len(found), "the encoding has one answer set for each solution"
        return found


class Named(Puzzle):
    """A Numberlink of the Third ASP Competition: edges have names, and may be parallel."""

    def __init__(self, rnd):
        n, edges = rnd.choice([random_sparse, damaged_grid, joined_blocks])(rnd)
        name = rnd.choice(NAMES)
        parallel = [rnd.choice(edges) for _ in range(rnd.choice([0, 0, 1, 2, 3]))]
        ends = [rnd.choice([(u, v), (v, u)]) for u, v in edges + parallel]
        rnd.shuffle(ends)
        self.linkage, self.many, self.parallel = True, False, bool(parallel)
        self.cover = not parallel and rnd.random() < 0.25
        self.edges = [(f"e{i}",) for i in range(len(ends))]
        self.facts = [f"node({name(v)})." for v in range(n)]
        self.facts += [f"edge(e{i},{name(u)},{name(v)})." for i, (u, v) in enumerate(ends)]
        pairs = walks(rnd, edges, rnd.randint(1, 3)) or edges[:1]
        self.facts += [f"connection({i},{name(a)},{name(b)})." for i, (a, b) in enumerate(pairs, 1)]
        for sign in ("", "-"):
            if rnd.random() < 0.15:
                self.facts.append(f"{sign}link({rnd.choice(self.edges)[0]}).")
        self.add_integrity(rnd, [])
        self.ends = {f"e{i}": f"edge(e{i},{name(u)},{name(v)})" for i, (u, v) in enumerate(ends)}
        rnd.shuffle(self.facts)

    def edge_fact(self, edge):
        return self.ends[edge[0]]

    def encoding(self):
        return "aspcomp2011.lp"


# ---------------------------------------------------------------------------------------------------- comparison


def run(program, arguments, text=""):
    return subprocess.run([program, *arguments], input=text, capture_output=True, text=True, timeout=300)


def answers(line, edges):
    """The edges of one answer line, as they are written in the input."""
    written = {f"link({','.join(edge)})": edge for edge in edges}
    atoms = [atom for atom in re.split(r"\.\s*(?=link\(|$)", line.strip()) if atom]
    return frozenset(written[atom] for atom in atoms)


def differences(program, puzzle, folder, rnd):
    """Yields a line for everything that zlink and clingo do not agree on."""
    expected = puzzle.by_clingo()
    instance = folder / "instance.lp"
    instance.write_text(puzzle.text())
    counted = run(program, ["count", *puzzle.options(), str(instance)])
    if counted.stdout.strip() != str(len(expected)):
        yield f"count says {counted.stdout.strip()!r}, clingo {len(expected)}; {counted.stderr.strip()}"
    if counted.returncode != (30 if expected else 20):
        yield f"count leaves with {counted.returncode}"
    is_named = isinstance(puzzle, Named)
    if not is_named:
        yield from encoded.differences(run, program, puzzle, expected, instance)
    yield from encoded.differences_of_opb(run, program, puzzle, expected, instance, random.Random(rnd.random()))

    listed = run(program, ["solve", "-n", "0", *puzzle.options(), str(instance)])
    lines = listed.stdout.splitlines()
    if not expected:
        if lines != ["UNSATISFIABLE"] or listed.returncode != 20:
            yield f"solve says {listed.stdout!r} with {listed.returncode} where there is no solution"
        return
    if listed.returncode != 30:
        yield f"solve -n 0 leaves with {listed.returncode}; {listed.stderr.strip()}"
    try:
        found = [answers(line, puzzle.edges) for line in lines if line.strip() or frozenset() in expected]
    except KeyError as error:
        yield f"an answer has {error}, which is no edge of the input"
        return
    if len(found) != len(set(found)):
        yield "an answer is printed twice"
    if set(found) != expected:
        yield f"{len(set(found) - expected)} answers clingo refuses, {len(expected - set(found))} missing"

    for mode in () if is_named and puzzle.parallel else ("cautious", "brave"):
        told = run(program, ["solve", "--enum-mode", mode, *puzzle.options(), str(instance)])
        if told.returncode != 30 or answers(told.stdout, puzzle.edges) != puzzle.consequences(mode):
            yield f"{mode} consequences are {told.stdout!r} with {told.returncode}; {told.stderr.strip()}"

    one = run(program, ["solve", *puzzle.options(), str(instance)])
    if one.returncode not in (10, 30) or answers(one.stdout, puzzle.edges) not in expected:
        yield f"solve gives {one.stdout!r} with {one.returncode}"

    known = sorted(map(sorted, expected))
    for answer in rnd.sample(known, min(4, len(known))):
        yield from checked(program, puzzle, folder, answer, True)
        changed = set(answer) ^ {rnd.choice(puzzle.edges)}
        if changed not in expected:
            yield from checked(program, puzzle, folder, sorted(changed), False)
    for line in rnd.sample(lines, min(4, len(lines))):
        yield from checked(program, puzzle, folder, sorted(answers(line, puzzle.edges)), True)


def checked(program, puzzle, folder, answer, right):
    """`zlink check` on one answer."""
    file = folder / "answer.lp"
    file.write_text(" ".join(f"link({','.join(edge)})." for edge in answer) + "\n")
    verdict = run(program, ["check", *puzzle.options(), str(folder / "instance.lp"), str(file)])
    word = verdict.stdout.split("\n")[0].split(" ")[0].rstrip(":")
    # Where no link is shown, the atoms may be hidden: that is no verdict unless it is a solution.
    wrong = "INCORRECT" if answer else ""
    if word != ("CORRECT" if right else wrong):
        yield f"check says {verdict.stdout!r} ({verdict.stderr.strip()}) of {answer}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--zlink", default="target/release/zlink", help="the program to test")
    parser.add_argument("--puzzles", type=int, default=300, help="how many puzzles")
    parser.add_argument("--seed", type=int, default=1, help="which puzzles")
    parser.add_argument("--keep", type=pathlib.Path, help="where to write the puzzles that differ")
    options = parser.parse_args()

    passed = failed = solutions = unsatisfiable = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(options.puzzles):
            rnd = random.Random(f"{options.seed}/{number}")
            puzzle = (Named if number % 4 == 3 else Puzzle)(rnd)
            wrong = list(differences(options.zlink, puzzle, pathlib.Path(folder), rnd))
            count = len(puzzle.by_clingo())
            solutions += count
            unsatisfiable += count == 0
            if wrong:
                failed += 1
                print(f"puzzle {number} ({' '.join(puzzle.options()) or 'no options'}):", *wrong, sep="\n  ")
                if options.keep:
                    options.keep.mkdir(parents=True, exist_ok=True)
                    (options.keep / f"{options.seed}-{number}.lp").write_text(puzzle.text())
            else:
                passed += 1
    print(f"{solutions} solutions in all, {unsatisfiable} puzzles without any; clingo {clingo.__version__}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
