// What people wait for. Figures are printed; `./dev bench times` judges them.
import assert from 'node:assert/strict';
import { calls } from '../program.mjs';
import { wallTime } from '../waiting.mjs';

const samples = 10;
/** From a request's line to its card on the screen, and from a click or key to the answer's line. */
const shown_limit_ms = 100;
const answered_limit_ms = 50;
/** From the first of 200 requests to the last row on the screen. */
const many = 200;
const many_limit_ms = 3000;

const rounded = (ms) => `${ms.toFixed(1)} ms`;

function report(world, what, times, limit) {
  const sorted = [...times].sort((a, b) => a - b);
  const worst = sorted[sorted.length - 1];
  const median = sorted.length > 1 ? `median ${rounded(sorted[Math.floor(sorted.length / 2)])}, worst of ${sorted.length} ` : '';
  world.note(`${what}: ${median}${rounded(worst)} (limit ${limit} ms)`);
  if (world.judgesTimes) assert(worst <= limit, `${what}: ${rounded(worst)}`);
}

const shownAt = (page, row) => page.page.waitForFunction((number) => globalThis.seen[number] || false, row).then((found) => found.jsonValue());

export const tests = [
  {
    name: 'a request is seen at once, and an answer leaves at once',
    alone: true,
    async run(world) {
      const { program, page } = await world.start();
      const shown = [];
      const answered = [];
      for (let round = 1; round <= samples; ++round) {
        const start = wallTime();
        const id = program.ask(...calls.edit());
        shown.push(await shownAt(page, round) - start);
        await page.card();
        if (round % 2 === 0) await page.press('Enter');
        else await page.find('[data-answer=once]').click();
        const { at } = await program.answerAt(id);
        answered.push(at - await page.evaluate(() => globalThis.pressed));
        await page.noCard();
      }
      report(world, 'request to screen', shown, shown_limit_ms);
      report(world, 'click or key to answer', answered, answered_limit_ms);
    },
  },
  {
    name: `${many} open questions are shown and answered without a wait`,
    alone: true,
    async run(world) {
      const { program, page } = await world.start();
      const start = wallTime();
      const ids = Array.from({ length: many }, (_, each) => program.ask(...calls.edit(`src/file-${each}.js`)));
      const end = await shownAt(page, many);
      report(world, `${many} questions on the screen`, [end - start], many_limit_ms);
      assert.equal(await page.find('#queue > [data-row]').count(), many);
      await page.card('file-0.js');
      await page.press('Enter');
      const { at } = await program.answerAt(ids[0]);
      const waited = at - await page.evaluate(() => globalThis.pressed);
      report(world, `a key to its answer, with ${many} open`, [waited], answered_limit_ms);
      await page.card('file-1.js');
      const again = wallTime();
      await page.page.reload();
      await page.find('#queue > [data-row]').nth(many - 2).waitFor();
      report(world, `${many - 1} questions after a reload`, [wallTime() - again], many_limit_ms);
    },
  },
];
