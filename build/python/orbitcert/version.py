"""The version of the package, which `build/python/wheel.py` writes into the wheel."""

__version__ = "0+source"
