"""``assent daemon``: one line each way for each use of a tool."""

import asyncio
import contextlib
import dataclasses
import json
import os
import socket as sockets
import stat
import struct
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from . import _options
from ._gate import Gate
from ._heard_uses import HeardUses
from ._options import OnAsk, StrPath
from ._results import Refusal, allowed, answer_of, as_frame, denied, hook_says, permission_result
from ._server import CLOSED, DEFAULT_ANSWER_WITHIN

if TYPE_CHECKING:
    from claude_agent_sdk import PermissionResult
    from claude_agent_sdk.types import HookJSONOutput

_T = TypeVar("_T")

_DEFAULT_WITHIN = 55.0
"""How long a decision is waited for by default, in seconds: as ``assent hook`` does for Claude."""
_LONGEST_WITHIN = 540.0
"""Longest time that the daemon takes, in seconds."""
_MAX_ANSWER_BYTES = 256 * 1024
"""Longest answer, in bytes, without its line end."""


@dataclasses.dataclass(frozen=True)
class Decision:
    """What the daemon says of a use. ``open``: nothing decides. ``demanded``: a person has to be asked."""

    outcome: Literal["allow", "deny", "open", "demanded"]
    reason: str


def _folder() -> Path:
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    return Path(runtime) / "assent" if runtime.startswith("/") else Path(f"/tmp/assent-{os.geteuid()}")


def _require_own(path: Path, is_kind: Callable[[int], bool], what: str, socket: Path) -> None:
    """Whoever else may write to it could answer in the daemon's place."""
    try:
        found = path.lstat()
    except FileNotFoundError:
        raise Refusal(f"no daemon listens at `{socket}`: start `assent daemon`") from None
    if not is_kind(found.st_mode) or found.st_uid != os.geteuid() or found.st_mode & 0o077:
        raise Refusal(f"`{path}`: expected a {what} of this user alone")


def _require_own_peer(connected: Any) -> None:
    _, user, _ = struct.unpack("3i", connected.getsockopt(sockets.SOL_SOCKET, sockets.SO_PEERCRED, struct.calcsize("3i")))
    if user != os.geteuid():
        raise Refusal("the daemon is another user's")


def _read_answer(line: bytes) -> Decision:
    try:
        answer = json.loads(line)
    except ValueError:
        answer = None
    outcome = answer.get("outcome") if isinstance(answer, dict) else None
    reason = answer.get("reason") if isinstance(answer, dict) else None
    if outcome not in ("allow", "deny", "open", "demanded") or not isinstance(reason, str):
        raise Refusal("the daemon gave an answer that is none")
    return Decision(outcome, reason)


def _snapshot(tool_input: Any) -> Any:
    """What the daemon looks at, apart from the object that it was made of: whoever holds that may change it."""
    return json.loads(json.dumps(tool_input, allow_nan=False))


def _text(tool_input: Any) -> str:
    return json.dumps(tool_input, sort_keys=True)


async def _answer_of(asked: Coroutine[Any, Any, Any], within: float | None) -> Any:
    """Where somebody else has cancelled what the callback waited for, it has failed, and nobody has cancelled the question."""
    task = asyncio.get_running_loop().create_task(asked)
    try:
        done, _ = await asyncio.wait({task}, timeout=within)
    except asyncio.CancelledError:
        task.cancel()
        raise
    if not done:
        task.cancel()
        raise Refusal(f"on_ask gave no answer within {within:g} s")
    if task.cancelled():
        raise Refusal("the callback was cancelled")
    return task.result()


class _Questions:
    """Those that are open, in whatever event loops: they end with the gate."""

    def __init__(self) -> None:
        self._lock = threading.Lock()  # of all below
        self._open: set[tuple[asyncio.AbstractEventLoop, asyncio.Future[None]]] = set()
        self._is_closed = False

    async def run(self, act: Coroutine[Any, Any, _T]) -> _T:
        loop = asyncio.get_running_loop()
        closed: asyncio.Future[None] = loop.create_future()
        with self._lock:
            if self._is_closed:
                act.close()
                raise Refusal(CLOSED)
            self._open.add((loop, closed))
        task = loop.create_task(act)
        try:
            waited: set[asyncio.Future[Any]] = {task, closed}
            await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                raise Refusal(CLOSED)
            return task.result()
        finally:
            task.cancel()
            with self._lock:
                self._open.discard((loop, closed))

    def close(self) -> None:
        with self._lock:
            self._is_closed = True
            for loop, closed in self._open:
                with contextlib.suppress(RuntimeError):  # its loop is closed: nobody waits any more
                    loop.call_soon_threadsafe(closed.cancel)


class DaemonGate(Gate):
    """A gate that ``assent daemon`` decides for, with all other agents of this user."""

    def __init__(
        self, path: Path, within: float, cwd: str | None, on_ask: OnAsk | None, answer_within: float | None, say_allow: bool
    ) -> None:
        self._path = path
        self._within = within
        self._cwd = cwd
        self._on_ask = on_ask
        self._answer_within = answer_within
        self._say_allow = say_allow
        self._heard: HeardUses[Decision] = HeardUses()
        self._questions = _Questions()

    def close(self) -> None:
        """What is open is denied, and so is all that comes later. The daemon goes on."""
        self._questions.close()

    async def decide(self, use: Any) -> Decision:
        """What the daemon says of a use, as a ``PreToolUse`` hook is told of it.

        :raises Exception: it says nothing
        """
        return await self._questions.run(self._decision(use))

    async def _decision(self, use: Any) -> Decision:
        line = json.dumps({"agent": "claude", "within_ms": int(self._within * 1000), "use": use}, allow_nan=False)
        _require_own(self._path.parent, stat.S_ISDIR, "folder", self._path)
        _require_own(self._path, stat.S_ISSOCK, "socket", self._path)
        try:
            return await asyncio.wait_for(self._ask(line), self._within)
        except asyncio.TimeoutError:
            raise Refusal(f"the daemon gave no answer within {self._within:g} s") from None
        except OSError as error:
            raise Refusal(f"the daemon cannot be asked: {error}") from None

    async def _ask(self, line: str) -> Decision:
        reader, writer = await asyncio.open_unix_connection(self._path, limit=_MAX_ANSWER_BYTES)
        try:
            _require_own_peer(writer.get_extra_info("socket"))
            writer.write(line.encode() + b"\n")
            return _read_answer(await reader.readuntil(b"\n"))
        except asyncio.LimitOverrunError:
            raise Refusal("the answer of the daemon is too long") from None
        except asyncio.IncompleteReadError:
            raise Refusal("the daemon ended without an answer") from None
        finally:
            writer.close()

    async def _decide(self, tool_name: str, tool_input: dict[str, Any], context: Any) -> "PermissionResult":
        return await self._questions.run(self._settle(tool_name, _snapshot(tool_input), context))

    async def _settle(self, tool_name: str, asked: Any, context: Any) -> "PermissionResult":
        name = getattr(context, "tool_use_id", None)
        use = {"hook_event_name": "PreToolUse", "tool_name": tool_name}
        more = {"tool_use_id": name, "cwd": self._cwd}
        use |= {name: value for name, value in more.items() if value is not None}
        decision = self._heard.take(name, tool_name, asked) or await self._decision(use | {"tool_input": asked})
        if decision.outcome == "allow":
            return allowed(asked)
        if decision.outcome == "deny":
            return permission_result({"behavior": "deny", "message": decision.reason})
        if self._on_ask is None:
            return denied(f"{decision.reason}; nobody is there to ask")
        asking = answer_of(self._on_ask, tool_name, _snapshot(asked), context, decision.reason)
        answer: dict[str, Any] = as_frame(await _answer_of(asking, self._answer_within))
        # What the agent would allow by updates, the daemon would not be asked about.
        answer.pop("updatedPermissions", None)
        if answer["behavior"] == "allow":
            given = _snapshot(answer.get("updatedInput", asked))
            answer["updatedInput"] = given
            if _text(given) != _text(asked):  # `==` takes `True` for 1
                edited = await self._decision(use | {"tool_input": given})
                if edited.outcome == "deny":
                    return permission_result({"behavior": "deny", "message": edited.reason})
        return permission_result(answer)

    async def _decide_hook(self, hook_input: Any, tool_use_id: str | None) -> "HookJSONOutput":
        decision = await self.decide(hook_input)
        name = hook_input.get("tool_use_id") if tool_use_id is None else tool_use_id
        self._heard.keep(name, hook_input.get("tool_name"), hook_input.get("tool_input"), decision)
        if decision.outcome == "deny":
            return hook_says("deny", decision.reason)
        if decision.outcome == "demanded":
            return hook_says("ask", decision.reason)
        return hook_says("allow", decision.reason) if decision.outcome == "allow" and self._say_allow else {}


@_options.names_known
def daemon(
    *,
    socket: StrPath | None = None,
    within: float = _DEFAULT_WITHIN,
    cwd: StrPath | None = None,
    on_ask: OnAsk | None = None,
    answer_within: float | None = DEFAULT_ANSWER_WITHIN,
    say_allow: bool = False,
) -> DaemonGate:
    """A gate that ``assent daemon`` decides for.

    :param socket: where it listens; by default as it does by itself
    :param within: how long a decision may take, in seconds: 0.001 to 540
    :param cwd: the agent's working directory, an absolute path, for ``can_use_tool``
    :param on_ask: decides what the daemon leaves open; without it that is denied. ``updated_permissions`` of its answer go nowhere:
        what the agent would allow by them, the daemon would not be asked about. The daemon's record does not have what it answers
    :param answer_within: how long ``on_ask`` may take, in seconds; then it is a denial. ``None`` is for ever
    :param say_allow: whether the hook says ``allow`` for what is allowed; by default it has no opinion then, and the agent goes on by
        its own rules
    """
    longest = _options.seconds("within", within, least=0.001, most=_LONGEST_WITHIN)
    assert longest is not None
    answer = _options.seconds("answer_within", answer_within, least=0.001)
    if on_ask is not None and not callable(on_ask):
        raise _options.wrong("on_ask", "a function (people are asked by `assent daemon --on-ask web`)", on_ask)
    if not isinstance(say_allow, bool):
        raise _options.wrong("say_allow", "True or False", say_allow)
    path = Path(_options.file_at("socket", socket)) if socket is not None else _folder() / "daemon.sock"
    folder = None if cwd is None else _options.folder_of("cwd", cwd)
    return DaemonGate(path, longest, folder, on_ask, answer, say_allow)
