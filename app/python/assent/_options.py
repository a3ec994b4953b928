"""The options of the program, as it takes them."""

import difflib
import functools
import inspect
import math
import os
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, ParamSpec, TypeAlias, TypeVar

if TYPE_CHECKING:
    from claude_agent_sdk import PermissionResult, ToolPermissionContext
else:  # the SDK need not be there
    PermissionResult = ToolPermissionContext = Any

Mode: TypeAlias = Literal["ask", "allow", "deny", "accept_edits", "plan", "dont_ask"]
"""What happens to calls that no deny or ask rule stops."""

LogLevel: TypeAlias = Literal["error", "warn", "info", "debug"]

People: TypeAlias = Literal["web", "terminal", "web,terminal", "terminal,web"]
"""Where people are asked: on a page, in the terminal."""

StrPath: TypeAlias = str | os.PathLike[str]

READY_POLICIES = ("careful", "standard", "project", "walled", "bare")
"""The policies that come with the program."""

OnAsk: TypeAlias = Callable[[str, dict[str, Any], ToolPermissionContext], PermissionResult | Awaitable[PermissionResult]]
"""Decides what rules and mode leave open, as the SDK's ``can_use_tool`` does. What it raises is a denial with that reason."""


def wrong(name: str, expected: str, found: object) -> TypeError:
    return TypeError(f"assent: {name}: expected {expected}, got {found!r}")


def require_text(name: str, value: object, expected: str = "a string that is not empty") -> None:
    if value is not None and (not isinstance(value, str) or not value):
        raise wrong(name, expected, value)
    if isinstance(value, str) and "\0" in value:
        raise wrong(name, "a string without NUL", value)


def path_text(name: str, value: object) -> str:
    """A path, or the name of a program that is looked for."""
    text = os.fspath(value) if isinstance(value, os.PathLike) else value
    require_text(name, "" if text is None else text)
    assert isinstance(text, str)
    if text == "~" or text.startswith("~/"):
        raise ValueError(f"assent: {name}: expected a path without `~`, which `os.path.expanduser` expands, got `{text}`")
    return text


def file_at(name: str, value: object) -> str:
    """A file, wherever this process, the program or the agent works later."""
    text = path_text(name, value)
    if text.endswith("/"):
        raise ValueError(f"assent: {name}: expected a file, got `{text}`")
    return os.path.abspath(text)


def folder_of(name: str, value: object) -> str:
    """The folder that an agent works in."""
    text = path_text(name, value)
    folder = text[:-1] if text.endswith("/") and not text.endswith("//") and text != "/" else text
    if folder.startswith("//") or not os.path.isabs(folder) or os.path.normpath(folder) != folder:
        raise ValueError(f"assent: {name}: expected an absolute path without `.`, `..` and doubled `/`, got `{text}`")
    return folder


_Kind: TypeAlias = Callable[[str, str, Any], list[str]]


def _text_of(expected: str = "a string that is not empty") -> _Kind:
    def text(flag: str, name: str, value: object) -> list[str]:
        require_text(name, value, expected)
        return [] if value is None else [f"{flag}={value}"]

    return text


def _time(flag: str, name: str, value: object) -> list[str]:
    """A number is in seconds."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        if not 0 <= value < math.inf:
            raise wrong(name, "a time in seconds, at least 0", value)
        return [f"{flag}={math.ceil(value * 1000)}ms" if value > 0 else f"{flag}=0"]
    return _text_of("a time in seconds, or such as `5m`")(flag, name, value)


_text = _text_of()
_rule = _text_of("a rule such as `Bash(npm *)`")


def _rules(flag: str, name: str, value: object) -> list[str]:
    if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable):
        raise wrong(name, "a list of rules", value)
    return [argument for at, each in enumerate(value) for argument in _rule(flag, f"{name}[{at}]", "" if each is None else each)]


def _yes(flag: str, name: str, value: object) -> list[str]:
    if not isinstance(value, bool):
        raise wrong(name, "True or False", value)
    return [flag] if value else []


def _policy(flag: str, name: str, value: object) -> list[str]:
    """A word that is no file is for the program: it may know which name is meant."""
    if isinstance(value, os.PathLike):
        return [f"{flag}={file_at(name, value)}"]
    require_text(name, value, "the name of a policy or of its file")
    is_file = isinstance(value, str) and value not in READY_POLICIES and ("/" in value or os.path.exists(value))
    return [] if value is None else [f"{flag}={file_at(name, value) if is_file else value}"]


def _audit(flag: str, name: str, value: object) -> list[str]:
    return [] if value is None else [f"{flag}={value if value == '-' else file_at(name, value)}"]


def _record(flag: str, name: str, value: object) -> list[str]:
    if value is None:
        return []
    file = file_at(name, value)
    folder = os.path.dirname(file)
    if not os.path.exists(folder):
        raise ValueError(f"assent: {name}: expected a file in a folder that is there, got `{file}`: there is no `{folder}`")
    return [f"{flag}={file}"]


def _folder(flag: str, name: str, value: object) -> list[str]:
    return [] if value is None else [f"{flag}={folder_of(name, value)}"]


_KINDS: dict[str, _Kind] = {
    "policy": _policy,
    "mode": _text,
    "allow": _rules,
    "ask": _rules,
    "deny": _rules,
    "cwd": _folder,
    "audit": _audit,
    "record": _record,
    "ask_timeout": _time,
    "log_level": _text,
    "title": _text,
    "guard": _text,
    "on_ask": _text,
    "open_page": _yes,
    "notify": _text,
}
"""How each option becomes arguments."""


def _flag_of(name: str) -> str:
    return "--open" if name == "open_page" else "--" + name.replace("_", "-")


_NAME_OF = {_flag_of(name): name for name in _KINDS}


def arguments_for(**options: object) -> list[str]:
    return [argument for name, value in options.items() for argument in _KINDS[name](_flag_of(name), name, value)]


def in_options(said: str) -> str:
    """What the program says for people, with the names of the options. What it quotes stays, and so does a line of the record."""
    if not said.startswith("assent: "):
        return said
    return re.sub("`[^`]*`|--[a-z-]+", lambda found: _NAME_OF.get(found[0], found[0]), said)


_P = ParamSpec("_P")
_R = TypeVar("_R")


def names_known(make: Callable[_P, _R]) -> Callable[_P, _R]:
    """Which name may be meant, Python itself does not say."""
    names = list(inspect.signature(make).parameters)

    @functools.wraps(make)
    def made(*given: _P.args, **options: _P.kwargs) -> _R:
        for name in options.keys() - names:
            near = difflib.get_close_matches(name.lower(), names, 1)
            meant = f"; did you mean `{near[0]}`?" if near else ""
            raise TypeError(f"assent: {name}: no such option; there are {', '.join(names)}{meant}")
        return make(*given, **options)

    return made


def seconds(name: str, value: float | None, least: float, most: float | None = None) -> float | None:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if value is None and most is None:
        return None
    if value is None or not is_number or not value >= least or (most is not None and value > most):
        bounds = f"at least {least:g}" if most is None else f"{least:g} to {most:g}"
        raise wrong(name, f"a time in seconds, {bounds}", value)
    return value
