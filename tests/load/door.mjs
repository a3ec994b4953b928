// What all doors have: a process in a folder of its own, its policy and record, and calls whose answers are checked.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { calls, ordinary, writePolicy } from './calls.mjs';

/** Over only where something hangs. */
const hangs = 60_000;
/** The others are counted. */
const shownFaults = 40;

export class Door {
  constructor(name, place) {
    Object.assign(this, place, { name, calls: 0, number: 0, action: 'start', mkdir: 'allow', errors: '' });
    this.folder = path.join(place.folder, name);
    mkdirSync(this.folder, { mode: 0o700 });
    this.policyFile = path.join(this.folder, 'policy.json');
    this.record = path.join(this.folder, 'audit.ndjson');
    writePolicy(this.policyFile, this.mkdir);
  }

  /** Environment of all that is started here: no settings of the machine. */
  get environment() {
    return { PATH: process.env.PATH, HOME: this.folder, XDG_RUNTIME_DIR: this.folder };
  }

  get options() { return ['--policy', this.policyFile, '--audit', this.record, '--log-level', 'info']; }

  start(args) {
    this.child = spawn(this.assent, args, { cwd: this.folder, env: this.environment, stdio: ['pipe', 'pipe', 'pipe'] });
    this.child.stdin.on('error', () => {});
    this.child.stderr.setEncoding('utf8').on('data', (text) => { this.errors = (this.errors + text).slice(-65536); });
    this.child.on('exit', (code, signal) => { if (!this.ending) this.report(`${this.name} has ended: status ${code}, signal ${signal}\n${this.errors.slice(-2000)}`); });
  }

  report(text) {
    this.faults.push(text);
    if (this.faults.length <= shownFaults) console.log(`FAULT: ${text} (in ${this.action})`);
  }

  /** Waits, and reports what never comes. */
  async within(promise, what) {
    const stop = new AbortController();
    const never = sleep(hangs, 'never', { signal: stop.signal, ref: false }).catch(() => {});
    const came = await Promise.race([promise, never]);
    stop.abort();
    if (came !== 'never') return came;
    this.report(`${this.name}: nothing came: ${what}`);
    return undefined;
  }

  /** Does something, and waits until standard error says this afterwards; the text of its first group. */
  async says(pattern, act = () => {}) {
    this.errors = '';
    act();
    const said = async () => {
      while (!pattern.test(this.errors) && this.child.exitCode === null) await sleep(20);
      return pattern.exec(this.errors)?.[1];
    };
    return this.within(said(), `${pattern} on standard error`);
  }

  next(kind) {
    this.number += 1;
    return { number: this.number, kind, ...calls[kind](this.number, this.mkdir) };
  }

  /** Sends a call by `ask`, and looks at what becomes of it. */
  async check(call, ask) {
    const outcome = await this.within(ask(call), `an answer to ${JSON.stringify(call.input).slice(0, 80)}`);
    this.calls += 1;
    if (outcome !== undefined && outcome !== call.expected)
      this.report(`${this.name}: ${JSON.stringify(call.input).slice(0, 80)} was answered with ${outcome}, not ${call.expected}`);
  }

  /** Some calls at the same time. */
  async some(count, kind, ask) {
    await Promise.all(Array.from({ length: count }, () => this.check(this.next(kind ?? this.random.weighed(ordinary)), ask)));
  }

  /** The policy file changes; `reread` is how this door gets to know. */
  async changePolicy(ask) {
    const next = this.random.one(['allow', 'deny', 'broken']);
    const pattern = next === 'broken' ? /(policy stays as it was)/ : this.reread;
    await this.says(pattern, () => {
      writePolicy(this.policyFile, next);
      this.policyChanged();
    });
    if (next !== 'broken') this.mkdir = next;
    await this.some(2, 'mkdir', ask);
    if (next !== 'broken') return;
    await this.says(this.reread, () => {
      writePolicy(this.policyFile, this.mkdir);
      this.policyChanged();
    });
  }

  reread = /(policy read again)/;
  policyChanged() { this.child.kill('SIGHUP'); }

  /** Somebody takes the record away while nothing is asked: a call is denied, or stands in the new one. */
  async loseRecord(ask) {
    const away = { removed: () => rmSync(this.record), renamed: () => renameSync(this.record, `${this.record}-moved`), emptied: () => truncateSync(this.record) };
    if (!existsSync(this.record)) return;
    away[this.random.one(Object.keys(away))]();
    const call = this.next('allow');
    const outcome = await this.within(ask(call), 'an answer after the record was lost');
    this.calls += 1;
    if (outcome === 'allow' && !this.recorded(call)) this.report(`${this.name}: allowed without a record`);
    await this.some(3, 'allow', ask);
    const last = this.next('allow');
    await this.check(last, ask);
    if (!this.recorded(last)) this.report(`${this.name}: no record of a call after the record was lost`);
  }

  recorded({ number }) {
    try {
      return readFileSync(this.record, 'utf8').includes(`"tool_use_id":"use${number}"`);
    } catch {
      return false;
    }
  }

  /** One action: each once, so that all has come to its size early, then by chance. */
  async act() {
    this.untried ??= this.actions.map(([, action]) => action);
    this.action = this.untried.shift() ?? this.random.weighed(this.actions);
    await this[this.action]();
  }

  end() {
    this.ending = true;
    this.child.kill('SIGTERM');
    return new Promise((resolve) => (this.child.exitCode ?? this.child.signalCode) === null ? this.child.once('exit', resolve) : resolve());
  }
}
