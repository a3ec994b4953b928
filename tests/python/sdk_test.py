"""The official Python SDK and the real agent CLI with the gate. The SDK is on no registry that every machine reaches: these tests
are skipped where $ASSENT_PYTHON_SDK does not name folders with ``claude_agent_sdk`` and ``anyio`` 4, or $ASSENT_PEERS one with the
CLI. The rest may come from Debian's packages; of ``mcp``, which the SDK only uses for servers of tools, empty classes are enough."""

import asyncio
import json
import os
import subprocess
import sys
import types
import unittest
from pathlib import Path
from typing import Any

import assent
from place import FOLDER, PROGRAM, AsyncTest, killable

SDK = os.environ.get("ASSENT_PYTHON_SDK")
PEERS = os.environ.get("ASSENT_PEERS")
CLI = Path(PEERS or "/nonexistent") / "node_modules/@anthropic-ai/claude-agent-sdk-linux-x64/claude"
DEBIAN_PACKAGES = "/usr/lib/python3/dist-packages"


class Stub(types.ModuleType):
    """A module whose names are all empty classes."""

    __path__: list[str] = []

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {"__init_subclass__": classmethod(lambda cls, **more: None)})


def load_sdk() -> Any:
    for name in ("mcp", "mcp.types", "mcp.server", "mcp.shared", "mcp.shared.message", "mcp.shared.memory"):
        sys.modules[name] = Stub(name)
        parent, _, child = name.rpartition(".")
        if parent:
            setattr(sys.modules[parent], child, sys.modules[name])
    sys.path += [*str(SDK).split(os.pathsep), DEBIAN_PACKAGES]
    import claude_agent_sdk

    return claude_agent_sdk


class Model:
    """The fake model of the interoperability tests."""

    def __init__(self, *commands: str) -> None:
        pipe = subprocess.PIPE
        model = Path(__file__).parent / "model.mjs"
        self.process = subprocess.Popen(["node", model, *commands], stdin=pipe, stdout=pipe, text=True)
        first = json.loads(self.process.stdout.readline())  # type: ignore[union-attr]
        self.url, self.prompt = first["url"], first["prompt"]

    def told(self) -> Any:
        """What the model was told of its tools, by their ids."""
        print(file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())  # type: ignore[union-attr]

    def __enter__(self) -> "Model":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.communicate()


@unittest.skipUnless(SDK, "the official Python SDK is not there ($ASSENT_PYTHON_SDK)")
class SdkTest(AsyncTest):
    @classmethod
    def setUpClass(cls) -> None:
        cls.sdk = load_sdk()

    def gate(self, **options: Any) -> assent.ProgramGate:
        rules: dict[str, Any] = {"policy": "bare", "allow": ["Bash(touch a.txt)"], "deny": ["Bash(mkdir *)"], "program": PROGRAM}
        made = assent.gate(**(rules | {"log": lambda line: None} | options))
        self.addCleanup(made.close)
        return made

    async def test_answers_and_hooks_are_of_its_classes(self) -> None:
        gate = self.gate()
        context = self.sdk.ToolPermissionContext()
        allowed = await gate("Bash", {"command": "touch a.txt"}, context)
        denied = await gate("Bash", {"command": "mkdir zz"}, context)
        self.assertIs(type(allowed), self.sdk.PermissionResultAllow)
        self.assertIs(type(denied), self.sdk.PermissionResultDeny)
        self.assertIs(type(gate.hooks["PreToolUse"][0]), self.sdk.HookMatcher)

    async def test_suggestions_reach_the_callback_and_come_back_as_updates(self) -> None:
        asked = []

        async def ask(tool: str, tool_input: dict[str, Any], context: Any) -> Any:
            asked.append(context)
            return self.sdk.PermissionResultAllow(updated_permissions=context.suggestions)

        rule = self.sdk.types.PermissionRuleValue(tool_name="Bash", rule_content="make")
        suggestion = self.sdk.PermissionUpdate(type="addRules", rules=[rule], behavior="allow", destination="session")
        context = self.sdk.ToolPermissionContext(suggestions=[suggestion], tool_use_id="toolu_1")
        allowed = await self.gate(on_ask=ask)("Bash", {"command": "make"}, context)
        self.assertEqual(allowed.updated_permissions, [suggestion])
        self.assertEqual((asked[0].decision_reason, asked[0].tool_use_id), ("`make` runs code of the project; no rule allows it", "toolu_1"))

    async def play(self, model: Model, name: str, **options: Any) -> tuple[Path, str]:
        """The real CLI plays the model's script. Where, and how it ended."""
        folder = FOLDER / f"{name}.run"
        home = folder / "home"
        home.mkdir(parents=True)
        nowhere = "http://127.0.0.1:9"
        environment = {
            "HOME": str(home), "ANTHROPIC_API_KEY": "none", "ANTHROPIC_BASE_URL": model.url, "HTTP_PROXY": nowhere, "HTTPS_PROXY": nowhere,
            "NO_PROXY": "127.0.0.1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_TELEMETRY": "1",
            "DISABLE_ERROR_REPORTING": "1", "DISABLE_AUTOUPDATER": "1",
        }
        made = self.sdk.ClaudeAgentOptions(
            **({"cli_path": str(CLI), "cwd": str(folder), "env": environment, "setting_sources": [], "model": "claude-sonnet-4-5"} | options)
        )

        async def prompt() -> Any:
            yield {"type": "user", "message": {"role": "user", "content": model.prompt}, "parent_tool_use_id": None, "session_id": ""}

        ends = [
            message.subtype async for message in self.sdk.query(prompt=prompt(), options=made)
            if isinstance(message, self.sdk.ResultMessage)
        ]
        return folder, ends[-1]

    @unittest.skipUnless(CLI.exists(), "the agent CLI is not there ($ASSENT_PEERS)")
    async def test_the_real_cli_does_what_rules_allow_and_a_callback_allows_and_no_more(self) -> None:
        def ask(tool: str, tool_input: dict[str, Any], context: Any) -> Any:
            if tool_input["command"] == "touch b.txt":
                return self.sdk.PermissionResultAllow()
            return self.sdk.PermissionResultDeny(message=f"not that: {context.decision_reason}")

        with Model("touch a.txt", "mkdir zz", "touch b.txt", "touch c.txt") as model:
            folder, end = await self.play(model, "callback", can_use_tool=self.gate(on_ask=ask))
            told = model.told()
        self.assertEqual(end, "success")
        self.assertEqual([(folder / name).exists() for name in ("a.txt", "zz", "b.txt", "c.txt")], [True, False, True, False])
        self.assertRegex(told["toolu_1_0"]["text"], r"denied by rule `Bash\(mkdir \*\)`")
        self.assertRegex(told["toolu_3_0"]["text"], "not that: ")

    @unittest.skipUnless(CLI.exists(), "the agent CLI is not there ($ASSENT_PEERS)")
    async def test_the_hook_denies_what_the_clis_own_rules_allow(self) -> None:
        with Model("touch a.txt", "mkdir zz") as model:
            hooks = self.gate().hooks
            folder, _ = await self.play(model, "hooks", hooks=hooks, allowed_tools=["Bash(touch *)", "Bash(mkdir *)"])
        self.assertEqual([(folder / name).exists() for name in ("a.txt", "zz")], [True, False])

    @unittest.skipUnless(CLI.exists(), "the agent CLI is not there ($ASSENT_PEERS)")
    async def test_killed_amid_a_question_the_program_has_denied_it_and_a_new_one_answers_the_next(self) -> None:
        program, kill = killable("killed_with_sdk")

        async def ask(*_: Any) -> Any:
            kill()
            await asyncio.Event().wait()

        with Model("touch b.txt", "touch a.txt") as model:
            gate = self.gate(program=program, on_ask=ask)
            folder, _ = await self.play(model, "killed", can_use_tool=gate)
            told = model.told()
        self.assertEqual([(folder / name).exists() for name in ("b.txt", "a.txt")], [False, True])
        self.assertRegex(told["toolu_0_0"]["text"], "the program was killed by signal 9")

    @unittest.skipUnless(CLI.exists(), "the agent CLI is not there ($ASSENT_PEERS)")
    async def test_a_use_that_reaches_a_daemon_by_hook_and_callback_counts_once(self) -> None:
        record, socket = FOLDER / "counted.ndjson", FOLDER / "private" / "socket"
        socket.parent.mkdir(mode=0o700)
        rules = ["--policy", "bare", "--allow", "Bash(touch *)", "--socket", str(socket), "--record", str(record)]
        started = await asyncio.create_subprocess_exec(PROGRAM, "daemon", *rules, stderr=asyncio.subprocess.PIPE)
        assert started.stderr is not None
        await started.stderr.readline()
        try:
            with Model("touch a.txt") as model, assent.daemon(socket=socket) as gate:
                folder, _ = await self.play(model, "counted", can_use_tool=gate, hooks=gate.hooks)
        finally:
            started.terminate()
            await started.wait()
        self.assertTrue((folder / "a.txt").exists())
        decided = [line for line in record.read_text().splitlines() if '"event":"decision"' in line]
        self.assertEqual(len(decided), 1, decided)

    @unittest.skipUnless(CLI.exists(), "the agent CLI is not there ($ASSENT_PEERS)")
    async def test_the_bridge_stands_between_the_sdk_and_the_cli(self) -> None:
        async def callback(*_: Any) -> Any:
            return self.sdk.PermissionResultAllow()

        path = assent.bridge_path(policy="bare", deny=["Bash(mkdir *)"], agent=str(CLI), program=PROGRAM)
        with Model("touch a.txt", "mkdir zz") as model:
            folder, _ = await self.play(model, "bridge", cli_path=path, can_use_tool=callback)
        self.assertEqual([(folder / name).exists() for name in ("a.txt", "zz")], [True, False])


if __name__ == "__main__":
    unittest.main()
