"""Where the program is: in this package."""

import os
import sys
from pathlib import Path
from typing import NoReturn

_REFUSED = 2  # a hook then refuses


def program_path() -> str:
    """The path of the program.

    :raises FileNotFoundError: the package was not made for this platform
    """
    path = Path(__file__).parent / "bin" / "assent"
    if not path.is_file():
        raise FileNotFoundError(f"`{path}`: the program is not there: install the wheel for this platform, or name one with `program`")
    return str(path)


def main() -> NoReturn:
    """Runs the program in this one's place."""
    try:
        program = program_path()
        os.execv(program, ["assent", *sys.argv[1:]])
    except OSError as error:
        print(f"assent: {error}", file=sys.stderr)
    sys.exit(_REFUSED)
