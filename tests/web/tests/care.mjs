// Nothing is answered by accident.
import assert from 'node:assert/strict';
import { quiet_ms } from '../page.mjs';
import { calls } from '../program.mjs';

/** The focus may move when no key was pressed for so long, and the page looks for it so often: as `guard.js` and `console.js` say. */
const idle_ms = 1000;
const tick_ms = 250;
/** Less than a card has to stand still. */
const double_click_ms = 200;

/** Keys that are held down, or part of something else. */
const dispatched = (init) => {
  document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));
};


/** Clicks at the next card as soon as it is there, and again after the time of a double click. */
const clickAtOnce = (double_click_ms) => {
  const first = document.querySelector('article.card');
  globalThis.clicks = 0;
  const click = () => {
    document.querySelector('[data-answer=once]').click();
    ++globalThis.clicks;
  };
  new MutationObserver((_, observer) => {
    const card = document.querySelector('article.card');
    if (!card || card === first) return;
    observer.disconnect();
    click();
    setTimeout(click, double_click_ms);
  }).observe(document.getElementById('card'), { childList: true });
};

export const tests = [
  {
    name: 'keys that were typed ahead do not count, however many',
    async run(world) {
      const { program, page } = await world.start();
      await page.find('body').click({ position: { x: 5, y: 300 } });
      await page.press('Enter', 'y');
      const id = program.ask(...calls.edit());
      await page.find('article.card').waitFor();
      for (let typed = 0; typed < 15; ++typed) {
        await page.pass(100);
        await page.press('Enter', 'y');
      }
      assert(program.isOpen(id), 'keys in a row allow nothing');
      await page.card();
      await page.press('Enter');
      await program.allowed(id);
    },
  },
  {
    name: 'a click at a card that has just come up does not count',
    async run(world) {
      const { program, page } = await world.start();
      const ids = [program.ask(...calls.edit('a.js')), program.ask(...calls.edit('b.js'))];
      await page.card('a.js');
      await page.evaluate(clickAtOnce, double_click_ms);
      await page.find('[data-answer=once]').click();
      await program.allowed(ids[0]);
      await page.find('article.card', { hasText: 'b.js' }).waitFor();
      await page.pass(double_click_ms);
      assert.equal(await page.evaluate(() => globalThis.clicks), 2);
      await page.card('b.js');
      assert(program.isOpen(ids[1]));
    },
  },
  {
    name: 'a key that is held down does not count',
    async run(world) {
      const { program, page } = await world.start();
      const id = program.ask(...calls.edit());
      const card = await page.card();
      await page.evaluate(dispatched, { key: 'Enter', repeat: true });
      await card.locator('[data-answer=once]').focus();
      await page.evaluate(dispatched, { key: 'Enter', repeat: true });
      await page.evaluate(dispatched, { key: 'Escape', repeat: true });
      await page.evaluate(dispatched, { key: 'Enter', ctrlKey: true });
      await page.evaluate(dispatched, { key: 'Enter', isComposing: true });
      assert.equal(await card.locator('[aria-disabled]').count(), 0);
      assert(program.isOpen(id));
      await page.press('Escape');
      await program.denied(id);
    },
  },
  {
    name: 'Enter and Esc in a field answer nothing: Esc leaves the field',
    async run(world) {
      const { program, page } = await world.start();
      const id = program.ask(...calls.edit());
      for (const [form, field] of [['feedback', 'feedback'], ['always', 'rule'], ['for_time', 'time'], ['edited', 'input']]) {
        await page.openForm(form);
        await page.find(`[name=${field}]`).focus();
        await page.press('Enter', 'Escape');
        await page.find('.form').waitFor({ state: 'detached' });
      }
      assert(program.isOpen(id));
      await page.card();
      await page.press('Escape');
      await program.denied(id);
    },
  },
  {
    name: 'a new risky question takes neither the focus from a field, nor the place of the current card',
    async run(world) {
      const { program, page } = await world.start();
      program.ask(...calls.edit());
      await page.openForm('feedback');
      await page.find('[name=feedback]').pressSequentially('Not ');
      program.ask(...calls.bash('rm -rf build'));
      await page.find('.row', { hasText: 'rm -rf' }).waitFor();
      await page.pass(tick_ms);
      await page.find('#alarm', { hasText: 'New question' }).waitFor({ state: 'attached' });
      await page.pass(idle_ms + tick_ms);
      await page.find('[name=feedback]').pressSequentially('this.');
      assert.equal(await page.find('[name=feedback]').inputValue(), 'Not this.');
      assert.equal(await page.find('article.card .tool').textContent(), 'Edit');
    },
  },
  {
    name: 'a word that is typed allows nothing: the second key has to come after a pause, and any other takes the first back',
    async run(world) {
      const { program, page } = await world.start();
      const id = program.ask(...calls.bash('rm -rf build'));
      await page.card();
      await page.evaluate(() => document.activeElement.blur());
      for (const key of 'may') {
        await page.press(key);
        await page.pass(60);
      }
      await page.find('.armed:empty').waitFor({ state: 'attached' });
      await page.pass(quiet_ms);
      await page.press('y');
      for (const key of ['y', 'x', 'Tab', 'Control+y', ' ']) {
        await page.card();
        await page.evaluate(() => document.activeElement.blur());
        await page.press('a');
        await page.find('.armed:not(:empty)').waitFor();
        await page.card();
        if (key === 'y') {
          await page.press('a');
          await page.card();
          await page.press('a');
          await page.pass(quiet_ms - 1);
        }
        await page.press(key);
        await page.find('.armed:empty').waitFor({ state: 'attached' });
        await page.card();
        await page.press('y');
        assert(program.isOpen(id), key);
      }
      await page.card();
      await page.evaluate(() => document.activeElement.blur());
      await page.press('a');
      await page.card();
      await page.press('y');
      await program.allowed(id);
    },
  },
  {
    name: 'a question that was not answered stays, wherever one presses',
    async run(world) {
      const { program, page } = await world.start();
      const id = program.ask(...calls.edit());
      const card = await page.card();
      for (const [x, y] of [[3, 400], [680, 25], [1350, 880]]) await page.page.mouse.click(x, y);
      await page.press('Tab', 'Shift+Tab', 'q', 'Delete', 'Backspace', ' ');
      assert.equal(await card.count(), 1);
      assert(program.isOpen(id));
    },
  },
  {
    name: 'all answers can be reached with the Tab key, in the order in which they are seen',
    async run(world) {
      const { program, page } = await world.start();
      program.ask(...calls.edit());
      await page.card();
      await page.find('article.card:focus').waitFor();
      const reached = [];
      for (let presses = 0; presses < 14; ++presses) {
        await page.press('Tab');
        reached.push(await page.evaluate(() => {
          const { dataset, type } = document.activeElement;
          return dataset.answer ?? dataset.form ?? (type === 'checkbox' ? 'trust' : '');
        }));
      }
      assert.deepEqual(reached.filter(Boolean),
        ['once', 'deny', 'feedback', 'deny_and_interrupt', 'trust', 'for_time', 'for_uses', 'always', 'edited']);
    },
  },
];
