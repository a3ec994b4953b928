// `assent daemon`: one line each way for each use of a tool.
import { lstatSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { callbackAnswer, denied, hooksOf, hookSays, permissionResult, preToolUse, withAgents } from './answers.js';
import { HeardUses } from './heard_uses.js';
import { lineReader } from './lines.js';
import { fileAt, folderOf, milliseconds, requireKnown, wrong } from './options.js';
import { defaultAnswerWithinMs } from './server.js';

/** How long a decision is waited for by default, in milliseconds: as `assent hook` does for Claude. */
const defaultWithinMs = 55_000;
/** Longest time that the daemon takes, in milliseconds. */
const longestWithinMs = 540_000;
/** Longest answer, in bytes, without its line end. */
const maxAnswerBytes = 256 * 1024;

const outcomes = ['allow', 'deny', 'open', 'demanded'];

function folder() {
  const runtime = process.env.XDG_RUNTIME_DIR;
  return runtime?.startsWith('/') ? path.join(runtime, 'assent') : `/tmp/assent-${process.geteuid()}`;
}

// Whoever else may write to it could answer in the daemon's place.
function requireOwn(file, isKind, what, socketPath) {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!found) throw new Error(`no daemon listens at \`${socketPath}\`: start \`assent daemon\``);
  const isOwn = isKind(found) && found.uid === process.geteuid() && (found.mode & 0o077) === 0;
  if (!isOwn) throw new Error(`\`${file}\`: expected a ${what} of this user alone`);
}

function readAnswer(line) {
  let answer;
  try {
    answer = JSON.parse(line);
  } catch {
    // said below
  }
  if (!outcomes.includes(answer?.outcome) || typeof answer.reason !== 'string') {
    throw new Error('the daemon gave an answer that is none');
  }
  return { outcome: answer.outcome, reason: answer.reason };
}

// What the daemon looks at, apart from the object that it was made of: whoever holds that may change it.
const snapshot = (input) => JSON.parse(JSON.stringify(input));

const closed = () => new Error('the gate was closed');

/** What `asked` comes to, or why `signal` was aborted meanwhile. */
function unlessAborted(signal, asked) {
  return new Promise((resolve, reject) => {
    const give = () => reject(signal.reason);
    signal.addEventListener('abort', give);
    if (signal.aborted) give();
    else asked().then(resolve, reject).finally(() => signal.removeEventListener('abort', give));
  });
}

/** The questions that are open, which end with the gate. */
class Questions {
  #open = new Set();

  #isClosed = false;

  /** Runs `act` with a controller of its own: aborted, with the reason, when the answer does not count any more. */
  async run(signal, act) {
    if (this.#isClosed) throw closed();
    const controller = new AbortController();
    const withdraw = () => controller.abort(new Error('the question was withdrawn'));
    signal?.addEventListener('abort', withdraw); // may fail: nothing is open yet
    if (signal?.aborted) withdraw();
    this.#open.add(controller);
    try {
      return await act(controller);
    } finally {
      this.#open.delete(controller);
      signal?.removeEventListener('abort', withdraw);
    }
  }

  close() {
    this.#isClosed = true;
    for (const controller of this.#open) controller.abort(closed());
  }
}

function ask(socketPath, withinMs, use, signal) {
  return new Promise((resolve, reject) => {
    const line = JSON.stringify({ agent: 'claude', within_ms: withinMs, use });
    requireOwn(path.dirname(socketPath), (found) => found.isDirectory(), 'folder', socketPath);
    requireOwn(socketPath, (found) => found.isSocket(), 'socket', socketPath);
    if (signal.aborted) throw signal.reason;
    const giveUp = () => end(reject, signal.reason);
    signal.addEventListener('abort', giveUp);
    const socket = net.connect({ path: socketPath });
    const timer = setTimeout(() => end(reject, new Error(`the daemon gave no answer within ${withinMs} ms`)), withinMs);
    const end = (settle, value) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      socket.destroy();
      settle(value);
    };
    const take = (text) => {
      try {
        end(resolve, readAnswer(text));
      } catch (error) {
        end(reject, error);
      }
    };
    socket.on('error', (error) => end(reject, new Error(`the daemon cannot be asked: ${error.message}`)));
    socket.on('close', () => end(reject, new Error('the daemon ended without an answer')));
    socket.on('data', lineReader(take, maxAnswerBytes, () => end(reject, new Error('the answer of the daemon is too long'))));
    socket.write(`${line}\n`);
  });
}

/** See index.d.ts. */
export function daemon(options = {}) {
  requireKnown(options, ['socket', 'withinMs', 'cwd', 'onAsk', 'answerWithinMs', 'sayAllow']);
  const { withinMs = defaultWithinMs, answerWithinMs = defaultAnswerWithinMs, onAsk, sayAllow = false } = options;
  const socket = options.socket === undefined ? path.join(folder(), 'daemon.sock') : fileAt(options.socket, 'socket');
  const cwd = options.cwd === undefined ? undefined : folderOf(options.cwd, 'cwd');
  milliseconds(withinMs, 'withinMs', 1, longestWithinMs);
  milliseconds(answerWithinMs, 'answerWithinMs');
  if (onAsk !== undefined && typeof onAsk !== 'function') throw wrong('onAsk', 'a function (people are asked by `assent daemon --on-ask web`)', onAsk);
  if (typeof sayAllow !== 'boolean') throw wrong('sayAllow', 'true or false', sayAllow);

  const questions = new Questions();
  const heard = new HeardUses();
  const asks = (use, signal) => ask(socket, withinMs, use, signal);
  const decide = (use, { signal } = {}) => questions.run(signal, (controller) => asks(use, controller.signal));

  async function askBack(controller, toolName, asked, more) {
    const tooLate = () => controller.abort(new Error(`onAsk gave no answer within ${answerWithinMs} ms`));
    const timer = answerWithinMs > 0 ? setTimeout(tooLate, answerWithinMs) : undefined;
    try {
      return callbackAnswer(await unlessAborted(controller.signal, async () => onAsk(toolName, snapshot(asked), { ...more, signal: controller.signal })));
    } finally {
      clearTimeout(timer);
    }
  }

  async function settle(controller, toolName, asked, use) {
    const { signal } = controller;
    const about = { hook_event_name: 'PreToolUse', tool_name: toolName, tool_input: asked, tool_use_id: use.toolUseID, cwd };
    const { outcome, reason } = heard.take(about) ?? await asks(about, signal);
    // What the agent's own rules want a person for, no rule of ours allows.
    const demanded = outcome === 'allow' && use.matchedAskRule;
    if (outcome === 'allow' && !demanded) return { behavior: 'allow', updatedInput: asked };
    if (outcome === 'deny') return { behavior: 'deny', message: reason };
    const why = demanded ? 'a rule of the agent demands an answer' : reason;
    if (!onAsk) return denied(new Error(`${why}; nobody is there to ask`));
    const answer = await askBack(controller, toolName, asked, { ...use, decisionReason: withAgents(why, use.decisionReason) });
    if (answer.behavior === 'deny') return { behavior: 'deny', message: answer.message, ...(answer.interrupt === true && { interrupt: true }) };
    // No updates: what the agent would allow by them, the daemon is not asked about.
    const result = permissionResult({ behavior: 'allow', updatedInput: snapshot(answer.updatedInput ?? asked) });
    if (result.behavior !== 'allow' || isDeepStrictEqual(result.updatedInput, asked)) return result;
    const edited = await asks({ ...about, tool_input: result.updatedInput }, signal);
    return edited.outcome === 'deny' ? { behavior: 'deny', message: edited.reason } : result;
  }

  async function canUseTool(toolName, input, use = {}) {
    try {
      const asked = snapshot(input);
      return await questions.run(use.signal, (controller) => settle(controller, toolName, asked, use));
    } catch (error) {
      return denied(error);
    }
  }

  const hook = preToolUse(async (input, toolUseId, signal) => {
    const use = { ...input, tool_use_id: toolUseId ?? input.tool_use_id };
    const decision = await decide(input, { signal });
    heard.keep(use, decision);
    const { outcome, reason } = decision;
    if (outcome === 'deny') return hookSays('deny', reason);
    if (outcome === 'demanded') return hookSays('ask', reason);
    return outcome === 'allow' && sayAllow ? hookSays('allow', reason) : {};
  });

  return Object.assign(canUseTool, { decide, preToolUse: hook, hooks: hooksOf(hook), close: () => questions.close() });
}
