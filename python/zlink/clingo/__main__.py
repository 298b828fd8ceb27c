"""clingo with the theory of cycles and paths: ``python -m zlink.clingo program.lp instance.lp``."""

import sys
from typing import List, Sequence

import clingo
from clingo.application import Application, clingo_main
from clingo.script import enable_python

from ._theory import Theory

# Several times fewer conflicts than with clingo's own choice, as it simplifies clauses first (benches/theory.py).
_CONFIGURATION = "--configuration=trendy"
# Options that choose a configuration, or several of them.
_CHOSEN = ("--conf", "--par", "-t")


class _Application(Application):
    program_name = "zlink.clingo"

    def main(self, control: clingo.Control, files: Sequence[str]) -> None:
        enable_python()
        Theory().register(control)
        try:
            for file in files or ["-"]:
                control.load(file)
            control.ground([("base", [])])
            control.solve()
        except RuntimeError as error:
            # Where it was raised tells an author nothing.
            raise error.with_traceback(None) from None


def main(arguments: Sequence[str]) -> int:
    """Run clingo with the theory, with the arguments of a command line; the result is its exit status."""
    chosen: List[str] = [] if any(argument.startswith(_CHOSEN) for argument in arguments) else [_CONFIGURATION]
    return clingo_main(_Application(), [*chosen, *arguments])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
