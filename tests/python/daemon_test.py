"""A gate that ``assent daemon`` decides for."""

import asyncio
import json
import os
import re
import signal
import tempfile
import threading
import unittest
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from unittest import mock

import assent
from assent._heard_uses import LONGEST_BETWEEN, MAX_HEARD_USES, HeardUses
from assent._results import PermissionResultAllow as Allow
from assent._results import PermissionResultDeny as Deny
from gate_test import Context
from page_client import PageClient
from place import FOLDER, PROGRAM, AsyncTest

RULES = ["--policy", "bare", "--allow", "Bash(npm *)", "--ask", "Bash(git push *)", "--deny", "Bash(rm *)"]
ANSWER = b'{"outcome":"allow","reason":"x"}'
MAX_ANSWER_BYTES = 256 * 1024


async def bash(gate: assent.Gate, command: str) -> Any:
    return await gate("Bash", {"command": command}, Context())  # type: ignore[arg-type]


async def hooked(gate: assent.Gate, command: str) -> Any:
    use: Any = {"hook_event_name": "PreToolUse", "cwd": "/proj", "tool_name": "Bash", "tool_input": {"command": command}}
    said: Any = await gate.pre_tool_use(use, "toolu_1")
    return said.get("hookSpecificOutput", {}).get("permissionDecision")


class DaemonTest(AsyncTest):
    def setUp(self) -> None:
        os.environ["XDG_RUNTIME_DIR"] = tempfile.mkdtemp(dir=FOLDER)

    async def start(self, *more: str) -> asyncio.subprocess.Process:
        """A daemon that listens; it ends with the test."""
        pipe = asyncio.subprocess.PIPE
        started = await asyncio.create_subprocess_exec(PROGRAM, "daemon", *RULES, *more, stderr=pipe)

        async def end() -> None:
            if started.returncode is None:
                started.send_signal(signal.SIGTERM)
            await started.wait()

        self.addAsyncCleanup(end)
        assert started.stderr is not None
        self.said = ""
        while "daemon listening" not in self.said or ("web" in more and "approvals at" not in self.said):
            line = await started.stderr.readline()
            self.assertTrue(line, f"the daemon has ended: {self.said}")
            self.said += line.decode()
        return started

    async def page(self) -> PageClient:
        found = re.search(r"approvals at (\S+)", self.said)
        assert found is not None
        return await PageClient.open(found[1])

    async def test_it_decides_and_what_it_leaves_open_is_denied(self) -> None:
        await self.start()
        gate = assent.daemon()
        self.assertEqual(await bash(gate, "npm test"), Allow(updated_input={"command": "npm test"}))
        self.assertEqual(await bash(gate, "rm x"), Deny(message="denied by rule `Bash(rm *)` (an option)"))
        self.assertEqual(await bash(gate, "make"), Deny(message="assent: `make` runs code of the project; no rule allows it; nobody is there to ask"))

    async def test_a_callback_decides_what_it_leaves_open(self) -> None:
        await self.start()

        async def ask(_: str, tool_input: dict[str, Any], context: Any) -> Any:
            return Allow() if tool_input["command"] == "make" else Deny(message=context.decision_reason)

        gate = assent.daemon(on_ask=ask)
        self.assertEqual(await bash(gate, "make"), Allow(updated_input={"command": "make"}))
        self.assertRegex((await bash(gate, "git push x")).message, r"ask rule `Bash\(git push \*\)`")

    async def test_an_input_that_the_callback_edits_is_judged_again(self) -> None:
        await self.start()
        for command, answer in [
            ("rm -rf /", Deny(message="denied by rule `Bash(rm *)` (an option)")),
            ("make -k", Allow(updated_input={"command": "make -k"})),
        ]:
            gate = assent.daemon(on_ask=lambda *_: Allow(updated_input={"command": command}))
            self.assertEqual(await bash(gate, "make"), answer)

    async def test_what_an_answer_would_have_the_agent_allow_from_now_on_goes_nowhere(self) -> None:
        await self.start()
        mode = {"type": "setMode", "mode": "bypassPermissions", "destination": "session"}
        gate = assent.daemon(on_ask=lambda *_: Allow(updated_permissions=[mode]))
        self.assertEqual(await bash(gate, "make"), Allow(updated_input={"command": "make"}))

    async def test_it_takes_the_longest_time_that_may_be_asked_for_and_none_that_is_longer(self) -> None:
        await self.start()
        self.assertEqual((await bash(assent.daemon(within=540), "npm test")).behavior, "allow")
        socket = Path(os.environ["XDG_RUNTIME_DIR"]) / "assent/daemon.sock"
        reader, writer = await asyncio.open_unix_connection(socket)
        use = {"hook_event_name": "PreToolUse", "cwd": "/", "tool_name": "Bash", "tool_input": {"command": "npm test"}}
        writer.write(json.dumps({"agent": "claude", "within_ms": 540_001, "use": use}).encode() + b"\n")
        self.assertEqual(await reader.read(), b"")
        writer.close()

    async def test_a_use_that_it_cannot_read_is_denied_with_the_reason(self) -> None:
        await self.start()
        denied = await assent.daemon()("Bash", 7, Context())  # type: ignore[arg-type]
        self.assertEqual(denied, Deny(message="`tool_input`: expected object, got number"))

    async def test_a_daemon_of_another_user_is_not_trusted(self) -> None:
        await self.start()
        with mock.patch("os.geteuid", side_effect=[*[os.geteuid()] * 2, os.geteuid() + 1]):
            denied = await bash(assent.daemon(socket=os.environ["XDG_RUNTIME_DIR"] + "/assent/daemon.sock"), "npm test")
        self.assertEqual(denied.message, "assent: the daemon is another user's")

    async def test_an_input_that_the_callback_changes_in_place_runs_as_it_was_judged(self) -> None:
        await self.start()

        def returned(_: str, tool_input: dict[str, Any], __: Any) -> Any:
            tool_input["command"] = "rm -rf /"
            return Allow(updated_input=tool_input)

        def kept(_: str, tool_input: dict[str, Any], __: Any) -> Any:
            tool_input["command"] = "rm -rf /"
            return Allow()

        self.assertEqual((await bash(assent.daemon(on_ask=returned), "make")).behavior, "deny")
        self.assertEqual(await bash(assent.daemon(on_ask=kept), "make"), Allow(updated_input={"command": "make"}))
        # The caller's own object, changed while it is judged.
        given = {"command": "npm test"}
        question = asyncio.create_task(assent.daemon()("Bash", given))
        await asyncio.sleep(0)
        given["command"] = "rm -rf /"
        self.assertEqual(await question, Allow(updated_input={"command": "npm test"}))

    async def test_a_callback_whose_wait_was_cancelled_has_denied(self) -> None:
        await self.start()

        def cancelled(*_: Any) -> Any:
            raise asyncio.CancelledError

        self.assertEqual((await bash(assent.daemon(on_ask=cancelled), "make")).message, "assent: the callback was cancelled")

    async def test_a_cancelled_question_cancels_the_callback(self) -> None:
        await self.start()
        asked, over = asyncio.Event(), asyncio.Event()

        async def ask(*_: Any) -> Any:
            asked.set()
            try:
                await asyncio.Event().wait()
            finally:
                over.set()

        question = asyncio.create_task(bash(assent.daemon(on_ask=ask), "make"))
        await asked.wait()
        question.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await question
        await over.wait()

    async def test_a_wrong_option_is_an_error_at_once(self) -> None:
        for options in ({"say_allow": "no"}, {"cwd": 5}):
            with self.subTest(options), self.assertRaisesRegex(TypeError, "|".join(options)):
                assent.daemon(**options)  # type: ignore[arg-type]

    async def test_the_hook_denies_asks_and_says_allow_only_where_it_is_told_to(self) -> None:
        await self.start()
        for say_allow, allowed in [(False, None), (True, "allow")]:
            gate = assent.daemon(say_allow=say_allow)
            decisions = [await hooked(gate, command) for command in ("rm x", "git push x", "make", "npm test")]
            self.assertEqual(decisions, ["deny", "ask", None, allowed])

    async def test_a_use_that_its_hook_has_heard_of_counts_once_and_another_input_is_another_use(self) -> None:
        record = FOLDER / "daemon.ndjson"
        await self.start("--record", str(record))
        gate = assent.daemon(cwd="/proj")
        recorded = lambda: sum('"decision"' in line for line in record.read_text().splitlines())
        await hooked(gate, "npm test")
        self.assertEqual((await bash(gate, "npm test")).behavior, "allow")
        self.assertEqual(recorded(), 1)
        self.assertEqual((await bash(gate, "npm test")).behavior, "allow")  # again: the answer to the hook counts once
        self.assertEqual(recorded(), 2)
        await hooked(gate, "npm ci")
        self.assertRegex((await bash(gate, "rm x")).message, "denied by rule")
        self.assertEqual(recorded(), 4)

    async def test_a_person_who_has_answered_its_hook_is_not_asked_again_about_the_same_use(self) -> None:
        await self.start("--on-ask", "web")
        page = await self.page()
        gate = assent.daemon()
        hook = asyncio.create_task(hooked(gate, "make"))
        page.answer(await page.question(), what="once")
        self.assertIsNone(await hook)
        self.assertEqual((await bash(gate, "make")).behavior, "allow")
        page.close()

    async def test_a_callback_that_gives_no_answer_in_its_time_has_denied_and_is_cancelled(self) -> None:
        await self.start()
        cancelled, answered = asyncio.Event(), threading.Event()
        self.addCleanup(answered.set)

        async def ask(*_: Any) -> Any:
            try:
                await asyncio.Event().wait()
            finally:
                cancelled.set()

        late = Deny(message="assent: on_ask gave no answer within 0.001 s")
        self.assertEqual(await bash(assent.daemon(on_ask=ask, answer_within=0.001), "make"), late)
        await cancelled.wait()
        self.assertEqual(await bash(assent.daemon(on_ask=lambda *_: answered.wait(), answer_within=0.001), "make"), late)  # type: ignore
        self.assertEqual((await bash(assent.daemon(on_ask=lambda *_: Allow(), answer_within=None), "make")).behavior, "allow")

    async def test_a_callback_is_told_why_the_daemon_leaves_it_open_and_then_why_the_agent_asks(self) -> None:
        await self.start()
        gate = assent.daemon(on_ask=lambda tool, tool_input, context: Deny(message=context.decision_reason))
        answer: Any = await gate("Bash", {"command": "make"}, Context(decision_reason="Path is outside"))  # type: ignore[arg-type]
        self.assertEqual(answer.message, "`make` runs code of the project; no rule allows it; the agent says: Path is outside")

    async def test_a_closed_gate_denies_what_is_open_and_what_comes(self) -> None:
        await self.start()
        cancelled = asyncio.Event()

        async def ask(*_: Any) -> Any:
            gate.close()
            try:
                await asyncio.Event().wait()
            finally:
                cancelled.set()

        gate = assent.daemon(on_ask=ask)
        closed = Deny(message="assent: the gate was closed")
        self.assertEqual(await bash(gate, "make"), closed)
        await cancelled.wait()
        self.assertEqual(await bash(gate, "npm test"), closed)
        self.assertEqual(await hooked(gate, "npm test"), "deny")
        with self.assertRaisesRegex(Exception, "the gate was closed"):
            await gate.decide({})
        with assent.daemon() as one:
            self.assertEqual((await bash(one, "npm test")).behavior, "allow")
        async with assent.daemon() as other:
            self.assertEqual((await bash(other, "npm test")).behavior, "allow")
        for each in (one, other):
            self.assertEqual(await bash(each, "npm test"), closed)

    async def test_a_relative_path_is_read_from_the_working_directory(self) -> None:
        await self.start("--allow", "Read(/proj/**)")
        for cwd, behavior in [("/proj", "allow"), (None, "deny")]:
            self.assertEqual((await assent.daemon(cwd=cwd)("Read", {"file_path": "a.txt"})).behavior, behavior)

    async def test_a_person_answers_on_its_page_and_killed_amid_a_question_it_has_denied_it(self) -> None:
        started = await self.start("--on-ask", "web")
        page = await self.page()
        answer = asyncio.create_task(bash(assent.daemon(), "make"))
        page.answer(await page.question(), what="once")
        self.assertEqual((await answer).behavior, "allow")
        denied = asyncio.create_task(bash(assent.daemon(), "make install"))
        await page.question()
        started.kill()
        self.assertEqual((await denied).behavior, "deny")
        await started.wait()
        self.assertRegex((await bash(assent.daemon(), "npm test")).message, "cannot be asked: .*refused")
        self.assertEqual(await hooked(assent.daemon(), "npm test"), "deny")
        page.close()

    async def test_without_a_daemon_everything_is_denied(self) -> None:
        self.assertRegex((await bash(assent.daemon(), "npm test")).message, "assent: no daemon listens at `.*/assent/daemon.sock`: start `assent daemon`")

    async def answering(self, said: bytes, decide: Callable[[Path], Awaitable[Any]]) -> Any:
        """Something that answers in the daemon's place, or is silent."""

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            open_ones.append(writer)
            await reader.readline()
            writer.write(said)
            if said:
                writer.close()

        open_ones: list[asyncio.StreamWriter] = []
        path = Path(tempfile.mkdtemp(dir=FOLDER)) / "socket"
        before = os.umask(0o077)
        server = await asyncio.start_unix_server(serve, path)
        os.umask(before)
        try:
            return await decide(path)
        finally:
            server.close()
            for writer in open_ones:
                writer.close()

    async def test_an_answer_that_is_none_denies(self) -> None:
        padding = MAX_ANSWER_BYTES - len(ANSWER)
        for said, message in [
            (b"oops\n", "an answer that is none"),
            (b'{"reason":"x"}\n', "an answer that is none"),
            (b'{"outcome":"allow"}\n', "an answer that is none"),
            (b"7\n", "an answer that is none"),
            (ANSWER, "without an answer"),
            (ANSWER.replace(b"x", b"x" * (padding + 2)) + b"\n", "too long"),
        ]:
            with self.subTest(message):
                denied = await self.answering(said, lambda path: bash(assent.daemon(socket=str(path)), "npm test"))
                self.assertRegex(denied.message, message)
        longest = ANSWER.replace(b"x", b"x" * (padding + 1)) + b"\n"
        taken = await self.answering(longest, lambda path: bash(assent.daemon(socket=str(path)), "npm test"))
        self.assertEqual(taken.behavior, "allow")

    async def test_a_socket_that_others_may_use_is_not_trusted(self) -> None:
        for mode, what in [(0o666, "socket"), (0o755, "folder")]:

            def decide(path: Path) -> Awaitable[Any]:
                (path if what == "socket" else path.parent).chmod(mode)
                return bash(assent.daemon(socket=str(path)), "npm test")

            denied = await self.answering(ANSWER + b"\n", decide)
            self.assertRegex(denied.message, f"expected a {what} of this user alone")

    async def test_a_decision_that_takes_too_long_denies(self) -> None:
        denied = await self.answering(b"", lambda path: bash(assent.daemon(socket=str(path), within=0.001), "npm test"))
        self.assertEqual(denied.message, "assent: the daemon gave no answer within 0.001 s")


class HeardUsesTest(unittest.TestCase):
    def test_what_a_hook_has_heard_counts_for_a_time_and_so_much_of_it(self) -> None:
        now = [0.0]
        heard: HeardUses[Any] = HeardUses(lambda: now[0])
        heard.keep("a", "Bash", {}, "said")
        now[0] += LONGEST_BETWEEN
        self.assertIsNone(heard.take("a", "Bash", {"command": "ls"}))
        self.assertEqual(heard.take("a", "Bash", {}), "said")
        self.assertIsNone(heard.take("a", "Bash", {}))
        heard.keep("a", "Bash", {}, "said")
        now[0] += LONGEST_BETWEEN * 1.001
        self.assertIsNone(heard.take("a", "Bash", {}))
        heard.keep(None, "Bash", {}, "said")
        self.assertIsNone(heard.take(None, "Bash", {}))
        for at in range(MAX_HEARD_USES + 1):
            heard.keep(str(at), "Bash", {}, at)
        self.assertEqual([heard.take(str(at), "Bash", {}) for at in (0, 1, MAX_HEARD_USES)], [None, 1, MAX_HEARD_USES])


class OptionsTest(unittest.TestCase):
    def test_wrong_options_are_an_error_at_once(self) -> None:
        rows: list[tuple[dict[str, Any], str]] = [
            ({"within": 0.0009}, "within: expected a time in seconds, 0.001 to 540, got 0.0009"),
            ({"within": 540.1}, "within: expected a time in seconds, 0.001 to 540, got 540.1"),
            ({"within": None}, "within: expected a time"),
            ({"socket": "a\0b"}, "socket: expected a string without NUL"),
            ({"socket": "~/daemon.sock"}, "socket: expected a path without `~`"),
            ({"answer_within": 0.0009}, "answer_within: expected a time in seconds, at least 0.001, got 0.0009"),
            ({"socket": ""}, "socket: expected a string that is not empty, got ''"),
            ({"cwd": 1}, "cwd: expected a string that is not empty, got 1"),
            ({"on_ask": "web"}, r"on_ask: expected a function \(people are asked by `assent daemon --on-ask web`\), got 'web'"),
        ]
        for options, message in rows:
            with self.subTest(**options), self.assertRaisesRegex((TypeError, ValueError), message):
                assent.daemon(**options)

    def test_times_at_their_bounds_are_taken(self) -> None:
        for within in (0.001, 540):
            assent.daemon(within=within, answer_within=0.001)


if __name__ == "__main__":
    unittest.main()
