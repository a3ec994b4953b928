"""Where the program is: in this package."""

import os
import sys
from pathlib import Path
from typing import NoReturn

_REFUSED = 2  # a hook then refuses


def no_program(found: str, kind: type[OSError] = OSError) -> OSError:
    """That there is no program, or none that runs."""
    return kind(
        f"assent: program: expected a program that runs here, got {found}; install the wheel that `./dev package` writes, which has it "
        "for Linux on x86-64, or name another one by the option `program`"
    )


def program_path() -> str:
    """The path of the program.

    :raises FileNotFoundError: the package was not made for this platform
    """
    path = Path(__file__).parent / "bin" / "assent"
    if not path.is_file():
        raise no_program(f"no file `{path}`", FileNotFoundError)
    return str(path)


def main() -> NoReturn:
    """Runs the program in this one's place."""
    try:
        program = program_path()
        os.execv(program, ["assent", *sys.argv[1:]])
    except OSError as error:
        print(error if error.errno is None else f"assent: {error}", file=sys.stderr)
    sys.exit(_REFUSED)
