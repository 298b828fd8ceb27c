"""Link puzzles (Slitherlink, Numberlink) and families of sets."""

from ._zlink import Family, InternalError, __version__, limits

__all__ = ["Family", "InternalError", "__version__", "limits"]
