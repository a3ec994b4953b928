// `assent daemon`: one line each way for each use of a tool.
import { lstatSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { callbackAnswer, denied, hooksOf, hookSays, permissionResult, preToolUse } from './answers.js';
import { lineReader } from './lines.js';
import { milliseconds, requireFunction, requireKnown, requireText, wrong } from './options.js';

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
function requireOwn(file, isKind, what) {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!found) throw new Error(`no daemon listens at \`${file}\`: start \`assent daemon\``);
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

const withdrawn = () => new Error('the question was withdrawn');

/** What `asked` comes to, or that the question was withdrawn meanwhile. */
function unlessWithdrawn(signal, asked) {
  return new Promise((resolve, reject) => {
    const withdraw = () => reject(withdrawn());
    signal.addEventListener('abort', withdraw);
    if (signal.aborted) withdraw();
    else asked().then(resolve, reject).finally(() => signal.removeEventListener('abort', withdraw));
  });
}

function ask(socketPath, withinMs, use, signal) {
  return new Promise((resolve, reject) => {
    const line = JSON.stringify({ agent: 'claude', within_ms: withinMs, use });
    requireOwn(path.dirname(socketPath), (found) => found.isDirectory(), 'folder');
    requireOwn(socketPath, (found) => found.isSocket(), 'socket');
    if (signal?.aborted) throw withdrawn();
    const withdraw = () => end(reject, withdrawn());
    signal?.addEventListener('abort', withdraw); // may fail: nothing is open yet
    const socket = net.connect({ path: socketPath });
    const timer = setTimeout(() => end(reject, new Error(`the daemon gave no answer within ${withinMs} ms`)), withinMs);
    const end = (settle, value) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', withdraw);
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
  requireKnown(options, ['socket', 'withinMs', 'cwd', 'onAsk', 'sayAllow']);
  const { socket = path.join(folder(), 'daemon.sock'), cwd, onAsk, sayAllow = false } = options;
  requireText(socket, 'socket');
  const withinMs = milliseconds(options.withinMs ?? defaultWithinMs, 'withinMs');
  if (withinMs === 0 || withinMs > longestWithinMs) throw wrong('withinMs', `1 to ${longestWithinMs}`, withinMs);
  if (onAsk !== undefined) requireFunction(onAsk, 'onAsk');
  if (cwd !== undefined) requireText(cwd, 'cwd');
  if (typeof sayAllow !== 'boolean') throw wrong('sayAllow', 'true or false', sayAllow);

  const decide = async (use, { signal } = {}) => ask(socket, withinMs, use, signal);

  async function canUseTool(toolName, input, use = {}) {
    try {
      const { signal = new AbortController().signal } = use;
      const about = (given) => decide({ hook_event_name: 'PreToolUse', tool_name: toolName, tool_input: given, tool_use_id: use.toolUseID, cwd }, { signal });
      const asked = snapshot(input);
      const { outcome, reason } = await about(asked);
      // What the agent's own rules want a person for, no rule of ours allows.
      const demanded = outcome === 'allow' && use.matchedAskRule;
      if (outcome === 'allow' && !demanded) return { behavior: 'allow', updatedInput: asked };
      if (outcome === 'deny') return { behavior: 'deny', message: reason };
      const decisionReason = demanded ? 'a rule of the agent demands an answer' : reason;
      if (!onAsk) return denied(new Error(`${decisionReason}; nobody is there to ask`));
      const answer = callbackAnswer(await unlessWithdrawn(signal, async () => onAsk(toolName, snapshot(asked), { ...use, signal, decisionReason })));
      if (answer.behavior === 'deny') return { behavior: 'deny', message: answer.message, ...(answer.interrupt === true && { interrupt: true }) };
      // No updates: what the agent would allow by them, the daemon is not asked about.
      const result = permissionResult({ behavior: 'allow', updatedInput: snapshot(answer.updatedInput ?? asked) });
      if (result.behavior !== 'allow' || isDeepStrictEqual(result.updatedInput, asked)) return result;
      const edited = await about(result.updatedInput);
      return edited.outcome === 'deny' ? { behavior: 'deny', message: edited.reason } : result;
    } catch (error) {
      return denied(error);
    }
  }

  const hook = preToolUse(async (input, _toolUseId, signal) => {
    const { outcome, reason } = await decide(input, { signal });
    if (outcome === 'deny') return hookSays('deny', reason);
    if (outcome === 'demanded') return hookSays('ask', reason);
    return outcome === 'allow' && sayAllow ? hookSays('allow', reason) : {};
  });

  return Object.assign(canUseTool, { decide, preToolUse: hook, hooks: hooksOf(hook) });
}
