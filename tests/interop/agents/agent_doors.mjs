// Drives an agent through one of its doors. `say(prompt, told)` is fulfilled when the agent is done with it, with how that was:
// {asked: questions that reached the client, all of them refused, end}. `told()`: what the model has read of its uses, if any.
import { setTimeout as pause } from 'node:timers/promises';
import { Feed } from '../feed.mjs';
import { RecordedProcess } from '../recorded_process.mjs';
import { quoted } from './place.mjs';

/** What takes so long hangs: no machine is so slow. */
export const hang_limit_ms = 120_000;

export const late = Symbol('late');

export async function within(work, ms = hang_limit_ms) {
  let timer;
  const over = new Promise((resolve) => { timer = setTimeout(resolve, ms, late); });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}

const quick_end_ms = 2_000;

/** A process that speaks one JSON object a line. */
export class LinePeer {
  constructor(place, program, words) {
    this.place = place;
    this.feed = new Feed();
    this.asked = 0;
    this.next = 0;
    this.process = new RecordedProcess(program, words, { ...place.sandbox.spawnOptions(place.env) });
    this.process.on('error', () => {});
    let rest = '';
    this.process.stdout.setEncoding('utf8').on('data', (text) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop();
      for (const line of lines.filter((each) => each.startsWith('{'))) this.received(JSON.parse(line));
    });
    this.process.stdout.on('end', () => this.feed.end());
  }

  received(line) {
    this.feed.push(line);
    this.heard(line);
  }

  send(line) { this.process.stdin.write(`${JSON.stringify(line)}\n`); }

  /** The first line that `wanted` takes, from `from` on. */
  async line(wanted, from = 0) {
    const found = await within(this.feed.find(wanted, from));
    if (found === late) throw new Error('it hangs');
    if (found === undefined) await within(this.process.over, quick_end_ms); // so that what it said is here
    if (found === undefined) throw new Error(`it ended: ${this.process.errors.slice(-300)}`);
    return found;
  }

  /** The answer to a request. */
  async call(method, params) {
    const id = this.next;
    this.next += 1;
    const from = this.feed.items.length;
    this.send({ ...this.envelope, id, method, params });
    const { result, error } = await this.line((line) => line.id === id && line.method === undefined, from);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  async say(prompt) {
    const before = this.asked;
    const end = await this.turn(prompt);
    return { asked: this.asked - before, end };
  }

  async close() {
    this.process.stdin.end();
    if (await within(this.process.over, quick_end_ms) === late) this.process.kill('SIGTERM');
    await within(this.process.over, quick_end_ms); // the sandbox kills what is left
  }
}

class AcpDoor extends LinePeer {
  envelope = { jsonrpc: '2.0' };

  async open() {
    const { target, cwd } = this.place;
    await this.call('initialize', {
      protocolVersion: 1, clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false }, clientInfo: { name: 'interop', version: '1' },
    });
    this.session = (await this.call('session/new', { cwd, mcpServers: [] })).sessionId;
    if (target.mode) await this.call('session/set_mode', { sessionId: this.session, modeId: target.mode(target.asking) });
    for (const [configId, value] of Object.entries(target.options ?? {})) {
      await this.call('session/set_config_option', { sessionId: this.session, configId, value });
    }
  }

  heard({ id, method, params }) {
    if (method === undefined || id === undefined) return;
    if (method !== 'session/request_permission') {
      this.send({ jsonrpc: '2.0', id, error: { code: -32601, message: 'method not found' } });
      return;
    }
    this.asked += 1;
    const { optionId } = params.options.find(({ kind }) => kind === 'reject_once');
    this.send({ jsonrpc: '2.0', id, result: { outcome: { outcome: 'selected', optionId } } });
  }

  async turn(text) {
    return (await this.call('session/prompt', { sessionId: this.session, prompt: [{ type: 'text', text }] })).stopReason;
  }
}

class AppServerDoor extends LinePeer {
  async open() {
    const { target, cwd } = this.place;
    await this.call('initialize', { clientInfo: { name: 'interop', title: 'interop', version: '1' }, capabilities: { experimentalApi: false } });
    this.send({ method: 'initialized' });
    if (target.trusts) await this.trustHooks(cwd);
    this.thread = (await this.call('thread/start', { cwd, ...target.thread(target.asking) })).thread.id;
  }

  /** As its user does; others are skipped. */
  async trustHooks(cwd) {
    const [{ hooks }] = (await this.call('hooks/list', { cwds: [cwd] })).data;
    const value = Object.fromEntries(hooks.map(({ key, currentHash }) => [key, { trusted_hash: currentHash, enabled: true }]));
    await this.call('config/batchWrite', {
      edits: [{ keyPath: 'hooks.state', mergeStrategy: 'upsert', value }], filePath: null, expectedVersion: null, reloadUserConfig: true,
    });
  }

  heard({ id, method }) {
    if (method === undefined || id === undefined) return;
    this.asked += 1;
    this.send({ id, result: { decision: 'decline' } });
  }

  async turn(text) {
    const from = this.feed.items.length;
    await this.call('turn/start', { threadId: this.thread, input: [{ type: 'text', text }] });
    const { params } = await this.line(({ method, params: of }) => method === 'turn/completed' && of.threadId === this.thread, from);
    return params.turn.status;
  }
}

class ControlDoor extends LinePeer {
  async open() {
    this.send({ type: 'control_request', request_id: 'req_1', request: { subtype: 'initialize', hooks: null } });
    await this.line(({ type }) => type === 'control_response');
  }

  heard({ type, request, request_id }) {
    if (type !== 'control_request' || request.subtype !== 'can_use_tool') return;
    this.asked += 1;
    const response = { behavior: 'deny', message: 'refused by the client', toolUseID: request.tool_use_id };
    this.send({ type: 'control_response', response: { subtype: 'success', request_id, response } });
  }

  async turn(content) {
    const from = this.feed.items.length;
    this.send({ type: 'user', session_id: '', parent_tool_use_id: null, message: { role: 'user', content } });
    return (await this.line(({ type }) => type === 'result', from)).subtype;
  }
}

/** One process for each prompt, and nobody there to ask. */
class CommandDoor {
  constructor(place, program) { Object.assign(this, { place, program }); }

  async open() {}

  async say(prompt) {
    const { target, sandbox, env } = this.place;
    this.process = new RecordedProcess(this.program, target.words({ ...target, prompt }), sandbox.spawnOptions(env));
    this.process.on('error', () => {});
    this.process.stdout.resume();
    this.process.stdin.end();
    const over = await within(this.process.over);
    if (over === late) throw new Error('it hangs');
    return { asked: 0, end: `status ${over.code ?? over.signal}` };
  }

  async close() { this.process?.kill('SIGKILL'); }
}

// A question that is there for so long waits for a person: by then every hook has answered, or is waited for no more.
const open_question_ms = 8_000;

const blanks_and_controls = /\x1b(\[[0-?]*[ -/]*[@-~]|\].*?(\x07|\x1b\\)|.)|\s/gs;

/** A terminal program, one for each prompt. Whoever sits there ends it when it asks. */
class TerminalDoor {
  constructor(place, program) { Object.assign(this, { place, program }); }

  async open() {}

  async say(prompt, told) {
    const { target, sandbox, env } = this.place;
    const words = [this.program, ...target.words({ ...target, prompt })].map(quoted).join(' ');
    this.before = sandbox.processes();
    this.process = new RecordedProcess(
      'script', ['-qefc', `stty rows 40 cols 120; exec ${words}`, '/dev/null'], sandbox.spawnOptions({ ...env, TERM: 'xterm-256color' }),
    );
    this.process.on('error', () => {});
    this.process.stdout.resume();
    const end = await within(this.seen(told, target.question));
    await this.close();
    if (end === late) throw new Error('it hangs');
    return end;
  }

  /** Until the model has read what came of its use, or a question stays open. */
  async seen(told, question) {
    for (let since; ; await pause(100)) {
      if (told()?.length > 0) return { asked: 0, end: 'read' };
      if (this.process.exitCode !== null || this.process.signalCode !== null) throw new Error(`it ended: ${this.screen().slice(-300)}`);
      if (question.test(this.screen())) since ??= Date.now();
      if (Date.now() - since > open_question_ms) return { asked: 1, end: 'asked' };
    }
  }

  /** All that it has drawn so far, without blanks, and without what moves and colours it. */
  screen() { return Buffer.concat(this.process.received).toString().replaceAll(blanks_and_controls, ''); }

  /** The program may have sessions of its own below the terminal's. */
  async close() {
    for (const pid of this.place.sandbox.processes().filter((each) => !this.before?.includes(each))) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has just ended.
      }
    }
    await this.process?.over;
  }
}

const doors = { acp: AcpDoor, app: AppServerDoor, control: ControlDoor, command: CommandDoor, terminal: TerminalDoor };

/** Starts the agent of `place`, whose program is `program`. */
export async function openDoor(place, program) {
  const { target } = place;
  const door = new doors[target.door](place, program, target.words(target));
  await door.open();
  return door;
}
