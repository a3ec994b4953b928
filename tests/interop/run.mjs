// Runs scenarios in all arrangements and prints a table.
// BUILD has our programs, such as .build/dev.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { arrangements } from './arrangements.mjs';
import { loadPeers } from './peers.mjs';
import { runOne } from './run_one.mjs';
import { disposeAll } from './sandbox.mjs';
import { table } from './table.mjs';

const usage = 'usage: run.mjs BUILD [--keep] [--verbose] [SCENARIO...]';
const at_once = 2;
const here = path.dirname(fileURLToPath(import.meta.url));

async function loadScenarios(names) {
  const all = [];
  for (const file of readdirSync(path.join(here, 'scenarios')).sort()) {
    const found = await import(`./scenarios/${file}`);
    all.push(...found.scenarios);
  }
  for (const name of names) {
    if (!all.some((scenario) => scenario.name === name)) {
      throw new Error(`no scenario \`${name}\`; there are: ${all.map((scenario) => scenario.name).join(' ')}`);
    }
  }
  return names.length === 0 ? all : all.filter((scenario) => names.includes(scenario.name));
}

/** Those of one name are one scenario: what it takes to drive the CLI by a program differs from what the SDK takes. */
function byName(scenarios) {
  const rows = new Map();
  for (const scenario of scenarios) rows.set(scenario.name, [...(rows.get(scenario.name) ?? []), scenario]);
  return [...rows].map(([name, variants]) => ({ name, variants }));
}

async function inAllArrangements({ name, variants }, world) {
  const cells = {};
  let direct;
  for (const arrangement of Object.keys(arrangements)) {
    const fitting = variants.filter(({ on }) => on.includes(arrangement));
    if (fitting.length > 1) throw new Error(`scenario \`${name}\` is there twice in ${arrangement}`);
    const [scenario] = fitting;
    if (!scenario) continue;
    const run = await runOne(scenario, arrangement, world, direct);
    if (arrangement === 'direct' && !run.error) direct = run;
    cells[arrangement] = run;
  }
  return cells;
}

async function main(args) {
  const flags = args.filter((arg) => arg.startsWith('--'));
  const [build, ...names] = args.filter((arg) => !arg.startsWith('--'));
  if (!build || flags.some((flag) => !['--keep', '--verbose'].includes(flag))) throw new Error(usage);
  const scenarios = byName(await loadScenarios(names));
  const world = {
    peers: await loadPeers(),
    programs: {
      assent: path.resolve(build, 'bin/assent'),
      requester: path.resolve(build, 'tests/assent_example_requester_cli'),
      responder: path.resolve(build, 'tests/assent_example_drive_agent'),
    },
    keep: flags.includes('--keep'),
  };
  console.log(world.peers.versions);
  const rows = new Map();
  const left = [...scenarios];
  await Promise.all(Array.from({ length: at_once }, async () => {
    for (let scenario = left.shift(); scenario; scenario = left.shift()) {
      rows.set(scenario, await inAllArrangements(scenario, world));
    }
  }));
  const { text, failed } = table(scenarios, rows, flags.includes('--verbose'));
  console.log(text);
  process.exitCode = failed === 0 ? 0 : 1;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    disposeAll();
    process.exit(1);
  });
}
// Of a run that is over: it may have been killed in the middle of something.
process.on('unhandledRejection', (error) => console.error(`interop: ${error?.message ?? error}`));

await main(process.argv.slice(2)).catch((error) => {
  console.error(`interop: ${error.message}`);
  process.exitCode = 2;
});
// The SDK may keep a timer.
process.exit();
