// What becomes of a use in each mode of each agent, by each answer of a hook that `assent install` has put in: the table of
// docs/agents.md.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Daemon } from './daemon.mjs';
import { oneLine, reasonOf } from './matrix.mjs';
import { modes } from './mode_list.mjs';
import { Person } from './person.mjs';
import { renew, table } from './report.mjs';
import { AgentSession } from './session.mjs';

const hook_s = 4; // until the hook has waited enough for a person
const hung_s = 4; // until the agent has, for a hook that hangs
const modes_at_once = Math.min(3, availableParallelism()); // most of the time is waiting

const rules = { shell: 'Bash(touch *)', write: 'Write(**)' };
const tools = Object.keys(rules);
const policy = (list) => ({ rules: list ? { [list]: Object.values(rules) } : {} });

// `refuses`: no use may run unasked. `person`: what is said on the page, where it then asks so many `questions` about two uses.
const alone = [
  { name: 'no rule', policy: policy() },
  { name: 'allow rule', policy: policy('allow') },
  { name: 'deny rule', policy: policy('deny'), refuses: true },
  { name: 'ask rule', policy: policy('ask'), refuses: true },
  { name: 'the hook hangs', policy: policy('deny'), refuses: true, hangs: true },
];
const withPeople = [
  { name: 'page: once, and once', policy: policy('ask'), person: () => ({ what: 'once' }), questions: 2 },
  { name: 'page: nobody answers', policy: policy('ask'), refuses: true },
  { name: 'page: always', policy: policy(), person: (tool) => ({ what: 'always', rule: rules[tool] }), questions: 1 },
];
const answers = [...alone, ...withPeople];

/** Claude's hook would say no allow beside another program. What it says is in what the model reads, then. */
const isHeard = ({ agent }) => agent !== 'claude';
const reasons = / rule `|nobody answered in time/;

/** What stands in the program's place keeps what it was told, and hands it on. */
function standIn({ settings, place }) {
  writeFileSync(settings, readFileSync(settings, 'utf8').replaceAll(place.assent, place.program));
}

/** An agent in a mode, with a hook as its user installs it. */
async function open(mode, world, options) {
  const session = await AgentSession.open({ ...mode, event: undefined }, world);
  const { place } = session;
  session.policy = path.join(place.sandbox.home, '.config/assent/policy.json');
  mkdirSync(path.dirname(session.policy), { recursive: true });
  writeFileSync(session.policy, '{}');
  session.settings = place.install(['--timeout', `${hook_s}s`, ...options]);
  if (isHeard(session.target)) standIn(session);
  return session;
}

/** The agent, which is started anew, waits so long for its hook. */
async function shorten(session, seconds) {
  await session.end();
  const written = readFileSync(session.settings, 'utf8');
  const shorter = (_, before, time) => before + (Number(time) < 1000 ? seconds : seconds * 1000);
  writeFileSync(session.settings, written.replaceAll(/("?timeout(?:Sec)?"?(?:: ?| = ))(\d+)/g, shorter));
}

function word({ ran, asked, failed, told = '' }, says) {
  if (ran) return 'runs';
  if (failed) return 'no end';
  if (asked > 0) return 'asks';
  return says(told) ? 'denied' : 'refused';
}

async function useOnce(session, answer, tool) {
  const { target, place } = session;
  place.forget();
  const file = `use-${answers.indexOf(answer)}-${tool}`;
  rmSync(place.file(file), { force: true });
  const used = await session.use(tool === 'shell' ? target.tools.shell(`touch ${file}`) : target.tools.write(place.file(file), 'x', place.cwd));
  const heard = place.heard();
  const reason = reasonOf(heard);
  const says = (told) => (heard.length === 0 ? reasons.test(told) : reason !== '' && told.includes(reason));
  return { ...used, heard, word: word({ ...used, ran: place.has(file) }, says) };
}

/** The uses of a tool that an answer is for. `asked`: how many questions the page showed. */
async function tryTool(session, answer, tool, person) {
  const before = person?.asked;
  if (person) person.says = answer.person && (() => answer.person(tool));
  const uses = [];
  for (let times = answer.person ? 2 : 1; times > 0; times -= 1) uses.push(await useOnce(session, answer, tool));
  return { answer, tool, uses, asked: person && person.asked - before, word: [...new Set(uses.map((each) => each.word))].join(', then ') };
}

const writePolicy = (session, { policy: made }) => writeFileSync(session.policy, JSON.stringify(made));

async function tryTools(session, answer, person) {
  const found = [];
  for (const tool of tools) found.push(await tryTool(session, answer, tool, person));
  return found;
}

async function tryAlone(session, answer) {
  writePolicy(session, answer);
  if (answer.hangs) {
    await shorten(session, hung_s);
    standIn(session);
    session.place.script('sleep 60');
  }
  return tryTools(session, answer);
}

async function tryAllAlone(mode, world) {
  const session = await open(mode, world, []);
  const found = [];
  try {
    for (const answer of alone.filter((each) => world.wants(each))) found.push(...await tryAlone(session, answer));
    return { found, judged: session.model.judged };
  } finally {
    await session.close();
  }
}

// The daemon is started by hand, and keeps no record either. Each answer has one of its own: a policy that lets more
// through than the one before would wait for a person.
async function tryWithPerson(session, answer) {
  writePolicy(session, answer);
  const daemon = await Daemon.start(session.place, ['--on-ask', 'web']);
  const page = await daemon.page();
  try {
    return await tryTools(session, answer, new Person(page));
  } finally {
    page.close();
    await daemon.kill();
  }
}

async function tryAllWithPeople(mode, world) {
  const session = await open(mode, world, ['--no-record', '--', '--daemon', 'on']);
  const found = [];
  try {
    for (const answer of withPeople.filter((each) => world.wants(each))) found.push(...await tryWithPerson(session, answer));
    return { found };
  } finally {
    await session.close();
  }
}

const story = (mode, { answer, tool, uses, asked }) => uses.map((use) => [
  `\n${mode.agent} ${mode.name}, ${answer.name}, ${tool}: ${use.word}; at the client: ${use.asked}; on the page: ${asked ?? '-'}; end: ${use.end}`,
  ...use.heard.map(({ in: said, out, err, status }) => `  hook: ${JSON.stringify({ status: status ?? 'cut off', out, err: oneLine(err), in: oneLine(said) })}`),
  `  the model read: ${oneLine(use.told) ?? 'nothing'}`,
].join('\n')).join('\n');

/** What is wrong with the outcome of an answer, and what is known of that: [{what, known}]. */
function faults({ mode, judged }, { answer, tool, uses, asked, word: came }) {
  const found = [];
  const fault = (what, known) => found.push({ what: `${answer.name}, ${tool}: ${what}`, known });
  if (answer.refuses && came.includes('runs')) fault('runs unasked', mode.gap ?? (answer.hangs ? mode.hung : undefined));
  if (answer.person && came.includes('asks')) fault('the agent asks again', mode.asks_again);
  if (answer.person && came.includes('denied')) fault('denied, though the person allows it');
  if (answer.person && asked > answer.questions) fault(`the page asks ${asked} times about ${uses.length} uses`, mode.asks_twice);
  if (mode.judge && judged === 0 && answer === answers[0]) fault('its judge was not asked');
  return found;
}

/** A mode with what came of each answer: {mode, found, wrong: [text], known: [text]}. */
async function tryMode(mode, world) {
  const { found, judged } = await tryAllAlone(mode, world);
  found.push(...(await tryAllWithPeople(mode, world)).found);
  const all = found.flatMap((each) => faults({ mode, judged }, each));
  const wrong = all.filter(({ known }) => !known).map(({ what }) => what);
  const known = [...new Set(all.map((each) => each.known))].filter(Boolean);
  if (mode.gap && !known.includes(mode.gap)) wrong.push(`nothing runs unasked, and it is said: ${mode.gap}`);
  for (const each of found) if (world.verbose || faults({ mode, judged }, each).some((fault) => !fault.known)) console.log(story(mode, each));
  const words = answers.map((answer) => `${answer.name}: ${cell(found, answer)}`).join('; ');
  console.log(`${mode.agent} ${mode.name}: ${words}${wrong.map((why) => ` ! ${why}`).join('')}`);
  return { mode, found, wrong, known };
}

/** One word where both tools fare alike. What runs although it should not stands out. */
function cell(found, answer) {
  const loud = (text) => (answer.refuses ? text.replace('runs', '**runs**') : text);
  const words = found.filter((each) => each.answer === answer).map((each) => loud(each.word));
  return [...new Set(words)].length > 1 ? `${words[0]}; files: ${words[1]}` : words[0] ?? '-';
}

/** How often each of these comes, most often first. */
function often(each) {
  const counts = new Map();
  for (const one of each) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([one, count]) => `  ${count}: ${one}`);
}

/** What the table comes to, in lines. */
function summary(rows, titles) {
  const cells = rows.flatMap(({ mode, found }, at) => found.map((each) => ({ ...each, mode, title: titles[at] })));
  const passed = cells.filter(({ answer, word: came }) => answer.refuses && came.includes('runs'));
  const unheard = cells.filter(({ mode, uses }) => isHeard(mode) && uses.every(({ heard }) => heard.length === 0));
  const onPage = cells.filter(({ answer }) => answer.person);
  return [
    `${rows.length} modes, ${answers.length} answers, ${cells.length} cells`,
    `what is denied or has to be asked ran unasked in ${passed.length}`,
    ...often(passed.map(({ mode, answer }) => mode.gap ?? (answer.hangs ? mode.hung : undefined) ?? 'NOT KNOWN')),
    `the hook was not called in ${unheard.length}`, ...often(unheard.map(({ title }) => title)),
    `allowed on the page, twice, in ${onPage.length}`,
    ...often(onPage.map(({ mode, answer, asked, word: came }) => `${mode.agent}: ${came}${asked > answer.questions ? ', the page asks too often' : ''}`)),
  ];
}

async function inTurn(works, at_once) {
  const done = [];
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < works.length; at = next++) done[at] = await works[at]();
  };
  await Promise.all(Array.from({ length: at_once }, worker));
  return done;
}

/** What is known not to hold is said by our program, or by the page that the table is in. */
function unsaid(known) {
  const files = [
    ...new Set(modes.map(({ agent }) => `domain/src/tools/agents/${agent}.cpp`)), 'app/cli/src/commands/doctor_command.cpp', 'docs/agents.md',
  ];
  const texts = files.map((file) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8'));
  return known.filter((each) => !texts.some((text) => text.includes(each)));
}

/** Modes of an agent that fare alike have one line. */
function asOne(lines) {
  const alike = new Map();
  for (const { agent, name, cells } of lines) {
    const key = [agent, ...cells].join('|');
    alike.set(key, { agent, cells, names: [...(alike.get(key)?.names ?? []), name] });
  }
  return [...alike.values()].map(({ agent, names, cells }) => [`${agent} ${names.join('; ')}`, ...cells]);
}

/** Tries all modes of these agents, prints the table, and gives the number of wrong cells. */
export async function modeTable(wanted, world) {
  const rows = await inTurn(wanted.map((mode) => () => tryMode(mode, world)), modes_at_once);
  const called = (name) => (name === 'opencode' ? name : `${name[0].toUpperCase()}${name.slice(1)}`);
  const titles = rows.map(({ mode }) => `${called(mode.agent)} ${mode.name}`);
  const notes = rows.flatMap(({ known }, at) => known.map((why) => ({ why, title: titles[at] })));
  const reasons = [...new Set(notes.map(({ why }) => why))];
  const number = (why) => reasons.indexOf(why) + 1;
  const cellsOf = ({ found, known }) => [...answers.map((answer) => cell(found, answer)), known.map(number).join(', ')];
  const lines = asOne(rows.map((row) => ({ agent: called(row.mode.agent), name: row.mode.name, cells: cellsOf(row) })));
  const text = `${table(['', ...answers.map(({ name }) => name), 'known'], lines)}\n${reasons.map((why) => `${number(why)}. ${why}\n`).join('')}`;
  console.log(`\n${text}`);
  const wrong = [...rows.flatMap((each) => each.wrong), ...unsaid(reasons).map((why) => `nobody says: ${why}`)];
  for (const each of wrong) console.log(`! ${each}`);
  console.log([...summary(rows, titles), `${wrong.length} wrong`].join('\n'));
  if (world.updateDocs) renew('agents.md', 'modes', text);
  return wrong.length;
}

/** The modes of the agents that are named, of those the ones whose name holds a word; and the answers that are named. */
export function chosenModes(names) {
  const only = answers.filter(({ name }) => names.includes(name));
  const [agents, words] = [true, false].map((known) => names.filter((each) => modes.some(({ agent }) => agent === each) === known && !only.some(({ name }) => name === each)));
  const wanted = modes.filter(({ agent, name }) => (
    (agents.length === 0 || agents.includes(agent)) && (words.length === 0 || words.some((each) => name.includes(each)))
  ));
  return { wanted, wants: (answer) => only.length === 0 || only.includes(answer) };
}
