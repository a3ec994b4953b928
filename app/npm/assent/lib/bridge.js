import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { argumentsFor, requireKnown, requireText, wrong } from './options.js';
import { peopleOptions, ruleOptions, tryRules } from './gate.js';
import { programPath } from './program.js';

const bridgeOptions = [...ruleOptions, 'audit', ...peopleOptions, 'guard'];

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

/** See index.d.ts. */
export function bridgePath(options = {}) {
  requireKnown(options, [...bridgeOptions, 'agent', 'program']);
  const { agent = findAgent(), program = programPath() } = options;
  requireText(agent, 'agent');
  requireText(program, 'program');
  if (typeof options.onAsk === 'function') throw wrong('onAsk', 'a word: with `peer` the SDK\'s canUseTool is asked', options.onAsk);
  tryRules(program, options);
  const command = [program, 'bridge', ...argumentsFor(options, bridgeOptions), '--', agent];
  const file = newScript();
  writeFileSync(file, `#!/bin/sh\nexec ${command.map(quoted).join(' ')} "$@"\n`);
  chmodSync(file, 0o700);
  return file;
}
