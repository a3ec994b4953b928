"""A gate with a program of its own."""

import asyncio
import dataclasses
import functools
import io
import json
import multiprocessing
import os
import queue
import re
import shlex
import signal
import subprocess
import threading
import unittest
from pathlib import Path
from typing import Any, get_args
from unittest import mock

import assent
from assent._options import READY_POLICIES, LogLevel, Mode, People
from assent._results import PermissionResultAllow as Allow
from assent._results import PermissionResultDeny as Deny
from assent._server import FIRST_PAUSE, LONGEST_PAUSE, MAX_LINE_BYTES, Server, _lines, _TooLong
from page_client import PageClient
from place import FOLDER, PROGRAM, AsyncTest, killable, script, stand

RULES: dict[str, Any] = {
    "policy": "bare", "allow": ["Bash(npm *)"], "ask": ["Bash(git push *)"], "deny": ["Bash(rm *)"], "program": PROGRAM,
}


@dataclasses.dataclass
class Context:
    """As the SDK's."""

    tool_use_id: str | None = "toolu_1"
    display_name: str | None = "Shell"
    decision_reason: str | None = None
    suggestions: list[Any] = dataclasses.field(default_factory=list)


subprocess_popen = subprocess.Popen


async def never(*_: Any) -> Any:
    await asyncio.get_running_loop().create_future()


class GateTest(AsyncTest):
    def gate(self, **options: Any) -> assent.ProgramGate:
        made = assent.gate(**(RULES | {"log": lambda line: None} | options))
        self.addCleanup(made.close)
        return made

    @staticmethod
    async def bash(gate: assent.Gate, command: str) -> Any:
        return await gate("Bash", {"command": command}, Context())  # type: ignore[arg-type]

    async def assert_denied(self, gate: assent.Gate, message: str, command: str = "npm test") -> None:
        result = await self.bash(gate, command)
        self.assertEqual(result.behavior, "deny")
        self.assertRegex(result.message, message)

    async def test_rules_allow_and_deny_and_what_they_leave_open_is_denied(self) -> None:
        gate = self.gate()
        self.assertEqual(await self.bash(gate, "npm test"), Allow(updated_input={"command": "npm test"}))
        self.assertEqual(await self.bash(gate, "rm -rf build"), Deny(message="denied by rule `Bash(rm *)` (an option)"))
        self.assertEqual(await self.bash(gate, "make"), Deny(message="`make` runs code of the project; no rule allows it; nobody is there to ask"))

    async def test_a_callback_is_asked_what_rules_leave_open_and_why_and_its_answer_holds(self) -> None:
        asked = []
        answers: dict[str, Any] = {
            "make": Allow(),
            "make all": Allow(updated_input={"command": "make some"}),
            "git push x": Deny(message="not today", interrupt=True),
        }

        async def ask(tool: str, tool_input: dict[str, Any], context: Any) -> Any:
            asked.append(f"{tool} | {tool_input['command']} | {context.decision_reason} | {context.display_name}")
            return answers[tool_input["command"]]

        gate = self.gate(on_ask=ask)
        self.assertEqual(await self.bash(gate, "make"), Allow(updated_input={"command": "make"}))
        self.assertEqual(await self.bash(gate, "make all"), Allow(updated_input={"command": "make some"}))
        self.assertEqual(await self.bash(gate, "git push x"), Deny(message="not today", interrupt=True))
        self.assertEqual((await self.bash(gate, "rm x")).behavior, "deny")
        self.assertEqual(asked, [
            "Bash | make | `make` runs code of the project; no rule allows it | Shell",
            "Bash | make all | `make all` runs code of the project; no rule allows it | Shell",
            "Bash | git push x | `git push x` sends data to another machine and runs code of the project (ask rule `Bash(git push *)`, an option) | Shell",
        ])

    async def test_who_calls_a_gate_without_a_context_has_the_callback_told_why_all_the_same(self) -> None:
        gate = self.gate(on_ask=lambda tool, tool_input, context: Deny(message=context.decision_reason))
        for context in ([], [None]):
            answer = await gate("Bash", {"command": "make"}, *context)
            self.assertEqual(answer, Deny(message="`make` runs code of the project; no rule allows it"))

    async def test_a_callback_is_told_why_assent_asks_and_then_why_the_agent_does(self) -> None:
        gate = self.gate(on_ask=lambda tool, tool_input, context: Deny(message=context.decision_reason))
        ours = "`make` runs code of the project; no rule allows it"
        for said, told in [("Path is outside", f"{ours}; the agent says: Path is outside"), (None, ours), (ours, ours)]:
            answer = await gate("Bash", {"command": "make"}, Context(decision_reason=said))  # type: ignore[arg-type]
            self.assertEqual(answer, Deny(message=told))

    async def test_a_callback_need_not_be_async_and_holds_up_nothing(self) -> None:
        loop, asked, answered = asyncio.get_running_loop(), asyncio.Event(), threading.Event()

        def ask(*_: Any) -> Any:
            if threading.current_thread() is threading.main_thread():
                return Deny(message="asked in the event loop")
            loop.call_soon_threadsafe(asked.set)
            answered.wait()
            return Allow(updated_input={"command": "make red"})

        class Async:
            async def __call__(self, *_: Any) -> Any:
                return Allow() if asyncio.get_running_loop() is loop else Deny(message="asked elsewhere")

        gate = self.gate(on_ask=ask)
        answer = asyncio.create_task(self.bash(gate, "make"))
        waited = asyncio.create_task(asked.wait())
        await asyncio.wait({answer, waited}, return_when=asyncio.FIRST_COMPLETED)
        self.assertEqual((await self.bash(gate, "npm test")).behavior, "allow")
        answered.set()
        self.assertEqual(await answer, Allow(updated_input={"command": "make red"}))
        waited.cancel()
        for later in (Async(), functools.partial(Async().__call__), lambda *_: Async()()):
            self.assertEqual((await self.bash(self.gate(on_ask=later), "make")).behavior, "allow")

    async def test_a_callback_that_is_not_async_has_its_time_too(self) -> None:
        asked, answered = threading.Event(), threading.Event()
        self.addCleanup(answered.set)

        def ask(*_: Any) -> Any:
            asked.set()
            answered.wait()
            return Allow()

        within = 0.001
        while not asked.is_set():
            answer = await self.ask(self.server(PROGRAM, on_ask=ask, answer_within=within), "make")
            self.assertRegex(answer, f"no answer within {within:g} s")
            within *= 2
        answered.set()

    async def test_an_edited_input_is_judged_again(self) -> None:
        gate = self.gate(on_ask=lambda *_: Allow(updated_input={"command": "rm x"}))
        await self.assert_denied(gate, r"denied by rule `Bash\(rm \*\)`", "make")

    async def test_a_callback_that_gives_no_answer_has_denied(self) -> None:
        def fails(*_: Any) -> Any:
            raise RuntimeError("no window")

        async def fails_later(*_: Any) -> Any:
            raise RuntimeError("no window")

        for ask, message in [
            (fails, "no window"),
            (fails_later, "no window"),
            (lambda *_: None, "on_ask: expected a PermissionResultAllow or PermissionResultDeny, got NoneType"),
            (lambda *_: {"behavior": "allow"}, "PermissionResultDeny, got dict"),
            (lambda *_: Allow, "PermissionResultDeny, got the class PermissionResultAllow"),
            (lambda *_: Allow(updated_input="make"), "on_ask: expected a dict as `updated_input`, got str"),  # type: ignore[arg-type]
            (lambda *_: Allow(updated_input={"n": object()}), "not JSON serializable"),
            (lambda *_: Allow(updated_input={"n": float("inf")}), "not JSON compliant"),
        ]:
            with self.subTest(message):
                await self.assert_denied(self.gate(on_ask=ask), message, "make")

    async def test_a_callback_whose_wait_was_cancelled_has_denied(self) -> None:
        def cancelled(*_: Any) -> Any:
            raise asyncio.CancelledError

        class Silent(Exception):
            def __str__(self) -> str:
                raise ValueError

        def silent(*_: Any) -> Any:
            raise Silent

        for ask, message in [(cancelled, "CancelledError"), (silent, "Silent")]:
            with self.subTest(message):
                await self.assert_denied(self.gate(on_ask=ask), message, "make")

    async def test_with_a_working_directory_rules_on_paths_hold_for_relative_ones(self) -> None:
        for cwd, behavior in [("/proj", "allow"), (None, "deny")]:
            gate = self.gate(allow=["Read(/proj/**)"], cwd=cwd)
            self.assertEqual((await gate("Read", {"file_path": "a.txt"})).behavior, behavior)

    async def test_a_person_answers_on_the_page(self) -> None:
        loop = asyncio.get_running_loop()
        link: asyncio.Future[str] = loop.create_future()

        def log(line: str) -> None:
            found = re.search(r"approvals at (\S+)", line)
            if found is not None:
                loop.call_soon_threadsafe(link.set_result, found[1])

        gate = self.gate(on_ask="web", log=log)
        answer = asyncio.create_task(self.bash(gate, "make"))
        page = await PageClient.open(await link)
        page.answer(await page.question(), what="once")
        self.assertEqual(await answer, Allow(updated_input={"command": "make"}))
        denied = asyncio.create_task(self.bash(gate, "make install"))
        page.answer(await page.question(), what="deny", feedback="not there")
        self.assertRegex((await denied).message, "not there")
        page.close()

    async def test_the_record_can_go_to_log_and_a_log_that_raises_changes_nothing(self) -> None:
        lines: queue.SimpleQueue[str] = queue.SimpleQueue()

        def log(line: str) -> None:
            lines.put(line)
            raise RuntimeError("no console")

        gate = self.gate(audit="-", log=log, cwd="/")
        for command, behavior in [("npm test", "allow"), ("rm x", "deny")]:
            self.assertEqual((await self.bash(gate, command)).behavior, behavior)
            self.assertIn(f'"outcome":"{behavior}"', await asyncio.to_thread(lines.get))

    async def test_killed_amid_a_question_the_program_has_denied_it_and_answers_the_next(self) -> None:
        program, kill = killable("killed")
        cancelled = asyncio.Event()

        async def ask(*_: Any) -> Any:
            kill()
            try:
                await never()
            finally:
                cancelled.set()

        gate = self.gate(program=program, on_ask=ask)
        self.assertEqual(await self.bash(gate, "make"), Deny(message="assent: the program was killed by signal 9"))
        await cancelled.wait()
        self.assertEqual((await self.bash(gate, "npm test")).behavior, "allow")

    async def test_a_program_that_keeps_ending_is_started_again_at_once_once_and_then_after_longer_and_longer_pauses(self) -> None:
        started = FOLDER / "started"
        started.write_text("")
        ends = script("ends", f"#!/bin/sh\necho x >>'{started}'\nread line\necho 'broken heart' >&2\nexit 7\n")
        now = [0.0]
        server = Server(ends, [], on_ask=None, log=lambda line: None, answer_within=None, now=lambda: now[0])
        ended = "the program ended with status 7: broken heart"

        async def why() -> str:
            with self.assertRaises(Exception) as raised:
                await server.ask({"subtype": "x"})
            return str(raised.exception)

        self.assertEqual(await why(), ended)
        self.assertEqual(await why(), ended)
        self.assertEqual(
            await why(), f"the program ended 2 times without an answer, it is started again in {FIRST_PAUSE} s; {ended}"
        )
        now[0] += FIRST_PAUSE * 0.99
        self.assertRegex(await why(), "ended 2 times")
        self.assertEqual(started.read_text(), "x\nx\n")
        now[0] += FIRST_PAUSE
        self.assertEqual(await why(), ended)
        pause = 2 * FIRST_PAUSE
        while pause < LONGEST_PAUSE:
            self.assertRegex(await why(), f"again in {pause:.1f} s")
            now[0] += pause
            self.assertEqual(await why(), ended)
            pause *= 2
        for _ in range(2):
            self.assertRegex(await why(), f"again in {LONGEST_PAUSE} s")
            now[0] += LONGEST_PAUSE
            self.assertEqual(await why(), ended)

    async def test_a_program_that_is_gone_when_something_is_asked_has_denied_it_also_for_the_hook(self) -> None:
        program = stand("gone", "")
        gate = self.gate(program=program)
        os.remove(program)
        await self.assert_denied(gate, "the program cannot be started: .*No such file.*/gone")
        hooked = await gate.pre_tool_use({"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {}})  # type: ignore
        self.assertEqual(hooked["hookSpecificOutput"]["permissionDecision"], "deny")  # type: ignore

    async def test_what_the_program_says_later_has_the_names_of_the_options_too_but_a_line_of_the_record_has_not(self) -> None:
        lines = ["assent: --ask-timeout: not `--deny`", '{"--deny"}']
        words = " ".join(shlex.quote(line) for line in lines)
        said: list[str] = []
        program = stand("says", f'read line || exit 0\nfor said in {words}; do echo "$said" >&2; done\n')
        await self.assert_denied(self.gate(program=program, log=said.append), 'ended with status 0: {"--deny"}')
        self.assertEqual(said, ["assent: ask_timeout: not `--deny`", lines[1]])

    async def test_the_record_that_is_kept_has_the_commands_without_secrets(self) -> None:
        record = FOLDER / "record.ndjson"
        self.assertEqual((await self.bash(self.gate(record=str(record)), "npm login --token=abc")).behavior, "deny")
        self.assertEqual(json.loads(record.read_text())["input"], {"command": "npm login --token=(redacted)"})

    async def test_an_answer_that_is_none_denies(self) -> None:
        head = '{"type":"control_response","response":{"request_id":"q1","subtype":'
        for line, message in [
            ("oops", "a line that is not JSON"),
            (head + '"success"}}', "expected an answer"),
            (head + '"success","response":{"behavior":"allow"}}}', "expected an answer"),
            (head + '"error","error":"too large"}}', "too large"),
            ("[" * 100_000, "a line that is not JSON"),
        ]:
            with self.subTest(message):
                program = stand("answers", f"read line\necho '{line}'\ncat\n")
                await self.assert_denied(self.gate(program=program), message)

    async def test_a_program_that_is_killed_while_another_process_keeps_its_output_has_denied(self) -> None:
        said: list[str] = []
        program = stand("leaves one", "read line || exit 0\n(exec sleep 1000) &\necho $! >&2\nkill -KILL $$\n")
        await self.assert_denied(self.gate(program=program, log=said.append), "was killed by signal 9")
        os.kill(int(said[0]), signal.SIGTERM)

    async def test_a_line_that_is_not_json_ends_the_program_and_the_next_question_goes_to_a_new_one(self) -> None:
        mark = FOLDER / "was_here"
        allow = '{"type":"control_response","response":{"subtype":"success","request_id":"q1","response":{"behavior":"allow","updatedInput":{}}}}'
        program = stand(
            "learns",
            f"read line || exit 0\nif [ -e '{mark}' ]; then echo '{allow}'; else touch '{mark}'; echo oops; fi\n"
            "cat >/dev/null\n",
        )
        gate = self.gate(program=program)
        await self.assert_denied(gate, "not JSON")
        self.assertTrue(mark.exists())
        self.assertEqual((await self.bash(gate, "npm test")).behavior, "allow")

    async def test_a_line_without_an_end_ends_the_program(self) -> None:
        for stream in ("", ">&2"):
            program = stand(f"endless {stream}", f"read line || exit 0\nyes | tr -d '\\n' {stream}\n")
            await self.assert_denied(self.gate(program=program), "a line that is too long")

    def server(self, program: str, **options: Any) -> Server:
        """The process behind a gate, without a limit of time."""
        arguments = ["serve", "--stdio", "--dialect=nested", "--on-ask=peer", "--policy=bare", "--allow=Bash(npm *)"]
        made = Server(program, arguments, **({"on_ask": None, "log": lambda line: None, "answer_within": None} | options))
        self.addCleanup(made.close)
        return made

    async def ask(self, server: Server, command: str) -> Any:
        question = {"subtype": "can_use_tool", "tool_name": "Bash", "input": {"command": command}, "tool_use_id": "toolu_1"}
        try:
            answer = await server.ask(question)
        except Exception as error:
            return str(error)
        return answer.get("message", answer["behavior"])

    async def test_a_program_that_hangs_is_ended_and_the_next_question_goes_to_another_one(self) -> None:
        server = self.server(script("hangs", "#!/bin/sh\nkill -STOP $$\n"), answer_within=0.001, alive_within=0.001)
        self.assertEqual(await self.ask(server, "npm test"), "no answer within 0.001 s")
        server.program, server.answer_within = PROGRAM, None
        while (answer := await self.ask(server, "npm test")) != "allow":
            self.assertRegex(answer, "hangs|killed")

    async def test_a_program_that_waits_for_a_person_is_not_ended(self) -> None:
        server = self.server(PROGRAM, on_ask=never)
        self.assertEqual(await self.ask(server, "npm test"), "allow")
        running = server._running
        server.answer_within = 0.001
        self.assertRegex(await self.ask(server, "make"), "no answer within 0.001 s$")
        server.answer_within = None
        self.assertEqual(await self.ask(server, "npm test"), "allow")
        self.assertIs(server._running, running)

    async def test_an_answer_that_comes_too_late_is_none_for_the_program_either(self) -> None:
        now = [0.0]
        asked = []

        def ask(_: str, tool_input: dict[str, Any], __: Any) -> Any:
            asked.append(tool_input["command"])
            now[0] += 1e6
            rule = {"toolName": "Bash", "ruleContent": "make *"}
            updates = [{"type": "addRules", "rules": [rule], "behavior": "allow", "destination": "session"}]
            return Allow(updated_permissions=updates)

        server = self.server(PROGRAM, on_ask=ask, answer_within=1e6, now=lambda: now[0])
        for command in ("make a", "make b"):
            self.assertEqual(await self.ask(server, command), "the callback failed: the answer came too late")
        self.assertEqual(asked, ["make a", "make b"])

    async def test_a_closed_gate_ends_a_program_that_does_not_end_by_itself(self) -> None:
        ready = asyncio.Event()
        loop = asyncio.get_running_loop()
        program = script("stays", "#!/bin/sh\ntrap '' TERM\necho ready >&2\nexec sleep 1000\n")
        server = self.server(program, log=lambda line: loop.call_soon_threadsafe(ready.set))
        asked = asyncio.create_task(self.ask(server, "make"))
        await ready.wait()
        assert server._running is not None
        process = server._running._process
        server.close()
        self.assertEqual(await asked, "the gate was closed")
        self.assertEqual(await asyncio.to_thread(process.wait), -signal.SIGKILL)

    async def test_a_program_that_says_what_nobody_can_read_is_ended(self) -> None:
        server = self.server(script("garbles", "#!/bin/sh\nread line\necho oops\nexec sleep 1000\n"))
        asked = asyncio.create_task(self.ask(server, "make"))
        await asyncio.sleep(0)
        assert server._running is not None
        process = server._running._process
        self.assertEqual(await asked, "the program wrote a line that is not JSON")
        self.assertEqual(await asyncio.to_thread(process.wait), -signal.SIGKILL)

    async def test_the_program_does_not_get_the_signals_of_a_terminal_unless_it_asks_there(self) -> None:
        for apart in (True, False):
            server = self.server(PROGRAM, apart=apart)
            self.assertEqual(await self.ask(server, "npm test"), "allow")
            assert server._running is not None
            self.assertEqual(os.getpgid(server._running._process.pid) != os.getpgid(0), apart)

    async def test_a_program_that_is_started_again_is_told_of(self) -> None:
        program, kill = killable("told")
        said: list[str] = []

        async def ask(*_: Any) -> Any:
            kill()
            await never()

        gate = self.gate(program=program, on_ask=ask, log=said.append)
        await self.bash(gate, "make")
        self.assertEqual((await self.bash(gate, "npm test")).behavior, "allow")
        again = "assent: the program was killed by signal 9; it is started again, and its limits and grants begin anew"
        self.assertIn(again, said)

    async def test_a_log_that_closes_the_gate_when_the_program_is_started_again_hangs_nothing(self) -> None:
        program, kill = killable("closes")

        async def ask(*_: Any) -> Any:
            kill()
            await never()

        closed = threading.Event()

        def log(line: str) -> None:
            if "again" in line:
                gate.close()
                closed.set()

        gate = self.gate(program=program, on_ask=ask, log=log)
        await self.bash(gate, "make")
        await self.bash(gate, "npm test")
        await asyncio.to_thread(closed.wait)
        await self.assert_denied(gate, "the gate was closed")

    async def test_without_threads_everything_is_denied_and_no_process_is_left(self) -> None:
        gate = self.gate(program=stand("waits", "exec cat >/dev/null\n"))
        for threads in range(4):
            starts = [None] * threads + [RuntimeError("can't start new thread")]
            with mock.patch("threading.Thread.start", side_effect=starts), mock.patch("subprocess.Popen", wraps=subprocess.Popen) as made:
                started: list[Any] = []
                made.side_effect = lambda *given, **more: started.append(subprocess_popen(*given, **more)) or started[-1]
                await self.assert_denied(gate, "cannot be started: can't start new thread")
            self.assertEqual([each.returncode for each in started], [-signal.SIGKILL])

    async def test_a_hook_allows_nothing_whatever_the_program_says(self) -> None:
        said = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","permissionDecisionReason":"x"}}'
        line = '{"type":"control_response","response":{"subtype":"success","request_id":"q1","response":' + said + "}}"
        gate = self.gate(program=stand("allows", f"read line\necho '{line}'\ncat >/dev/null\n"))
        answer: Any = await gate.pre_tool_use({"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {}})  # type: ignore
        self.assertEqual(answer["hookSpecificOutput"]["permissionDecision"], "deny")

    async def test_a_question_without_an_answer_is_denied_when_its_time_is_over(self) -> None:
        silent = stand("silent", "cat >/dev/null\n")
        late = Deny(message="assent: no answer within 0.001 s")
        self.assertEqual(await self.bash(self.gate(program=silent, answer_within=0.001), "npm test"), late)
        self.assertEqual((await self.bash(self.gate(answer_within=None), "npm test")).behavior, "allow")

    async def test_a_callback_that_never_answers_is_named_also_on_record(self) -> None:
        asked = asyncio.Event()
        record = FOLDER / "late.ndjson"

        async def ask(*_: Any) -> Any:
            asked.set()
            await never()

        within, answer = 0.001, ""
        while not answer.startswith("on_ask gave "):  # it may be about to be asked
            server = self.server(PROGRAM, on_ask=ask, answer_within=within)
            server.arguments = [*server.arguments, f"--record={record}"]
            answer = await self.ask(server, "make")
            named = [f"on_ask gave no answer within {within:g} s"]
            self.assertIn(answer, named if asked.is_set() else [*named, named[0].removeprefix("on_ask gave ")])
            within *= 2
        server.answer_within = None
        await self.ask(server, "npm test")
        reasons = [json.loads(line).get("reason") for line in record.read_text().splitlines()]
        self.assertIn(f"the callback failed: {answer}", reasons)

    async def test_a_cancelled_question_is_withdrawn_and_so_is_its_callback(self) -> None:
        asked, cancelled = asyncio.Event(), asyncio.Event()

        async def ask(*_: Any) -> Any:
            asked.set()
            try:
                await never()
            finally:
                cancelled.set()

        gate = self.gate(on_ask=ask)
        question = asyncio.create_task(self.bash(gate, "make"))
        await asked.wait()
        question.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await question
        await cancelled.wait()
        self.assertEqual((await self.bash(gate, "npm test")).behavior, "allow")

    async def test_1000_questions_at_once_are_all_answered_each_with_its_own_answer(self) -> None:
        gate = self.gate(on_ask=lambda _, tool_input, __: Deny(message=f"no {tool_input['command']}"))
        commands = [f"npm run {n}" if n % 2 else f"make {n}" for n in range(1000)]
        results = await asyncio.gather(*(self.bash(gate, command) for command in commands))
        self.assertEqual(results, [
            Allow(updated_input={"command": command}) if command.startswith("npm") else Deny(message=f"no {command}")
            for command in commands
        ])

    async def test_a_closed_gate_denies_what_is_open_and_what_comes(self) -> None:
        gate: assent.ProgramGate

        async def ask(*_: Any) -> Any:
            gate.close()
            await never()

        gate = self.gate(on_ask=ask)
        closed = Deny(message="assent: the gate was closed")
        self.assertEqual(await self.bash(gate, "make"), closed)
        self.assertEqual(await self.bash(gate, "npm test"), closed)

    async def test_the_end_of_a_with_closes_it(self) -> None:
        async with self.gate() as gate:
            self.assertEqual((await self.bash(gate, "npm test")).behavior, "allow")
        await self.assert_denied(gate, "the gate was closed")

    async def before(self, gate: assent.Gate, command: str, **more: Any) -> Any:
        """Why the hook objects to a use."""
        use: Any = {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": command}, **more}
        said: Any = await gate.pre_tool_use(use, "toolu_1")
        return said.get("hookSpecificOutput", {}).get("permissionDecisionReason")

    async def after(self, gate: assent.Gate, command: str, event: Any = "PostToolUse") -> None:
        use: Any = {"hook_event_name": event, "tool_name": "Bash", "tool_input": {"command": command}, "tool_response": "\ud800"}
        self.assertEqual(await gate.hooks[event][0].hooks[0](use, "toolu_1", {"signal": None}), {})

    async def test_once_something_else_ran_than_was_judged_and_would_not_be_allowed_all_is_denied(self) -> None:
        for event in ("PostToolUse", "PostToolUseFailure"):
            gate = self.gate()
            for ran in ("npm test", "npm start", "rm x"):  # the second one is allowed as it ran
                self.assertIsNone(await self.before(gate, "npm test"))
                await self.after(gate, ran, event)
            why = (
                "^Bash `npm test` was judged, and Bash `rm x` ran, which would have been denied: "
                r"denied by rule `Bash\(rm \*\)` \(an option\)"
            )
            self.assertRegex(await self.before(gate, "npm test"), why)
            await self.assert_denied(gate, why)

    async def test_a_use_that_nobody_would_allow_unasked_may_run_as_it_was_judged_also_where_the_program_died(self) -> None:
        program, kill = killable("forgets")
        again = asyncio.Event()
        loop = asyncio.get_running_loop()
        gate = self.gate(program=program, on_ask=lambda *_: Allow(), log=lambda line: loop.call_soon_threadsafe(again.set))
        for dies in (False, True):
            await self.before(gate, "make")
            self.assertEqual((await self.bash(gate, "make")).behavior, "allow")
            if dies:
                kill()
                while not again.is_set():
                    await self.bash(gate, "npm test")
            await self.after(gate, "make")
            self.assertEqual((await self.bash(gate, "npm test")).behavior, "allow")

    async def test_a_session_that_began_outside_of_the_gates_folder_is_denied_and_one_that_goes_elsewhere_later_is_not(self) -> None:
        shop = FOLDER / "shop"
        (shop / "sub").mkdir(parents=True)
        (FOLDER / "link").symlink_to(shop)
        gate = self.gate(cwd=FOLDER / "link")
        elsewhere = f"assent: the session is in `{FOLDER}`, and the gate's cwd is `{FOLDER}/link`: each folder needs a gate of its own"
        for session, cwd, message in [
            ("a", shop, None), ("a", FOLDER, None), ("b", FOLDER, elsewhere), ("b", shop, elsewhere), ("c", shop / "sub", None),
            (None, FOLDER, elsewhere), (None, shop, None),
        ]:
            with self.subTest(session=session, cwd=cwd):
                self.assertEqual(await self.before(gate, "npm test", session_id=session, cwd=str(cwd)), message)

    async def test_that_no_folder_was_given_is_told_once_when_something_is_not_allowed(self) -> None:
        lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        gate = self.gate(log=lines.put)
        await self.bash(gate, "npm test")
        for _ in range(2):
            self.assertEqual((await gate("Read", {"file_path": "a.txt"})).behavior, "deny")
        said = await asyncio.to_thread(lines.get)
        self.assertEqual(said, "assent: cwd: not given, so that nobody knows where paths lead: what reads or changes a file is not allowed by itself")
        self.assertTrue(lines.empty())

    async def test_a_rule_about_a_tool_that_there_is_not_is_told_of(self) -> None:
        lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        await self.bash(self.gate(deny=["Rm", "mcp__mine__tool"], log=lines.put), "npm test")
        self.assertEqual(await asyncio.to_thread(lines.get), "assent: warn: deny `Rm`: no tool of that name is registered")

    async def test_the_hook_denies_asks_and_has_no_opinion(self) -> None:
        gate = self.gate()

        async def says(command: str | None, event: str = "PreToolUse") -> Any:
            use: Any = {"hook_event_name": event, "tool_name": "Bash", "cwd": "/proj"}
            if command is not None:
                use["tool_input"] = {"command": command}
            return await gate.pre_tool_use(use, "toolu_1", {"signal": None})

        denied = {"hookEventName": "PreToolUse", "permissionDecision": "deny"}
        reason = "denied by rule `Bash(rm *)` (an option)"
        self.assertEqual(await says("rm x"), {"hookSpecificOutput": denied | {"permissionDecisionReason": reason}})
        self.assertEqual((await says("git push x"))["hookSpecificOutput"]["permissionDecision"], "ask")
        self.assertEqual(await says("npm test"), {})
        self.assertEqual(await says("make"), {})
        self.assertEqual((await says(None))["hookSpecificOutput"]["permissionDecision"], "deny")
        self.assertEqual(
            await says("make", "PostToolUse"),
            {"continue_": False, "stopReason": "assent: a hook for PreToolUse was called for PostToolUse"},
        )
        (matcher,) = gate.hooks["PreToolUse"]
        self.assertEqual((matcher.matcher, matcher.hooks), (None, [gate.pre_tool_use]))


class OtherLoopsTest(unittest.TestCase):
    def test_a_gate_goes_on_in_the_next_event_loop(self) -> None:
        with assent.gate(**RULES) as gate:
            for _ in range(2):
                self.assertEqual(asyncio.run(GateTest.bash(gate, "npm test")).behavior, "allow")

    def test_a_gate_answers_in_two_event_loops_at_once(self) -> None:
        async def both() -> Any:
            with assent.gate(**RULES) as gate:
                await GateTest.bash(gate, "npm test")
                return await asyncio.to_thread(lambda: asyncio.run(GateTest.bash(gate, "npm test")))

        self.assertEqual(asyncio.run(both()).behavior, "allow")


def ask_in_fork(gate: assent.Gate, answers: Any) -> None:
    answers.put(asyncio.run(GateTest.bash(gate, "npm test")).behavior)
    gate.close()  # type: ignore[attr-defined]


class ForkTest(unittest.TestCase):
    def test_a_forked_process_asks_a_program_of_its_own_and_closes_no_other(self) -> None:
        with assent.gate(**RULES) as gate:
            self.assertEqual(asyncio.run(GateTest.bash(gate, "npm test")).behavior, "allow")
            running = gate._server._running
            forks = multiprocessing.get_context("fork")
            answers = forks.SimpleQueue()
            process = forks.Process(target=ask_in_fork, args=(gate, answers))
            process.start()
            self.assertEqual(answers.get(), "allow")
            process.join()
            self.assertEqual(process.exitcode, 0)
            self.assertEqual(asyncio.run(GateTest.bash(gate, "npm test")).behavior, "allow")
            self.assertIs(gate._server._running, running)


class OptionsTest(unittest.TestCase):
    def test_wrong_options_are_an_error_at_once(self) -> None:
        bad = script("bad.json", '{"rulse":[]}')
        rows: list[tuple[dict[str, Any], type[Exception], str]] = [
            ({"policy": "/nonexistent/policy.json"}, ValueError, "^assent: policy: cannot read policy file `/nonexistent/policy.json`"),
            ({"policy": bad}, ValueError, r"^assent: policy: .*bad\.json"),
            ({"policy": {}}, TypeError, "^assent: policy: expected the name of a policy or of its file, got {}$"),
            ({"deny": ["Bash(rm --allow"]}, ValueError, r"^assent: deny `Bash\(rm --allow`: expected"),
            ({"deny": [{}]}, TypeError, r"^assent: deny\[0\]: expected a rule such as `Bash\(npm \*\)`, got {}$"),
            ({"mode": "yolo"}, ValueError, "^assent: mode: expected .*, got `yolo`"),
            ({"on_ask": "ask"}, ValueError, "^assent: on_ask: expected a function, deny, allow, terminal, web or terminal,web, got `ask`$"),
            ({"on_ask": None}, TypeError, "^assent: on_ask: expected a function, or deny, allow, terminal or web, got None$"),
            ({"on_ask": "terminal", "open_page": True}, ValueError, "^assent: open_page: expected on_ask web$"),
            ({"ask_timeout": -1}, TypeError, "^assent: ask_timeout: expected a time in seconds, at least 0, got -1$"),
            ({"ask_timeout": True}, TypeError, "^assent: ask_timeout: expected a time in seconds, or such as `5m`, got True$"),
            ({"ask_timeout": "30"}, ValueError, "^assent: ask_timeout: expected a time such as 30s, 5m or 0, got `30`$"),
            ({"audit": str(FOLDER / "a"), "record": str(FOLDER / "r")}, ValueError, "^assent: audit excludes record"),
            ({"cwd": "."}, ValueError, "^assent: cwd: expected an absolute path"),
            ({"record": "/nonexistent/folder/r"}, ValueError, "^assent: record: expected a file in a folder that is there, got `/nonexistent/folder/r`: there is no `/nonexistent/folder`$"),
            ({"record": "~/r.ndjson"}, ValueError, "^assent: record: expected a path without `~`, .*, got `~/r.ndjson`$"),
            ({"record": f"{FOLDER}/"}, ValueError, f"^assent: record: expected a file, got `{FOLDER}/`$"),
            ({"audit": Path("~/r.ndjson")}, ValueError, "^assent: audit: expected a path without `~`"),
            ({"policy": "~/p.json"}, ValueError, "^assent: policy: expected a path without `~`"),
            ({"policy": "standart"}, ValueError, r"^assent: policy: no policy is called `standart`: .*; did you mean `standard`\?$"),
            ({"policy": Path("standard")}, ValueError, "^assent: policy: .*`/.*/standard`"),
            ({"record": 5}, TypeError, "^assent: record: expected a string that is not empty, got 5$"),
            ({"program": 5}, TypeError, "^assent: program: expected a string that is not empty, got 5$"),
            ({"rules": []}, TypeError, "rules: no such option; there are policy, mode.*program$"),
            ({"alow": []}, TypeError, r"alow: no such option; there are policy, .*; did you mean `allow`\?$"),
            ({"onAsk": "web"}, TypeError, r"did you mean `on_ask`\?$"),
            ({"allow": "Bash(npm *)"}, TypeError, r"allow: expected a list of rules, got 'Bash\(npm \*\)'"),
            ({"deny": {"Bash(rm *)": False}}, TypeError, r"deny: expected a list of rules, got {'Bash\(rm \*\)': False}"),
            ({"deny": b"Bash(rm *)"}, TypeError, "deny: expected a list of rules, got b'Bash"),
            ({"deny": ["Bash(rm *)", ""]}, TypeError, r"deny\[1\]: expected a rule such as .*, got ''"),
            ({"deny": [None]}, TypeError, r"deny\[0\]: expected a rule"),
            ({"cwd": ""}, TypeError, "cwd: expected a string that is not empty"),
            ({"program": ""}, TypeError, "program: expected a string that is not empty"),
            ({"on_ask": "webb"}, ValueError, r"^assent: on_ask: expected a function, .*, got `webb`; did you mean `web`\?$"),
            ({"on_ask": "peer"}, TypeError, "on_ask: expected a function, or deny, allow, terminal or web, got 'peer'"),
            ({"log": None}, TypeError, "log: expected a function, got None"),
            ({"open_page": "no"}, TypeError, "open_page: expected True or False, got 'no'"),
            ({"deny": None}, TypeError, "deny: expected a list of rules, got None"),
            ({"deny": ["Bash(r\0m *)"]}, TypeError, r"deny\[0\]: expected a string without NUL"),
            ({"on_ask": 1}, TypeError, "on_ask: expected a function"),
            ({"answer_within": 0.0009}, TypeError, "answer_within: expected a time in seconds, at least 0.001, got 0.0009"),
            ({"answer_within": float("nan")}, TypeError, "answer_within: expected a time"),
            ({"answer_within": "1"}, TypeError, "answer_within: expected a time"),
        ]
        for options, kind, message in rows:
            with self.subTest(**options), self.assertRaisesRegex(kind, message):
                assent.gate(**(RULES | options))

    def test_a_time_that_is_a_number_is_in_seconds(self) -> None:
        tried = FOLDER / "tried times"
        program = stand("times", f"echo \"$@\" >>'{tried}'\n")
        for given in (30, 0.5, 0, "5m"):
            assent.gate(program=program, ask_timeout=given).close()
        said = re.findall("--ask-timeout=([^ ]*)", tried.read_text())
        self.assertEqual(said, ["30000ms", "500ms", "0", "5m"])
        for time in said:
            assent.gate(**(RULES | {"ask_timeout": time})).close()

    def test_a_program_that_does_not_run_is_an_error_at_once_which_says_how_to_get_one(self) -> None:
        elsewhere = FOLDER / "elsewhere"
        elsewhere.write_bytes(b"\x7fELF\x02\x01\x01" + bytes(11) + b"\xb7\0")  # for ARM
        elsewhere.chmod(0o755)
        another = script("another", '#!/bin/sh\necho "what is --version?" >&2\nexit 2\n')
        takes_all = script("takes all", "#!/bin/sh\necho ok\n")
        says_nothing = script("says nothing", "#!/bin/sh\n")
        no_serve = stand("no serve", 'echo "what is $1?" >&2\nexit 2\n')
        rows: list[tuple[str, type[Exception], str]] = [
            ("/nonexistent/assent", FileNotFoundError, "`/nonexistent/assent`: No such file or directory"),
            (str(FOLDER), PermissionError, f"`{FOLDER}`: Permission denied"),
            (__file__, PermissionError, f"`{__file__}`: Permission denied"),
            (str(elsewhere), OSError, f"`{elsewhere}`: Exec format error"),
            (another, OSError, f"`{another}`, which ended with status 2: what is --version\\?"),
            (takes_all, OSError, f"`{takes_all}`, which is not assent: as its version it says `ok`"),
            (says_nothing, OSError, f"`{says_nothing}`, which is not assent: as its version it says ``"),
            (no_serve, OSError, f"`{no_serve}`, which ended with status 2: what is (serve|bridge)\\?"),
        ]
        for program, kind, found in rows:
            message = f"^assent: program: expected a program that runs here, got {found}; install the wheel .* by the option `program`$"
            for make in (assent.gate, lambda program: assent.bridge_path(agent="/bin/sh", program=program)):
                with self.subTest(program), self.assertRaisesRegex(kind, message):
                    make(program=program)

    def test_paths_may_be_objects_and_are_those_of_where_the_gate_was_made(self) -> None:
        (FOLDER / "moved.json").write_text('{"rules":{"deny":["Bash(ls *)"]}}')
        program, kill = killable("moved")
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        os.chdir(FOLDER)
        options: dict[str, Any] = {"policy": Path("moved.json"), "record": Path("moved.ndjson"), "program": Path("moved"), "cwd": Path("/proj")}

        async def ask(*_: Any) -> Any:
            kill()
            await never()

        with assent.gate(**(RULES | options), on_ask=ask, log=lambda line: None) as gate:
            asyncio.run(GateTest.bash(gate, "make"))
            os.chdir("/")
            self.assertRegex(asyncio.run(GateTest.bash(gate, "ls x")).message, r"denied by rule `Bash\(ls \*\)`")
        self.assertIn('"outcome":"deny"', (FOLDER / "moved.ndjson").read_text())

    def test_a_working_directory_is_taken_with_a_slash_at_its_end_and_as_an_absolute_path_alone(self) -> None:
        makes: list[Any] = [lambda cwd: assent.gate(**RULES, cwd=cwd), lambda cwd: assent.daemon(cwd=cwd)]
        for make in makes:
            for cwd in ("/", "/proj", "/proj/", Path("/proj")):
                make(cwd).close()
            for cwd in (".", "proj", "//proj", "/proj//", "/proj/../proj", "/proj/.", "/proj/..", "/.."):
                message = f"^assent: cwd: expected an absolute path without `.`, `..` and doubled `/`, got `{re.escape(cwd)}`$"
                with self.subTest(cwd), self.assertRaisesRegex(ValueError, message):
                    make(cwd)
            with self.assertRaisesRegex(ValueError, "cwd: expected a path without `~`"):
                make("~/proj")
        with assent.gate(**(RULES | {"allow": ["Read(/proj/**)"], "cwd": "/proj/"}), log=lambda line: None) as gate:
            self.assertEqual(asyncio.run(gate("Read", {"file_path": "a.txt"})).behavior, "allow")

    def test_the_policies_that_are_known_by_name_are_those_of_the_program(self) -> None:
        said = subprocess.run([PROGRAM, "serve", "--stdio", "--policy=?"], capture_output=True, text=True, check=False).stderr
        found = re.search("expected (.*) or a file", said)
        assert found is not None
        self.assertEqual(set(READY_POLICIES), set(found[1].split(", ")))

    def test_the_types_have_the_words_that_the_program_takes(self) -> None:
        def taken(flag: str) -> set[str]:
            said = subprocess.run([PROGRAM, "serve", "--stdio", f"{flag}=?"], capture_output=True, text=True, check=False).stderr
            found = re.search("expected (.*), got", said)
            assert found is not None
            return set(re.split(", | or ", found[1]))

        self.assertEqual(set(get_args(Mode)), taken("--mode"))
        self.assertEqual(set(get_args(LogLevel)), taken("--log-level"))
        places = set(get_args(People)) - {"web,terminal"}  # in any order
        self.assertEqual(places | {"peer", "deny", "allow"}, taken("--on-ask"))

    def test_lines_are_taken_up_to_a_length(self) -> None:
        longest = b"x" * MAX_LINE_BYTES
        self.assertEqual(list(_lines(io.BytesIO(longest + b"\nx"))), [longest])
        with self.assertRaises(_TooLong):
            list(_lines(io.BytesIO(longest + b"x\n")))

    def test_times_at_their_bounds_are_taken(self) -> None:
        for within in (0.001, 1e9, None):
            assent.gate(**RULES, answer_within=within).close()


if __name__ == "__main__":
    unittest.main()
