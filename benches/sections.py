"""The sections of BENCHMARKS.md and docs/ that benches/measure.py writes: each gives a table in Markdown."""

import json
import os
import re
import statistics
import sys
import tempfile
from pathlib import Path

import graphs
from bench import HERE, ROOT, Missing, brief, spread, table
from families import run

SECTIONS = {}


def section(function):
    SECTIONS[function.__name__.replace("_", "-")] = function
    return function


def contests(bench, rows, engines, peers=None, shown=None, **options):
    """A row for each label and its files (or files and options); a column for each engine and peer."""
    peers = peers or {}
    out, names = [], [*engines.split(","), *peers]
    for label, files, *own in rows:
        contest = bench.contest(files, **{"engines": engines, "peers": peers, **options, **(own[0] if own else {})})
        out.append([label, len(files), *map(contest.shown, contest.engines)])
        if peers:
            out[-1].append(contest.sooner(names[0], names[-1]))
    extra = [f"{names[0]} sooner than {names[-1]}"] if peers else []
    return table([shown or "puzzles", "number", *[f"{name}: median, worst" for name in names], *extra], out)


@section
def slitherlink_clingo(bench):
    sets = {
        "tilings": bench.data("tilings/*.lp"),
        "squares, 10x10 to 46x32": bench.facts("slitherlink", "slitherlink/*/*[0-9]x[0-9]*.txt"),
        "ASP Competition 2011": bench.data("aspcomp2011/*.asp"),
    }
    peers = bench.clingo("gs_reach.lp")
    rows, all_times, most = [], {}, {}
    for label, files in [*sets.items(), ("all", [])]:
        if files:
            contest = bench.contest(files, question="unique", peers=peers, limit=20)
            rows.append([label, len(files), *map(contest.shown, contest.engines)])
            for engine in contest.engines:
                all_times.setdefault(engine, []).extend(contest.times(engine))
                most[engine] = max(most.get(engine, 0), int(contest.megabytes(engine)))
        else:
            rows.append([label, len(all_times["auto"]), *map(spread, all_times.values())])
    rows[-1][2:] = [f"{cell}; {mb} MB" for cell, mb in zip(rows[-1][2:], most.values())]
    return table(["Slitherlinks", "number", *(f"{engine}: median, worst" for engine in all_times)], rows)


@section
def numberlink_clingo(bench):
    files = [bench.gennl(size, size, seed) for size in (6, 8, 10) for seed in range(1, 10)]
    rows = [("not covering", files, {"peers": bench.clingo("nl_reach.lp", "-c cover=0")}),
            ("covering", files, {"cover": True, "peers": bench.clingo("nl_reach.lp", "-c cover=1")})]
    return contests(bench, rows, "auto", peers=bench.clingo("nl_reach.lp"), shown="6x6 to 10x10, planted", question="unique")


@section
def large_grids(bench):
    rows = []
    for side in (50, 70, 100):
        for altered in (0, 1, 3):
            files = [bench.planted("grid", side, side, density, seed, altered)
                     for density in (0.38, 0.41, 0.44, 0.47, 0.5) for seed in (1, 2)]
            peers = bench.clingo("gs_reach.lp") if (side, altered) == (50, 0) else {}
            contest = bench.contest(files, peers=peers)
            rows.append([f"{side}x{side}", altered, *map(contest.shown, contest.engines), *[""] * (2 - len(contest.engines))])
    return table(["grid, 10 each", "clues altered", "zlink: median, worst", "clingo: median, worst"], rows)


@section
def minimal_clues(bench):
    """CaDiCaL with cycles cut lazily: its solving time alone."""
    peer = bench.peer("sat_lazy_cuts.py") if bench.package("pysat") else None
    rows = []
    for grid in ("10x10", "20x20", "20x36", "36x46"):
        files = bench.sets(f"slitherlink-minimal/{grid}")
        times = bench.contest(files, question="unique", repeat=3).times("auto")
        seeds = ",".join(f"auto+seed={seed}" for seed in range(8))
        seeded = bench.contest(files, engines=seeds, question="unique")
        row = [grid, len(files), spread(times), spread([t for engine in seeded.engines for t in seeded.times(engine)]), "", ""]
        if peer and grid != "36x46":
            other = [json.loads(bench.output(sys.executable, peer, "slither", file, "unique"))["solve"] for file in files]
            row[4:] = spread(other), spread([a / b for a, b in zip(times, other)])
        rows.append(row)
    head = ["cells", "number", "zlink: median, worst", "seeds 0 to 7", "CaDiCaL's solving: median, worst", "ratio: median, worst"]
    return table(head, rows)


@section
def random_graphs(bench):
    sets = bench.sets("regular")
    rows = [(f"degree {degree}", [file for file in sets if file.stem.split("-")[1] == degree]) for degree in "3456"]
    return contests(bench, rows, "auto", peers=bench.clingo("gs_reach.lp"), shown="50 to 2,000 vertices", limit=4)


@section
def engines(bench):
    names = "auto,search,zdd,sat,mip,zdd+no-presolve,sat+no-presolve,mip+no-presolve"
    peers = {}
    if bench.with_features:
        solve = f"{bench.with_features} solve --engine mip {{}} --models {{models}} --format aspcomp --time-limit {{seconds}} -q -- {{instance}}"
        peers = {"HiGHS": solve.replace("{}", ""), "HiGHS+no-presolve": solve.replace("{}", "--no-presolve")}
    else:
        bench.left_out.add("HiGHS")
    rows = []
    for grid in ("5x5", "10x10", "12x16", "20x36"):
        folder = ROOT / "target/measured/engines" / grid
        bench.output(bench.zlink, "generate", "slitherlink", "--grid", grid, "--density", "0.45", "--seed", "1", "--count", "5", "-o", folder)
        contest = bench.contest([folder], engines=names, peers=peers, question="unique", limit=5)
        rows.append([grid, *map(contest.shown, contest.engines)])
    return table(["cells, 5 each", *names.split(","), *peers], rows)


@section
def sat_solvers(bench):
    if not bench.with_features:
        raise Missing("a program with the feature cadical (--features)")
    hard = "hard/5[67]*_*.txt"
    sets = {"boards of designers": bench.data("designer/b0*.lp"), "hard Numberlinks": bench.facts("numberlink", f"numberlink/{hard}")}
    rows = []
    for label, files in sets.items():
        names = "auto,sat,cadical"
        contest = bench.contest(files, engines=names, question="unique", limit=5, program=bench.with_features)
        rows.append([label, len(files), *map(contest.shown, contest.engines)])
    return table(["puzzles", "number", "auto", "sat with batsat", "sat with CaDiCaL"], rows)


@section
def wiring_boards(bench):
    """TdZdd is asked for a covering solution, which is easiest for it, and has 40 s."""
    boards = bench.data("numberlink/adc2015-dasymposium/Q*.txt")
    tdzdd = bench.peer("TdZdd/apps/numberlink/ddnumlin")
    limit, rows = 5, []
    for board, facts in zip(boards, bench.facts("numberlink", "numberlink/adc2015-dasymposium/Q*.txt")):
        contest = bench.contest([facts], engines="auto,search,zdd", peers=bench.clingo("nl_reach.lp", "-c cover=0"), limit=limit)
        cover = bench.contest([facts], cover=True, limit=limit)
        why = contest.runs["auto"][0]["statistics"].get("decided_by", "")
        found = run([str(tdzdd), "-k", "0", "-m", "1", str(board)], 8 * limit) if tdzdd else None
        rows.append([board.stem.replace("_", " "), facts.read_text().count("pair("), *map(contest.time, contest.engines), why, cover.time("auto"),
                     "" if found is None or found.note else brief(found.cpu)])
    head = ["board", "pairs", "auto", "search", "zdd", "clingo", "decided by", "auto, covering", "TdZdd, covering"]
    return table(head, rows)


@section
def planted_pairs(bench):
    rows = []
    for cover in (False, True):
        for side in (18, 24, 30, 40):
            files = [bench.gennl(side, side, seed) for seed in range(1, 9)]
            seeds = ",".join(f"auto+seed={seed}" for seed in range(4))
            contest = bench.contest(files, engines=seeds, cover=cover, limit=20)
            peers = bench.contest(files[:3], peers=bench.clingo("nl_reach.lp", f"-c cover={cover:d}"), cover=cover, limit=5)
            times = [t for engine in contest.engines for t in contest.times(engine)]
            still_open = sum(contest.is_open(one) for runs in contest.runs.values() for one in runs)
            rows.append([f"{side}x{side}", "yes" if cover else "no", spread(times, still_open), *map(peers.shown, peers.engines[1:])])
    return table(["grid", "covering", "zlink, 8 boards, 4 seeds: median, worst", "clingo, 3 boards: median, worst"], rows)


@section
def kept_pairs(bench):
    rows = []
    for arguments in ((24, 24, 17, 0.8), (24, 24, 17, 0.9), (24, 24, 17, 0.95), (28, 28, 16, 0.95)):
        seeded = ",".join(f"{engine}+seed={seed}" for engine in ("auto", "search") for seed in range(3))
        contest = bench.contest([bench.gennl(*arguments)], engines=seeded, peers=bench.clingo("nl_reach.lp", "-c cover=1"), cover=True, limit=20)
        by = {}
        for engine in contest.engines:
            by.setdefault(engine.partition("+")[0], []).append(contest.times(engine)[0])
        rows.append([" ".join(map(str, arguments)), *(spread(times) for times in by.values())])
    return table(["gennl.py", "auto, 3 seeds: median, worst", "search", "clingo, one run"], rows)


@section
def one_solution(bench):
    rows = []
    for grid in ("20x40", "36x20", "50x50"):
        files, covered = bench.sets(f"numberlink-unique/{grid}"), bench.sets(f"numberlink-cover/{grid}")
        cells = [bench.contest(files).shown("auto"), bench.contest(files, question="unique").shown("auto")]
        contest = bench.contest(covered, question="unique", cover=True, peers=bench.clingo("nl_reach.lp", "-c cover=1"), limit=5)
        rows.append([grid, *cells, bench.contest(covered, cover=True).shown("auto"), *map(contest.shown, contest.engines)])
    return table(["grid, 5 each", "one answer", "unique", "covering: one answer", "covering: unique", "the same, clingo"][:len(rows[0])], rows)


@section
def random_pairs(bench):
    sets = bench.sets("pairs")
    rows = [(f"{side}x{side}", [file for file in sets if file.stem.startswith(side)]) for side in ("12", "14", "16")]
    return contests(bench, rows, "auto,search,zdd", peers=bench.clingo("nl_reach.lp", "-c cover=0"), limit=3)


@section
def graph_linkages(bench):
    def regular(vertices, degree):
        most = vertices // 100
        return [bench.pairs("regular", vertices, degree, pairs * most, seed) for pairs in (11, 14, 17, 20) for seed in (1, 2)]

    rows = [(f"{vertices}, degree {degree}", regular(vertices, degree)) for vertices in (100, 200) for degree in (3, 4, 5, 6)]
    return contests(bench, rows, "auto", peers=bench.clingo("nl_reach.lp", "-c cover=0"), shown="vertices", limit=3)


@section
def graph_covers(bench):
    rows = [(f"random, 100, degree {degree}", [bench.pairs("regular", 100, degree, pairs, seed) for pairs in (11, 14, 17) for seed in range(1, 5)])
            for degree in (4, 5, 6)]
    for vertices, several in ((100, (7, 15)), (200, (15,)), (200, (30,))):
        covered = [bench.pairs("covered", vertices, degree, pairs, seed) for pairs in several for degree in (4, 5, 6) for seed in (1, 2, 3, 4)]
        title = f"{vertices}, {' and '.join(map(str, several))} pairs"
        rows += [(f"covered, {title}", covered), (f"swapped, {title}", [bench.pairs("swap", 1, 1, of=file) for file in covered])]
    peers = bench.clingo("nl_reach.lp", "-c cover=1")
    return contests(bench, rows, "auto,search", peers=peers, shown="graphs", cover=True, limit=4)


def family_programs(bench):
    peer = bench.peer("FastGridPathCounter")
    programs = ["--program", f"zlink={bench.zlink} --threads 1", "--program", f"two threads={bench.zlink} --threads 2"]
    return [*programs, *(["--peer", f"fastgrid={peer}"] if peer else [])]


@section
def counting(bench):
    names = "cycles-13 cycles-15 cycles-17 paths-15 hamiltonian-16 kings-9 kings-10 triangular-10 honeycomb-12 chords-24 planar-28 knights-tours-7"
    return bench.script("families.py", *names.split(), *family_programs(bench), "--runs", "1")


@section
def knights_tours(bench):
    """Takes six to ten minutes, and 11 GB of disk."""
    facts = bench.made("knights-tours-8.lp", sys.executable, HERE / "graphs.py", "knights-tours-8", bench.zlink)
    with tempfile.TemporaryDirectory(dir=ROOT / "target") as folder:
        done = bench.process(bench.zlink, "count", "--threads", "1", "--spill", folder, "--memory-limit", "2000", "--stats=json", "-q", facts, limit=1800)
    figures = json.loads(done.errors.splitlines()[-1])
    row = [f"{int(done.output):,}", f"{figures['sweep_states'] / 1e6:,.0f}", brief(done.cpu), brief(done.wall), f"{done.megabytes:.0f}"]
    return table(["closed knight's tours of 8x8", "million states", "CPU s", "by the clock", "MB"], [row])


@section
def few_clues(bench):
    rows = []
    for seed in range(1, 9):
        facts = bench.planted("grid", 15, 15, 0.2, seed)
        one, two = (bench.process(bench.zlink, "count", "-q", "--threads", threads, facts) for threads in (1, 2))
        rows.append([seed, f"{float(one.output):.1e}", brief(one.cpu), brief(two.wall)])
    return table(["seed", "solutions", "one thread, CPU s", "two threads, by the clock"], rows)


@section
def many_solutions(bench):
    rows, some = [], 100_000
    puzzles = [bench.planted("grid", 20, 20, 0.25, seed) for seed in (1, 2)]
    puzzles += [bench.planted("grid", 40, 40, 0.3, 1), bench.planted("regular", 100, 4, 0.3, 1), bench.planted("regular", 200, 5, 0.3, 1)]
    puzzles += [bench.gennl(10, 10, 1, 0.6), bench.gennl(20, 20, 1, 0.6), bench.gennl(20, 20, 2, 0.6)]
    for puzzle in puzzles:
        own = [bench.process(bench.zlink, "solve", "-q", "-n", some, "--engine", engine, puzzle) for engine in ("auto", "search")]
        encoding = "nl_reach.lp" if "gennl" in puzzle.name else "gs_reach.lp"
        other = [command.format(instance=puzzle, models=some) for command in bench.clingo(encoding, "-q").values()]
        cells = [run(command.split(), 60) for command in other]
        rows.append([puzzle.stem.replace("-", " "), *(brief(done.cpu) for done in own), *("over 60" if done.note else brief(done.cpu) for done in cells)])
    return table(["puzzle", "auto", "search", "clingo, which does not write them"][:len(rows[0])], rows)


@section
def cluster(bench):
    if not bench.with_features:
        raise Missing("a program with the feature cluster (--features)")
    return bench.script("cluster.py", "cycles-15", "kings-9", "chords-24", "--program", bench.with_features, "--runs", "1")


@section
def diagrams(bench):
    """TdZdd sweeps by rows, and writes no file."""
    peer = bench.peer("TdZdd/apps/ddpaths/ddpaths")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "all.zdd")
        for name in ("cycles-13", "paths-13", "cycles-14"):
            instance = graphs.instance(name, bench.zlink)
            facts = Path(folder, "puzzle.lp")
            facts.write_text(instance.facts)
            own = [bench.process(bench.zlink, "diagram", "build", "-q", "--threads", threads, facts, "-o", file) for threads in (1, 2)]
            nodes = re.search(r"nodes (\d+)", bench.output(bench.zlink, "diagram", "info", file))
            row = [name, f"{int(nodes[1]):,}", brief(own[0].cpu), brief(own[1].wall), f"{own[0].megabytes:.0f}", f"{file.stat().st_size / 1e6:.0f}"]
            if peer:
                vertices, near = instance.side ** 2, {}
                for u, v in instance.edges:
                    near.setdefault(min(u, v), []).append(str(max(u, v) + 1))
                (Path(folder) / "edges").write_text("".join(" ".join(near.get(v, [])) + "\n" for v in range(vertices)))
                kind = "cycle" if instance.question == "cycles" else "path"
                done = bench.process(peer, "-t", kind, "-count", Path(folder, "edges"))
                row += [brief(done.cpu), f"{done.megabytes:.0f}"]
            rows.append(row)
    head = ["family", "nodes", "zlink, CPU s", "two threads, by the clock", "MB", "file, MB", "TdZdd, CPU s", "MB"]
    return table(head[:len(rows[0])], rows)


def figures(text, number):
    """Of a table in Markdown with one row for each operation: a column, without names."""
    rows = [[cell.strip() for cell in line.strip("|\n ").split("|")] for line in text.splitlines() if line.startswith("| ")]
    return {row[0]: row[number] for row in rows}


@section
def algebra(bench):
    """Library calls, not processes."""
    with tempfile.TemporaryDirectory() as folder:
        said = bench.output("cargo", "bench", "--quiet", "--profile", "dist", "--bench", "algebra", "--", "12", folder)
        own, nodes = figures(said, 5), figures(said, 3)
        files = [f"{folder}/{name}12.txt" for name in "fg"]
        oxidd = figures(bench.output("cargo", "run", "--quiet", "--release", "--manifest-path", HERE / "oxidd/Cargo.toml", "--", *files), -1)
        asked = ["count", "union", "intersection", "difference", "symmetric difference"]
        graphillion = {}
        if bench.package("graphillion"):
            graphillion = figures(bench.script("algebra_graphillion.py", *files, *asked), -1)
            small = [f"{folder}/{name}10.txt" for name in "fg"]
            graphillion |= figures(bench.script("algebra_graphillion.py", *small, "minimal"), -1)
    rows = [[name, f"{int(nodes[name]):,}", own[name], oxidd.get(name, ""), graphillion.get(name, "")] for name in [*asked, "minimal"]]
    return table(["operation", "nodes of the result", "zlink", "OxiDD", "Graphillion"], rows)


@section
def propagation(bench):
    """Library calls, not processes."""
    rows = {}
    for line in bench.output("cargo", "bench", "--quiet", "--profile", "dist", "--bench", "propagation", "--", "5000").splitlines()[2:]:
        puzzle, vertices, depth, _, assumption, edge, _, _, reason, edges, most = (cell.strip() for cell in line.strip("| ").split("|"))
        row = rows.setdefault((puzzle, vertices), [])
        row.append(assumption)
        if depth == "Changes":
            others = [edge, reason, edges, most]
        if depth == "Structure":
            row += others
    head = ["puzzle", "vertices", "an assumption: cheap", "changes", "structure", "an edge", "a reason", "its edges", "at most"]
    return table(head, [[*key, *row] for key, row in rows.items()])


@section
def reading(bench):
    """Whole processes on a large file."""
    rows = []
    for side in (100, 300):
        facts = bench.planted("grid", side, side, 0.45, 1)
        answer = bench.made(f"answer-{side}.lp", bench.zlink, "solve", "-q", "--exit-zero", facts)
        commands = {"convert --to facts": ["convert", "--to", "facts", facts], "check": ["check", facts, answer], "solve": ["solve", "-q", facts]}
        for name, command in commands.items():
            done = min((bench.process(bench.zlink, *command) for _ in range(3)), key=lambda done: done.cpu)
            rows.append([f"{side}x{side}", f"{facts.stat().st_size / 1e6:.1f}", f"`zlink {name}`", brief(done.cpu), f"{done.megabytes:.0f}"])
    return table(["cells", "facts, MB", "command", "CPU s", "resident MB"], rows)


PAPER = {"5x5": "108", "5x6": "3,553", "6x6, at most 3": "12,161"}


@section
def sets_of_pairs(bench):
    rows = []
    for grid, most in (("4x5", 0), ("4x8", 0), ("5x5", 0), ("5x6", 0), ("5x7", 0), ("6x6", 0), ("6x6", 3), ("7x7", 2), ("6x7", 0)):
        label = grid + (f", at most {most}" if most else "")
        limits = ["--pairs-at-most", most] if most else []
        done = bench.process(bench.zlink, "generate", "pairs", "--stats", "--threads", "1", "--grid", grid, *limits)
        states, ways = re.search(r"(\d+) states, (\d+) ways", done.errors).groups()
        numbers = [f"{int(number):,}" for number in (done.output, states, ways)]
        rows.append([label, *numbers, brief(done.cpu), f"{done.megabytes:.0f}", PAPER.get(label, "")])
    return table(["grid", "Numberlinks", "states", "ways to draw in them", "CPU s", "MB", "paper of 2012, s"], rows)


@section
def sets_of_hints(bench):
    environment = {**os.environ, "BIN": str(bench.zlink)}
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        loop = Path(folder, "loop.txt")
        loop.write_text("7 5\n##   ##\n ## ##\n  ###\n ## ##\n##   ##\n")
        done = bench.process(bench.zlink, "generate", "hints", loop)
        good, minimal = (f"{int(number):,}" for number in re.findall(r"^(?:good|minimal): (\d+)", done.output, re.MULTILINE))
        rows.append(["5x7", "the paper's example", good, minimal, brief(done.cpu), brief(done.cpu), f"{done.megabytes:.0f}"])
    for arguments in (["5x7", "10"], ["6x6", "3"], ["8x8", "8", "36"]):
        said = bench.output(sys.executable, HERE / "hints.py", *arguments, env=environment)
        times = [float(t) for t in re.findall(r"^ *\d+ +([\d.]+) s", said, re.MULTILINE)]
        good, minimal = ([int(n) for n in re.findall(rf"{name}: (\d+)", said)] for name in ("good", "minimal"))
        most = re.search(r"at most (\d+) MB", said)[1]
        candidates = f"{arguments[0]}{', 36 candidates' if len(arguments) > 2 else ''}"
        ranges = [f"{min(numbers):,} to {max(numbers):,}" for numbers in (good, minimal)]
        rows.append([candidates, f"{arguments[1]} at random", *ranges, spread(times), brief(sum(times)), most])
    return table(["cells", "cycles", "good sets", "minimal sets", "CPU s: median, worst", "all together", "MB"], rows)


@section
def sets_of_hints_7x7(bench):
    """One cycle of ten that has few states: seven to eight minutes, 7.5 GB."""
    said = bench.output(sys.executable, HERE / "hints.py", "7x7", "7-7", env={**os.environ, "BIN": str(bench.zlink), "SEED": "7"})
    good, minimal = (f"{int(figure):,}" for figure in re.findall(r"(?:good|minimal): (\d+)", said))
    seconds = re.search(r"^ *7 +([\d.]+) s", said, re.MULTILINE)[1]
    return table(["cells", "good sets", "minimal sets", "CPU s", "MB"], [["7x7", good, minimal, brief(float(seconds)), re.search(r"at most (\d+) MB", said)[1]]])


@section
def random_puzzles(bench):
    rows = []
    for kind, *options in (["slitherlink", "20x36"], ["slitherlink", "50x50"], ["slitherlink", "100x100"], ["slitherlink", "36x46", "--minimal"],
                           ["numberlink", "20x40"], ["numberlink", "20x40", "--cover"], ["numberlink", "36x20"], ["numberlink", "36x20", "--cover"]):
        grid, *options = options
        done = bench.process(bench.zlink, "generate", kind, "--grid", grid, "--seed", "1", *options)
        given = len(re.findall(r"\b(?:clue|pair)\(", done.output))
        rows.append([" ".join([kind.capitalize(), grid, *(f"`{option}`" for option in options)]), given, brief(done.cpu), f"{done.megabytes:.0f}"])
    return table(["puzzle", "clues or pairs", "CPU s", "MB"], rows)


@section
def designer(bench):
    return bench.script("designer.py", "--binary", bench.zlink, *bench.data("designer/*.lp"))


@section
def studio(bench):
    """Those forms of the page that are built (web/build.sh)."""
    files = bench.data("designer/*.lp")
    environment = {**os.environ, "ZLINK": str(bench.zlink)}
    return bench.output("npm", "run", "--silent", "--prefix", "tests/browser", "measure", "--", *files, env=environment)


@section
def studio_requests(bench):
    return bench.script("studio.py", "--binary", bench.zlink)


@section
def python(bench):
    for package in ("zlink", "graphillion", "clingo"):
        bench.package(package, needed=True)
    return bench.script("python_peers.py")


@section
def theory(bench):
    for package in ("zlink", "clingo"):
        bench.package(package, needed=True)
    return bench.script("theory.py", "--limit", "10", "--seeds", "6")


@section
def proofs(bench):
    veripb = bench.peer("veripb")
    if not veripb:
        raise Missing("the checker: cargo install --root SHARED/peers/veripb veripb")
    labelled = {f"Slitherlink {grid}, minimal": bench.sets(f"slitherlink-minimal/{grid}")[:6] for grid in ("10x10", "20x36", "36x46")}
    labelled["ASP Competition 2011"] = bench.data("aspcomp2011/*.asp")
    labelled["tilings"] = bench.data("tilings/*.lp")
    labelled["Slitherlink 100x100, one clue altered"] = [bench.planted("grid", 100, 100, 0.45, seed, 1) for seed in range(1, 7)]
    for grid in ("10x10", "15x15"):
        for cover in ([], ["--cover"]):
            files = [bench.made(f"numberlink-{grid}{'-cover' * len(cover)}-{seed}.lp", bench.zlink, "generate", "numberlink", "--grid", grid, *cover, "--seed", seed)
                     for seed in range(1, 6)]
            labelled[f"Numberlink {grid}{', covered' * len(cover)}"] = files
    return bench.script("proofs.py", bench.zlink, veripb / "bin/veripb", *(f"{label}={file}" for label, files in labelled.items() for file in files))


@section
def other_kinds(bench):
    peers = []
    if bench.package("clingo") and bench.peer("gs_reach.lp"):
        peers = ["--clingo", f"{sys.executable} -P {bench.shared}/peers/clingo.py --configuration=trendy", "--encodings", bench.shared / "peers"]
    options = ["--quick", "--limit", "5", "--puzzles", "1", "--seed", "7", "--total", "900", "--table"]
    return bench.script("adversarial", "--zlink", bench.zlink, *options, *peers)


@section
def boards(bench):
    """About eight minutes."""
    return bench.script("boards.py", *bench.facts("numberlink", "numberlink/hard/*.txt"), "--zlink", bench.zlink, "--limit", "5")
