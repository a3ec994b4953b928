// The real agents with `assent hook` in their settings; see docs/interop.md.
import path from 'node:path';
import { loadPeers } from '../peers.mjs';
import { disposeAll } from '../sandbox.mjs';
import { acpMatrix } from './acp.mjs';
import { namedAgents } from './acp_agents.mjs';
import { answerTable } from './answers.mjs';
import { cells } from './cells.mjs';
import { cells as acpCells } from './acp_cells.mjs';
import { checks, runChecks } from './checks.mjs';
import { codexSuite } from './codex.mjs';
import { chosenDays, dayTable } from './day.mjs';
import { installed } from './installed.mjs';
import { hookMatrix } from './matrix.mjs';
import { chosenModes, modeTable } from './modes.mjs';
import { targets } from './targets.mjs';

const usage = 'usage: run.mjs BUILD [--keep] [--verbose] [--answers [--update-docs]] [TARGET...|CELL...|CHECK...]\n'
  + '       run.mjs BUILD acp|codex|day|modes [--keep] [--verbose] [--update-docs] [AGENT...|CELL...]';
const flags = ['--keep', '--verbose', '--answers', '--update-docs'];

/** Those of `all` that are named; all, where none is. */
const chosen = (all, names) => {
  const found = all.filter(({ name }) => names.includes(name));
  return found.length > 0 ? found : all;
};

/** The programs of these agents. */
async function programsFor(agents) {
  const programs = {};
  for (const agent of agents) {
    const { program, version } = agent === 'claude' ? await claude() : installed(agent);
    programs[agent] = program;
    console.log(`${agent} ${version}`);
  }
  return programs;
}

async function claude() {
  const { cli, versions } = await loadPeers();
  return { program: cli, version: versions };
}

/** The suites with a table of their own. */
const suites = {
  async acp(names, world) {
    const only = names.filter((name) => acpCells.some((cell) => cell.name === name));
    const agents = namedAgents(names.filter((name) => !only.includes(name)));
    return acpMatrix(agents, { ...world, only, ...await found(agents.map(({ name }) => name)) });
  },
  async modes(names, world) {
    const { wanted, wants } = chosenModes(names);
    return modeTable(wanted, { ...world, wants, programs: await programsFor(new Set(wanted.map(({ agent }) => agent))) });
  },
  async day(names, world) {
    const wanted = chosenDays(names);
    return dayTable(wanted, { ...world, programs: await programsFor(wanted.map(({ agent }) => agent)) });
  },
  async codex(only, world) { return codexSuite({ ...world, only, ...await found(['codex']) }); },
};

async function found(agents) {
  const programs = await programsFor(agents);
  return { programs, versions: agents.map((agent) => `${agent} ${installed(agent).version}`) };
}

async function main(args) {
  const [build, ...words] = args;
  const names = words.filter((word) => !word.startsWith('--'));
  const has = (flag) => words.includes(flag);
  if (!build || words.some((word) => word.startsWith('--') && !flags.includes(word))) throw new Error(usage);
  const base = { assent: path.resolve(build, 'bin/assent'), keep: has('--keep'), verbose: has('--verbose'), updateDocs: has('--update-docs') };
  const suite = suites[words[0]];
  if (suite) {
    if (base.updateDocs && names.length > 1) throw new Error('--update-docs is for the whole table');
    process.exitCode = await suite(names.slice(1), base) === 0 ? 0 : 1;
    return;
  }
  const known = [...targets, ...cells, ...checks].map(({ name }) => name);
  for (const name of names) {
    if (!known.includes(name)) throw new Error(`no target, cell or check \`${name}\`; there are: ${known.join(' ')}`);
  }
  const named = checks.filter(({ name }) => names.includes(name));
  const wantedChecks = names.length === 0 && !has('--answers') ? checks : named;
  // Who names checks alone wants no matrix.
  const wanted = names.length > 0 && named.length === names.length ? [] : chosen(targets, names);
  const agents = new Set([...wanted.map(({ agent }) => agent), ...wantedChecks.flatMap(({ agents: needed = [] }) => needed)]);
  const world = { ...base, programs: await programsFor(agents) };
  if (has('--answers')) {
    await answerTable(wanted, world, world.updateDocs);
    return;
  }
  let wrong = wanted.length > 0 ? await hookMatrix(wanted, chosen(cells, names), world) : 0;
  wrong += await runChecks(wantedChecks, world, targets);
  process.exitCode = wrong === 0 ? 0 : 1;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    disposeAll();
    process.exit(1);
  });
}
process.on('unhandledRejection', (error) => console.error(`interop: ${error?.message ?? error}`));

await main(process.argv.slice(2)).catch((error) => {
  console.error(`interop: ${error.message}`);
  process.exitCode = 2;
});
process.exit();
