import { accessSync, chmodSync, constants, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { decisionOptions, peopleOptions, triedPeopleOptions } from './gate.js';
import { argumentsFor, fileAt, requireKnown, requirePath, unlike, wrong } from './options.js';
import { programOf, tryProgram } from './trial.js';

/** Without it the agent asks nobody: the SDK gives it only where there is a `canUseTool`. */
const promptsOnStdio = ['--permission-prompt-tool', 'stdio'];

const fixedOptions = [...decisionOptions, 'guard'];

// Of all scripts of this process, which nobody else may change.
let folder;
let scripts = 0;

function newScript() {
  if (folder === undefined) {
    folder = mkdtempSync(path.join(tmpdir(), 'assent-bridge-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  }
  return path.join(folder, `claude-${(scripts += 1)}`);
}

const quoted = (word) => `'${word.replaceAll("'", "'\\''")}'`;

// The agent that the SDK would start: its package for this platform lies beside it.
function findAgent() {
  const from = createRequire(path.join(process.cwd(), 'package.json'));
  for (const libc of ['', '-musl']) {
    const name = `@anthropic-ai/claude-agent-sdk-${process.platform}-${process.arch}${libc}`;
    for (const folder of from.resolve.paths(name) ?? []) {
      const file = path.join(folder, name, 'claude');
      if (existsSync(file)) return file;
    }
  }
  throw new Error('assent: agent: expected the path of the agent\'s program: the SDK\'s own was not found');
}

function isRunnable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The agent's program: it is run in the agent's working directory, where a relative path would lead elsewhere. */
function agentOf(given) {
  if (given === undefined) return findAgent();
  const places = requirePath(given, 'agent').includes('/') ? [fileAt(given, 'agent')]
    : (process.env.PATH ?? '').split(':').map((folder) => path.resolve(folder, given));
  const agent = places.find(isRunnable);
  if (agent === undefined) throw new Error(`assent: ${unlike('agent', 'a program that runs here', given)}`);
  return agent;
}

/** See index.d.ts. */
export function bridgePath(options = {}) {
  requireKnown(options, [...fixedOptions, ...peopleOptions, 'agent', 'program']);
  if (!['string', 'undefined'].includes(typeof options.onAsk)) throw wrong('onAsk', 'a word: with `peer` the SDK\'s canUseTool is asked', options.onAsk);
  const args = (people) => ['bridge', ...argumentsFor(options, [...fixedOptions, ...people]), '--'];
  const agent = agentOf(options.agent);
  const program = programOf(options.program);
  tryProgram(program, [...args(triedPeopleOptions(options.onAsk)), program, '--version']); // in the agent's place
  const command = [program, ...args(peopleOptions), agent, ...promptsOnStdio];
  const file = newScript();
  writeFileSync(file, `#!/bin/sh\nexec ${command.map(quoted).join(' ')} "$@"\n`);
  chmodSync(file, 0o700);
  return file;
}
