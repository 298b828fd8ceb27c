"""What designers ask: analyses, explanations, ratings, new puzzles, pictures, formats."""

import json
from pathlib import Path
from typing import Any, List

import pytest

import zlink
from zlink import Puzzle


def test_several_solutions() -> None:
    puzzle = Puzzle.read("3.3\n...\n3.3\n")
    heard: "List[str]" = []
    analysis = puzzle.analyse(on_report=lambda so_far: heard.append(list(so_far.stages)[-1]))
    assert heard == list(analysis.stages) and heard[0] == "solutions" and not analysis.unknown
    assert analysis.status == "several" and len(analysis.solutions) == 2
    everything = [frozenset(solution) for solution in puzzle.solutions()]
    count = len(everything)
    assert analysis.number == zlink.Number(count, True) and str(analysis.number) == str(count)
    assert analysis.shares is not None
    for edge in puzzle.edges:
        share = sum(edge in solution for solution in everything)
        assert analysis.shares[edge] == share
        assert (edge in (analysis.in_all or ())) == (share == count)
        assert (edge in (analysis.in_none or ())) == (share == 0)
        assert (edge in (analysis.in_some or ())) == (0 < share < count)
    assert analysis.clue_values is not None
    for cell, numbers in analysis.clue_values.items():
        for clue, number in enumerate(numbers):
            assert number == (puzzle.with_clues({**puzzle.clues, cell: clue}).count(), True)
    assert analysis.unique_clues
    for cell, clue in analysis.unique_clues:
        assert puzzle.with_clues({**puzzle.clues, cell: clue}).is_unique()
    assert analysis.redundant is analysis.contradiction is None
    assert str(analysis).startswith("solutions      several\n") and repr(analysis) == "<zlink.Analysis: several>"
    assert [json.loads(line)["stage"] for line in analysis.to_json_lines().splitlines()] == heard


def test_one_solution_and_none() -> None:
    made = Puzzle.board("square", 5, 5).make_slitherlink(seed=3)
    analysis = made.puzzle.analyse()
    assert analysis.status == "one" and analysis.solutions == (made.solution,)
    assert analysis.needed and analysis.redundant is not None
    for constraint in (*analysis.needed, *analysis.redundant):
        assert constraint.kind == "clue" and constraint.fact == f"clue({constraint.what},{made.puzzle.clues[constraint.what]})."
        rest = made.puzzle.with_clues({c: n for c, n in made.puzzle.clues.items() if c != constraint.what})
        assert rest.is_unique() == (constraint in analysis.redundant)
    wrong = Puzzle.read("3.\n.0\n").analyse()
    assert wrong.status == "none" and wrong.is_minimal
    assert [constraint.kind for constraint in wrong.contradiction or ()] == ["clue", "clue"]
    pairs = Puzzle.from_edges([(1, 2), (3, 4)], pairs=[(1, 3)], required=[(1, 2)], cover=True).analyse()
    kinds = {constraint.kind: constraint.what for constraint in pairs.contradiction or ()}
    assert kinds.get("pair") == (1, 3)


def test_reports_may_stop() -> None:
    class Enough(Exception):
        pass

    def stop(analysis: Any) -> None:
        raise Enough

    with pytest.raises(Enough):
        Puzzle.board("square", 8, 8).analyse(on_report=stop)


def test_explanations() -> None:
    made = Puzzle.board("square", 6, 6).make_slitherlink(difficulty="hard", seed=1)
    explanation = made.puzzle.explain()
    assert explanation.solutions == "one" and explanation.open == ()
    steps = explanation.steps
    assert len(steps) == len(explanation) and list(explanation) == list(steps)
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))
    links = {edge for step in steps for edge in step.links}
    assert links == set(made.solution.edges)
    known: "set[Any]" = set()
    for step in steps:
        assert step.sentence.endswith((".", "!")) and step.rule and step.difficulty
        assert known.issuperset(step.premises.links + step.premises.gaps)
        assert all(cell in made.puzzle.clues for cell in step.premises.clues)
        known.update(step.links, step.gaps)
        assert f"{step.number}. {step.sentence} [{step.rule}, {step.difficulty}]" in str(explanation)
    assert explanation.svg(1).startswith("<svg")
    rating = made.puzzle.rate()
    assert rating.difficulty == made.difficulty == "hard"
    assert rating.solutions == "one" and rating.rounds > 0
    tried = Puzzle.read("3.3\n...\n3.3\n").explain()
    branches = [branch for step in tried for branch in step.branches]
    assert tried.solutions == "several" and tried.open
    assert all(branch.edge in made.puzzle.edges for branch in branches)


def test_new_puzzles() -> None:
    board = Puzzle.board("square", 6, 5)
    made = board.make_slitherlink(symmetry="point", seed=7)
    assert made.puzzle.is_unique() and made.puzzle.edges == board.edges
    again = board.make_slitherlink(symmetry="point", seed=7)
    assert again.puzzle.clues == made.puzzle.clues and again.solution == made.solution
    grid = Puzzle.grid(6, 6)
    for cover in (False, True):
        made = grid.make_numberlink(cover=cover, seed=2)
        assert made.puzzle.pairs and made.puzzle.is_unique() and made.puzzle.cover == cover
        assert made.puzzle.check(made.solution) == made.solution
    with pytest.raises(ValueError):
        Puzzle.board("square", 2, 2).make_slitherlink(difficulty="extreme", clues=4)
    with pytest.raises(TimeoutError):
        Puzzle.board("square", 40, 40).make_slitherlink(time_limit=0)


def test_pictures(tmp_path: Path) -> None:
    puzzle = Puzzle.read("3.\n.1")
    solution = puzzle.solve()
    assert solution is not None
    for drawn in (puzzle, solution):
        svg = drawn.draw()
        assert svg.startswith("<svg") and svg == drawn._repr_svg_()
        assert drawn.draw(tmp_path / "a.svg") == svg and (tmp_path / "a.svg").read_text() == svg
        drawn.draw(str(tmp_path / "a.PNG"))
        assert (tmp_path / "a.PNG").read_bytes().startswith(b"\x89PNG")
        assert "3" in drawn.text()
    assert puzzle.draw() != solution.draw() and puzzle.text() != solution.text()
    assert puzzle.explain().draw(1, tmp_path / "step.svg") == puzzle.explain().svg(1)
    with pytest.raises(OSError):
        puzzle.draw(tmp_path / "no" / "folder.svg")


FORMATS: "List[Any]" = ["facts", "slitherlink", "pzpr", "loopy", "janko"]


def test_formats(tmp_path: Path) -> None:
    puzzle = Puzzle.read("3.1\n.2.\n0.3\n")
    for format in FORMATS:
        text = puzzle.write(format)
        for source in (text, text.encode(), tmp_path / format):
            if isinstance(source, Path):
                source.write_text(text)
            assert Puzzle.read(source).write("slitherlink") == puzzle.write("slitherlink")
    with pytest.raises(ValueError, match="cells and clues"):
        puzzle.write("edges", strict=True)
    covered = Puzzle.read(puzzle.write("edges"), "edges", cover=True, topology="cycles")
    assert covered.cover and covered.topology == "cycles" and not covered.cells
