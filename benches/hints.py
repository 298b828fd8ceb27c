#!/usr/bin/env python3
"""The costs of all good sets of hints for random cycles.

    benches/hints.py GRID CYCLES [CANDIDATES]

GRID is rows x columns of cells, as 5x7. CYCLES is how many, or from which one to which, as 7-8; they are drawn uniformly
from all cycles of the board. With CANDIDATES only so many cells may have a hint: those of a puzzle from which no clue
can go, and others at random. Prints a line for each cycle, then the seconds of all together, of CPU time and by the
clock. BIN: the program, if it is another one. SEED: another number than 1 draws other cycles.
"""

import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time

import planted


def board(rows, columns):
    """The facts of a square board."""
    edges, cells, _ = planted.grid(rows, columns, random.Random(0))
    facts = [f"edge({u},{v})." for u, v in edges]
    facts += [f"cell_contains({cell},{u},{v})." for cell in sorted(cells) for u, v in cells[cell]]
    return "\n".join(facts) + "\n"


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    rows, columns = map(int, sys.argv[1].split("x"))
    first, last = map(int, sys.argv[2].split("-") if "-" in sys.argv[2] else (1, sys.argv[2]))
    candidates = int(sys.argv[3]) if len(sys.argv) == 4 else None
    program = os.environ.get("BIN", "target/dist/zlink")
    seed = os.environ.get("SEED", "1")
    chance = random.Random(seed)

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "board.lp")
        with open(path, "w") as file:
            file.write(board(rows, columns))

        def zlink(*arguments):
            done = subprocess.run([program, *arguments], check=True, capture_output=True, text=True)
            return done.stdout

        cycles = os.path.join(folder, "all.zdd")
        zlink("diagram", "build", path, "-o", cycles)
        drawn = zlink("diagram", "sample", "-n", str(last), "--seed", seed, cycles).splitlines()
        total = clock = 0.0
        for number, cycle in list(enumerate(drawn, 1))[first - 1:]:
            answer = os.path.join(folder, f"{number}.lp")
            with open(answer, "w") as file:
                file.write(cycle + "\n")
            options = []
            if candidates is not None:
                puzzle = zlink("generate", "slitherlink", path, answer, "--minimal", "--seed", str(number))
                cells = re.findall(r"clue\((\d+)", puzzle)
                others = [str(cell) for cell in range(rows * columns) if str(cell) not in cells]
                cells += chance.sample(others, max(0, candidates - len(cells)))
                options = ["--candidates", ";".join(cells)]
            before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
            said = zlink("generate", "hints", path, answer, *options)
            clock += time.monotonic() - began
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            total += took
            heads = [line for line in said.splitlines() if not line.startswith(" ")]
            print(f"{number:3}  {took:8.3f} s  {'; '.join(heads)}", flush=True)
        print(f"all  {total:8.3f} s, {clock:.3f} by the clock, at most {after.ru_maxrss // 1024} MB")


if __name__ == "__main__":
    main()
