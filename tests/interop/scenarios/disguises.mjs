// Lines that one reader takes for something else than another does: a key twice, a key spelt with an escape. The
// direct runs show that both peers obey them. What does not pass is what this is about: no comparison of bytes.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { allow } from '../common.mjs';
import { bash, script } from '../fake_model_api.mjs';

const fakeCli = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'fake_cli.mjs');
const noFolders = ['--deny', 'Bash(mkdir *)'];

const member = (id, command) =>
  `"request_id":"${id}","request":{"subtype":"can_use_tool","tool_name":"Bash","input":{"command":"${command}"},"tool_use_id":"${id}"}`;

// The last one is plain, and may be asked.
const questions = [
  `{"type":"keep_alive","type":"control_request",${member('type_twice', 'mkdir zz')}}`,
  `{"t\\u0079pe":"control_request",${member('escaped_type', 'mkdir zz')}}`,
  `{"type":"control_request",${member('subtype_twice', 'mkdir zz').replace('{"subtype"', '{"subtype":"interrupt","subtype"')}}`,
  `{"type":"control_request",${member('input_twice', 'touch a", "command":"mkdir zz')}}`,
  `{"type":"control_request",${member('plain', 'touch a')}}`,
];

/** A raw client with the real CLI, at an open question. */
async function atQuestion(run, command) {
  const client = run.raw();
  await client.request('first', { subtype: 'initialize' });
  client.say(script([[bash(command)], [{ text: 'ok' }]]));
  return { client, question: await client.question() };
}

async function finish(run, client) {
  await client.result();
  run.exit = await client.end();
}

const answerTo = ({ request_id }, response) =>
  `"control_response","response":{"subtype":"success","request_id":"${request_id}","response":${response}}}`;

export const scenarios = [
  {
    name: 'disguised_questions',
    says: 'a question of the CLI that can be misread never reaches the callback past a policy, and is never allowed',
    on: ['direct', 'bridge', 'guarded'],
    bytes: false,
    policy: noFolders,
    fakeCli(run) {
      const file = path.join(run.sandbox.root, 'questions');
      writeFileSync(file, questions.join('\n'));
      // What has `type` twice is surely no request: nobody is answered.
      const answers = run.bridged ? questions.length - 1 : questions.length;
      return [process.execPath, fakeCli, file, String(answers)];
    },
    turns: [],
    answer: allow,
    check(run) {
      const ids = ['type_twice', 'escaped_type', 'subtype_twice', 'input_twice', 'plain'];
      assert.deepEqual(run.asked.map(({ toolUseID }) => toolUseID), run.bridged ? ['plain'] : ids);
      assert.deepEqual(run.results, ['success']);
      if (!run.bridged) return;
      const answers = run.reached.toString('utf8').split('\n').filter((line) => line.includes('control_response'));
      for (const id of ids) {
        const found = answers.filter((line) => line.includes(`"${id}"`));
        assert.equal(found.length, id === 'type_twice' ? 0 : 1, `${id}: ${found}`);
        for (const answer of found) assert.equal(answer.includes('"allow"'), id === 'plain', answer);
      }
    },
  },
  {
    name: 'disguised_answer',
    says: 'an answer with a key twice on its outermost level does not pass; the next one does',
    on: ['direct', 'bridge', 'guarded'],
    bytes: false,
    async drive(run) {
      const { client, question } = await atQuestion(run, 'mkdir zz');
      client.line(`{"type":"keep_alive","type":${answerTo(question, '{"behavior":"allow","updatedInput":{"command":"mkdir zz"}}')}`);
      client.answer(question, { behavior: 'deny', message: 'no' });
      await finish(run, client);
    },
    check(run) {
      assert.equal(run.did('mkdir zz'), !run.bridged);
      if (run.bridged) assert.deepEqual(run.told.toolu_0_0, { text: 'no', is_error: true });
    },
  },
  {
    name: 'two_faced_answer',
    says: 'an answer that denies and allows is a denial',
    on: ['direct', 'bridge', 'guarded'],
    bytes: false,
    async drive(run) {
      const { client, question } = await atQuestion(run, 'mkdir zz');
      client.line(`{"type":${answerTo(question, '{"behavior":"deny","message":"no","behavior":"allow","updatedInput":{"command":"mkdir zz"}}')}`);
      await finish(run, client);
    },
    check(run) {
      assert.equal(run.did('mkdir zz'), !run.bridged);
      assert.equal(run.told.toolu_0_0.is_error, run.bridged);
    },
  },
  {
    name: 'escaped_answer',
    says: 'an answer with an escaped key is read as what it is: an edited input runs into the policy',
    on: ['direct', 'bridge', 'guarded'],
    bytes: false,
    policy: noFolders,
    async drive(run) {
      const { client, question } = await atQuestion(run, 'touch a.txt');
      client.line(`{"t\\u0079pe":${answerTo(question, '{"behavior":"allow","updatedInput":{"comm\\u0061nd":"mkdir zz"}}')}`);
      await finish(run, client);
    },
    check(run) {
      assert.equal(run.did('mkdir zz'), !run.bridged);
      assert.equal(run.told.toolu_0_0.is_error, run.bridged);
    },
  },
  {
    name: 'disguised_request',
    says: 'a request of the driver with a key twice does not reach the CLI',
    on: ['direct', 'bridge', 'guarded'],
    bytes: false,
    async drive(run) {
      const client = run.raw();
      await client.request('first', { subtype: 'initialize' });
      client.line('{"type":"keep_alive","type":"control_request","request_id":"mode","request":{"subtype":"set_permission_mode","mode":"acceptEdits"}}');
      await client.request('behind', { subtype: 'interrupt' });
      run.exit = await client.end();
    },
    check(run) {
      const changed = run.messages.some(({ response }) => response?.request_id === 'mode' && response.subtype === 'success');
      assert.equal(changed, !run.bridged);
      if (run.bridged) assert.ok(!run.reached.includes('acceptEdits'));
    },
  },
];
