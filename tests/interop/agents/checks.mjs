// What hooks and their daemon do where many come at once, where two agents share a grant, and where something breaks; and
// where agents call no hooks.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { RecordedProcess } from '../recorded_process.mjs';
import { Daemon } from './daemon.mjs';
import { Place } from './place.mjs';
import { AgentSession } from './session.mjs';
import { hookSeconds, unheard } from './targets.mjs';
import { waysOfPassing } from './ways.mjs';

const crowd = 200;
const timed_hooks = 60;
const points = 20;

const use = (command) => JSON.stringify({
  session_id: 's', hook_event_name: 'PreToolUse', cwd: '/proj', tool_name: 'Bash', tool_input: { command }, tool_use_id: 't',
});

/** A hook of a place, as an agent would start it: {status, out, err}. */
async function hook(place, command, flags) {
  const child = new RecordedProcess(place.assent, ['hook', '--say-allow', ...flags], place.sandbox.spawnOptions(place.env));
  child.stdout.resume();
  child.stdin.end(use(command));
  const { code, signal } = await child.over;
  return { status: code ?? signal, out: Buffer.concat(child.received).toString(), err: child.errors };
}

const said = ({ status, out }) => {
  if (status === 2) return 'refused';
  if (status !== 0) return `status ${status}`;
  return JSON.parse(out).hookSpecificOutput?.permissionDecision ?? 'open';
};

const byDaemon = ['--daemon', 'on'];

async function inPlace(world, work) {
  const place = new Place({ agent: 'claude' }, world);
  try {
    return await work(place);
  } finally {
    place.dispose(world);
  }
}

async function manyAtOnce(place) {
  const daemon = await Daemon.start(place, ['--allow', 'Bash(touch *)', '--deny', 'Bash(rm *)']);
  const answers = await Promise.all(Array.from({ length: crowd }, (_, at) => (
    hook(place, `${at % 2 ? 'rm' : 'touch'} file-${at}`, [...byDaemon, '--timeout', '2m'])
  )));
  await daemon.kill();
  const wrong = answers.filter((answer, at) => said(answer) !== (at % 2 ? 'deny' : 'allow'));
  assert.deepEqual(wrong, [], 'answers that are lost, or another hook\'s');
  return `${answers.length} hooks at once, ${answers.length - wrong.length} right answers`;
}

function milliseconds(program, args, input, options) {
  const begin = process.hrtime.bigint();
  const { status } = spawnSync(program, args, { ...options, input });
  assert.equal(status, 0);
  return Number(process.hrtime.bigint() - begin) / 1e6;
}

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

async function times(place) {
  const rules = ['--allow', 'Bash(touch *)'];
  const daemon = await Daemon.start(place, rules);
  const options = { env: place.env, cwd: place.cwd };
  const ways = {
    'a hook with daemon': [place.assent, ['hook', ...byDaemon]],
    'a hook that decides by itself': [place.assent, ['hook', ...rules]],
    '/bin/true': ['/bin/true', []],
  };
  const found = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
  // In turns: what else the machine does meets all of them.
  for (let at = 0; at < timed_hooks; at += 1) {
    for (const [name, [program, args]] of Object.entries(ways)) found[name].push(milliseconds(program, args, use('touch a'), options));
  }
  await daemon.kill();
  const least = median(found['/bin/true']);
  return Object.entries(found)
    .map(([name, each]) => `${name}: ${median(each).toFixed(1)} ms (${(median(each) / least).toFixed(1)} x /bin/true)`).join('; ');
}

/** A person denies; the daemon is killed before, while and after that. */
async function killedAnywhere(place) {
  const question = async (kill_ms) => {
    const daemon = await Daemon.start(place, ['--on-ask', 'web']);
    const page = await daemon.page();
    const denied = page.question().then((asked) => asked && page.answer(asked.number, { what: 'deny', feedback: 'no' }));
    const begin = Date.now();
    const timer = kill_ms === undefined ? undefined : setTimeout(() => daemon.process.kill('SIGKILL'), kill_ms);
    const answer = await hook(place, 'touch a', [...byDaemon, '--timeout', '20s']);
    const took = Date.now() - begin;
    clearTimeout(timer);
    page.close();
    await daemon.kill();
    await denied.catch(() => {});
    return { answer, took };
  };
  const { answer, took } = await question();
  assert.equal(said(answer), 'deny');
  const found = [];
  for (let at = 0; at < points; at += 1) found.push((await question((took * at) / (points - 1))).answer);
  for (const each of found) assert.ok(['deny', 'refused'].includes(said(each)), JSON.stringify(each));
  const count = (word) => found.filter((each) => said(each) === word).length;
  return `killed at ${points} points of ${took} ms: ${count('refused')} hooks refused by status 2, ${count('deny')} by the person's answer, none lost`;
}

const ways_to_fail = {
  'no file': (assent) => `${assent} --audit /dev/full`,
  'stderr is full': (assent) => `${assent} --audit - 2> /dev/full`,
  'no room at all': (assent, audit) => `trap '' XFSZ; ulimit -f 0; ${assent} --audit ${audit}`,
  'room for some': (assent, audit) => `trap '' XFSZ; ulimit -f 4; ${assent} --audit ${audit}`,
};

/** A daemon whose record cannot be written, on a full disk: what was allowed is on record. */
async function fullDisk(place) {
  const rules = "--allow 'Bash(touch *)'";
  const found = [];
  for (const [name, line] of Object.entries(ways_to_fail)) {
    const audit = path.join(place.sandbox.root, `${name.replaceAll(' ', '-')}.ndjson`);
    const command = line(`exec ${place.assent} daemon ${rules}`, audit);
    const daemon = spawn('/bin/sh', ['-c', command], { ...place.sandbox.spawnOptions(place.env), stdio: 'ignore' });
    let over = false;
    const ended = once(daemon, 'close').then(() => { over = true; });
    const looks = Array.from({ length: 100 });
    for (const _ of looks) if (!over && !existsSync(path.join(place.run, 'assent', 'daemon.sock'))) await pause(20);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => hook(place, `touch ${at}`, [...byDaemon, '--timeout', '20s'])));
    const count = (words) => answers.filter((each) => words.includes(said(each))).length;
    const [allowed, refused] = [count(['allow']), count(['deny', 'refused'])];
    const recorded = existsSync(audit) ? readFileSync(audit, 'utf8').split('\n').filter((each) => each.includes('"allow"')).length : 0;
    assert.equal(allowed + refused, answers.length, name);
    assert.ok(allowed <= recorded, `${name}: ${allowed} allowed, ${recorded} on record`);
    found.push(`${name}: ${over ? 'the daemon ended' : 'it stayed'}, ${allowed} allowed and on record, ${refused} refused`);
    daemon.kill('SIGKILL');
    await ended;
  }
  const alone = spawnSync('/bin/sh', ['-c', `${place.assent} hook --say-allow ${rules} --audit - 2>/dev/full`], {
    env: place.env, cwd: place.cwd, input: use('touch a'), encoding: 'utf8',
  });
  assert.ok(['deny', 'refused'].includes(said({ status: alone.status, out: alone.stdout })), 'a hook that decides by itself');
  return found.join('; ');
}

/** Three uses are granted for one agent's call; another agent uses them up. */
async function sharedGrant(world, targets) {
  const [first, second] = ['claude', 'codex-app'].map((name) => targets.find((target) => target.name === name));
  const one = await AgentSession.open(first, world, hookSeconds);
  const two = await AgentSession.open(second, { ...world, run: one.place.run }, hookSeconds);
  const daemon = await Daemon.start(one.place, ['--on-ask', 'web']);
  const page = await daemon.page();
  const asked = [];
  const person = (async () => {
    for (let question = await page.question(); question; question = await page.question()) {
      asked.push(question.operation);
      page.answer(question.number, asked.length === 1 ? { what: 'for_uses', uses: 3, rule: 'Bash(touch *)' } : { what: 'deny', feedback: 'enough' });
    }
  })();
  try {
    const ran = async (session, name) => {
      session.place.hook(byDaemon);
      await session.use(session.target.tools.shell(`touch ${name}`));
      return session.place.has(name);
    };
    const runs = [await ran(one, 'asked')];
    for (const name of ['granted-1', 'granted-2', 'granted-3', 'over']) runs.push(await ran(two, name));
    assert.deepEqual(runs, [true, true, true, true, false]);
    assert.equal(asked.length, 2, asked.join('; '));
    assert.match(asked[1], /touch over/);
    return `granted in ${first.name}, used up by ${second.name}; then asked again, and refused`;
  } finally {
    page.close();
    await daemon.kill();
    await person.catch(() => {});
    await two.close();
    await one.close();
  }
}

const patch_forms = {
  plain: (patch) => `apply_patch <<'EOF'\n${patch}EOF\n`,
  'blank lines before': (patch) => `\n\napply_patch <<'EOF'\n${patch}EOF\n`,
  'no quotes': (patch) => `apply_patch <<EOF\n${patch}EOF\n`,
  'in a folder': (patch) => `cd sub && apply_patch <<'EOF'\n${patch}EOF\n`,
};

// What Codex leaves to the shell.
const no_patches = {
  'a comment before': (patch) => `# adds a file\n${patch_forms.plain(patch)}`,
  'a comment behind': (patch) => `${patch_forms.plain(patch)}# done\n`,
  'more before': (patch) => `true && ${patch_forms.plain(patch)}`,
};

/** Patches in a command that are read are the changes that Codex makes; what it makes none of, wants a person. */
async function patchForms(world, targets) {
  const target = targets.find(({ name }) => name === 'codex-app');
  const session = await AgentSession.open(target, world, hookSeconds);
  try {
    mkdirSync(session.place.file('sub'));
    for (const [name, form] of Object.entries(patch_forms)) {
      for (const [flag, made] of [['--deny', false], ['--allow', true]]) {
        const file = `${name.replaceAll(' ', '-')}.txt`;
        session.place.hook(['--on-ask', 'deny', flag, 'Write(**)']);
        await session.use(target.tools.shell(form(`*** Begin Patch\n*** Add File: ${file}\n+x\n*** End Patch\n`)));
        assert.equal(session.place.has(name === 'in a folder' ? `sub/${file}` : file), made, `${name}, ${flag}`);
      }
    }
    for (const [name, form] of Object.entries(no_patches)) {
      session.place.hook(['--on-ask', 'deny', '--allow', 'Write(**)']);
      const { told } = await session.use(target.tools.shell(form('*** Begin Patch\n*** Add File: x\n+x\n*** End Patch\n')));
      assert.match(told, /in another way than as a patch/, name);
    }
    return `denied, and made where they are allowed: ${Object.keys(patch_forms).join(', ')}; refused: ${Object.keys(no_patches).join(', ')}`;
  } finally {
    await session.close();
  }
}

/** Where agents call no hooks: once they do, the documents are to be renewed. */
async function unheardHooks(world) {
  for (const target of unheard) {
    const session = await AgentSession.open(target, world, hookSeconds);
    try {
      session.place.hook(['--mode', 'deny']);
      await session.use(target.tools.shell('touch unheard'));
      assert.deepEqual(session.place.heard(), [], `${target.name} calls its hook`);
      assert.ok(session.place.has('unheard'), `${target.name} ran nothing`);
    } finally {
      await session.close();
    }
  }
  return `no hook is called in ${unheard.map(({ name }) => name).join(', ')}`;
}

/** Codex names the folder of the session where it is about to ask about a patch: a rule for that folder covers none in another. */
async function patchElsewhere(world, targets) {
  const session = await AgentSession.open(targets.find(({ name }) => name === 'codex-permission'), world, hookSeconds);
  try {
    const { place } = session;
    place.hook(['--allow', `Write(${place.cwd}/*)`]);
    mkdirSync(place.file('sub'));
    const cmd = "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: elsewhere\n+hello\n*** End Patch\nEOF\n";
    const { asked } = await session.use({ tool: 'exec_command', input: { cmd, workdir: 'sub' } });
    assert.ok(place.heard()[0]?.in.includes(`"cwd":"${place.cwd}"`), 'Codex says where the patch begins');
    assert.equal(asked, 1);
    return 'a patch in another folder is asked about';
  } finally {
    await session.close();
  }
}

/** A denial of the hook holds where Copilot was started to allow all, by each of its events. */
async function deniedAllTheSame(world, targets) {
  const flags = ['--allow-all-tools', '--allow-all', '--yolo'];
  const copilots = ['copilot', 'copilot-permission'].map((wanted) => targets.find(({ name }) => name === wanted));
  for (const target of copilots) {
    for (const flag of flags) {
      const session = await AgentSession.open({ ...target, words: (about) => [...target.words({ ...about, asking: true }), flag] }, world, hookSeconds);
      try {
        session.place.hook(['--deny', 'Bash(touch *)']);
        await session.use(target.tools.shell('touch denied'));
        assert.equal(session.place.heard().length, 1, `${target.event} with ${flag}: no hook`);
        assert.ok(!session.place.has('denied'), `${target.event} with ${flag}: it ran`);
      } finally {
        await session.close();
      }
    }
  }
  return `denied by ${copilots.map(({ event }) => event).join(' and ')} with ${flags.join(', ')}`;
}

export const checks = [
  { name: 'crowd', run: (world) => inPlace(world, manyAtOnce) },
  { name: 'times', run: (world) => inPlace(world, times) },
  { name: 'daemon-killed-anywhere', run: (world) => inPlace(world, killedAnywhere) },
  { name: 'full-disk', run: (world) => inPlace(world, fullDisk) },
  { name: 'unheard', agents: unheard.map(({ agent }) => agent), run: unheardHooks },
  { name: 'patch-forms', agents: ['codex'], run: patchForms },
  { name: 'patch-elsewhere', agents: ['codex'], run: patchElsewhere },
  { name: 'denied-all-the-same', agents: ['copilot'], run: deniedAllTheSame },
  { name: 'shared-grant', agents: ['claude', 'codex'], run: sharedGrant },
  { name: 'ways', agents: ['claude', 'codex', 'gemini', 'copilot', 'qwen', 'opencode'], run: waysOfPassing },
];

/** Runs, prints, and gives the number that failed. */
export async function runChecks(wanted, world, targets) {
  let failed = 0;
  for (const check of wanted) {
    try {
      console.log(`${check.name}: ${await check.run(world, targets)}`);
    } catch (error) {
      failed += 1;
      console.log(`${check.name}: FAIL: ${error.message}`);
    }
  }
  return failed;
}
