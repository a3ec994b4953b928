// What a callback may answer.
import assert from 'node:assert/strict';
import { bash } from '../fake_model_api.mjs';
import { allow, deny, everywhere } from '../common.mjs';

const addRule = { type: 'addRules', behavior: 'allow', destination: 'session', rules: [{ toolName: 'Bash', ruleContent: 'touch *' }] };

export const scenarios = [
  {
    name: 'allow',
    says: 'an allowed tool runs, and the model gets its result',
    on: everywhere,
    same: true,
    turns: [[bash('touch a.txt')], [{ text: 'ok' }]],
    answer: allow,
    check(run) {
      assert.deepEqual(run.questions, ['Bash touch a.txt']);
      assert.equal(run.told.toolu_0_0.is_error, false);
      assert.ok(run.did('touch a.txt'));
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
    answer: deny('not today'),
    check(run) {
      assert.deepEqual(run.questions, ['Bash mkdir zz']);
      assert.deepEqual(run.told.toolu_0_0, { text: 'not today', is_error: true });
      assert.ok(!run.did('mkdir zz'));
      assert.deepEqual(run.results, ['success']);
      assert.deepEqual(run.exit, { code: 0, signal: null });
    },
  },
  {
    name: 'deny_interrupt',
    says: 'a denial that interrupts ends the turn',
    on: everywhere,
    same: true,
    turns: [[bash('mkdir zz')], [bash('touch after')]],
    answer: deny('stop it', { interrupt: true }),
    check(run) {
      assert.deepEqual(run.questions, ['Bash mkdir zz']);
      assert.ok(!run.did('mkdir zz') && !run.did('touch after'));
      assert.deepEqual(run.results, ['error_during_execution']);
      assert.equal(run.exit.code, 1);
    },
  },
  {
    name: 'edited_input',
    says: 'what the callback made of the input runs, not what the model asked for',
    on: everywhere,
    same: true,
    turns: [[bash('touch a.txt')], [{ text: 'ok' }]],
    answer: ({ input }) => ({ behavior: 'allow', updatedInput: { ...input, command: 'touch b.txt' } }),
    check(run) {
      assert.ok(run.did('touch b.txt') && !run.did('touch a.txt'));
      assert.equal(run.told.toolu_0_0.is_error, false);
    },
  },
  {
    name: 'updates',
    says: 'a rule in an answer spares the next question',
    on: everywhere,
    same: true,
    turns: [[bash('touch a.txt')], [bash('touch b.txt')], [bash('mkdir zz')], [{ text: 'ok' }]],
    answer: ({ input }) => ({ behavior: 'allow', updatedInput: input, updatedPermissions: [addRule] }),
    check(run) {
      assert.deepEqual(run.questions, ['Bash touch a.txt', 'Bash mkdir zz']);
      assert.ok(run.did('touch a.txt') && run.did('touch b.txt') && run.did('mkdir zz'));
    },
  },
  {
    name: 'suggestions',
    says: 'what the CLI suggests reaches the callback, and is stored when it comes back',
    on: everywhere,
    same: true,
    turns: [[bash('mkdir zz')], [bash('mkdir zz')], [{ text: 'ok' }]],
    answer: ({ input, suggestions }) => ({ behavior: 'allow', updatedInput: input, updatedPermissions: suggestions }),
    check(run) {
      assert.deepEqual(run.questions, ['Bash mkdir zz']);
      assert.ok(run.asked[0].suggestions.some(({ type }) => type === 'addRules'), JSON.stringify(run.asked[0].suggestions));
      // The example keeps rules in memory only.
      if (run.arrangement !== 'requester') assert.match(run.read('.claude/settings.local.json'), /Bash\(mkdir/);
    },
  },
  {
    name: 'throw',
    says: 'a callback that throws is a denial, and the turn goes on',
    on: everywhere,
    same: true,
    turns: [[bash('mkdir zz')], [{ text: 'ok' }]],
    answer() {
      throw new Error('out of order');
    },
    check(run) {
      assert.ok(!run.did('mkdir zz'));
      assert.equal(run.told.toolu_0_0.is_error, true);
      assert.match(run.told.toolu_0_0.text, /out of order/);
      assert.deepEqual(run.results, ['success']);
    },
  },
];
