// A person answers on the page of the bridge. The SDK is not asked anything.
import assert from 'node:assert/strict';
import { bash, script } from '../fake_model_api.mjs';
import { PageClient } from '../page_client.mjs';

const turns = [[bash('touch a.txt')], [bash('mkdir zz')], [bash('touch b.txt')], [bash('touch c.txt')], [{ text: 'ok' }]];

async function answerOnPage(run) {
  const session = run.sdk();
  session.say(script(turns));
  while (!run.process) await new Promise((resolve) => { setTimeout(resolve, 5); }); // the SDK starts it soon
  const page = await new PageClient().open(await run.process.says(/approvals at (\S+)/));
  run.shown = [];
  const next = async (answer) => {
    const question = await page.question();
    run.shown.push(question.operation);
    page.answer(question.number, answer);
  };
  await next({ what: 'once' });
  await next({ what: 'deny', feedback: 'not that folder' });
  await next({ what: 'for_uses', uses: 1, rule: 'Bash(touch *)' });
  await session.result();
  page.close();
  run.exit = await session.end();
}

export const scenarios = [
  {
    name: 'answered_on_page',
    says: 'what a person allows on the page runs, what they deny does not, and a grant answers the call after it',
    on: ['bridge', 'guarded'],
    policy: ['--on-ask', 'web'],
    bytes: false,
    turns,
    drive: answerOnPage,
    check(run) {
      assert.deepEqual(run.shown, ['Execute command: touch a.txt', 'Execute command: mkdir zz', 'Execute command: touch b.txt']);
      assert.ok(run.did('touch a.txt'));
      assert.equal(run.did('mkdir zz'), false);
      assert.match(run.told.toolu_1_0.text, /not that folder/);
      assert.ok(run.did('touch b.txt'));
      assert.ok(run.did('touch c.txt'));
      assert.deepEqual(run.questions, []);
      assert.deepEqual(run.results, ['success']);
    },
  },
];
