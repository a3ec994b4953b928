// What holds in a session, and how it is changed on the page.
import assert from 'node:assert/strict';
import { calls } from '../program.mjs';

export const tests = [
  {
    name: 'switching to deny mode settles what is open',
    async run(world) {
      const { program, page } = await world.start();
      const ids = [program.ask(...calls.edit()), program.ask(...calls.bash())];
      await page.card();
      await page.find('.session select').selectOption('deny');
      await page.find('[data-mode=deny]').click();
      for (const id of ids) await program.denied(id);
      await page.noCard();
      await page.find('.session > summary', { hasText: 'deny' }).waitFor();
    },
  },
  {
    name: 'switching to allow mode asks whether that is meant',
    async run(world) {
      const { program, page } = await world.start();
      const id = program.ask(...calls.bash());
      await page.card();
      await page.find('.session select').selectOption('allow');
      const confirm = page.find('.confirm.danger');
      await confirm.getByText('without a question').waitFor();
      await confirm.getByText('Cancel').click();
      await confirm.waitFor({ state: 'hidden' });
      assert.equal(await page.find('.session select').inputValue(), 'ask');
      assert(program.isOpen(id));
      await page.find('.session select').selectOption('allow');
      await page.find('[data-mode=allow]').click();
      await program.allowed(id);
    },
  },
  {
    name: 'a rule that came with an answer can be removed, and those of the policy cannot',
    async run(world) {
      const { program, page } = await world.start(['--deny', 'Bash(git push *)', '--allow', 'Bash(make)']);
      await page.find('.session summary', { hasText: 'Rules' }).click();
      const policy = page.find('.held', { hasText: 'git push' });
      await policy.waitFor();
      assert.equal(await policy.locator('button').count(), 0);
      const id = program.ask(...calls.bash());
      await page.openForm('always');
      await page.answer('always');
      await program.allowed(id);
      const stored = page.find('.held', { hasText: 'Bash(npm test)' });
      await stored.getByText('remove it there as well').waitFor();
      await stored.getByText('Remove', { exact: true }).click();
      await stored.waitFor({ state: 'detached' });
      const again = program.ask(...calls.bash());
      await page.card();
      assert(program.isOpen(again));
    },
  },
  {
    name: 'decisions are listed with their reasons, and explained on demand',
    async run(world) {
      const { program, page } = await world.start(['--deny', 'Bash(git push *)']);
      await program.denied(program.ask(...calls.bash('git push')));
      const decision = page.find('.decision', { hasText: 'git push' });
      await decision.getByText('Denied', { exact: true }).waitFor();
      assert.match(await decision.locator('.reason').textContent(), /Bash\(git push \*\)/);
      await decision.getByText('Explain').click();
      await decision.getByText('The same call now').waitFor();
      assert((await decision.locator('tbody tr').count()) > 3);
    },
  },
  {
    name: 'the gauges count the calls against their limits',
    async run(world) {
      const policy = world.file('policy.json', '{"limits": {"per_minute": 4}, "rules": {"allow": ["Bash(make)"]}}');
      const { program, page } = await world.start([], { policy });
      for (let call = 0; call < 3; ++call) await program.allowed(program.ask(...calls.bash('make')));
      await page.find('.gauge', { hasText: '3 of 4' }).waitFor();
    },
  },
];
