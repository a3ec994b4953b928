"""The program and its options are tried before a gate is made: with nothing to read the program ends at once, or says what is
wrong."""

import os
import subprocess
from collections.abc import Callable

from ._options import StrPath, file_at, in_options, path_text
from ._program import no_program, program_path
from ._server import end_of

_TRIAL = 60.0
"""They are tried this long, in seconds; what is wrong with them later is a denial."""
_WRONG_USAGE = 2


def _run(program: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    try:
        return subprocess.run(
            [program, *arguments], input="", capture_output=True, text=True, errors="replace", timeout=_TRIAL, check=False
        )
    except OSError as error:
        raise no_program(f"`{program}`: {error.strerror}", type(error)) from None
    except subprocess.TimeoutExpired:
        raise no_program(f"`{program}`, which did not end within {_TRIAL:g} s with nothing to read") from None


def _require_good_end(program: str, ran: "subprocess.CompletedProcess[str]") -> None:
    if ran.returncode != 0:
        last_words = ran.stderr.strip().split("\n")[-1]
        raise no_program(f"`{program}`, which {end_of(ran.returncode, last_words)}")


def program_of(given: StrPath | None) -> str:
    """The program that the option names, or the one of this package. Another one would be a gate that decides nothing.

    :raises OSError: it does not run, or is not assent
    """
    if given is None:
        return program_path()
    program = path_text("program", given)
    if "/" in program or isinstance(given, os.PathLike):
        program = file_at("program", program)
    ran = _run(program, "--version")
    _require_good_end(program, ran)
    if not ran.stdout.startswith("assent "):
        said = ran.stdout.split("\n", 1)[0]
        raise no_program(f"`{program}`, which is not assent: as its version it says `{said}`")
    return program


def try_program(program: str, arguments: list[str], in_words: Callable[[str], str] = in_options) -> None:
    """
    :raises OSError: the program does not run
    :raises ValueError: it does not take these
    """
    ran = _run(program, *arguments)
    said = ran.stderr.strip().split("\n")
    if ran.returncode == _WRONG_USAGE and any(line.startswith("assent: ") for line in said):
        raise ValueError("\n".join(in_words(line) for line in said))
    _require_good_end(program, ran)
