import { realpathSync } from 'node:fs';
import path from 'node:path';
import { denied, hookResult, hooksOf, permissionResult, preToolUse } from './answers.js';
import { argumentsFor, inOptions, milliseconds, requireFunction, requireKnown, wrong } from './options.js';
import { defaultAnswerWithinMs, Server } from './server.js';
import { programOf, tryProgram } from './trial.js';

export const decisionOptions = ['policy', 'mode', 'allow', 'ask', 'deny', 'askTimeout', 'logLevel', 'audit', 'record'];
export const peopleOptions = ['onAsk', 'open', 'notify'];
const ownOptions = ['answerWithinMs', 'log', 'program'];
const fixedOptions = [...decisionOptions, 'cwd', 'title'];

/** Words of `onAsk` that open something where people are asked. */
const places = ['web', 'terminal', 'web,terminal', 'terminal,web'];
/** Which of these options are tried: no place is opened for a trial, but a wrong `open` shows without one, too. */
export const triedPeopleOptions = (onAsk) => (!places.includes(onAsk) ? peopleOptions : onAsk.includes('web') ? [] : ['open']);

const serve = ['serve', '--stdio', '--dialect=nested'];

const noFolder = 'assent: cwd: not given, so that nobody knows where paths lead: what reads or changes a file is not allowed by itself';

// Whom the program calls its peer, a function is here.
const withFunction = (said) => inOptions(said).replace('onAsk: expected peer,', 'onAsk: expected a function,');

/** How many sessions are held to where they began; the oldest goes first. */
const maxSessions = 1000;

const realPath = (folder) => {
  try {
    return realpathSync(folder);
  } catch {
    return folder; // it is not there
  }
};

/** Throws where a session began outside of `cwd`, from where `canUseTool` reads its paths. Its shell may go elsewhere later. */
function requirePlace(cwd) {
  const began = new Map();
  return ({ session_id: session, cwd: now }) => {
    if (cwd === undefined || typeof now !== 'string') return;
    const first = began.get(session) ?? now;
    if (began.size >= maxSessions && !began.has(session)) began.delete(began.keys().next().value);
    if (session !== undefined) began.set(session, first);
    const way = path.relative(realPath(cwd), realPath(first)).split('/');
    if (way[0] === '..') throw new Error(`the session is in \`${first}\`, and the gate's cwd is \`${cwd}\`: each folder needs a gate of its own`);
  };
}

/** See index.d.ts. */
export function assent(options = {}) {
  requireKnown(options, [...fixedOptions, ...peopleOptions, ...ownOptions]);
  const { log = (line) => process.stderr.write(`${line}\n`), answerWithinMs = defaultAnswerWithinMs, onAsk = 'deny' } = options;
  if (onAsk === 'peer' || !['string', 'function'].includes(typeof onAsk)) throw wrong('onAsk', 'a function, or deny, allow, terminal or web', onAsk);
  const fixed = [...serve, ...argumentsFor(options, fixedOptions)];
  const asked = typeof onAsk === 'function' ? { ...options, onAsk: 'peer' } : options;
  const args = [...fixed, ...argumentsFor(asked, peopleOptions)];
  const withinMs = milliseconds(answerWithinMs, 'answerWithinMs');
  requireFunction(log, 'log');
  const program = programOf(options.program);
  tryProgram(program, [...fixed, ...argumentsFor(asked, triedPeopleOptions(onAsk))], withFunction);
  const apart = typeof onAsk !== 'string' || !onAsk.includes('terminal'); // whoever asks there belongs to the terminal
  const server = new Server(program, args, { onAsk, log, withinMs, apart });

  const requireHere = requirePlace(options.cwd);
  let misses = options.cwd === undefined; // a folder, and nobody has been told

  async function canUseTool(toolName, input, use = {}) {
    try {
      const question = {
        subtype: 'can_use_tool',
        tool_name: toolName,
        input,
        permission_suggestions: use.suggestions,
        blocked_path: use.blockedPath,
        decision_reason: typeof onAsk === 'function' ? undefined : use.decisionReason, // else it would come back in place of ours
        decision_reason_type: use.matchedAskRule && 'rule', // the agent's own rules want a person
        title: use.title,
        display_name: use.displayName,
        description: use.description,
        tool_use_id: use.toolUseID,
        agent_id: use.agentID,
      };
      const result = permissionResult(await server.ask(question, { signal: use.signal, options: use }));
      if (misses && result.behavior === 'deny') server.tell(noFolder);
      misses &&= result.behavior !== 'deny';
      return result;
    } catch (error) {
      return denied(error);
    }
  }

  const hook = preToolUse(async (input, toolUseId, signal) => {
    requireHere(input);
    return hookResult(await server.judge(input, toolUseId, signal));
  });

  // Another hook may have changed what was judged: then the program denies all that comes later.
  async function afterUse(input, toolUseId, { signal } = {}) {
    await server.compare(input, toolUseId, signal).catch(() => {});
    return {};
  }

  return Object.assign(canUseTool, { preToolUse: hook, hooks: hooksOf(hook, afterUse), close: () => server.close() });
}
