"""Calls of puzzles that may be where no limit is looked at: they end all the same."""

import signal
import subprocess
import sys
import textwrap

import pytest

from zlink import Puzzle, limits

# Nobody waits so long for any of these.
CALLS = {
    "board": "Puzzle.board('hats', 300, 300)",
    "facts": "Puzzle.from_facts('edge(1..1900,2001..3900).')",
    "grid": "Puzzle.grid(3000, 3000)",
    "read": "Puzzle.read('.' * 3000 + chr(10) + ('.' * 3000 + chr(10)) * 2999)",
}


@pytest.mark.slow
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
def test_the_time_limit(call: str) -> None:
    with limits(time=0.1), pytest.raises(TimeoutError, match="time limit"):
        eval(call, {"Puzzle": Puzzle})


@pytest.mark.slow
def test_ctrl_c() -> None:
    script = f"""
    from zlink import Puzzle
    print("begun", flush=True)
    try:
        {CALLS["board"]}
    except KeyboardInterrupt:
        print("stopped", flush=True)
    """
    program = subprocess.Popen([sys.executable, "-c", textwrap.dedent(script)], stdout=subprocess.PIPE, text=True)
    try:
        assert program.stdout and program.stdout.readline() == "begun\n"
        program.send_signal(signal.SIGINT)
        output, _ = program.communicate(timeout=100)
    finally:
        program.kill()
    # What goes on is no reason to stay.
    assert (program.returncode, output) == (0, "stopped\n")
