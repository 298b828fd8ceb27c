"""Writes a BenchExec task for each instance: python3 benches/benchexec/tasks.py FOLDER.

The verdicts are those of instances/expected.tsv.
"""

import os
import sys
from pathlib import Path


def main(folder):
    instances = Path(__file__).resolve().parents[2] / "instances"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "satisfiable.prp").write_text("There is a solution.\n")
    rows = [line.split("\t") for line in (instances / "expected.tsv").read_text().splitlines()[1:]]
    for file, options, status, _, _ in rows:
        # The others ask about the same file with other rules.
        if options == "-":
            task = folder / file.replace("/", "-").replace(".lp", ".yml")
            task.write_text(
                "format_version: '2.0'\n"
                f"input_files: '{os.path.relpath(instances / file, folder.resolve())}'\n"
                "properties:\n"
                "  - property_file: satisfiable.prp\n"
                f"    expected_verdict: {'true' if status == 'SATISFIABLE' else 'false'}\n"
            )


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
