// A gate with a program of its own.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { Feed } from '../interop/feed.mjs';
import { PageClient } from '../interop/page_client.mjs';
import { assent, bridgePath, daemon, entry, folder, inPackage, killable, script, stand } from './installed.mjs';

const { firstPauseMs, longestPauseMs, Server } = await import(inPackage('lib/server.js'));
const { lineReader } = await import(inPackage('lib/lines.js'));
const { readyPolicies } = await import(inPackage('lib/options.js'));

const rules = { policy: 'bare', allow: ['Bash(npm *)'], ask: ['Bash(git push *)'], deny: ['Bash(rm *)'] };
const never = () => new Promise(() => {});
const use = (more) => ({ signal: new AbortController().signal, toolUseID: 'toolu_1', ...more });
const bash = (gate, command, more) => gate('Bash', { command }, use(more));

/** A gate for one test. */
function gateFor(t, options) {
  const gate = assent({ ...rules, log: () => {}, ...options });
  t.after(() => gate.close());
  return gate;
}

/** What happens to a call that is as good as any. */
const deniedWith = async (gate, message) => {
  const result = await bash(gate, 'npm test');
  assert.equal(result.behavior, 'deny');
  assert.match(result.message, message);
};

test('rules allow and deny, and what they leave open is denied', async (t) => {
  const gate = gateFor(t);
  assert.deepEqual(await bash(gate, 'npm test'), { behavior: 'allow', updatedInput: { command: 'npm test' } });
  assert.deepEqual(await bash(gate, 'rm -rf build'), { behavior: 'deny', message: 'denied by rule `Bash(rm *)` (an option)' });
  assert.deepEqual(await bash(gate, 'make'), { behavior: 'deny', message: '`make` runs code of the project; no rule allows it; nobody is there to ask' });
});

test('a callback is asked what rules leave open, and why, and its answer holds', async (t) => {
  const asked = [];
  const answers = {
    make: { behavior: 'allow' },
    'make all': { behavior: 'allow', updatedInput: { command: 'make some' } },
    'git push x': { behavior: 'deny', message: 'not today', interrupt: true },
  };
  const gate = gateFor(t, {
    onAsk(tool, input, { decisionReason, displayName, toolUseID }) {
      asked.push([tool, input.command, decisionReason, displayName, toolUseID].join(' | '));
      return answers[input.command];
    },
  });
  const more = { displayName: 'Shell' };
  assert.deepEqual(await bash(gate, 'make', more), { behavior: 'allow', updatedInput: { command: 'make' } });
  assert.deepEqual(await bash(gate, 'make all', more), { behavior: 'allow', updatedInput: { command: 'make some' } });
  assert.deepEqual(await bash(gate, 'git push x', more), { behavior: 'deny', message: 'not today', interrupt: true });
  assert.equal((await bash(gate, 'rm x')).behavior, 'deny');
  assert.deepEqual(asked, [
    'Bash | make | `make` runs code of the project; no rule allows it | Shell | toolu_1',
    'Bash | make all | `make all` runs code of the project; no rule allows it | Shell | toolu_1',
    'Bash | git push x | `git push x` sends data to another machine and runs code of the project (ask rule `Bash(git push *)`, an option) | Shell | toolu_1',
  ]);
});

test('updates that come with an answer reach the SDK, and hold here', async (t) => {
  const suggestions = [{ type: 'addRules', rules: [{ toolName: 'Bash', ruleContent: 'make:*' }], behavior: 'allow', destination: 'session' }];
  let asked = 0;
  const onAsk = (_tool, _input, more) => {
    asked += 1;
    return { behavior: 'allow', updatedPermissions: more.suggestions };
  };
  const gate = gateFor(t, { onAsk });
  assert.deepEqual((await bash(gate, 'make', { suggestions })).updatedPermissions, suggestions);
  assert.equal((await bash(gate, 'make all', { suggestions })).behavior, 'allow');
  assert.equal(asked, 1);
});

test('of a mode among the updates, which is not set here, the rest is kept', async (t) => {
  const rule = { type: 'addRules', rules: [{ toolName: 'Bash', ruleContent: 'make:*' }], behavior: 'allow', destination: 'session' };
  const log = new Feed();
  const onAsk = () => ({ behavior: 'allow', updatedPermissions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }, rule] });
  const gate = gateFor(t, { onAsk, log: (line) => log.push(line) });
  assert.deepEqual((await bash(gate, 'make')).updatedPermissions, [rule]);
  assert.match(await log.find(() => true), /an answer may not set mode `accept_edits` here tool=Bash$/);
});

test('an edited input is judged again', async (t) => {
  const gate = gateFor(t, { onAsk: () => ({ behavior: 'allow', updatedInput: { command: 'rm x' } }) });
  assert.match((await bash(gate, 'make')).message, /denied by rule `Bash\(rm \*\)`/);
});

for (const [what, onAsk, message] of [
  ['throws', () => { throw new Error('no window'); }, /^the callback failed: no window$/],
  ['rejects', async () => { throw new Error('no window'); }, /no window/],
  ['returns nothing', () => undefined, /onAsk: expected an answer with `behavior` `allow` or `deny`, got `undefined`/],
  ['returns what is no answer', () => ({ behavior: 'yes' }), /`behavior` `allow` or `deny`, got `yes`/],
  ['returns a denial without a message', () => ({ behavior: 'deny' }), /onAsk: expected a `message` with the denial, got `undefined`/],
  ['returns an input that is none', () => ({ behavior: 'allow', updatedInput: 'make' }), /onAsk: expected an object as `updatedInput`, got `make`/],
  ['returns an input that JSON cannot say', () => ({ behavior: 'allow', updatedInput: { n: 1n } }), /BigInt/],
]) {
  test(`a callback that ${what} has denied`, async (t) => {
    const result = await bash(gateFor(t, { onAsk }), 'make');
    assert.equal(result.behavior, 'deny');
    assert.match(result.message, message);
  });
}

test('what the agent\'s own rules want a person for, no rule of ours allows', async (t) => {
  const gate = gateFor(t, { onAsk: () => ({ behavior: 'deny', message: 'asked' }) });
  assert.equal((await bash(gate, 'npm test', { matchedAskRule: { source: 'userSettings', toolName: 'Bash' } })).message, 'asked');
});

test('with a working directory, rules on paths hold for relative ones', async (t) => {
  const read = (options) => gateFor(t, { allow: ['Read(/proj/**)'], ...options })('Read', { file_path: 'a.txt' }, use());
  assert.equal((await read({ cwd: '/proj' })).behavior, 'allow');
  assert.equal((await read({})).behavior, 'deny');
});

test('a person answers on the page', async (t) => {
  const log = new Feed();
  const gate = gateFor(t, { onAsk: 'web', log: (line) => log.push(line) });
  const answer = bash(gate, 'make');
  const link = (await log.find((line) => line.includes('approvals at'))).match(/approvals at (\S+)/)[1];
  const page = await new PageClient().open(link);
  page.answer((await page.question()).number, { what: 'once' });
  assert.deepEqual(await answer, { behavior: 'allow', updatedInput: { command: 'make' } });
  const denied = bash(gate, 'make install');
  page.answer((await page.question()).number, { what: 'deny', feedback: 'not there' });
  assert.match((await denied).message, /not there/);
  page.close();
});

test('the record can go to log, and a log that throws changes nothing', async (t) => {
  const log = new Feed();
  const gate = gateFor(t, {
    audit: '-',
    log(line) {
      log.push(line);
      throw new Error('no console');
    },
  });
  assert.equal((await bash(gate, 'npm test')).behavior, 'allow');
  assert.equal((await bash(gate, 'rm x')).behavior, 'deny');
  const answer = bash(gate, 'npm test'); // as long as it is open, Node waits for the lines before it, too
  assert.match(await log.find((line) => line.includes('"outcome":"deny"')), /"tool":"Bash"/);
  assert.equal((await answer).behavior, 'allow');
});

test('killed amid a question, the program has denied it, and answers the next', async (t) => {
  let signal;
  const { program, kill } = killable('killed');
  const gate = gateFor(t, {
    program,
    onAsk(_tool, _input, use) {
      signal = use.signal;
      kill();
      return never();
    },
  });
  assert.deepEqual(await bash(gate, 'make'), { behavior: 'deny', message: 'assent: the program was killed by SIGKILL' });
  assert.equal(signal.aborted, true);
  assert.equal((await bash(gate, 'npm test')).behavior, 'allow');
});

test('a program that keeps ending without an answer is started again at once once, then after longer and longer pauses', async () => {
  let now = 0;
  const started = path.join(folder, 'started');
  writeFileSync(started, '');
  const ends = script('ends', `#!/bin/sh\necho x >>'${started}'\nread line\necho 'broken heart' >&2\nexit 7\n`);
  const server = new Server(ends, [], { log: () => {}, withinMs: 0, now: () => now });
  const starts = () => readFileSync(started, 'utf8').split('\n').length - 1;
  const why = () => server.ask({ subtype: 'x' }).then(assert.fail, (error) => error.message);
  const ended = 'the program ended with status 7: broken heart';
  assert.equal(await why(), ended);
  assert.equal(await why(), ended);
  assert.equal(await why(), `the program ended 2 times without an answer, it is started again in ${firstPauseMs} ms; ${ended}`);
  now += firstPauseMs - 1;
  assert.match(await why(), /again in 1 ms/);
  assert.equal(starts(), 2);
  now += 1;
  assert.equal(await why(), ended);
  for (let pause = 2 * firstPauseMs; pause < longestPauseMs; pause *= 2) {
    assert.match(await why(), new RegExp(`again in ${pause} ms`));
    now += pause;
    assert.equal(await why(), ended);
  }
  assert.match(await why(), new RegExp(`again in ${longestPauseMs} ms`));
  now += longestPauseMs;
  assert.equal(await why(), ended);
  assert.match(await why(), new RegExp(`again in ${longestPauseMs} ms`));
});

test('a program that is gone when something is asked has denied it, also for the hook', async (t) => {
  const program = stand('gone', '');
  const gate = gateFor(t, { program });
  rmSync(program);
  await deniedWith(gate, /cannot start `.*\/gone`: .*ENOENT/);
  const { hookSpecificOutput } = await gate.preToolUse({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'npm test' } });
  assert.equal(hookSpecificOutput.permissionDecision, 'deny');
  assert.match(hookSpecificOutput.permissionDecisionReason, /cannot start/);
});

const elsewhere = Buffer.from('\x7fELF\x02\x01\x01'.padEnd(18, '\0') + '\xb7\0', 'latin1'); // for ARM
for (const [what, program, found] of [
  ['is not there', '/nonexistent/assent', /`\/nonexistent\/assent`: no such file or directory/],
  ['is a folder', folder, /`\/.*`: permission denied/],
  ['may not be run', path.join(folder, 'node_modules/assent/package.json'), /package\.json`: permission denied/],
  ['is for another machine', script('elsewhere', elsewhere), /elsewhere`(, which ended with status \d|: exec format error)/],
  ['is another one', script('another', '#!/bin/sh\necho "what is --version?" >&2\nexit 2\n'), /another`, which ended with status 2: what is --version\?/],
  ['takes everything', script('takes all', '#!/bin/sh\necho ok\n'), /takes all`, which is not assent: as its version it says `ok`/],
  ['says nothing', script('says nothing', '#!/bin/sh\n'), /says nothing`, which is not assent: as its version it says ``/],
  ['cannot be started later', stand('no serve', 'echo "what is $1?" >&2\nexit 2\n'), /no serve`, which ended with status 2: what is (serve|bridge)\?/],
]) {
  test(`a program that ${what} is an error at once, which says how to get one`, () => {
    for (const make of [assent, (options) => bridgePath({ ...options, agent: '/bin/sh' })]) {
      assert.throws(() => make({ program }), (error) => {
        assert.match(error.message, /^assent: program: expected a program that runs here, got .*; install both files .* by the option `program`$/);
        assert.match(error.message, found);
        return true;
      });
    }
  });
}

test('what the program says later has the names of the options, too, but a line of the record has not', async (t) => {
  const log = new Feed();
  const program = stand('says', 'read line || exit 0\nfor said in "assent: --ask-timeout: not \\`--deny\\`" "{\\"--deny\\"}"; do echo "$said" >&2; done\n');
  await deniedWith(gateFor(t, { program, log: (line) => log.push(line) }), /ended with status 0: \{"--deny"\}/);
  assert.equal(await log.find(() => true), 'assent: askTimeout: not `--deny`');
});

test('the record that is kept has the commands, without secrets', async (t) => {
  const record = path.join(folder, 'record.ndjson');
  assert.equal((await bash(gateFor(t, { record }), 'npm login --token=abc')).behavior, 'deny');
  assert.deepEqual(JSON.parse(readFileSync(record, 'utf8')).input, { command: 'npm login --token=(redacted)' });
});

for (const [what, line, message] of [
  ['is not JSON', 'oops', /a line that is not JSON/],
  ['has no answer', '{"type":"control_response","response":{"subtype":"success","request_id":"q1"}}', /expected an answer/],
  ['allows without an input', '{"type":"control_response","response":{"subtype":"success","request_id":"q1","response":{"behavior":"allow"}}}', /expected an answer/],
  ['is an error that is no text', '{"type":"control_response","response":{"subtype":"error","request_id":"q1","error":{"toString":1}}}', /could not answer/],
  ['is an error', '{"type":"control_response","response":{"subtype":"error","request_id":"q1","error":"too large"}}', /too large/],
]) {
  test(`an answer that ${what} denies`, async (t) => {
    await deniedWith(gateFor(t, { program: stand('answers', `read line\necho '${line}'\ncat\n`) }), message);
  });
}

test('a program that is killed while another process keeps its output has denied', async (t) => {
  const program = stand('leaves one', 'read line || exit 0\n(exec sleep 1000) &\necho $! >&2\nkill -KILL $$\n');
  const said = [];
  const gate = gateFor(t, { program, log: (line) => said.push(line) });
  await deniedWith(gate, /was killed by SIGKILL/);
  process.kill(Number(said[0]));
});

test('what a callback throws without words, and a log that fails later, end nothing', async (t) => {
  for (const thrown of [Object.create(null), Symbol('x'), { message: Object.create(null) }]) {
    const gate = gateFor(t, { log: async () => { throw thrown; }, onAsk: () => { throw thrown; } });
    assert.equal((await bash(gate, 'make')).behavior, 'deny');
  }
});

test('a line that is not JSON ends the program, and the next question goes to a new one', async (t) => {
  const allow = '{"type":"control_response","response":{"subtype":"success","request_id":"q1","response":{"behavior":"allow","updatedInput":{}}}}';
  const mark = path.join(folder, 'was_here');
  const program = stand('learns', `read line || exit 0\nif [ -e '${mark}' ]; then echo '${allow}'; else touch '${mark}'; echo oops; fi\ncat >/dev/null\n`);
  const gate = gateFor(t, { program });
  await deniedWith(gate, /not JSON/);
  assert.equal(existsSync(mark), true);
  assert.equal((await bash(gate, 'npm test')).behavior, 'allow');
});

for (const stream of ['output', 'errors']) {
  test(`a line of its ${stream} without an end ends the program`, async (t) => {
    const program = stand(`endless ${stream}`, `read line || exit 0\nyes | tr -d '\\n' ${stream === 'errors' ? '>&2' : ''}\n`);
    await deniedWith(gateFor(t, { program }), /a line that is too long/);
  });
}

test('lines are taken whole, in whatever parts they come, up to a length', () => {
  const read = (parts) => {
    const lines = [];
    const take = lineReader((line) => lines.push(line), 4, () => lines.push('too long'));
    for (const part of parts) take(Buffer.from(part));
    return lines;
  };
  assert.deepEqual(read(['ab\ncd\n\nef']), ['ab', 'cd', '']);
  assert.deepEqual(read(['a', 'b', 'cd', '\nef\ng', 'h\n']), ['abcd', 'ef', 'gh']);
  assert.deepEqual(read(['ab\nabcde\nab\n', 'ab\n']), ['ab', 'too long']);
  assert.deepEqual(read(['abc', 'de', 'f\nab\n']), ['too long']);
});

/** The process behind a gate, without a limit of time. */
const server = (program, options) => new Server(program, ['serve', '--stdio', '--dialect=nested', '--on-ask=peer', '--policy=bare', '--allow=Bash(npm *)'], {
  log: () => {}, withinMs: 0, ...options,
});
const question = (command) => ({ subtype: 'can_use_tool', tool_name: 'Bash', input: { command }, tool_use_id: 'toolu_1' });

test('a program that hangs is ended, and the next question goes to another one', async (t) => {
  const asked = server(script('hangs', '#!/bin/sh\nkill -STOP $$\n'), { withinMs: 1, aliveWithinMs: 1 });
  t.after(() => asked.close());
  await assert.rejects(asked.ask(question('npm test')), { message: 'no answer within 1 ms' });
  Object.assign(asked, { program: process.env.ASSENT_PROGRAM, withinMs: 0 });
  let answer;
  while (!answer) answer = await asked.ask(question('npm test')).catch((error) => assert.match(error.message, /hangs|killed/));
  assert.equal(answer.behavior, 'allow');
});

test('a program that waits for a person is not ended', async (t) => {
  const { program } = killable('waits');
  const asked = server(program, { onAsk: never });
  t.after(() => asked.close());
  await asked.ask(question('npm test'));
  const { running } = asked;
  asked.withinMs = 1;
  await assert.rejects(asked.ask(question('make')), { message: /no answer within 1 ms$/ });
  asked.withinMs = 0;
  assert.equal((await asked.ask(question('npm test'))).behavior, 'allow');
  assert.equal(asked.running, running);
});

test('an answer that comes too late is none for the program either', async (t) => {
  let now = 0;
  const answers = [];
  const asked = server(process.env.ASSENT_PROGRAM, {
    withinMs: 2 ** 31 - 1,
    now: () => now,
    onAsk: (_tool, { command }) => {
      answers.push(command);
      now += 2 ** 31 - 1;
      const rules = [{ toolName: 'Bash', ruleContent: 'make *' }];
      return { behavior: 'allow', updatedPermissions: [{ type: 'addRules', rules, behavior: 'allow', destination: 'session' }] };
    },
  });
  t.after(() => asked.close());
  for (const command of ['make a', 'make b']) {
    const { behavior, message } = await asked.ask(question(command));
    assert.deepEqual([behavior, message], ['deny', 'the callback failed: the answer came too late']);
  }
  assert.deepEqual(answers, ['make a', 'make b']);
});

test('a closed gate ends a program that does not end by itself', async () => {
  const log = new Feed();
  const stays = server(script('stays', "#!/bin/sh\ntrap '' TERM\necho ready >&2\nexec sleep 1000\n"), { log: (line) => log.push(line) });
  const denied = assert.rejects(stays.ask(question('make')), { message: 'the gate was closed' });
  await log.find((line) => line === 'ready');
  const { child } = stays.running;
  stays.close();
  await denied;
  child.ref();
  assert.deepEqual(await once(child, 'exit'), [null, 'SIGKILL']);
});

test('a program that says what nobody can read is ended', async () => {
  const garbles = server(script('garbles', '#!/bin/sh\nread line\necho oops\nexec sleep 1000\n'));
  const denied = assert.rejects(garbles.ask(question('make')), { message: 'the program wrote a line that is not JSON' });
  const { child } = garbles.running;
  await denied;
  child.ref();
  assert.deepEqual(await once(child, 'exit'), [null, 'SIGKILL']);
});

test('the program does not get the signals of a terminal, unless it asks there', async (t) => {
  for (const apart of [true, false]) {
    const asked = server(process.env.ASSENT_PROGRAM, { apart });
    t.after(() => asked.close());
    await asked.ask(question('npm test'));
    const isLeader = () => process.kill(-asked.running.child.pid, 0);
    if (apart) assert.equal(isLeader(), true);
    else assert.throws(isLeader, { code: 'ESRCH' });
  }
});

test('a program that is started again is told of', async (t) => {
  const { program, kill } = killable('told');
  const log = new Feed();
  const gate = gateFor(t, { program, log: (line) => log.push(line), onAsk() { kill(); return never(); } });
  await bash(gate, 'make');
  assert.equal((await bash(gate, 'npm test')).behavior, 'allow');
  assert.equal(
    await log.find((line) => line.includes('again')),
    'assent: the program was killed by SIGKILL; it is started again, and its limits and grants begin anew',
  );
});

test('a log that closes the gate when the program is started again denies, and hangs nothing', async (t) => {
  const { program, kill } = killable('closes');
  const gate = gateFor(t, { program, log: (line) => line.includes('again') && gate.close(), onAsk() { kill(); return never(); } });
  await bash(gate, 'make');
  await deniedWith(gate, /the gate was closed/);
});

test('what the SDK says of a use reaches the program, and so does that it is withdrawn', async (t) => {
  const frames = new Feed();
  const program = stand('shows', 'while read -r line; do echo "$line" >&2; done\n');
  const gate = gateFor(t, { program, log: (line) => frames.push(JSON.parse(line)) });
  const controller = new AbortController();
  const said = {
    toolUseID: 'toolu_7', agentID: 'sub', blockedPath: '/b', decisionReason: 'why', title: 'T', displayName: 'D', description: 'S', matchedAskRule: {},
  };
  const denied = bash(gate, 'make', { ...said, signal: controller.signal });
  const { request, request_id: id } = await frames.find((frame) => frame.request?.subtype === 'can_use_tool');
  assert.deepEqual(request, {
    subtype: 'can_use_tool', tool_name: 'Bash', input: { command: 'make' }, tool_use_id: 'toolu_7', agent_id: 'sub', blocked_path: '/b',
    decision_reason: 'why', decision_reason_type: 'rule', title: 'T', display_name: 'D', description: 'S',
  });
  controller.abort();
  assert.equal((await denied).message, 'assent: the question was withdrawn');
  const hooked = gate.preToolUse({ hook_event_name: 'PreToolUse' }, 'toolu_8');
  const cancelled = await frames.find((frame) => frame.type === 'control_cancel_request');
  assert.equal(cancelled.request_id, id);
  const hook = await frames.find((frame) => frame.request?.subtype === 'hook_callback');
  assert.deepEqual(hook.request, { subtype: 'hook_callback', callback_id: 'assent_guard', input: { hook_event_name: 'PreToolUse' }, tool_use_id: 'toolu_8' });
  gate.close();
  assert.equal((await hooked).hookSpecificOutput.permissionDecision, 'deny');
});

test('a hook allows nothing, whatever the program says', async (t) => {
  const allow = { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow', permissionDecisionReason: 'x' } };
  const line = JSON.stringify({ type: 'control_response', response: { subtype: 'success', request_id: 'q1', response: allow } });
  const gate = gateFor(t, { program: stand('allows', `read line\necho '${line}'\ncat >/dev/null\n`) });
  const said = await gate.preToolUse({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'x' } });
  assert.equal(said.hookSpecificOutput.permissionDecision, 'deny');
});

test('options are tried without opening a place to ask', () => {
  const tried = path.join(folder, 'tried');
  const program = stand('tries', `echo "$@" >>'${tried}'\n`);
  for (const onAsk of ['web', 'terminal', 'web,terminal', 'terminal,web', 'allow']) assent({ program, onAsk }).close();
  assert.deepEqual(readFileSync(tried, 'utf8').split('\n').map((line) => line.includes('--on-ask')), [false, false, false, false, true, false]);
});

test('a question without an answer is denied when its time is over', async (t) => {
  const silent = stand('silent', 'cat >/dev/null\n');
  const late = { behavior: 'deny', message: 'assent: no answer within 1 ms' };
  assert.deepEqual(await bash(gateFor(t, { program: silent, answerWithinMs: 1 }), 'npm test'), late);
  assert.equal((await bash(gateFor(t, { answerWithinMs: 0 }), 'npm test')).behavior, 'allow');
});

test('a callback that never answers is named, also on record', async (t) => {
  let isAsked = false;
  const asked = server(process.env.ASSENT_PROGRAM, { onAsk: () => { isAsked = true; return never(); } });
  const record = path.join(folder, 'late.ndjson');
  asked.args.push(`--record=${record}`);
  let said;
  t.after(() => asked.close());
  for (let within = 1; !isAsked; within *= 2) {
    asked.withinMs = within;
    const { message } = await asked.ask(question('make')).catch((error) => error);
    said = `${isAsked ? 'onAsk gave ' : ''}no answer within ${within} ms`;
    assert.equal(message, said);
  }
  asked.withinMs = 0;
  await asked.ask(question('npm test'));
  const reasons = readFileSync(record, 'utf8').trim().split('\n').map((line) => JSON.parse(line).reason);
  assert.ok(reasons.includes(`the callback failed: ${said}`), reasons);
});

test('an aborted question is denied, and the callback hears of it', async (t) => {
  const controller = new AbortController();
  let heard;
  const gate = gateFor(t, {
    onAsk(_tool, _input, { signal }) {
      heard = signal;
      controller.abort();
      return never();
    },
  });
  const withdrawn = { behavior: 'deny', message: 'assent: the question was withdrawn' };
  assert.deepEqual(await bash(gate, 'make', { signal: controller.signal }), withdrawn);
  assert.equal(heard.aborted, true);
  assert.deepEqual(await bash(gate, 'npm test', { signal: controller.signal }), withdrawn);
});

test('1 000 questions at once are all answered, each with its own answer', async (t) => {
  const gate = gateFor(t, { onAsk: (_tool, input) => ({ behavior: 'deny', message: `no ${input.command}` }) });
  const commands = Array.from({ length: 1000 }, (_, n) => (n % 2 ? `npm run ${n}` : `make ${n}`));
  const results = await Promise.all(commands.map((command) => bash(gate, command)));
  assert.deepEqual(results, commands.map((command) => (
    command.startsWith('npm') ? { behavior: 'allow', updatedInput: { command } } : { behavior: 'deny', message: `no ${command}` }
  )));
});

test('a closed gate denies what is open and what comes', async (t) => {
  const gate = gateFor(t, { onAsk() { gate.close(); return never(); } });
  const closed = { behavior: 'deny', message: 'assent: the gate was closed' };
  assert.deepEqual(await bash(gate, 'make'), closed);
  assert.deepEqual(await bash(gate, 'npm test'), closed);
  assert.equal((await gate.preToolUse({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: {} })).hookSpecificOutput.permissionDecision, 'deny');
});

test('an open question keeps Node running, an idle gate does not', () => {
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', `
    import { assent } from '${entry}';
    const gate = assent({ policy: 'bare', allow: ['Bash(npm *)'] });
    console.log(JSON.stringify(await gate('Bash', { command: 'npm test' })));
  `], { encoding: 'utf8' });
  assert.equal(run.stderr, '');
  assert.equal(run.stdout, '{"behavior":"allow","updatedInput":{"command":"npm test"}}\n');
  assert.equal(run.status, 0);
});

for (const [what, options, message] of [
  ['a policy that is not there', { policy: '/nonexistent/policy.json' }, /^assent: policy: cannot read policy file `\/nonexistent\/policy.json`/],
  ['a policy with a mistake', { policy: script('bad.json', '{"rulse":[]}') }, /^assent: policy: .*bad\.json/],
  ['a policy that is no file', { policy: { rules: [] } }, /^assent: policy: expected the name of a policy or of its file, got object$/],
  ['a rule that is none', { deny: ['Bash(rm --allow'] }, /^assent: deny `Bash\(rm --allow`: expected/],
  ['a rule that is an object', { deny: [{ tool: 'Bash' }] }, /^assent: deny\[0\]: expected a rule such as `Bash\(npm \*\)`, got object$/],
  ['a mode that there is not', { mode: 'yolo' }, /^assent: mode: expected .*, got `yolo`/],
  ['an unknown place to ask', { onAsk: 'ask' }, /^assent: onAsk: expected a function, deny, allow, terminal, web or terminal,web, got `ask`$/],
  ['a place to ask with a typing mistake', { onAsk: 'webb' }, /^assent: onAsk: expected a function, .*, got `webb`; did you mean `web`\?$/],
  ['nobody to ask', { onAsk: null }, /^assent: onAsk: expected a function, or deny, allow, terminal or web, got null$/],
  ['a page to open without one', { onAsk: 'terminal', open: true }, /^assent: open: expected onAsk web$/],
  ['a title that is empty', { title: '' }, /^assent: title: expected a string that is not empty, got ``$/],
  ['a time that is a number', { askTimeout: 30 }, /^assent: askTimeout: expected a time such as `30s`, got `30`$/],
  ['a time without a unit', { askTimeout: '30' }, /^assent: askTimeout: expected a time such as 30s, 5m or 0, got `30`$/],
  ['two records', { audit: path.join(folder, 'a'), record: path.join(folder, 'r') }, /^assent: audit excludes record/],
  ['a record in a folder that is not there', { record: '/nonexistent/folder/r' }, /^assent: record: expected a file in a folder that is there, got `\/nonexistent\/folder\/r`: there is no `\/nonexistent\/folder`$/],
  ['a record in the home folder of a shell', { record: '~/r.ndjson' }, /^assent: record: expected a path without `~`, .*, got `~\/r.ndjson`$/],
  ['an audit file in the home folder of a shell', { audit: '~/r.ndjson' }, /^assent: audit: expected a path without `~`/],
  ['a policy in the home folder of a shell', { policy: '~/p.json' }, /^assent: policy: expected a path without `~`/],
  ['a record that is a folder', { record: `${folder}/` }, /^assent: record: expected a file, got `/],
  ['a policy with a typing mistake', { policy: 'standart' }, /^assent: policy: no policy is called `standart`: .*; did you mean `standard`\?$/],
  ['a program as a URL', { program: new URL('file:///usr/bin/assent') }, /^assent: program: expected a path, as `fileURLToPath` of `node:url` makes one, got object$/],
  ['a folder as a URL', { cwd: new URL('file:///work') }, /^assent: cwd: expected a path, as `fileURLToPath`/],
  ['a program that is no path', { program: 5 }, /program: expected a string that is not empty, got `5`/],
  ['the word for what the protocol asks', { onAsk: 'peer' }, /onAsk: expected a function, or deny, allow, terminal or web, got `peer`/],
  ['a NUL in a rule', { deny: ['Bash(r\0m *)'] }, /deny\[0\]: expected a string without NUL/],
  ['an unknown option', { rules: [] }, /rules: no such option; there are policy, mode.*program$/],
  ['an option with a typing mistake', { alow: [] }, /alow: no such option; there are policy, .*; did you mean `allow`\?$/],
  ['an option as Python has it', { on_ask: 'web' }, /did you mean `onAsk`\?$/],
  ['a rule outside of a list', { allow: 'Bash(npm *)' }, /allow: expected an array of rules, got `Bash\(npm \*\)`/],
  ['a rule that is empty', { deny: ['Bash(rm *)', ''] }, /deny\[1\]: expected a rule such as .*, got ``/],
  ['a time that is none', { answerWithinMs: -1 }, /answerWithinMs: expected a whole number from 0 to 2147483647, got `-1`/],
  ['a time that no timer can wait', { answerWithinMs: 2 ** 31 }, /got `2147483648`/],
]) {
  test(`${what} is an error at once`, () => assert.throws(() => assent({ ...rules, ...options }), { message }));
}

test('a working directory is taken with a `/` at its end, as the address of a module has it, and as an absolute path alone', async (t) => {
  for (const make of [(cwd) => gateFor(t, { cwd }), (cwd) => daemon({ cwd })]) {
    for (const cwd of ['/', '/proj', '/proj/']) make(cwd);
    for (const cwd of ['.', 'proj', '//proj', '/proj//', '/proj/../proj', '/proj/.', '/proj/..', '/..']) {
      assert.throws(() => make(cwd), { message: `assent: cwd: expected an absolute path without \`.\`, \`..\` and doubled \`/\`, got \`${cwd}\`` });
    }
    assert.throws(() => make('~/proj'), /^TypeError: assent: cwd: expected a path without `~`, .*, got `~\/proj`$/);
  }
  const read = await gateFor(t, { allow: ['Read(/proj/**)'], cwd: '/proj/' })('Read', { file_path: 'a.txt' }, use());
  assert.equal(read.behavior, 'allow');
});

test('files are those of where the gate was made, also for a program that is started again elsewhere', async (t) => {
  const before = process.cwd();
  t.after(() => process.chdir(before));
  process.chdir(folder);
  writeFileSync('moved.json', '{"rules":{"deny":["Bash(ls *)"]}}');
  const { program, kill } = killable('moved');
  const gate = gateFor(t, { policy: 'moved.json', record: 'moved.ndjson', program: `./${path.basename(program)}`, onAsk() { kill(); return never(); } });
  await bash(gate, 'make');
  process.chdir('/');
  assert.match((await bash(gate, 'ls x')).message, /denied by rule `Bash\(ls \*\)`/);
  assert.match(readFileSync(path.join(folder, 'moved.ndjson'), 'utf8'), /"outcome":"deny"/);
});

test('the policies that are known by name are those of the program', () => {
  const { stderr } = spawnSync(process.env.ASSENT_PROGRAM, ['serve', '--stdio', '--policy=?'], { encoding: 'utf8' });
  assert.deepEqual(stderr.match(/expected (.*) or a file/)[1].split(', ').sort(), [...readyPolicies].sort());
});

test('a callback is told why Assent asks, and then why the agent does', async (t) => {
  const gate = gateFor(t, { onAsk: (_tool, _input, { decisionReason: message }) => ({ behavior: 'deny', message }) });
  const ours = '`make` runs code of the project; no rule allows it';
  assert.equal((await bash(gate, 'make', { decisionReason: 'Path is outside' })).message, `${ours}; the agent says: Path is outside`);
  for (const decisionReason of [undefined, '', ours]) assert.equal((await bash(gate, 'make', { decisionReason })).message, ours);
});

test('the types have the words that the program takes', () => {
  const types = readFileSync(path.join(folder, 'node_modules/assent/index.d.ts'), 'utf8');
  const named = (front) => types.slice(types.indexOf(front) + front.length).split(';')[0].match(/'[^']+'/g).map((word) => word.slice(1, -1));
  const taken = (flag) => {
    const { stderr } = spawnSync(process.env.ASSENT_PROGRAM, ['serve', '--stdio', `${flag}=?`], { encoding: 'utf8' });
    return stderr.match(/expected (.*), got/)[1].split(/, | or /);
  };
  assert.deepEqual(named(' mode?:'), taken('--mode'));
  assert.deepEqual(named(' logLevel?:'), taken('--log-level'));
  const places = named(' type People =').filter((word) => word !== 'web,terminal'); // in any order
  assert.deepEqual(['peer', 'deny', 'allow', ...places].sort(), taken('--on-ask').sort());
});

test('options that are no plain object are an error, for their rules would be lost', () => {
  for (const options of [new Map([['deny', ['Bash(rm *)']]]), [], new Date(), null, new (class { deny = ['Bash(rm *)']; })()]) {
    assert.throws(() => assent(options), /options: expected a plain object/);
  }
  assent(Object.assign(Object.create(null), rules)).close();
});

test('the longest time is taken', () => assent({ ...rules, answerWithinMs: 2 ** 31 - 1 }).close());

/** What the hooks say before and after a use. */
const before = async (gate, command, more) => (
  (await gate.preToolUse({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command }, tool_use_id: 'toolu_1', ...more }, 'toolu_1')).hookSpecificOutput
);
const after = (gate, command, event = 'PostToolUse') => (
  gate.hooks[event][0].hooks[0]({ hook_event_name: event, tool_name: 'Bash', tool_input: { command }, tool_use_id: 'toolu_1', tool_response: '\ud800' }, 'toolu_1')
);

for (const event of ['PostToolUse', 'PostToolUseFailure']) {
  test(`once something else ran than was judged, and would not be allowed, all is denied (${event})`, async (t) => {
    const gate = gateFor(t);
    for (const ran of ['npm test', 'npm start']) { // the second one is allowed as it ran
      assert.equal(await before(gate, 'npm test'), undefined);
      assert.deepEqual(await after(gate, ran, event), {});
    }
    assert.equal(await before(gate, 'npm test'), undefined);
    assert.deepEqual(await after(gate, 'rm x', event), {});
    const why = /^Bash `npm test` was judged, and Bash `rm x` ran, which would have been denied: denied by rule `Bash\(rm \*\)` \(an option\)/;
    assert.match((await before(gate, 'npm test')).permissionDecisionReason, why);
    await deniedWith(gate, why);
  });
}

test('a use that nobody would allow unasked may run as it was judged, also where the program died meanwhile', async (t) => {
  const { program, kill } = killable('forgets');
  const log = new Feed();
  const gate = gateFor(t, { program, log: (line) => log.push(line), onAsk: () => ({ behavior: 'allow' }) });
  for (const dies of [false, true]) {
    await before(gate, 'make');
    assert.equal((await bash(gate, 'make')).behavior, 'allow');
    if (dies) kill();
    if (dies) assert.equal((await bash(gate, 'npm test').then(() => bash(gate, 'npm test'))).behavior, 'allow');
    await after(gate, 'make');
    assert.equal((await bash(gate, 'npm test')).behavior, 'allow');
  }
});

test('a session that began outside of the gate\'s folder is denied, and one that goes elsewhere later is not', async (t) => {
  const inside = path.join(folder, 'shop/sub');
  mkdirSync(inside, { recursive: true });
  symlinkSync(path.dirname(inside), path.join(folder, 'link'));
  const gate = gateFor(t, { cwd: path.join(folder, 'link') });
  const says = async (session_id, cwd) => (await before(gate, 'npm test', { session_id, cwd }))?.permissionDecisionReason;
  const elsewhere = `assent: the session is in \`${folder}\`, and the gate's cwd is \`${folder}/link\`: each folder needs a gate of its own`;
  for (const [session, cwd, message] of [
    ['a', path.dirname(inside), undefined],
    ['a', folder, undefined],
    ['b', folder, elsewhere],
    ['b', inside, elsewhere],
    ['c', inside, undefined],
    [undefined, folder, elsewhere],
    [undefined, inside, undefined],
  ]) assert.equal(await says(session, cwd), message, `${session} ${cwd}`);
});

test('that no folder was given is told once, when something is not allowed', async (t) => {
  const said = [];
  const gate = gateFor(t, { log: (line) => said.push(line) });
  await bash(gate, 'npm test');
  for (const file_path of ['a.txt', 'b.txt']) assert.equal((await gate('Read', { file_path }, use())).behavior, 'deny');
  assert.deepEqual(said, ['assent: cwd: not given, so that nobody knows where paths lead: what reads or changes a file is not allowed by itself']);
});

test('a rule about a tool that there is not is told of', async (t) => {
  const log = new Feed();
  const gate = gateFor(t, { deny: ['Rm', 'mcp__mine__tool'], log: (line) => log.push(line) });
  await bash(gate, 'npm test');
  assert.equal(await log.find((line) => line.includes('no tool')), 'assent: warn: deny `Rm`: no tool of that name is registered');
});

test('the hook denies, asks, and has no opinion', async (t) => {
  const gate = gateFor(t);
  const says = async (command, event = 'PreToolUse') => {
    const input = { hook_event_name: event, tool_name: 'Bash', tool_input: command && { command }, cwd: '/proj' };
    return gate.preToolUse(input, 'toolu_1', { signal: new AbortController().signal });
  };
  const decision = async (command) => (await says(command)).hookSpecificOutput.permissionDecision;
  assert.deepEqual(await says('rm x'), {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'denied by rule `Bash(rm *)` (an option)',
    },
  });
  assert.equal(await decision('git push x'), 'ask');
  assert.deepEqual(await says('npm test'), {});
  assert.deepEqual(await says('make'), {});
  assert.equal(await decision(undefined), 'deny');
  assert.deepEqual(await says('make', 'PostToolUse'), {
    continue: false, stopReason: 'assent: a hook for PreToolUse was called for PostToolUse',
  });
  assert.deepEqual(gate.hooks.PreToolUse, [{ hooks: [gate.preToolUse], onFailure: 'block' }]);
});

