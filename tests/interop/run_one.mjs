// One scenario in one arrangement: starts what it needs, lets the scenario drive, keeps what happened.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { arrangements } from './arrangements.mjs';
import { compareBytes, compareFrames } from './compare.mjs';
import { DrivenSession } from './driven_session.mjs';
import { script, startModel, toolResults } from './fake_model_api.mjs';
import { Feed } from './feed.mjs';
import { RawClient } from './raw_client.mjs';
import { Sandbox } from './sandbox.mjs';
import { SdkSession } from './sdk_session.mjs';

/** What runs so long hangs: no machine is so slow. */
const hang_limit_ms = 300_000;

/** All that a scenario sees. */
class Run {
  constructor(scenario, arrangement, sandbox, model, world) {
    Object.assign(this, { scenario, arrangement, sandbox, model, ...world });
    this.env = { ...sandbox.env(model.url), ...scenario.env };
    this.asked = [];
    this.bell = new Feed();
    this.notes = [];
    this.process = null; // the outermost one
    this.failure = null; // what the SDK threw
    this.session = null;
    this.command = arrangements[arrangement].command(this);
  }

  get bridged() { return arrangements[this.arrangement].bridged === true; }

  /** Keeps a line for the report of a failure. */
  note(text) { this.notes.push(text); }

  /** The official SDK, started. */
  sdk(options) {
    this.session = new SdkSession(this, options);
    return this.session;
  }

  /** A client that writes lines itself, started. */
  raw(args) {
    this.session = new RawClient(this, args);
    return this.session;
  }

  /** A program that drives the CLI by itself, started. */
  driven(prompt, ...more) {
    this.session = new DrivenSession(this, prompt, ...more);
    return this.session;
  }

  /** Whether the working directory has this file. */
  has(name) { return existsSync(path.join(this.sandbox.cwd, name)); }

  read(name) { return readFileSync(path.join(this.sandbox.cwd, name), 'utf8'); }

  /** What the model was told, or would be where there is none: {id: {text, is_error}}. */
  get told() {
    if (this.arrangement !== 'requester') return toolResults(this.model.requests.flatMap(({ messages }) => messages));
    return toolResults(this.messages.filter(({ type }) => type === 'user').map(({ message }) => message));
  }

  /** Whether this command, `mkdir NAME` or `touch NAME`, was run. The example CLI only says so. */
  did(command) {
    if (this.arrangement !== 'requester') return this.has(command.split(' ')[1]);
    return Object.values(this.told).some(({ text }) => text.startsWith('ran: ') && text.includes(`"${command}"`));
  }

  /** What the callback was asked: "Bash touch a.txt". */
  get questions() { return this.asked.map(({ tool, input }) => [tool, input.command].filter(Boolean).join(' ')); }

  get messages() { return this.session.messages; }

  get results() { return this.messages.filter((message) => message.type === 'result').map((message) => message.subtype); }

  /** Bytes on the upper side. */
  get sent() { return Buffer.concat(this.process.sent); }
  get received() { return Buffer.concat(this.process.received); }

  /** Bytes between the CLI and who drives it: a bridge, or a program made with Assent. */
  get reached() { return readFileSync(path.join(this.sandbox.tee, 'in')); }
  get written() { return readFileSync(path.join(this.sandbox.tee, 'out')); }
}

/** What most scenarios do: say the script, wait for the result, end. */
async function sayScript(run) {
  const { scenario } = run;
  const session = run.sdk({ ...scenario.options?.(run), canUseTool: scenario.answer });
  session.say(script(scenario.turns));
  await session.result();
  run.exit = await session.end();
}

/** The same where a program drives the CLI by itself. */
async function driveScript(run) {
  const { scenario } = run;
  run.exit = await run.driven(script(scenario.turns), scenario.flags).end();
}

function inTime(work) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not over after ${hang_limit_ms / 1000} s`)), hang_limit_ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function verify(run, direct) {
  run.scenario.check(run);
  if (!run.bridged) return;
  if (run.scenario.bytes !== false) compareBytes(run);
  if (!direct || !run.scenario.same) return;
  compareFrames(direct, run);
  assert.deepEqual(run.exit, direct.exit, 'how it ended');
}

/** Runs, and returns the run with `error` set where something does not hold. `direct` is the run to compare with. */
export async function runOne(scenario, arrangement, world, direct) {
  const sandbox = new Sandbox(scenario);
  const model = await startModel();
  const started = Date.now();
  let run;
  try {
    run = new Run(scenario, arrangement, sandbox, model, world);
    const usual = arrangement === 'responder' ? driveScript : sayScript;
    await inTime((scenario.drive ?? usual)(run));
    verify(run, direct);
  } catch (error) {
    run ??= { scenario, arrangement, notes: [] };
    run.error = error;
  }
  run.took_ms = Date.now() - started;
  model.stop();
  sandbox.dispose({ keep: world.keep });
  return run;
}
