// `assent bridge` and `assent acp`, each between this driver and an agent that does what it is told.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { answerTo } from './calls.mjs';
import { Door } from './door.mjs';
import { eachLine } from './lines.mjs';

const fakeAgent = fileURLToPath(new URL('fake_agent.mjs', import.meta.url));

/** One more open question than a session may have, and some. */
const tooManyQuestions = 1024 + 6;

class BridgeDoor extends Door {
  actions = [[40, 'ordinary'], [8, 'broken'], [8, 'noise'], [6, 'withdrawn'], [3, 'slowDriver'], [2, 'largeAllowed'], [2, 'largeDenied'], [2, 'policy'],
    [2, 'lost'], [0.1, 'fullQuestions'], [1, 'agentKilled'], [1, 'driverGone'], [1, 'bridgeKilled'], ...this.more];

  constructor(name, place) {
    super(name, place);
    this.waiting = new Map();
    this.held = new Set();
  }

  get more() { return []; }

  async open() {
    this.start([...this.verb, ...this.options, '--', process.execPath, fakeAgent, this.agentSpeaks]);
    eachLine(this.child.stdout, (line) => this.hear(line));
    await this.begin();
    this.agent = await this.within(this.ask({ does: 'hello', number: (this.number += 1) }), 'a word of the agent');
  }

  send(frame) { this.child.stdin.write(`${JSON.stringify(frame)}\n`); }

  told({ number, outcome }) {
    this.waiting.get(number)?.(outcome);
    this.waiting.delete(number);
  }

  ask = (call) => new Promise((resolve) => {
    this.waiting.set(call.number, resolve);
    this.tell({ does: 'use', ...call });
  });

  /** The agent has asked: it is answered, or it waits. */
  asked(id, text, frame) {
    const answer = answerTo(text);
    if (answer) this.answer(id, answer, frame);
    else this.held.add(id);
  }

  async does(what, more) {
    const call = { number: (this.number += 1), does: what, ...more };
    return this.within(this.ask(call), `the end of ${what}`);
  }

  async rest() {}
  async resume() {}

  ordinary() { return this.some(1 + this.random.below(6), undefined, this.ask); }
  largeAllowed() { return this.some(1, 'largeAllowed', this.ask); }
  largeDenied() { return this.some(1, 'largeDenied', this.ask); }
  policy() { return this.changePolicy(this.ask); }
  lost() { return this.loseRecord(this.ask); }
  noise() { return this.does('noise', { lines: Array.from({ length: 1 + this.random.below(5) }, () => this.random.below(100)) }); }

  /** The agent takes a question back; in ACP that passes, and the editor has to answer it all the same. */
  async withdrawn() {
    const call = { ...this.next('held'), does: 'withdrawn' };
    await this.within(this.ask(call), 'the end of a question that was withdrawn');
    this.denyHeld();
  }

  denyHeld() {
    for (const id of this.held) this.answer(id, 'deny');
    this.held.clear();
  }

  /** Lines of the driver that do not pass, or mean nothing to the agent. */
  async broken() {
    for (let count = 1 + this.random.below(4); count > 0; count -= 1)
      this.child.stdin.write(this.random.one(['{"broken\n', 'noise\n', '\n', this.strange, '\u000b{"type":"control_response"}\n', '{"a":1,"a":2}\n']));
    await this.some(2, undefined, this.ask);
  }

  /** It does not read for a while, as much is written to it. */
  async slowDriver() {
    this.child.stdout.pause();
    const over = this.does('flood', { lines: 64, bytes: 16 * 1024 });
    await sleep(1500);
    this.child.stdout.resume();
    await over;
    await this.some(2, undefined, this.ask);
  }

  async fullQuestions() {
    let over = 0;
    const asked = Promise.all(Array.from({ length: tooManyQuestions }, () => this.ask(this.next('held')).then((outcome) => { over += outcome === 'deny' ? 1 : 0; })));
    const full = async () => {
      while (this.held.size < 1024 || over < tooManyQuestions - 1024) await sleep(20);
      return true;
    };
    await this.within(full(), 'as many questions as may be open, and denials of the others');
    if (this.held.size !== 1024) this.report(`${this.name}: ${this.held.size} questions are open`);
    await this.some(1, 'allow', this.ask);
    this.denyHeld();
    await this.within(asked, 'the end of many questions');
    if (over !== tooManyQuestions) this.report(`${this.name}: ${over} of ${tooManyQuestions} questions were denied`);
    this.calls += tooManyQuestions;
  }

  /** Another bridge, with an agent that is a shell script; its process id is the first line. */
  async another(script) {
    const bridge = spawn(this.assent, [...this.verb, '--policy', this.policyFile, '--', 'sh', '-c', `echo $$; ${script}`],
      { cwd: this.folder, env: this.environment, stdio: ['pipe', 'pipe', 'ignore'] });
    bridge.stdin.on('error', () => {});
    bridge.over = new Promise((resolve) => bridge.once('exit', (code, signal) => resolve({ code, signal })));
    const agent = await this.within(new Promise((resolve) => eachLine(bridge.stdout, (line) => /^\d+$/.test(line) && resolve(line))), 'the process id of an agent');
    return { bridge, agent };
  }

  async gone(agent) {
    const over = async () => {
      while (existsSync(`/proc/${agent}`)) await sleep(20);
      return true;
    };
    await this.within(over(), 'the end of an agent');
  }

  async agentKilled() {
    const { bridge, agent } = await this.another('read line; read line; read line');
    process.kill(Number(agent), 'SIGKILL');
    const ended = await this.within(bridge.over, 'the end of a bridge whose agent was killed');
    if (ended && ended.signal !== 'SIGKILL') this.report(`${this.name}: its agent was killed, and it ended with ${JSON.stringify(ended)}`);
  }

  async driverGone() {
    const { bridge, agent } = await this.another('while sleep 0.05; do echo noise; done');
    bridge.stdin.write('{"half');
    bridge.stdout.destroy();
    bridge.stdin.destroy();
    await this.within(bridge.over, 'the end of a bridge whose driver is gone');
    await this.gone(agent);
  }

  async bridgeKilled() {
    const { bridge, agent } = await this.another('read line; read line; read line');
    bridge.kill('SIGKILL');
    await bridge.over;
    await this.gone(agent);
  }
}

export class Bridge extends BridgeDoor {
  /** The ids of 65 536 uses (`max_guarded_uses`), each about 140 bytes. */
  keptKib = 9216;
  verb = ['bridge'];
  agentSpeaks = 'claude';
  strange = '{"type":"control_response","response":{"subtype":"success","request_id":"nobody","response":{"behavior":"allow"}}}\n';

  async begin() {
    const answered = new Promise((resolve) => { this.initialized = resolve; });
    this.send({ type: 'control_request', request_id: 'init', request: { subtype: 'initialize' } });
    await this.within(answered, 'the answer to initialize');
  }

  tell(call) { this.send({ type: 'load', ...call }); }

  answer(id, outcome, { input } = {}) {
    const response = outcome === 'allow' ? { behavior: 'allow', updatedInput: input } : { behavior: 'deny', message: 'no' };
    this.send({ type: 'control_response', response: { subtype: 'success', request_id: id, response } });
  }

  hear(line) {
    if (!line.startsWith('{')) return;
    const frame = JSON.parse(line);
    if (frame.type === 'load_result') this.told(frame);
    else if (frame.type === 'control_request') this.asked(frame.request_id, line, frame.request);
    else if (frame.type === 'control_response') this.initialized();
    else if (frame.type === 'control_cancel_request') this.held.delete(frame.request_id);
  }
}

export class Acp extends BridgeDoor {
  verb = ['acp'];
  agentSpeaks = 'acp';
  strange = '{"jsonrpc":"2.0","id":"nobody","result":{"outcome":{"outcome":"selected","optionId":"yes"}}}\n';

  get more() { return [[6, 'throughEditor']]; }

  async begin() {
    for (const [id, method] of [[1, 'initialize'], [2, 'session/new']]) {
      const answered = new Promise((resolve) => { this.initialized = resolve; });
      this.send({ jsonrpc: '2.0', id, method, params: { protocolVersion: 1, cwd: '/load', mcpServers: [] } });
      await this.within(answered, `the answer to ${method}`);
    }
  }

  tell(params) { this.send({ jsonrpc: '2.0', method: 'load', params }); }

  answer(id, outcome) {
    this.send({ jsonrpc: '2.0', id, result: { outcome: { outcome: 'selected', optionId: outcome === 'allow' ? 'yes' : 'no' } } });
  }

  hear(line) {
    if (!line.startsWith('{')) return;
    const frame = JSON.parse(line);
    if (frame.method === 'load_result') this.told(frame.params);
    else if (frame.method === 'session/request_permission') this.asked(frame.id, line);
    else if (frame.method === 'terminal/create') this.send({ jsonrpc: '2.0', id: frame.id, result: { terminalId: 't' } });
    else if (frame.id !== undefined) this.initialized();
  }

  throughEditor() { return this.check({ ...this.next(this.random.one(['allow', 'deny'])), does: 'run' }, this.ask); }
}
