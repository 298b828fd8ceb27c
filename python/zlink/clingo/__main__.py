"""clingo with the theory of cycles and paths: ``python -m zlink.clingo program.lp instance.lp``."""

import sys
from typing import Sequence

import clingo
from clingo.application import Application, clingo_main

from ._theory import Theory


class _Application(Application):
    program_name = "zlink.clingo"

    def main(self, control: clingo.Control, files: Sequence[str]) -> None:
        theory = Theory()
        theory.register(control)
        for file in files or ["-"]:
            control.load(file)
        control.ground([("base", [])])
        theory.prepare(control)
        control.solve(on_model=theory.on_model)


sys.exit(clingo_main(_Application(), sys.argv[1:]))
