// What each agent does with each answer of a hook before a tool is used: the table of docs/agents.md.
import { oneLine } from './matrix.mjs';
import { renew, table } from './report.mjs';
import { AgentSession } from './session.mjs';

/** How long the agents wait for a hook here. */
const seconds = 5;
const why = 'not-in-this-test';

const json = (value) => `echo '${JSON.stringify(value)}'`;
const nested = (permissionDecision) => (event) => (
  json({ hookSpecificOutput: { hookEventName: event, permissionDecision, permissionDecisionReason: why } })
);

const answers = [
  { name: '`hookSpecificOutput` with `permissionDecision` deny', line: nested('deny') },
  { name: 'the same with ask', line: nested('ask') },
  { name: '`decision` deny, `reason`', line: () => json({ decision: 'deny', reason: why }) },
  { name: '`decision` block, `reason`', line: () => json({ decision: 'block', reason: why }) },
  { name: '`permissionDecision` deny at the top', line: () => json({ permissionDecision: 'deny', permissionDecisionReason: why }) },
  { name: '`{}`', line: () => "echo '{}'", says_nothing: true },
  { name: 'status 2, text on stderr', line: () => `echo ${why} >&2; exit 2` },
  { name: 'status 1, text on stderr', line: () => `echo ${why} >&2; exit 1` },
  { name: 'the program is missing', put: (place) => place.noHook() },
  { name: 'killed by SIGKILL', put: (place) => place.killedHook() },
  { name: "the agent's time is over", line: () => `sleep ${3 * seconds}` },
];

const title = ({ agent, event }) => `${agent[0].toUpperCase()}${agent.slice(1)} \`${event}\``;

function outcome(answer, ran, { asked, failed, told = '' }) {
  if (ran) return answer.says_nothing ? 'runs' : '**runs**';
  if (failed) return 'no end';
  const word = asked > 0 ? 'asks' : 'denied';
  return told.includes(why) ? `${word}, model reads why` : word;
}

async function tryAll(target, world) {
  const session = await AgentSession.open(target, { ...world, orElse: '' }, seconds);
  const found = [];
  try {
    for (const [at, answer] of answers.entries()) {
      if (answer.put) answer.put(session.place);
      else session.place.script(answer.line(target.event));
      const file = `answer-${at}.ran`;
      const used = await session.use(target.tools.shell(`touch ${file}`));
      found.push(outcome(answer, session.place.has(file), used));
      if (world.verbose) console.log(`${target.name}, ${answer.name}: ${found.at(-1)}; end ${used.end}; told ${oneLine(used.told)}`);
    }
  } finally {
    await session.close();
  }
  return found;
}

/** Tries all answers in these targets, and prints the table as Markdown. */
export async function answerTable(targets, world, updateDocs) {
  const before = targets.filter(({ answers: tried }) => tried);
  const found = [];
  for (const target of before) found.push(await tryAll(target, world));
  const text = table(['answer', ...before.map(title)], answers.map(({ name }, at) => [name, ...found.map((each) => each[at])]));
  console.log(text);
  if (updateDocs) renew('agents.md', 'answers', text);
}
