// The matrix agent x way of passing the hook by, for the ways that the agents' files name (`assent doctor --ways`). Each
// is set up in a private home beside a hook that `assent install` has written, the model uses a denied command, and the
// run looks whether it ran, and what the doctor says before and after.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { columns } from '../table.mjs';
import { oneLine } from './matrix.mjs';
import { renew, table } from './report.mjs';
import { AgentSession } from './session.mjs';
import { hookSeconds } from './targets.mjs';
import { of_agents, put, rows } from './way_rows.mjs';

/** One agent at work in a private home, with the hook installed. */
class Ground {
  constructor(agent, session, world) {
    Object.assign(this, { agent, session, world, ...of_agents[agent], place: session.place, ends: [] });
    this.home = this.place.sandbox.home;
    this.policy = path.join(this.home, '.config/assent/policy.json');
    this.record = path.join(this.home, 'record.ndjson');
    this.own = path.join(this.home, this.settings);
    this.program = this.in('own/assent'); // a way may put another program in its place
    put(this.program, readFileSync(world.assent), 0o755);
  }

  in(name) { return path.join(this.place.sandbox.root, name); }
  file(name) { return this.place.file(name); }
  tool(name, ...args) { return this.session.target.tools[name](...args); }

  run(program, words) {
    const { status, stdout, stderr, error } = spawnSync(program, words, { env: this.place.env, cwd: this.place.cwd, encoding: 'utf8' });
    if (error) throw error;
    return { status, stdout, stderr };
  }

  install({ daemon = 'off', timeout = '50s' }) {
    put(this.policy, { mode: 'allow', rules: { deny: ['Bash(rm *)'] } });
    const options = ['--policy', this.policy, '--audit', this.record, '--daemon', daemon];
    const { status, stderr } = this.run(this.program, ['install', this.agent, '--timeout', timeout, '--', ...options]);
    assert.equal(status, 0, stderr);
  }

  /** What the doctor says of it, by way; `ok`: as a whole. */
  doctor(program = this.program) {
    const { stdout, stderr } = this.run(program, ['doctor', this.agent, '--json']);
    if (stdout === '') throw new Error(`doctor: ${stderr}`);
    const [{ ok, findings, ways }] = JSON.parse(stdout);
    return { ok, findings, ways: new Map(ways.map(({ way, is }) => [way, is])) };
  }

  /** A use, after which the agent begins anew. */
  async attempt(block) {
    const used = await this.session.use(block);
    await this.session.end();
    return used;
  }
}

/** What came of one cell: {passed, told, before, after}. */
async function tryCell(row, agent, world, targets) {
  const found = targets.find(({ name }) => name === of_agents[agent].target);
  const words = (of) => (row.words ?? ((given) => given))(of_agents[agent].words?.(found.words(of)) ?? found.words(of), agent);
  const target = { ...found, trusts: false, event: undefined, ...row.target, words };
  const session = await AgentSession.open(target, world, hookSeconds);
  const ground = new Ground(agent, session, world);
  try {
    ground.install(row);
    const before = ground.doctor();
    await row.set?.(ground);
    await row.steps?.(ground);
    session.place.put('victim', 'x');
    const used = await session.use(await row.use?.(ground) ?? ground.tool('shell', 'rm victim'));
    const passed = row.passed ? row.passed(ground) : !session.place.has('victim');
    return { passed, used, before, after: ground.doctor(row.replaces ? world.assent : undefined) };
  } finally {
    for (const end of ground.ends) await end();
    await session.place.endDaemon(ground.program);
    await session.close();
  }
}

function verdict(row, { passed, used, before, after }) {
  const states = [...after.ways.values()];
  const said = row.replaces && states.includes('open') ? 'open' : after.ways.get(row.way);
  const wrong = [];
  if ((!before.ok && row.daemon !== 'on') || [...before.ways.values()].some((each) => each !== 'closed')) wrong.push('the doctor finds something in a clean home');
  if (used.told === undefined && used.asked === 0 && !passed && !row.refuses) wrong.push(`nothing was tried: ${used.end}`);
  if (passed && said !== 'open') wrong.push(`it ran, and the doctor says ${said}`);
  if (!passed && said === 'open' && !row.cautious && !row.replaces) wrong.push('it was held, and the doctor says open');
  return { what: passed ? 'open' : 'closed', said, wrong };
}

// The ways that are open somewhere, agent by agent, and the names of the others.
function onPage([head, ...ways]) {
  const open = ways.filter((words) => words.includes('open'));
  const closed = ways.filter((words) => !open.includes(words)).map(([way, how]) => `${way} ${how}`);
  return `${table(head, open)}\nClosed in each agent that has it:\n\n${closed.map((each) => `- ${each}\n`).join('')}`;
}

function report(agents, found, updateDocs) {
  const lines = [['way', 'how', ...agents], ...rows.map((row) => [`\`${row.way}\``, row.how, ...found.map((results) => results.get(row) ?? '-')])];
  const cells = found.flatMap((results) => [...results.values()]);
  const open = cells.filter((what) => what === 'open').length;
  const summary = `${cells.length} cells tried: ${cells.length - open} closed, ${open} open`;
  console.log(`${columns(lines)}\n${summary}`);
  if (updateDocs) renew('threat-model.md', 'ways', `${summary}.\n\n${onPage(lines)}`);
  return summary;
}

/** Each way that an agent's file names has a cell, or is said not to be tried. */
function requireAll(agent, ways) {
  for (const way of ways.keys()) assert.ok(rows.some((row) => row.way === way && row.agents.includes(agent)), `${agent}: ${way} has no cell`);
}

/** All cells of one agent, one after another. Gives the results by row, and says what is wrong. */
async function tryAgent(agent, wanted, world, targets, wrong) {
  const results = new Map();
  for (const row of wanted) {
    const name = `${agent}, ${row.way}, ${row.how}`;
    try {
      const cell = await tryCell(row, agent, world, targets);
      requireAll(agent, cell.after.ways);
      const { what, said, wrong: here } = verdict(row, cell);
      results.set(row, what);
      wrong.push(...here.map((why) => `${name}: ${why}`));
      console.log(`${name}: ${what}, the doctor says ${said}${here.map((why) => ` WRONG: ${why}`).join('')}`);
      if (world.verbose || here.length > 0) console.log(`  ${oneLine(cell.used.told)}; ${JSON.stringify(cell.after.findings.filter(({ is }) => is !== 'ok'))}`);
    } catch (error) {
      wrong.push(`${name}: ${error.message}`);
      console.log(wrong.at(-1));
    }
  }
  return results;
}

/** The agents beside each other: they have nothing in common. */
export async function waysOfPassing(world, targets) {
  const only = new RegExp(process.env.ASSENT_WAYS ?? '.');
  const agents = Object.keys(of_agents);
  const wrong = [];
  const found = await Promise.all(agents.map((agent) => (
    tryAgent(agent, rows.filter((row) => row.agents.includes(agent) && only.test(`${agent} ${row.way} ${row.how}`)), world, targets, wrong)
  )));
  const summary = report(agents, found, world.updateDocs);
  assert.deepEqual(wrong, []);
  return summary;
}
