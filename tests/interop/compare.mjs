// What must be the same with and without Assent in between.
import assert from 'node:assert/strict';
import { normalised } from './normalise.mjs';

const guard = 'assent_guard';

const lines = (bytes) => bytes.toString('utf8').split('\n').filter((line) => line.trim() !== '');

function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return { text: line };
  }
}

const isGuardCall = ({ type, request }) =>
  type === 'control_request' && request?.subtype === 'hook_callback' && request.callback_id === guard;

const isQuestion = ({ type, request }) => type === 'control_request' && request?.subtype === 'can_use_tool';

/** An `initialize` without the guard hook. No hooks at all may be written in several ways. */
function withoutGuard(frame) {
  const hooks = { ...frame.request.hooks };
  for (const event of ['PreToolUse', 'PostToolUse', 'PostToolUseFailure']) {
    const kept = (hooks[event] ?? []).filter(({ hookCallbackIds }) => !hookCallbackIds?.includes(guard));
    if (kept.length === 0) delete hooks[event];
    else hooks[event] = kept;
  }
  const request = { ...frame.request, hooks };
  if (Object.keys(hooks).length === 0) delete request.hooks;
  return { ...frame, request };
}

function sameLines(actual, expected, who) {
  const count = Math.max(actual.length, expected.length);
  for (let at = 0; at < count; at += 1) {
    if (actual[at] === expected[at]) continue;
    const from = firstDifference(actual[at] ?? '', expected[at] ?? '');
    assert.fail(`${who}, line ${at + 1}: is ${around(actual[at], from)}, expected ${around(expected[at], from)}`);
  }
}

function firstDifference(one, other) {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

const before = 100;
const after = 200;

function around(line, at) {
  if (line === undefined) return 'missing';
  if (line.length <= before + after) return line;
  return `...${line.slice(Math.max(0, at - before), at + after)}...`;
}

const ids = (all, wanted) => new Set(all.map(parsed).filter(wanted).map(({ request_id }) => request_id));

/** Lines that answer none of these requests. */
const withoutAnswers = (all, requests) => all.filter((line) => {
  const { type, response } = parsed(line);
  return !(type === 'control_response' && requests.has(response?.request_id));
});

/** What passes down: `initialize` is compared without the guard hook. */
function downward(all, notPassing) {
  return withoutAnswers(all, notPassing).map((line) => {
    const frame = parsed(line);
    return frame.request?.subtype === 'initialize' ? JSON.stringify(withoutGuard(frame)) : line;
  });
}

/**
 * Every byte passes. But for: calls of the guard hook, and questions that were decided here; the answers to both; the
 * guard hook in `initialize`; and answers to questions that were withdrawn, which come too late.
 */
export function compareBytes(run) {
  assert.equal(run.reached.includes(guard), run.arrangement === 'guarded', 'whether the CLI has the guard hook');
  const [sent, received, reached, written] = [run.sent, run.received, run.reached, run.written].map(lines);
  const answered = new Set(sent.map((line) => parsed(line).response?.request_id));
  const late = ids(received, ({ type }) => type === 'control_cancel_request');
  const asked = ids(received, isQuestion);
  const unanswered = [...asked].filter((id) => !answered.has(id));
  const here = ids(written, (frame) => isGuardCall(frame) || (isQuestion(frame) && !asked.has(frame.request_id)));

  const passing = written.filter((line) => !here.has(parsed(line).request_id));
  sameLines(received, passing, 'what the SDK got');
  const notPassing = new Set([...here, ...late, ...unanswered]);
  sameLines(downward(reached, notPassing), downward(sent, notPassing), 'what the CLI got');

  // Where nothing was decided here, not even a line end differs.
  if (run.arrangement !== 'bridge') return;
  if (here.size === 0) assert.ok(run.received.equals(run.written), 'what the CLI wrote is not what the SDK got');
  if (notPassing.size === 0) assert.ok(run.sent.equals(run.reached), 'what the SDK wrote is not what the CLI got');
}

// With the guard on, the agent tells in its answer to `initialize` that it has hooks.
const shownByGuard = 'hooks_applied';
const toldByTime = '"subtype":"session_state_changed"';

/**
 * The frames of both directions are those of the direct run, but for what no two runs share, and for what shows that
 * the agent has a guard hook.
 */
export function compareFrames(direct, run) {
  const without = run.arrangement === 'guarded' ? [shownByGuard] : [];
  const frames = (which, bytes) => {
    const all = lines(bytes).map((line) => normalised(line, which, without));
    // How often the CLI tells its state depends on how close together the answers come.
    return run.scenario.same === 'any order' ? all.filter((line) => !line.includes(toldByTime)).sort() : all;
  };
  for (const side of ['sent', 'received']) {
    sameLines(frames(run, run[side]), frames(direct, direct[side]), `frames ${side}, against direct`);
  }
}
