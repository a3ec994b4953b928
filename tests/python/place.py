"""What several tests need."""

import asyncio
import atexit
import os
import shutil
import signal
import tempfile
import unittest
from collections.abc import Callable
from pathlib import Path

PROGRAM = os.environ["ASSENT_PROGRAM"]


class AsyncTest(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self) -> None:
        asyncio.get_running_loop().set_debug(False)  # it would say how long a step takes


FOLDER = Path(tempfile.mkdtemp(prefix="assent-test-"))
atexit.register(shutil.rmtree, FOLDER)


def script(name: str, text: str) -> str:
    """Writes an executable file, and returns its path."""
    path = FOLDER / name
    path.write_text(text)
    path.chmod(0o755)
    return str(path)


def stand(name: str, lines: str) -> str:
    """A program in the place of Assent's: it says that it is, and does what its lines say."""
    return script(name, f'#!/bin/sh\nif [ "$1" = --version ]; then exec echo assent 1.2.3; fi\n{lines}')


def killable(name: str) -> tuple[str, Callable[[], None]]:
    """The program, and how to kill the process that was started last with it."""
    last = FOLDER / f"{name}.pid"
    program = script(name, f"#!/bin/sh\necho $$ >'{last}'\nexec '{PROGRAM}' \"$@\"\n")
    return program, lambda: os.kill(int(last.read_text()), signal.SIGKILL)
