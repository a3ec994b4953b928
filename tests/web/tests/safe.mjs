// The safe answer is the one at hand where something may be lost, sent or shown.
import assert from 'node:assert/strict';
import { calls } from '../program.mjs';

/** Calls that are more than plain, and what the page says of them. */
const careful = [
  [calls.bash('rm -rf build'), 'Can lose work or data', 'loss'],
  [calls.bash('git push origin main'), 'Sends something to another machine', 'care'],
  [calls.bash('cat .env'), 'Shows secrets', 'care'],
  [calls.bash('sudo make install'), 'Reaches beyond the project, or runs code in the command', 'care'],
  [calls.bash('rm -rf ~'), 'Ruins a home, a system or a disk', 'loss'],
  [calls.bash('never-heard-of --it'), 'What it does is not known', 'care'],
  [['Read', { file_path: '.env' }], 'Shows secrets', 'care'],
  [['mcp__mail__send', { to: 'all@example.com' }], 'What it does is not known', 'care'],
  [['Write', { file_path: '.git/hooks/pre-commit', content: 'rm -rf ~\n' }], 'Reaches beyond the project, or runs code in the command', 'care'],
];
const plain = [calls.bash('npm test'), calls.edit(), ['WebFetch', { url: 'https://docs.example.org/money', prompt: 'How?' }]];

const atHand = (page) => page.find('.answers > .buttons .primary').evaluateAll((all) => all.map(({ dataset }) => dataset.answer));

/** Where the keys go that do not belong to a button. */
async function pressOnCard(page, key) {
  await page.card();
  await page.find('article.card').focus();
  await page.press(key);
}

export const tests = [
  {
    name: 'Deny is the filled button, and what Enter does, where a call deletes, sends, shows secrets, escapes, ruins, or is not known',
    async run(world) {
      const { program, page } = await world.start(['--ask', 'Read']);
      for (const [call, words, tone] of careful) {
        const id = program.ask(...call);
        const card = await page.card();
        assert.deepEqual(await atHand(page), ['deny'], call[1].command);
        assert.equal(await card.locator('.card-head .badge').first().textContent(), words);
        assert.match(await card.getAttribute('class'), new RegExp(`tone-${tone}`));
        await pressOnCard(page, 'Enter');
        await program.denied(id);
        await page.noCard();
      }
    },
  },
  {
    name: 'Allow once is the filled button, and what Enter does, where a call is plain',
    async run(world) {
      const { program, page } = await world.start();
      for (const call of plain) {
        const id = program.ask(...call);
        const card = await page.card();
        await page.see();
        assert.deepEqual(await atHand(page), ['once']);
        assert.match(await card.getAttribute('class'), /tone-plain/);
        await pressOnCard(page, 'Enter');
        // Commands could be anything, and take a second key.
        if (call[0] === 'Bash') await pressOnCard(page, 'y');
        await program.allowed(id);
        await page.noCard();
      }
    },
  },
  {
    name: 'a question that does not say whether it is plain is not',
    async run(world) {
      const silent = (page) => page.routeWebSocket('**/socket', (socket) => {
        const server = socket.connectToServer();
        server.onMessage((text) => {
          const message = JSON.parse(text);
          for (const name of ['plain', 'confirm', 'effect']) delete message.question?.[name];
          socket.send(JSON.stringify(message));
        });
      });
      const { program, page } = await world.start([], {}, {}, silent);
      const id = program.ask(...calls.edit());
      await page.card();
      await page.see();
      assert.deepEqual(await atHand(page), ['deny']);
      await pressOnCard(page, 'a');
      await page.find('.armed:not(:empty)').waitFor();
      assert(program.isOpen(id));
      await page.card();
      await page.press('Escape');
      await program.denied(id);
    },
  },
  {
    name: 'a allows once and d denies, with the second key where that is needed',
    async run(world) {
      const { program, page } = await world.start();
      const edit = program.ask(...calls.edit());
      await pressOnCard(page, 'a');
      await program.allowed(edit);
      await page.noCard();
      const risky = program.ask(...calls.bash('rm -rf build'));
      await pressOnCard(page, 'a');
      await page.find('.armed:not(:empty)').waitFor();
      await page.card();
      await page.press('a');
      await page.find('.armed:empty').waitFor({ state: 'attached' });
      assert(program.isOpen(risky), 'a is not its own second key');
      await pressOnCard(page, 'a');
      await page.card();
      await page.press('y');
      await program.allowed(risky);
      await page.noCard();
      const other = program.ask(...calls.edit());
      await pressOnCard(page, 'd');
      await program.denied(other);
    },
  },
  {
    name: 'each command of a line is told with its effect, the worst first',
    async run(world) {
      const { program, page } = await world.start();
      program.ask(...calls.bash('npm test && ls && rm -rf ~ && git push'));
      await page.card();
      const told = await page.find('.commands li').evaluateAll((all) => all.map((each) => [...each.querySelectorAll('.badge, .mono')].map(({ textContent }) => textContent)));
      assert.deepEqual(told, [['ruins', 'rm -rf ~'], ['sends', 'git push'], ['runs', 'npm test'], ['looks', 'ls']]);
    },
  },
];
