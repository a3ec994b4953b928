import { denied, hookResult, hooksOf, permissionResult, preToolUse } from './answers.js';
import { argumentsFor, inOptions, milliseconds, requireFunction, requireKnown, wrong } from './options.js';
import { defaultAnswerWithinMs, Server } from './server.js';
import { programOf, tryProgram } from './trial.js';

export const decisionOptions = ['policy', 'mode', 'allow', 'ask', 'deny', 'askTimeout', 'logLevel', 'audit', 'record'];
export const peopleOptions = ['onAsk', 'open', 'notify'];
const ownOptions = ['answerWithinMs', 'log', 'program'];
const fixedOptions = [...decisionOptions, 'cwd'];

/** Words of `onAsk` that open something where people are asked. */
const places = ['web', 'terminal', 'web,terminal', 'terminal,web'];
/** Which of these options are tried: no place is opened for a trial, but a wrong `open` shows without one, too. */
export const triedPeopleOptions = (onAsk) => (!places.includes(onAsk) ? peopleOptions : onAsk.includes('web') ? [] : ['open']);

const serve = ['serve', '--stdio', '--dialect=nested'];

// Whom the program calls its peer, a function is here.
const withFunction = (said) => inOptions(said).replace('onAsk: expected peer,', 'onAsk: expected a function,');

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
