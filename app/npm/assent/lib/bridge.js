import { accessSync, chmodSync, constants, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { argumentsFor, requireKnown, requireText, unlike, wrong } from './options.js';
import { decisionOptions, peopleOptions, triedPeopleOptions, tryProgram } from './gate.js';
import { programPath } from './program.js';

/** Which values are files. The script runs in the agent's working directory, where a relative path would lead elsewhere. */
const files = { policy: /^(?!(bare|careful|standard|project|walled)$)/, audit: /^(?!-$)./, record: /./, agent: /\//, program: /\// };

const inPlace = (options) => Object.fromEntries(Object.entries(options).map(([name, value]) => (
  [name, typeof value === 'string' && files[name]?.test(value) ? path.resolve(value) : value]
)));

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
    return true;
  } catch {
    return !file.includes('/'); // it is looked for in the PATH
  }
}

/** See index.d.ts. */
export function bridgePath(given = {}) {
  requireKnown(given, [...fixedOptions, ...peopleOptions, 'agent', 'program']);
  const options = inPlace(given);
  const { agent = findAgent(), program = programPath() } = options;
  requireText(agent, 'agent');
  requireText(program, 'program');
  if (!isRunnable(agent)) throw new Error(`assent: ${unlike('agent', 'a program that runs here', agent)}`);
  if (!['string', 'undefined'].includes(typeof options.onAsk)) throw wrong('onAsk', 'a word: with `peer` the SDK\'s canUseTool is asked', options.onAsk);
  const args = (people) => ['bridge', ...argumentsFor(options, [...fixedOptions, ...people]), '--'];
  tryProgram(program, [...args(triedPeopleOptions(options.onAsk)), program, '--version']); // in the agent's place
  const command = [program, ...args(peopleOptions), agent, ...promptsOnStdio];
  const file = newScript();
  writeFileSync(file, `#!/bin/sh\nexec ${command.map(quoted).join(' ')} "$@"\n`);
  chmodSync(file, 0o700);
  return file;
}
