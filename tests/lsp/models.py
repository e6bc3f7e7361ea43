# SPDX-License-Identifier: MIT
"""Which models the tests look at: all of them, or in `make test` some, in turns."""

import glob
import os


def turn(things, one_in):
    """LINCHPIN_TURN says which; without it, as in `make soak`, it is everyone's turn."""
    which = os.environ.get("LINCHPIN_TURN")
    things = sorted(things)
    return things if not which else things[int(which) % one_in :: one_in]


def right(one_in):
    """Models without errors."""
    found = []
    for folder in ("docs/examples", "templates", "objects"):
        found += glob.glob(folder + "/**/*.lin", recursive=True)
    return turn(found + glob.glob("tests/verify/models/*.lin"), one_in)


def read(name):
    with open(name, encoding="utf-8", newline="") as f:
        return f.read()
