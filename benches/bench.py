"""What the sections of benchmarks share: programs, puzzles, and tables of CPU seconds in Markdown."""

import json
import statistics
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from families import run

ROOT = Path(__file__).resolve().parent.parent
HERE = ROOT / "benches"


class Missing(Exception):
    """Something that a section cannot do without."""


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows])


def brief(number):
    """A number to two digits; those from 10 on without decimals."""
    return f"{number:,.0f}" if number >= 10 else f"{number:.2g}"


def spread(times, still_open=0):
    """The median and the worst; those that are open are counted with the limit."""
    shown = f"{brief(statistics.median(times))}, {brief(max(times))}"
    return shown + (f" ({still_open} open)" if still_open else "")


class Contest:
    """The runs of `zlink compare` on some files. Solutions are checked, and contradictions are errors."""

    def __init__(self, report, limit):
        self.engines = report["engines"]
        self.limit = limit
        self.runs = {engine: [] for engine in self.engines}
        by_file = {}
        for one in report["runs"]:
            by_file.setdefault((one["engine"], one["instance"]), []).append(one)
        for (engine, _), runs in by_file.items():
            self.runs[engine].append(min(runs, key=lambda one: one["cpu_seconds"]))

    def is_open(self, one):
        return one["end"] in ("time", "memory")

    def times(self, engine):
        return [self.limit if self.is_open(one) else one["cpu_seconds"] for one in self.runs[engine]]

    def shown(self, engine):
        failed = [one for one in self.runs[engine] if one["answer"] is None and not self.is_open(one)]
        if failed:
            raise ValueError(f"{engine}: {failed[0]}")
        return spread(self.times(engine), sum(map(self.is_open, self.runs[engine])))

    def time(self, engine):
        """Of a single file: the time, or the limit where it was reached."""
        one = self.runs[engine][0]
        if self.is_open(one):
            return f"> {self.limit:g}"
        return "" if one["answer"] is None else brief(one["cpu_seconds"])

    def megabytes(self, engine):
        return f"{max(one['memory_bytes'] for one in self.runs[engine]) / 1e6:.0f}"

    def sooner(self, engine, other):
        """On how many of the files that either answers `engine` is sooner."""
        pairs = list(zip(self.times(engine), self.times(other)))
        return f"{sum(a < b for a, b in pairs)} of {sum(min(pair) < self.limit for pair in pairs)}"


class Bench:
    def __init__(self, zlink, features, shared):
        self.zlink = Path(zlink).resolve()
        self.with_features = features
        self.shared = shared.resolve()
        self.left_out = set()

    def data(self, pattern):
        """Files of the shared data."""
        files = sorted((self.shared / "data").glob(pattern))
        if not files:
            raise Missing(f"{self.shared}/data/{pattern}")
        return files

    def sets(self, folder):
        """Files that benches/sets.sh has made."""
        files = sorted((ROOT / "target/sets" / folder).glob("*.lp"))
        if not files:
            raise Missing(f"target/sets/{folder}: benches/sets.sh makes it")
        return files

    def peer(self, path):
        """A program to compare with, or None."""
        found = self.shared / "peers" / path
        if found.exists():
            return found
        self.left_out.add(path)
        return None

    def package(self, name, needed=False):
        """Whether Python has it."""
        if find_spec(name):
            return True
        if needed:
            raise Missing(f"the Python package {name}")
        self.left_out.add(name)
        return False

    def clingo(self, encoding, options=""):
        """clingo as another program of `zlink compare`, if it is there."""
        if not self.package("clingo") or not self.peer(encoding):
            return {}
        peers = self.shared / "peers"
        start = f"{sys.executable} -P {peers}/clingo.py --configuration=trendy {peers}/{encoding}"
        return {"clingo": f"{start} {{instance}} -n {{models}} {options}"}

    def output(self, *command, **options):
        """What a command writes."""
        done = subprocess.run([*map(str, command)], check=True, capture_output=True, text=True, cwd=ROOT, **options)
        return done.stdout

    def script(self, name, *arguments):
        """The table that another script of this folder writes."""
        return self.output(sys.executable, HERE / name, *arguments)

    def made(self, name, *command):
        """A file of target/measured, made by a command unless it is there."""
        path = ROOT / "target/measured" / name
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(self.output(*command))
        return path

    def planted(self, *arguments):
        """A Slitherlink of planted.py."""
        return self.made("-".join(map(str, arguments)) + ".lp", sys.executable, HERE / "planted.py", *arguments)

    def pairs(self, *arguments, of=None):
        """A Numberlink of pairs.py."""
        name = "-".join(map(str, [*arguments, *([of.stem] if of else [])])) + ".lp"
        path = ROOT / "target/measured" / name
        if of and not path.exists():
            path.write_text(self.output(sys.executable, HERE / "pairs.py", *arguments, input=of.read_text()))
        return self.made(name, sys.executable, HERE / "pairs.py", *arguments)

    def gennl(self, *arguments):
        """A Numberlink whose pairs are the ends of paths that cover the grid."""
        script = self.data("gennl.py")[0]
        return self.made("gennl-" + "-".join(map(str, arguments)) + ".lp", sys.executable, script, *arguments)

    def facts(self, kind, pattern):
        """Puzzles of the shared data that are texts, as facts."""
        script = self.data("to_asp.py")[0]
        return [self.made(f"{kind}-{path.stem}.lp", sys.executable, script, kind, path) for path in self.data(pattern)]

    def contest(self, files, engines="auto", question="first", limit=10, peers=(), repeat=1, cover=False, program=None):
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder, "report.json")
            command = [program or self.zlink, "compare", *files, "--engines", engines, "--question", question, "--quiet"]
            command += ["--time-limit", limit, "--memory-limit", "8000", "--repeat", repeat, "--json", report]
            command += ["--cover"] * cover
            for name, other in dict(peers).items():
                command += ["--engine-command", f"{name}={other}"]
            done = subprocess.run([*map(str, command)], capture_output=True, text=True, cwd=ROOT)
            if done.returncode:
                raise ValueError(f"zlink compare: {done.returncode}: {done.stderr}{done.stdout[-2000:]}")
            return Contest(json.loads(report.read_text()), limit)

    def process(self, *command, limit=900):
        """A whole process: its CPU seconds and memory."""
        done = run([*map(str, command)], limit)
        if done.status not in (0, 10, 20, 30):
            raise ValueError(f"{command}: {done.status} {done.note} {done.errors}")
        return done
