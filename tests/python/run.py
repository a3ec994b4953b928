"""usage: run.py PROGRAM [TEST...]

Makes the wheel, installs it with pip into a fresh virtual environment, and runs the tests there. No network is needed.
"""

import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
BUILD = HERE / "../../app/python/build_wheel.py"
VERSION = "1.2.3"


def main(program: str, tests: list[str]) -> int:
    with tempfile.TemporaryDirectory(prefix="assent-python-") as folder:
        root = Path(folder)
        wrapper = root / "program"
        wrapper.write_text(f'#!/bin/sh\nexec {shlex.quote(os.path.abspath(program))} "$@"\n')
        environment = root / "venv"
        run = lambda *command: subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        run(sys.executable, BUILD, wrapper, root, VERSION)
        run(sys.executable, "-m", "venv", environment)
        (wheel,) = root.glob("*.whl")
        run(environment / "bin/pip", "install", "--no-index", "--quiet", wheel)
        variables = os.environ | {"ASSENT_PROGRAM": os.path.abspath(program), "ASSENT_WHEEL": str(wheel)}
        variables |= {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONWARNINGS": "error", "PATH": f"{environment}/bin:{os.environ['PATH']}"}
        names = tests or sorted(path.stem for path in HERE.glob("*_test.py"))
        return subprocess.run([environment / "bin/python", "-m", "unittest", *names], cwd=HERE, env=variables, check=False).returncode


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2:]))
