"""The SDK tells a gate of a use twice: its hook before the use, its ``can_use_tool`` where the agent asks. It is one use."""

import hashlib
import json
import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

LONGEST_BETWEEN = 30.0
"""How long an answer to the hook counts for the question about the same use, in seconds: as the daemon has it for such agents."""
MAX_HEARD_USES = 1000
"""How many such answers are kept. Most uses are never asked about; the oldest goes first."""

_T = TypeVar("_T")


def _key_of(name: str, tool_name: object, tool_input: object) -> bytes:
    """The same only where every byte is: what another hook has edited is another use."""
    return hashlib.sha256(json.dumps([name, tool_name, tool_input]).encode()).digest()


class HeardUses(Generic[_T]):
    """Any thread may ask.

    :param now: the time in seconds, of a clock that only goes forward
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._lock = threading.Lock()
        self._kept: dict[bytes, tuple[_T, float]] = {}

    def keep(self, name: object, tool_name: object, tool_input: object, decision: _T) -> None:
        if not isinstance(name, str):
            return
        with self._lock:
            if len(self._kept) >= MAX_HEARD_USES:
                del self._kept[next(iter(self._kept))]
            self._kept[_key_of(name, tool_name, tool_input)] = decision, self._now() + LONGEST_BETWEEN

    def take(self, name: object, tool_name: object, tool_input: object) -> _T | None:
        """What was said of this use, once."""
        if not isinstance(name, str):
            return None
        with self._lock:
            kept = self._kept.pop(_key_of(name, tool_name, tool_input), None)
        return kept[0] if kept is not None and self._now() <= kept[1] else None
