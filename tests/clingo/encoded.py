"""What `zlink convert --encoding` writes, solved by clingo: each encoding has the solutions of the puzzle.

The program for clingo is run as it is; of a formula all models are counted. A linear program is read in both of its
formats, which must say the same, and its integers are written in binary; its solutions are cut to the edges. The pseudo-Boolean formula is
also written by examples/formula.py, with the same bytes; that program then excludes some of the solutions.
"""

import pathlib
import re
import sys

import clingo

FORMULA = pathlib.Path(__file__).resolve().parents[2] / "examples" / "formula.py"

# Beyond, clingo takes too long over a linear program.
MOST_DIGITS = 150

def edges_of(lines, prefix):
    """The edges by their numbers, as the comments at the head of a file tell them."""
    found = {}
    for line in lines:
        comment = re.match(rf"{re.escape(prefix)} (\S+) = link\((.*)\)$", line)
        if comment:
            found[comment.group(1)] = comment.group(2)
    return found


def all_models(add, shown, project):
    """The sets of `shown` atoms in all models of what `add` adds, each as often as there are models."""
    control = clingo.Control(["0", "--warn=none"] + (["--project=show"] if project else []))
    with control.backend() as backend:
        atoms = add(backend)
    names = {}
    with control.backend() as backend:
        for name in shown:
            symbol = clingo.Function("is", [clingo.String(name)])
            atom = backend.add_atom(symbol)
            backend.add_rule([atom], [atoms[name]])
            names[symbol] = name
    models = []
    with control.solve(yield_=True) as handle:
        for model in handle:
            models.append(frozenset(names[s] for s in model.symbols(atoms=True) if s in names))
    return models


def models_of_program(text):
    control = clingo.Control(["0", "--warn=none"])
    control.add("base", [], text)
    control.ground([("base", [])])
    models = []
    with control.solve(yield_=True) as handle:
        for model in handle:
            links = [s for s in model.symbols(shown=True) if s.positive]
            models.append(frozenset(tuple(map(str, s.arguments)) for s in links))
    return models


def models_of_formula(text):
    """As sets of numbers of edges."""
    lines = text.splitlines()
    edges = edges_of(lines, "c")
    header = next(line for line in lines if line.startswith("p cnf")).split()
    clauses = [list(map(int, line.split()[:-1])) for line in lines if line[:1] not in ("c", "p")]
    assert len(clauses) == int(header[3]), "as many clauses as the header says"

    def add(backend):
        atoms = {str(v): backend.add_atom() for v in range(1, int(header[2]) + 1)}
        backend.add_rule(list(atoms.values()), [], choice=True)
        for clause in clauses:
            backend.add_rule([], [-atoms[str(abs(l))] if l > 0 else atoms[str(abs(l))] for l in clause])
        return atoms

    return edges, all_models(add, edges, project=False)


class Linear:
    """Bounds and rows of a linear program: `rows` are (sense, right, terms)."""

    def __init__(self):
        self.bounds, self.integers, self.rows = {}, set(), []

    def same_as(self, other):
        rows = lambda program: [(sense, right, sorted(terms.items())) for sense, right, terms in program.rows]
        return (self.bounds, self.integers, rows(self)) == (other.bounds, other.integers, rows(other))

    @staticmethod
    def of_lp(text):
        program = Linear()
        body = "\n".join(line for line in text.splitlines() if not line.startswith("\\"))
        rows, bounds = body.split("Subject To\n")[1].split("Bounds\n")
        bounds, general = bounds.split("General\n")
        for row in re.split(r"^ c\d+:", rows, flags=re.M)[1:]:
            left, sense, right = re.match(r"(.*?)(<=|>=|=)\s*(-?\d+)\s*$", row, flags=re.S).groups()
            terms = {}
            for sign, factor, name in re.findall(r"([+-]?)\s*(\d*)\s+?([a-z]\w*)", left):
                value = int(factor or 1) * (-1 if sign == "-" else 1)
                if value:
                    terms[name] = terms.get(name, 0) + value
            program.rows.append((sense, int(right), terms))
        for line in bounds.splitlines():
            low, name, high = line.split(" <= ")
            program.bounds[name] = (int(low), int(high))
        program.integers = set(general.split("End")[0].split())
        return program

    @staticmethod
    def of_mps(text):
        program, section, is_integer = Linear(), None, False
        senses, terms, right = {}, {}, {}
        for line in text.splitlines():
            words = line.split()
            if not words or line.startswith("*"):
                continue
            if not line.startswith(" "):
                section = words[0]
            elif section == "ROWS":
                senses[words[1]] = {"L": "<=", "G": ">=", "E": "=", "N": None}[words[0]]
                terms[words[1]] = {}
            elif section == "COLUMNS" and "'MARKER'" in words:
                is_integer = "'INTORG'" in words
            elif section == "COLUMNS":
                name, pairs = words[0], words[1:]
                program.bounds.setdefault(name, (0, None))
                if is_integer:
                    program.integers.add(name)
                for row, value in zip(pairs[::2], pairs[1::2]):
                    if int(value):
                        terms[row][name] = terms[row].get(name, 0) + int(value)
            elif section == "RHS":
                for row, value in zip(words[1::2], words[2::2]):
                    right[row] = int(value)
            elif section == "BOUNDS":
                kind, _, name, *value = words
                low, high = program.bounds.get(name, (0, None))
                if kind in ("LO", "FX"):
                    low = int(value[0])
                if kind in ("UP", "FX"):
                    high = int(value[0])
                if kind == "BV":
                    low, high = 0, 1
                program.bounds[name] = (low, high)
        program.rows = [(sense, right.get(row, 0), terms[row]) for row, sense in senses.items() if sense]
        return program

    def digits(self):
        """How many binary digits all variables have."""
        return sum((high - low).bit_length() for low, high in self.bounds.values())

    def add(self, backend):
        """Variables in binary. Flows are whole where all that flows in and out is, so nothing is lost."""
        digits, atoms = {}, {}
        for name, (low, high) in self.bounds.items():
            width = (high - low).bit_length()
            bits = [(1 << i, backend.add_atom()) for i in range(width)]
            if bits:
                backend.add_rule([atom for _, atom in bits], [], choice=True)
                at_most(backend, bits, high - low)
            digits[name] = bits
            atoms[name] = bits[0][1] if bits else backend.add_atom()
            if not bits and low == 1:
                backend.add_rule([atoms[name]], [])
        for sense, right, terms in self.rows:
            rest = right - sum(factor * self.bounds[name][0] for name, factor in terms.items())
            bits = [(factor * weight, atom) for name, factor in terms.items() for weight, atom in digits[name]]
            if sense in ("<=", "="):
                at_most(backend, bits, rest)
            if sense in (">=", "="):
                at_most(backend, [(-weight, atom) for weight, atom in bits], -rest)
        return atoms


def models_of_opb(text):
    """The sets of edges, as facts, in models of a pseudo-Boolean formula."""
    lines = text.splitlines()
    edges = dict(re.match(r"\* (e\d+) (.*)", line).groups() for line in lines if re.match(r"\* e\d", line))
    rows = [re.match(r"(.*) (>=|=) (-?\d+) ;$", line).groups() for line in lines if not line.startswith("*")]
    terms = [re.findall(r"(-?\d+) (~?)(\w+)", left) for left, _, _ in rows]
    # There may be labels of which nothing is said.
    header = lines[0].split()
    assert int(header[2]) >= len({name for row in terms for factor, _, name in row if int(factor)})

    def add(backend):
        atoms = {name: backend.add_atom() for name in sorted({name for row in terms for _, _, name in row} | set(edges))}
        backend.add_rule(list(atoms.values()), [], choice=True)
        for (_, relation, right), row in zip(rows, terms):
            bits = [(int(factor), -atoms[name] if sign else atoms[name]) for factor, sign, name in row]
            at_most(backend, [(-weight, atom) for weight, atom in bits], -int(right))
            if relation == "=":
                at_most(backend, bits, int(right))
        return atoms

    return [frozenset(edges[e] for e in model) for model in all_models(add, edges, project=True)]


def differences_of_opb(run, program, puzzle, expected, instance, rnd):
    """Yields a line for each fault of the pseudo-Boolean formula, with none and with some of the solutions excluded."""
    written = run(program, ["convert", *puzzle.options(), "--encoding", "opb", str(instance)])
    if written.returncode:
        yield f"convert --encoding opb leaves with {written.returncode}; {written.stderr.strip()}"
        return
    excluded = set(rnd.sample(sorted(expected, key=sorted), min(len(expected), rnd.randint(0, 3))))
    answers = instance.with_suffix(".answers")
    answers.write_text("".join(" ".join(f"link({','.join(e)})." for e in answer) + "\n" for answer in excluded))
    options = [option.replace("=many", "") for option in puzzle.options()]
    alone, without = (
        run(sys.executable, [str(FORMULA), str(instance), *more, *options]) for more in ([], [str(answers)])
    )
    if alone.stdout != written.stdout:
        yield f"examples/formula.py writes another formula; {alone.stderr.strip()}"
    for text, wanted in ((written.stdout, expected), (without.stdout, expected - excluded)):
        if f"#constraint= {text.count(' ;')}\n" not in text:
            yield "the encoding opb does not have as many constraints as its first line says"
        facts = {frozenset(puzzle.edge_fact(edge) for edge in solution) for solution in wanted}
        models = set(models_of_opb(text))
        if models != facts:
            yield f"the encoding opb has {len(models)} solutions, clingo {len(facts)}; {without.stderr.strip()}"


def at_most(backend, bits, right):
    """Forbids that the sum of weighted atoms is more than `right`."""
    # A negative weight counts for the atom that is false.
    shift = -sum(weight for weight, _ in bits if weight < 0)
    body = [(atom if weight > 0 else -atom, abs(weight)) for weight, atom in bits if weight]
    if sum(weight for _, weight in body) > right + shift:
        backend.add_weight_rule([], max(right + shift + 1, 0), body)


def differences(run, program, puzzle, expected, instance):
    """Yields a line for each encoding that does not have the solutions `expected`."""
    written = {}
    formulas = ["cnf"] + (["cnf-positions", "cnf-colours", "cnf-shapes"] if puzzle.linkage else [])
    for language in ["clingo", *formulas, "lp", "mps"]:
        result = run(program, ["convert", *puzzle.options(), "--encoding", language, str(instance)])
        if result.returncode:
            yield f"convert --encoding {language} leaves with {result.returncode}; {result.stderr.strip()}"
            return
        written[language] = result.stdout

    def compared(language, models, is_exact):
        if set(models) != expected or (is_exact and len(models) != len(expected)):
            yield f"the encoding {language} has {len(models)} solutions, clingo {len(expected)}"

    yield from compared("clingo", models_of_program(written["clingo"]), True)
    by_name = {f"{u},{v}": (u, v) for u, v in puzzle.edges}
    for formula in formulas:
        edges, models = models_of_formula(written[formula])
        yield from compared(formula, [frozenset(by_name[edges[e]] for e in model) for model in models], True)
    linear = Linear.of_lp(written["lp"])
    if not linear.same_as(Linear.of_mps(written["mps"])):
        yield "the encodings lp and mps are not the same program"
    if linear.digits() <= MOST_DIGITS:
        edges = edges_of(written["lp"].splitlines(), "\\")
        models = all_models(linear.add, edges, project=True)
        yield from compared("lp", [frozenset(by_name[edges[e]] for e in model) for model in models], False)
