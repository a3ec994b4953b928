// A policy holds, whatever the callback, the CLI's own rules or its mode say. The direct run shows what happens without.
import assert from 'node:assert/strict';
import { allow, pingServer, subagent } from '../common.mjs';
import { bash } from '../fake_model_api.mjs';

const noFolders = ['--deny', 'Bash(mkdir *)'];
const turns = [[bash('touch a.txt')], [bash('mkdir zz')], [{ text: 'ok' }]];

const hookSays = (decided) => ({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...decided } });

const edit = async () => hookSays({ permissionDecision: 'allow', updatedInput: { command: 'mkdir zz' } });

/** `touch` ran; `mkdir` only where nobody forbids it. */
function foldersDenied(run) {
  assert.ok(run.did('touch a.txt'));
  assert.equal(run.told.toolu_0_0.is_error, false);
  assert.equal(run.did('mkdir zz'), !run.bridged);
  assert.equal(run.told.toolu_1_0.is_error, run.bridged);
  if (run.bridged) assert.match(run.told.toolu_1_0.text, /denied by rule `Bash\(mkdir \*\)`/);
  assert.deepEqual(run.results, ['success']);
}

export const scenarios = [
  {
    name: 'deny_over_callback',
    says: 'what a policy denies does not run, and a callback that would allow it is not asked',
    on: ['direct', 'bridge', 'guarded'],
    policy: noFolders,
    turns,
    answer: allow,
    check(run) {
      foldersDenied(run);
      assert.deepEqual(run.questions, run.bridged ? ['Bash touch a.txt'] : ['Bash touch a.txt', 'Bash mkdir zz']);
    },
  },
  {
    name: 'deny_over_cli_rules',
    says: "what a policy denies does not run where the CLI's own rules allow it",
    on: ['direct', 'guarded'],
    policy: noFolders,
    options: () => ({ allowedTools: ['Bash(mkdir *)', 'Bash(touch *)'] }),
    turns,
    answer: allow,
    check(run) {
      foldersDenied(run);
      assert.deepEqual(run.questions, []);
    },
  },
  {
    name: 'deny_over_bypass',
    says: 'what a policy denies does not run where the CLI bypasses permissions',
    on: ['direct', 'guarded'],
    policy: noFolders,
    // The CLI refuses that mode to root.
    unprivileged: true,
    options: () => ({ permissionMode: 'bypassPermissions', allowDangerouslySkipPermissions: true }),
    turns,
    check(run) {
      foldersDenied(run); // without a callback, a question would be a denial
      const init = run.messages.find(({ subtype }) => subtype === 'init');
      assert.equal(init.permissionMode, 'bypassPermissions');
    },
  },
  {
    name: 'deny_unasked',
    says: 'what a policy denies does not run where the CLI never asks about it',
    on: ['direct', 'guarded'],
    policy: ['--deny', 'Bash(ls *)'],
    turns: [[bash('ls -a')], [{ text: 'ok' }]],
    answer: allow,
    check(run) {
      assert.deepEqual(run.questions, []);
      assert.equal(run.told.toolu_0_0.is_error, run.bridged);
    },
  },
  {
    name: 'deny_over_subagent',
    says: 'what a policy denies does not run in a subagent either',
    on: ['direct', 'guarded'],
    policy: noFolders,
    options: () => ({ allowedTools: ['Bash(mkdir *)'] }),
    turns: [[subagent([[bash('mkdir zz')], [{ text: 'tried' }]])], [{ text: 'ok' }]],
    answer: allow,
    check(run) {
      assert.equal(run.did('mkdir zz'), !run.bridged);
      assert.equal(run.told.toolu_sub0_0.is_error, run.bridged);
    },
  },
  {
    name: 'deny_mcp_tool',
    says: "what a policy denies of the SDK's own MCP server does not run where the CLI's own rules allow it",
    on: ['direct', 'guarded'],
    policy: ['--deny', 'mcp__lab__ping'],
    options: (run) => ({ mcpServers: { lab: pingServer(run) }, allowedTools: ['mcp__lab__ping'] }),
    turns: [[{ tool: 'mcp__lab__ping', input: { word: 'here' } }], [{ text: 'ok' }]],
    check(run) {
      assert.equal(run.told.toolu_0_0.is_error, run.bridged);
      assert.equal(run.told.toolu_0_0.text.includes('pong'), !run.bridged);
    },
  },
  {
    name: 'deny_over_update',
    says: 'a rule in an answer does not lift what a policy denies',
    on: ['direct', 'guarded'],
    policy: noFolders,
    // The rule is taken out of the answer on its way.
    bytes: false,
    turns,
    answer: ({ input }) => ({
      behavior: 'allow',
      updatedInput: input,
      updatedPermissions: [{ type: 'addRules', behavior: 'allow', destination: 'session', rules: [{ toolName: 'Bash' }] }],
    }),
    check(run) {
      foldersDenied(run);
      assert.deepEqual(run.questions, ['Bash touch a.txt']);
      if (run.bridged) assert.ok(!run.reached.includes('updatedPermissions":[{'));
    },
  },
  {
    name: 'deny_over_hook',
    says: "what a policy denies does not run where the SDK's hook allows it",
    on: ['direct', 'guarded'],
    policy: noFolders,
    options: () => ({ hooks: { PreToolUse: [{ hooks: [async () => hookSays({ permissionDecision: 'allow' })] }] } }),
    turns,
    answer: allow,
    check(run) {
      foldersDenied(run);
      assert.deepEqual(run.questions, []);
    },
  },
  {
    name: 'deny_over_edit',
    says: "what a policy denies does not run where the SDK's hook puts it in the place of something else",
    on: ['direct', 'guarded'],
    policy: noFolders,
    // The hook's answer is replaced.
    bytes: false,
    options: () => ({ hooks: { PreToolUse: [{ hooks: [edit] }] } }),
    turns: [[bash('touch a.txt')], [{ text: 'ok' }]],
    answer: allow,
    check(run) {
      assert.equal(run.did('mkdir zz'), !run.bridged);
      assert.ok(!run.did('touch a.txt'));
      assert.equal(run.told.toolu_0_0.is_error, run.bridged);
    },
  },
  {
    name: 'ask_over_edit',
    says: "what a policy wants looked at is asked where the SDK's hook puts it in the place of something else",
    on: ['direct', 'guarded'],
    policy: ['--ask', 'Bash(mkdir *)'],
    // The hook's answer is replaced.
    bytes: false,
    options: () => ({ hooks: { PreToolUse: [{ hooks: [edit] }] } }),
    turns: [[bash('touch a.txt')], [{ text: 'ok' }]],
    answer: allow,
    check(run) {
      assert.deepEqual(run.questions, run.bridged ? ['Bash mkdir zz'] : []);
      assert.ok(run.did('mkdir zz') && !run.did('touch a.txt'));
    },
  },
  {
    name: 'ask_over_cli_rules',
    says: "what a policy wants looked at is asked where the CLI's own rules allow it",
    on: ['direct', 'guarded'],
    policy: ['--ask', 'Bash(mkdir *)'],
    options: () => ({ allowedTools: ['Bash(mkdir *)', 'Bash(touch *)'] }),
    turns,
    answer: allow,
    check(run) {
      assert.deepEqual(run.questions, run.bridged ? ['Bash mkdir zz'] : []);
      assert.ok(run.did('touch a.txt') && run.did('mkdir zz'));
    },
  },
  {
    name: 'allow_spares_question',
    says: 'what a policy allows runs, and nobody is asked',
    on: ['direct', 'bridge', 'guarded'],
    policy: ['--allow', 'Bash(touch *)'],
    turns,
    answer: allow,
    check(run) {
      assert.deepEqual(run.questions, run.bridged ? ['Bash mkdir zz'] : ['Bash touch a.txt', 'Bash mkdir zz']);
      assert.ok(run.did('touch a.txt') && run.did('mkdir zz'));
    },
  },
  {
    name: 'both_hooks',
    says: "the SDK's hook and the policy's guard hook both see every tool, and a denial of either holds",
    on: ['direct', 'guarded'],
    policy: noFolders,
    options: (run) => ({
      hooks: {
        PreToolUse: [{
          hooks: [async ({ tool_input: { command } }) => {
            run.note(`hook ${command}`);
            if (!command.startsWith('rm')) return {};
            return hookSays({ permissionDecision: 'deny', permissionDecisionReason: 'nothing is removed' });
          }],
        }],
      },
    }),
    turns: [[bash('touch a.txt')], [bash('mkdir zz')], [bash('rm a.txt')], [{ text: 'ok' }]],
    answer: allow,
    check(run) {
      assert.deepEqual(run.notes.filter((note) => note.startsWith('hook')), ['hook touch a.txt', 'hook mkdir zz', 'hook rm a.txt']);
      foldersDenied(run);
      assert.match(run.told.toolu_2_0.text, /nothing is removed/);
    },
  },
];
