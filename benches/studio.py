#!/usr/bin/env python3
"""The costs of requests to `zlink studio` at worst: time and peak memory for large inputs of each kind, under limits.

    python3 benches/studio.py
    python3 benches/studio.py --binary PROGRAM --time-limit 2 --memory-limit 300 NAMES...

Each case has a server of its own. The peak is that of the whole process while it answers (VmHWM).
A case fails (status 1) when the answer comes later than half a second after the time limit, or the peak is more
than a sixteenth beyond the memory limit. Writes a table in Markdown; without names, all cases.
"""

import argparse
import http.client
import json
import math
import pathlib
import re
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
MOST_BYTES = 16 << 20
PATIENCE = 600


def filled(lines):
    """The most lines that fit in a request, with room for its other members."""
    text, size = [], 0
    for line in lines:
        size += len(line) + 2
        if size > MOST_BYTES - 4096:
            break
        text.append(line)
    return "\n".join(text)


def ladder():
    """Squares in a row as facts: a graph without coordinates."""
    for i in range(10**7):
        yield f"edge({i},{i + 1})."
        yield f"edge({i},{i + 2})."


def scattered():
    """The edges of a graph that is not planar."""
    return (f"edge({i % 5003},{5003 + i * 7919 % 100003})." for i in range(10**7))


def squares(side):
    """Squares with clues and coordinates as facts."""
    at = lambda x, y: y * (side + 1) + x
    for y in range(side + 1):
        for x in range(side + 1):
            if x < side:
                yield f"edge({at(x, y)},{at(x + 1, y)})."
            if y < side:
                yield f"edge({at(x, y)},{at(x, y + 1)})."
    for y in range(side):
        for x in range(side):
            a, b, c, d = at(x, y), at(x + 1, y), at(x, y + 1), at(x + 1, y + 1)
            ends = [(a, b), (a, c), (b, d), (c, d)]
            yield f"clue(f{y * side + x},2)."
            yield "".join(f"cell_contains(f{y * side + x},{u},{v})." for u, v in ends)


def bitmap(side, dark):
    """A picture as PBM."""
    row = lambda y: bytes(sum(dark(8 * x + i, y) << (7 - i) for i in range(8)) for x in range(side // 8))
    even, odd = row(0), row(1)
    return b"P4 %d %d\n" % (side, side) + b"".join(odd if y % 2 else even for y in range(side))


def made(name, size, without=""):
    """The facts of a blank board, without the lines with this beginning."""
    command = [BINARY, "convert", "--board", name, "--size", size]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    return [line for line in lines if not without or not line.startswith(without)]


def outline(side):
    """The border of a blank board of squares, as its answer."""
    at = lambda x, y: y * (side + 1) + x
    for i in range(side):
        for a, b in [((i, 0), (i + 1, 0)), ((i, side), (i + 1, side)), ((0, i), (0, i + 1)), ((side, i), (side, i + 1))]:
            yield f"link({at(*a)},{at(*b)})"


def blank(side):
    return (line for line in squares(side) if not line.startswith("clue"))


def random_graph(vertices, edges):
    """A graph without coordinates that is not planar."""
    state, known = 1, set()
    for v in range(1, vertices):
        yield f"edge({v - 1},{v})."
    while len(known) < edges:
        state = state * 6364136223846793005 + 1442695040888963407 & 2**64 - 1
        u, v = state >> 33 & 0x7fffffff, state >> 20 & 0x7fffffff
        u, v = sorted((u % vertices, v % vertices))
        if v - u > 1 and (u, v) not in known:
            known.add((u, v))
            yield f"edge({u},{v})."


def board(name, size, kind="slitherlink"):
    return lambda: ("board", {"name": name, "size": size, "kind": kind})


def text(lines, **more):
    return lambda: ("open", {"text": filled(lines()), **more})


def puzzle(request, lines, **more):
    return lambda: (request, {"facts": filled(lines()), **more})


def picture(side, columns, kind, dark):
    query = f"picture?width={columns}&threshold=0.5&kind={kind}"
    return lambda: (query, bitmap(side, dark))


BINARY = ROOT / "target/release/zlink"
GRID = lambda: squares(260)
CASES = {
    "board hats 400x400": board("hats", [400, 400]),
    "board hats 500x500": board("hats", [500, 500]),
    "board spectres 500x500": board("spectres", [500, 500]),
    "board penrose-rhombs 500x500": board("penrose-rhombs", [500, 500]),
    "board great-great-dodecagonal 500x500": board("great-great-dodecagonal", [500, 500]),
    "board kisrhombille 500x500": board("kisrhombille", [500, 500]),
    "board square 500x500": board("square", [500, 500]),
    "board square 1x250000": board("square", [1, 250000]),
    "board hats 500x500, numberlink": board("hats", [500, 500], "numberlink"),
    "board square 250x200": board("square", [250, 200]),
    "mask 3900x3900": lambda: ("mask", {"mask": "\n".join(["#" * 3900] * 3900), "kind": "slitherlink"}),
    "mask 3900x3900, numberlink": lambda: ("mask", {"mask": "\n".join(["#" * 3900] * 3900), "kind": "numberlink"}),
    "mask 3900x3900, every other place": lambda: (
        "mask", {"mask": "\n".join(["#." * 1950, ".#" * 1950] * 1950), "kind": "slitherlink"}),
    "picture 8000x8000, 2048 columns": picture(8000, 2048, "slitherlink", lambda x, y: x % 8 < 4),
    "picture 2048x2048, every other cell": picture(2048, 2048, "slitherlink", lambda x, y: (x + y) % 2),
    "picture 2048x2048, numberlink": picture(2048, 2048, "numberlink", lambda x, y: (x + y) % 2),
    "picture 8000x8000, dark, numberlink": picture(8000, 2048, "numberlink", lambda x, y: True),
    "open facts": text(GRID),
    "open facts without coordinates": text(ladder),
    "open facts, 50,000 vertices in a strip": text(lambda: (e for i, e in zip(range(99_990), ladder()))),
    "open facts, 50,000 vertices at random": text(lambda: random_graph(50_000, 100_000)),
    "open facts, scattered edges": text(scattered),
    "open facts, cells that are no faces": text(
        lambda: [*squares(240), *(f"cell_contains(m{i},0,1).cell_contains(m{i},1000,1001)." for i in range(300))]),
    "open facts, an interval": text(lambda: ["node(1..4000000)."]),
    "open blanks": text(lambda: [" " * (MOST_BYTES - 8192)]),
    "open a list of edges": text(lambda: (f"{i} {i * 7919 % 1000003}" for i in range(10**7)), format="edges"),
    "open a grid of clues": text(lambda: ["." * 3900] * 3900),
    "open a game of Loopy": lambda: ("open", {"text": "500x500t16:" + "z" * 100000}),
    "open an address": lambda: ("open", {"text": "https://puzz.link/p?slither/3000/3000/" + "z" * 450000}),
    "open a matrix of letters": text(lambda: [" ".join("." * 2000)] * 4000, format="numberlink"),
    "open digits": lambda: ("open", {"text": "1" * (MOST_BYTES - 4096)}),
    "turn": puzzle("turn", GRID, how="left"),
    "turn without coordinates": puzzle("turn", ladder, how="left"),
    "convert to facts": puzzle("convert", GRID, to="facts"),
    "convert to text": puzzle("convert", GRID, to="text"),
    "convert to loopy": puzzle("convert", GRID, to="loopy"),
    "convert hats but one to loopy": lambda: (
        "convert", {"facts": "\n".join(made("hats", "60x60", "cell_contains(f7,")), "to": "loopy"}),
    "convert to pzpr": puzzle("convert", GRID, to="pzpr"),
    "convert to janko": puzzle("convert", GRID, to="janko"),
    "convert to graphml": puzzle("convert", ladder, to="graphml"),
    "draw svg": puzzle("draw", GRID, **{"as": "svg"}),
    "draw png": puzzle("draw", GRID, **{"as": "png"}),
    "draw without coordinates": puzzle("draw", ladder, **{"as": "svg"}),
    "analyse": puzzle("analyse", GRID),
    "explain": puzzle("explain", GRID),
    "explain without cells": puzzle("explain", ladder),
    "explain 200,000 edges": puzzle("explain", lambda: (e for _, e in zip(range(200_000), ladder()))),
    "rate": puzzle("rate", GRID),
    "rate without cells": puzzle("rate", ladder),
    "rate 200,000 edges": puzzle("rate", lambda: (e for _, e in zip(range(200_000), ladder()))),
    "analyse a blank board": puzzle("analyse", lambda: blank(150)),
    "explain a blank board": puzzle("explain", lambda: blank(260)),
    "an answer of 1,000,000 texts": lambda: ("rate", {"facts": "edge(1,2).", "answer": ["link(1,2)"] * 1_000_000}),
    "an answer of 4,000,000 texts": lambda: ("rate", {"facts": "edge(1,2).", "answer": [""] * 4_000_000}),
    "generate": puzzle("generate", lambda: blank(260), kind="slitherlink"),
    "generate numberlink": puzzle("generate", ladder, kind="numberlink"),
    "hints": puzzle("hints", lambda: blank(250), answer=list(outline(250))),
    "hints of a small board": puzzle("hints", lambda: blank(14), answer=list(outline(14))),
    "start square 250x200": lambda: ("start", ["--board", "square", "--size", "250x200"]),
    "start hats 400x400": lambda: ("start", ["--board", "hats", "--size", "400x400"]),
    "four boards at once": lambda: ("board", [{"name": n, "size": [300, 300], "kind": "slitherlink"}
                                              for n in ("hats", "cairo", "square", "spectres")]),
}


def peak(pid):
    """The most memory that the process had, in MB; infinite if it has ended."""
    with open(f"/proc/{pid}/status") as status:
        return next((int(line.split()[1]) / 1000 * 1.024 for line in status if line.startswith("VmHWM")), math.inf)


def ask(address, token, request, body):
    """The summary of the answer, and the seconds."""
    connection = http.client.HTTPConnection(address, timeout=PATIENCE)
    began = time.monotonic()
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    method = "GET" if body is None else "POST"
    connection.request(method, f"/api/1/{request}", body, headers)
    answer = connection.getresponse()
    content = answer.read()
    seconds = time.monotonic() - began
    if b"event: end" in content or b"event: failed" in content:
        last = content.rstrip().rsplit(b"data: ", 1)[1]
        told = json.loads(last)
        return brief(told.get("stopped") or told.get("error") or "done"), seconds
    if answer.status != 200:
        return brief(json.loads(content)["error"].splitlines()[0]), seconds
    return f"{len(content) / 1e6:.1f} MB", seconds


def brief(told):
    limit = re.fullmatch(r"the (time|memory) limit was reached", told)
    return limit[1] if limit else told


def measure(options, case):
    request, body = case()
    command = [BINARY, "studio", "--no-open", "--port", "0"]
    command += ["--time-limit", str(options.time_limit), "--memory-limit", str(options.memory_limit)]
    if request == "start":
        command += body
        body = None
    began = time.monotonic()
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        line = server.stdout.readline().strip()
        if not line:
            return "memory" if server.wait() == 33 else "no server", time.monotonic() - began, 0
        address, token = line.removeprefix("http://").split("/#token=")
        bodies = body if isinstance(body, list) else [body]
        bodies = [json.dumps(body).encode() if isinstance(body, dict) else body for body in bodies]
        answers = []

        def asked(body):
            try:
                answers.append(ask(address, token, request, body))
            except (OSError, http.client.HTTPException):
                answers.append(("the server has ended", time.monotonic() - began))

        threads = [threading.Thread(target=asked, args=[body]) for body in bodies]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        # Work that continues after the answer counts, too.
        time.sleep(0.5)
        told = "; ".join(sorted({told for told, _ in answers}))
        return told, max(seconds for _, seconds in answers), peak(server.pid)
    finally:
        server.kill()
        server.wait()


def main():
    global BINARY
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="beginnings of names of cases")
    parser.add_argument("--binary", default=BINARY)
    parser.add_argument("--time-limit", type=float, default=2)
    parser.add_argument("--memory-limit", type=int, default=300)
    options = parser.parse_args()
    BINARY = options.binary
    wanted = [name for name in CASES if not options.names or name.startswith(tuple(options.names))]
    bad = []
    print("| request | answer | seconds | MB |\n|---|---|---:|---:|")
    for name in wanted:
        told, seconds, most = measure(options, CASES[name])
        print(f"| {name} | {told} | {seconds:.2f} | {most:.0f} |", flush=True)
        if seconds > options.time_limit + 0.5 or most > options.memory_limit * 17 / 16:
            bad.append(name)
    if bad:
        sys.exit("beyond the limits: " + ", ".join(bad))


if __name__ == "__main__":
    main()
