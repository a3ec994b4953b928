// The hook matrix: each target, a tool that runs commands and one that writes files, and each cell.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { columns } from '../table.mjs';
import { hookSeconds } from './targets.mjs';
import { AgentSession } from './session.mjs';

/** The beginning of a text, for a report. */
export const oneLine = (text) => text?.replace(/\s+/g, ' ').slice(0, 200);

function verdict(cell, { ran, asked, failed, heard }) {
  if (ran) return 'ran';
  if (failed) return 'failed';
  if (heard.length === 0 && !cell.unheard) return 'no hook';
  return asked > 0 ? 'asked' : 'refused';
}

/** What the hook gave as its reason, for the model to read. */
export function reasonOf(heard) {
  const { out = '', err = '' } = heard.at(-1) ?? {};
  const said = out.match(/"(?:permissionDecisionReason|reason|message)":("(?:[^"\\]|\\.)*")/);
  return said ? JSON.parse(said[1]) : err.replace('assent: ', '');
}

async function runCell(session, cell, tool) {
  const { target, place } = session;
  place.forget();
  const { file, block } = cell.uses[tool](target, `${cell.name}-${tool}`, place.cwd);
  mkdirSync(path.dirname(place.file(file)), { recursive: true });
  const begun = await cell.begin(place, tool);
  const run = await session.use(block);
  await begun?.end();
  await begun?.during?.catch(() => {}); // the page closed under it
  Object.assign(run, { cell, tool, file, ran: place.has(file), heard: place.heard() });
  run.what = verdict(cell, run);
  const reason = reasonOf(run.heard);
  if (run.what === 'refused' && reason !== '' && !cell.because.test(reason)) run.what = 'other reason';
  run.knows = run.what !== 'ran' && reason !== '' && run.told?.includes(reason) === true;
  run.wrong = cell.wanted === 'ran' ? run.what !== (target.asksAgain ? 'asked' : 'ran') : !['refused', 'asked'].includes(run.what);
  return run;
}

const story = ({ cell, tool, what, asked, end, told, heard }, { name }) => [
  `\n${name} ${tool}, ${cell.name}: ${what}, wanted ${cell.wanted}; questions at the client: ${asked}; end: ${end}`,
  ...heard.map(({ in: said, out, err, status }) => (
    `  hook: ${JSON.stringify({ status: status ?? 'cut off', out, err: oneLine(err), in: oneLine(said) })}`
  )),
  `  the model read: ${oneLine(told) ?? 'nothing'}`,
].join('\n');

/** All cells of a target, in one session of its agent. */
async function runTarget(target, cells, world) {
  const session = await AgentSession.open(target, world, hookSeconds);
  const runs = [];
  try {
    for (const cell of cells) {
      for (const tool of ['shell', 'write']) runs.push(await runCell(session, cell, tool));
    }
  } finally {
    await session.end();
    for (const run of runs.filter(({ cell, what, file }) => cell.wanted === 'refused' && what !== 'ran' && session.place.has(file))) {
      Object.assign(run, { what: 'ran late', wrong: true });
    }
    await session.close();
  }
  if (world.keep) console.log(`${target.name}: in ${session.place.sandbox.root}`);
  return runs;
}

/** Runs, prints, and gives the number of wrong cells. */
export async function hookMatrix(targets, cells, world) {
  const rows = [['', ...cells.map(({ name }) => name)]];
  let wrong = 0;
  for (const target of targets) {
    const runs = await runTarget(target, cells, world);
    for (const run of runs.filter((each) => each.wrong || world.verbose)) console.log(story(run, target));
    wrong += runs.filter((run) => run.wrong).length;
    for (const tool of ['shell', 'write']) {
      const found = runs.filter((run) => run.tool === tool).map(({ what, knows, wrong: bad }) => `${what}${knows ? '+' : ''}${bad ? ' !' : ''}`);
      rows.push([`${target.name} ${tool}`, ...found]);
      console.log(`${target.name} ${tool}: ${found.join(' ')}`);
    }
  }
  console.log(`\n${columns(rows)}\n+ the model read why; ! wrong\n${targets.length * cells.length * 2} runs, ${wrong} wrong`);
  return wrong;
}
