// Compares the lines of two conversations with an agent, but for what no two of them share.
import { normalised } from '../normalise.mjs';

const ownIds = /\b(ses|msg|prt|call|tool|chatcmpl|run|item)_?[0-9a-zA-Z]{12,}\b/g;
const times = /\d{4}-\d\d-\d\dT\d\d[:-]\d\d[:-]\d\d(\.\d+)?Z?/g;
const instants = /\b1[789]\d{8}(\d{3})?\b/g;
const processes = /(PGID: |"processId":")\d+/g;
// How much of the model's context is used, and what that costs: asides of the agent may be counted or not yet.
const tokens = /"(used|\w*Tokens|amount)":[\d.e+-]+/g;

const frame = (line, run) => {
  try {
    // Some tell of a path without its first slash.
    const text = normalised(line.replaceAll(run.sandbox.root.slice(1), 'RUN'), run);
    return text
      .replaceAll(ownIds, 'ID').replaceAll(times, 'TIME').replaceAll(instants, 'TIME')
      .replaceAll(processes, '$1N').replaceAll(tokens, '"$1":0');
  } catch {
    return line; // no JSON
  }
};

const parsed = (line) => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

// An agent may tell of a call before its input is complete, and of the rest later, or at once where its question is ready sooner: from
// all that is told of a call until it is over one frame is made, with later members in the place of earlier ones.
function withCallsAsOne(lines) {
  const calls = new Map();
  const others = [];
  for (const line of lines) {
    const { params: { update, ...params } = {}, ...envelope } = parsed(line) ?? {};
    if (update?.toolCallId === undefined || ['completed', 'failed'].includes(update.status)) {
      others.push(line);
      continue;
    }
    const key = `${params.sessionId} ${update.toolCallId}`;
    const told = { ...calls.get(key)?.params.update, ...update, sessionUpdate: 'all that is told' };
    const inOrder = Object.fromEntries(Object.entries(told).sort(([one], [other]) => (one < other ? -1 : 1)));
    calls.set(key, { ...envelope, params: { ...params, update: inOrder } });
  }
  return [...others, ...[...calls.values()].map((call) => JSON.stringify(call))];
}

// Agents do things at once: the order of notifications is not the same in two runs.
const frames = (bytes, run) => withCallsAsOne(bytes.toString('utf8').split('\n').filter((line) => line.trim() !== ''))
  .map((line) => frame(line, run)).sort();

const around = (line, at) => (line === undefined ? 'nothing' : line.slice(Math.max(0, at - 80), at + 160));

/** What is different, if anything is. */
function compareLines(actual, expected, side) {
  const [is, was] = [actual, expected].map((each) => frames(each[side], each.run));
  for (let at = 0; at < Math.max(is.length, was.length); at += 1) {
    const [one, other] = [is[at] ?? '', was[at] ?? ''];
    if (one === other) continue;
    const from = [...one].findIndex((c, n) => c !== other[n]);
    return `${side}: is ${around(is[at], from)}, directly ${around(was[at], from)}`;
  }
  return undefined;
}

/** All bytes of a run, for when it is over. */
export const kept = (run) => ({ run, sent: run.sent, received: run.received, reached: run.reached, written: run.written });

/**
 * What is wrong with a conversation where something stood `between`, against the `direct` one. That nothing was changed in between is
 * seen byte by byte; the other conversation shows that the agent and its driver did the same, too.
 */
export const differences = (direct, between) => [
  !between.sent.equals(between.reached) && 'what the driver wrote is not what the agent got',
  !between.received.equals(between.written) && 'what the agent wrote is not what the driver got',
  compareLines(between, direct, 'sent'),
  compareLines(between, direct, 'received'),
];
