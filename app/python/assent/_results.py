"""Answers in the words of the SDK: with its classes where it is loaded, and with ones of the same shape where it is not."""

import asyncio
import contextlib
import dataclasses
import functools
import inspect
import sys
import threading
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Literal

from ._options import OnAsk

if TYPE_CHECKING:
    from claude_agent_sdk import PermissionResult
    from claude_agent_sdk.types import HookJSONOutput


@dataclasses.dataclass
class PermissionResultAllow:
    behavior: Literal["allow"] = "allow"
    updated_input: dict[str, Any] | None = None
    updated_permissions: list[Any] | None = None


@dataclasses.dataclass
class PermissionResultDeny:
    behavior: Literal["deny"] = "deny"
    message: str = ""
    interrupt: bool = False


@dataclasses.dataclass
class HookMatcher:
    matcher: str | None = None
    hooks: list[Any] = dataclasses.field(default_factory=list)
    timeout: float | None = None


@dataclasses.dataclass
class AskContext:
    """What a callback gets where whoever calls the gate gives it none, as a test does."""

    decision_reason: object = None
    signal: Any = None
    suggestions: list[Any] = dataclasses.field(default_factory=list)


class Refusal(Exception):
    """Why there is no answer."""


_NO_ANSWER = "expected an answer, got something else"


def of_sdk(own: type) -> Any:
    """The class of the SDK that has this one's shape, or this one."""
    return getattr(sys.modules.get("claude_agent_sdk"), own.__name__, own)


def words_of(error: BaseException) -> str:
    """What is raised may fail to say what it is."""
    try:
        return str(error) or type(error).__name__
    except Exception:
        return type(error).__name__


def _said(error: BaseException | str) -> str:
    return f"assent: {error if isinstance(error, str) else words_of(error)}"


def denied(error: BaseException | str) -> "PermissionResult":
    result: PermissionResult = of_sdk(PermissionResultDeny)(message=_said(error))
    return result


def allowed(updated_input: dict[str, Any], updated_permissions: list[Any] | None = None) -> "PermissionResult":
    result: PermissionResult = of_sdk(PermissionResultAllow)(
        updated_input=updated_input, updated_permissions=updated_permissions
    )
    return result


def permission_result(answer: object) -> "PermissionResult":
    """An answer of the program. Anything that is no answer is a denial."""
    if isinstance(answer, dict) and answer.get("behavior") == "allow" and isinstance(answer.get("updatedInput"), dict):
        return allowed(answer["updatedInput"], _updates(answer.get("updatedPermissions")))
    if isinstance(answer, dict) and answer.get("behavior") == "deny" and isinstance(answer.get("message"), str):
        result: PermissionResult = of_sdk(PermissionResultDeny)(
            message=answer["message"], interrupt=answer.get("interrupt") is True
        )
        return result
    return denied(_NO_ANSWER)


def _updates(written: object) -> list[Any] | None:
    update = getattr(sys.modules.get("claude_agent_sdk"), "PermissionUpdate", None)
    if not isinstance(written, list) or update is None:
        return written if isinstance(written, list) else None
    return [update.from_dict(each) for each in written]


def with_agents(reason: str | None, of_agent: object) -> str | None:
    """Why a function of the user's is asked. Why the agent asks is another matter, unless our hook has told it to."""
    said = f"the agent says: {of_agent}" if of_agent and of_agent != reason else None
    return "; ".join(filter(None, [reason, said])) or None


async def answer_of(on_ask: OnAsk, tool_name: str, tool_input: dict[str, Any], context: Any, reason: str | None) -> Any:
    """What a user's callback answers, which is told why it is asked."""
    context = AskContext() if context is None else context
    if dataclasses.is_dataclass(context) and not isinstance(context, type) and hasattr(context, "decision_reason"):
        context = dataclasses.replace(context, decision_reason=with_agents(reason, context.decision_reason))
    call = functools.partial(on_ask, tool_name, tool_input, context)
    is_async = inspect.iscoroutinefunction(on_ask) or inspect.iscoroutinefunction(getattr(on_ask, "__call__", None))
    answer = call() if is_async else await _on_thread(call)
    return await answer if inspect.isawaitable(answer) else answer


async def _on_thread(call: Callable[[], Any]) -> Any:
    """What may wait there, as for a person, holds up no event loop, and no end of the process."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[tuple[Any, BaseException | None]] = loop.create_future()

    def settle(said: Any, error: BaseException | None) -> None:
        if not answer.done():  # else it came too late
            answer.set_result((said, error))

    def run() -> None:
        said, error = None, None
        try:
            said = call()
        except BaseException as raised:
            error = raised
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(settle, said, error)

    threading.Thread(target=run, name="assent-on-ask", daemon=True).start()
    said, error = await answer
    if error is not None:
        raise error
    return said


def as_frame(answer: object) -> dict[str, object]:
    """A user's answer as the program reads it."""
    behavior = getattr(answer, "behavior", None)
    if behavior not in ("allow", "deny") or isinstance(answer, type):
        got = f"the class {answer.__name__}" if isinstance(answer, type) else type(answer).__name__
        raise Refusal(f"on_ask: expected a PermissionResultAllow or PermissionResultDeny, got {got}")
    updated_input = getattr(answer, "updated_input", None)
    if not isinstance(updated_input, (dict, type(None))):
        raise Refusal(f"on_ask: expected a dict as `updated_input`, got {type(updated_input).__name__}")
    members = {
        "behavior": behavior,
        "updatedInput": updated_input,
        "updatedPermissions": as_dicts(getattr(answer, "updated_permissions", None)),
        "message": getattr(answer, "message", None),
        "interrupt": getattr(answer, "interrupt", None),
    }
    return {name: value for name, value in members.items() if value is not None}


def as_dicts(updates: object) -> list[object] | None:
    if not isinstance(updates, (list, tuple)):
        return None
    return [update.to_dict() if hasattr(update, "to_dict") else update for update in updates]


def hook_says(decision: Literal["allow", "deny", "ask"], reason: str) -> "HookJSONOutput":
    return {
        "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": decision,
            "permissionDecisionReason": reason,
        }
    }


def hook_denied(error: BaseException | str) -> "HookJSONOutput":
    return hook_says("deny", _said(error))


def hook_result(answer: object) -> "HookJSONOutput":
    """What the program answered to the hook, ``{}`` or a decision. Anything that is no answer is a denial."""
    if answer == {}:
        return {}
    said = answer.get("hookSpecificOutput") if isinstance(answer, dict) else None
    if isinstance(said, dict) and said.get("permissionDecision") in ("deny", "ask"):
        return hook_says(said["permissionDecision"], str(said.get("permissionDecisionReason", "")))
    return hook_denied(_NO_ANSWER)


async def decide_hook(
    tool_input: Any, decide: Callable[[], Awaitable["HookJSONOutput"]]
) -> "HookJSONOutput":
    """Denies what ``decide`` raises at. Registered for another event it stops the agent: that has no denial."""
    event = tool_input.get("hook_event_name") if isinstance(tool_input, dict) else None
    if event != "PreToolUse":
        return {"continue_": False, "stopReason": f"assent: a hook for PreToolUse was called for {event}"}
    try:
        return await decide()
    except Exception as error:
        return hook_denied(error)
