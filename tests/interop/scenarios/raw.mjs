// What the SDK does not do by itself, over a client that writes lines.
import assert from 'node:assert/strict';
import { everywhere } from '../common.mjs';
import { bash, script } from '../fake_model_api.mjs';

const twoTurns = script([[bash('mkdir zz')], [{ text: 'ok' }]]);

export const scenarios = [
  {
    name: 'eof_pending',
    says: 'where the input ends while a question is open, the tool does not run, and the turn still ends',
    on: everywhere,
    async drive(run) {
      const client = run.raw();
      await client.request('first', { subtype: 'initialize' });
      client.say(twoTurns);
      await client.question();
      run.exit = await client.end();
    },
    check(run) {
      assert.ok(!run.did('mkdir zz'));
      assert.equal(run.told.toolu_0_0.is_error, true);
      assert.deepEqual(run.results, ['success']);
      assert.deepEqual(run.exit, { code: 0, signal: null });
    },
  },
  {
    name: 'initialize_twice',
    says: 'a second initialize repeats the open question, which can be answered then',
    on: everywhere,
    same: true,
    async drive(run) {
      const client = run.raw();
      await client.request('first', { subtype: 'initialize' });
      client.say(twoTurns);
      run.question = await client.question();
      run.second = await client.request('second', { subtype: 'initialize' });
      client.allow(run.question);
      await client.result();
      run.exit = await client.end();
    },
    check(run) {
      assert.equal(run.second.subtype, 'success');
      assert.deepEqual((run.second.pending_permission_requests ?? []).map(({ request_id }) => request_id), [run.question.request_id]);
      assert.ok(run.did('mkdir zz'));
      assert.deepEqual(run.results, ['success']);
      assert.equal(run.exit.code, 0);
    },
  },
  {
    name: 'deny_after_initialize',
    says: 'what a policy denies does not run after a second initialize without hooks',
    on: ['direct', 'guarded'],
    policy: ['--deny', 'Bash(mkdir *)'],
    async drive(run) {
      const client = run.raw(['--allowedTools=Bash(mkdir *)']);
      await client.request('first', { subtype: 'initialize' });
      await client.request('second', { subtype: 'initialize', hooks: {} });
      client.say(twoTurns);
      await client.result();
      run.exit = await client.end();
    },
    check(run) {
      assert.equal(run.did('mkdir zz'), !run.bridged);
      assert.equal(run.told.toolu_0_0.is_error, run.bridged);
    },
  },
  {
    name: 'answer_twice',
    says: 'the first answer to a question holds, and one to a question that nobody asked does nothing',
    on: everywhere,
    // What does not pass is what this is about.
    bytes: false,
    async drive(run) {
      const client = run.raw();
      await client.request('first', { subtype: 'initialize' });
      client.say(twoTurns);
      const question = await client.question();
      client.answer({ request_id: 'nobody-asked' }, { behavior: 'allow', updatedInput: {} });
      client.answer(question, { behavior: 'deny', message: 'no' });
      client.allow(question);
      await client.result();
      run.exit = await client.end();
    },
    check(run) {
      assert.ok(!run.did('mkdir zz'));
      assert.deepEqual(run.told.toolu_0_0, { text: 'no', is_error: true });
      if (run.bridged) assert.ok(!run.reached.includes('nobody-asked'));
    },
  },
  {
    name: 'no_initialize',
    says: 'a driver that never initializes is asked what rules leave open, as without a bridge',
    on: ['direct', 'bridge', 'guarded'],
    // With the guard on the CLI gets an initialize of ours.
    bytes: false,
    policy: ['--allow', 'Bash(touch *)'],
    async drive(run) {
      const client = run.raw();
      client.say(script([[bash('touch a.txt')], [bash('mkdir zz')], [{ text: 'ok' }]]));
      for (const wanted of run.bridged ? ['mkdir zz'] : ['touch a.txt', 'mkdir zz']) {
        const question = await client.question(run.from);
        run.from = client.messages.length;
        assert.equal(question.request.input.command, wanted);
        client.allow(question);
      }
      await client.result();
      run.exit = await client.end();
    },
    check(run) {
      assert.ok(run.did('touch a.txt') && run.did('mkdir zz'));
      assert.ok(!run.received.includes('control_response'), 'the driver sees no answer to what it has not sent');
      assert.deepEqual(run.results, ['success']);
    },
  },
  {
    name: 'flat_answer',
    says: 'an answer in the flat dialect reaches the CLI in its own, as does a denial',
    // Alone the CLI does not know it, and waits for ever.
    on: ['bridge', 'guarded'],
    // It is told in other words.
    bytes: false,
    async drive(run) {
      const client = run.raw();
      await client.request('first', { subtype: 'initialize' });
      client.say(script([[bash('mkdir zz')], [bash('touch a.txt')], [bash('touch b.txt')], [{ text: 'ok' }]]));
      const results = [
        { result: { type: 'allow', input: { command: 'mkdir yy' } } },
        { result: { type: 'deny', reason: 'not today' } },
        { error: { code: 'permission_check_error', message: 'out of order' } },
      ];
      for (const result of results) {
        const question = await client.question(run.from);
        run.from = client.messages.length;
        client.send({ type: 'control_response', request_id: question.request_id, ...result });
      }
      await client.result();
      run.exit = await client.end();
    },
    check(run) {
      assert.ok(run.did('mkdir yy') && !run.did('mkdir zz'));
      assert.deepEqual(run.told.toolu_1_0, { text: 'not today', is_error: true });
      assert.match(run.told.toolu_2_0.text, /out of order/);
      assert.ok(!run.did('touch a.txt') && !run.did('touch b.txt'));
      assert.ok(!run.reached.includes('"result"'));
      assert.equal(run.exit.code, 0);
    },
  },
];
