#!/usr/bin/env python3
"""Measures everything that BENCHMARKS.md and the pages in docs/ say about time and memory, and writes it into these pages.

    benches/measure.py [SECTION...] [--shared FOLDER] [--print]

A section is the part of a page between `<!-- measured: SECTION -->` and `<!-- end -->`: a line that says when, on what, with which
program and for how long, and a table. benches/sections.py has the commands; without names all sections are measured, one after the
other, in less than two hours. A section that fails keeps its old figures, and the exit status is 1. Before:

    cargo build --profile dist && benches/sets.sh

FOLDER (default: ../shared) has what is not part of this repository: `data`, and programs to compare with in `peers`. Packages of the
Python that runs this script: clingo, python-sat, graphillion, and zlink (python/). What is missing is left out and said.
"""

import argparse
import re
import subprocess
import sys
import time
from datetime import date
from pathlib import Path

from bench import ROOT, Bench, Missing
from sections import SECTIONS

MARKED = re.compile(r"(<!-- measured: ([\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def pages():
    """The pages with measured parts, by section."""
    found = {}
    for page in [ROOT / "BENCHMARKS.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for match in MARKED.finditer(page.read_text()):
            found[match[2]] = page
    return found


def machine():
    info = Path("/proc/cpuinfo").read_text()
    name = re.search(r"model name\s*: (.*)", info)
    count = len(re.findall(r"^processor", info, re.MULTILINE))
    return f"{count} processors of an {name[1] if name else 'unknown kind'}"


def program():
    """The last commit that changed what is measured."""
    command = ["git", "-C", ROOT, "log", "-1", "--format=%h", "--", "src", "python/src"]
    return subprocess.run(command, capture_output=True, text=True).stdout.strip() or "unknown"


def measured(name, bench):
    """The part of a page, or None."""
    began = time.monotonic()
    bench.left_out.clear()
    try:
        table = SECTIONS[name](bench)
    except Missing as missing:
        print(f"{name}: not measured: {missing}", file=sys.stderr)
        return None
    except (subprocess.SubprocessError, OSError, ValueError, KeyError) as error:
        print(f"{name}: failed: {error!r}\n{getattr(error, 'stderr', '') or ''}", file=sys.stderr)
        return None
    when = date.today()
    said = f"{when.day} {when:%B %Y}, {machine()}, commit {program()}, {time.monotonic() - began:.0f} s"
    without = "".join(f"; without {what}" for what in sorted(bench.left_out))
    return f"`benches/measure.py {name}`: {said}{without}.\n\n{table.strip()}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=", ".join(SECTIONS))
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared", metavar="FOLDER")
    parser.add_argument("--zlink", default=ROOT / "target/dist/zlink", metavar="PROGRAM")
    parser.add_argument("--features", metavar="PROGRAM", help="zlink with the features cadical, highs and cluster")
    parser.add_argument("--print", action="store_true", help="write to the standard output, not into the pages")
    options = parser.parse_args()
    unknown = set(options.sections) - set(SECTIONS)
    if unknown:
        parser.error(f"unknown sections: {', '.join(sorted(unknown))}; known are {', '.join(SECTIONS)}")
    bench = Bench(options.zlink, options.features, options.shared)
    where = pages()
    failed = []
    for name in options.sections or SECTIONS:
        print(f"{time.strftime('%H:%M:%S')} {name}", file=sys.stderr, flush=True)
        part = measured(name, bench)
        page = where.get(name)
        if part is None or not (page or options.print):
            failed.append(name)
        elif options.print:
            print(part, flush=True)
        else:
            text = MARKED.sub(lambda match: match[1] + part + match[3] if match[2] == name else match[0], page.read_text())
            page.write_text(text)
    if failed:
        sys.exit(f"no figures, or no page for them: {', '.join(failed)}")


if __name__ == "__main__":
    main()
