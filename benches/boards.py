#!/usr/bin/env python3
"""Numberlink boards, one by one: a first answer, and whether there is another, covered or not.

    benches/boards.py FILE... [--zlink PATH] [--limit SECONDS] [--jobs N]

Prints a Markdown table with a row for each size: the median and the worst CPU seconds of whole processes. A row for each board comes on
the standard error as it is known, with what is known of the solutions (`none`, `one`, `two`). `>` stands before the limit (wall time)
where the question is open; a second solution that is open leaves `at least one` where a first one is known.
The exit status is 1 if two runs contradict each other, or if a board cannot be read.
"""

import argparse
import math
import statistics
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from families import run

QUESTIONS = {"first, covered": (1, True), "second, covered": (2, True), "first": (1, False), "second": (2, False)}
KNOWN = {10: {1: "at least one", 2: "two"}, 11: {1: "at least one", 2: "at least one"}, 20: {1: "none", 2: "none"},
         30: {1: "one", 2: "one"}}
ANSWERED = (10, 20, 30)
STOPPED = (1, 11, 33)  # a limit was reached
CONTRADICTIONS = [{"none", "one"}, {"none", "two"}, {"none", "at least one"}, {"one", "two"}]


@dataclass
class Answer:
    seconds: float
    known: str
    is_open: bool

    def shown(self, limit: float) -> str:
        time = f"> {limit:g}" if self.is_open else f"{self.seconds:.2g}" if self.seconds >= 0.01 else "0.01"
        return f"{time} {self.known}".strip()


def ask(options: argparse.Namespace, board: Path, models: int, cover: bool) -> Answer:
    command = [options.zlink, "solve", str(board), "-q", "-n", str(models), "--time-limit", str(options.limit)]
    done = run(command + ["--cover"] * cover, options.limit + 30)
    if done.status not in (*ANSWERED, *STOPPED):
        sys.exit(done.errors or f"{board}: exit status {done.status} {done.note}")
    return Answer(done.cpu, KNOWN.get(done.status, {}).get(models, ""), done.status not in ANSWERED)


def answers(options: argparse.Namespace, board: Path) -> list[Answer]:
    found = [ask(options, board, models, cover) for models, cover in QUESTIONS.values()]
    print(row(board.stem, [answer.shown(options.limit) for answer in found]), file=sys.stderr)
    return found


def row(name: str, cells: list[str]) -> str:
    return f"| {name} | {' | '.join(cells)} |"


def of_size(found: list[Answer]) -> str:
    """The median and the worst time, and the number of open boards."""
    times = [answer.seconds for answer in found]
    still_open = sum(answer.is_open for answer in found)
    return f"{statistics.median(times):.2g}, {max(times):.2g}" + (f" ({still_open} open)" if still_open else "")


def contradictory(found: list[Answer]) -> bool:
    """Whether the answers with and without cover contradict each other. A solution with cover is a solution without, too."""
    known = [answer.known for answer in found]
    pairs = [(known[0], known[1]), (known[2], known[3])]
    for covered in known[:2]:
        at_least = "at least one" if covered == "one" else covered
        pairs += [(at_least, other) for other in known[2:] if at_least != "none"]
    return any(set(pair) in CONTRADICTIONS for pair in pairs)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("boards", nargs="+", type=Path, help="files of facts, named WHATEVER_ROWSxCOLUMNS")
    parser.add_argument("--zlink", default="target/dist/zlink")
    parser.add_argument("--limit", type=float, default=10, help="seconds by the clock")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    with ThreadPoolExecutor(options.jobs) as pool:
        found = list(pool.map(lambda board: answers(options, board), options.boards))
    print(row("boards", list(QUESTIONS)))
    print("|" + "---|" * (len(QUESTIONS) + 1))
    sizes: dict[str, list[list[Answer]]] = {}
    for board, four in zip(options.boards, found):
        sizes.setdefault(board.stem.rpartition("_")[2], []).append(four)
    for size, rows in sorted(sizes.items(), key=lambda entry: math.prod(map(int, entry[0].split("x")))):
        print(row(f"{len(rows)} of {size}", [of_size(list(column)) for column in zip(*rows)]))
    wrong = [board.stem for board, four in zip(options.boards, found) if contradictory(four)]
    print("".join(f"contradictory: {name}\n" for name in wrong), end="", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
