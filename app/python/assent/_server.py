"""``assent serve --stdio``: started when something is asked, and again after it has died. What it cannot be asked, and what it
leaves unanswered, is refused."""

import asyncio
import contextlib
import dataclasses
import io
import json
import math
import os
import queue
import subprocess
import threading
import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast

from ._options import OnAsk, in_options
from ._results import Refusal, answer_of, as_frame, words_of

RESTARTS_AT_ONCE = 1
"""A process that ends without one answer is started again at once so often in a row..."""
FIRST_PAUSE = 0.1
"""...and then not before this time, in seconds, which doubles each time..."""
LONGEST_PAUSE = 10.0
"""...up to this."""
DEFAULT_ANSWER_WITHIN = 600.0
"""How long an answer is waited for by default, in seconds: longer than people are asked by default."""
LAST_WORDS_WITHIN = 1.0
"""How long the output of a process that has ended is read, in seconds, where another process keeps it open."""

ALIVE_WITHIN = 10.0
"""How long a program that has not answered a question in time has to answer whether it lives, in seconds."""
END_WITHIN = 1.0
"""How long a program has to end by itself when the gate is closed, in seconds."""
MAX_LINE_BYTES = 64 * 1024 * 1024
"""Longest line that the program may write, without its end, in bytes: it takes lines of 16 MiB, and says of one twice at most what
stands in it."""

CLOSED = "the gate was closed"


MAX_JUDGED_USES = 1024
"""Uses that were judged and have not ended, at most: as the program has it."""


def _hook_call(hook_input: Any, tool_use_id: str | None) -> dict[str, Any]:
    return {"subtype": "hook_callback", "callback_id": "assent_guard", "input": hook_input, "tool_use_id": tool_use_id}


def end_of(code: int, last_words: str) -> str:
    """How a process has ended."""
    how = f"was killed by signal {-code}" if code < 0 else f"ended with status {code}"
    return how + (f": {last_words}" if last_words else "")


class _TooLong(Exception):
    """A line is longer than that."""


# Pipes have no buffers of their own: those have locks, which stay locked in a process that is forked.
_READ_BYTES = 64 * 1024


def _lines(pipe: io.RawIOBase) -> Iterator[bytes]:
    """Those that are whole, without their ends."""
    kept: list[bytes] = []
    size = 0
    while read := pipe.read(_READ_BYTES):
        parts = read.split(b"\n")
        for at, part in enumerate(parts):
            kept.append(part)
            size += len(part)
            if size > MAX_LINE_BYTES:
                raise _TooLong
            if at + 1 < len(parts):
                yield b"".join(kept)
                kept, size = [], 0


def _write_all(pipe: io.RawIOBase, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[pipe.write(rest) :]


@dataclasses.dataclass
class _Question:
    """What waits for an answer, in the event loop that asked. Only there it is touched, but for ``post``."""

    loop: asyncio.AbstractEventLoop
    name: str
    answer: "asyncio.Future[Any]"
    context: Any
    until: float  # when an answer is too late, on the server's clock
    asked_back: "asyncio.Task[None] | None" = None
    withdrawn: bool = False  # the callback that was asked need not answer any more

    def post(self, act: Callable[..., object], *arguments: object) -> None:
        with contextlib.suppress(RuntimeError):  # its loop is closed: nobody waits any more
            self.loop.call_soon_threadsafe(act, *arguments)

    def settle(self, answer: object) -> None:
        self.withdraw()
        if self.answer.done():
            return
        if isinstance(answer, Refusal):
            self.answer.set_exception(answer)
        else:
            self.answer.set_result(answer)

    def withdraw(self) -> None:
        self.withdrawn = True
        if self.asked_back is not None:
            self.asked_back.cancel()


class _Running:
    """One process, and what it was asked. Threads of its own read and write, so that it belongs to no event loop."""

    def __init__(self, server: "Server", program: str, news: str | None) -> None:
        self.server = server
        self._news = news  # for people
        self.answered = False  # it has answered something
        self.judged: dict[object, None] = {}  # uses of tools that a hook has told it of, and that may run, the oldest first
        self.why: str | None = None  # it has ended
        self._lock = threading.Lock()  # of what is open
        self._open: dict[str, _Question] = {}
        self._last_id = 0
        self._last_words = ""
        self._doubt: str | None = None  # the question whether it lives
        self._unwritten: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        pipe = subprocess.PIPE
        # Apart from this process, it does not get the Ctrl-C that this one is meant by, and its limits stay.
        self._process = subprocess.Popen(
            [program, *server.arguments], bufsize=0, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=server.apart
        )
        self._stdin, self._stdout, self._stderr = (
            cast(io.RawIOBase, each) for each in (self._process.stdin, self._process.stdout, self._process.stderr)
        )
        works = (self._read, self._read_errors, self._write, self._wait)
        threads = [threading.Thread(target=work, daemon=True) for work in works]
        self._readers = threads[:2]
        try:
            for thread in threads:
                thread.start()
        except RuntimeError:  # there are too many
            self._process.kill()
            self._process.wait()
            self._unwritten.put(None)
            for thread, own in zip(threads, (self._stdout, self._stderr, self._stdin)):
                if thread.ident is None:  # each closes its own
                    own.close()
            raise

    async def ask(self, request: dict[str, Any], context: Any) -> Any:
        loop = asyncio.get_running_loop()
        within = self.server.answer_within
        until = math.inf if within is None else self.server.now() + within
        with self._lock:
            if self.why is not None:
                raise Refusal(self.why)
            self._last_id += 1
            name = f"q{self._last_id}"
            self._open[name] = question = _Question(loop, name, loop.create_future(), context, until)
        timer = None
        try:
            self._send({"type": "control_request", "request_id": name, "request": request})
            if within is not None:
                timer = loop.call_later(within, self._give_up, question, within)
            return await question.answer
        finally:
            if timer is not None:
                timer.cancel()
            if self._take(name) is not None:  # nobody waits for it any more
                question.withdraw()
                self._send({"type": "control_cancel_request", "request_id": name})

    def _give_up(self, question: _Question, within: float) -> None:
        is_asked = question.asked_back is not None and not question.asked_back.done()
        why = f"{'on_ask gave ' if is_asked else ''}no answer within {within:g} s"
        question.settle(Refusal(why))
        # On record it is a callback that failed then, and no question that was withdrawn.
        if is_asked and self._take(question.name) is not None:
            failed = {"subtype": "error", "request_id": question.name, "error": why}
            self._send({"type": "control_response", "response": failed})
        self._ask_whether_it_lives()

    def _ask_whether_it_lives(self) -> None:
        """One that has not answered in time may hang, and then another one has to take its place."""
        with self._lock:
            if self._doubt is not None or self.why is not None:
                return
            self._last_id += 1
            self._doubt = name = f"q{self._last_id}"
        self._send({"type": "control_request", "request_id": name, "request": {"subtype": "initialize"}})
        timer = threading.Timer(self.server.alive_within, self._end_hanging, [name])
        timer.daemon = True
        with contextlib.suppress(RuntimeError):  # there are too many threads
            timer.start()

    def _end_hanging(self, asked: str) -> None:
        if self._doubt == asked and self.why is None:
            self._abandon("the program hangs")

    def _take(self, name: object) -> _Question | None:
        with self._lock:
            return self._open.pop(name, None) if isinstance(name, str) else None

    def _send(self, frame: dict[str, Any]) -> None:
        self._unwritten.put(json.dumps(frame, allow_nan=False))

    # ---- Threads

    def _write(self) -> None:
        with self._stdin, contextlib.suppress(OSError):  # that it has gone, `_read` hears
            while (line := self._unwritten.get()) is not None:
                _write_all(self._stdin, line.encode() + b"\n")

    def _tell(self, line: str) -> None:
        with contextlib.suppress(Exception):
            self.server.log(line)

    def _read_errors(self) -> None:
        if self._news is not None:
            self._tell(self._news)
        with self._stderr:
            try:
                for line in _lines(self._stderr):
                    self._last_words = in_options(line.decode(errors="replace"))
                    self._tell(self._last_words)
            except _TooLong:
                self._abandon("the program wrote a line that is too long")

    def _read(self) -> None:
        with self._stdout:
            try:
                for line in _lines(self._stdout):
                    self._hear(json.loads(line))
            except _TooLong:
                self._abandon("the program wrote a line that is too long")
            except Exception:  # nested too deep for the reader of JSON, too
                self._abandon("the program wrote a line that is not JSON")

    def _wait(self) -> None:
        code = self._process.wait()
        self.server.ended(self)  # the next question goes to another one
        for reader in self._readers:
            reader.join(LAST_WORDS_WITHIN)
        self.end(f"the program {end_of(code, self._last_words)}")

    def _hear(self, frame: Any) -> None:
        kind = frame.get("type") if isinstance(frame, dict) else None
        if kind == "control_response":
            self._hear_answer(frame.get("response"))
            return
        name = frame.get("request_id") if isinstance(frame, dict) else None
        with self._lock:
            question = self._open.get(name) if isinstance(name, str) else None
        if question is None:
            return  # it is over; the program hears of that, too
        if kind == "control_request":
            question.post(self._ask_back, name, question, frame.get("request"))
        elif kind == "control_cancel_request":
            question.post(question.withdraw)

    def _hear_answer(self, answer: Any) -> None:
        name = answer.get("request_id") if isinstance(answer, dict) else None
        if name is not None and name == self._doubt:
            self._doubt = None
        question = self._take(name)
        if question is None:
            return  # it came too late
        self.answered = True
        if answer.get("subtype") == "success":
            question.post(question.settle, answer.get("response"))
        else:
            question.post(question.settle, Refusal(str(answer.get("error") or "the program could not answer")))

    # ---- In the event loop of a question

    def _ask_back(self, name: str, question: _Question, request: Any) -> None:
        """What rules and mode leave open comes back under the same id."""
        if not question.answer.done():
            question.asked_back = question.loop.create_task(self._answer(name, question, request))

    async def _answer(self, name: str, question: _Question, request: Any) -> None:
        answer: dict[str, Any] = {"subtype": "success", "request_id": name}
        try:
            if self.server.on_ask is None or request["subtype"] != "can_use_tool":
                raise Refusal("nothing like that was asked")
            reason = request.get("decision_reason")
            said = await answer_of(self.server.on_ask, request["tool_name"], request["input"], question.context, reason)
            # Who has heard of no answer must not find that there was one.
            if question.withdrawn or self.server.now() >= question.until:
                raise Refusal("the answer came too late")
            self._send({"type": "control_response", "response": answer | {"response": as_frame(said)}})
        except BaseException as error:  # also that somebody else has cancelled what the callback waited for
            if not question.withdrawn:
                failed = answer | {"subtype": "error", "error": words_of(error)}
                self._send({"type": "control_response", "response": failed})
            if not isinstance(error, (Exception, asyncio.CancelledError)):
                raise

    def end(self, why: str) -> None:
        """Nothing more is heard of it. From any thread."""
        with self._lock:
            self.why = self.why or why
            questions, self._open = self._open, {}
        self.server.ended(self)
        self._unwritten.put(None)
        for question in questions.values():
            question.post(question.settle, Refusal(self.why))

    def _abandon(self, why: str) -> None:
        """What comes from it now may be anything."""
        self.end(why)
        self._process.kill()

    def close(self, why: str) -> None:
        self.end(why)
        self._process.terminate()
        timer = threading.Timer(END_WITHIN, self._process.kill)
        timer.daemon = True
        with contextlib.suppress(RuntimeError):  # there are too many threads
            timer.start()

    def leave(self) -> None:
        """In a process that was forked: the program is the other one's, and so are the threads."""
        self._process.returncode = 0  # nothing to wait for
        with open(os.devnull, "r+b", buffering=0) as nothing:
            for pipe in (self._stdin, self._stdout, self._stderr):
                if not pipe.closed:
                    os.dup2(nothing.fileno(), pipe.fileno(), inheritable=False)


class Server:
    """Any thread may ask, in an event loop.

    :param apart: whether the program belongs to no terminal
    :param now: the time in seconds, of a clock that only goes forward
    """

    def __init__(
        self,
        program: str,
        arguments: Sequence[str],
        *,
        on_ask: OnAsk | None,
        log: Callable[[str], None],
        answer_within: float | None,
        apart: bool = True,
        alive_within: float = ALIVE_WITHIN,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.program = program
        self.arguments = arguments
        self.on_ask = on_ask
        self.log = log
        self.answer_within = answer_within
        self.apart = apart
        self.alive_within = alive_within
        self.now = now
        self._lock = threading.Lock()  # of all below
        self._running: _Running | None = None
        self._last: _Running | None = None  # the one that ended last
        self._closed = False
        self._fruitless = 0  # processes in a row that ended without an answer
        self._not_before = 0.0
        _servers.add(self)

    def leave(self) -> None:
        """In a process that was forked: it has a program of its own when it asks something."""
        self._lock = threading.Lock()
        running, self._running = self._running, None
        if running is not None:
            running.leave()

    async def ask(self, request: dict[str, Any], context: Any = None) -> Any:
        """The payload of the answer.

        :raises Refusal: there is none
        """
        with self._lock:
            running = self._running or self._start()
        return await running.ask(request, context)

    def tell(self, line: str) -> None:
        """People, on a thread of its own. Who cannot be told misses something to read, no decision."""

        def run() -> None:
            with contextlib.suppress(Exception):
                self.log(line)

        with contextlib.suppress(RuntimeError):  # there are too many threads
            threading.Thread(target=run, daemon=True).start()

    async def judge(self, hook_input: Any, tool_use_id: str | None) -> Any:
        """What a hook says before a use."""
        answer = await self.ask(_hook_call(hook_input, tool_use_id))
        said = answer.get("hookSpecificOutput") if isinstance(answer, dict) else None
        with self._lock:
            if self._running is not None and not (isinstance(said, dict) and said.get("permissionDecision") == "deny"):
                judged = self._running.judged
                if len(judged) >= MAX_JUDGED_USES:
                    del judged[next(iter(judged))]
                judged[tool_use_id or hook_input.get("tool_use_id")] = None
        return answer

    async def compare(self, hook_input: Any, tool_use_id: str | None) -> None:
        """Has what ran compared with what was judged, unless the program that judged it has died."""
        name = tool_use_id or hook_input.get("tool_use_id")
        with self._lock:
            if self._running is None or name not in self._running.judged:
                return
            del self._running.judged[name]
        # What came of it, such as half a letter in an error, is none of this.
        told = ("hook_event_name", "session_id", "cwd", "tool_name", "tool_input", "tool_use_id")
        said = {key: hook_input[key] for key in told if key in hook_input}
        await self.ask(_hook_call(said, tool_use_id))

    def _start(self) -> _Running:
        if self._closed:
            raise Refusal(CLOSED)
        wait = self._not_before - self.now()
        if wait > 0:
            why = self._last.why if self._last is not None else None
            raise Refusal(
                f"the program ended {self._fruitless} times without an answer, it is started again in {wait:.1f} s; {why}"
            )
        news = None
        if self._last is not None:
            why = self._last.why or "the program ended"
            news = f"assent: {why}; it is started again, and its limits and grants begin anew"
        try:
            self._running = _Running(self, self.program, news)
        except (OSError, RuntimeError, ValueError) as error:
            raise Refusal(f"the program cannot be started: {error}") from None
        return self._running

    def ended(self, gone: _Running) -> None:
        with self._lock:
            if gone is not self._running:
                return
            self._running = None
            self._last = gone
            self._fruitless = 0 if gone.answered else self._fruitless + 1
            doublings = self._fruitless - RESTARTS_AT_ONCE - 1
            pause = 0.0 if doublings < 0 else min(FIRST_PAUSE * 2.0**doublings, LONGEST_PAUSE)
            self._not_before = self.now() + pause if pause > 0 else 0.0

    def close(self) -> None:
        with self._lock:
            self._closed = True
            running = self._running
        if running is not None:
            running.close(CLOSED)


_servers: "weakref.WeakSet[Server]" = weakref.WeakSet()


def _leave_all() -> None:
    for server in list(_servers):
        server.leave()


os.register_at_fork(after_in_child=_leave_all)
