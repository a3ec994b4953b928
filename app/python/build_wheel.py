"""usage: build_wheel.py PROGRAM OUTDIR VERSION [NOTICES]

Writes the wheel with PROGRAM in it, and with the file NOTICES, what those ask whose code is in the program. The same input makes the
same bytes.
"""

import base64
import hashlib
import re
import struct
import sys
import tomllib
import zipfile
from pathlib import Path

HERE = Path(__file__).parent
ELF_X86_64 = 62
NEEDS_INTERPRETER = 3  # the type of a program header


def is_static(program: bytes) -> bool:
    """Whether it is a program for Linux on x86-64 that loads no library."""
    if program[:5] != b"\x7fELF\x02" or struct.unpack_from("<H", program, 18)[0] != ELF_X86_64:
        return False
    (start,) = struct.unpack_from("<Q", program, 32)
    size, count = struct.unpack_from("<HH", program, 54)
    return all(struct.unpack_from("<I", program, start + at * size)[0] != NEEDS_INTERPRETER for at in range(count))


def metadata(project: dict, version: str) -> str:
    """The project's own words, in the form of a wheel."""
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {project['name']}",
        f"Version: {version}",
        f"Summary: {project['description']}",
        f"License: {project['license']['text']}",
        f"Keywords: {','.join(project['keywords'])}",
        *(f"Classifier: {each}" for each in project["classifiers"]),
        f"Requires-Python: {project['requires-python']}",
        "Description-Content-Type: text/markdown",
    ]
    return "\n".join(lines) + "\n\n" + (HERE / project["readme"]).read_text()


def build(program: Path, outdir: Path, version: str, notices: Path | None) -> Path:
    project = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]
    code = program.read_bytes()
    # A static program runs on every Linux; indexes take no other.
    tag = f"py3-none-{'manylinux_2_17' if is_static(code) else 'linux'}_x86_64"
    name = f"{project['name']}-{version}"
    info = f"{name}.dist-info"
    scripts = "".join(f"{script} = {target}\n" for script, target in project["scripts"].items())

    sources = sorted(path for path in (HERE / "assent").rglob("*") if path.suffix in (".py", ".typed"))
    files = {path.relative_to(HERE).as_posix(): path.read_bytes() for path in sources}
    files["assent/bin/assent"] = code
    files[f"{info}/METADATA"] = metadata(project, version).encode()
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: assent\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    files[f"{info}/entry_points.txt"] = f"[console_scripts]\n{scripts}".encode()
    files[f"{info}/LICENSE"] = (HERE / "../../LICENSE").read_bytes()
    if notices is not None:
        files[f"{info}/NOTICES"] = notices.read_bytes()
    record = f"{info}/RECORD"
    files[record] = "".join(f"{path},{digest(content)},{len(content)}\n" for path, content in files.items()).encode()
    files[record] += f"{record},,\n".encode()

    outdir.mkdir(parents=True, exist_ok=True)
    wheel = outdir / f"{name}-{tag}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path)  # of 1980, whenever it is made
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = (0o100755 if path.startswith("assent/bin/") else 0o100644) << 16
            archive.writestr(entry, content)
    return wheel


def digest(content: bytes) -> str:
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def build_wheel(*_: object) -> None:
    """What `pip install FOLDER` calls: it would make a wheel without the program."""
    sys.exit(
        "assent: this is the source of the package, without the program. Install the wheel that `./dev package` writes, "
        "or `python3 app/python/build_wheel.py PROGRAM OUTDIR VERSION`"
    )


build_editable = build_sdist = build_wheel


if __name__ == "__main__":
    arguments = sys.argv[1:]
    if len(arguments) not in (3, 4) or not re.fullmatch(r"\d+\.\d+\.\d+((a|b|rc)\d+)?", arguments[2]):
        sys.exit("usage: build_wheel.py PROGRAM OUTDIR VERSION [NOTICES], with a version such as 0.1.0")
    print(build(Path(arguments[0]), Path(arguments[1]), arguments[2], Path(arguments[3]) if arguments[3:] else None))
