"""Decides by rules whether an AI agent may use a tool: for programs with the official Agent SDK.

``gate`` makes a ``can_use_tool`` with a program of its own behind it, ``daemon`` one that ``assent daemon`` decides for, and
``bridge_path`` an agent with the program around it. What cannot be decided is denied.
"""

from ._bridge import bridge_path
from ._daemon import DaemonGate, Decision, daemon
from ._gate import Gate, ProgramGate, gate
from ._options import Mode, OnAsk, People
from ._program import program_path

__all__ = [
    "DaemonGate",
    "Decision",
    "Gate",
    "Mode",
    "OnAsk",
    "People",
    "ProgramGate",
    "bridge_path",
    "daemon",
    "gate",
    "program_path",
]
