"""The options of the program, as it takes them."""

from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from claude_agent_sdk import PermissionResult, ToolPermissionContext
else:  # the SDK need not be there
    PermissionResult = ToolPermissionContext = Any

Mode: TypeAlias = Literal["ask", "allow", "deny", "accept_edits", "plan", "dont_ask"]
"""What happens to calls that no deny or ask rule stops."""

LogLevel: TypeAlias = Literal["error", "warn", "info", "debug"]

People: TypeAlias = Literal["web", "terminal", "web,terminal", "terminal,web"]
"""Where people are asked: on a page, in the terminal."""

OnAsk: TypeAlias = Callable[[str, dict[str, Any], ToolPermissionContext], PermissionResult | Awaitable[PermissionResult]]
"""Decides what rules and mode leave open, as the SDK's ``can_use_tool`` does. What it raises is a denial with that reason."""


def wrong(name: str, expected: str, found: object) -> TypeError:
    return TypeError(f"assent: {name}: expected {expected}, got {found!r}")


def require_text(name: str, value: object) -> None:
    if value is not None and (not isinstance(value, str) or not value):
        raise wrong(name, "a string that is not empty", value)
    if isinstance(value, str) and "\0" in value:
        raise wrong(name, "a string without NUL", value)


def text(flag: str, name: str, value: object) -> list[str]:
    """An argument for a value that is not ``None``."""
    require_text(name, value)
    return [] if value is None else [f"{flag}={value}"]


def rules(flag: str, name: str, value: Iterable[str]) -> list[str]:
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise wrong(name, "a list of rules", value)
    return [argument for at, rule in enumerate(value) for argument in text(flag, f"{name}[{at}]", "" if rule is None else rule)]


def rule_arguments(
    *,
    policy: str | None,
    mode: Mode | None,
    allow: Iterable[str],
    ask: Iterable[str],
    deny: Iterable[str],
    ask_timeout: str | None,
    log_level: LogLevel | None,
) -> list[str]:
    return [
        *text("--policy", "policy", policy),
        *text("--mode", "mode", mode),
        *rules("--allow", "allow", allow),
        *rules("--ask", "ask", ask),
        *rules("--deny", "deny", deny),
        *text("--ask-timeout", "ask_timeout", ask_timeout),
        *text("--log-level", "log_level", log_level),
    ]


def people_arguments(*, on_ask: object, open_page: bool, notify: str | None) -> list[str]:
    asked = "peer" if callable(on_ask) else on_ask
    if not isinstance(open_page, bool):
        raise wrong("open_page", "True or False", open_page)
    return [*text("--on-ask", "on_ask", asked), *(["--open"] if open_page else []), *text("--notify", "notify", notify)]


def seconds(name: str, value: float | None, least: float, most: float | None = None) -> float | None:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if value is None and most is None:
        return None
    if value is None or not is_number or not value >= least or (most is not None and value > most):
        bounds = f"at least {least:g}" if most is None else f"{least:g} to {most:g}"
        raise wrong(name, f"a time in seconds, {bounds}", value)
    return value
