// Who stands between the SDK and the CLI. Each arrangement is a command in the CLI's place: the SDK, or a raw client,
// appends the CLI's arguments to it. A program that drives the CLI itself comes first, and gets a task behind its name.
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
// The SDK passes it only when it has a callback.
const asks = ['--permission-prompt-tool', 'stdio'];

/** Records what passes between us and the CLI into the run's `tee` folder. */
function teed(run, command) {
  const tee = run.sandbox.reachable(path.join(here, 'tee.mjs'));
  return [process.execPath, tee, run.sandbox.tee, ...command];
}

function agent(run) {
  return run.scenario.fakeCli ? run.scenario.fakeCli(run) : [run.sandbox.reachable(run.peers.cli)];
}

function bridge(run, flags) {
  const { policy = [] } = run.scenario;
  return [run.sandbox.reachable(run.programs.assent), 'bridge', ...flags, ...policy, '--', ...teed(run, [...agent(run), ...asks])];
}

export const arrangements = {
  direct: { says: 'SDK -> CLI', command: (run) => [...agent(run), ...asks] },
  bridge: { says: 'SDK -> assent bridge --guard off -> CLI', bridged: true, command: (run) => bridge(run, ['--guard', 'off']) },
  guarded: { says: 'SDK -> assent bridge --guard on -> CLI', bridged: true, command: (run) => bridge(run, ['--guard', 'on']) },
  requester: { says: 'SDK -> docs/examples/requester_cli.cpp', command: (run) => [run.sandbox.reachable(run.programs.requester)] },
  responder: { says: 'docs/examples/drive_agent.cpp -> CLI', command: (run) => [run.sandbox.reachable(run.programs.responder), ...teed(run, agent(run))] },
  door: { says: "SDK -> CLI with `assent hook` in its settings, or `assent mcp` as the tool that it asks; or the npm package in the SDK's process", command: agent },
};

const quoted = (word) => `'${word.replaceAll("'", "'\\''")}'`;

/** The script that the SDK gets as `pathToClaudeCodeExecutable`. */
export function wrapperScript(run) {
  const file = path.join(run.sandbox.bin, 'claude-with-assent');
  writeFileSync(file, `#!/bin/sh\nexec ${run.command.map(quoted).join(' ')} "$@"\n`);
  chmodSync(file, 0o755);
  return file;
}
