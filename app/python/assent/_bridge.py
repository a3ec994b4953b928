import atexit
import importlib.util
import os
import shlex
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from . import _options
from ._gate import tried_people
from ._options import LogLevel, Mode, People, StrPath
from ._trial import program_of, try_program


def _find_agent() -> str:
    """The agent that the SDK would start: its own, or the one in the PATH."""
    sdk = importlib.util.find_spec("claude_agent_sdk")
    for folder in (sdk.submodule_search_locations or []) if sdk is not None else []:
        bundled = Path(folder) / "_bundled" / "claude"
        if bundled.is_file():
            return str(bundled)
    found = shutil.which("claude")
    if found is None:
        raise FileNotFoundError("assent: agent: expected the path of the agent's program: the SDK's own was not found")
    return found


_PROMPTS_ON_STDIO = ["--permission-prompt-tool", "stdio"]
"""Without it the agent asks nobody: the SDK gives it only where there is a ``can_use_tool``."""


def _agent_of(given: StrPath | None) -> str:
    """It is run in the agent's working directory, where a relative path would lead elsewhere."""
    if given is None:
        return _find_agent()
    name = _options.path_text("agent", given)
    is_file = "/" in name or isinstance(given, os.PathLike)
    found = shutil.which(_options.file_at("agent", name) if is_file else name)
    if found is None:
        raise FileNotFoundError(f"assent: agent: expected a program that runs here, got `{name}`")
    return os.path.abspath(found)


@_options.names_known
def bridge_path(
    *,
    policy: StrPath | None = None,
    mode: Mode | None = None,
    allow: Iterable[str] = (),
    ask: Iterable[str] = (),
    deny: Iterable[str] = (),
    audit: StrPath | None = None,
    record: StrPath | None = None,
    ask_timeout: str | float | None = None,
    log_level: LogLevel | None = None,
    on_ask: Literal["peer", "deny", "allow"] | People = "peer",
    open_page: bool = False,
    notify: str | None = None,
    guard: Literal["on", "off"] | None = None,
    agent: StrPath | None = None,
    program: StrPath | None = None,
) -> str:
    """The path of a script that runs the agent behind ``assent bridge``, for the SDK's ``cli_path``. The script is gone when this
    process ends by itself; a signal leaves it.

    :param on_ask: what happens to what rules and mode leave open; ``peer``: the SDK's ``can_use_tool`` is asked
    :param agent: the agent's program; the one that the SDK would start by default
    :raises TypeError: there is no such option, or it is of another type
    :raises OSError: no program runs here, or no agent
    :raises ValueError: the program does not take an option, in its words
    """
    if not isinstance(on_ask, str):
        raise _options.wrong("on_ask", "a word: with `peer` the SDK's can_use_tool is asked", on_ask)
    fixed = _options.arguments_for(
        policy=policy, mode=mode, allow=allow, ask=ask, deny=deny, ask_timeout=ask_timeout, log_level=log_level, audit=audit,
        record=record, guard=guard,
    )
    people = _options.arguments_for(on_ask=on_ask, open_page=open_page, notify=notify)
    tried = _options.arguments_for(**tried_people(on_ask, open_page, notify))
    own = _agent_of(agent)
    found = program_of(program)
    try_program(found, ["bridge", *fixed, *tried, "--", found, "--version"])  # in the agent's place
    command = [found, "bridge", *fixed, *people, "--", own, *_PROMPTS_ON_STDIO]
    folder = tempfile.mkdtemp(prefix="assent-bridge-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    script = Path(folder) / "claude"
    script.write_text(f'#!/bin/sh\nexec {shlex.join(command)} "$@"\n')
    script.chmod(0o700)
    return str(script)
