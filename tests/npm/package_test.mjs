// What is in the packages, the launcher, and the bridge's script.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { bridgePath, entry, folder, pack, packages, programPath, script, version } from './installed.mjs';

const modules = path.join(folder, 'node_modules');
const launcher = path.join(modules, 'assent/bin/assent.js');
const launch = (args, input = '') => spawnSync(process.execPath, [launcher, ...args], { input, encoding: 'utf8' });

test('the same program and version make the same bytes', () => {
  const [one, other] = ['one', 'other'].map((name) => pack(programPath(), path.join(folder, name)));
  one.forEach((archive, at) => assert.ok(readFileSync(archive).equals(readFileSync(other[at])), archive));
  assert.deepEqual(one.map((archive) => path.basename(archive)), packages.map((name) => `${name}-${version}.tgz`));
});

test('one package is for all platforms, the other for its own, both in the version that was asked for', () => {
  const [manifest, platform] = packages.map((name) => JSON.parse(readFileSync(path.join(modules, name, 'package.json'), 'utf8')));
  assert.equal(manifest.version, version);
  assert.deepEqual(manifest.optionalDependencies, { [packages[1]]: version });
  assert.equal(manifest.dependencies, undefined);
  assert.deepEqual([manifest.scripts, platform.scripts], [undefined, undefined]);
  assert.deepEqual([platform.version, platform.os, platform.cpu], [version, [process.platform], [process.arch]]);
  for (const name of packages) assert.ok(existsSync(path.join(modules, name, 'LICENSE')) && existsSync(path.join(modules, name, 'README.md')));
});

test('a source folder is not packed and not installed: it has no program', () => {
  for (const name of packages) {
    const source = new URL(`../../app/npm/${name}`, import.meta.url).pathname;
    const { prepare } = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8')).scripts;
    const runs = [spawnSync('sh', ['-c', prepare], { cwd: source, encoding: 'utf8' })];
    for (const more of process.env.ASSENT_WITH_NPM ? [['pack'], ['install'], ['install', '--install-links']] : []) {
      runs.push(spawnSync('npm', [...more, '--offline', '--no-audit', source], { cwd: mkdtempSync(path.join(folder, 'none-')), encoding: 'utf8' }));
    }
    for (const run of runs) {
      assert.match(run.stderr, /without the program. Install what `.\/dev package` writes/);
      assert.equal(run.status, 1);
    }
  }
});

test('a version that is none is refused', () => {
  assert.throws(() => execFileSync(process.execPath, [new URL('../../app/npm/pack.mjs', import.meta.url).pathname, programPath(), folder, 'x'], { stdio: 'pipe' }), /usage: pack.mjs/);
});

test('the example of the documentation runs as it stands, with an SDK that asks about three commands', () => {
  const page = readFileSync(new URL('../../docs/typescript.md', import.meta.url), 'utf8');
  const [example, testOfGate] = [...page.matchAll(/```js\n([^]*?)```/g)].map(([, code]) => code);
  const sdk = path.join(modules, '@anthropic-ai/claude-agent-sdk');
  mkdirSync(sdk, { recursive: true });
  writeFileSync(path.join(sdk, 'package.json'), '{"name":"@anthropic-ai/claude-agent-sdk","type":"module","exports":"./index.js"}');
  writeFileSync(path.join(sdk, 'index.js'), `
    export async function* query({ options: { canUseTool, hooks } }) {
      for (const command of ['npm test', 'rm x', 'make']) {
        const use = { signal: new AbortController().signal, toolUseID: 'toolu_1' };
        const input = { hook_event_name: 'PreToolUse', cwd: process.cwd(), tool_name: 'Bash', tool_input: { command } };
        const hooked = await hooks.PreToolUse[0].hooks[0](input, 'toolu_1', use);
        yield [hooked.hookSpecificOutput?.permissionDecision, (await canUseTool('Bash', { command }, use)).message];
      }
    }`);
  const project = path.join(folder, 'page');
  mkdirSync(project);
  execFileSync('sh', ['-c', page.match(/^npm init .*$/m)[0]], { cwd: project, stdio: 'pipe' });
  writeFileSync(path.join(project, 'example.js'), example);
  writeFileSync(path.join(project, 'gate.test.js'), testOfGate);
  const tested = spawnSync(process.execPath, ['--test'], { cwd: project, encoding: 'utf8', env: { ...process.env, NODE_TEST_CONTEXT: undefined } });
  assert.match(tested.stdout, /^# pass 1$/m, tested.stdout + tested.stderr);
  const run = spawnSync(process.execPath, ['example.js'], { cwd: project, encoding: 'utf8', input: 'n\n' });
  const denied = 'denied by rule `Bash(rm *)` (an option)';
  assert.equal(run.stderr, '');
  assert.equal(run.stdout, `[ undefined, undefined ]\n[ 'deny', '${denied}' ]\nBash {"command":"make"}? \`make\` runs code of the project; no rule allows it [y/n] [ undefined, 'not now' ]\n`);
  assert.equal(run.status, 0);
});

test('the launcher runs the program, with its input, output and status', () => {
  assert.match(launch(['--version']).stdout, /^assent \d/);
  const checked = launch(['check', '--policy', 'bare', '--deny', 'Bash(rm *)', '--tool', 'Bash', '--input', '{"command":"rm x"}']);
  assert.deepEqual([checked.status, checked.stdout], [3, 'deny: denied by rule `Bash(rm *)` (an option)\n']);
  const hook = launch(['hook', '--policy', 'bare', '--deny', 'Bash(rm *)'], '{"hook_event_name":"PreToolUse","cwd":"/","tool_name":"Bash","tool_input":{"command":"rm x"}}');
  assert.match(hook.stdout, /"permissionDecision":"deny"/);
});

test('a launcher without the program refuses, and so does a gate', () => {
  const alone = mkdtempSync(path.join(tmpdir(), 'assent-alone-'));
  execFileSync('cp', ['-r', path.join(modules, 'assent'), alone]);
  const run = spawnSync(process.execPath, [path.join(alone, 'assent/bin/assent.js'), 'hook'], { encoding: 'utf8' });
  assert.equal(run.status, 2);
  const message = new RegExp(`assent: program: expected a program that runs here, got no package \`${packages[1]}\`; install`);
  assert.match(run.stderr, new RegExp(`^${message.source}`));
  const index = path.join(alone, 'assent/index.js');
  assert.match(spawnSync(process.execPath, ['-e', `import('${index}').then(({ assent }) => assent())`], { encoding: 'utf8' }).stderr, message);
  rmSync(alone, { recursive: true });
});

test('a program that is killed, by whatever signal, has the launcher refuse', () => {
  const killed = path.join(folder, 'killed/node_modules');
  mkdirSync(path.dirname(killed));
  execFileSync('cp', ['-r', modules, killed]);
  for (const signal of ['KILL', 'TERM', 'INT', 'PIPE', 'XFSZ', 'SEGV']) {
    script(path.join('killed/node_modules', packages[1], 'bin/assent'), `#!/bin/sh\nkill -${signal} $$\n`);
    assert.equal(spawnSync(process.execPath, [path.join(killed, 'assent/bin/assent.js')]).status, 2, signal);
  }
});

const agent = script("an agent's", '#!/bin/sh\nprintf "%s\\n" "$@"\n');
const runBridge = (options, args) => spawnSync(bridgePath({ policy: 'bare', agent, ...options }), args, { encoding: 'utf8', input: '' });

test('the script of the bridge runs the agent with the arguments of the SDK', () => {
  const run = runBridge({ allow: ["Bash(echo 'a' *)"], logLevel: 'error' }, ['--print', "it's", '$HOME']);
  assert.deepEqual([run.status, run.stdout], [0, "--permission-prompt-tool\nstdio\n--print\nit's\n$HOME\n"]);
});

test('each path is a script of its own', () => {
  const paths = Array.from({ length: 12 }, () => bridgePath({ agent })); // more than Node takes for a leak of listeners
  assert.equal(new Set(paths).size, 12);
});

test('the options of the bridge are tried before', () => {
  for (const [options, message] of [
    [{ guard: 'perhaps' }, /^assent: guard: expected .*, got `perhaps`$/],
    [{ deny: ['Bash(rm'] }, /^assent: deny `Bash\(rm`/],
    [{ mode: 'Ask' }, /^assent: mode: expected .*, got `Ask`/],
    [{ onAsk: 'ask' }, /^assent: onAsk: expected peer, .*, got `ask`$/],
    [{ onAsk: null }, /^assent: onAsk: expected a word: .*, got null$/],
    [{ onAsk: 'terminal', open: true }, /^assent: open: expected onAsk web$/],
    [{ audit: '/nonexistent/a' }, /^assent: audit: cannot open/],
    [{ record: '/nonexistent/a' }, /^assent: record: expected a file in a folder that is there, .*: there is no `\/nonexistent`$/],
    [{ record: '~/a' }, /^assent: record: expected a path without `~`/],
    [{ policy: 'standart' }, /^assent: policy: no policy is called `standart`: .*; did you mean `standard`\?$/],
    [{ agent: folder }, /^assent: agent: expected a program that runs here, got `\//],
    [{ agent: 'no-such-agent' }, /^assent: agent: expected a program that runs here, got `no-such-agent`$/],
    [{ gaurd: 'on' }, /did you mean `guard`\?$/],
    [{ agent: '/nonexistent/claude' }, /^assent: agent: expected a program that runs here, got `\/nonexistent\/claude`$/],
  ]) assert.throws(() => bridgePath({ agent, ...options }), { message });
});

test('files that the bridge is told of are those of who told it, wherever the agent works', () => {
  const there = (file) => path.relative(process.cwd(), path.join(folder, file));
  script('bare.json', '{}');
  const options = { policy: there('bare.json'), record: there('kept.ndjson'), program: path.relative(process.cwd(), programPath()), agent: there("an agent's") };
  const run = spawnSync(bridgePath(options), ['--input-format', 'stream-json'], { cwd: '/', encoding: 'utf8', input: '' });
  assert.deepEqual([run.status, run.stdout], [0, '--permission-prompt-tool\nstdio\n--input-format\nstream-json\n']);
  assert.ok(existsSync(path.join(folder, 'kept.ndjson')));
});

test('an agent that is named by its name alone is the one in the PATH of who named it', () => {
  assert.match(readFileSync(bridgePath({ policy: 'bare', agent: 'sh' }), 'utf8'), /'--' '\/.*\/sh' '--permission-prompt-tool'/);
});

test('the script of the bridge is for its user alone, and gone with the process that made it', () => {
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', `
    import { bridgePath } from '${entry}';
    import { statSync } from 'node:fs';
    import path from 'node:path';
    const file = bridgePath({ agent: '/bin/true' });
    console.log(file, ...[file, path.dirname(file)].map((each) => (statSync(each).mode & 0o777).toString(8)));
  `], { encoding: 'utf8' });
  const [file, ...modes] = run.stdout.trim().split(' ');
  assert.deepEqual(modes, ['700', '700']);
  assert.equal(existsSync(file), false);
});

test('the agent is found where the SDK is installed, and asked for where it is not', () => {
  const project = path.join(folder, 'project');
  const own = `project/node_modules/@anthropic-ai/claude-agent-sdk-${process.platform}-${process.arch}`;
  mkdirSync(path.join(folder, own), { recursive: true });
  script(path.join(own, 'claude'), '#!/bin/sh\n');
  const found = spawnSync(process.execPath, ['--input-type=module', '-e', `
    import { bridgePath } from '${entry}';
    import { readFileSync } from 'node:fs';
    console.log(readFileSync(bridgePath(), 'utf8'));
  `], { cwd: project, encoding: 'utf8' });
  assert.match(found.stdout, new RegExp(`'--' '${folder}/${own}/claude' '--permission-prompt-tool' 'stdio' "\\$@"`));
  assert.throws(() => bridgePath(), /agent: expected the path of the agent's program/);
  assert.throws(() => bridgePath({ agent: 1 }), /agent: expected a string that is not empty, got `1`/);
  assert.throws(() => bridgePath({ onAsk: () => {}, agent }), /onAsk: expected a word/);
  assert.throws(() => bridgePath({ cwd: '/' }), /cwd: no such option/);
});
