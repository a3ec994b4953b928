// What a user writes fits the types of the official SDK. Compiled with it, not run.
import { query } from '@anthropic-ai/claude-agent-sdk';
import type { CanUseTool, HookCallback, HookCallbackMatcher, Options, PermissionResult } from '@anthropic-ai/claude-agent-sdk';
import { assent, bridgePath, daemon, programPath } from 'assent';
import type { Gate, OnAsk } from 'assent';

const asksMe = async (...[toolName, input, { suggestions, signal, decisionReason }]: Parameters<OnAsk>): Promise<PermissionResult> => {
  if (signal.aborted) return { behavior: 'deny', message: `too late: ${decisionReason}` };
  return { behavior: 'allow', updatedInput: { ...input, toolName }, ...(suggestions && { updatedPermissions: suggestions }) };
};
const gate = assent({ policy: 'standard', allow: ['Bash(npm *)'], deny: ['Bash(rm *)'], onAsk: asksMe, answerWithinMs: 1000 });
const shared = daemon({ onAsk: asksMe, sayAllow: true });

const callback: CanUseTool = gate;
const ofSdk: CanUseTool = async (_tool, input) => ({ behavior: 'allow', updatedInput: input });
const rules: readonly string[] = ['Bash(npm *)'];
assent({ allow: rules, onAsk: ofSdk });
const hook: HookCallback = gate.preToolUse;
const hooks: Record<'PreToolUse', HookCallbackMatcher[]> = shared.hooks;
const result: Promise<PermissionResult> = gate('Bash', { command: 'npm test' });

const both = ({ hooks: { PreToolUse } }: Gate): Options => ({ canUseTool: shared, hooks: { PreToolUse } });
query({ prompt: 'x', options: { canUseTool: gate, hooks: gate.hooks } });
query({ prompt: 'x', options: { canUseTool: asksMe, pathToClaudeCodeExecutable: bridgePath({ deny: ['Bash(rm *)'] }) } });

// @ts-expect-error a typing mistake in an option
assent({ alow: ['Bash(npm *)'] });
// @ts-expect-error a callback that decides nothing
assent({ onAsk: () => undefined });
// @ts-expect-error the bridge asks the SDK's own callback
bridgePath({ onAsk: asksMe });

export { both, callback, hook, hooks, programPath, result };
