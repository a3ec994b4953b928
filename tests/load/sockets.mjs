// `assent serve` and `assent daemon`: whoever asks connects to a socket, and people answer on a page.
import { spawn } from 'node:child_process';
import net from 'node:net';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PageClient } from '../interop/page_client.mjs';
import { answerTo, large, writePolicy } from './calls.mjs';
import { Door } from './door.mjs';
import { eachLine } from './lines.mjs';

/** One more open question than a session may have, and some. */
const tooManyQuestions = 1024 + 6;

/** A page on which each question is answered as its command says. */
class Answering extends PageClient {
  constructor() {
    super();
    this.feed = {
      push: ({ type, question }) => {
        const answer = type === 'question' && answerTo(JSON.stringify(question));
        if (answer) this.answer(question.number, answer === 'allow' ? { what: 'once' } : { what: 'deny' });
      },
      end: () => {},
    };
  }
}

/** What serve and daemon have in common. A connection keeps its open calls by their ids. */
class SocketDoor extends Door {
  connect() {
    const connection = net.connect(this.socket);
    connection.waiting = new Map();
    connection.on('error', () => {});
    connection.over = new Promise((resolve) => connection.once('close', resolve));
    connection.over.then(() => connection.waiting.forEach((take) => take('closed')));
    eachLine(connection, (line) => this.hear(connection, line));
    return connection;
  }

  async openPage() {
    // The first link is printed; others are got like a person gets them.
    let link = this.firstLink;
    this.firstLink = undefined;
    if (!link) {
      const console_ = spawn(this.assent, ['console'], { env: this.environment });
      let text = '';
      console_.stdout.on('data', (bytes) => { text += bytes; });
      await once(console_, 'close');
      link = /(http\S+)/.exec(text)?.[1];
    }
    this.page = await new Answering().open(link);
  }

  async listens(args) {
    this.start(args);
    await this.within((async () => {
      while (!/listening on/.test(this.errors) || !/approvals at (\S+)/.test(this.errors)) await sleep(20);
    })(), 'a line that says where it listens');
    this.firstLink = /approvals at (\S+)/.exec(this.errors)[1];
    await this.resume();
  }

  async rest() { this.page.close(); }
  resume() { return this.openPage(); }

  /** A connection that says this, and is cut. */
  async cut(text) {
    const connection = this.connect();
    await once(connection, 'connect');
    await new Promise((resolve) => connection.write(text, resolve));
    connection.destroy();
  }

  halfLine() { return this.cut(this.line(this.next('allow')).slice(0, this.random.below(40) + 1)); }
  cutAmidLargeLine() { return this.cut(this.line(this.next('largeAllowed')).slice(0, this.random.below(large))); }
  cutAmidQuestion() { return this.cut(this.line(this.next(this.random.one(['held', 'yes', 'allow'])))); }

  /** Some half lines stay open for a while, and are ended then. */
  async slowWriter() {
    const connection = this.connect();
    const call = this.next('allow');
    await this.check(call, async () => {
      const answer = new Promise((resolve) => connection.waiting.set(this.id(call), resolve));
      const text = this.line(call);
      for (let from = 0; from < text.length; from += 40) {
        connection.write(text.slice(from, from + 40));
        await sleep(20);
      }
      return answer;
    });
    connection.destroy();
  }

  /** A process of its own that is killed amid a question. */
  async killedPeer() {
    const text = this.line(this.next('held'));
    const peer = spawn(process.execPath, ['-e', `require('net').connect(process.argv[1]).write(process.argv[2], () => console.log('said'))`, this.socket, text]);
    await once(peer.stdout, 'data');
    peer.kill('SIGKILL');
    await once(peer, 'close');
  }
}

export class Serve extends SocketDoor {
  actions = [[40, 'ordinary'], [8, 'halfLine'], [8, 'broken'], [4, 'cutAmidLargeLine'], [8, 'cutAmidQuestion'], [4, 'slowWriter'], [2, 'slowReader'],
    [1, 'killedPeer'], [2, 'largeAllowed'], [2, 'largeDenied'], [2, 'policy'], [2, 'lost'], [0.1, 'fullQuestions'], [3, 'interrupted'], [8, 'reconnect']];

  async open() {
    this.socket = path.join(this.folder, 's.sock');
    await this.listens(['serve', '--unix', this.socket, '--threads', '2', '--on-ask', 'web', ...this.options]);
  }

  id = ({ number }) => `r${number}`;

  line(call, nested = true) {
    const about = { subtype: 'can_use_tool', tool_name: call.tool, input: call.input, ...(nested && { tool_use_id: `use${call.number}` }) };
    return `${JSON.stringify({ type: 'control_request', request_id: this.id(call), request: about })}\n`;
  }

  hear(connection, line) {
    const frame = JSON.parse(line);
    const id = frame.request_id ?? frame.response.request_id;
    const response = frame.response?.response;
    const take = connection.waiting.get(id);
    connection.waiting.delete(id);
    if (!take) return this.report(`serve: an answer that nobody waits for: ${line.slice(0, 100)}`);
    return take(response?.behavior ?? frame.result?.type ?? 'error', response?.updatedInput ?? frame.result?.input);
  }

  on(connection, nested) {
    return (call) => new Promise((resolve) => {
      connection.waiting.set(this.id(call), (outcome, input) => {
        if (outcome === 'allow' && JSON.stringify(input) !== JSON.stringify(call.input)) this.report('serve: an input came back changed');
        resolve(outcome);
      });
      connection.write(this.line(call, nested));
    });
  }

  get ask() {
    if (!this.kept || this.kept.destroyed) this.kept = this.connect();
    return this.on(this.kept);
  }

  async rest() {
    this.kept?.destroy();
    await super.rest();
  }

  ordinary() { return this.some(1 + this.random.below(8), undefined, this.ask); }
  largeAllowed() { return this.some(1, 'largeAllowed', this.ask); }
  largeDenied() { return this.some(1, 'largeDenied', this.ask); }
  policy() { return this.changePolicy(this.ask); }
  lost() { return this.loseRecord(this.ask); }

  async reconnect() {
    const connection = this.connect();
    const flat = this.random.below(2) === 0;
    await this.some(3, undefined, this.on(connection, !flat));
    connection.destroy();
  }

  /** What cannot be read is refused, and what comes behind it is answered; a first line that is no object closes. */
  async broken() {
    const connection = this.connect();
    if (this.random.below(3) === 0) {
      connection.write(this.random.one(['GET / HTTP/1.1\r\n', 'noise\n', '[1]\n', '\u0001\u0002\n']));
      await this.within(connection.over, 'the end of a connection that began with noise');
      return;
    }
    const ask = this.on(connection);
    await this.some(1, 'allow', ask);
    const lines = ['{"broken\n', '{"type":"control_request","type":"x"}\n', 'noise\n', '\n\n', `${'['.repeat(200)}\n`, '{"type":"keep_alive"}\n'];
    for (let count = 1 + this.random.below(4); count > 0; count -= 1) connection.write(this.random.one(lines));
    await this.check({ ...this.next('allow'), tool: 'no such name!', expected: 'error' }, ask);
    await this.some(2, 'deny', ask);
    connection.destroy();
  }

  async slowReader() {
    const connection = this.connect();
    connection.pause();
    const ask = this.on(connection);
    const answered = Promise.all(Array.from({ length: 60 }, () => {
      const call = this.next('allow');
      call.input.description = 'x'.repeat(16 * 1024);
      return this.check(call, ask);
    }));
    await sleep(1500);
    connection.resume();
    await answered;
    connection.destroy();
  }

  async interrupted() {
    const connection = this.connect();
    const answered = this.some(2, 'held', this.on(connection));
    const over = new Promise((resolve) => connection.waiting.set('i', resolve));
    connection.write('{"type":"control_request","request_id":"i","request":{"subtype":"interrupt"}}\n');
    await answered;
    await this.within(over, 'the answer to an interrupt');
    connection.destroy();
  }

  async fullQuestions() {
    const connection = this.connect();
    let denied = 0;
    const ask = this.on(connection);
    const answers = Array.from({ length: tooManyQuestions }, () => ask(this.next('held')).then((outcome) => { denied += outcome === 'deny' ? 1 : 0; }));
    await this.within(Promise.race([this.some(1, 'deny', ask), Promise.all(answers)]), 'an answer behind too many questions');
    if (denied !== tooManyQuestions - 1024) this.report(`serve: ${denied} of ${tooManyQuestions} questions were denied`);
    connection.destroy();
    this.calls += tooManyQuestions;
  }
}

export class Daemon extends SocketDoor {
  actions = [[30, 'ordinary'], [6, 'hook'], [8, 'halfLine'], [8, 'broken'], [4, 'cutAmidLargeLine'], [8, 'cutAmidQuestion'], [4, 'slowWriter'],
    [1, 'killedPeer'], [2, 'killedHook'], [2, 'largeAllowed'], [2, 'largeDenied'], [2, 'policy'], [2, 'lost'], [0.1, 'fullQuestions']];

  async open() {
    this.socket = path.join(this.folder, 'assent', 'daemon.sock');
    await this.listens(['daemon', '--on-ask', 'web', ...this.options]);
  }

  id = () => 'only';

  use({ tool, input, number }) {
    return JSON.stringify({ hook_event_name: 'PreToolUse', session_id: `s${number % 7}`, cwd: '/load', tool_name: tool, tool_use_id: `use${number}`, tool_input: input });
  }

  line(call) { return `{"agent":"claude","within_ms":60000,"use":${this.use(call)}}\n`; }

  hear(connection, line) { connection.waiting.get('only')?.(JSON.parse(line).outcome); }

  /** Each use has a connection of its own. */
  ask = (call) => {
    const connection = this.connect();
    connection.write(this.line(call));
    return new Promise((resolve) => connection.waiting.set('only', (outcome) => {
      resolve(outcome);
      connection.destroy();
    }));
  };

  /** By the program that an agent starts. */
  asHook = (call) => new Promise((resolve) => {
    const hook = spawn(this.assent, ['hook', '--daemon', 'on'], { env: this.environment });
    let text = '';
    hook.stdout.on('data', (bytes) => { text += bytes; });
    hook.stderr.on('data', (bytes) => { text += bytes; });
    hook.on('close', (code) => resolve(code !== 0 ? `status ${code}: ${text}` : text.includes('"permissionDecision":"deny"') ? 'deny' : 'allow'));
    hook.stdin.on('error', () => {}).end(this.use(call));
  });

  ordinary() { return this.some(1 + this.random.below(6), undefined, this.ask); }
  hook() { return this.some(1, undefined, this.asHook); }
  largeAllowed() { return this.some(1, 'largeAllowed', this.ask); }
  largeDenied() { return this.some(1, 'largeDenied', this.random.below(2) ? this.ask : this.asHook); }
  lost() { return this.loseRecord(this.ask); }

  /** It looks at the file with each use. */
  async policy() {
    const next = this.random.one(['allow', 'deny', 'broken']);
    writePolicy(this.policyFile, next);
    if (next !== 'broken') this.mkdir = next;
    await this.some(2, 'mkdir', this.ask);
    writePolicy(this.policyFile, this.mkdir);
  }

  async broken() {
    const connection = this.connect();
    const over = new Promise((resolve) => connection.waiting.set('only', resolve));
    connection.write(this.random.one(['{"broken\n', 'GET / HTTP/1.1\r\n', '\n', '{"agent":"claude","within_ms":5000}\n', '{"agent":"nobody","within_ms":5000,"use":{}}\n',
      '{"agent":"claude","within_ms":5000,"use":{"hook_event_name":"PreToolUse"}}\n']));
    const outcome = await this.within(over, 'an answer to what cannot be read, or the end');
    if (outcome !== 'deny' && outcome !== 'closed') this.report(`daemon: what cannot be read was answered with ${outcome}`);
    connection.destroy();
  }

  async killedHook() {
    const hook = spawn(this.assent, ['hook', '--daemon', 'on'], { env: this.environment, stdio: ['pipe', 'ignore', 'ignore'] });
    hook.stdin.on('error', () => {}).end(this.use(this.next('held')));
    await sleep(this.random.below(200));
    hook.kill('SIGKILL');
    await once(hook, 'close');
  }

  /** All hooks have one gate, and so one number of open questions. */
  async fullQuestions() {
    const connections = Array.from({ length: tooManyQuestions }, () => {
      const connection = this.connect();
      connection.write(this.line(this.next('held')));
      return connection;
    });
    const denied = new Set();
    const enough = new Promise((resolve) => {
      for (const connection of connections)
        connection.waiting.set('only', (outcome) => {
          if (outcome === 'deny') denied.add(connection);
          if (denied.size >= tooManyQuestions - 1024) resolve(true);
        });
    });
    await this.within(enough, 'a denial of too many questions');
    await this.some(2, 'allow', this.ask);
    if (denied.size !== tooManyQuestions - 1024) this.report(`daemon: ${denied.size} of ${tooManyQuestions} questions were denied`);
    for (const connection of connections) connection.destroy();
    this.calls += tooManyQuestions;
    // It sees one end after the other.
    const asked = async () => {
      while (await this.ask(this.next('yes')) === 'deny') await sleep(50);
      return true;
    };
    await this.within(asked(), 'room for a question');
  }
}
