#!/usr/bin/env python3
"""Solves instances with zlink and with other programs, in turn, and writes a table.

usage: benches/compare.py [options] FILE|FOLDER...

Every round runs every program once on an instance before the next round begins, so that a busy moment of the machine
hits all of them. Whole processes are measured: CPU time (user and system), wall time and the greatest resident
memory, as the kernel reports them when the process ends. Programs that are not installed are left out.

Options say where the other programs are (a folder with the files named below and a Python that has their packages),
or the environment variables ZLINK_PEERS and ZLINK_PYTHON. Text puzzles (.txt) are turned into facts first.
Needs nothing but Python's standard library.
"""

import argparse
import datetime
import json
import os
import pathlib
import platform
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile


# `python -m clingo` always ends with 0; this is the same program with its real exit status.
CLINGO = """
import signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
from clingo.application import Application, clingo_main
sys.exit(int(clingo_main(Application(), sys.argv[1:])))
"""


# Starts a program, kills it when its time is up, and prints what the kernel says of it. A process cannot report less
# memory than its starter held, so the starter is as small as a Python gets.
STARTER = """
import os, signal, sys, time
start = time.perf_counter()
child = os.posix_spawn(sys.argv[3], sys.argv[3:], os.environ, file_actions=[
    (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
    (os.POSIX_SPAWN_OPEN, 1, sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600),
    (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)])
signal.signal(signal.SIGALRM, lambda *_: os.kill(child, signal.SIGKILL))
signal.setitimer(signal.ITIMER_REAL, float(sys.argv[2]))
_, status, usage = os.wait4(child, 0)
wall = time.perf_counter() - start
print(os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss)
"""


class Program:
    """A program to measure: how it is called for a puzzle, and what its end says."""

    def __init__(self, name, command, verdict):
        self.name, self.command, self.verdict = name, command, verdict


def by_exit_status(question, status, text):
    """zlink and clingo: the exit statuses of clasp."""
    if status == 20:
        return "unsatisfiable"
    if status in (10, 30):
        if question == "first":
            return "satisfiable"
        return "unique" if status == 30 and answers(text) == 1 else "several"
    return "unknown"


def answers(text):
    """How many answers zlink or clingo has printed."""
    lines = text.splitlines()
    return sum(line.startswith("Answer:") for line in lines) or sum(line.startswith("link(") for line in lines)


def by_json(question, _status, text):
    """The Python programs: one JSON object."""
    words = {"unsat": "unsatisfiable", "sat": "satisfiable", "unique": "unique", "multiple": "several"}
    try:
        return words.get(json.loads(text.splitlines()[-1])["status"], "unknown")
    except (IndexError, KeyError, ValueError):
        return "unknown"


def programs(options, linkage):
    """zlink first, then what is installed of the others."""
    cover, models = options.cover, "1" if options.question == "first" else "2"
    found = [
        Program(
            "zlink",
            lambda file: [options.zlink, "solve", "-q", "-n", models, *["--cover"] * cover, file],
            by_exit_status,
        )
    ]
    if not options.peers:
        return found

    def peer(name):
        return str(pathlib.Path(options.peers) / name)

    def has(package, *files):
        if not all(os.path.exists(peer(f)) for f in files):
            return False
        probe = [options.python, "-c", f"import {package}"]
        try:
            return subprocess.run(probe, capture_output=True).returncode == 0
        except OSError:
            return False

    for encoding in ("nl_reach", "nl_acyc") if linkage else ("gs_reach", "gs_planar"):
        if has("clingo", f"{encoding}.lp"):
            constants = ["-c", f"cover={int(cover)}"] if linkage else []
            command = [options.python, "-c", CLINGO, "--configuration=trendy", peer(f"{encoding}.lp")]
            found.append(
                Program(
                    f"clingo {encoding}",
                    lambda file, command=command, constants=constants: [*command, *constants, file, "-n", models],
                    by_exit_status,
                )
            )
    kind = "numlin" if linkage else "slither"
    for name, package in (("sat_lazy_cuts", "pysat"), ("cpsat", "ortools")):
        # Neither of them can cover: one drops stray cycles, the other has no such rule.
        if not cover and has(package, f"{name}.py", "lpio.py"):
            found.append(
                Program(
                    name,
                    lambda file, name=name: [options.python, peer(f"{name}.py"), kind, file, options.question],
                    by_json,
                )
            )
    if options.only is not None:
        found = [program for program in found if program.name in ("zlink", *options.only)]
    return found


class Run:
    """One process, from start to end."""

    def __init__(self, program, question, file, limit):
        with tempfile.NamedTemporaryFile() as output:
            status, self.cpu, self.wall, self.memory = started(program.command(file), output.name, limit)
            self.text = pathlib.Path(output.name).read_text(errors="replace")
        self.verdict = "late" if status == -signal.SIGKILL else program.verdict(question, status, self.text)
        self.late = status == -signal.SIGKILL


def started(command, output, limit):
    """Exit status, CPU seconds, wall seconds and megabytes of a command."""
    program = shutil.which(command[0]) or command[0]
    line = [sys.executable, "-I", "-S", "-c", STARTER, output, str(limit), program, *command[1:]]
    status, cpu, wall, memory = subprocess.run(line, capture_output=True, text=True, check=True).stdout.split()
    unit = 1 if platform.system() == "Darwin" else 1024
    return int(status), float(cpu), float(wall), float(memory) * unit / 1e6


def least_memory():
    """What is reported for a process that needs next to nothing."""
    return started(["true"], os.devnull, 10)[3]


class Measured:
    """All runs of a program on an instance."""

    def __init__(self):
        self.runs = []

    def median(self, what):
        return statistics.median(getattr(run, what) for run in self.runs)

    def verdict(self):
        return ", ".join(sorted({run.verdict for run in self.runs}))

    def solved(self):
        return self.verdict() in ("satisfiable", "unsatisfiable", "unique", "several")


def instances(paths):
    """The files, folders searched for facts and text puzzles."""
    for path in map(pathlib.Path, paths):
        if path.is_dir():
            every = (p for p in path.rglob("*") if p.suffix in (".lp", ".asp", ".txt"))
            yield from sorted(p for p in every if not p.name.startswith("LICENSE"))
        elif path.exists():
            yield path
        else:
            sys.exit(f"{path}: there is no such file")


def facts(path, folder, convert):
    """The path of the instance as facts, or None when it is no puzzle."""
    if path.suffix != ".txt":
        return path
    lines = path.read_text().splitlines()
    body = [line for line in lines[1:] if line.strip()]
    if not body or not convert:
        return None
    kind = "numberlink" if " " in body[0].strip() else "slitherlink"
    target = folder / (path.stem + ".lp")
    done = subprocess.run([sys.executable, convert, kind, str(path), str(target)], capture_output=True, text=True)
    if done.returncode:
        print(f"{path}: cannot be turned into facts", file=sys.stderr)
        return None
    return target


def check(options, file, text, linkage):
    """Whether every checker at hand accepts the first answer; says which."""
    answer = next((line for line in text.splitlines() if line.startswith("link(")), "")
    if not answer:
        return "no answer"
    command = [options.zlink, "check", "-q", *["--cover"] * options.cover, str(file)]
    verdict = subprocess.run(command, input=answer, capture_output=True, text=True)
    if verdict.stdout != "CORRECT\n":
        return "REFUSED by zlink check"
    other = pathlib.Path(options.peers or ".") / "check_slitherlink.py"
    instance = file.read_text()
    # The other checker knows the names of 2009 only, and no comments.
    plain = not any(sign in instance for sign in '%"') and "((" not in instance.replace(" ", "")
    if not linkage and plain and other.exists():
        stream = instance + answer
        verdict = subprocess.run([sys.executable, str(other)], input=stream, capture_output=True, text=True)
        if verdict.stdout != "CORRECT\n":
            return "REFUSED by the other checker"
    return "yes"


def megabytes(value, least):
    return f"{value:.1f}" if value > 1.05 * least else f"< {1.05 * least:.0f}"


def seconds(value):
    return f"{value:.4f}" if value < 1 else f"{value:.2f}"


def machine():
    try:
        cpu = next(line for line in open("/proc/cpuinfo") if line.startswith("model name")).split(":")[1].strip()
    except (OSError, StopIteration):
        cpu = platform.processor() or platform.machine()
    return f"{cpu}, {os.cpu_count()} processors, {platform.system()} {platform.release()}"


def report(options, rows, out):
    """The table of instances and the summary."""
    least = least_memory()
    names = list(dict.fromkeys(name for row in rows for name in row["measured"]))
    clingos = [name for name in names if name.startswith("clingo")]
    version = subprocess.run([options.zlink, "--version"], capture_output=True, text=True).stdout.strip()
    print(f"{version}; {datetime.date.today()}; {machine()}.", file=out)
    print(
        f"Question: {options.question}{' (covering)' if options.cover else ''}; {options.repeat} runs each, in turn; "
        f"limit {options.limit:g} s of wall time. CPU: seconds of the whole process, median of the runs; MB: greatest "
        "resident memory.\n",
        file=out,
    )
    heads = ["instance", "answer", "checked", "zlink CPU", "zlink wall", "zlink MB"]
    heads += [f"{name} CPU" for name in names if name != "zlink"] + (["best clingo / zlink"] if clingos else [])
    print("|" + "|".join(heads) + "|\n|" + "|".join("---" for _ in heads) + "|", file=out)
    ratios = []
    for row in rows:
        measured = row["measured"]
        zlink = measured["zlink"]
        cells = [row["name"], zlink.verdict(), row["checked"]]
        cells += [seconds(zlink.median("cpu")), seconds(zlink.median("wall")), megabytes(zlink.median("memory"), least)]
        for name in names:
            if name != "zlink":
                one = measured.get(name)
                cells.append("" if one is None else ("" if one.solved() else "> ") + seconds(one.median("cpu")))
        best = min((measured[n].median("cpu") for n in clingos if n in measured), default=None)
        if clingos:
            ratio = best / max(zlink.median("cpu"), 1e-4) if best is not None else None
            if ratio is not None:
                ratios.append((ratio, row["name"]))
            cells.append("" if ratio is None else f"{ratio:.1f}")
        print("|" + "|".join(cells) + "|", file=out)

    print("\n|program|solved|CPU median|CPU worst|CPU sum|wall median|wall worst|MB median|MB worst|", file=out)
    print("|---|---|---|---|---|---|---|---|---|", file=out)
    for name in names:
        all_of = [row["measured"][name] for row in rows if name in row["measured"]]
        column = lambda what: [one.median(what) for one in all_of]
        worst = lambda what: max(getattr(run, what) for one in all_of for run in one.runs)
        print(
            f"|{name}|{sum(one.solved() for one in all_of)} of {len(all_of)}"
            f"|{seconds(statistics.median(column('cpu')))}|{seconds(worst('cpu'))}|{seconds(sum(column('cpu')))}"
            f"|{seconds(statistics.median(column('wall')))}|{seconds(worst('wall'))}"
            f"|{megabytes(statistics.median(column('memory')), least)}|{megabytes(worst('memory'), least)}|",
            file=out,
        )
    if ratios:
        print(
            f"\nbest clingo / zlink, CPU: median {statistics.median(r for r, _ in ratios):.1f}, least {min(ratios)[0]:.1f} "
            f"({min(ratios)[1]}), most {max(ratios)[0]:.1f} ({max(ratios)[1]}).",
            file=out,
        )
    disagreements = [row for row in rows if row["disagree"] or row["checked"].startswith("REFUSED")]
    for row in disagreements:
        print(f"\nDISAGREE on {row['name']}: {row['disagree'] or row['checked']}", file=out)
    print(f"\n{len(rows) - len(disagreements)} agreed, {len(disagreements)} disagreed", file=out)
    return not disagreements


def measure(options, path, file, raw):
    """Runs all programs on one instance, in turn."""
    linkage = "pair(" in file.read_text()
    every = options.programs[linkage]
    measured = {program.name: Measured() for program in every}
    for turn in range(options.repeat):
        for program in every[turn % len(every) :] + every[: turn % len(every)]:
            so_far = measured[program.name].runs
            if so_far and so_far[0].late:
                continue  # one run over the limit tells enough
            run = Run(program, options.question, str(file), options.limit)
            so_far.append(run)
            if raw:
                print(
                    path, program.name, turn, run.verdict, f"{run.cpu:.4f}", f"{run.wall:.4f}", f"{run.memory:.2f}",
                    sep="\t", file=raw, flush=True,
                )
    verdicts = {name: one.verdict() for name, one in measured.items() if one.solved()}
    zlink = measured["zlink"]
    found = zlink.verdict() in ("satisfiable", "unique", "several")
    return {
        "name": path.stem,
        "measured": measured,
        "checked": check(options, file, zlink.runs[0].text, linkage) if found else "-",
        "disagree": str(verdicts) if len(set(verdicts.values())) > 1 else "",
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", metavar="FILE|FOLDER")
    parser.add_argument("--zlink", default="target/release/zlink")
    parser.add_argument("--peers", default=os.environ.get("ZLINK_PEERS"), help="folder of the other programs")
    parser.add_argument("--python", default=os.environ.get("ZLINK_PYTHON", sys.executable), help="runs the others")
    parser.add_argument("--convert", help="the program that turns text puzzles into facts")
    parser.add_argument("--question", choices=["first", "unique"], default="unique")
    parser.add_argument("--cover", action="store_true", help="every vertex must be on the solution")
    parser.add_argument("--only", nargs="*", help="measure just these of the others")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--limit", type=float, default=60.0, help="seconds of wall time for a run")
    parser.add_argument("--out", type=pathlib.Path, help="the table (Markdown); without it, standard output")
    parser.add_argument("--raw", type=pathlib.Path, help="every single run (tab-separated)")
    options = parser.parse_args()
    if options.peers and not options.convert:
        beside = pathlib.Path(options.peers).parent / "data" / "to_asp.py"
        options.convert = str(beside) if beside.exists() else None

    options.programs = {linkage: programs(options, linkage) for linkage in (False, True)}
    raw = options.raw.open("w") if options.raw else None
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for path in instances(options.paths):
            file = facts(path, pathlib.Path(folder), options.convert)
            if file is None:
                continue
            rows.append(measure(options, path, file, raw))
            last = rows[-1]
            spent = ", ".join(f"{name} {seconds(one.median('cpu'))}" for name, one in last["measured"].items())
            print(f"{last['name']}: {last['measured']['zlink'].verdict()}; {spent}", file=sys.stderr, flush=True)
    if not rows:
        parser.error("no instances there")
    if options.out:
        with options.out.open("w") as out:
            agreed = report(options, rows, out)
    else:
        agreed = report(options, rows, sys.stdout)
    return 0 if agreed else 1


if __name__ == "__main__":
    sys.exit(main())
