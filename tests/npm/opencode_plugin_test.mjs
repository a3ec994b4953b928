// The plugin that `assent install opencode` writes, loaded as opencode loads it: what it lets run, and what it
// refuses with which words.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

const program = process.env.ASSENT_PROGRAM;
const home = mkdtempSync(path.join(tmpdir(), 'assent-plugin-'));
after(() => rmSync(home, { recursive: true }));

const installed = spawnSync(program, ['install', 'opencode', '--', '--deny', 'Bash(rm *)', '--ask', 'Bash(git push *)'],
  { env: { HOME: home, PATH: '/usr/bin:/bin' }, encoding: 'utf8' });
assert.equal(installed.status, 0, installed.stderr);
const written = readFileSync(path.join(home, '.config/opencode/plugin/assent.js'), 'utf8');

let plugins = 0;
/** The plugin, perhaps with another text, and the function that opencode calls before each use. */
async function load(text = written) {
  const file = path.join(home, `plugin${plugins++}.mjs`);
  writeFileSync(file, text);
  const loaded = await import(file);
  assert.deepEqual(Object.keys(loaded), ['Assent']); // opencode calls each function that a plugin exports.
  return (await loaded.Assent({ directory: home }))['tool.execute.before'];
}

/** The plugin with this in the place of the program. */
async function loadWith(script, timeout = 60000) {
  const hook = path.join(home, `hook${plugins}`);
  writeFileSync(hook, `#!/bin/sh\n${script}\n`);
  chmodSync(hook, 0o700);
  return load(written.replace(/^const hook = .*$/m, () => `const hook = ${JSON.stringify({ command: hook, args: [], timeout })};`));
}

/** Why a use is refused; undefined: it is not. */
async function refusal(before, tool = 'bash', args = { command: 'ls' }) {
  const output = { args };
  try {
    await before({ tool, sessionID: 'ses_1', callID: 'call_1' }, output);
  } catch (error) {
    return error.message;
  }
  assert.equal(output.args, args); // What was judged is what runs.
  return undefined;
}

test('rules of the standard tools decide about the tools of opencode', async () => {
  const before = await load();
  assert.equal(await refusal(before, 'bash', { command: 'touch a', description: 'x' }), undefined);
  assert.equal(await refusal(before, 'read', { filePath: 'a' }), undefined);
  assert.equal(await refusal(before, 'bash', { command: 'rm -rf build', description: 'x' }), 'denied by rule `Bash(rm *)` (an option)');
  assert.match(await refusal(before, 'bash', { command: 'git push origin' }), /rule `Bash\(git push \*\)`.*; this agent cannot ask you, and no `assent daemon` does$/);
  assert.match(await refusal(before, 'bash', { description: 'x' }), /expected a field `command`/);
});

test('a command is changed where the hook says so, and nothing else is', async () => {
  const before = await loadWith(`echo '{"decision":"allow","reason":"x","hookSpecificOutput":{"tool_input":{"command":"wall ls","timeout":1}}}'`);
  const args = { command: 'ls', timeout: 5 };
  assert.equal(await refusal(before, 'bash', args), undefined);
  assert.deepEqual(args, { command: 'wall ls', timeout: 5 });
  for (const output of ['{}', '{"tool_input":{}}', '{"tool_input":{"command":5}}', 'null']) {
    const said = await refusal(await loadWith(`echo '{"decision":"allow","reason":"x","hookSpecificOutput":${output}}'`));
    assert.equal(said, 'assent gave no answer: it said something else than yes or no', output);
  }
});

test('only an answer without an objection lets a use run', async () => {
  const cases = [
    ['echo "{}"', undefined],
    [`echo '{"decision":"deny","reason":"no: \\"x\\""}'`, 'no: "x"'],
    ['echo "rule says no" >&2; exit 2', 'rule says no'],
    ['exit 3', 'assent ended with 3'],
    ['echo "{}"; exit 1', 'assent ended with 1'],
    ['kill -9 $$', 'assent ended with SIGKILL'],
    [`echo '{"decision":"deny"}'`, 'assent gave no answer: it said something else than yes or no'],
    [`echo '{"decision":"ask","reason":"x"}'`, 'assent gave no answer: it said something else than yes or no'],
    [`echo '{"decision":"allow","reason":"x"}'`, 'assent gave no answer: it said something else than yes or no'],
    ['echo "[]"', 'assent gave no answer: it said something else than yes or no'],
    ['echo null', /^assent gave no answer: /],
    ['echo hello', /^assent gave no answer: /],
    ['echo "{} {}"', /^assent gave no answer: /],
    ['true', /^assent gave no answer: /],
  ];
  for (const [script, expected] of cases) {
    const said = await refusal(await loadWith(script));
    if (expected instanceof RegExp) assert.match(said, expected, script);
    else assert.equal(said, expected, script);
  }
});

test('a program that is missing refuses', async () => {
  const before = await load(written.replace(/"command": "[^"]*"/, '"command": "/nowhere/assent"'));
  assert.match(await refusal(before), /^assent gave no answer: .*ENOENT/);
});

test('a program that gives no answer in its time refuses, and is ended', async () => {
  assert.equal(await refusal(await loadWith('exec tail -f /dev/null', 50)), 'assent gave no answer: no answer within 50 ms');
});

test('the use is told whole, and nothing of the environment is', async () => {
  process.env.ASSENT_POLICY = 'bare';
  const before = await loadWith(`{ cat; echo; env; } > ${home}/told; echo "{}"`);
  assert.equal(await refusal(before, 'write', { filePath: 'a', content: 'é\n' }), undefined);
  const [use, ...environment] = readFileSync(path.join(home, 'told'), 'utf8').split('\n');
  assert.deepEqual(JSON.parse(use), {
    hook_event_name: 'tool.execute.before', session_id: 'ses_1', tool_use_id: 'call_1', cwd: home,
    tool_name: 'write', tool_input: { filePath: 'a', content: 'é\n' },
  });
  assert.ok(!environment.some((line) => /^(ASSENT_|HOME=)/.test(line)), environment.join('\n'));
});

test('a program that reads nothing of a large use is answered for', async () => {
  const before = await loadWith('echo "too much" >&2; exit 2');
  assert.equal(await refusal(before, 'write', { filePath: 'a', content: 'x'.repeat(1 << 20) }), 'too much');
});
