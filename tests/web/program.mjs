// `assent serve --stdio --on-ask web`: what is written to it, what it answers, and where its page is.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Feed, wallTime } from './waiting.mjs';

const link = /approvals at (http:\/\/127\.0\.0\.1:\d+\/\?token=\S+)/;

export class Program {
  #process;
  #lines = new Feed();
  #errors = new Feed();
  #last = 0;
  #ended;

  constructor(assent, flags, { cwd = '/home/me/shop', policy = 'bare' } = {}) {
    const args = ['serve', '--stdio', '--dialect', 'nested', '--on-ask', 'web', '--cwd', cwd, '--policy', policy, ...flags];
    this.#process = spawn(assent, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    this.#process.stdin.on('error', () => {});
    createInterface({ input: this.#process.stdout }).on('line', (line) => this.#lines.push({ at: wallTime(), message: JSON.parse(line) }));
    createInterface({ input: this.#process.stderr }).on('line', (line) => this.#errors.push(line));
    this.#ended = new Promise((resolve) => {
      this.#process.on('error', ({ message }) => resolve(message));
      this.#process.on('close', (code, signal) => resolve(`the program ended (${signal ?? code})`));
    });
    this.#ended.then((why) => {
      this.#lines.end(`${why}: ${this.#errors.all.join(' ')}`);
      this.#errors.end(why);
    });
  }

  /** The link that it prints, which works once. */
  async link() {
    return link.exec(await this.#errors.first('the link to the page', (line) => link.test(line)))[1];
  }

  get errors() { return this.#errors.all; }

  write(message) { this.#process.stdin.write(`${JSON.stringify(message)}\n`); }

  /** Asks whether a tool may be used; `more` are further members of the request. The id of the request. */
  ask(tool_name, input, more = {}) {
    const request_id = `q${++this.#last}`;
    this.write({ type: 'control_request', request_id, request: { subtype: 'can_use_tool', tool_name, input, tool_use_id: `t${this.#last}`, ...more } });
    return request_id;
  }

  /** The answer to a request, and when its line came. */
  async answerAt(id) {
    const { at, message } = await this.#lines.first(`the answer to ${id}`, ({ message: { response } }) => response?.request_id === id);
    assert.equal(message.response.subtype, 'success', JSON.stringify(message));
    return { at, answer: message.response.response };
  }

  async answer(id) { return (await this.answerAt(id)).answer; }

  async allowed(id) {
    const answer = await this.answer(id);
    assert.equal(answer.behavior, 'allow', JSON.stringify(answer));
    return answer;
  }

  async denied(id) {
    const answer = await this.answer(id);
    assert.equal(answer.behavior, 'deny', JSON.stringify(answer));
    return answer;
  }

  isOpen(id) { return !this.#lines.all.some(({ message: { response } }) => response?.request_id === id); }

  async close() {
    this.#process.stdin.end();
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), 3000);
    await this.#ended;
    clearTimeout(timer);
  }
}

/** Calls that stand for what agents do. Edits take one key, and shell commands two. */
export const calls = {
  edit: (file = 'src/cart/total.js') => ['Edit', {
    file_path: `/home/me/shop/${file}`,
    old_string: 'export function total(items) {\n  let sum = 0;\n  for (const item of items) sum += round(item.price * item.count);\n  return sum;\n}\n',
    new_string: 'export function total(items) {\n  const sum = items.reduce((all, { price, count }) => all + price * count, 0);\n  return round(sum);\n}\n',
  }],
  bash: (command = 'npm test') => ['Bash', { command }],
};
