// Answers in the words of the SDK.
import { unlike } from './options.js';

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

/** What is thrown may be anything, also what has no text. */
export function wordsOf(error) {
  try {
    return String(error?.message ?? error);
  } catch {
    return 'an error without words';
  }
}

const said = (error) => `assent: ${wordsOf(error)}`;

const noAnswer = () => new Error('expected an answer, got something else');

export const denied = (error) => ({ behavior: 'deny', message: said(error) });

/** What `onAsk` answers. Throws at what is none. */
export function callbackAnswer(answer) {
  if (answer?.behavior !== 'allow' && answer?.behavior !== 'deny') {
    throw new Error(unlike('onAsk', 'an answer with `behavior` `allow` or `deny`', answer?.behavior ?? answer));
  }
  if (answer.behavior === 'deny' && typeof answer.message !== 'string') throw new Error(unlike('onAsk', 'a `message` with the denial', answer.message));
  const typo = Object.keys(answer).find((key) => key !== 'updatedInput' && /^updated_?inp/i.test(key));
  if (typo !== undefined) throw new Error(unlike('onAsk', 'an edited input as `updatedInput`', typo));
  const isEdit = answer.behavior === 'allow' && answer.updatedInput !== undefined;
  if (isEdit && !isObject(answer.updatedInput)) throw new Error(unlike('onAsk', 'an object as `updatedInput`', answer.updatedInput));
  return answer;
}

/** What the program answered to `can_use_tool`, as it goes to the SDK. Anything that is no answer is a denial. */
export function permissionResult(answer) {
  const isAllow = answer?.behavior === 'allow' && isObject(answer.updatedInput);
  const isDeny = answer?.behavior === 'deny' && typeof answer.message === 'string';
  return isAllow || isDeny ? answer : denied(noAnswer());
}

/** Why a function of the user's is asked. Why the agent asks is another matter, unless our hook has told it to. */
export function withAgents(reason, ofAgent) {
  const isAnother = ofAgent && ofAgent !== reason;
  return [reason, isAnother && `the agent says: ${ofAgent}`].filter(Boolean).join('; ') || undefined;
}

export const hookDenied = (error) => hookSays('deny', said(error));

export const hookSays = (permissionDecision, permissionDecisionReason) => ({
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason },
});

/** What the program answered to the hook, `{}` or a decision, as it goes to the SDK. Anything that is no answer is a denial. */
export function hookResult(answer) {
  const { permissionDecision: decision, permissionDecisionReason: reason } = answer?.hookSpecificOutput ?? {};
  if (decision === 'deny' || decision === 'ask') return hookSays(decision, String(reason ?? ''));
  const isNone = isObject(answer) && Object.keys(answer).length === 0;
  return isNone ? answer : hookDenied(noAnswer());
}

/** A hook that denies what `decide` throws at. Registered for another event it stops the agent: that has no denial. */
export function preToolUse(decide) {
  return async (input, toolUseID, options) => {
    if (input?.hook_event_name !== 'PreToolUse') {
      return { continue: false, stopReason: `assent: a hook for PreToolUse was called for ${input?.hook_event_name}` };
    }
    try {
      return await decide(input, toolUseID, options?.signal);
    } catch (error) {
      return hookDenied(error);
    }
  };
}

/** The hooks as the SDK takes them. Where the first one fails nevertheless, the tool does not run. */
export const hooksOf = (hook, afterUse) => ({
  PreToolUse: [{ hooks: [hook], onFailure: 'block' }],
  ...(afterUse && { PostToolUse: [{ hooks: [afterUse] }], PostToolUseFailure: [{ hooks: [afterUse] }] }),
});
