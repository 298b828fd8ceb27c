"""Calls of puzzles that may be where no limit is looked at: they end all the same.

Each has a process of its own: what is left goes on as long as that.
"""

import signal
import subprocess
import sys

import pytest

# Nobody waits so long for any of these.
CALLS = {
    "board": "Puzzle.board('hats', 300, 300)",
    "facts": "Puzzle.from_facts('edge(1..1900,2001..3900).')",
    "grid": "Puzzle.grid(3000, 3000)",
    "read": "Puzzle.read(('.' * 3000 + chr(10)) * 3000)",
}
# A job in the background of a script begins with SIGINT ignored.
SCRIPT = """
import signal
from zlink import Puzzle, limits
signal.signal(signal.SIGINT, signal.default_int_handler)
try:
    print("begun", flush=True)
    with limits({limit}):
        {call}
except {exception}:
    print("stopped", flush=True)
"""


def ended(call: str, limit: str, exception: str, *send: signal.Signals) -> bool:
    """Whether a call ends with an exception, and the program with it, once signals are sent."""
    script = SCRIPT.format(call=call, limit=limit, exception=exception)
    program = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    try:
        assert program.stdout and program.stdout.readline() == "begun\n"
        for number in send:
            program.send_signal(number)
        output, _ = program.communicate(timeout=100)
    finally:
        program.kill()
    return (program.returncode, output) == (0, "stopped\n")


@pytest.mark.slow
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
def test_the_time_limit(call: str) -> None:
    assert ended(call, "time=0.1", "TimeoutError")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells")
def test_the_memory_limit() -> None:
    assert ended(CALLS["read"], "memory=2**27", "MemoryError")


@pytest.mark.slow
def test_ctrl_c() -> None:
    assert ended(CALLS["board"], "time=1e9", "KeyboardInterrupt", signal.SIGINT)
