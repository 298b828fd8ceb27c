#!/usr/bin/env python3
"""Has VeriPB check what `zlink prove` writes, for random puzzles and for the instances, and holds it to refuse spoilt certificates.

Of each certificate: VeriPB says that the formula has no model, examples/formula.py writes the same formula from the facts, and `zlink check`
accepts each answer, which clingo extends to a model unless it is excluded. A spoilt certificate has a formula with a model (an answer is no longer excluded, or clingo finds one after another
change), perhaps with changes in the proof; or its last step or its conclusion proves nothing. VeriPB must refuse all of them.

usage: check.py --veripb PROGRAM [--zlink PROGRAM] [--puzzles N] [--spoilt N] [--seed S]
Needs the Python package `clingo`. The same seed makes the same puzzles and changes. Exit status 1 when anything is wrong.
"""

import argparse
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "clingo"))

import differential  # noqa: E402: it lies in another folder
import encoded  # noqa: E402

FORMULA = ROOT / "examples" / "formula.py"
MOST_ANSWERS = 200
# Spoilt certificates are changed ones of at most so many bytes, so that there are many.
MOST_BYTES = 100_000
# The exit status where there are more answers than `--at-most`.
MORE_ANSWERS = 10


def run(*command, text=None):
    return subprocess.run(list(map(str, command)), input=text, capture_output=True, text=True, timeout=300)


def instances():
    """The instances with few solutions whose solutions are no paths with free ends, with their options."""
    for line in (ROOT / "instances" / "expected.tsv").read_text().splitlines()[1:]:
        name, options, _, count, _ = line.split("\t")
        if int(count) <= MOST_ANSWERS and "--path-matchings" not in options:
            yield name, (ROOT / "instances" / name).read_text(), [] if options == "-" else options.split()


def random_puzzles(seed, count):
    for number in range(count):
        rnd = random.Random(f"{seed}/{number}")
        puzzle = (differential.Named if number % 4 == 3 else differential.Puzzle)(rnd)
        yield f"random puzzle {number}", puzzle.text(), puzzle.options()


class Checker:
    def __init__(self, options, folder):
        self.zlink, self.veripb, self.folder = options.zlink, options.veripb, folder
        self.faults, self.certificates, self.unproved = [], [], 0

    def fault(self, name, message):
        self.faults.append(f"{name}: {message}")
        print(self.faults[-1], flush=True)

    def is_accepted(self, formula, proof):
        paths = [self.folder / "checked.opb", self.folder / "checked.pbp"]
        for path, text in zip(paths, (formula, proof)):
            path.write_text(text)
        ran = run(self.veripb, *paths)
        return ran.returncode == 0 and "s VERIFIED UNSATISFIABLE" in ran.stdout.splitlines()

    def check(self, name, facts, options):
        puzzle, plain, proved = (self.folder / name for name in ("puzzle.lp", "plain.lp", "proof"))
        options = [word for option in options for word in option.split("=")]
        cover = ["--cover"] * ("--cover" in options) + ["--cycles"] * ("many" in options)
        puzzle.write_text(facts)
        plain.write_text(facts)
        if run(sys.executable, FORMULA, plain, *cover).returncode:
            # Intervals, pools and directives are written out.
            plain.write_text(run(self.zlink, "convert", puzzle).stdout)
        ran = run(self.zlink, "prove", "--at-most", MOST_ANSWERS, *options, puzzle, "-o", proved)
        if ran.returncode == MORE_ANSWERS:
            self.unproved += 1
            return
        if ran.returncode not in (20, 30):
            self.fault(name, f"prove leaves with {ran.returncode}; {ran.stderr}")
            return
        formula, proof, answers = ((proved / file).read_text() for file in ("formula.opb", "proof.pbp", "answers.lp"))
        if not self.is_accepted(formula, proof):
            self.fault(name, "VeriPB does not accept the proof")
        written = run(sys.executable, FORMULA, plain, proved / "answers.lp", *cover)
        if written.stdout != formula:
            self.fault(name, f"examples/formula.py writes another formula; {written.stderr}")
        for answer in answers.splitlines():
            checked = run(self.zlink, "check", *options, puzzle, "-", text=answer)
            if checked.stdout != "CORRECT\n":
                self.fault(name, f"check says {checked.stdout!r} of {answer}; {checked.stderr}")
        for number, answer in enumerate(answers.splitlines()[:3], 1):
            if not is_model(formula, number):
                self.fault(name, f"the formula does not know {answer}")
        if len(formula) + len(proof) <= MOST_BYTES:
            self.certificates.append((name, formula, proof))

    def spoil(self, rnd):
        """Whether a random certificate could be spoilt; it is a fault if VeriPB accepts it."""
        name, formula, proof = rnd.choice(self.certificates)
        how, formula, proof = rnd.choice([without_answer, with_model, with_model, concluded])(rnd, formula, proof)
        if formula is not None and self.is_accepted(formula, proof):
            self.fault(name, f"VeriPB accepts it spoilt: {how}\n{formula}\n{proof}")
        return formula is not None


def is_model(formula, number):
    """Whether the formula has a model with the edges of this answer if it excludes none."""
    rules, *excluded = formula.split("* not answer ")
    literals = excluded[number - 1].split("\n")[1].split(" ")[1:-2:2]
    units = [f"1 {literal[1:] if literal[0] == '~' else '~' + literal} >= 1 ;\n" for literal in literals]
    return len(encoded.models_of_opb(rules + "".join(units))) == 1


def without_answer(rnd, formula, proof):
    """An answer that is not excluded is a model."""
    lines = formula.split("\n")
    at = [i for i, line in enumerate(lines) if line.startswith("* not answer")]
    if not at:
        return "", None, None
    lines[rnd.choice(at) + 1] = "0 v1 >= 0 ;"
    return "an answer is not excluded", "\n".join(lines), changed(rnd, proof)


def with_model(rnd, formula, proof):
    """Another right side of a constraint, or no constraint, if the formula has a model then."""
    lines = formula.split("\n")
    at = rnd.choice([i for i, line in enumerate(lines) if line.endswith(";")])
    left, relation, right, _ = lines[at].rsplit(" ", 3)
    lines[at] = rnd.choice(["0 v1 >= 0 ;", f"{left} {relation} {int(right) + rnd.choice([-1, 1])} ;"])
    formula = "\n".join(lines)
    if len(formula) > 10_000 or not encoded.models_of_opb(formula):
        return "", None, None
    return f"line {at + 1} of the formula", formula, changed(rnd, proof)


def concluded(rnd, formula, proof):
    """The last step, which is the contradiction, is missing, or the conclusion is from the one before."""
    lines = proof.split("\n")
    steps = [i for i, line in enumerate(lines) if line.startswith(("rup", "pol"))]
    # A sum before it may be a contradiction itself; a clause is none.
    if len(steps) < 2 or lines[steps[-2]].startswith("pol"):
        return "", None, None
    last = int(re.search(r"conclusion UNSAT : (\d+) ;", proof).group(1)) - 1
    if rnd.random() < 0.5:
        lines[steps[-1]] = ""
    text = "\n".join(lines)
    return "its conclusion", formula, text.replace(f"UNSAT : {last + 1} ;", f"UNSAT : {last} ;")


def changed(rnd, proof):
    """Up to three changes of the steps: a word is left out or another number, or a line is left out, doubled or moved."""
    head, *steps = re.split(r"(?<=;)\n", proof.split("\noutput")[0])
    for _ in range(rnd.randint(0, 3) if steps else 0):
        at = rnd.randrange(len(steps))
        words = steps[at].split(" ")
        word = rnd.randrange(len(words))
        how = rnd.randrange(5)
        if how == 0:
            del words[word]
        elif how == 1 and words[word].isdecimal():
            words[word] = str(max(int(words[word]) + rnd.choice([-1, 1]), 0))
        elif how == 2:
            words = []
        elif how == 3:
            words += ["\n", *words]
        else:
            other = rnd.randrange(len(steps))
            words, steps[other] = steps[other].split(" "), steps[at]
        steps[at] = " ".join(words)
    return "\n".join([head, *steps]) + "\noutput" + proof.split("\noutput")[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--zlink", default="target/release/zlink", help="the program to test")
    parser.add_argument("--veripb", default="veripb", help="the checker")
    parser.add_argument("--puzzles", type=int, default=200, help="how many random puzzles")
    parser.add_argument("--spoilt", type=int, default=500, help="how many spoilt certificates")
    parser.add_argument("--seed", type=int, default=1, help="which puzzles and changes")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        checker = Checker(options, pathlib.Path(folder))
        for puzzles in (random_puzzles(options.seed, options.puzzles), instances()):
            for name, facts, more in puzzles:
                checker.check(name, facts, more)
            print(f"{len(checker.certificates)} certificates to be spoilt, {len(checker.faults)} faults", flush=True)
        rnd, spoilt = random.Random(options.seed), 0
        while spoilt < options.spoilt and checker.certificates:
            spoilt += checker.spoil(rnd)
    print(f"{spoilt} spoilt certificates, {checker.unproved} puzzles with more answers, {len(checker.faults)} faults")
    return 1 if checker.faults or not checker.certificates else 0


if __name__ == "__main__":
    sys.exit(main())
