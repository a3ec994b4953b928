import contextlib
import os
import sys
import threading
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, TypeVar, get_args

from . import _options
from ._options import LogLevel, Mode, OnAsk, People, StrPath
from ._results import HookMatcher, Refusal, as_dicts, decide_hook, denied, hook_result, of_sdk, permission_result
from ._server import DEFAULT_ANSWER_WITHIN, Server
from ._trial import program_of, try_program

if TYPE_CHECKING:
    from claude_agent_sdk import HookMatcher as SdkHookMatcher
    from claude_agent_sdk import PermissionResult, ToolPermissionContext
    from claude_agent_sdk.types import HookContext, HookEvent, HookInput, HookJSONOutput


_G = TypeVar("_G", bound="Gate")


class Gate:
    """Decides: an instance is a ``can_use_tool``. It raises nothing but ``CancelledError``: what cannot be decided is denied.

    A cancelled call is withdrawn.
    """

    async def __call__(
        self, tool_name: str, tool_input: dict[str, Any], context: "ToolPermissionContext | None" = None
    ) -> "PermissionResult":
        try:
            return await self._decide(tool_name, tool_input, context)
        except Exception as error:
            return denied(error)

    async def pre_tool_use(
        self, hook_input: "HookInput", tool_use_id: str | None = None, context: "HookContext | None" = None
    ) -> "HookJSONOutput":
        """A hook: denies what rules deny, and asks where they demand it, also for what the agent would allow by itself."""
        return await decide_hook(hook_input, lambda: self._decide_hook(hook_input, tool_use_id))

    def close(self) -> None:
        """What is open is denied, and so is all that comes later."""
        raise NotImplementedError

    def __enter__(self: _G) -> _G:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    async def __aenter__(self: _G) -> _G:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def hooks(self) -> "dict[HookEvent, list[SdkHookMatcher]]":
        """The same as the SDK's option ``hooks`` has it. Import the SDK first."""
        return {"PreToolUse": [of_sdk(HookMatcher)(hooks=[self.pre_tool_use])]}

    async def _decide(self, tool_name: str, tool_input: dict[str, Any], context: Any) -> "PermissionResult":
        raise NotImplementedError

    async def _decide_hook(self, hook_input: Any, tool_use_id: str | None) -> "HookJSONOutput":
        raise NotImplementedError


class ProgramGate(Gate):
    """A gate with a program of its own. Any thread may ask, in an event loop."""

    def __init__(self, server: Server, cwd: str | None) -> None:
        self._server = server
        self._cwd = cwd
        self._began: dict[object, str] = {}  # sessions, by their ids
        self._lock = threading.Lock()  # of them
        self._misses = cwd is None  # a folder, and nobody has been told

    async def _decide(self, tool_name: str, tool_input: dict[str, Any], context: Any) -> "PermissionResult":
        question = {
            "subtype": "can_use_tool",
            "tool_name": tool_name,
            "input": tool_input,
            "permission_suggestions": as_dicts(getattr(context, "suggestions", None)),
        }
        for name in ("blocked_path", "decision_reason", "title", "display_name", "description", "tool_use_id", "agent_id"):
            question[name] = getattr(context, name, None)
        if self._server.on_ask is not None:
            del question["decision_reason"]  # it would come back in place of ours
        said = {name: value for name, value in question.items() if value is not None}
        result = permission_result(await self._server.ask(said, context))
        if result.behavior == "deny" and self._misses:
            self._misses = False
            self._server.tell(_NO_FOLDER)
        return result

    def _require_place(self, session: object, now: object) -> None:
        """Where a session began outside of ``cwd``, paths would be read from there. Its shell may go elsewhere later."""
        if self._cwd is None or not isinstance(now, str):
            return
        with self._lock:
            first = self._began.get(session, now)
            if len(self._began) >= _MAX_SESSIONS and session not in self._began:
                del self._began[next(iter(self._began))]
            if session is not None:
                self._began[session] = first
        cwd = os.path.realpath(self._cwd)
        if os.path.commonpath([cwd, os.path.realpath(first)]) != cwd:
            raise Refusal(f"the session is in `{first}`, and the gate's cwd is `{self._cwd}`: each folder needs a gate of its own")

    async def _decide_hook(self, hook_input: Any, tool_use_id: str | None) -> "HookJSONOutput":
        self._require_place(hook_input.get("session_id"), hook_input.get("cwd"))
        return hook_result(await self._server.judge(hook_input, tool_use_id))

    async def _after_use(self, hook_input: Any, tool_use_id: str | None = None, context: Any = None) -> "HookJSONOutput":
        """Another hook may have changed what was judged: then the program denies all that comes later."""
        with contextlib.suppress(Exception):
            await self._server.compare(hook_input, tool_use_id)
        return {}

    @property
    def hooks(self) -> "dict[HookEvent, list[SdkHookMatcher]]":
        """With two more, which look whether what ran is what was judged: once it was not, and would not be allowed, all is
        denied."""
        after = {event: [of_sdk(HookMatcher)(hooks=[self._after_use])] for event in _AFTER_USE}
        return {**super().hooks, **after}

    def close(self) -> None:
        """Ends the program. What is open is denied, and so is all that comes later."""
        self._server.close()


_MAX_SESSIONS = 1000
"""How many sessions are held to where they began; the oldest goes first."""
_AFTER_USE: "tuple[HookEvent, HookEvent]" = ("PostToolUse", "PostToolUseFailure")
_NO_FOLDER = "assent: cwd: not given, so that nobody knows where paths lead: what reads or changes a file is not allowed by itself"

_SERVE = ["serve", "--stdio", "--dialect=nested"]


def tried_people(on_ask: str, open_page: bool, notify: str | None) -> dict[str, object]:
    """Which of these options are tried: no place is opened for a trial, but a wrong ``open_page`` shows without one, too."""
    if on_ask not in get_args(People):
        return {"on_ask": on_ask, "open_page": open_page, "notify": notify}
    return {} if "web" in on_ask else {"open_page": open_page}


def _with_function(said: str) -> str:
    """Whom the program calls its peer, a function is here."""
    return _options.in_options(said).replace("on_ask: expected peer,", "on_ask: expected a function,")


def _to_stderr(line: str) -> None:
    print(line, file=sys.stderr)


@_options.names_known
def gate(
    *,
    policy: StrPath | None = None,
    mode: Mode | None = None,
    allow: Iterable[str] = (),
    ask: Iterable[str] = (),
    deny: Iterable[str] = (),
    cwd: StrPath | None = None,
    title: str | None = None,
    audit: StrPath | None = None,
    record: StrPath | None = None,
    ask_timeout: str | float | None = None,
    log_level: LogLevel | None = None,
    on_ask: Literal["deny", "allow"] | People | OnAsk = "deny",
    open_page: bool = False,
    notify: str | None = None,
    answer_within: float | None = DEFAULT_ANSWER_WITHIN,
    log: Callable[[str], None] = _to_stderr,
    program: StrPath | None = None,
) -> ProgramGate:
    """A gate with a program of its own, ``assent serve --stdio``, which is started by the first question and again when it has
    died. The options are tried before this returns, by running the program with nothing to read.

    They are those of ``assent serve`` under the same names, but for these:

    :param cwd: the agent's working directory, an absolute path, as the SDK is told: relative paths are read from there. The
        hooks deny all of a session that begins outside of it
    :param title: what people read of who asks, on the page or in the terminal: ``release bot``
    :param ask_timeout: how long people are asked on the page or in the terminal, in seconds or such as ``5m``; 0 is for ever
    :param on_ask: what happens to what rules and mode leave open
    :param open_page: with ``on_ask="web"``: open the page in the browser
    :param answer_within: how long an answer may take, in seconds, whoever gives it; then it is a denial. ``None`` is for ever
    :param log: gets each line that the program writes for people, the link of the page among them, on a thread of its own
    :param program: the program; the package has it
    :raises TypeError: there is no such option, or it is of another type
    :raises OSError: no program runs here
    :raises ValueError: the program does not take an option, in its words
    """
    word: object = on_ask
    if word == "peer" or not (isinstance(word, str) or callable(word)):
        raise _options.wrong("on_ask", "a function, or deny, allow, terminal or web", on_ask)
    if not callable(log):
        raise _options.wrong("log", "a function", log)
    fixed = [
        *_SERVE,
        *_options.arguments_for(
            policy=policy, mode=mode, allow=allow, ask=ask, deny=deny, ask_timeout=ask_timeout, log_level=log_level, cwd=cwd,
            title=title, audit=audit, record=record,
        ),
    ]
    asked = "peer" if callable(on_ask) else on_ask
    arguments = [*fixed, *_options.arguments_for(on_ask=asked, open_page=open_page, notify=notify)]
    within = _options.seconds("answer_within", answer_within, least=0.001)
    found = program_of(program)
    try_program(found, [*fixed, *_options.arguments_for(**tried_people(asked, open_page, notify))], _with_function)
    on_ask_function = None if isinstance(on_ask, str) else on_ask
    apart = not (isinstance(on_ask, str) and "terminal" in on_ask)  # whoever asks there belongs to the terminal
    server = Server(found, arguments, on_ask=on_ask_function, log=log, answer_within=within, apart=apart)
    return ProgramGate(server, None if cwd is None else _options.folder_of("cwd", cwd))
