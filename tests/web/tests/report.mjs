// The page that `assent report --page` makes: in both themes, on wide and narrow screens; and its pictures.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { admit, barriers } from './looks.mjs';

const kinds = [
  { outcome: 'allow', source: 'tool_default', tool: 'Read', often: 9 },
  { outcome: 'allow', source: 'rule', tool: 'Bash', rule: 'Bash(npm test)', often: 6 },
  { outcome: 'allow', source: 'callback', tool: 'Edit', end: 'approved', often: 3 },
  { outcome: 'deny', source: 'callback', tool: 'Bash', end: 'denied', often: 1 },
  { outcome: 'deny', source: 'rule', tool: 'Bash', rule: 'Bash(git push *)', often: 1 },
];
const agents = ['claude', 'codex', 'claude'];
const folders = ['/home/ann/shop', '/home/ann/pricing', '/home/ann/<b>shop</b>'];

/** Two days of three agents, from nine to five. */
function record() {
  const lines = [];
  for (let hour = 0; hour < 16; ++hour) {
    kinds.forEach(({ often, ...kind }, at) => {
      for (let each = 0; each < (often * (1 + ((hour * 7 + at) % 5))) / 2; ++each) {
        const time = new Date(Date.UTC(2026, 10, hour < 8 ? 24 : 25, 9 + (hour % 8), (each * 3) % 60, at)).toISOString();
        lines.push(JSON.stringify({
          time, event: 'decision', tool: kind.tool, agent: agents[each % 3], folder: folders[(each + at) % 3], outcome: kind.outcome,
          source: kind.source, reason: 'as it is', ...(kind.rule ? { rule: kind.rule, rule_origin: 'host' } : {}),
          ...(kind.end ? { asked: 'undecided', end: kind.end } : {}), risk: 'medium', factors: [], latency_us: 9,
        }));
      }
    });
  }
  return lines.sort().join('\n').concat('\n');
}

const widths = [{ width: 1360, height: 900 }, { width: 800, height: 900 }, { width: 400, height: 800 }];

export const tests = ['light', 'dark'].map((colorScheme) => ({
  name: `the page of a report has its pictures, loads nothing, and no barriers, ${colorScheme}`,
  async run(world) {
    const made = spawnSync(world.assent, ['report', world.file('record', record()), '--page'], { encoding: 'utf8', env: { TZ: 'UTC' } });
    assert.equal(made.stderr, '');
    const context = await world.context({ colorScheme, viewport: widths[0] });
    const page = await context.newPage();
    const asked = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('pageerror', (error) => asked.push(`${error}`));
    page.on('console', (message) => asked.push(message.text()));
    const address = pathToFileURL(world.file('report.html', made.stdout)).href;
    await page.goto(address);
    assert.deepEqual(asked, [address]);
    assert((await page.locator('svg rect').count()) > 16);
    assert.match(await page.locator('main').innerText(), /\b[1-9]\d+ questions in 16 hours/);
    assert.equal(await page.locator('td b').count(), 0, 'a name of a folder is text');
    await page.screenshot({ path: world.picture(`report-${colorScheme}.png`), animations: 'disabled' });
    await admit(page, world.axe);
    for (const viewport of widths) {
      await page.setViewportSize(viewport);
      assert.deepEqual(await barriers(page), []);
      assert((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, `wider than ${viewport.width}`);
    }
  },
}));
