"""Link puzzles (Slitherlink, Numberlink) and families of sets."""

from typing import TYPE_CHECKING, Any

from ._zlink import Explanation, Family, InternalError, Puzzle, Solution, __version__, boards, limits

__all__ = [
    "Analysis",
    "Branch",
    "Constraint",
    "Explanation",
    "Family",
    "GraphSets",
    "InternalError",
    "Made",
    "NotASolution",
    "Number",
    "Premises",
    "Puzzle",
    "Rating",
    "ReadError",
    "Solution",
    "Step",
    "__version__",
    "boards",
    "limits",
]

if TYPE_CHECKING:
    from ._graph_sets import GraphSets
    from ._results import Analysis, Branch, Constraint, Made, NotASolution, Number, Premises, Rating, ReadError, Step


def __getattr__(name: str) -> Any:
    # These classes take as long to make as clingo to start, and `python -m zlink.clingo` needs none of them.
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import _graph_sets, _results

    return getattr(_graph_sets if name == "GraphSets" else _results, name)
