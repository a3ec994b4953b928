// The list of questions, and the page without one.
import assert from 'node:assert/strict';
import { calls } from '../program.mjs';

const many = 30;
const sizes = { wide: { width: 1360, height: 900 }, half: { width: 900, height: 800 }, narrow: { width: 400, height: 800 } };
const isSelected = (row) => document.querySelectorAll('#queue > [data-row]').item(row).querySelector('button').hasAttribute('aria-current');

const selected = (page) => page.find('#queue [aria-current]').textContent();

/** Thirty edits; the page looks at the first. */
async function ask_many(program, page) {
  const ids = Array.from({ length: many }, (_, each) => program.ask(...calls.edit(`src/file-${each}.js`)));
  await page.find('#queue > [data-row]').nth(many - 1).waitFor();
  await page.card();
  return ids;
}

/** Whether the row of the selected question is seen whole in the list. */
const isInView = () => {
  const list = document.querySelector('#queue').getBoundingClientRect();
  const row = document.querySelector('#queue [aria-current]').getBoundingClientRect();
  return row.top >= list.top - 1 && row.bottom <= list.bottom + 1;
};

/** Words on more than one line that would have had room on one of their own. */
const brokenWords = () => {
  const broken = [];
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement.closest('.unseen, [hidden], details:not([open]) > :not(summary)')) continue;
    const room = node.parentElement.closest('p, li, dd, dt, button, label, td, .code, h2, h3, h4, div, section, main').clientWidth;
    for (const { 0: word, index } of node.data.matchAll(/[^\s/\-.]+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      const width = [...range.getClientRects()].reduce((sum, rect) => sum + rect.width, 0);
      if (tops.size > 1 && width < room / 2) broken.push(word);
    }
  }
  return broken;
};

export const tests = [
  {
    name: 'each question says which agent asks, in which folder, and the decisions do',
    async run(world) {
      const { program, page } = await world.start();
      const id = program.ask(...calls.edit(), { agent_id: 'reviewer' });
      const card = await page.card();
      assert.equal(await card.locator('.asker').textContent(), 'Edit for an agent in shop');
      assert.equal(await card.locator('.asker .project').getAttribute('title'), '/home/me/shop');
      assert.match(await page.find('#queue .row').textContent(), /Edit for an agent in shop/);
      await page.answer('deny');
      await program.denied(id);
      await page.find('.decision', { hasText: 'an agent in shop' }).waitFor();
    },
  },
  {
    name: 'no word that has room in a line is broken',
    async run(world) {
      const { program, page } = await world.start([], {}, { viewport: sizes.narrow });
      program.ask(...calls.bash('kubectl --namespace production delete deployment storefront && kubectl get deployments --all-namespaces && npm run build'));
      program.ask(...calls.bash('docker compose exec database psql --command "drop table customers"'));
      await page.find('#queue > [data-row]').nth(1).waitFor();
      await page.card();
      for (const size of Object.values(sizes)) {
        await page.page.setViewportSize(size);
        await page.card();
        assert.deepEqual(await page.evaluate(brokenWords), []);
      }
    },
  },
  {
    name: 'the selected question stays what it is and where it is while others come and go',
    async run(world) {
      for (const viewport of Object.values(sizes)) {
        const { program, page } = await world.start([], {}, { viewport });
        const ids = [program.ask(...calls.edit('a.js')), program.ask(...calls.edit('b.js')), program.ask(...calls.edit('c.js'))];
        await page.find('#queue > [data-row]').nth(2).waitFor();
        await page.page.keyboard.press('j');
        const card = await page.card('b.js');
        const place = () => card.boundingBox();
        const before = await place();
        program.ask(...calls.bash('rm -rf ~'));
        await page.find('.row', { hasText: 'rm -rf' }).waitFor();
        await page.pass(3000);
        program.write({ type: 'control_cancel_request', request_id: ids[0] });
        program.write({ type: 'control_cancel_request', request_id: ids[2] });
        await page.find('.row', { hasText: 'c.js' }).waitFor({ state: 'detached' });
        await page.pass(3000);
        assert.deepEqual(await place(), before);
        assert.match(await selected(page), /b\.js/);
        // The next one below it follows, not one that came later and is of more risk.
        const next = program.ask(...calls.bash('make'));
        await page.find('.row', { hasText: 'make' }).waitFor();
        program.write({ type: 'control_cancel_request', request_id: ids[1] });
        await page.card('rm -rf');
        assert(program.isOpen(next));
      }
    },
  },
  {
    name: 'j and k walk through the questions, and no key answers or walks in a text field',
    async run(world) {
      const { program, page } = await world.start();
      const ids = ['a.js', 'b.js', 'c.js'].map((file) => program.ask(...calls.edit(file)));
      await page.find('#queue > [data-row]').nth(2).waitFor();
      await page.card('a.js');
      await page.press('j', 'j');
      await page.card('c.js');
      await page.press('j', 'k');
      await page.card('b.js');
      await page.find('article.card:focus').waitFor();
      await page.openForm('feedback');
      await page.find('[name=feedback]').pressSequentially('jkadv yes');
      assert.equal(await page.find('[name=feedback]').inputValue(), 'jkadv yes');
      await page.card('b.js');
      await page.find('.session select').focus();
      await page.press('d');
      for (const id of ids) assert(program.isOpen(id));
      await page.find('#queue .row').first().focus();
      await page.press('d');
      for (const id of ids) assert(program.isOpen(id));
    },
  },
  ...Object.entries(sizes).map(([name, viewport]) => ({
    name: `of ${many} questions the list scrolls by itself, says how many, and keeps the selected one in view: ${name}`,
    async run(world) {
      const { program, page } = await world.start([], {}, { viewport });
      const ids = await ask_many(program, page);
      assert.equal(await page.find('#queue_count').textContent(), `${many}`);
      assert(await page.find('#queue').evaluate((list) => list.scrollHeight > list.clientHeight && list.clientHeight < innerHeight));
      for (let steps = 1; steps < many; ++steps) {
        await page.press('j');
        assert(await page.evaluate(isInView), `${steps}`);
      }
      assert.match(await selected(page), /file-29/);
      // What goes above it does not move it out of view.
      for (const id of ids.slice(0, 10)) program.write({ type: 'control_cancel_request', request_id: id });
      await page.find('.row', { hasText: 'file-9.js' }).waitFor({ state: 'detached' });
      assert(await page.evaluate(isInView));
      assert.equal(await page.find('#queue_count').textContent(), `${many - 10}`);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), viewport.width);
      assert(await page.evaluate(isSelected, many - 11));
    },
  })),
  {
    name: 'the headline does not repeat the command',
    async run(world) {
      const { program, page } = await world.start();
      program.ask(...calls.bash('rm -rf build'));
      const card = await page.card();
      assert.equal(await page.find('#card_title').textContent(), 'Execute command');
      assert.equal((await card.textContent()).split('rm -rf build').length - 1, 1);
      await page.press('Escape');
      await page.noCard();
      program.ask('WebFetch', { url: 'https://docs.example.org/money' });
      await page.card();
      assert.equal(await page.find('#card_title').textContent(), 'Fetch: https://docs.example.org/money');
    },
  },
  {
    name: 'an empty page says what is protected, and what was decided since when',
    async run(world) {
      const { program, page } = await world.start(['--allow', 'Bash(make)', '--deny', 'Bash(git push *)']);
      const overview = page.find('#overview');
      await overview.getByText('bare').waitFor();
      await overview.getByText('No agent has asked yet').waitFor();
      await overview.getByText('Nothing yet, since this program was started.').waitFor();
      await program.allowed(program.ask(...calls.bash('make')));
      await program.denied(program.ask(...calls.bash('git push origin')));
      const asked = program.ask(...calls.edit());
      await page.answer('once');
      await program.allowed(asked);
      await overview.getByText('2 allowed, 1 denied; 1 of them after a question, since this program was started.').waitFor();
      await overview.getByText('an agent in shop').waitFor();
      await overview.getByText('2 rules, mode ask').waitFor();
    },
  },
  {
    name: 'a screen reader hears whole sentences: of each question, each line of a change, and a new question',
    async run(world) {
      const { program, page } = await world.start();
      program.ask('Edit', { file_path: '/home/me/shop/a.js', old_string: 'let sum = 0;\n', new_string: 'let total = 0;\n' });
      await page.card();
      program.ask(...calls.bash('rm -rf build'));
      await page.find('.row', { hasText: 'rm -rf' }).waitFor();
      await page.pass(500);
      assert.equal(await page.find('#alarm').textContent(),
        'New question. Execute command: rm -rf build. High risk: can lose work or data. Asked by an agent in shop.');
      const heard = await page.find('main').ariaSnapshot();
      for (const sentence of [
        'button "High risk , can lose work or data: rm -rf build . Bash for an agent in shop"',
        'article "Edit file: /home/me/shop/a.js. Medium risk: edits files of the project. Asked by an agent in shop."',
        'removed: let sum = 0;', 'added: let total = 0;', 'Keys: Enter allows it once, Escape denies it.',
      ]) assert(heard.includes(sentence), `${sentence}\nin\n${heard}`);
    },
  },
];
