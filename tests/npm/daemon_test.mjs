// A gate that `assent daemon` decides for.
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { PageClient } from '../interop/page_client.mjs';
import { RecordedProcess } from '../interop/recorded_process.mjs';
import { daemon, folder, inPackage } from './installed.mjs';

const { HeardUses, longestBetweenMs, maxHeardUses } = await import(inPackage('lib/heard_uses.js'));

const runtime = mkdtempSync(path.join(folder, 'runtime-'));
const env = { ...process.env, XDG_RUNTIME_DIR: runtime };
const rules = ['--policy', 'bare', '--allow', 'Bash(npm *)', '--ask', 'Bash(git push *)', '--deny', 'Bash(rm *)'];
let started;

const start = async (...more) => {
  started = new RecordedProcess(process.env.ASSENT_PROGRAM, ['daemon', ...rules, ...more], { env });
  started.stdout.resume();
  await started.says(/(daemon listening)/);
};
const end = async () => {
  started.kill('SIGTERM');
  await started.over;
};

before(() => {
  process.env.XDG_RUNTIME_DIR = runtime;
  return start();
});
after(end);

const bash = (gate, command) => gate('Bash', { command }, { toolUseID: 'toolu_1', signal: new AbortController().signal });
const hooked = (gate, command) => gate.preToolUse({ hook_event_name: 'PreToolUse', cwd: '/proj', tool_name: 'Bash', tool_input: { command } }, 'toolu_1');

test('without a daemon everything is denied, and the socket is named', async (t) => {
  t.after(() => { process.env.XDG_RUNTIME_DIR = runtime; });
  process.env.XDG_RUNTIME_DIR = path.join(runtime, 'nothing');
  assert.equal((await bash(daemon(), 'npm test')).message, `assent: no daemon listens at \`${runtime}/nothing/assent/daemon.sock\`: start \`assent daemon\``);
});

test('it decides, and what it leaves open is denied', async () => {
  const gate = daemon();
  assert.deepEqual(await bash(gate, 'npm test'), { behavior: 'allow', updatedInput: { command: 'npm test' } });
  assert.deepEqual(await bash(gate, 'rm x'), { behavior: 'deny', message: 'denied by rule `Bash(rm *)` (an option)' });
  assert.deepEqual(await bash(gate, 'make'), { behavior: 'deny', message: 'assent: `make` runs code of the project; no rule allows it; nobody is there to ask' });
});

test('a callback decides what it leaves open', async () => {
  const gate = daemon({
    onAsk: (tool, { command }, { decisionReason }) => (
      command === 'make' ? { behavior: 'allow' } : { behavior: 'deny', message: decisionReason }
    ),
  });
  assert.deepEqual(await bash(gate, 'make'), { behavior: 'allow', updatedInput: { command: 'make' } });
  assert.match((await bash(gate, 'git push x')).message, /ask rule `Bash\(git push \*\)`/);
});

test('an input that the callback edits is judged again', async () => {
  const answers = (command) => daemon({ onAsk: () => ({ behavior: 'allow', updatedInput: { command } }) });
  assert.deepEqual(await bash(answers('rm -rf /'), 'make'), { behavior: 'deny', message: 'denied by rule `Bash(rm *)` (an option)' });
  assert.deepEqual(await bash(answers('make -k'), 'make'), { behavior: 'allow', updatedInput: { command: 'make -k' } });
});

test('an input that the callback changes in place runs as it was judged', async () => {
  const change = (input) => Object.assign(input, { command: 'rm -rf /' });
  const returned = daemon({ onAsk: (tool, input) => ({ behavior: 'allow', updatedInput: change(input) }) });
  assert.equal((await bash(returned, 'make')).behavior, 'deny');
  const kept = daemon({ onAsk: (tool, input) => change(input) && { behavior: 'allow' } });
  assert.deepEqual(await bash(kept, 'make'), { behavior: 'allow', updatedInput: { command: 'make' } });
  // Judged as it was returned, changed while it was judged.
  const later = { command: 'make -k' };
  const answer = bash(daemon({ onAsk: () => (setImmediate(change, later), { behavior: 'allow', updatedInput: later }) }), 'make');
  assert.deepEqual(await answer, { behavior: 'allow', updatedInput: { command: 'make -k' } });
  // The caller's own object.
  const given = { command: 'npm test' };
  const asked = daemon()('Bash', given, { toolUseID: 'toolu_1' });
  change(given);
  assert.deepEqual(await asked, { behavior: 'allow', updatedInput: { command: 'npm test' } });
});

test('a question that is withdrawn while the callback is asked is denied, and the callback hears of it', async () => {
  const controller = new AbortController();
  let heard;
  const gate = daemon({
    onAsk: (tool, input, { signal }) => new Promise(() => {
      heard = signal;
      controller.abort();
    }),
  });
  assert.match((await gate('Bash', { command: 'make' }, { signal: controller.signal })).message, /withdrawn/);
  assert.equal(heard.aborted, true);
  const signals = [];
  await daemon({ onAsk: (tool, input, { signal }) => { signals.push(signal instanceof AbortSignal); } })('Bash', { command: 'make' });
  assert.deepEqual(signals, [true]);
});

test('what the rules of the agent want a person for, no rule of ours allows', async () => {
  const use = { toolUseID: 'toolu_1', signal: new AbortController().signal, matchedAskRule: { source: 'userSettings', toolName: 'Bash' } };
  const ask = (gate, more) => gate('Bash', { command: 'npm test' }, { ...use, ...more });
  assert.equal((await ask(daemon())).message, 'assent: a rule of the agent demands an answer; nobody is there to ask');
  assert.equal((await ask(daemon(), { matchedAskRule: null })).behavior, 'allow');
  const asking = daemon({ onAsk: (_tool, _input, { decisionReason: message }) => ({ behavior: 'deny', message }) });
  assert.deepEqual(await ask(asking), { behavior: 'deny', message: 'a rule of the agent demands an answer' });
});

test('what an answer would have the agent allow from now on goes nowhere: the daemon would not be asked about it', async () => {
  const suggestions = [{ type: 'setMode', mode: 'bypassPermissions', destination: 'session' }];
  const gate = daemon({ onAsk: () => ({ behavior: 'allow', updatedPermissions: suggestions, more: 1 }) });
  assert.deepEqual(await bash(gate, 'make'), { behavior: 'allow', updatedInput: { command: 'make' } });
});

test('a callback that returns what is no answer has denied', async () => {
  for (const [answer, message] of [
    [undefined, /onAsk: expected an answer with `behavior` `allow` or `deny`, got `undefined`/],
    [{ behavior: 'deny' }, /onAsk: expected a `message` with the denial, got `undefined`/],
    [{ behavior: 'allow', updatedInput: [] }, /onAsk: expected an object as `updatedInput`, got an array/],
  ]) {
    const result = await bash(daemon({ onAsk: () => answer }), 'make');
    assert.equal(result.behavior, 'deny');
    assert.match(result.message, message);
  }
  const interrupting = daemon({ onAsk: () => ({ behavior: 'deny', message: 'no', interrupt: true }) });
  assert.deepEqual(await bash(interrupting, 'make'), { behavior: 'deny', message: 'no', interrupt: true });
});

test('a use that the daemon cannot read is denied, with the reason', async () => {
  assert.deepEqual(await daemon()('Bash', 7), { behavior: 'deny', message: '`tool_input`: expected object, got number' });
});

test('a signal that is none denies, and ends nothing later', async () => {
  const use = { hook_event_name: 'PreToolUse', cwd: '/', tool_name: 'Bash', tool_input: { command: 'npm test' } };
  const said = await daemon({ withinMs: 1 }).preToolUse(use, 'toolu_1', { signal: { aborted: false } });
  assert.equal(said.hookSpecificOutput.permissionDecision, 'deny');
  await new Promise((resolve) => { setTimeout(resolve, 5); });
});

test('the daemon takes the longest time that may be asked for, and none that is longer', async () => {
  assert.equal((await bash(daemon({ withinMs: 540_000 }), 'npm test')).behavior, 'allow');
  const use = { hook_event_name: 'PreToolUse', cwd: '/', tool_name: 'Bash', tool_input: { command: 'npm test' } };
  const socket = net.connect({ path: path.join(runtime, 'assent/daemon.sock') });
  socket.write(`${JSON.stringify({ agent: 'claude', within_ms: 540_001, use })}\n`);
  assert.deepEqual(await socket.toArray(), []);
});

test('what is thrown without words denies, and a wrong option is an error at once', async () => {
  for (const thrown of [Object.create(null), Symbol('x'), { message: Object.create(null) }]) {
    assert.equal((await bash(daemon({ onAsk: () => { throw thrown; } }), 'make')).behavior, 'deny');
  }
  assert.throws(() => daemon({ sayAllow: 'no' }), /sayAllow: expected true or false, got `no`/);
  assert.throws(() => daemon({ cwd: 5 }), /cwd: expected a string that is not empty, got `5`/);
});

test('the hook denies, asks, and has an opinion on what is allowed only where it is told to', async () => {
  const decisions = async (gate) => {
    const made = [];
    for (const command of ['rm x', 'git push x', 'make', 'npm test']) {
      made.push((await hooked(gate, command)).hookSpecificOutput?.permissionDecision);
    }
    return made;
  };
  assert.deepEqual(await decisions(daemon()), ['deny', 'ask', undefined, undefined]);
  assert.deepEqual(await decisions(daemon({ sayAllow: true })), ['deny', 'ask', undefined, 'allow']);
});

test('a use that its hook has heard of counts once, and another input is another use', async () => {
  await end();
  const record = path.join(runtime, 'record.ndjson');
  await start('--record', record);
  const gate = daemon({ cwd: '/proj' });
  const hook = (command) => gate.preToolUse({ hook_event_name: 'PreToolUse', cwd: '/proj', tool_name: 'Bash', tool_input: { command } }, 'toolu_1');
  const recorded = () => readFileSync(record, 'utf8').split('\n').filter((line) => line.includes('"decision"')).length;
  await hook('npm test');
  assert.equal((await bash(gate, 'npm test')).behavior, 'allow');
  assert.equal(recorded(), 1);
  assert.equal((await bash(gate, 'npm test')).behavior, 'allow'); // again: the answer to the hook counts once
  assert.equal(recorded(), 2);
  await hook('npm ci');
  assert.match((await bash(gate, 'rm x')).message, /denied by rule/);
  assert.equal(recorded(), 4);
});

test('what a hook has heard counts for a time, and so much of it', () => {
  let now = 0;
  const heard = new HeardUses(() => now);
  const use = (id, command) => ({ tool_use_id: id, tool_name: 'Bash', tool_input: { command } });
  heard.keep(use('a', 'ls'), 'said');
  now += longestBetweenMs;
  assert.equal(heard.take(use('a', 'ls')), 'said');
  assert.equal(heard.take(use('a', 'ls')), undefined);
  heard.keep(use('a', 'ls'), 'said');
  now += longestBetweenMs + 1;
  assert.equal(heard.take(use('a', 'ls')), undefined);
  heard.keep(use(undefined, 'ls'), 'said');
  assert.equal(heard.take(use(undefined, 'ls')), undefined);
  for (let at = 0; at <= maxHeardUses; at += 1) heard.keep(use(`${at}`, 'ls'), at);
  assert.deepEqual([0, 1, maxHeardUses].map((at) => heard.take(use(`${at}`, 'ls'))), [undefined, 1, maxHeardUses]);
});

test('a callback that gives no answer in its time has denied, and hears of it', async () => {
  let heard;
  const gate = daemon({ answerWithinMs: 1, onAsk: (tool, input, { signal }) => { heard = signal; return new Promise(() => {}); } });
  assert.deepEqual(await bash(gate, 'make'), { behavior: 'deny', message: 'assent: onAsk gave no answer within 1 ms' });
  assert.equal(heard.aborted, true);
  const patient = daemon({ answerWithinMs: 0, onAsk: () => ({ behavior: 'allow' }) });
  assert.equal((await bash(patient, 'make')).behavior, 'allow');
});

test('a callback is told why the daemon leaves it open, and then why the agent asks', async () => {
  const gate = daemon({ onAsk: (tool, input, { decisionReason: message }) => ({ behavior: 'deny', message }) });
  const { message } = await gate('Bash', { command: 'make' }, { decisionReason: 'Path is outside' });
  assert.equal(message, '`make` runs code of the project; no rule allows it; the agent says: Path is outside');
});

test('a closed gate denies what is open and what comes', async () => {
  const gate = daemon({ onAsk() { gate.close(); return new Promise(() => {}); } });
  const closed = { behavior: 'deny', message: 'assent: the gate was closed' };
  assert.deepEqual(await bash(gate, 'make'), closed);
  assert.deepEqual(await bash(gate, 'npm test'), closed);
  assert.equal((await hooked(gate, 'npm test')).hookSpecificOutput.permissionDecision, 'deny');
  await assert.rejects(gate.decide({}), { message: 'the gate was closed' });
});

test('a relative path is read from the working directory', async () => {
  await end();
  await start('--allow', 'Read(/proj/**)');
  const read = async (options) => (await daemon(options)('Read', { file_path: 'a.txt' })).behavior;
  assert.equal(await read({ cwd: '/proj' }), 'allow');
  assert.equal(await read({}), 'deny');
});

test('a person answers on its page', async () => {
  await end();
  await start('--on-ask', 'web');
  const page = await new PageClient().open(await started.says(/approvals at (\S+)/));
  const answer = bash(daemon(), 'make');
  page.answer((await page.question()).number, { what: 'once' });
  assert.equal((await answer).behavior, 'allow');
  page.close();
});

test('a person who has answered its hook is not asked again about the same use', async () => {
  await end();
  await start('--on-ask', 'web');
  const page = await new PageClient().open(await started.says(/approvals at (\S+)/));
  const gate = daemon();
  const hook = hooked(gate, 'make');
  page.answer((await page.question()).number, { what: 'once' });
  assert.deepEqual(await hook, {});
  assert.equal((await bash(gate, 'make')).behavior, 'allow');
  page.close();
});

test('killed amid a question, it has denied it', async () => {
  await end();
  await start('--on-ask', 'web'); // its link works once
  const page = await new PageClient().open(await started.says(/approvals at (\S+)/));
  const answer = bash(daemon(), 'make');
  await page.question();
  started.kill('SIGKILL');
  assert.equal((await answer).behavior, 'deny');
  await started.over;
  assert.match((await bash(daemon(), 'npm test')).message, /cannot be asked: .*ECONNREFUSED/);
  assert.equal((await hooked(daemon(), 'npm test')).hookSpecificOutput.permissionDecision, 'deny');
  await start();
});

// Something that answers in the daemon's place.
async function answering(bytes, decide) {
  const own = mkdtempSync(path.join(folder, 'own-'));
  const server = net.createServer((socket) => socket.on('error', () => {}).once('data', () => socket.end(bytes)));
  const socket = path.join(own, 'socket');
  const umask = process.umask(0o077);
  await new Promise((resolve) => { server.listen(socket, resolve); });
  process.umask(umask);
  const decided = await decide(daemon({ socket }), socket);
  server.close();
  return decided;
}
const answer = '{"outcome":"allow","reason":"x"}';
const long = (bytes) => `{"outcome":"allow","reason":"${'x'.repeat(bytes - answer.length)}x"}`;
const maxAnswerBytes = 256 * 1024;

for (const [what, bytes, message] of [
  ['is not JSON', 'oops\n', /an answer that is none/],
  ['has no outcome', '{"reason":"x"}\n', /an answer that is none/],
  ['has no reason', '{"outcome":"allow"}\n', /an answer that is none/],
  ['has no end', answer, /without an answer/],
  ['is too long', `${long(maxAnswerBytes + 1)}\n`, /too long/],
]) {
  test(`an answer that ${what} denies`, async () => {
    assert.match((await answering(bytes, (gate) => bash(gate, 'npm test'))).message, message);
  });
}

test('an answer that is as long as may be is taken', async () => {
  assert.equal((await answering(`${long(maxAnswerBytes)}\n`, (gate) => bash(gate, 'npm test'))).behavior, 'allow');
});

test('a socket that others may use is not trusted', async () => {
  const others = (mode, file) => answering(`${answer}\n`, (gate, socket) => {
    chmodSync(file(socket), mode);
    return bash(gate, 'npm test');
  });
  assert.match((await others(0o666, (socket) => socket)).message, /expected a socket of this user alone/);
  assert.match((await others(0o755, path.dirname)).message, /expected a folder of this user alone/);
});

test('a decision that takes too long, or is aborted, denies', async () => {
  const silent = (options, more) => answering('', async (_, socket) => {
    const server = net.createServer(() => {});
    const own = path.join(path.dirname(socket), 'silent');
    const umask = process.umask(0o077);
    await new Promise((resolve) => { server.listen(own, resolve); });
    process.umask(umask);
    const decided = await daemon({ socket: own, ...options })('Bash', { command: 'npm test' }, more);
    server.close();
    return decided;
  });
  assert.match((await silent({ withinMs: 1 })).message, /no answer within 1 ms/);
  assert.match((await silent({}, { signal: AbortSignal.abort() })).message, /withdrawn/);
  const controller = new AbortController();
  setImmediate(() => controller.abort());
  assert.match((await silent({}, { signal: controller.signal })).message, /withdrawn/);
});

test('wrong options are an error at once', () => {
  for (const [options, message] of [
    [{ withinMs: 0 }, /withinMs: expected a whole number from 1 to 540000, got `0`/],
    [{ withinMs: 540_001 }, /withinMs: expected a whole number from 1 to 540000/],
    [{ withinMs: null }, /withinMs: expected a whole number from 1 to 540000, got null/],
    [{ answerWithinMs: -1 }, /answerWithinMs: expected a whole number from 0 to 2147483647, got `-1`/],
    [{ answerWithinMs: 2 ** 31 }, /got `2147483648`/],
    [{ socket: '~/daemon.sock' }, /socket: expected a path without `~`/],
    [new Map([['sayAllow', true]]), /options: expected a plain object, got object/],
    [{ socket: 1 }, /socket: expected a string that is not empty, got `1`/],
    [{ cwd: '' }, /cwd: expected a string that is not empty, got ``/],
    [{ onAsk: 'web' }, /onAsk: expected a function \(people are asked by `assent daemon --on-ask web`\), got `web`/],
    [{ policy: 'x' }, /policy: no such option/],
  ]) assert.throws(() => daemon(options), { message });
  daemon({ withinMs: 540_000, answerWithinMs: 2 ** 31 - 1 });
  daemon({ withinMs: 1, answerWithinMs: 0 });
});
