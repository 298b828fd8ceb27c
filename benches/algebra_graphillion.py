#!/usr/bin/env python3
"""The operations of benches/algebra.rs with Graphillion (pip install graphillion), on the same diagrams.

    cargo bench --bench algebra -- 12 FOLDER
    python3 benches/algebra_graphillion.py FOLDER/f12.txt FOLDER/g12.txt [OPERATION ...]

CPU seconds of one run for each operation, each in a process of its own, so that no cache helps the next one.
"""

import os
import subprocess
import sys
import time

OPERATIONS = ["count", "union", "intersection", "difference", "symmetric difference"]


def run(path_f, path_g, operation):
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    from graphillion import setset

    with open(path_f) as f, open(path_g) as g:
        top = max(int(line.split()[1]) for file in (f, g) for line in file if len(line) > 2)
        setset.set_universe(list(range(1, top + 1)))
        f.seek(0)
        g.seek(0)
        a, b = setset.load(f), setset.load(g)
    start = time.process_time()
    if operation == "count":
        result = a
        a.len()
    elif operation == "union":
        result = a.union(b)
    elif operation == "intersection":
        result = a.intersection(b)
    elif operation == "difference":
        result = a.difference(b)
    elif operation == "symmetric difference":
        result = a.symmetric_difference(b)
    elif operation == "join":
        result = a.join(b)
    elif operation == "minimal":
        result = a.minimal()
    elif operation == "minimal hitting sets":
        result = a.hitting().minimal()
    else:
        sys.exit(f"unknown operation {operation}")
    seconds = time.process_time() - start
    print(f"| {operation} | {result.len()} | {seconds:.3f} |", flush=True)


def main():
    if len(sys.argv) > 4 and sys.argv[1] == "--one":
        run(*sys.argv[2:5])
        return
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    path_f, path_g, *operations = sys.argv[1:]
    print("| operation | sets | CPU s |\n|---|---|---|", flush=True)
    for operation in operations or OPERATIONS:
        command = [sys.executable, "-P", __file__, "--one", path_f, path_g, operation]
        subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
