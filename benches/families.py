#!/usr/bin/env python3
"""Counts of whole families: several builds of zlink, and other programs, in turns on the same graphs, as a Markdown table.

    benches/families.py INSTANCES... --program NAME=COMMAND... [--peer NAME=COMMAND...] [--runs N]
    benches/families.py cycles-13 paths-13 --program today=OLD --program one=NEW --program "two=NEW --threads 2"

INSTANCES are names of `graphs.py`: cycles-13, kings-tours-6, honeycomb-9, planar-28, random-paths-20, ...

A program is run as COMMAND[0] count FILE COMMAND[1:]. Peers are

    ggcount=PATH         GGCount with big numbers (g++ -std=c++11 -O3 -march=native -DNDEBUG -DBIGNUM_SIZE=8); grids only
    fastgrid=FOLDER      FastGridPathCounter, compiled here from its source; grids only. Its numbers have 64 bits: it is run
                         with as many moduli as the answer needs. -DN_THREADS=2 after FOLDER: two threads
    another name         any program that is run as COMMAND cycles|paths|hamiltonian EDGES [FROM TO], where EDGES has an edge a
                         line (by rows of vertices, or with --planned in the order of `zlink plan`), and that writes the
                         number; `states N` on the standard error is read, too

Each of the --runs (3) runs every contestant once; times are medians, memory is the most of all, and the ratios are medians of
the ratios to the first program in the same run. States are those of the statistics of zlink (sweep_states), and their rate
is by CPU seconds. Memory is resident; less than the memory of this script, with which a child begins, cannot be measured. All numbers
must agree, otherwise the exit status is 1.
"""

import argparse
import json
import os
import re
import shlex
import signal
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from decimal import Decimal

import graphs

# Starts a program and writes what it used. The peak of a process begins with that of the process that forked it, so this one is small.
LAUNCHER = """
import json, os, resource, sys, time
report, megabytes = int(sys.argv[1]), int(sys.argv[2])
began = time.monotonic()
child = os.fork()
if not child:
    os.close(report)
    if megabytes:
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20,) * 2)
    os.execvp(sys.argv[3], sys.argv[3:])
_, status, usage = os.wait4(child, 0)
figures = status, usage.ru_utime + usage.ru_stime, time.monotonic() - began, usage.ru_maxrss / 1024
os.write(report, json.dumps(figures).encode())
"""
HEAD = """\
| family | vertices, edges | width | program | count | states | M states/s | MB | CPU s | wall s | CPU ratio | wall ratio |
|---|---:|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|"""
PRIMES = [2**63 - k for k in (25, 165, 259, 301, 375, 387, 391, 409, 457, 471, 517, 529)]


@dataclass
class Run:
    """The result of a process, or of several, one after the other."""
    output: str = ""
    errors: str = ""
    status: int = 0
    cpu: float = 0.0
    wall: float = 0.0
    megabytes: float = 0.0
    count: int = None
    states: int = None
    note: str = ""


def run(command, limit, megabytes=0):
    """Runs a process. It is killed after `limit` seconds, and its address space is limited to this number of megabytes."""
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as errors, tempfile.TemporaryFile("w+") as report:
        launcher = [sys.executable, "-ISc", LAUNCHER, str(report.fileno()), str(megabytes), *command]
        process = subprocess.Popen(launcher, stdin=subprocess.DEVNULL, stdout=output, stderr=errors, pass_fds=[report.fileno()], start_new_session=True)
        try:
            process.wait(limit)
        except subprocess.TimeoutExpired:
            pass
        finally:
            # Ctrl-C in a terminal does not reach a session of its own.
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        for file in (output, errors, report):
            file.seek(0)
        told = report.read()
        status, cpu, wall, peak = json.loads(told) if told else (signal.SIGKILL, limit, limit, 0)
        done = Run(output.read(), errors.read(), os.waitstatus_to_exitcode(status), cpu, wall, peak)
    if not told:
        done.note = f"over {limit:.0f} s"
    elif done.status < 0:
        done.note = f"signal {-done.status}"
    return done


@dataclass
class Contestant:
    name: str
    command: list
    runs: list = field(default_factory=list)

    def answers(self, question):
        """The run for a question, with the count and the states; None if the program cannot answer it."""
        raise NotImplementedError


class Program(Contestant):
    def answers(self, question):
        limits = ["--time-limit", str(question.limit), "--memory-limit", str(question.megabytes)]
        command = [self.command[0], "count", question.path, *self.command[1:], "-q", "--stats=json", *limits]
        done = run(command, question.limit + 10)
        figures = json.loads(done.errors.splitlines()[-1]) if done.errors.startswith("{") else {}
        done.states = figures.get("sweep_states")
        if done.status in (20, 30):
            done.count = int(done.output.split()[0])
        elif not done.note:
            reached = {1: f"over {question.limit:g} s", 11: f"over {question.limit:g} s", 33: "memory"}
            done.note = reached.get(done.status, f"exit status {done.status}")
        return done


class Edges(Contestant):
    def answers(self, question):
        asked = question.instance
        command = [*self.command, asked.question, question.edges, *map(str, asked.ends)]
        done = run(command, question.limit, question.megabytes)
        states = re.search(r"^states (\d+)", done.errors, re.MULTILINE)
        done.states = int(states[1]) if states else None
        return counted(done, r"^(\d+)$")


class GGCount(Contestant):
    def answers(self, question):
        asked = question.instance
        if asked.side is None or asked.side < 3:
            return None
        options = {"cycles": ["-c"], "paths": [], "hamiltonian": ["-c", "-h"]}[asked.question]
        command = [*self.command, "-q", *options, str(asked.side - 1)]
        return counted(run(command, question.limit, question.megabytes), r"^(\d+)$")


class FastGrid(Contestant):
    def answers(self, question):
        asked = question.instance
        if asked.side is None or asked.side < 4:
            return None
        binary = os.path.join(question.folder, re.sub(r"\W", "_", f"{self.name} {asked.name}"))
        if not os.path.exists(binary):
            self.compile(asked, binary)
        total, answer, product = Run(), 0, 1
        for used, prime in enumerate(PRIMES, 1):
            done = counted(run([binary, str(prime)], question.limit - total.wall, question.megabytes), r"solution = (\d+) mod")
            total.cpu, total.wall = total.cpu + done.cpu, total.wall + done.wall
            total.megabytes = max(total.megabytes, done.megabytes)
            total.note = f"over {question.limit:g} s" if done.note.startswith("over") else done.note
            if done.count is None:
                return total
            before = answer
            answer += product * ((done.count - answer) * pow(product, -1, prime) % prime)
            product *= prime
            # Enough moduli for the number of the others or, without one, for a number that no longer changes.
            if (used > 1 and answer == before) if question.count is None else question.count < product:
                break
        total.count, total.note = answer, f"{used} x 63 bits"
        return total

    def compile(self, asked, binary):
        folder, *options = self.command
        sources = [os.path.join(folder, "src", name) for name in ("count.c", "init.c", "main.c")]
        kind = {"paths": (0, 0), "cycles": (1, 0), "hamiltonian": (1, 1)}[asked.question]
        defined = [f"-DN={asked.side}", "-DTYPE=uint64_t", "-DCYCLES={}".format(*kind), "-DHAMILTONIAN={1}".format(*kind)]
        threads = [] if any(option.startswith("-DN_THREADS") for option in options) else ["-DN_THREADS=1"]
        fixed = ["cc", "-O3", "-march=native", "-flto=auto", "-w", "-pthread"]
        subprocess.run([*fixed, *defined, *threads, *options, *sources, "-o", binary], check=True)


def counted(done, pattern):
    found = re.search(pattern, done.output, re.MULTILINE)
    if found and done.status == 0:
        done.count = int(found[1])
    elif not done.note:
        done.note = f"exit status {done.status}"
    return done


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def planned(edges, order):
    """The edges in the order of `zlink plan`. Edges that it leaves out (decided, or parts of chains) follow a neighbour."""
    found = (re.findall(r"\d+", step["name"]) for step in order if "name" in step)
    rank = {frozenset(map(int, ends)): i for i, ends in enumerate(found)}
    while True:
        near = {}
        for edge, i in rank.items():
            for v in edge:
                near[v] = min(near.get(v, i), i)
        new = {frozenset(edge): min(near[v] for v in edge if v in near)
               for edge in edges if frozenset(edge) not in rank and near.keys() & edge}
        if not new:
            return sorted(edges, key=lambda edge: rank.get(frozenset(edge), len(rank)))
        rank.update(new)


@dataclass
class Question:
    """A question to all contestants, and its files."""
    instance: graphs.Instance
    width: int
    folder: str
    path: str
    edges: str
    limit: float
    megabytes: int
    count: int = None

    @staticmethod
    def of(name, options, folder):
        program = options.program[0].command[0]
        asked = graphs.instance(name, program)
        path, edges = (os.path.join(folder, name + ending) for ending in (".lp", ".edges"))
        write(path, asked.facts)
        plan = json.loads(subprocess.run([program, "plan", "--json", path], check=True, capture_output=True).stdout)
        order = planned(asked.edges, plan.get("order", [])) if options.planned else asked.edges
        write(edges, "".join(f"{u} {v}\n" for u, v in order))
        width = max(plan.get("profile", {}).get("frontier", []), default=0)
        return Question(asked, width, folder, path, edges, options.limit, options.memory_limit)


def measure(question, contestants, runs):
    """Adds a run to each contestant. One that gave no answer is not asked again. False if two counts differ."""
    agree = True
    for contestant in contestants:
        contestant.runs = []
    for _ in range(runs):
        for contestant in contestants:
            if contestant.runs and contestant.runs[-1].count is None:
                continue
            done = contestant.answers(question)
            if done is None:
                continue
            contestant.runs.append(done)
            if done.count is not None:
                question.count = done.count if question.count is None else question.count
                agree &= done.count == question.count
    return agree


def brief(count):
    """A number of any size, to two digits."""
    return str(count) if count < 100_000 else f"{Decimal(count):.1e}".replace("e+", "e")


def rows(question, contestants):
    asked = question.instance
    vertices = len({v for edge in asked.edges for v in edge})
    first = contestants[0].runs
    for contestant in contestants:
        if not contestant.runs:
            continue
        last = contestant.runs[-1]
        median = lambda name, of=contestant.runs: statistics.median(getattr(run, name) for run in of)
        cpu, wall = median("cpu"), median("wall")
        megabytes = max(run.megabytes for run in contestant.runs)
        cells = [asked.name, f"{vertices}, {len(asked.edges)}", str(question.width)] if contestant is contestants[0] else ["", "", ""]
        named = contestant.name + (f" ({last.note})" if last.note and last.count is not None else "")
        cells += [named, brief(last.count) if last.count is not None else last.note]
        rate = f"{last.states / cpu / 1e6:.1f}" if last.states and cpu >= 0.01 else "-"
        cells += [f"{last.states:,}", rate] if last.states and last.count is not None else ["-", "-"]
        cells += [f"{megabytes:.0f}"]
        cells += [f"{cpu:.3g}", f"{wall:.3g}"] if last.count is not None else ["-", "-"]
        for name in "cpu", "wall":
            pairs = [(getattr(a, name), getattr(b, name)) for a, b in zip(contestant.runs, first) if a.count is not None]
            known = pairs and first[-1].count is not None
            cells.append(f"{statistics.median(a / b for a, b in pairs):.2f}" if known else "-")
        yield "| " + " | ".join(cells) + " |"


def named(kinds):
    def parse(text):
        name, _, command = text.partition("=")
        command = shlex.split(command)
        if not name or not command:
            raise argparse.ArgumentTypeError(f"{text}: not NAME=COMMAND")
        shown = " ".join([name, *command[1:]]) if name in kinds else name
        return kinds.get(name, kinds[None])(shown, command)
    return parse


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("instances", nargs="+")
    parser.add_argument("--program", action="append", required=True, type=named({None: Program}), metavar="NAME=COMMAND")
    peers = {"ggcount": GGCount, "fastgrid": FastGrid, None: Edges}
    parser.add_argument("--peer", action="append", default=[], type=named(peers), metavar="NAME=COMMAND")
    parser.add_argument("--planned", action="store_true", help="EDGES in the order of the first program's plan")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--limit", type=float, default=60.0, metavar="SECONDS", help="for a run, by the clock (60)")
    parser.add_argument("--memory-limit", type=int, default=16000, metavar="MB", help="for a run (16000)")
    options = parser.parse_args()
    contestants = options.program + options.peer
    differ = []
    with tempfile.TemporaryDirectory() as folder:
        print(HEAD)
        for name in options.instances:
            question = Question.of(name, options, folder)
            if not measure(question, contestants, options.runs):
                differ.append(name)
            for row in rows(question, contestants):
                print(row, flush=True)
    if differ:
        sys.exit("the counts differ: " + " ".join(differ))


if __name__ == "__main__":
    main()
