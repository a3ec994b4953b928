// What was not on the screen is not allowed.
import assert from 'node:assert/strict';
import { quiet_ms } from '../page.mjs';
import { calls } from '../program.mjs';

const many_lines = `${Array.from({ length: 39 }, (_, line) => `echo step ${line}`).join('\n')}\nrm -rf ~`;
const words = 'not all of it was on the screen';

const held = (page) => page.find('.answers [aria-disabled], .answers .check').evaluateAll((all) => all.map(({ dataset }) => dataset.answer ?? dataset.form ?? 'trust'));
const isHeld = async (page) => (await held(page)).includes('once');

/** Scrolls the text of the card as a wheel does, and the page behind it at its end. */
async function scroll(page, pixels) {
  await page.find('article .code').last().hover();
  await page.page.mouse.wheel(0, pixels);
  await page.card();
}

/** Tries whatever could allow it: every button, key and form. */
async function tryToAllow(page) {
  for (const name of await page.find('.answers button:not(.rest)').evaluateAll((all) => all.map(({ dataset }) => dataset.answer ?? dataset.form))) {
    if (['deny', 'deny_and_interrupt', 'feedback'].includes(name)) continue;
    await page.card();
    await page.find(`[data-answer=${name}], [data-form=${name}]`).click({ force: true });
    await page.find('.refusal', { hasText: words }).waitFor();
    assert.equal(await page.find('.form').count(), 0, name);
  }
  for (const key of ['a', 'y']) {
    await page.card();
    await page.find('article.card').focus();
    await page.press(key);
  }
  await page.card();
  await page.find('[data-answer=once]').focus();
  await page.press('Enter');
  await page.press('Space');
}

export const tests = [
  {
    name: 'a command of 40 lines whose last is `rm -rf ~` is allowed by nothing before its end was on the screen',
    async run(world) {
      const { program, page } = await world.start();
      const id = program.ask(...calls.bash(many_lines));
      await page.card();
      assert.deepEqual(await page.evaluate(() => {
        const box = document.querySelector('article .code');
        return box.scrollHeight > box.clientHeight;
      }), true);
      assert(await isHeld(page));
      await tryToAllow(page);
      assert(program.isOpen(id));
      while (await isHeld(page)) await scroll(page, 120);
      const end = await page.evaluate(() => {
        const box = document.querySelector('article .code');
        return box.scrollHeight - box.scrollTop - box.clientHeight;
      });
      assert(end < 20, `held until its end: ${end}`);
      assert.equal(await page.find('.rest').count(), 0);
      await page.answer('once');
      await program.allowed(id);
    },
  },
  {
    name: 'by keys alone: v shows the rest, part by part, and then a allows',
    async run(world) {
      const { program, page } = await world.start([], {}, { viewport: { width: 1000, height: 700 } });
      const id = program.ask(...calls.bash(many_lines));
      await page.card();
      await page.find('article.card').focus();
      let presses = 0;
      for (; await isHeld(page); ++presses) {
        await page.press('v');
        await page.card();
      }
      assert(presses > 1 && presses < 20, `${presses}`);
      await page.press('a');
      await page.card();
      await page.press('y');
      await program.allowed(id);
    },
  },
  {
    name: 'v that is held down, or pressed without a pause, shows no more than one part',
    async run(world) {
      const { program, page } = await world.start();
      program.ask(...calls.bash(Array.from({ length: 201 }, (_, line) => `echo step ${line}`).join('\n')));
      await page.card();
      await page.find('article.card').focus();
      const place = () => page.find('article .code').first().evaluate(({ scrollTop }) => scrollTop);
      await page.press('v');
      const first = await place();
      assert(first > 0);
      for (let presses = 0; presses < 14; ++presses) await page.press('v');
      await page.pass(quiet_ms);
      await page.evaluate(() => {
        const held = { key: 'v', repeat: true, bubbles: true, cancelable: true };
        for (let times = 0; times < 14; ++times) document.activeElement.dispatchEvent(new KeyboardEvent('keydown', held));
      });
      assert.equal(await place(), first);
      assert(await isHeld(page));
      await page.press('v');
      assert(await place() > first);
    },
  },
  {
    name: 'a plain question whose headline was never on the screen is not allowed',
    async run(world) {
      const { program, page } = await world.start(['--ask', 'Read'], {}, { viewport: { width: 420, height: 420 } });
      await page.evaluate(() => {
        document.getElementById('card').style.marginTop = '3000px';
        Element.prototype.scrollIntoView = () => {};
      });
      const id = program.ask('Read', { file_path: '/home/me/shop/src/cart/total.js' });
      await page.card();
      await page.evaluate(() => document.activeElement.blur());
      await page.press('Enter');
      await page.find('.refusal', { hasText: words }).waitFor({ state: 'attached' });
      assert(program.isOpen(id));
      await page.answer('once');
      await program.allowed(id);
    },
  },
  {
    name: 'what lies beside a magnified part of the page is not seen',
    async run(world) {
      const magnified = (page) => page.addInitScript(() => {
        const part = Object.assign(new EventTarget(), { offsetLeft: 0, offsetTop: 0, width: 400, height: 300 });
        Object.defineProperty(globalThis, 'visualViewport', { value: part });
      });
      const { program, page } = await world.start([], {}, {}, magnified);
      program.ask(...calls.edit());
      await page.card();
      assert(await isHeld(page));
      await page.evaluate(() => {
        Object.assign(globalThis.visualViewport, { width: innerWidth, height: innerHeight });
        globalThis.visualViewport.dispatchEvent(new Event('resize'));
      });
      assert(!await isHeld(page));
    },
  },
  {
    name: 'what a preview leaves out has to be seen in the whole input, and small members are told',
    async run(world) {
      const { program, page } = await world.start();
      const mail = program.ask('mcp__mail__send', { content: 'l', to: 'all@example.com', attach: 'secret\n'.repeat(600) });
      await page.card();
      assert(await page.find('article .input').evaluate(({ open }) => open));
      assert(await isHeld(page));
      await page.answer('deny');
      await program.denied(mail);
      await page.noCard();
      const [tool, input] = calls.edit();
      program.ask(tool, { ...input, replace_all: true });
      await page.card();
      assert.equal(await page.find('[data-fact=With] dd').textContent(), 'replace_all: true');
      assert(!await page.find('article .input').evaluate(({ open }) => open));
    },
  },
  {
    name: 'a jump to the end passes over nothing',
    async run(world) {
      const { program, page } = await world.start();
      program.ask(...calls.bash(many_lines));
      await page.card();
      await scroll(page, 100000);
      assert(await isHeld(page));
      await scroll(page, -100000);
      while (await isHeld(page)) await scroll(page, 120);
    },
  },
  {
    name: 'a line that is longer than the screen, a long change, and a long text to be written have to be seen to their ends',
    async run(world) {
      const { program, page } = await world.start();
      const lines = Array.from({ length: 60 }, (_, line) => `line ${line}\n`).join('');
      const long = [
        calls.bash(`echo ${'x'.repeat(15000)}; rm -rf ~`),
        ['Edit', { file_path: '/home/me/shop/a.txt', old_string: lines, new_string: lines.replaceAll('line', 'row') }],
        ['Write', { file_path: '/home/me/shop/a.txt', content: lines }],
      ];
      for (const call of long) {
        const id = program.ask(...call);
        await page.card();
        assert(await isHeld(page), call[0]);
        await page.see();
        await page.answer('once');
        await program.allowed(id);
        await page.noCard();
      }
    },
  },
  {
    name: 'what only the whole input says has to be opened there',
    async run(world) {
      const { program, page } = await world.start();
      program.ask('mcp__x__y', { a: 1, b: 'two' });
      await page.card();
      assert(!await isHeld(page), 'a short one is open, and seen');
      await page.press('Escape');
      await page.noCard();
      const id = program.ask('mcp__x__y', Object.fromEntries(Array.from({ length: 80 }, (_, each) => [`field${each}`, each])));
      await page.card();
      assert(await isHeld(page));
      await page.find('article .input > summary').click();
      for (let times = 0; times < 3; ++times) {
        await page.press('v');
        await page.card();
      }
      assert(await isHeld(page), 'what is folded is not seen');
      assert(program.isOpen(id));
    },
  },
  {
    name: 'what is too long to be shown whole is not allowed, and the page says so',
    async run(world) {
      const { program, page } = await world.start();
      const id = program.ask('mcp__x__y', { text: 'long '.repeat(60 * 1024) });
      await page.card();
      assert(await isHeld(page));
      await page.find('[data-answer=once]').click({ force: true });
      await page.find('.refusal', { hasText: 'too long for all of it to be on the screen' }).waitFor();
      await page.answer('deny');
      await program.denied(id);
    },
  },
  {
    name: 'lines of another width have to be seen anew',
    async run(world) {
      const { program, page } = await world.start();
      program.ask(...calls.bash(many_lines));
      await page.card();
      await scroll(page, 120);
      await scroll(page, 120);
      await page.page.setViewportSize({ width: 900, height: 900 });
      await page.card();
      await scroll(page, 100000);
      assert(await isHeld(page));
    },
  },
  {
    name: 'denying needs none of that',
    async run(world) {
      const { program, page } = await world.start();
      const first = program.ask(...calls.bash(many_lines));
      await page.card();
      await page.press('Escape');
      await program.denied(first);
      await page.noCard();
      const second = program.ask(...calls.bash(many_lines));
      await page.card();
      await page.find('[data-form=feedback]').click();
      await page.write('feedback', 'No.');
      await page.card();
      await page.find('.form [data-answer=deny]').click();
      assert.match((await program.denied(second)).message, /No\./);
    },
  },
];
