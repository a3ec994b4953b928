// The npm package, installed by npm: as the SDK's callback, as its hook, and as the path of its CLI.
import assert from 'node:assert/strict';
import { Feed } from '../feed.mjs';
import { bash, script } from '../fake_model_api.mjs';
import { PageClient } from '../page_client.mjs';

const turns = [[bash('touch a.txt')], [bash('mkdir zz')], [bash('touch b.txt')], [{ text: 'ok' }]];
const rules = { policy: 'bare', allow: ['Bash(touch a.txt)'], deny: ['Bash(mkdir *)'] };

let installed;
function install(run) {
  Object.assign(process.env, { ASSENT_PROGRAM: run.programs.assent, ASSENT_WITH_NPM: 'yes' });
  installed ??= import('../../npm/installed.mjs');
  return installed;
}

/** The callback of the package in the form in which scenarios have one. */
const asCallback = (gate) => (call, more) => gate(call.tool, call.input, more);

/** Says the script, while `meanwhile` does what else there is to do. */
async function play(run, options, meanwhile = async () => {}) {
  const session = run.sdk(options);
  session.say(script(run.scenario.turns));
  await Promise.all([session.result(), meanwhile()]);
  run.exit = await session.end();
}

function ruled(run) {
  assert.ok(run.did('touch a.txt'));
  assert.equal(run.did('mkdir zz'), false);
  assert.match(run.told.toolu_1_0.text, /denied by rule `Bash\(mkdir \*\)`/);
  assert.deepEqual(run.results, ['success']);
}

export const scenarios = [
  {
    name: 'npm_callback',
    says: "canUseTool of the package allows and denies by rules, and a person on the page decides the rest",
    on: ['door'],
    turns,
    async drive(run) {
      const { assent } = await install(run);
      const log = new Feed();
      const gate = assent({ ...rules, onAsk: 'web', log: (line) => log.push(line) });
      await play(run, { canUseTool: asCallback(gate) }, async () => {
        const line = await log.find((each) => each.includes('approvals at'));
        const page = await new PageClient().open(line.match(/approvals at (\S+)/)[1]);
        const question = await page.question();
        run.shown = question.operation;
        page.answer(question.number, { what: 'once' });
        page.close();
      });
      gate.close();
    },
    check(run) {
      ruled(run);
      assert.deepEqual(run.questions, ['Bash touch a.txt', 'Bash mkdir zz', 'Bash touch b.txt']);
      assert.equal(run.shown, 'Execute command: touch b.txt');
      assert.ok(run.did('touch b.txt'));
    },
  },
  {
    name: 'npm_callback_killed',
    says: 'the program of the package is killed amid a question: that is denied, and a new one answers the next',
    on: ['door'],
    turns: [[bash('touch b.txt')], [bash('touch a.txt')], [{ text: 'ok' }]],
    async drive(run) {
      const { assent, killable } = await install(run);
      const { program, kill } = killable('killed');
      const gate = assent({ ...rules, program, log: (line) => run.note(line), onAsk: () => { kill(); return new Promise(() => {}); } });
      await play(run, { canUseTool: asCallback(gate) });
      gate.close();
    },
    check(run) {
      assert.equal(run.did('touch b.txt'), false);
      assert.match(run.told.toolu_0_0.text, /the program was killed by SIGKILL/);
      assert.ok(run.did('touch a.txt'));
      assert.deepEqual(run.results, ['success']);
    },
  },
  {
    name: 'npm_hooks',
    says: "the hook of the package denies what the CLI's own rules allow, and has the CLI ask where a rule wants it",
    on: ['door'],
    turns,
    async drive(run) {
      const { assent } = await install(run);
      const gate = assent({ ...rules, ask: ['Bash(touch b.txt)'], onAsk: () => ({ behavior: 'allow' }) });
      const allowedTools = ['Bash(touch *)', 'Bash(mkdir *)'];
      await play(run, { canUseTool: asCallback(gate), hooks: gate.hooks, allowedTools });
      gate.close();
    },
    check(run) {
      ruled(run);
      assert.deepEqual(run.questions, ['Bash touch b.txt']);
      assert.ok(run.did('touch b.txt'));
    },
  },
  {
    name: 'npm_bridge',
    says: "bridgePath of the package puts the bridge between the SDK and the CLI; the SDK's callback decides the rest",
    on: ['door'],
    turns,
    async drive(run) {
      const { bridgePath } = await install(run);
      const agent = run.sandbox.reachable(run.peers.cli);
      await play(run, {
        pathToClaudeCodeExecutable: bridgePath({ ...rules, agent }),
        canUseTool: ({ input }) => ({ behavior: 'allow', updatedInput: input }),
      });
    },
    check(run) {
      ruled(run);
      assert.deepEqual(run.questions, ['Bash touch b.txt']);
      assert.ok(run.did('touch b.txt'));
    },
  },
];
