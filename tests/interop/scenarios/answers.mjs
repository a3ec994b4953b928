// What a callback may answer.
import assert from 'node:assert/strict';
import { bash } from '../fake_model_api.mjs';

const everywhere = ['direct', 'bridge', 'guarded'];

export const scenarios = [
  {
    name: 'allow',
    says: 'an allowed tool runs, and the model gets its result',
    on: everywhere,
    same: true,
    turns: [[bash('touch a.txt')], [{ text: 'ok' }]],
    answer: ({ input }) => ({ behavior: 'allow', updatedInput: input }),
    check(run) {
      assert.deepEqual(run.questions, ['Bash touch a.txt']);
      assert.equal(run.told.toolu_0_0.is_error, false);
      assert.ok(run.has('a.txt'));
      assert.deepEqual(run.results, ['success']);
      assert.deepEqual(run.exit, { code: 0, signal: null });
    },
  },
  {
    name: 'deny',
    says: 'a denied tool does not run, and the model gets the reason',
    on: everywhere,
    same: true,
    turns: [[bash('mkdir zz')], [{ text: 'ok' }]],
    answer: () => ({ behavior: 'deny', message: 'not today' }),
    check(run) {
      assert.deepEqual(run.questions, ['Bash mkdir zz']);
      assert.deepEqual(run.told.toolu_0_0, { text: 'not today', is_error: true });
      assert.ok(!run.has('zz'));
      assert.deepEqual(run.results, ['success']);
    },
  },
];
