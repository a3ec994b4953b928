// Several questions at once, and what happens while one is open.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { allow, bridged, everywhere, subagent } from '../common.mjs';
import { bash, script } from '../fake_model_api.mjs';

// Outside of the working directory: reading it is asked, and several readings are asked at once.
const outside = (run, name) => path.join(run.sandbox.root, name);
const reading = (run, name) => ({ tool: 'Read', input: { file_path: outside(run, name) } });

export const scenarios = [
  {
    name: 'parallel',
    says: 'questions that are open together may be answered in any order',
    on: everywhere,
    // The CLI may report what was read in any order.
    same: 'any order',
    async drive(run) {
      for (const name of ['one', 'two', 'three']) writeFileSync(outside(run, name), `text of ${name}`);
      const held = new Map();
      const session = run.sdk({
        canUseTool: ({ input }) => new Promise((resolve) => held.set(path.basename(input.file_path), { input, resolve })),
      });
      session.say(script([['one', 'two', 'three'].map((name) => reading(run, name)), [{ text: 'ok' }]]));
      await session.askedTimes(3);
      const settle = (name, result) => held.get(name).resolve(result(held.get(name)));
      settle('three', allow);
      settle('one', allow);
      settle('two', () => ({ behavior: 'deny', message: 'not two' }));
      await session.result();
      run.exit = await session.end();
    },
    check(run) {
      assert.deepEqual(run.asked.map(({ input }) => path.basename(input.file_path)).sort(), ['one', 'three', 'two']);
      assert.match(run.told.toolu_0_0.text, /one/);
      assert.deepEqual(run.told.toolu_0_1, { text: 'not two', is_error: true });
      assert.match(run.told.toolu_0_2.text, /three/);
    },
  },
  {
    name: 'interrupt',
    says: 'an interrupt withdraws the open question, and a late answer runs nothing',
    on: everywhere,
    same: true,
    async drive(run) {
      const session = run.sdk({
        canUseTool: ({ input, signal }) => new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            run.note('withdrawn');
            resolve(allow({ input }));
          });
        }),
      });
      session.say(script([[bash('mkdir zz')], [bash('touch after')]]));
      await session.askedTimes(1);
      await session.query.interrupt();
      await session.result();
      run.exit = await session.end();
    },
    check(run) {
      assert.ok(run.notes.includes('withdrawn'));
      assert.ok(!run.did('mkdir zz') && !run.did('touch after'));
      assert.deepEqual(run.results, ['error_during_execution']);
    },
  },
  {
    name: 'subagent',
    says: "a subagent's question says whose it is",
    on: bridged,
    same: 'any order',
    turns: [[subagent([[bash('mkdir zz')], [{ text: 'made' }]])], [{ text: 'ok' }]],
    answer: allow,
    check(run) {
      const [call] = run.asked.filter(({ tool }) => tool === 'Bash');
      assert.equal(call.input.command, 'mkdir zz');
      assert.ok(call.agentID, 'the question has no agent id');
      assert.ok(run.did('mkdir zz'));
      assert.equal(run.told.toolu_0_0.is_error, false);
    },
  },
  {
    name: 'sigterm',
    says: 'SIGTERM while a question is open ends everything, with the status of the CLI',
    on: everywhere,
    same: true,
    async drive(run) {
      const session = run.sdk({ canUseTool: () => new Promise(() => {}) });
      session.say(script([[bash('mkdir zz')]]));
      await session.askedTimes(1);
      process.kill(run.process.pid, 'SIGTERM');
      run.exit = await run.process.over;
    },
    check(run) {
      const ended = run.arrangement === 'requester' ? { code: null, signal: 'SIGTERM' } : { code: 143, signal: null };
      assert.deepEqual(run.exit, ended);
      assert.ok(!run.did('mkdir zz'));
      assert.deepEqual(run.results, []);
      assert.deepEqual(run.sandbox.processes(), []);
    },
  },
];
