// How the page looks and reads: without barriers, in both themes, on wide and narrow screens; and its pictures.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { calls } from '../program.mjs';

const wide = { width: 1360, height: 900 };
const narrow = { width: 390, height: 844 };
const policy = '{"limits": {"per_minute": 30, "per_hour": 300}, "rules": {"allow": ["Read(/home/me/shop/*)", "Bash(npm run lint)"], "deny": ["Bash(git push *)"]}}';

/** A session in the middle of some work: decisions, grants, and three open questions. */
async function work(world, looks) {
  const made = await world.start([], { policy: world.file('policy.json', policy) }, looks);
  const { program, page } = made;
  await program.allowed(program.ask('Read', { file_path: '/home/me/shop/package.json' }));
  await program.allowed(program.ask(...calls.bash('npm run lint')));
  await program.denied(program.ask(...calls.bash('git push origin main')));
  const timed = program.ask(...calls.bash('npm test'));
  await page.openForm('for_time');
  await page.answer('for_time');
  await program.allowed(timed);
  const counted = program.ask('Bash', { command: 'npm run build' });
  await page.openForm('for_uses');
  await page.answer('for_uses');
  await program.allowed(counted);
  const stored = program.ask(...calls.bash('node --version'));
  await page.openForm('always');
  await page.answer('always');
  await program.allowed(stored);
  program.ask(...calls.bash('rm -rf build dist && git clean -fdx'), { description: 'Clean up before the release build' });
  program.ask(...calls.edit(), { description: 'Round the total once, at the end' });
  program.ask('WebFetch', { url: 'https://docs.example.org/money', prompt: 'How are totals rounded?' });
  await page.find('.row', { hasText: 'docs.example.org' }).waitFor();
  return made;
}

async function show(page, text) {
  await page.find('.row', { hasText: text }).click();
  await page.card();
}

/** Lets axe-core into the page, with timers that run while those of the page are held. */
export const admit = (page, axe) => page.evaluate(`((setTimeout) => { ${axe} })(real.timeout)`);

/** All findings of axe-core, of all its rules. */
export async function barriers(page) {
  const { violations, passes } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  assert(passes.length > 10);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
}

/** Thirty questions of all kinds; the page looks at the first. */
async function thirty(world, looks) {
  const made = await world.start([], {}, looks);
  const { program, page } = made;
  const commands = ['rm -rf build dist', 'npm ci && npm test', 'git push origin main', 'kubectl delete deployment storefront', 'npm run build', 'cat .env'];
  for (let each = 0; each < 30; ++each) {
    if (each % 3 === 2) program.ask(...calls.edit(`src/cart/file-${each}.js`));
    else program.ask(...calls.bash(commands[each % commands.length]));
  }
  await page.find('#queue > [data-row]').nth(29).waitFor();
  await page.card();
  return made;
}

/** What is looked at for barriers, besides a session in the middle of some work. */
const states = {
  'an empty page': (world, looks) => world.start([], {}, looks),
  'one question': async (world, looks) => {
    const made = await world.start([], {}, looks);
    made.program.ask(...calls.bash(`${Array.from({ length: 39 }, (_, line) => `echo step ${line}`).join('\n')}\nrm -rf ~`));
    await made.page.card();
    return made;
  },
  '30 questions': thirty,
  'a change': async (world, looks) => {
    const made = await world.start([], {}, looks);
    made.program.ask(...calls.edit(), { description: 'Round the total once' });
    await made.page.card();
    return made;
  },
  'the decisions': async (world, looks) => {
    const made = await world.start(['--deny', 'Bash(git push *)'], {}, looks);
    await made.program.denied(made.program.ask(...calls.bash('git push')));
    await made.page.find('.decision button').click();
    await made.page.find('.explained table').first().waitFor();
    return made;
  },
};

/** Each way to look at the page; some have a picture for the documentation, with one of the questions on it. */
const views = [
  { name: 'light, wide', looks: { colorScheme: 'light', viewport: wide }, picture: 'console-light.png', question: 'total.js' },
  { name: 'dark, wide', looks: { colorScheme: 'dark', viewport: wide }, picture: 'console-dark.png', question: 'rm -rf' },
  { name: 'light, narrow', looks: { colorScheme: 'light', viewport: narrow, deviceScaleFactor: 2 }, picture: 'console-narrow.png', question: 'rm -rf' },
  { name: 'dark, narrow', looks: { colorScheme: 'dark', viewport: narrow }, question: 'rm -rf' },
];

export const tests = [
  ...views.map(({ name, looks, picture, question }) => ({
    name: `no barriers for people who cannot see or point: ${name}`,
    async run(world) {
      const { page } = await work(world, looks);
      await show(page, question);
      await page.evaluate(() => scrollTo(0, 0));
      if (picture) await page.page.screenshot({ path: world.picture(picture), animations: 'disabled' });
      await admit(page, world.axe);
      assert.deepEqual(await barriers(page), []);
      await page.openForm('feedback');
      await page.find('.session summary', { hasText: 'Rules' }).click();
      await page.find('.decision button').first().click();
      await page.find('.explained table').first().waitFor();
      await page.find('.session select').selectOption('allow');
      await page.find('.confirm.danger').waitFor();
      assert.deepEqual(await barriers(page), []);
      await show(page, 'docs.example.org');
      await page.openInput();
      await page.openForm('edited');
      assert.deepEqual(await barriers(page), []);
    },
  })),
  ...Object.entries(states).flatMap(([state, open]) => ['light', 'dark'].map((colorScheme) => ({
    name: `no barriers: ${state}, ${colorScheme}`,
    async run(world) {
      const { page } = await open(world, { colorScheme, viewport: wide });
      await admit(page, world.axe);
      for (const viewport of [wide, { width: 800, height: 900 }, { width: 400, height: 800 }]) {
        await page.page.setViewportSize(viewport);
        assert.deepEqual(await barriers(page), []);
        const view = `${state.replaceAll(' ', '-')}-${colorScheme}-${viewport.width}`;
        await page.page.screenshot({ path: world.view(`${view}.png`), animations: 'disabled' });
      }
      writeFileSync(world.view(`${state.replaceAll(' ', '-')}-heard.txt`), await page.find('body').ariaSnapshot());
      if (state === '30 questions' && colorScheme === 'light') {
        await page.page.setViewportSize(wide);
        await page.page.screenshot({ path: world.picture('console-many.png'), animations: 'disabled' });
      }
    },
  }))),
  {
    name: 'nothing is wider than 400 pixels, nor than the window at 200 %',
    async run(world) {
      for (const open of Object.values(states)) {
        for (const viewport of [{ width: 400, height: 800 }, { width: wide.width / 2, height: wide.height / 2 }]) {
          const { page } = await open(world, { viewport, deviceScaleFactor: 2 });
          assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), viewport.width);
        }
      }
    },
  },
  {
    name: 'at 200 % all of a call can be seen, and then allowed',
    async run(world) {
      const { program, page } = await world.start([], {}, { viewport: { width: wide.width / 2, height: wide.height / 2 }, deviceScaleFactor: 2 });
      const id = program.ask(...calls.bash(`${'echo step\n'.repeat(39)}npm test`));
      await page.card();
      await page.find('article.card').focus();
      while (await page.find('.rest').count() > 0) {
        await page.press('v');
        await page.card();
      }
      await page.answer('once');
      await program.allowed(id);
    },
  },
  {
    name: 'by keys alone everything is reached, and it is seen where one is',
    async run(world) {
      const { page } = await thirty(world, { viewport: wide });
      await page.evaluate(() => document.activeElement.blur());
      const reached = new Set();
      for (let presses = 0; presses < 80; ++presses) {
        await page.press('Tab');
        const [name, seen] = await page.evaluate(() => {
          const at = document.activeElement;
          const { outlineStyle } = getComputedStyle(at);
          return [at.dataset.answer ?? at.dataset.form ?? at.closest('[data-row]')?.dataset.row ?? at.tagName, at === document.body || outlineStyle !== 'none'];
        });
        assert(seen, name);
        reached.add(name);
      }
      for (const name of ['once', 'deny', 'feedback', 'deny_and_interrupt', '1', '30', 'SELECT', 'SUMMARY', 'A']) assert(reached.has(name), `${name} of ${[...reached]}`);
    },
  },
  {
    name: 'on a narrow screen nothing is wider than it, and what is pressed is 44 pixels high',
    async run(world) {
      const { page } = await work(world, { viewport: { width: 320, height: 640 } });
      await show(page, 'total.js');
      await page.openForm('for_time');
      const found = await page.evaluate(() => ({
        width: document.documentElement.scrollWidth,
        small: [...document.querySelectorAll('button, select, summary, nav a')].filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 44)
          .map((each) => each.textContent),
      }));
      assert.deepEqual(found, { width: 320, small: [] });
    },
  },
  {
    name: 'the countdown moves nothing',
    async run(world) {
      const { program, page } = await world.start();
      program.ask(...calls.edit());
      await page.card();
      const places = () => page.evaluate(() => [...document.querySelectorAll('.card *, #queue *')].map((each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        return each.matches('.left') ? '' : `${x} ${y} ${width} ${height}`;
      }));
      const before = await places();
      const text = await page.find('.card .left').textContent();
      // A message that comes just then sets the page to the program's time, which has not passed that far.
      do await page.pass(1000); while (await page.find('.card .left').textContent() === text);
      assert.deepEqual(await places(), before);
    },
  },
];
