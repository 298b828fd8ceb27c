#!/usr/bin/env python3
"""Compares zlink with clingo on small puzzles of puzz.link whose loop passes through squares: Masyu, Simple Loop, Country Road.

Every puzzle is enumerated by clingo with square_loops.lp, which states the rules of these puzzles. zlink reads it from an address or a file, and
must agree: the same exact count, the same set of solutions. A file with a solution or with other lines goes to `zlink check`. Every puzzle
must come back from facts as the address that this program writes.

usage: square_loops.py [--zlink PROGRAM] [--puzzles N] [--seed S]
N is for each kind. Needs the Python package `clingo`. The same seed makes the same puzzles. Exit status 1 when anything differs.
"""

import argparse
import itertools
import pathlib
import random
import subprocess
import sys

import clingo

RULES = pathlib.Path(__file__).resolve().with_suffix(".lp")
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"

# Puzzles with more solutions are not taken.
MOST_SOLUTIONS = 1000


def packed(values, base, width):
    """`values`, as many as `width` in a sign."""
    text = ""
    for i in range(0, len(values), width):
        number = 0
        for value in (values[i : i + width] + [0] * width)[:width]:
            number = number * base + value
        text += DIGITS[number]
    return text


class Puzzle:
    """Squares are numbered row by row."""

    def __init__(self, rnd):
        sizes = [(1, 3), (2, 2), (3, 4), (4, 4), (4, 5), (5, 4), (5, 5), (5, 5), (5, 6), (6, 5), (6, 6)]
        self.rows, self.columns = rnd.choice(sizes)
        self.count = self.rows * self.columns
        self.cover = False
        self.shaded, self.circles, self.region, self.number, self.walls = set(), {}, [], {}, set()
        self.loop = self.planted(rnd)
        self.make(rnd)
        self.expected = self.solutions()

    def steps(self):
        """Neighbours in a row, then in a column, as pairs of squares."""
        across = [(a, a + 1) for a in range(self.count) if (a + 1) % self.columns]
        return across, [(a, a + self.columns) for a in range(self.count - self.columns)]

    def planted(self, rnd):
        """The squares of some loop in their order; none on a board too small."""
        height, width = self.rows - 1, self.columns - 1
        if height < 1 or width < 1:
            return []
        inside = {(rnd.randrange(height), rnd.randrange(width))}
        at = lambda y, x: (y, x) in inside
        for _ in range(height * width * 3):
            y, x = rnd.randrange(height), rnd.randrange(width)
            near = [at(y - 1, x), at(y - 1, x + 1), at(y, x + 1), at(y + 1, x + 1), at(y + 1, x), at(y + 1, x - 1), at(y, x - 1), at(y - 1, x - 1)]
            changes = sum(near[i] != near[i - 1] for i in range(8))
            if (y, x) not in inside and changes == 2 and any(near[::2]):
                inside.add((y, x))
        sides = {}
        for y in range(height + 1):
            for x in range(width + 1):
                a = y * self.columns + x
                for b, left, right in ((a + 1, (y - 1, x), (y, x)), (a + self.columns, (y, x - 1), (y, x))):
                    if at(*left) != at(*right):
                        sides.setdefault(a, []).append(b)
                        sides.setdefault(b, []).append(a)
        walk = [min(sides)]
        while len(walk) < len(sides):
            walk.append(next(b for b in sides[walk[-1]] if b not in walk[1:] and (b != walk[0])))
        return walk

    def is_straight(self, i):
        before, after = self.loop[i - 1], self.loop[(i + 1) % len(self.loop)]
        return abs(before - after) in (2, 2 * self.columns)

    def facts(self):
        across, down = self.steps()
        lines = [f"square({a})." for a in range(self.count)]
        lines += [f"beside({a},{b},{d})." for d, steps in (("across", across), ("down", down)) for a, b in steps]
        lines += [f"shaded({a})." for a in self.shaded] + [f"{c}({a})." for a, c in self.circles.items()]
        lines += [f"region({a},{r})." for a, r in enumerate(self.region)]
        lines += [f"number({r},{n})." for r, n in self.number.items()] + [f"wall({a},{b})." for a, b in self.walls]
        return "\n".join(lines) + "\ncover." * self.cover

    def solutions(self):
        control = clingo.Control([str(MOST_SOLUTIONS + 1), "--warn=none"])
        control.load(str(RULES))
        control.add("base", [], self.facts())
        control.ground([("base", [])])
        found = []
        with control.solve(yield_=True) as handle:
            for model in handle:
                found.append(frozenset(tuple(s.number for s in a.arguments) for a in model.symbols(shown=True)))
        assert len(found) == len(set(found)), "one answer set for each solution"
        return found

    def is_marked(self):
        return bool(self.shaded or self.circles or self.region)

    def address(self):
        flag = "f/" * (self.cover and self.kind == "mashu")
        return f"https://puzz.link/p?{self.kind}/{flag}{self.columns}/{self.rows}/{self.cells()}"

    def grid(self, signs, columns=None):
        columns = columns or self.columns
        return ["".join(f"{s} " for s in signs[i : i + columns]) for i in range(0, len(signs), columns)]

    def file(self, lines):
        """A file with these lines drawn."""
        across, down = self.steps()
        drawn = [self.grid([int(step in lines) for step in steps], c) for steps, c in ((across, self.columns - 1), (down, self.columns))]
        if self.columns == 1:
            drawn[0] = [""] * self.rows
        head, squares, tail = self.body()
        return "\n".join([head, self.kind, str(self.rows), str(self.columns), *squares, *drawn[0], *drawn[1], *tail]) + "\n"


class Masyu(Puzzle):
    kind = "mashu"

    def make(self, rnd):
        self.cover = rnd.random() < 0.15
        straight = [self.is_straight(i) for i in range(len(self.loop))]
        share = rnd.choice([0.2, 0.4, 0.7] if self.count < 25 else [0.5, 0.8])
        for i, a in enumerate(self.loop):
            sides = [straight[i - 1], straight[(i + 1) % len(straight)]]
            colour = "white" if straight[i] and not all(sides) else "black" if not straight[i] and all(sides) else None
            if colour and rnd.random() < share:
                self.circles[a] = colour
        if rnd.random() < 0.2:
            self.circles[rnd.randrange(self.count)] = rnd.choice(["white", "black"])

    def cells(self):
        digit = {None: 0, "white": 1, "black": 2}
        return packed([digit[self.circles.get(a)] for a in range(self.count)], 3, 3)

    def body(self):
        sign = {None: ".", "white": "1", "black": "2"}
        return "pzprv3", ["f"] * self.cover + self.grid([sign[self.circles.get(a)] for a in range(self.count)]), []


class SimpleLoop(Puzzle):
    kind = "simpleloop"

    def make(self, rnd):
        self.cover = True
        self.shaded = set(range(self.count)) - set(self.loop) if self.loop else {0}
        if rnd.random() < 0.6:
            self.shaded = {a for a in self.shaded if rnd.random() < 0.6} or {rnd.randrange(self.count)}

    def cells(self):
        return packed([int(a in self.shaded) for a in range(self.count)], 2, 5)

    def body(self):
        return "pzprv3", self.grid(["*" if a in self.shaded else "." for a in range(self.count)]), []


class CountryRoad(Puzzle):
    kind = "country"

    def make(self, rnd):
        """Parts of the loop are regions; what is left over joins them."""
        region, parts = {}, 0
        loop = self.loop or list(range(self.count))
        for a in loop:
            if a == loop[0] or rnd.random() < 0.35:
                parts += 1
            region[a] = parts
        neighbours = {a: [] for a in range(self.count)}
        for a, b in sum(self.steps(), []):
            neighbours[a].append(b)
            neighbours[b].append(a)
        while len(region) < self.count:
            a, b = rnd.choice([(a, b) for a in range(self.count) if a not in region for b in neighbours[a] if b in region])
            region[a] = region[b]
        names = {}
        self.region = [None] * self.count
        for a in range(self.count):
            if self.region[a] is None:
                number, open_squares = len(names), [a]
                names[number] = a
                while open_squares:
                    b = open_squares.pop()
                    if self.region[b] is None:
                        self.region[b] = number
                        open_squares += [c for c in neighbours[b] if region[c] == region[a]]
        for number in names:
            if rnd.random() < 0.4:
                visits = sum(self.region[a] == number for a in self.loop) + (rnd.random() < 0.1)
                self.number[number] = max(visits, 1)

        # A border inside of a block, which stays one region.
        for a, b in self.steps()[0]:
            block = [self.region[c] for c in (a, b, a + self.columns, b + self.columns) if c < self.count]
            if len(block) == 4 and len(set(block)) == 1 and rnd.random() < 0.3:
                self.walls = {(a, b)}

    def borders(self):
        is_border = lambda a, b: self.region[a] != self.region[b] or (a, b) in self.walls
        return [[int(is_border(a, b)) for a, b in steps] for steps in self.steps()]

    def cells(self):
        text = "".join(packed(bits, 2, 5) for bits in self.borders())
        blanks = 0
        for number in [self.number.get(r) for r in range(max(self.region) + 1)] + [""]:
            if number is None:
                blanks += 1
                continue
            text += DIGITS[15 + blanks] * (blanks > 0)
            text, blanks = text + (f"{number:x}" if number != "" and number < 16 else f"-{number:x}" if number else ""), 0
        return text

    def body(self):
        numbers = ["."] * self.count
        for number, value in self.number.items():
            numbers[self.region.index(number)] = value
        rooms = [str(max(self.region) + 1), *self.grid(self.region)]
        across, down = self.borders()
        borders = ["", *self.grid(across, self.columns - 1), *self.grid(down)]
        head, first = random.Random(self.address()).choice(
            [("pzprv3.2", borders)] + [("pzprv3", rooms), ("pzprv3.1", ["", *rooms])] * (not self.walls)
        )
        return head, first + self.grid(numbers), self.grid([0] * self.count)


def run(program, arguments, text=""):
    return subprocess.run([program, *arguments], input=text, capture_output=True, text=True, timeout=300)


def differences(program, puzzle, rnd):
    """Yields a line for everything that zlink and clingo do not agree on."""
    expected = puzzle.expected
    there = [a for a in range(puzzle.count) if a not in puzzle.shaded]
    address, blank = puzzle.address(), puzzle.file(frozenset())
    text = rnd.choice([address, blank])
    counted = run(program, ["count"], text)
    if counted.stdout.strip() != str(len(expected)):
        yield f"count says {counted.stdout.strip()!r}, clingo {len(expected)}; {counted.stderr.strip()}"
    listed = run(program, ["solve", "-n", "0"], text).stdout
    atoms = [line.removesuffix(".").split(". ") for line in listed.splitlines() if line.startswith("link")]
    found = [frozenset(tuple(there[int(v)] for v in atom[5:-1].split(",")) for atom in line) for line in atoms]
    if sorted(map(sorted, found)) != sorted(map(sorted, expected)):
        yield f"{len(set(found) - set(expected))} answers clingo refuses, {len(set(expected) - set(found))} missing"
    facts = run(program, ["convert"], text).stdout
    # Without marks, it may come back as another puzzle with the same rules.
    for source in (blank, address, facts) if puzzle.is_marked() else ():
        again = run(program, ["convert", "--to", "pzpr"], source)
        if again.stdout.strip() != address:
            yield f"{again.stdout.strip()!r} is written for {address!r}; {again.stderr.strip()}"
    steps = [step for step in sum(puzzle.steps(), []) if not puzzle.shaded & set(step)]
    for answer in rnd.sample(expected, min(2, len(expected))):
        for lines in [answer] + [answer ^ {rnd.choice(steps)}] * bool(steps):
            word = run(program, ["check"], puzzle.file(lines)).stdout.split()[0].rstrip(":")
            if word != ("CORRECT" if lines in expected else "INCORRECT"):
                yield f"check says {word!r} of {sorted(lines)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--zlink", default="target/release/zlink", help="the program to test")
    parser.add_argument("--puzzles", type=int, default=100, help="how many puzzles of each kind")
    parser.add_argument("--seed", type=int, default=1, help="which puzzles")
    options = parser.parse_args()
    passed = failed = 0
    for kind in (Masyu, SimpleLoop, CountryRoad):
        counts = []
        for number in range(options.puzzles):
            rnd = random.Random(f"{options.seed}/{number}")
            puzzle = next(p for p in (kind(rnd) for _ in itertools.count()) if len(p.expected) <= MOST_SOLUTIONS)
            wrong = list(differences(options.zlink, puzzle, rnd))
            counts.append(len(puzzle.expected))
            failed += bool(wrong)
            passed += not wrong
            if wrong:
                print(f"{puzzle.address()}:", *wrong, sep="\n  ")
        unique, none = counts.count(1), counts.count(0)
        print(f"{kind.kind}: {sum(counts)} solutions in all, {none} puzzles without any, {unique} with one")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
