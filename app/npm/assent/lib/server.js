// `assent serve --stdio`: started when something is asked, and again after it has died. What it cannot be asked, and
// what it leaves unanswered, is refused.
import { spawn } from 'node:child_process';
import { callbackAnswer, withAgents, wordsOf } from './answers.js';
import { lineReader } from './lines.js';
import { inOptions } from './options.js';

/** A process that ends without one answer is started again at once so often in a row... */
export const restartsAtOnce = 1;
/** ...and then not before this time, in milliseconds, which doubles each time... */
export const firstPauseMs = 100;
/** ...up to this. */
export const longestPauseMs = 10_000;
/** How long an answer is waited for by default, in milliseconds: longer than people are asked by default. */
export const defaultAnswerWithinMs = 600_000;
/** How long the output of a process that has ended is read, in milliseconds, where another process keeps it open. */
export const lastWordsMs = 1_000;

/** How long a program that has not answered a question in time has to answer whether it lives, in milliseconds. */
export const aliveWithinMs = 10_000;
/** How long a program has to end by itself when the gate is closed, in milliseconds. */
export const endWithinMs = 1_000;
/** Longest line that the program may write, in bytes: it takes lines of 16 MiB, and says of one twice at most what stands in it. */
export const maxLineBytes = 64 * 1024 * 1024;

/** Uses that were judged and have not ended, at most: as the program has it. */
export const maxJudgedUses = 1024;

const hookCall = (input, toolUseId) => ({ subtype: 'hook_callback', callback_id: 'assent_guard', input, tool_use_id: toolUseId });

/** How a process has ended. */
export const endOf = (status, signal, lastWords) => `${signal ? `was killed by ${signal}` : `ended with status ${status}`}${lastWords && `: ${lastWords}`}`;

/** Why there is no answer. */
export class Refusal extends Error {}

// Who cannot be told misses something to read, no decision. Later: it may close the gate.
const tell = (log, line) => Promise.resolve().then(() => log(line)).catch(() => {});

/** One process, and what it was asked. */
class Running {
  constructor(program, args, { onAsk, log, ended, aliveWithinMs: withinMs, apart, now }) {
    Object.assign(this, { onAsk, log, ended, aliveWithinMs: withinMs, now });
    this.open = new Map(); // questions of ours: {resolve, reject, options, until, release}
    this.asked = new Map(); // questions that came back: their AbortController
    this.answered = false; // it has answered something
    this.judged = new Set(); // uses of tools that a hook has told it of, and that may run
    this.lastId = 0;
    this.lastWords = '';
    this.doubt = undefined; // the question whether it lives
    this.why = undefined; // it has ended
    // Apart from this process, it does not get the Ctrl-C that this one is meant by, and its limits stay.
    this.child = spawn(program, args, { stdio: 'pipe', detached: apart });
    this.parts = [this.child, this.child.stdin, this.child.stdout, this.child.stderr].filter((part) => part?.ref);
    this.child.stdin?.on('error', () => {}); // that it has gone is heard below
    const tooLong = () => this.abandon('the program wrote a line that is too long');
    this.child.stdout?.on('data', lineReader((line) => this.hear(line), maxLineBytes, tooLong));
    const said = (line) => {
      this.lastWords = inOptions(line);
      this.tell(this.lastWords);
    };
    this.child.stderr?.on('data', lineReader(said, maxLineBytes, tooLong));
    this.child.on('error', (error) => this.end(`cannot start \`${program}\`: ${error.message}`));
    const over = (code, signal) => {
      this.end(`the program ${endOf(code, signal, this.lastWords)}`);
      for (const part of [this.child.stdout, this.child.stderr]) part?.destroy();
    };
    this.child.on('exit', (code, signal) => {
      this.ended(this); // the next question goes to another one
      // Another process may have its output, and never end it.
      const timer = setTimeout(over, lastWordsMs, code, signal);
      timer.unref();
      this.child.on('close', () => clearTimeout(timer));
    });
    this.child.on('close', over);
    this.hold();
  }

  tell(line) {
    tell(this.log, line);
  }

  ask(request, { signal, withinMs, options }) {
    const id = `q${(this.lastId += 1)}`;
    return new Promise((resolve, reject) => {
      const line = JSON.stringify({ type: 'control_request', request_id: id, request });
      const giveUp = (why, frame) => {
        this.settle(id)?.reject(new Refusal(why));
        this.withdraw(id);
        this.send(frame);
      };
      const cancel = { type: 'control_cancel_request', request_id: id };
      const withdraw = () => giveUp('the question was withdrawn', cancel);
      const tooLate = () => {
        const isAsked = this.asked.has(id);
        const why = `${isAsked ? 'onAsk gave ' : ''}no answer within ${withinMs} ms`;
        // On record it is a callback that failed then, and no question that was withdrawn.
        giveUp(why, isAsked ? { type: 'control_response', response: { subtype: 'error', request_id: id, error: why } } : cancel);
        this.askWhetherItLives();
      };
      signal?.addEventListener('abort', withdraw);
      const timer = withinMs > 0 ? setTimeout(tooLate, withinMs) : undefined;
      timer?.unref();
      const until = withinMs > 0 ? this.now() + withinMs : Infinity;
      const release = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', withdraw);
      };
      this.open.set(id, { resolve, reject, options, until, release });
      this.hold();
      this.write(line);
    });
  }

  /** Takes a question out of the open ones. */
  settle(id) {
    const question = this.open.get(id);
    this.open.delete(id);
    question?.release();
    this.hold();
    return question;
  }

  /** Node goes on running as long as something is open, and no longer. */
  hold() {
    const holds = this.open.size > (this.open.has(this.doubt) ? 1 : 0);
    if (holds === this.holds) return;
    this.holds = holds;
    for (const part of this.parts) (holds ? part.ref() : part.unref());
  }

  send(frame) {
    this.write(JSON.stringify(frame));
  }

  // All that is said in one go is written in one.
  write(line) {
    const { stdin } = this.child;
    if (!stdin?.writable) return; // it has gone, or never came, which is heard
    if (stdin.writableCorked === 0) {
      stdin.cork();
      process.nextTick(() => stdin.uncork());
    }
    stdin.write(`${line}\n`);
  }

  hear(line) {
    let frame;
    try {
      frame = JSON.parse(line);
    } catch {
      this.abandon('the program wrote a line that is not JSON');
      return;
    }
    if (frame?.type === 'control_response') this.hearAnswer(frame.response);
    else if (frame?.type === 'control_request') this.askBack(frame);
    else if (frame?.type === 'control_cancel_request') this.withdraw(frame.request_id);
  }

  hearAnswer(answer) {
    const question = this.settle(answer?.request_id);
    if (!question) return; // it came too late
    this.answered = true;
    this.withdraw(answer.request_id);
    if (answer.subtype === 'success') question.resolve(answer.response);
    else question.reject(new Refusal(typeof answer.error === 'string' ? answer.error : 'the program could not answer'));
  }

  /** What rules and mode leave open comes back under the same id. */
  async askBack({ request_id: id, request }) {
    const question = this.open.get(id);
    const controller = new AbortController();
    this.asked.set(id, controller);
    const answer = { subtype: 'success', request_id: id };
    try {
      if (!question || request?.subtype !== 'can_use_tool') throw new Error('nothing like that was asked');
      const { tool_name: tool, input, decision_reason: reason } = request;
      const decisionReason = withAgents(reason, question.options?.decisionReason);
      answer.response = callbackAnswer(await this.onAsk(tool, input, { ...question.options, decisionReason, signal: controller.signal }));
      JSON.stringify(answer);
      // Who has heard of no answer must not find that there was one.
      if (this.now() >= question.until) throw new Error('the answer came too late');
    } catch (error) {
      delete answer.response;
      Object.assign(answer, { subtype: 'error', error: wordsOf(error) });
    }
    if (!this.asked.delete(id) || controller.signal.aborted) return;
    this.send({ type: 'control_response', response: answer });
  }

  withdraw(id) {
    const controller = this.asked.get(id);
    this.asked.delete(id);
    controller?.abort();
  }

  /** One that has not answered in time may hang, and then another one has to take its place. */
  askWhetherItLives() {
    if (this.open.has(this.doubt) || this.why !== undefined) return;
    this.doubt = `q${this.lastId + 1}`;
    const asked = this.ask({ subtype: 'initialize' }, { withinMs: this.aliveWithinMs });
    asked.catch(() => this.why ?? this.abandon('the program hangs'));
  }

  /** Nothing more is heard of it. */
  end(why) {
    this.why ??= why;
    this.ended(this);
    for (const id of [...this.asked.keys()]) this.withdraw(id);
    for (const id of [...this.open.keys()]) this.settle(id).reject(new Refusal(this.why));
  }

  /** What comes from it now may be anything. */
  abandon(why) {
    this.end(why);
    this.child.kill('SIGKILL');
  }

  close() {
    this.end('the gate was closed');
    this.child.stdin?.end();
    this.child.kill('SIGTERM');
    setTimeout(() => this.child.kill('SIGKILL'), endWithinMs).unref();
  }
}

export class Server {
  /**
   * @param apart  whether the program belongs to no terminal
   * @param now  the time in milliseconds, of a clock that only goes forward
   */
  constructor(program, args, { onAsk, log, withinMs, apart, aliveWithinMs: alive = aliveWithinMs, now = () => performance.now() }) {
    Object.assign(this, { program, args, withinMs, now });
    this.running = null;
    this.last = null; // the one that ended last
    this.closed = false;
    this.fruitless = 0; // processes in a row that ended without an answer
    this.notBefore = 0;
    this.hooks = { onAsk, log, apart, now, aliveWithinMs: alive, ended: (gone) => this.ended(gone) };
  }

  /** Fulfilled with the payload of the answer; rejected with a `Refusal` where there is none. */
  async ask(request, { signal, options } = {}) {
    if (this.closed) throw new Refusal('the gate was closed');
    if (signal?.aborted) throw new Refusal('the question was withdrawn');
    const wait = Math.ceil(this.notBefore - this.now());
    if (!this.running && wait > 0) {
      const again = `it is started again in ${wait} ms`;
      throw new Refusal(`the program ended ${this.fruitless} times without an answer, ${again}; ${this.last.why}`);
    }
    if (!this.running) {
      this.running = new Running(this.program, this.args, this.hooks);
      if (this.last) this.running.tell(`assent: ${this.last.why ?? 'the program ended'}; it is started again, and its limits and grants begin anew`);
    }
    return this.running.ask(request, { signal, options, withinMs: this.withinMs });
  }

  tell(line) {
    tell(this.hooks.log, line);
  }

  /** What a hook says before a use. */
  async judge(input, toolUseId, signal) {
    const answer = await this.ask(hookCall(input, toolUseId), { signal });
    const judged = this.running?.judged;
    if (judged && answer?.hookSpecificOutput?.permissionDecision !== 'deny') {
      if (judged.size >= maxJudgedUses) judged.delete(judged.values().next().value);
      judged.add(toolUseId ?? input.tool_use_id);
    }
    return answer;
  }

  /** Has what ran compared with what was judged, unless the program that judged it has died. */
  async compare({ hook_event_name, session_id, cwd, tool_name, tool_input, tool_use_id }, toolUseId, signal) {
    if (!this.running?.judged.delete(toolUseId ?? tool_use_id)) return;
    // What came of it, such as half a letter in an error, is none of this.
    await this.ask(hookCall({ hook_event_name, session_id, cwd, tool_name, tool_input, tool_use_id }, toolUseId), { signal });
  }

  ended(gone) {
    if (gone !== this.running) return;
    this.running = null;
    this.last = gone;
    this.fruitless = gone.answered ? 0 : this.fruitless + 1;
    const doublings = this.fruitless - restartsAtOnce - 1;
    this.notBefore = doublings < 0 ? 0 : this.now() + Math.min(firstPauseMs * 2 ** doublings, longestPauseMs);
  }

  close() {
    this.closed = true;
    this.running?.close();
  }
}
