#!/usr/bin/env python3
"""Times and sizes of proofs, as a table: proofs.py ZLINK VERIPB [--seconds N] [--cover] LABEL=FILE... [LABEL=FILE...]

Files with the same label make a row: medians (and the greatest values) over the files of which something was proved. CPU seconds are
those of whole processes; `solve` is `zlink solve -n 2`. What was not proved within the limit, or has several answers, is counted apart.
"""

import os
import statistics
import sys
import tempfile

from families import run

# Seconds after which a process is ended that does not heed its own limit.
LIMIT = 600


def measure(zlink, veripb, file, options):
    """The figures of one file, or the reason why there are none."""
    with tempfile.TemporaryDirectory() as folder:
        prove = run([zlink, "prove", "-q", *options, file, "-o", folder], LIMIT)
        if prove.status == 10:
            return "several answers"
        if prove.status not in (20, 30):
            return "not proved"
        formula, proof = (os.path.join(folder, name) for name in ("formula.opb", "proof.pbp"))
        check = run([veripb, formula, proof], LIMIT)
        if "s VERIFIED UNSATISFIABLE" not in check.output:
            sys.exit(f"{file}: the proof is not accepted\n{check.errors}")
        solve = run([zlink, "solve", "-q", "-n", "2", *options, file], LIMIT)
        return solve.cpu, prove.cpu, check.cpu, os.path.getsize(formula) / 1e6, os.path.getsize(proof) / 1e6


def main():
    zlink, veripb, *rest = sys.argv[1:]
    options = ["--time-limit", "60"]
    files = {}
    while rest:
        word = rest.pop(0)
        if word == "--seconds":
            options[1] = rest.pop(0)
        elif word == "--cover":
            options.append(word)
        else:
            label, _, file = word.partition("=")
            files.setdefault(label, []).append(file)
    print("| puzzles | proved | solve, s | prove, s | formula, MB | proof, MB | check, s |")
    print("|---|---|---|---|---|---|---|")
    for label, names in files.items():
        measured = [measure(zlink, veripb, name, options) for name in names]
        figures = [row for row in measured if not isinstance(row, str)]
        reasons = sorted({row for row in measured if isinstance(row, str)})
        proved = f"{len(figures)} of {len(names)}"
        others = "".join(f", {measured.count(reason)} {reason}" for reason in reasons)
        columns = [list(column) for column in zip(*figures)] or [[0]] * 5
        solve, prove, check, formula, proof = (
            f"{statistics.median(column):.3g} ({max(column):.3g})" for column in columns
        )
        print(f"| {label} | {proved}{others} | {solve} | {prove} | {formula} | {proof} | {check} |", flush=True)


if __name__ == "__main__":
    main()
