#!/usr/bin/env python3
"""The value of each rule of deduction and each heuristic: CPU time of the whole process without it, over the time with all.

    python3 benches/ablation.py                       the shipped instances and target/sets (benches/sets.sh)
    python3 benches/ablation.py --ask count FILES...
    python3 benches/ablation.py --only parity,label --budget 600 FILES...
    python3 benches/ablation.py --merge TABLES...     their means and worst ratios in one table

Files are taken in random order, each with another seed of the search, since some techniques gain only where a seed had bad luck. On
each, the runs with everything and without each technique follow one another. When the budget
is spent, the file in hand is finished and the rest left out. The answers are compared, too. Writes a table in Markdown.
benches/ablation.sh makes puzzles that nothing was tuned on, and measures them.
"""

import argparse
import math
import pathlib
import random
import re
import resource
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Runs without a technique between two runs with everything.
BETWEEN = 8
# Seconds that are added to both times, since shorter times measure only the start of the process.
FLOOR = 0.002


def techniques(binary):
    """The names of all techniques, from the message about an unknown one."""
    ran = subprocess.run([binary, "solve", "--without", "nothing"], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    found = re.search(r"\[possible values: ([^\]]*)\]", ran.stderr)
    if not found:
        sys.exit(f"{binary} knows no --without: {ran.stderr}")
    return found[1].split(", ")


def run(binary, ask, path, seed, limit, without):
    """The CPU seconds of a run, its exit status and its answer."""
    command = [binary, *ask, "--quiet", "--time-limit", str(limit), str(path)]
    if ask[0] == "solve":
        command += ["--seed", str(seed)]
    if without:
        command += ["--without", without]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ran = subprocess.run(command, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return spent, ran.returncode, ran.stdout


def lines(name):
    """The number of lines of the source of a rule, with its tests; an empty string for a heuristic."""
    rule = ROOT / "src/deduce" / name
    files = sorted(rule.rglob("*.rs")) if rule.is_dir() else [rule.with_suffix(".rs")]
    return sum(len(f.read_text().splitlines()) for f in files if f.exists()) or ""


def merge(tables):
    """One row for each technique, with the mean and the worst ratio in each table; first the techniques that gain most somewhere."""
    asked, rows = [], {}
    for table in tables:
        head, *lines = table.read_text().splitlines()
        asked.append(head.split("`")[1])
        for line in lines[3:]:
            name, mean, worst, _, lost, gained, size = (cell.strip() for cell in line.strip("|").split("|"))
            found = rows.setdefault(name, {"lines": size})
            open_without = "".join(f", {number} {more} open" for number, more in ((lost, "more"), (gained, "fewer")) if number != "0")
            found[asked[-1]] = (float(mean), f"{mean}, {worst.split(' ')[0]}{open_without}")
    print("| left out | " + " | ".join(f"`{ask}`: mean, worst" for ask in asked) + " | lines |")
    print("|---|" + "---|" * len(asked) + "---|")
    means = lambda found: [found[ask][0] for ask in asked if ask in found]
    for name, found in sorted(rows.items(), key=lambda row: -max(means(row[1]))):
        print("| " + " | ".join([name, *(found.get(ask, (0, ""))[1] for ask in asked), found["lines"]]) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--bin", default=ROOT / "target/dist/zlink")
    parser.add_argument("--ask", default="solve -n 2", help="the question [solve -n 2]")
    parser.add_argument("--limit", type=float, default=5, help="seconds for each run [5]")
    parser.add_argument("--budget", type=float, default=1800, help="seconds for everything [1800]")
    parser.add_argument("--only", help="names of techniques, with commas")
    parser.add_argument("--seed", type=int, default=0, help="of the order of the files")
    parser.add_argument("--merge", nargs="+", type=pathlib.Path, metavar="TABLE")
    options = parser.parse_args()
    if options.merge:
        return merge(options.merge)
    names = options.only.split(",") if options.only else techniques(options.bin)
    files = options.files
    if not files:
        files = sorted(f for folder in ("instances", "target/sets") for f in (ROOT / folder).rglob("*.lp"))
    random.Random(options.seed).shuffle(files)
    end = time.monotonic() + options.budget
    ratios = {name: [] for name in names}
    # The number of files that are unsolved only without the technique, and only with it.
    lost, gained = {name: 0 for name in names}, {name: 0 for name in names}
    done = unsolved = 0
    for seed, path in enumerate(files):
        if time.monotonic() > end:
            break
        first = None
        for i, name in enumerate(names):
            if i % BETWEEN == 0:
                base, status, answer = run(options.bin, options.ask.split(), path, seed, options.limit, "")
                if first is None:
                    first, is_solved = (base, status), status in (10, 20, 30)
                    unsolved += not is_solved
                if status not in (1, 10, 11, 20, 30, 33):
                    break
            spent, without, other = run(options.bin, options.ask.split(), path, seed, options.limit, name)
            solved = without in (10, 20, 30)
            if solved and is_solved and (without != status or options.ask == "count" and other != answer):
                sys.exit(f"{path}: without {name} the answer is another one")
            lost[name] += is_solved and not solved
            gained[name] += solved and not is_solved
            ratios[name].append(((spent + FLOOR) / (base + FLOOR), path))
        done += first is not None
    print(f"{done} of {len(files)} files, `{options.ask}`, {options.limit:g} s; {unsolved} unsolved with everything.\n")
    print("| left out | mean | worst | best | more unsolved | fewer unsolved | lines |")
    print("|---|---|---|---|---|---|---|")
    rows = [(math.exp(sum(math.log(r) for r, _ in found) / len(found)), name) for name, found in ratios.items() if found]
    for mean, name in sorted(rows, reverse=True):
        (worst, where), (best, _) = max(ratios[name]), min(ratios[name])
        cells = [f"`{name}`", f"{mean:.2f}", f"{worst:.1f} ({where.stem})", f"{best:.2f}", lost[name], gained[name], lines(name)]
        print("| " + " | ".join(map(str, cells)) + " |")


main()
