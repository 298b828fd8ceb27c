"""Link puzzles (Slitherlink, Numberlink) and families of sets."""

from ._zlink import Family, InternalError, limits

__all__ = ["Family", "InternalError", "limits"]
