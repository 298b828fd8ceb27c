"""clingo with the theory of cycles and paths: ``python -m zlink.clingo program.lp instance.lp``."""

import os
import re
import sys
from typing import List, Sequence

import clingo
from clingo.application import Application, clingo_main

from ._theory import Theory

# Several times fewer conflicts than with clingo's own choice, as it simplifies clauses first (benches/theory.py).
_CONFIGURATION = "--configuration=trendy"
# Options that choose a configuration, or several of them.
_CHOSEN = ("--conf", "--par", "-t")
# Only with these does a program have scripts; to be able to run them takes time.
_SCRIPT = re.compile(rb"#\s*(script|include)")


def _may_have_scripts(file: str) -> bool:
    try:
        with open(file, "rb") as text:
            return _SCRIPT.search(text.read()) is not None
    except OSError:
        # clingo reads standard input as "-", and says what is wrong with the name of a file.
        return True


class _Application(Application):
    program_name = "zlink.clingo"

    def main(self, control: clingo.Control, files: Sequence[str]) -> None:
        if not files or any(map(_may_have_scripts, files)):
            from clingo.script import enable_python

            enable_python()
        Theory().register(control)
        try:
            for file in files or ["-"]:
                control.load(file)
            control.ground([("base", [])])
            control.solve()
        except RuntimeError:
            # clingo prints the message, as ever, and ends; the Python around it would print how it came here, too.
            sys.stderr = open(os.devnull, "w")
            raise


def main(arguments: Sequence[str]) -> int:
    """Run clingo with the theory, with the arguments of a command line; the result is its exit status."""
    chosen: List[str] = [] if any(argument.startswith(_CHOSEN) for argument in arguments) else [_CONFIGURATION]
    return clingo_main(_Application(), [*chosen, *arguments])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
