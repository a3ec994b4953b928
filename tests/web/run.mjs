// Runs the browser tests: one line for each, and a summary. BUILD has the program, such as .build/dev. With --times only
// those that measure, and what they find is judged.
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadTools } from './tools.mjs';
import { hang_limit_ms } from './waiting.mjs';
import { World } from './world.mjs';

const usage = 'usage: run.mjs BUILD [--update-docs] [--times] [NAME...]';
/** A page and its program keep one core busy. */
const at_once = 2;
/** Of a whole test, which may wait several times. */
const limit_ms = 5 * hang_limit_ms;
const here = path.dirname(fileURLToPath(import.meta.url));
const browser_flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];

async function loadTests(names) {
  const all = [];
  for (const file of readdirSync(path.join(here, 'tests')).sort()) all.push(...(await import(`./tests/${file}`)).tests);
  for (const name of names) {
    if (!all.some((test) => test.name.includes(name))) throw new Error(`no test has \`${name}\` in its name`);
  }
  return names.length === 0 ? all : all.filter((test) => names.some((name) => test.name.includes(name)));
}

async function runOne(test, run) {
  const world = new World(run);
  const start = performance.now();
  let timer;
  let failure = null;
  try {
    const limit = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`not done after ${limit_ms} ms`)), limit_ms);
    });
    await Promise.race([test.run(world).then(() => world.assertSound()), limit]);
  } catch (error) {
    failure = error;
  }
  clearTimeout(timer);
  await world.dispose();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${failure ? 'FAILED' : 'ok    '} ${test.name} (${seconds} s)`);
  for (const note of world.notes) console.log(`       ${note}`);
  if (failure) console.log(failure.stack.replace(/^/gm, '       '));
  return failure === null;
}

/** Those that measure run alone, and first. How many have passed. */
async function runAll(tests, run) {
  const results = [];
  for (const test of tests.filter(({ alone }) => alone)) results.push(await runOne(test, run));
  const left = tests.filter(({ alone }) => !alone);
  await Promise.all(Array.from({ length: at_once }, async () => {
    for (let test = left.shift(); test; test = left.shift()) results.push(await runOne(test, run));
  }));
  return results.filter(Boolean).length;
}

function updateDocs(pictures) {
  const images = path.resolve(here, '../../docs/images');
  mkdirSync(images, { recursive: true });
  for (const file of readdirSync(pictures).filter((name) => name.endsWith('.png'))) copyFileSync(path.join(pictures, file), path.join(images, file));
}

async function main(args) {
  const flags = args.filter((arg) => arg.startsWith('--'));
  const [build, ...names] = args.filter((arg) => !arg.startsWith('--'));
  if (!build || flags.some((flag) => !['--update-docs', '--times'].includes(flag))) throw new Error(usage);
  const judgesTimes = flags.includes('--times');
  const tests = (await loadTests(names)).filter(({ alone }) => alone || !judgesTimes);
  const tools = loadTools();
  const start = performance.now();
  const browser = await tools.chromium.launch({ executablePath: tools.browser, args: browser_flags });
  console.log(`Chromium ${browser.version()}, ${tools.versions}`);
  const pictures = path.resolve(build, '../web-test');
  const passed = await runAll(tests, { assent: path.resolve(build, 'bin/assent'), browser, axe: tools.axe, pictures, judgesTimes });
  await browser.close();
  const failed = tests.length - passed;
  console.log(`${passed} of ${tests.length} passed, ${failed} failed, in ${((performance.now() - start) / 1000).toFixed(0)} s`);
  if (flags.includes('--update-docs') && failed === 0) updateDocs(pictures);
  process.exitCode = failed === 0 ? 0 : 1;
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(error.message);
  process.exitCode = 2;
}
