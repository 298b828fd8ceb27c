#!/usr/bin/env python3
"""Compares `zlink diagram` with Graphillion (pip install graphillion) on random families.

    python3 tests/graphillion/differential.py --zlink target/debug/zlink [--families 20]

Graphillion's families go to zlink as text, and zlink's results come back as text.
"""

import argparse
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from graphillion import setset

ELEMENTS = 9

COMBINE = {
    "union": setset.union,
    "intersection": setset.intersection,
    "difference": setset.difference,
    "symmetric-difference": setset.symmetric_difference,
    "join": setset.join,
    "meet": setset.meet,
    "quotient": setset.quotient,
    "remainder": setset.remainder,
    "subsets": setset.subsets,
    "supersets": setset.supersets,
    "non-subsets": setset.non_subsets,
    # Graphillion 2.1 keeps some supersets in non_supersets.
    "non-supersets": lambda f, g: f.difference(f.supersets(g)),
}

TRANSFORM = {
    "minimal": setset.minimal,
    "maximal": setset.maximal,
    "complement": lambda f: ~f,
    "hitting-sets": setset.hitting,
    "minimal-hitting-sets": lambda f: f.hitting().minimal(),
}


def random_family(source):
    sets = [[e for e in range(1, ELEMENTS + 1) if source.random() < 0.4] for _ in range(source.randint(1, 25))]
    return setset([set(s) for s in sets])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--zlink", default="target/debug/zlink")
    parser.add_argument("--families", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    setset.set_universe(list(range(1, ELEMENTS + 1)))
    source = random.Random(arguments.seed)
    compared = 0
    with tempfile.TemporaryDirectory() as folder:
        names = Path(folder) / "names"
        names.write_text("".join(f"{e}\n" for e in range(1, ELEMENTS + 1)))

        def zlink(*words, stdin=b""):
            command = [arguments.zlink, "diagram", *map(str, words)]
            return subprocess.run(command, input=stdin, stdout=subprocess.PIPE, check=True).stdout

        def put(family, name):
            path = Path(folder) / name
            path.write_bytes(zlink("convert", "--elements", names, stdin=family.dumps().encode()))
            return path

        def compare(what, binary, expected):
            nonlocal compared
            result = setset.loads(zlink("convert", "--to", "text", stdin=binary).decode())
            count = int(zlink("count", stdin=binary))
            if result != expected or count != expected.len():
                sys.exit(f"{what}: zlink has {count} sets, Graphillion {expected.len()}")
            compared += 1

        for i in range(arguments.families):
            f, g = random_family(source), random_family(source)
            path_f, path_g = put(f, "f"), put(g, "g")
            for name, operation in COMBINE.items():
                compare(f"{name}, pair {i}", zlink("combine", name, path_f, path_g), operation(f, g))
            for name, operation in TRANSFORM.items():
                compare(f"{name}, family {i}", zlink("transform", name, path_f), operation(f))
    print(f"{compared} results agree")


if __name__ == "__main__":
    main()
