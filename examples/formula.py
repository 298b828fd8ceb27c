#!/usr/bin/env python3
"""Writes a link puzzle and its answers as a pseudo-Boolean formula, byte for byte as `zlink prove` does.

usage: formula.py PUZZLE.lp [ANSWERS.lp] [--cover] [--cycles] > formula.opb

The formula has a model for each solution that is none of the answers, and no others: docs/reference/proof.md says why. This program shares no
line with zlink, so whoever trusts it and VeriPB need not trust zlink. It reads facts only, and refuses everything else. ANSWERS.lp has an
answer on each line, as facts `link(...)`. --cover: every vertex is on the solution; --cycles: one or more cycles.
"""

import re
import sys

IGNORED = {"pos/3", "weight/2", "pair_label/3"}
BY_ENDS = {"edge/2", "pair/2", "link/2", "-link/2"}
BY_NAME = {"edge/3", "connection/3", "link/1", "-link/1"}
BOUNDS = {"clue/2": "clue", "at_least/2": "lower bound", "at_most/2": "upper bound"}
KNOWN = IGNORED | BY_ENDS | BY_NAME | BOUNDS.keys() | {"node/1", "cell_contains/3", "cover/0", ":-"}


def refuse(message):
    sys.exit(f"formula.py: {message}")


# ------------------------------------------------------------------------------------------------------------------ facts

TOKEN = re.compile(
    r"""(?P<blank> [ \t\r\n]+ | %(?!\*)[^\n]* | %\*[^%]*\*%)
      | (?P<name>   [_']*[a-z][A-Za-z0-9_']*)
      | (?P<number> (?:0|[1-9][0-9]*)(?![A-Za-z0-9_']))
      | (?P<string> "(?:[^"\\\n\0]|\\["\\n])*")
      | (?P<sign>   :- | [-(),;.])""",
    re.VERBOSE,
)


class Reader:
    """Reads facts from a text. Terms are texts as gringo prints them: without blanks between their parts."""

    def __init__(self, text, file):
        self.text, self.file, self.at, self.tokens = text, file, 0, []
        at = 0
        while at < len(text):
            token = TOKEN.match(text, at)
            if not token:
                self.refuse(at)
            if token.lastgroup != "blank":
                self.tokens.append((token.lastgroup, token.group(), at))
            at = token.end()
        self.tokens.append(("end", "", len(text)))

    def refuse(self, at):
        line = self.text.count("\n", 0, at) + 1
        refuse(f"{self.file}:{line}: not a fact that is read here: {self.text[at : at + 40]!r}")

    def take(self, *wanted):
        """The next token, which is one of these signs or kinds of tokens."""
        kind, token, at = self.tokens[self.at]
        if token not in wanted and kind not in wanted:
            self.refuse(at)
        self.at += 1
        return kind, token

    def is_next(self, sign):
        return self.tokens[self.at][1] == sign

    def facts(self):
        """Each fact as its signature, such as `edge/2`, and its arguments; an integrity constraint as `:-` and its literals."""
        found = []
        while self.tokens[self.at][0] != "end":
            if self.is_next(":-"):
                found.append((":-", self.literals()))
                continue
            minus = self.take("-")[1] if self.is_next("-") else ""
            predicate = self.take("name")[1]
            arguments = self.arguments() if self.is_next("(") else []
            self.take(".")
            found.append((f"{minus}{predicate}/{len(arguments)}", arguments))
        return found

    def literals(self):
        """The literals of an integrity constraint: the arguments of each `link`, and whether it is in."""
        found, sign = [], self.take(":-")[1]
        if self.is_next("."):
            sign = self.take(".")[1]
        while sign != ".":
            is_in = True
            while self.is_next("not"):
                self.take("not")
                is_in = not is_in
            self.take("link")
            found.append((self.arguments(), is_in))
            sign = self.take(",", ";", ".")[1]
        return found

    def arguments(self):
        self.take("(")
        found = [self.term()]
        while self.take(",", ")")[1] == ",":
            found.append(self.term())
        return found

    def term(self):
        if self.is_next("-"):
            self.take("-")
            number = self.take("number")[1]
            return number if number == "0" else f"-{number}"
        if self.is_next("("):
            at = self.tokens[self.at][2]
            parts = self.arguments()
            return f"({','.join(parts)})" if len(parts) > 1 else self.refuse(at)
        if self.is_next("not"):
            self.refuse(self.tokens[self.at][2])
        kind, token = self.take("name", "number", "string")
        return f"{token}({','.join(self.arguments())})" if kind == "name" and self.is_next("(") else token


# ----------------------------------------------------------------------------------------------------------------- puzzle


class Puzzle:
    """The puzzle of these facts. Vertices, edges and cells have numbers from 1 on, in the order in which the facts name them first."""

    def __init__(self, facts, cover, cycles):
        self.vertices, self.edges, self.cells = {}, [], {}
        self.by_ends, self.by_name = {}, {}
        self.bounds, self.integrity = {signature: {} for signature in BOUNDS}, []
        self.pairs, self.indices, self.required, self.forbidden = [], [], set(), set()
        self.cover, self.cycles = cover or ("cover/0", []) in facts, cycles
        signatures = {signature for signature, _ in facts}
        for signature in signatures - KNOWN:
            refuse(f"{signature} is not known")
        if signatures & BY_ENDS and signatures & BY_NAME:
            refuse("edges with names and edges without")
        if "edge/3" in signatures and "connection/3" not in signatures and not cycles:
            refuse("edge/3 without connection/3")
        for signature, arguments in facts:
            if signature == "node/1":
                self.vertices.setdefault(arguments[0], len(self.vertices) + 1)
            elif signature in ("edge/2", "edge/3"):
                self.add_edge(*arguments[-2:], *arguments[:-2])
        for signature, arguments in facts:
            if signature == "cell_contains/3":
                edge = self.edge(arguments[1:])
                cell = self.cells.setdefault(arguments[0], [])
                cell += [edge] if edge not in cell else []
            elif signature in BOUNDS:
                self.add_bound(signature, *arguments)
            elif signature in ("pair/2", "connection/3") and not cycles:
                self.add_pair(*arguments[-2:], *arguments[:-2])
            elif signature in ("link/2", "link/1"):
                self.required.add(self.link(arguments))
            elif signature in ("-link/2", "-link/1"):
                self.forbidden.add(self.link(arguments))
            elif signature == ":-":
                literals = {(self.link(link), is_in) for link, is_in in arguments}
                positive, negative = ({e for e, sign in literals if sign == is_in} for is_in in (True, False))
                if not positive & negative:
                    self.integrity.append((sorted(positive), sorted(negative)))

    def add_edge(self, u, v, name=None):
        if u == v:
            refuse(f"a loop at {u}")
        ends = tuple(self.vertices.setdefault(vertex, len(self.vertices) + 1) for vertex in (u, v))
        if name is None:
            if (v, u) in self.by_ends:
                refuse(f"edge({u},{v}) is written in both directions")
            if (u, v) in self.by_ends:
                return
        elif name in self.by_name:
            if self.edges[self.by_name[name] - 1][0] != ends:
                refuse(f"two edges with the name {name}")
            return
        texts = (f"edge({u},{v})", f"link({u},{v})") if name is None else (f"edge({name},{u},{v})", f"link({name})")
        self.edges.append((ends, *texts))
        self.by_name[name] = len(self.edges)
        # Of parallel edges none is named by its ends.
        is_parallel = (u, v) in self.by_ends or (v, u) in self.by_ends
        self.by_ends[u, v] = None if is_parallel else len(self.edges)
        if (v, u) in self.by_ends:
            self.by_ends[v, u] = None

    def edge(self, ends):
        """The edge with these ends, in either direction."""
        u, v = ends
        found = self.by_ends.get((u, v)) or self.by_ends.get((v, u))
        return found or refuse(f"there is no edge({u},{v}), or several")

    def link(self, arguments):
        """The edge of a fact `link`, which has its ends as they are written, or its name."""
        known = self.by_name.get(arguments[0]) if len(arguments) == 1 else self.by_ends.get(tuple(arguments))
        return known or refuse(f"there is no edge for link({','.join(arguments)})")

    def add_bound(self, signature, cell, bound):
        if not bound.isdecimal() or int(bound) >= 2**32:
            refuse(f"the {BOUNDS[signature]} {bound} of {cell}")
        if self.bounds[signature].setdefault(cell, int(bound)) != int(bound):
            refuse(f"two facts with a {BOUNDS[signature]} for {cell}")
        self.cells.setdefault(cell, [])

    def sums(self):
        """Each sum: its kind, its cell, its positive and negative literals, and its bounds, which may be missing."""
        clues, least, most = self.bounds.values()
        for cell, inside in self.cells.items():
            if cell in clues:
                yield "clue", cell, inside, [], clues[cell], clues[cell]
        for cell, inside in self.cells.items():
            if cell in least or cell in most:
                yield "bounds", cell, inside, [], least.get(cell), most.get(cell)
        for positive, negative in self.integrity:
            yield "integrity", None, positive, negative, None, len(positive) + len(negative) - 1

    def add_pair(self, a, b, index=None):
        for vertex in (a, b):
            if vertex not in self.vertices:
                refuse(f"{vertex} is no vertex")
        pair = (self.vertices[a], self.vertices[b])
        if any(set(pair) == set(other) and index == self.indices[i] for i, other in enumerate(self.pairs)):
            return
        if a == b or any(vertex in other for vertex in pair for other in self.pairs):
            refuse(f"a vertex of pair({a},{b}) is in two pairs")
        if index is not None and index in self.indices:
            refuse(f"two connections with the index {index}")
        self.pairs.append(pair)
        self.indices.append(index)


# ---------------------------------------------------------------------------------------------------------------- formula


def formula(puzzle, answers):
    """The text of the formula. Literals are texts, terms are (factor, literal)."""
    edges = range(1, len(puzzle.edges) + 1)
    vertices = range(1, len(puzzle.vertices) + 1)
    ends, edge_text, link_text = (dict(enumerate(column, 1)) for column in zip(*puzzle.edges)) if edges else ({}, {}, {})
    name = dict(enumerate(puzzle.vertices, 1))
    at = {v: [] for v in vertices}
    for e in edges:
        for v in ends[e]:
            at[v].append(e)
    terminals = {v: number for number, pair in enumerate(puzzle.pairs) for v in pair}
    sources = {pair[0] for pair in puzzle.pairs}
    sums = list(puzzle.sums())
    is_linkage = bool(puzzle.pairs)
    one_cycle = not is_linkage and not puzzle.cycles
    text, count = [], 0

    def constraint(comment, terms, relation, right):
        nonlocal count
        count += 1
        left = " ".join(f"{factor} {literal}" for factor, literal in terms) or "0 v1"
        text.append(f"* {comment}\n{left} {relation} {right} ;\n")

    def node(v):
        return f"node({name[v]})"

    def pair_text(pair):
        return f"pair({name[pair[0]]},{name[pair[1]]})"

    # The variables of edges and vertices.
    text += [f"* e{e} {edge_text[e]}\n" for e in edges]
    text += [f"* v{v} {node(v)}\n" for v in vertices]

    # Vertices on the solution have two edges in it, terminals one.
    for v in vertices:
        here = [(1, f"e{e}") for e in at[v]]
        if v in terminals:
            constraint(f"degree {node(v)}", here, "=", 1)
        else:
            constraint(f"degree {node(v)}", here + [(-2, f"v{v}")], "=", 0)
    for pair in puzzle.pairs:
        for v in pair:
            constraint(f"on {pair_text(pair)}", [(1, f"v{v}")], ">=", 1)
    for kind, cell, positive, negative, least, most in sums:
        terms = [(1, f"e{e}") for e in positive]
        if kind == "clue":
            constraint(f"clue clue({cell},{least})", terms, "=", least)
            continue
        if kind == "integrity":
            literals = [link_text[e] for e in positive] + [f"not {link_text[e]}" for e in negative]
            terms = [(1, f"~e{e}") for e in positive] + [(1, f"e{e}") for e in negative]
            constraint(f"integrity :- {', '.join(literals)}", terms, ">=", 1)
            continue
        if least is not None:
            constraint(f"at_least at_least({cell},{least})", terms, ">=", least)
        if most is not None:
            constraint(f"at_most at_most({cell},{most})", [(-1, f"e{e}") for e in positive], ">=", -most)
    for v in vertices if puzzle.cover else []:
        constraint(f"cover {node(v)}", [(1, f"v{v}")], ">=", 1)
    for e in sorted(puzzle.required):
        constraint(f"required {edge_text[e]}", [(1, f"e{e}")], ">=", 1)
    for e in sorted(puzzle.forbidden):
        constraint(f"forbidden {edge_text[e]}", [(1, f"~e{e}")], ">=", 1)

    # One cycle has one root, which is on it. There are several cycles if there is an edge.
    roots = []
    if one_cycle:
        wanted = [
            positive if least is not None and len(negative) < least else negative
            for _, _, positive, negative, least, most in sums
            if least is not None and len(negative) < least or most is not None and len(negative) > most
        ]
        around = [sorted({v for e in some for v in ends[e]}) for some in wanted]
        if puzzle.cover:
            roots = list(vertices[:1])
        elif puzzle.required:
            roots = [ends[min(puzzle.required)][0]]
        else:
            roots = min((some for some in around if some), key=len, default=list(vertices))
        constraint("one root", [(1, f"r{v}") for v in roots], "=", 1)
        for v in roots:
            constraint(f"root {node(v)}", [(1, f"v{v}"), (-1, f"r{v}")], ">=", 0)
    elif not is_linkage:
        constraint("some edge", [(1, f"e{e}") for e in edges], ">=", 1)

    # Flow from the root, or from the first end of each pair, reaches each vertex on the solution. The digits of an edge are its flow plus n - 1.
    most = max(len(vertices) - 1, 0)
    digits = max((2 * most).bit_length(), 1) if one_cycle or is_linkage else 0

    def flow(e, sign):
        return [(sign << digit, f"f{e}_{digit}") for digit in range(digits)]

    for e in edges if digits else []:
        constraint(f"capacity {edge_text[e]}", [(most, f"e{e}")] + flow(e, -1), ">=", -most)
        constraint(f"capacity {edge_text[e]}", [(most, f"e{e}")] + flow(e, 1), ">=", most)
    for v in vertices if digits else []:
        if v not in sources:
            signs = [(e, -1 if ends[e][0] == v else 1) for e in at[v]]
            terms = [term for e, sign in signs for term in flow(e, sign)] + [(-1, f"v{v}")]
            terms += [(most + 1, f"r{v}")] if v in roots else []
            constraint(f"flow {node(v)}", terms, ">=", most * sum(sign for _, sign in signs))

    # Labels: the number of the pair in binary, the same at both ends of an edge that is in.
    label_digits = range(max(len(puzzle.pairs) - 1, 0).bit_length())
    for number, pair in enumerate(puzzle.pairs):
        for v in pair:
            for digit in label_digits:
                sign = "" if number >> digit & 1 else "~"
                constraint(f"label {pair_text(pair)}", [(1, f"{sign}l{v}_{digit}")], ">=", 1)
    for e in edges:
        for digit in label_digits:
            for u, v in (ends[e], ends[e][::-1]):
                terms = [(1, f"~e{e}"), (1, f"~l{u}_{digit}"), (1, f"l{v}_{digit}")]
                constraint(f"label {edge_text[e]}", terms, ">=", 1)

    for number, answer in enumerate(answers, 1):
        terms = [(1, f"~e{e}" if e in answer else f"e{e}") for e in edges]
        constraint(f"not answer {number}", terms, ">=", 1)
    variables = len(edges) * (1 + digits) + len(vertices) * (1 + len(label_digits)) + len(roots)
    return f"* #variable= {variables} #constraint= {count}\n" + "".join(text)


def main():
    options = [argument for argument in sys.argv[1:] if argument.startswith("-")]
    files = [argument for argument in sys.argv[1:] if not argument.startswith("-")]
    if not 1 <= len(files) <= 2 or set(options) - {"--cover", "--cycles"}:
        refuse("usage: formula.py PUZZLE.lp [ANSWERS.lp] [--cover] [--cycles]")
    try:
        texts = [open(file, "rb").read().decode() for file in files]
    except (OSError, UnicodeDecodeError) as error:
        refuse(error)
    puzzle = Puzzle(Reader(texts[0], files[0]).facts(), "--cover" in options, "--cycles" in options)
    answers = []
    for line in texts[1].split("\n") if len(texts) == 2 else []:
        facts = Reader(line, files[1]).facts()
        for signature, _ in facts:
            if signature not in ("link/2", "link/1"):
                refuse(f"{signature} in an answer")
        if facts:
            answers.append({puzzle.link(arguments) for _, arguments in facts})
    sys.stdout.buffer.write(formula(puzzle, answers).encode())


if __name__ == "__main__":
    main()
