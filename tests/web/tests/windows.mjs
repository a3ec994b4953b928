// Several windows, lost connections, and questions that end by themselves.
import assert from 'node:assert/strict';
import { calls } from '../program.mjs';

/** The page connects again after so long, and then waits so long for the questions that it knows: as `connection.js` and `questions.js` say. */
const retry_ms = 200;
const filling_ms = 500;

/** Keeps what the countdown of the card says. */
const keepCountdowns = () => {
  globalThis.countdowns = [];
  new MutationObserver(() => {
    const left = document.querySelector('article.card .left');
    if (left) globalThis.countdowns.push(left.textContent);
  }).observe(document.getElementById('card'), { childList: true, subtree: true, characterData: true });
};

export const tests = [
  {
    name: 'of two windows one answers, and the other says how',
    async run(world) {
      const { program, page, context } = await world.start();
      const other = await world.page(context, new URL('/', page.page.url()).href);
      const id = program.ask(...calls.edit());
      await other.card();
      await page.answer('once');
      await program.allowed(id);
      await other.noCard();
      await other.notice('allowed by web');
    },
  },
  {
    name: 'a question is there again after a reload',
    async run(world) {
      const { program, page } = await world.start();
      const id = program.ask(...calls.edit());
      await page.card();
      await page.page.reload();
      await page.card();
      await page.press('Enter');
      await program.allowed(id);
    },
  },
  {
    name: 'while the connection is lost nothing can be answered, and what was written stays',
    async run(world) {
      const sockets = [];
      let reachable = true;
      const breakable = (page) => page.routeWebSocket('**/socket', (socket) => {
        if (!reachable) return socket.close();
        sockets.push(socket);
        return socket.connectToServer();
      });
      const { program, page } = await world.start([], {}, {}, breakable);
      const id = program.ask(...calls.edit());
      const gone = program.ask(...calls.edit('withdrawn.js'));
      await page.openForm('feedback');
      await page.write('feedback', 'Half a sen');
      reachable = false;
      await sockets[0].close();
      await page.find('#connection[data-state=lost]').waitFor();
      assert.equal(await page.find('.answers button:not([aria-disabled])').count(), 0);
      await page.find('.form [data-answer=deny]').click({ force: true });
      await page.find('#card_title').click();
      await page.press('Escape');
      assert.equal(await page.find('.refusal').textContent(), '', 'nothing was tried');
      program.write({ type: 'control_cancel_request', request_id: gone });
      reachable = true;
      await page.pass(retry_ms);
      await page.connected();
      // Behind those that were open before.
      program.ask(...calls.edit('last.js'));
      await page.find('.row', { hasText: 'last.js' }).waitFor();
      await page.pass(filling_ms);
      await page.find('.row', { hasText: 'withdrawn.js' }).waitFor({ state: 'detached' });
      assert(program.isOpen(id));
      assert.equal(await page.find('[name=feedback]').inputValue(), 'Half a sen');
      await page.answer('deny');
      assert.match((await program.denied(id)).message, /Half a sen/);
    },
  },
  {
    name: 'silence is a denial, after a countdown that everybody sees',
    async run(world) {
      const { program, page } = await world.start(['--ask-timeout', '2s']);
      await page.evaluate(keepCountdowns);
      const id = program.ask(...calls.edit());
      await program.denied(id);
      await page.notice('nobody answered in time');
      await page.noCard();
      assert.match((await page.evaluate(() => globalThis.countdowns)).join('; '), /0:0\d left, then denied/);
    },
  },
  {
    name: 'a question that the agent takes back goes',
    async run(world) {
      const { program, page } = await world.start();
      const id = program.ask(...calls.edit());
      await page.card();
      program.write({ type: 'control_cancel_request', request_id: id });
      await page.noCard();
      await page.find('#notice:not(:empty)').waitFor();
    },
  },
  {
    name: 'a rule that is stored with an answer settles the other questions that it covers',
    async run(world) {
      const { program, page } = await world.start();
      const ids = ['npm test', 'npm run a', 'npm run b'].map((command) => program.ask(...calls.bash(command)));
      const other = program.ask(...calls.bash('make'));
      await page.find('.row', { hasText: 'npm test' }).click();
      await page.card('npm test');
      await page.openForm('always');
      await page.find('[name=rule]').fill('Bash(npm *)');
      await page.answer('always');
      for (const id of ids) await program.allowed(id);
      await page.card('make');
      assert.equal(await page.find('#queue > [data-row]').count(), 1);
      assert(program.isOpen(other));
    },
  },
];
