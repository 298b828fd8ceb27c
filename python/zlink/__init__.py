"""Link puzzles (Slitherlink, Numberlink) and families of sets."""

from ._results import Analysis, Branch, Constraint, Made, NotASolution, Number, Premises, Rating, ReadError, Step
from ._zlink import Explanation, Family, InternalError, Puzzle, Solution, __version__, boards, limits

__all__ = [
    "Analysis",
    "Branch",
    "Constraint",
    "Explanation",
    "Family",
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
