import { spawnSync } from 'node:child_process';
import { denied, hookResult, hooksOf, permissionResult, preToolUse } from './answers.js';
import { argumentsFor, milliseconds, requireFunction, requireKnown, requireText, wrong } from './options.js';
import { findProgram } from './program.js';
import { defaultAnswerWithinMs, Server } from './server.js';

export const ruleOptions = ['policy', 'mode', 'allow', 'ask', 'deny', 'askTimeout', 'logLevel'];
const decisionOptions = [...ruleOptions, 'cwd', 'audit'];
export const peopleOptions = ['onAsk', 'open', 'notify'];
const ownOptions = ['answerWithinMs', 'log', 'program'];

/** Words of `onAsk` that open something where people are asked: not for a trial. */
const places = ['web', 'terminal', 'web,terminal', 'terminal,web'];

/** The options are tried this long, in milliseconds; what is wrong with them later is a denial. */
const trialMs = 60_000;

const serve = ['serve', '--stdio', '--dialect=nested'];

// With nothing to read it ends at once, or says what is wrong.
function tryOptions(program, args) {
  if (program instanceof Error) return;
  const { status, stderr, error } = spawnSync(program, args, { input: '', encoding: 'utf8', timeout: trialMs });
  if (error?.code === 'ETIMEDOUT') throw new Error(`assent: program: \`${program}\` did not end within ${trialMs} ms with nothing to read`);
  const isWrongUsage = status === 2;
  if (isWrongUsage) throw new Error(stderr.trim());
}

/** Throws where the program does not take the policy or a rule. */
export const tryRules = (program, options) => tryOptions(program, [...serve, ...argumentsFor(options, ruleOptions)]);

/** See index.d.ts. */
export function assent(options = {}) {
  requireKnown(options, [...decisionOptions, ...peopleOptions, ...ownOptions]);
  const {
    program = findProgram(), log = (line) => process.stderr.write(`${line}\n`), answerWithinMs = defaultAnswerWithinMs, onAsk,
  } = options;
  if (onAsk === 'peer') throw wrong('onAsk', 'a function, or deny, allow, terminal or web', onAsk);
  const fixed = [...serve, ...argumentsFor(options, decisionOptions)];
  const asked = typeof onAsk === 'function' ? { ...options, onAsk: 'peer' } : options;
  const args = [...fixed, ...argumentsFor(asked, peopleOptions)];
  const withinMs = milliseconds(answerWithinMs, 'answerWithinMs');
  requireFunction(log, 'log');
  if (!(program instanceof Error)) requireText(program, 'program');
  tryOptions(program, places.includes(onAsk) ? fixed : args);
  const apart = typeof onAsk !== 'string' || !onAsk.includes('terminal'); // whoever asks there belongs to the terminal
  const server = new Server(program, args, { onAsk, log, withinMs, apart });

  async function canUseTool(toolName, input, use = {}) {
    try {
      const question = {
        subtype: 'can_use_tool',
        tool_name: toolName,
        input,
        permission_suggestions: use.suggestions,
        blocked_path: use.blockedPath,
        decision_reason: use.decisionReason,
        decision_reason_type: use.matchedAskRule && 'rule', // the agent's own rules want a person
        title: use.title,
        display_name: use.displayName,
        description: use.description,
        tool_use_id: use.toolUseID,
        agent_id: use.agentID,
      };
      return permissionResult(await server.ask(question, { signal: use.signal, options: use }));
    } catch (error) {
      return denied(error);
    }
  }

  const hook = preToolUse(async (input, toolUseId, signal) => {
    const call = { subtype: 'hook_callback', callback_id: 'assent_guard', input, tool_use_id: toolUseId };
    return hookResult(await server.ask(call, { signal }));
  });

  return Object.assign(canUseTool, { preToolUse: hook, hooks: hooksOf(hook), close: () => server.close() });
}
