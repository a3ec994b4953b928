"""What is in the wheel, the command, and the bridge's script."""

import hashlib
import os
import stat
import subprocess
import sys
import unittest
import zipfile
from importlib import metadata
from pathlib import Path
from typing import Any

import assent
from place import FOLDER, PROGRAM, script

BUILD = str(Path(__file__).resolve().parent / "../../app/python/build_wheel.py")
HOOK = '{"hook_event_name":"PreToolUse","cwd":"/","tool_name":"Bash","tool_input":{"command":"rm x"}}'


def run(*command: str, text: str = "") -> "subprocess.CompletedProcess[str]":
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


SDK = '''
import dataclasses
from assent._results import *
PermissionResult = PermissionResultAllow | PermissionResultDeny
ToolPermissionContext = object
ToolPermissionContext = object
class ClaudeAgentOptions:
    def __init__(self, *, can_use_tool, hooks, cwd): self.can_use_tool, self.hooks = can_use_tool, hooks
@dataclasses.dataclass
class Context:
    decision_reason: str | None = None
async def query(*, prompt, options):
    assert [each["message"]["content"] async for each in prompt] == ["run the tests"]
    for command in ("npm test", "rm x", "make"):
        answer = await options.can_use_tool("Bash", {"command": command}, Context())
        yield f"{command} | {answer.behavior} | {getattr(answer, 'message', '')}"
'''


class ExampleTest(unittest.TestCase):
    def test_the_example_of_the_documentation_runs_as_it_stands_with_an_sdk_that_asks_about_three_commands(self) -> None:
        page = (Path(__file__).resolve().parent / "../../docs/python.md").read_text()
        example = page.split("```python\n")[1].split("```")[0]
        folder = FOLDER / "example"
        folder.mkdir()
        (folder / "claude_agent_sdk.py").write_text(SDK)
        (folder / "example.py").write_text(example)
        ran = run(sys.executable, str(folder / "example.py"), text="n\n")
        self.assertEqual(ran.stdout.splitlines(), [
            "npm test | allow | ",
            "rm x | deny | denied by rule `Bash(rm *)` (an option)",
            "Bash {'command': 'make'}? `make` runs code of the project; no rule allows it [y/n] make | deny | not now",
        ], ran.stderr)


class WheelTest(unittest.TestCase):
    def build(self, program: str, name: str, version: str = "1.2.3") -> Path:
        built = run(sys.executable, BUILD, program, str(FOLDER / name), version)
        self.assertEqual(built.returncode, 0, built.stderr)
        return Path(built.stdout.strip())

    def test_the_same_program_and_version_make_the_same_bytes(self) -> None:
        program = script("any", "x")
        one, other = (hashlib.sha256(self.build(program, name).read_bytes()).digest() for name in ("one", "other"))
        self.assertEqual(one, other)

    def test_a_static_program_makes_a_wheel_for_every_linux_and_another_one_for_this(self) -> None:
        head = b"\x7fELF\x02\x01\x01" + bytes(11) + b"\x3e\x00" + bytes(12) + (64).to_bytes(8, "little") + bytes(14)
        head += (56).to_bytes(2, "little") + (1).to_bytes(2, "little") + bytes(6)
        for name, kind, tag in [("static", 1, "manylinux_2_17_x86_64"), ("dynamic", 3, "linux_x86_64")]:
            program = FOLDER / f"{name}.elf"
            program.write_bytes(head + kind.to_bytes(4, "little") + bytes(52))
            self.assertEqual(self.build(str(program), name).name, f"assent-1.2.3-py3-none-{tag}.whl")

    def test_a_source_folder_is_not_installed_it_has_no_program(self) -> None:
        for more in ([], ["--editable"]):
            installed = run(sys.executable, "-W", "ignore", "-m", "pip", "install", "--no-index", *more, os.path.dirname(BUILD))
            self.assertEqual(installed.returncode, 1)
            self.assertIn("without the program. Install the wheel that `./dev package` writes", installed.stderr)

    def test_a_version_that_is_none_is_refused(self) -> None:
        self.assertIn("usage: build_wheel.py", run(sys.executable, BUILD, PROGRAM, str(FOLDER), "x").stderr)

    def test_the_wheel_needs_nothing_and_is_typed(self) -> None:
        installed = metadata.metadata("assent")
        self.assertEqual((installed["Version"], installed["Requires-Python"]), ("1.2.3", ">=3.10"))
        self.assertIsNone(installed.get_all("Requires-Dist"))
        names = zipfile.ZipFile(os.environ["ASSENT_WHEEL"]).namelist()
        self.assertIn("assent/py.typed", names)
        self.assertIn("assent-1.2.3.dist-info/LICENSE", names)


class CommandTest(unittest.TestCase):
    def test_it_runs_the_program_with_its_input_output_and_status(self) -> None:
        for command in (["assent"], [sys.executable, "-m", "assent"]):
            self.assertRegex(run(*command, "--version").stdout, r"^assent \d")
            rule = ["--policy", "bare", "--deny", "Bash(rm *)"]
            checked = run(*command, "check", *rule, "--tool", "Bash", "--input", '{"command":"rm x"}')
            self.assertEqual((checked.returncode, checked.stdout), (3, "deny: denied by rule `Bash(rm *)` (an option)\n"))
            self.assertIn('"permissionDecision":"deny"', run(*command, "hook", *rule, text=HOOK).stdout)

    def test_without_the_program_it_refuses(self) -> None:
        program = Path(assent.program_path())
        aside = program.with_name("aside")
        program.rename(aside)
        try:
            refused = run("assent", "hook", text=HOOK)
            self.assertEqual((refused.returncode, refused.stdout), (2, ""))
            message = "^assent: program: expected a program that runs here, got no file `.*/bin/assent`; install the wheel"
            self.assertRegex(refused.stderr, message)
            for make in (assent.program_path, assent.gate, lambda: assent.bridge_path(agent="/bin/sh")):
                with self.assertRaisesRegex(FileNotFoundError, message):
                    make()
        finally:
            aside.rename(program)


class BridgeTest(unittest.TestCase):
    agent = script("an agent's", '#!/bin/sh\nprintf "%s\\n" "$@"\n')

    def bridge(self, **options: Any) -> str:
        return assent.bridge_path(**({"policy": "bare", "agent": self.agent} | options))

    def test_the_script_runs_the_agent_with_the_arguments_of_the_sdk(self) -> None:
        ran = run(self.bridge(allow=["Bash(echo 'a' *)"], log_level="error"), "--print", "it's", "$HOME")
        self.assertEqual((ran.returncode, ran.stdout), (0, "--permission-prompt-tool\nstdio\n--print\nit's\n$HOME\n"))

    def test_its_options_are_tried_before(self) -> None:
        rows: list[tuple[dict[str, Any], type[Exception], str]] = [
            ({"guard": "perhaps"}, ValueError, "^assent: guard: expected .*, got `perhaps`$"),
            ({"deny": ["Bash(rm"]}, ValueError, r"^assent: deny `Bash\(rm`"),
            ({"mode": "Ask"}, ValueError, "^assent: mode: expected .*, got `Ask`"),
            ({"on_ask": "ask"}, ValueError, "^assent: on_ask: expected peer, .*, got `ask`$"),
            ({"on_ask": None}, TypeError, "^assent: on_ask: expected a word: .*, got None$"),
            ({"on_ask": "terminal", "open_page": True}, ValueError, "^assent: open_page: expected on_ask web$"),
            ({"audit": "/nonexistent/a"}, ValueError, "^assent: audit: cannot open"),
            ({"record": "/nonexistent/a"}, ValueError, "^assent: record: expected a file in a folder that is there, .*: there is no `/nonexistent`$"),
            ({"record": "~/a"}, ValueError, "^assent: record: expected a path without `~`"),
            ({"policy": "standart"}, ValueError, r"^assent: policy: no policy is called `standart`: .*; did you mean `standard`\?$"),
            ({"agent": FOLDER}, FileNotFoundError, "^assent: agent: expected a program that runs here, got `/"),
            ({"agent": "no-such-agent"}, FileNotFoundError, "^assent: agent: expected a program that runs here, got `no-such-agent`$"),
            ({"gaurd": "on"}, TypeError, r"did you mean `guard`\?$"),
            ({"agent": "/nonexistent/claude"}, FileNotFoundError, "^assent: agent: expected a program that runs here, got `/nonexistent/claude`$"),
        ]
        for options, kind, message in rows:
            with self.subTest(**options), self.assertRaisesRegex(kind, message):
                self.bridge(**options)

    def test_files_that_it_is_told_of_are_those_of_who_told_it_wherever_the_agent_works(self) -> None:
        script("bare.json", "{}")
        names = {"policy": "bare.json", "record": "kept.ndjson", "agent": "an agent's"}
        options = {option: os.path.relpath(FOLDER / name) for option, name in names.items()}
        path = self.bridge(**options, program=os.path.relpath(assent.program_path()))
        ran = subprocess.run(
            [path, "--input-format", "stream-json"], cwd="/", stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
        self.assertEqual((ran.returncode, ran.stdout), (0, "--permission-prompt-tool\nstdio\n--input-format\nstream-json\n"))
        self.assertTrue((FOLDER / "kept.ndjson").exists())

    def test_an_agent_that_is_named_by_its_name_alone_is_the_one_in_the_path_of_who_named_it(self) -> None:
        self.assertRegex(Path(self.bridge(agent="sh")).read_text(), "-- /.*/sh --permission-prompt-tool")

    def test_paths_may_be_objects(self) -> None:
        script("policy.json", "{}")
        path = self.bridge(policy=FOLDER / "policy.json", agent=Path(self.agent), program=Path(assent.program_path()), audit=FOLDER / "a.ndjson")
        ran = run(path, "--input-format", "stream-json")
        self.assertEqual(ran.returncode, 0, ran.stderr)

    def test_the_script_is_for_its_user_alone_and_gone_with_the_process_that_made_it(self) -> None:
        script = Path(self.bridge())
        for path in (script, script.parent):
            self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o700)
        made = run(sys.executable, "-c", "import assent; print(assent.bridge_path(agent='/bin/true'))").stdout.strip()
        self.assertFalse(Path(made).exists())

    def test_the_agent_is_asked_for_where_it_is_not_found(self) -> None:
        before, os.environ["PATH"] = os.environ["PATH"], ""
        try:
            with self.assertRaisesRegex(FileNotFoundError, "agent: expected the path of the agent's program"):
                self.bridge(agent=None)
        finally:
            os.environ["PATH"] = before
        with self.assertRaisesRegex(TypeError, "on_ask: expected a word"):
            self.bridge(on_ask=lambda: None)


if __name__ == "__main__":
    unittest.main()
