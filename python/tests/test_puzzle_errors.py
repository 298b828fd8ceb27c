"""What is wrong with puzzles, texts and keywords is said, by the right exception."""

import os
import signal
import threading
import time
from pathlib import Path
from typing import Any, Callable

import networkx
import pytest

import zlink
from zlink import Puzzle

TRIANGLE = [(1, 2), (2, 3), (3, 1)]
untyped: Any = Puzzle
five: Any = 5
triangle: Any = Puzzle.from_edges(TRIANGLE)


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: Puzzle.from_edges([(1, 1)]), "the edge from 1 to itself is a loop"),
        (lambda: Puzzle.from_edges([(1, 2, 3)]), r"\(1, 2, 3\) is no pair of vertices"),
        (lambda: untyped.from_edges([5]), "5 is no pair of vertices"),
        (lambda: Puzzle.from_edges(TRIANGLE, cells={"c": [(1, 4)]}), r"the cell 'c' has the edge \(1, 4\), which"),
        (lambda: Puzzle.from_edges(TRIANGLE, clues={"c": 1}), "there is no cell 'c' for this clue"),
        (lambda: Puzzle.from_edges(TRIANGLE, cells=[TRIANGLE], clues=[-1]), "the clue of the cell 0 is a number from 0"),
        (lambda: Puzzle.from_edges(TRIANGLE, cells=[TRIANGLE], clues=[2**40]), "the clue of the cell 0"),
        (lambda: Puzzle.from_edges(TRIANGLE, pairs=[(1, 4)]), "4 is the end of a pair, but no vertex"),
        (lambda: Puzzle.from_edges(TRIANGLE, pairs=[(1, 2), (3, 1)]), "1 is the end of a pair twice"),
        (lambda: Puzzle.from_edges(TRIANGLE, pairs=[(1, 2)], topology="cycles"), "'linkage'"),
        (lambda: Puzzle.from_edges(TRIANGLE, required=[(1, 4)]), r"required or forbidden is the edge \(1, 4\)"),
        (lambda: Puzzle.from_edges(TRIANGLE, positions={4: (0, 0)}), "4 has a position, but is no vertex"),
        (lambda: Puzzle.from_edges(TRIANGLE, positions={1: (0, float("nan"))}), "the position of 1"),
        (lambda: untyped.from_edges(TRIANGLE, topology="tree"), "there is no topology 'tree'; there are cycle,"),
        (lambda: untyped.read("3.", "slither"), "there is no format 'slither'"),
        (lambda: triangle.solve(engine="magic"), "there is no engine 'magic'"),
        (lambda: triangle.solve(threads=0), "threads is a number from 1 on, not 0"),
        (lambda: triangle.solve(time_limit=-1), "a time limit is a number of seconds"),
        (lambda: triangle.check([(1, 4)]), r"the puzzle has no edge \(1, 4\)"),
        (lambda: triangle.check([(1, 2)]), "vertex 1 has 1 link"),
        (lambda: triangle.write("numberlink"), "cannot express"),
        (lambda: Puzzle.from_edges(TRIANGLE, pairs=[(1, 2)]).make_slitherlink(), "a Slitherlink has no pairs"),
        (lambda: triangle.make_slitherlink(difficulty="trivial"), "there is no difficulty 'trivial'"),
        (lambda: Puzzle.board("square", 40, 40).count(engine="brute"), "the engine brute takes at most"),
        (lambda: Puzzle.board("square", 0, 4), "a board of 0 by 4 places"),
        (lambda: Puzzle.board("square", -1, 4), "-1 is out of range"),
        (lambda: Puzzle.board("penrose", 4, 4, patch=2**64), "18446744073709551616 is out of range"),
        (lambda: triangle.solve(seed=-1), r"seed is a number from 0 to 2\*\*64 - 1, not -1"),
        (lambda: triangle.solve(threads=True), "threads is a number from 1 on, not True"),
        (lambda: Puzzle.from_edges(["ab", "bc", "ca"]), "'ab' is no pair of vertices"),
        (lambda: Puzzle.from_edges([(float("nan"), 1)]), "nan is not equal to itself"),
        (lambda: Puzzle.from_edges(TRIANGLE, cells={"c": TRIANGLE}, clues={"c": True}), "the clue of the cell 'c'"),
        (lambda: Puzzle.from_edges(TRIANGLE, cells=[TRIANGLE] * 2, clues=[1]), "a list of 1 clues is given for 2 cells"),
        (lambda: untyped.from_edges(TRIANGLE, positions={1: {2, 3}}), "the position of 1 is no pair of numbers"),
        (lambda: untyped.from_edges(TRIANGLE, cells=[TRIANGLE], clues=[1.5]), "the clue of the cell 0"),
        (lambda: triangle.draw("a.jpg"), r"a picture is written as \.svg or \.png, not as a\.jpg"),
        (lambda: triangle.solve().draw(Path("a.pdf")), r"written as \.svg or \.png"),
        (lambda: triangle.explain().draw(1, "a.gif"), r"written as \.svg or \.png"),
    ],
)
def test_values(call: "Callable[[], Any]", text: str) -> None:
    with pytest.raises(ValueError, match=text):
        call()


def test_types() -> None:
    with pytest.raises(TypeError, match=r"solve\(\) got an unexpected keyword argument 'time'"):
        triangle.solve(time=5)
    with pytest.raises(TypeError):
        untyped.from_edges([([], 1)])
    with pytest.raises(TypeError):
        untyped.read(5)
    for step in (99, -1):
        with pytest.raises(IndexError, match=f"there is no step {step}"):
            Puzzle.read("3.\n..").explain().svg(step)
    for call in (
        lambda: triangle.count(progress=5),
        lambda: zlink.limits(progress=five),
        lambda: triangle.analyse(on_report=5),
    ):
        with pytest.raises(TypeError, match="is a function, not 5"):
            call()
    for question, keyword in [("explain", "engine"), ("rate", "threads"), ("analyse", "seed"), ("make_slitherlink", "engine")]:
        with pytest.raises(TypeError, match=f"unexpected keyword argument '{keyword}'"):
            getattr(triangle, question)(**{keyword: 1})
    for call in (
        lambda: untyped.from_edges(TRIANGLE, vertices="Ann"),
        lambda: untyped.from_edges(TRIANGLE, cells=[TRIANGLE], clues={1}),
        lambda: triangle.with_clues([1]),
        lambda: untyped.from_networkx(None),
        lambda: untyped.from_networkx(TRIANGLE),
        lambda: untyped.from_networkx(networkx.Graph(TRIANGLE), positions=[(0, 0)]),
    ):
        with pytest.raises(TypeError, match="expected|mapping"):
            call()


def test_texts_are_refused_at_their_place(tmp_path: Path) -> None:
    with pytest.raises(zlink.ReadError, match="the full stop after this fact is missing") as caught:
        Puzzle.from_facts("edge(1,2).\nedge(2,3) edge(3,1).")
    assert (caught.value.file, caught.value.line, caught.value.column) == ("text", 2, 10)
    file = tmp_path / "my.lp"
    file.write_text("edge(1,2). edgy(2,3).")
    assert len(Puzzle.read(file).warnings) == 1
    with pytest.raises(ValueError, match=r"my\.lp:1:12: error"):
        Puzzle.read(file, strict=True)
    with pytest.raises(FileNotFoundError, match=r"nothing\.lp"):
        Puzzle.read(tmp_path / "nothing.lp")
    with pytest.raises(IsADirectoryError):
        Puzzle.read(tmp_path)


def test_names_of_files_are_no_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "3.3").write_text("3.\n.1\n")
    assert len(Puzzle.read("3.3").cells) == 3
    monkeypatch.chdir(tmp_path)
    for name in ("/path/to/puzzle", "puzzle.lp", "my puzzle.txt", "./puzzle", b"a.json", "3.3"):
        for read in (Puzzle.read, untyped.from_facts):
            with pytest.raises(zlink.ReadError, match=r"looks like the name of a file, which Puzzle\.read\(pathlib\.Path"):
                read(name)
    assert len(Puzzle.read(Path("3.3")).cells) == 4
    texts = ["https://puzz.link/p?slither/2/2/d1", "2x2t0:3b1", "..", "edge(1,2). edge(2,3). edge(3,1). % from a.txt", "3."]
    assert all(Puzzle.read(text).edges for text in texts)


def test_limits() -> None:
    large = Puzzle.board("square", 40, 40)
    for question in (large.count, large.is_unique, large.family, large.rate, large.explain):
        with pytest.raises(TimeoutError):
            question(time_limit=0)
    with pytest.raises(TimeoutError):
        list(large.solutions(time_limit=0.05))
    with pytest.raises(MemoryError):
        Puzzle.board("square", 10, 10).family(memory_limit=1 << 16, engine="zdd")
    with zlink.limits(time=0), pytest.raises(TimeoutError):
        large.count()
    analysis = large.analyse(time_limit=0)
    assert analysis.status == "unknown" and analysis.unknown == {"solutions": "the time limit was reached"}


def test_progress_is_told_and_may_stop() -> None:
    told = []
    Puzzle.board("square", 11, 11).family(progress=lambda stage, detail: told.append((stage, detail)))
    assert told and all(isinstance(text, str) for pair in told for text in pair)

    class Enough(Exception):
        pass

    def stop(stage: str, detail: str) -> None:
        raise Enough

    large = Puzzle.board("square", 60, 60)
    with pytest.raises(Enough):
        large.count(progress=stop)
    with pytest.raises(Enough):
        list(large.solutions(progress=stop))


@pytest.mark.parametrize("waiting", ["count", "solutions", "between"])
def test_interrupts(waiting: str) -> None:
    # Nobody lists 10^24 cycles, or those of the large board.
    size = 10 if waiting == "between" else 60
    hard = Puzzle.board("square", size, size)
    begun = threading.Event()

    def interrupt() -> None:
        begun.wait(60)
        os.kill(os.getpid(), signal.SIGINT)

    def heard(stage: str, detail: str) -> None:
        begun.set()

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        if waiting == "count":
            hard.count(progress=heard)
        elif waiting == "solutions":
            # The first ones come soon, the others after nobody knows how long.
            for _ in hard.solutions(progress=heard):
                pass
        else:
            for _ in hard.solutions():
                begun.set()
                time.sleep(0.001)
    thread.join()
    assert Puzzle.from_edges(TRIANGLE).count() == 1


def test_threads_wait_for_their_own_solutions() -> None:
    counts = []

    def count() -> None:
        counts.append(sum(1 for _ in Puzzle.board("square", 4, 4).solutions()))

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [9349] * 4
