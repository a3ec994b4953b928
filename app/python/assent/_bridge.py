import atexit
import importlib.util
import shlex
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from . import _options
from ._gate import try_rules
from ._options import LogLevel, Mode, People
from ._program import program_path


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


def bridge_path(
    *,
    policy: str | None = None,
    mode: Mode | None = None,
    allow: Iterable[str] = (),
    ask: Iterable[str] = (),
    deny: Iterable[str] = (),
    audit: str | None = None,
    ask_timeout: str | None = None,
    log_level: LogLevel | None = None,
    on_ask: Literal["peer", "deny", "allow"] | People = "peer",
    open_page: bool = False,
    notify: str | None = None,
    guard: Literal["on", "off"] | None = None,
    agent: str | None = None,
    program: str | None = None,
) -> str:
    """The path of a script that runs the agent behind ``assent bridge``, for the SDK's ``cli_path``. The script is gone when this
    process ends by itself; a signal leaves it.

    :param on_ask: what happens to what rules and mode leave open; ``peer``: the SDK's ``can_use_tool`` is asked
    :param agent: the agent's program; the one that the SDK would start by default
    :raises FileNotFoundError: there is no program, or no agent
    :raises ValueError: the program does not take a rule or the policy, in its words
    """
    if callable(on_ask):
        raise _options.wrong("on_ask", "a word: with `peer` the SDK's can_use_tool is asked", on_ask)
    for name, value in (("agent", agent), ("program", program)):
        _options.require_text(name, value)
    rules = _options.rule_arguments(
        policy=policy, mode=mode, allow=allow, ask=ask, deny=deny, ask_timeout=ask_timeout, log_level=log_level
    )
    arguments = [
        *rules,
        *_options.text("--audit", "audit", audit),
        *_options.people_arguments(on_ask=on_ask, open_page=open_page, notify=notify),
        *_options.text("--guard", "guard", guard),
    ]
    found = program if program is not None else program_path()
    try_rules(found, rules)
    command = [found, "bridge", *arguments, "--", agent if agent is not None else _find_agent()]
    folder = tempfile.mkdtemp(prefix="assent-bridge-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    script = Path(folder) / "claude"
    script.write_text(f'#!/bin/sh\nexec {shlex.join(command)} "$@"\n')
    script.chmod(0o700)
    return str(script)
