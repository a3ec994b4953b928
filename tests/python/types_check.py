"""What a user writes fits the types of the official SDK, where that is installed. Checked by mypy, not run."""

from typing import Any

from claude_agent_sdk import (
    CanUseTool,
    ClaudeAgentOptions,
    HookCallback,
    PermissionResult,
    PermissionResultAllow,
    PermissionResultDeny,
    ToolPermissionContext,
)

import assent


async def ask(tool_name: str, tool_input: dict[str, Any], context: ToolPermissionContext) -> PermissionResult:
    if context.blocked_path is not None:
        return PermissionResultDeny(message=f"not there: {context.decision_reason}")
    return PermissionResultAllow(updated_input=tool_input, updated_permissions=context.suggestions)


gate = assent.gate(policy="standard", allow=["Bash(npm *)"], deny=["Bash(rm *)"], on_ask=ask, answer_within=1)
shared = assent.daemon(on_ask=ask, say_allow=True)
callback: CanUseTool = gate
other_callback: CanUseTool = shared
hook: HookCallback = gate.pre_tool_use
options = ClaudeAgentOptions(can_use_tool=gate, hooks=shared.hooks)
more_options = ClaudeAgentOptions(can_use_tool=ask, cli_path=assent.bridge_path(deny=["Bash(rm *)"]))


async def used() -> str:
    result = await gate("Bash", {"command": "npm test"}, ToolPermissionContext())
    decision = await shared.decide({})
    reason: str = result.message if isinstance(result, PermissionResultDeny) else decision.reason
    return reason


assent.gate(mode="yolo")  # type: ignore[arg-type]
assent.gate(alow=["Bash(npm *)"])  # type: ignore[call-arg]
assent.bridge_path(on_ask=ask)  # type: ignore[arg-type]
