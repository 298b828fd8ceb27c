#!/usr/bin/env python3
"""Times for which a designer waits: CPU time of `zlink analyse`, stage by stage, of `explain` and of `rate`.

    python3 benches/designer.py FILES...
    python3 benches/designer.py --binary PROGRAM --runs 5 FILES...

Each stage is a run of its own, of the whole process with the first stage; the least of several runs counts. Stages that make no
sense for a puzzle have a dash, those that reach a limit a star. Writes a table in Markdown.
"""

import argparse
import json
import pathlib
import resource
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
STAGES = ["solutions", "edges", "number", "values", "redundant", "contradiction"]
LIMIT = "10"


def run(command):
    """The CPU milliseconds of a run, and its output."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ran = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime), ran


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--binary", default=ROOT / "target/dist/zlink")
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    print("| puzzle | " + " | ".join(STAGES) + " | explain | rate | steps | difficulty |")
    print("|---|" + "---:|" * (len(STAGES) + 3) + "---|")
    for path in options.files:
        cells = []
        for stage in STAGES:
            command = [options.binary, "analyse", "--json", "--stages", stage, "--stage-limit", LIMIT, path]
            time, ran = min((run(command) for _ in range(options.runs)), key=lambda pair: pair[0])
            reports = [json.loads(line) for line in ran.stdout.splitlines()]
            report = next((report for report in reports if report["stage"] == stage), None)
            cells.append("-" if report is None else f"{time:.0f}{'*' if 'stopped' in report else ''}")
        command = [options.binary, "explain", "--json", "--time-limit", LIMIT, path]
        time, ran = min((run(command) for _ in range(options.runs)), key=lambda pair: pair[0])
        cells.append(f"{time:.0f}{'*' if ran.returncode in (1, 11, 33) else ''}")
        command = [options.binary, "rate", "--format", "json", "--time-limit", LIMIT, path]
        time, ran = min((run(command) for _ in range(options.runs)), key=lambda pair: pair[0])
        rating = json.loads(ran.stdout) if ran.stdout else {"steps": "-", "difficulty": "-"}
        cells += [f"{time:.0f}{'' if ran.stdout else '*'}", str(rating["steps"]), rating["difficulty"]]
        print(f"| {path.stem} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
