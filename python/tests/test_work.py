"""Long work: it can be stopped, it keeps limits, it tells how far it is, and it leaves the interpreter free."""

import _thread
import itertools
import random
import signal
import subprocess
import sys
import textwrap
import threading
from typing import List, Tuple

import pytest

from zlink import Family, InternalError, limits
from zlink._zlink import _panic

# Nobody waits so long: only what stops the work ends it.
LARGE = """
import random
from zlink import Family, limits
source = random.Random(1)
sets = [source.sample(range(90), 6) for _ in range(600)]
family = Family(sets)
"""


def large() -> "Family[int]":
    names: "dict[str, Family[int]]" = {}
    exec(LARGE, names)
    return names["family"]


def run(script: str, wait_for: str, send: signal.Signals) -> Tuple[int, str, str]:
    """Sends a signal to a program as soon as it has written what is waited for."""
    program = subprocess.Popen(
        [sys.executable, "-c", LARGE + textwrap.dedent(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert program.stdout
        begun = program.stdout.readline()
        assert begun.strip() == wait_for, begun
        program.send_signal(send)
        output, errors = program.communicate(timeout=100)
    finally:
        program.kill()
    return program.returncode, output, errors


def test_ctrl_c() -> None:
    script = """
    try:
        print("begun", flush=True)
        family.minimal_hitting()
    except KeyboardInterrupt:
        print("stopped", len(family))
    """
    code, output, errors = run(script, "begun", signal.SIGINT)
    assert (code, output) == (0, "stopped 600\n"), errors


def test_exceptions_of_signal_handlers_pass() -> None:
    script = """
    import signal
    def handler(number, frame):
        raise LookupError("from the handler")
    signal.signal(signal.SIGTERM, handler)
    try:
        print("begun", flush=True)
        family.minimal_hitting()
    except LookupError as error:
        print(error)
    """
    code, output, errors = run(script, "begun", signal.SIGTERM)
    assert (code, output) == (0, "from the handler\n"), errors


def test_ctrl_c_while_sets_are_read() -> None:
    script = """
    import itertools
    def endless():
        print("begun", flush=True)
        while True:
            yield [1]
    try:
        Family(itertools.chain(endless()))
    except KeyboardInterrupt:
        print("stopped")
    """
    code, output, errors = run(script, "begun", signal.SIGINT)
    assert (code, output) == (0, "stopped\n"), errors


def test_the_time_limit() -> None:
    family = large()
    with limits(time=0.05), pytest.raises(TimeoutError, match="time limit"):
        family.minimal_hitting()
    with limits(time=1e6):
        assert len(family.minimal()) == len(family), "what takes less is not stopped"


def test_the_memory_limit() -> None:
    family = large()
    with limits(memory=1 << 22), pytest.raises(MemoryError, match="memory limit"):
        family.minimal_hitting()
    with limits(memory=10), pytest.raises(MemoryError):
        Family.power_set(range(1000))


def test_inner_limits_replace_what_they_name() -> None:
    family = large()
    with limits(memory=1 << 22):
        with limits(time=1e9), pytest.raises(MemoryError):
            family.minimal_hitting()
        with limits(memory=1 << 40, time=0.05), pytest.raises(TimeoutError):
            family.minimal_hitting()
    with limits(time=0.0):
        pass
    assert len(family.maximal()) == len(family), "the limits are gone"


def test_limits_hold_in_one_thread_only() -> None:
    found: List[object] = []
    with limits(memory=10):
        thread = threading.Thread(target=lambda: found.append(Family.power_set(range(1000)).count()))
        thread.start()
        thread.join()
    assert found == [2**1000]


def test_other_threads_go_on() -> None:
    """If the interpreter were not free, nobody could stop the work."""
    family, begun = large(), threading.Event()

    def interrupt() -> None:
        begun.wait()
        _thread.interrupt_main()

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        begun.set()
        family.minimal_hitting()
    thread.join()


class Enough(Exception):
    """What nobody else raises."""


def test_progress_is_told_and_may_stop_the_work() -> None:
    told: List[Tuple[str, str]] = []

    def progress(phase: str, detail: str) -> None:
        told.append((phase, detail))
        if len(told) == 3:
            raise Enough

    with limits(progress=progress), pytest.raises(Enough):
        large().minimal_hitting()
    assert len(told) == 3
    assert all(phase == "at work" and detail.endswith(" MB") for phase, detail in told)


@pytest.mark.parametrize("on_thread", [False, True])
def test_a_panic_is_an_exception(on_thread: bool) -> None:
    with pytest.raises(InternalError, match="the tests asked for it") as caught:
        _panic(on_thread)
    assert isinstance(caught.value, RuntimeError)


def test_results_are_the_same_with_a_thread_and_without() -> None:
    """Small operands are tried without a thread, and large ones never are."""
    source = random.Random(2)
    some = Family(source.sample(range(60), 6) for _ in range(6000))
    parts = [Family(itertools.islice(some, start, start + 300), elements=some) for start in range(0, 6000, 300)]
    assert some.node_count > 1 << 13 > parts[0].node_count
    assert Family().union(*parts) == some
    assert sum(len(part & some) for part in parts) == len(some)


def test_iterators_have_the_memory_of_the_caller() -> None:
    # Each set leaves thousands of paths, so that these take more than the 64 MB of a short try.
    many: "Family[int]" = Family.power_set(range(8000))
    assert sum(1 for _ in itertools.islice(many.min_iter(), 1500)) == 1500
    with limits(memory=2**24):
        little = many.min_iter()
    with pytest.raises(MemoryError):
        for _ in itertools.islice(little, 1500):
            pass
