// The guard hook is there, or the session ends. The direct run shows what happens where it is gone.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { allow } from '../common.mjs';
import { bash, script } from '../fake_model_api.mjs';

const noFolders = ['--deny', 'Bash(mkdir *)'];
const turns = [[bash('mkdir zz')], [bash('touch a.txt')], [{ text: 'ok' }]];
const noHooks = { env: { CLAUDE_CODE_SIMPLE: '1' } };
const rules = '--allowedTools=Bash(mkdir *),Bash(touch *)';

/** A driver that takes whatever comes: the session may end at any time. */
async function sayTurns(run, args = [], before = async () => {}) {
  const client = run.raw([rules, ...args]);
  client.send({ type: 'control_request', request_id: 'first', request: { subtype: 'initialize' } });
  await client.feed.find(({ type }) => type === 'control_response');
  await before(client);
  client.say(script(turns));
  await client.result();
  run.exit = await client.end();
}

/** One way to start the CLI so that it calls no hooks, which the bridge knows. */
const refused = (name, says, more) => ({
  name,
  says,
  on: ['direct', 'guarded'],
  // The CLI is never started.
  bytes: false,
  policy: noFolders,
  drive: (run) => sayTurns(run, more.args?.(run)),
  check(run) {
    assert.equal(run.did('mkdir zz'), !run.bridged);
    if (!run.bridged) return;
    assert.deepEqual(run.exit, { code: 2, signal: null });
    assert.match(run.process.errors, /the agent would not call the guard hook/);
    assert.match(run.process.errors, more.named);
  },
  env: more.env,
});

/** The CLI's settings in its home, which it reads again while it works. */
function settings(run, text) {
  const folder = path.join(run.sandbox.home, '.claude');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'settings.json'), JSON.stringify(text));
}

export const scenarios = [
  refused('no_hooks_bare', 'a CLI that is started with --bare is refused', {
    args: () => ['--bare'],
    named: /`--bare`/,
  }),
  refused('no_hooks_variable', 'a CLI that is started with CLAUDE_CODE_SIMPLE is refused', {
    env: noHooks.env,
    named: /`CLAUDE_CODE_SIMPLE` is set/,
  }),
  refused('no_hooks_settings', 'a CLI with CLAUDE_CODE_SIMPLE in the settings that it is given is refused', {
    args: () => ['--settings', JSON.stringify(noHooks)],
    named: /`--settings`/,
  }),
  refused('no_hooks_user', "a CLI with CLAUDE_CODE_SIMPLE in the user's settings is refused", {
    args(run) {
      settings(run, noHooks);
      return ['--setting-sources=user'];
    },
    named: /settings\.json/,
  }),
  {
    name: 'no_hooks_request',
    says: 'a request of the driver that has the CLI call no hooks does not reach it',
    on: ['direct', 'guarded'],
    // What does not pass is what this is about.
    bytes: false,
    policy: noFolders,
    drive: (run) => sayTurns(run, [], async (client) => {
      run.applied = await client.request('apply', { subtype: 'apply_flag_settings', settings: noHooks });
    }),
    check(run) {
      assert.equal(run.did('mkdir zz'), !run.bridged);
      assert.equal(run.applied.subtype, run.bridged ? 'error' : 'success');
      assert.ok(run.did('touch a.txt'));
    },
  },
  {
    name: 'hook_gone',
    says: 'where the guard hook is gone in a way that nobody knew of, the first result of a tool ends the session',
    on: ['direct', 'guarded'],
    // The line that shows it does not pass.
    bytes: false,
    policy: noFolders,
    // A wrapper that the bridge cannot look into stands for a switch that it does not know.
    fakeCli(run) {
      const wrapper = path.join(run.sandbox.bin, 'wrapped');
      writeFileSync(wrapper, `#!/bin/sh\nCLAUDE_CODE_SIMPLE=1 exec '${run.peers.cli}' "$@"\n`, { mode: 0o755 });
      return [wrapper];
    },
    drive: (run) => sayTurns(run),
    check(run) {
      assert.equal(run.did('touch a.txt'), !run.bridged, 'the second use');
      if (!run.bridged) return;
      assert.deepEqual(run.exit, { code: 1, signal: null });
      assert.match(run.process.errors, /has used a tool without calling the guard hook.*`toolu_0_0`/);
      assert.ok(!run.received.includes('tool_result'));
      assert.deepEqual(run.results, []);
    },
  },
  {
    name: 'uses_without_hook',
    says: 'uses of tools that the CLI turns away or cuts off before it calls hooks end nothing',
    on: ['direct', 'guarded'],
    same: 'any order',
    turns: [
      [{ tool: 'Nope', input: {} }, { tool: 'Bash', input: { cmd: 'ls' } }, { tool: 'Skill', input: { skill: 'nope' } }],
      [{ tool: 'Edit', input: { file_path: 'a.txt', old_string: 'x', new_string: 'y' } }],
      [bash('mkdir zz'), bash('mkdir yy')],
    ],
    async drive(run) {
      const session = run.sdk({
        canUseTool: async () => ({ behavior: 'deny', message: 'stop', interrupt: true }),
      });
      session.say(script(run.scenario.turns));
      await session.result();
      session.say(script([[bash('touch a.txt')], [{ text: 'ok' }]], 'next'));
      await session.askedTimes(2);
      await session.result();
      run.exit = await session.end();
    },
    check(run) {
      assert.ok(!run.did('mkdir zz') && !run.did('mkdir yy'));
      assert.deepEqual(run.questions, ['Bash mkdir zz', 'Bash touch a.txt']);
      assert.ok(!run.process.errors.includes('assent:'), run.process.errors);
    },
  },
];
