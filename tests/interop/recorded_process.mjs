// A child process whose standard streams are recorded, byte for byte.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';

/**
 * `sent` and `received` hold what went in and came out so far; `over` is fulfilled with {code, signal} when the
 * process has ended and all its output was read. The object itself is what the SDK wants of a spawned process.
 */
export class RecordedProcess {
  constructor(command, args, options) {
    this.sent = [];
    this.received = [];
    this.errors = '';
    this.inputEnded = false;
    this.child = spawn(command, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] });
    this.stdin = new PassThrough();
    this.stdout = new PassThrough();
    this.stdin.on('data', (bytes) => this.sent.push(bytes));
    this.stdin.on('end', () => {
      this.inputEnded = true;
    });
    this.child.stdin.on('error', () => {}); // it has ended; `over` tells
    this.stdin.pipe(this.child.stdin);
    this.child.stdout.on('data', (bytes) => this.received.push(bytes));
    this.child.stdout.pipe(this.stdout);
    this.child.stderr.setEncoding('utf8').on('data', (text) => {
      this.errors += text;
    });
    this.over = once(this.child, 'close').then(([code, signal]) => ({ code, signal }));
  }

  /** What the first group of `pattern` stands for, once standard error has it. */
  async says(pattern) {
    for (;;) {
      const found = this.errors.match(pattern);
      if (found) return found[1];
      await Promise.race([once(this.child.stderr, 'data'), this.over.then(() => { throw new Error(`ended without ${pattern}`); })]);
    }
  }

  get killed() { return this.child.killed; }
  get exitCode() { return this.child.exitCode; }
  get signalCode() { return this.child.signalCode; }
  get pid() { return this.child.pid; }
  kill(signal) { return this.child.kill(signal); }
  on(...args) { this.child.on(...args); return this; }
  once(...args) { this.child.once(...args); return this; }
  off(...args) { this.child.off(...args); return this; }
}
