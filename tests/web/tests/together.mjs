// Questions that one rule covers: shown under one heading, and answered together once all of them were seen.
import assert from 'node:assert/strict';
import { quiet_ms } from '../page.mjs';
import { calls } from '../program.mjs';
import { admit, barriers } from './looks.mjs';

const narrow = { viewport: { width: 400, height: 700 } };
const names = ['one', 'two', 'three', 'four', 'five'];
const run = (name) => calls.bash(`npm run test ${name}`);
const heading = '#queue .together';

/** Questions like these, and the page looks at the first. */
async function ask(program, page, which = names) {
  const ids = which.map((name) => program.ask(...run(name)));
  await page.find('#queue > [data-row]').nth(which.length - 1).waitFor();
  await page.card();
  return ids;
}

/** The group is current, and takes presses. */
async function openGroup(page) {
  await page.find(heading).click();
  return page.card('calls like');
}

const held = (page) => page.find('.card.together [data-answer=always]').getAttribute('aria-disabled');
/** A press that is to do nothing, whatever is shown of it. */
const press = (page, name) => page.find(`.card.together [data-answer=${name}]`).evaluate((button) => button.click());

export const tests = [
  {
    name: 'questions like each other stand under one heading, and what destroys or is of another shape does not',
    async run(world) {
      const { program, page } = await world.start();
      await ask(program, page, ['one']);
      assert.equal(await page.find(heading).count(), 0);
      program.ask(...calls.bash('rm -rf build'));
      program.ask(...calls.bash('rm -rf dist'));
      program.ask(...calls.bash('git push origin main'));
      program.ask(...run('two'));
      program.ask(...calls.bash('npm run test three && rm -rf build'));
      await page.find('#queue > [data-row]').nth(5).waitFor();
      const rows = await page.find('#queue > li').allTextContents();
      assert.match(rows[0], /^2 calls like Bash\(npm run test \*\)\. One answer for all of them\. an agent in shop$/);
      assert.match(rows[1], /npm run test one/);
      assert.match(rows[2], /npm run test two/);
      assert.equal(await page.find(heading).count(), 1);
      assert.equal(await page.find('#queue_count').textContent(), '6');
      // The question that was current stays so.
      assert.match(await page.find('#queue [aria-current]').textContent(), /npm run test one/);
    },
  },
  {
    name: 'by keys: k goes to the group, a and then y allow all of it by the rule, which holds from then on',
    async run(world) {
      const { program, page } = await world.start();
      const ids = await ask(program, page);
      await page.press('k');
      const card = await page.card('5 calls like Bash(npm run test *)');
      assert.equal(await card.locator('[data-call]').count(), names.length);
      await page.press('a');
      await page.find('.armed:not(:empty)').waitFor();
      for (const id of ids) assert(program.isOpen(id));
      await page.pass(quiet_ms);
      await page.press('y');
      for (const id of ids) await program.allowed(id);
      await page.noCard();
      await program.allowed(program.ask(...run('six')));
      await page.find('.decision', { hasText: 'npm run test six' }).waitFor();
    },
  },
  {
    name: 'by keys: d and Enter deny all of the group, and nothing else',
    async run(world) {
      for (const key of ['d', 'Enter', 'Escape']) {
        const { program, page } = await world.start();
        const ids = await ask(program, page, names.slice(0, 3));
        const other = program.ask(...calls.bash('make'));
        await page.find('.row', { hasText: 'make' }).waitFor();
        await page.press('k');
        await page.card('3 calls like');
        await page.press(key);
        for (const id of ids) await program.denied(id);
        await page.card('make');
        assert(program.isOpen(other));
      }
    },
  },
  {
    name: 'by clicks: the second press allows, and a denial needs one',
    async run(world) {
      const { program, page } = await world.start();
      const ids = await ask(program, page, names.slice(0, 2));
      await openGroup(page);
      await page.find('.card.together [data-answer=always]').click();
      await page.find('.armed:not(:empty)').waitFor();
      for (const id of ids) assert(program.isOpen(id));
      await page.card();
      await page.find('.card.together [data-answer=always]').click();
      for (const id of ids) await program.allowed(id);
      await page.noCard();
      const more = [program.ask(...calls.bash('npm run lint a')), program.ask(...calls.bash('npm run lint b'))];
      await page.find('#queue > [data-row]').nth(1).waitFor();
      await openGroup(page);
      await page.find('.card.together [data-answer=deny]').click();
      for (const id of more) await program.denied(id);
    },
  },
  {
    name: 'a group is not allowed before each of its calls was on the screen, and v goes on to those that were not',
    async run(world) {
      const { program, page } = await world.start([], {}, narrow);
      const long = (name) => `${name} ${Array.from({ length: 60 }, (_, line) => `word-${line}`).join(' ')}`;
      const ids = await ask(program, page, names.map(long));
      await page.press('k');
      await page.card('5 calls like');
      assert.equal(await held(page), 'true');
      for (const key of ['a', 'y']) {
        await page.press(key);
        await page.pass(quiet_ms);
      }
      await press(page, 'always');
      assert.match(await page.find('.card.together .refusal').textContent(), /not all of it was on the screen/);
      // A jump to the end passes over nothing.
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await page.card();
      assert.equal(await held(page), 'true');
      for (const id of ids) assert(program.isOpen(id));
      await page.evaluate(() => scrollTo(0, 0));
      await page.see();
      assert.equal(await held(page), null);
      await page.press('a');
      await page.card();
      await page.press('y');
      for (const id of ids) await program.allowed(id);
    },
  },
  {
    name: 'a question that comes later is not answered by a press that was meant for those before it',
    async run(world) {
      const { program, page } = await world.start([], {}, { viewport: { width: 1360, height: 420 } });
      const ids = await ask(program, page, names.slice(0, 2));
      await page.press('k');
      await page.card('2 calls like');
      await page.see();
      await page.press('a');
      await page.find('.armed:not(:empty)').waitFor();
      ids.push(program.ask(...run(`late ${'and more '.repeat(200)}`)));
      await page.find('.card.together [data-call]').nth(2).waitFor();
      // What was pressed before does not count for it, and presses count only when the list has stood still.
      for (const key of ['y', 'a', 'd', 'Enter']) await page.press(key);
      await press(page, 'deny');
      await press(page, 'always');
      await page.card('3 calls like');
      assert.equal(await held(page), 'true', 'it has to be seen first');
      for (const id of ids) assert(program.isOpen(id));
      await page.see();
      await page.press('a');
      await page.card();
      await page.press('y');
      for (const id of ids) await program.allowed(id);
    },
  },
  {
    name: 'a call that goes leaves the group, and a group of one is a question like any other',
    async run(world) {
      const { program, page } = await world.start();
      const ids = await ask(program, page, names.slice(0, 3));
      await page.press('k');
      await page.card('3 calls like');
      program.write({ type: 'control_cancel_request', request_id: ids[0] });
      await page.card('2 calls like');
      assert.equal(await page.find('.card.together [data-call]').count(), 2);
      program.write({ type: 'control_cancel_request', request_id: ids[1] });
      await page.card('npm run test three');
      assert.equal(await page.find('.together').count(), 0);
      await page.press('d');
      await program.denied(ids[2]);
    },
  },
  {
    name: 'each question of a group can be answered alone, and the next that follows by itself is no group',
    async run(world) {
      const { program, page } = await world.start();
      const first = program.ask(...calls.bash('make'));
      await page.card('make');
      const ids = names.slice(0, 3).map((name) => program.ask(...run(name)));
      await page.find('#queue > [data-row]').nth(3).waitFor();
      await page.answer('deny');
      await program.denied(first);
      await page.card('npm run test one');
      await page.answer('deny');
      await program.denied(ids[0]);
      await page.card('npm run test two');
      for (const id of ids.slice(1)) assert(program.isOpen(id));
    },
  },
  {
    name: 'a screen reader hears what the group is, each of its calls, and which keys it has; axe finds nothing',
    async run(world) {
      for (const looks of [{}, narrow]) {
        const { program, page } = await world.start([], {}, looks);
        await ask(program, page);
        await openGroup(page);
        const heard = await page.find('main').ariaSnapshot();
        for (const sentence of [
          'button "5 calls like Bash(npm run test *) . One answer for all of them. an agent in shop"',
          'article "5 calls like Bash(npm run test *). Asked by an agent in shop. One answer for all of them."',
          'list "The calls"', 'npm run test five', 'Keys: Enter denies all of them, a and then y allows them by the rule.',
        ]) assert(heard.includes(sentence), `${sentence}\nin\n${heard}`);
        await admit(page, world.axe);
        assert.deepEqual(await barriers(page), []);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), await page.evaluate(() => innerWidth));
        await page.page.screenshot({ path: world.view(`group-${looks.viewport ? 'narrow' : 'wide'}.png`) });
      }
    },
  },
  {
    name: 'whatever the calls of a group say is text, and where they hide something they are not in one',
    async run(world) {
      const cwd = '/home/me/<img src=x onerror=globalThis.broken=1>';
      const { program, page } = await world.start([], { cwd });
      const markup = '<img src=x onerror=globalThis.broken=1><script>globalThis.broken=1</script>';
      const more = { title: markup, description: markup, decision_reason: markup };
      const edit = (name, others) => program.ask('Edit', { file_path: `${cwd}/${markup.replaceAll('/', '')}${name}`, old_string: markup, new_string: `${markup}\u202e`, ...others }, more);
      const ids = [edit('a'), edit('b')];
      edit('c', { hidden: { more: 'than is shown' } });
      await page.find('#queue > [data-row]').nth(2).waitFor();
      assert.equal(await page.find(heading).count(), 1);
      const card = await openGroup(page);
      assert.equal(await card.locator('[data-call]').count(), 2);
      assert((await card.textContent()).includes('<img src=x onerror='));
      assert.doesNotMatch(await card.textContent(), /[\u202a-\u202e]/);
      assert.equal(await page.evaluate(() => globalThis.broken ?? null), null);
      assert.equal(await page.find('main img, main svg, main script').count(), 0);
      for (const id of ids) assert(program.isOpen(id));
    },
  },
  {
    name: 'a question says how many calls like it were allowed before',
    async run(world) {
      const { program, page } = await world.start();
      for (const name of names.slice(0, 2)) {
        const id = program.ask(...run(name));
        await page.card(name);
        assert.equal(await page.find('[data-fact="Allowed before"]').count(), name === 'one' ? 0 : 1);
        await page.see();
        await page.answer('once');
        await program.allowed(id);
        await page.noCard();
      }
      program.ask(...run('three'));
      const card = await page.card('three');
      assert.match(await card.textContent(), /You have allowed 2 calls like this: Bash\(npm run test \*\) covers them/);
    },
  },
  {
    name: 'what the record says of the time before is shown after a restart, marked, as text',
    async run(world) {
      const record = world.file('log.jsonl', '');
      const markup = '<img src=x onerror=globalThis.broken=1>';
      const before = world.program(['--record', record, '--mode', 'allow']);
      await before.allowed(before.ask(...calls.bash(`make "${markup}"`)));
      await before.close();
      const { program, page } = await world.start(['--record', record, '--mode', 'allow']);
      const earlier = page.find('.decision', { hasText: 'before this program was started' });
      await earlier.first().waitFor();
      assert((await earlier.first().textContent()).includes(markup));
      assert.equal(await earlier.locator('button').count(), 0);
      await page.find('#overview').getByText('Nothing yet, since this program was started.').waitFor();
      await program.allowed(program.ask(...calls.bash('make now')));
      const now = page.find('.decision', { hasText: 'make now' });
      await now.waitFor();
      assert.doesNotMatch(await now.textContent(), /before this program/);
      assert.equal(await page.evaluate(() => globalThis.broken ?? null), null);
    },
  },
];
