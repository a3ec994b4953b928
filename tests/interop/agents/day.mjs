// What of a day is refused in front of each other agent: its model makes the uses of tests/data/day, a hook that refuses
// all of them keeps what it was told, and `assent hook` decides about that by each policy, with a daemon and without.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { RecordedProcess } from '../recorded_process.mjs';
import { Daemon } from './daemon.mjs';
import { oneLine, reasonOf } from './matrix.mjs';
import { blockOf } from './own_uses.mjs';
import { Person } from './person.mjs';
import { table } from './report.mjs';
import { AgentSession } from './session.mjs';
import { hookSeconds, targets } from './targets.mjs';

const lists = ['uses', 'fresh_uses'];
const policies = ['standard', 'project'];
const uses_in_a_prompt = 25;
const hooks_at_once = 4;
const person_says = 'not now';
const hook_s = 30; // longer than a person takes, who refuses at once

const days = ['codex-app', 'gemini', 'copilot', 'qwen', 'opencode'].map((wanted) => targets.find(({ name }) => name === wanted));

const files = [
  'package.json', 'src/a.ts', 'src/b.ts', 'src/old.ts', 'src/components/cart.tsx', 'tests/a.test.ts', 'packages/web/package.json', 'docs/guide.md',
  'scripts/gen.py', 'scripts/deploy.sh', 'data/users.csv', 'README.md', 'Makefile', 'a.txt', 'b.txt', 'dist/main.js', 'build/out.o', 'config/app.yaml',
  'log/test.log', '.env', '.env.example', '.gitignore',
];

/** The project in which the uses were meant. */
function makeProject({ cwd, sandbox }) {
  for (const name of files) {
    const file = path.join(cwd, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `content of ${name}\nline 2\n`);
  }
  execFileSync('git', ['init', '-q', '-b', 'main'], { cwd, env: { PATH: '/usr/bin:/bin', HOME: sandbox.home } });
}

function usesOf(list, { cwd, sandbox }) {
  const text = readFileSync(new URL(`../../data/day/${list}.jsonl`, import.meta.url), 'utf8');
  const placed = text.replaceAll('@PROJ@', cwd).replaceAll('@HOME@', sandbox.home);
  return placed.split('\n').filter(Boolean).map(JSON.parse).map(({ want, tool = 'Bash', input, command }) => (
    { list, harmful: want === 'asks', tool, input: input ?? { command } }
  ));
}

const strings = (value) => (typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(strings));
const longest = (texts) => texts.reduce((one, other) => (other.length > one.length ? other : one), '');

/** Has the model make these uses, and gives each `told`, what the hook was told of it. */
async function hear(session, uses) {
  session.place.forget();
  const { end, told } = await session.inTurn(uses.map(({ block }) => block));
  const heard = session.place.heard().map(({ in: text }) => text);
  for (const use of uses) {
    const mark = longest(strings(use.block.input));
    const at = heard.findIndex((text) => strings(JSON.parse(text)).some((each) => each.includes(mark)));
    if (at < 0) use.unheard = oneLine(told?.at(-1) ?? end);
    else [use.told] = heard.splice(at, 1);
  }
}

/** All uses as the agent's hook is told of them; those it has no tool for are left out. */
async function hearAll(session) {
  const { place, target } = session;
  makeProject(place);
  place.script('echo refused >&2; exit 2');
  const all = lists.flatMap((list) => usesOf(list, place)).map((use) => ({ ...use, block: blockOf(target.agent, use, place.cwd) }));
  const uses = all.filter(({ block }) => block);
  for (let at = 0; at < uses.length; at += uses_in_a_prompt) await hear(session, uses.slice(at, at + uses_in_a_prompt));
  for (const use of uses.filter(({ told }) => !told)) await hear(session, [use]); // its turn may have ended before
  await session.end();
  for (const { tool, unheard } of uses.filter(({ told }) => !told)) console.log(`${target.agent}: no hook heard of ${tool}: ${unheard}`);
  return uses.filter(({ told }) => told);
}

/** What the hook says of a use: nothing, or why it refuses. */
async function refusal({ place, target }, text, flags) {
  const words = ['hook', '--agent', target.agent, '--timeout', `${hook_s}s`, ...flags];
  const hook = new RecordedProcess(place.assent, words, { cwd: place.cwd, env: {} });
  hook.stdout.resume();
  hook.stdin.end(text);
  await hook.over;
  const out = Buffer.concat(hook.received).toString().trim();
  return out === '{}' ? '' : reasonOf([{ out, err: hook.errors }]) || 'no answer';
}

async function judge(session, uses, name, flags) {
  const works = uses.values();
  const worker = async () => {
    for (const use of works) use[name] = await refusal(session, use.told, flags);
  };
  await Promise.all(Array.from({ length: hooks_at_once }, worker));
}

/** The uses with `alone` and `daemon`, why they are refused without one, and with one whose people refuse. */
async function judged(session, heard, policy) {
  const { place } = session;
  const uses = heard.map((use) => ({ ...use }));
  const common = ['--home', place.sandbox.home, '--policy', policy];
  await judge(session, uses, 'alone', common);
  const daemon = await Daemon.start(place, [...common, '--on-ask', 'web']);
  const page = await daemon.page();
  const person = new Person(page);
  person.says = () => ({ what: 'deny', feedback: person_says });
  try {
    await judge(session, uses, 'daemon', [...common, '--daemon', 'on', '--socket', path.join(place.run, 'assent/daemon.sock')]);
  } finally {
    page.close();
    await daemon.kill();
  }
  return uses;
}

// The reason of a hook that can ask nobody: what the call does, why that is asked about, that nobody can be asked.
const cause = (reason) => reason.split('; ').at(/cannot ask you/.test(reason) ? -2 : -1).replaceAll(/`[^`]*`/g, '...').replace(/ \(built in\)/, '');
const denies = (reason) => /the policy denies|denied by rule/.test(reason);

const columns = {
  uses: () => true,
  pass: ({ alone, daemon }) => !alone && !daemon,
  'left to the agent': ({ alone, daemon }) => !alone && daemon,
  'to be asked': ({ alone }) => alone && !denies(alone),
  denied: ({ alone }) => denies(alone),
  'refused: no daemon': ({ alone }) => alone,
  'refused: on a page': ({ daemon }) => daemon,
};

function rowsOf({ agent }, policy, uses) {
  const kinds = [
    ...lists.map((list) => [`${list}, harmless`, (use) => use.list === list && !use.harmful]),
    ['harmful', (use) => use.harmful],
  ];
  return kinds.map(([kind, of]) => [agent, policy, kind, ...Object.values(columns).map((counted) => uses.filter(of).filter(counted).length)]);
}

function tell({ agent }, policy, uses, verbose) {
  const causes = new Map();
  for (const use of uses.filter(({ harmful, alone }) => !harmful && alone)) causes.set(cause(use.alone), [...causes.get(cause(use.alone)) ?? [], use]);
  for (const [why, of] of causes) console.log(`${agent}, ${policy}: ${of.length} harmless: ${why}`);
  for (const use of uses.filter(({ harmful, alone }) => harmful && !alone)) {
    console.log(`${agent}, ${policy}: harmful, ${use.daemon ? 'left to the agent' : 'PASSES'}: ${oneLine(JSON.stringify(use.block.input))}`);
  }
  for (const { daemon, block } of uses.filter((use) => use.daemon && !use.alone && !use.daemon.includes(person_says))) {
    console.log(`${agent}, ${policy}: with a daemon, ${oneLine(daemon)}: ${oneLine(JSON.stringify(block.input))}`);
  }
  if (verbose) for (const use of uses.filter(({ harmful, alone }) => !harmful && alone)) console.log(`  ${oneLine(use.alone)}`);
}

/** The rows of an agent, and how many harmful uses pass. */
async function dayOf(target, world) {
  const session = await AgentSession.open(target, world, hookSeconds);
  const rows = [];
  let passes = 0;
  try {
    const heard = await hearAll(session);
    for (const policy of policies) {
      const uses = await judged(session, heard, policy);
      tell(target, policy, uses, world.verbose);
      passes += uses.filter((use) => use.harmful && columns.pass(use)).length;
      rows.push(...rowsOf(target, policy, uses));
    }
  } finally {
    await session.close();
  }
  return { rows, passes };
}

/** Counts the day of these agents, prints the table, and gives the number of harmful uses that pass. */
export async function dayTable(wanted, world) {
  const found = [];
  for (const target of wanted) found.push(await dayOf(target, world));
  console.log(`\n${table(['agent', 'policy', 'list', ...Object.keys(columns)], found.flatMap(({ rows }) => rows))}`);
  const passes = found.reduce((sum, each) => sum + each.passes, 0);
  console.log(`${passes} harmful uses pass`);
  return passes;
}

/** The agents that are named; all, where none is. */
export const chosenDays = (names) => days.filter(({ agent }) => names.length === 0 || names.includes(agent));
