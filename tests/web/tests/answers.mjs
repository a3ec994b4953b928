// Each answer reaches the agent, and is only there where it is offered.
import assert from 'node:assert/strict';
import { calls } from '../program.mjs';

export const tests = [
  {
    name: 'a button allows once',
    async run(world) {
      const { program, page } = await world.start();
      const id = program.ask(...calls.edit());
      await page.answer('once');
      assert.deepEqual((await program.allowed(id)).updatedInput, calls.edit()[1]);
      await page.noCard();
      await page.notice('allowed by web');
    },
  },
  {
    name: 'Enter allows once',
    async run(world) {
      const { program, page } = await world.start();
      const id = program.ask(...calls.edit());
      await page.card();
      await page.press('Enter');
      await program.allowed(id);
    },
  },
  {
    name: 'Esc denies',
    async run(world) {
      const { program, page } = await world.start();
      const id = program.ask(...calls.bash());
      await page.card();
      await page.press('Escape');
      await program.denied(id);
      await page.notice('denied by web');
    },
  },
  {
    name: 'keys answer the questions one after the other, each after its time',
    async run(world) {
      const { program, page } = await world.start();
      const ids = [program.ask(...calls.edit('a.js')), program.ask(...calls.edit('b.js'))];
      await page.card('a.js');
      await page.press('Enter', 'Enter', 'Enter');
      await program.allowed(ids[0]);
      await page.card('b.js');
      assert(program.isOpen(ids[1]));
      await page.press('Escape');
      await program.denied(ids[1]);
    },
  },
  {
    name: 'the agent is told the feedback of a denial',
    async run(world) {
      const { program, page } = await world.start();
      const id = program.ask(...calls.edit());
      await page.openForm('feedback');
      await page.write('feedback', 'Use integers for money.');
      await page.answer('deny');
      assert.match((await program.denied(id)).message, /Use integers for money\./);
    },
  },
  {
    name: 'a denial interrupts the agent only where that was chosen',
    async run(world) {
      const { program, page } = await world.start();
      const first = program.ask(...calls.edit());
      await page.answer('deny_and_interrupt');
      assert.equal((await program.denied(first)).interrupt, true);
      const second = program.ask(...calls.edit());
      await page.answer('deny');
      assert.notEqual((await program.denied(second)).interrupt, true);
    },
  },
  {
    name: 'a call that takes a second key takes it after Enter, and any other takes Enter back',
    async run(world) {
      const { program, page } = await world.start();
      const id = program.ask(...calls.bash());
      const card = await page.card();
      await page.press('Enter');
      await card.locator('.armed:not(:empty)').waitFor();
      await page.card();
      await page.press('Enter');
      await card.locator('.armed:empty').waitFor({ state: 'attached' });
      await page.press('y');
      assert(program.isOpen(id), 'y alone allows nothing');
      await page.card();
      await page.press('Enter');
      await card.locator('.armed:not(:empty)').waitFor();
      await page.card();
      await page.press('y');
      await program.allowed(id);
    },
  },
  {
    name: 'Enter on the button of a risky call needs the second key too, and a click a second click',
    async run(world) {
      const { program, page } = await world.start();
      const first = program.ask(...calls.bash('rm -rf build'));
      const card = await page.card();
      await card.locator('[data-answer=once]').focus();
      await page.press('Enter');
      await card.locator('.armed:not(:empty)').waitFor();
      assert(program.isOpen(first));
      await page.card();
      await page.press('Enter');
      await page.card();
      const allow = card.locator('[data-answer=once]', { hasText: 'Allow once' });
      await allow.click();
      await card.locator('[data-answer=once]', { hasText: 'Allow once: really' }).waitFor();
      await allow.click({ force: true });
      assert(program.isOpen(first), 'a double click allows nothing');
      await page.answer('once');
      await program.allowed(first);
    },
  },
  {
    name: 'trust is offered for edits, answers later calls, and is forgotten by hand',
    async run(world) {
      const { program, page } = await world.start();
      const id = program.ask(...calls.edit());
      await page.card();
      await page.find('.answers > .check input').check();
      await page.answer('once');
      await program.allowed(id);
      await program.allowed(program.ask(...calls.edit('other.js')));
      const forget = page.find('.session button', { hasText: 'Forget' });
      await forget.click();
      // It moves the question when it goes, and keys do not count then.
      await forget.waitFor({ state: 'detached' });
      const after = program.ask(...calls.edit('third.js'));
      await page.card('third.js');
      assert.equal(await page.find('.answers > .check input').isChecked(), false);
      await page.press('Escape');
      await program.denied(after);
    },
  },
  {
    name: 'trust is not offered for shell commands, nor for what deletes',
    async run(world) {
      const { program, page } = await world.start();
      for (const call of [calls.bash(), ['delete', { path: 'src/a.js' }], ['mcp__files__delete_all', { where: 'src' }]]) {
        const id = program.ask(...call);
        const offers = await page.offers();
        assert(!offers.includes('trust'), `${call[0]}: ${offers}`);
        await page.press('Escape');
        await program.denied(id);
        await page.noCard();
      }
    },
  },
  {
    name: 'trust is unchecked again with each question',
    async run(world) {
      const { program, page } = await world.start();
      program.ask(...calls.edit('a.js'));
      program.ask(...calls.edit('b.js'));
      const trust = page.find('.answers > .check input');
      await page.card('a.js');
      await trust.check();
      await page.find('.row', { hasText: 'b.js' }).click();
      await page.card('b.js');
      assert.equal(await trust.isChecked(), false);
      await page.find('.row', { hasText: 'a.js' }).click();
      await page.card('a.js');
      assert.equal(await trust.isChecked(), false);
    },
  },
  {
    name: 'a grant by time answers what its rule covers, counts down, and is revoked',
    async run(world) {
      const { program, page } = await world.start();
      const id = program.ask(...calls.bash());
      await page.openForm('for_time');
      await page.write('time', '7');
      await page.find('.checked.good').waitFor();
      await page.answer('for_time');
      await program.allowed(id);
      await program.allowed(program.ask(...calls.bash()));
      const left = page.find('.session [data-ends]');
      await left.filter({ hasText: /[67]:\d\d left/ }).waitFor();
      const before = await left.textContent();
      // A message that comes just then sets the page to the program's time, which has not passed that far.
      do await page.pass(1000); while (await left.textContent() === before);
      await page.find('.session button', { hasText: 'Revoke' }).click();
      await left.waitFor({ state: 'detached' });
      const after = program.ask(...calls.bash());
      await page.card();
      assert(program.isOpen(after));
    },
  },
  {
    name: 'a grant by uses answers so many later calls, and no more',
    async run(world) {
      const { program, page } = await world.start();
      const id = program.ask(...calls.bash());
      await page.openForm('for_uses');
      await page.write('uses', '2');
      await page.answer('for_uses');
      await program.allowed(id);
      await page.find('.held', { hasText: '2 uses left' }).waitFor();
      await program.allowed(program.ask(...calls.bash()));
      await page.find('.held', { hasText: '1 use left' }).waitFor();
      await program.allowed(program.ask(...calls.bash()));
      const after = program.ask(...calls.bash());
      await page.card();
      await page.find('.facts', { hasText: 'Asked again' }).waitFor();
      assert(program.isOpen(after));
    },
  },
  {
    name: 'a stored rule is shown before, and one that does not cover the call is refused with the reason',
    async run(world) {
      const { program, page } = await world.start();
      const id = program.ask(...calls.bash());
      await page.openForm('always');
      assert.equal(await page.find('[name=rule]').inputValue(), 'Bash(npm test)');
      await page.write('rule', 'Bash(ls *)');
      await page.find('.checked:not(.good):not(:empty)').waitFor();
      await page.answer('always');
      await page.find('.refusal', { hasText: 'Not taken' }).waitFor();
      assert(program.isOpen(id));
      await page.write('rule', 'Bash(npm *)');
      await page.find('.checked.good').waitFor();
      await page.answer('always');
      await program.allowed(id);
      await program.allowed(program.ask(...calls.bash('npm run build')));
    },
  },
  {
    name: 'an edited input is what is allowed, and one that is no object is refused',
    async run(world) {
      const { program, page } = await world.start();
      const id = program.ask(...calls.bash());
      await page.openForm('edited');
      await page.write('input', '{"command":');
      await page.find('.checked', { hasText: 'not JSON' }).waitFor();
      await page.answer('edited');
      await page.find('.refusal', { hasText: 'Not taken' }).waitFor();
      assert(program.isOpen(id));
      await page.write('input', '{"command":"npm test -- --fast"}');
      await page.answer('edited');
      assert.deepEqual((await program.allowed(id)).updatedInput, { command: 'npm test -- --fast' });
    },
  },
  {
    name: 'what has to be asked each time offers only to allow it once and to deny it',
    async run(world) {
      const { program, page } = await world.start(['--ask', 'Bash(git push *)']);
      const id = program.ask(...calls.bash('git push origin main'));
      assert.deepEqual(await page.offers(), ['deny', 'once', 'feedback', 'deny_and_interrupt']);
      await page.answer('once');
      await program.allowed(id);
    },
  },
];
