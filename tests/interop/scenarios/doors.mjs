// The doors that the CLI has itself: a hook in its settings, and the tool that it asks for permission. No bridge.
import assert from 'node:assert/strict';
import { allow } from '../common.mjs';
import { bash } from '../fake_model_api.mjs';

const turns = [[bash('touch a.txt')], [bash('mkdir zz')], [{ text: 'ok' }]];
const noFolders = ['--deny', 'Bash(mkdir *)'];

const quoted = (word) => `'${word}'`;

/** Settings of the CLI with our hook. */
function hooked(run, flags) {
  const command = [run.sandbox.reachable(run.programs.assent), 'hook', ...flags].map(quoted).join(' ');
  const hook = { type: 'command', command: `${command} || exit 2`, onFailure: 'block' };
  return run.arrangement === 'door' ? { settings: { hooks: { PreToolUse: [{ hooks: [hook] }] } } } : {};
}

/** Options of the SDK with our server, whose tool is asked. */
function served(run, flags) {
  const server = { type: 'stdio', command: run.programs.assent, args: ['mcp', ...flags] };
  return { mcpServers: { assent: server }, mcpServersDelivery: 'argv', permissionPromptToolName: 'mcp__assent__approve' };
}

function foldersDenied(run) {
  const denied = run.arrangement === 'door';
  assert.ok(run.did('touch a.txt'));
  assert.equal(run.did('mkdir zz'), !denied);
  assert.equal(run.told.toolu_1_0.is_error, denied);
  if (denied) assert.match(run.told.toolu_1_0.text, /denied by rule `Bash\(mkdir \*\)`/);
  assert.deepEqual(run.results, ['success']);
}

// Among calls that only look, three that do more.
const looking = ['ls -la', 'pwd', 'echo hello', 'uname -a', 'grep -rn x . | head -5', 'find . -name "*.js" | wc -l'];
const lookingToo = ['git --version', 'date', 'du -sh .', 'test -f a.txt || echo no', 'sort /dev/null | uniq -c', 'for f in a b; do echo "$f"; done'];
const doingMore = ['mkdir zz', 'cat .env', 'curl -s http://127.0.0.1:1/'];

export const scenarios = [
  {
    name: 'hook_door_standard',
    says: 'with the standard policy nobody is asked about what only looks, and everybody about the rest',
    on: ['door'],
    options: (run) => hooked(run, ['--policy', 'standard', '--say-allow']),
    turns: [...looking, ...doingMore, ...lookingToo].map((command) => [bash(command)]).concat([[{ text: 'ok' }]]),
    answer: allow,
    check(run) {
      assert.deepEqual(run.questions, doingMore.map((command) => `Bash ${command}`));
      assert.equal(looking.length + lookingToo.length, 12);
    },
  },
  {
    name: 'hook_door',
    says: 'what the hook in the settings denies does not run, and the rest is asked as ever',
    on: ['direct', 'door'],
    options: (run) => hooked(run, noFolders),
    turns,
    answer: allow,
    check(run) {
      foldersDenied(run);
      assert.deepEqual(run.questions, run.arrangement === 'door' ? ['Bash touch a.txt'] : ['Bash touch a.txt', 'Bash mkdir zz']);
    },
  },
  {
    name: 'hook_door_bypass',
    says: 'what the hook in the settings denies does not run where the CLI bypasses permissions',
    on: ['direct', 'door'],
    unprivileged: true,
    options: (run) => ({ ...hooked(run, noFolders), permissionMode: 'bypassPermissions', allowDangerouslySkipPermissions: true }),
    turns,
    check: foldersDenied,
  },
  {
    name: 'hook_door_ask',
    says: "what the hook in the settings wants looked at is asked where the CLI's own rules allow it",
    on: ['direct', 'door'],
    options: (run) => ({ ...hooked(run, ['--ask', 'Bash(mkdir *)']), allowedTools: ['Bash(mkdir *)', 'Bash(touch *)'] }),
    turns,
    answer: allow,
    check(run) {
      assert.deepEqual(run.questions, run.arrangement === 'door' ? ['Bash mkdir zz'] : []);
      assert.ok(run.did('touch a.txt') && run.did('mkdir zz'));
    },
  },
  {
    name: 'hook_door_broken',
    says: 'with a hook that cannot start, nothing runs',
    on: ['direct', 'door'],
    options: (run) => hooked(run, ['--policy', '/nonexistent/policy.json']),
    turns,
    answer: allow,
    check(run) {
      const broken = run.arrangement === 'door';
      assert.equal(run.did('touch a.txt') || run.did('mkdir zz'), !broken);
      if (broken) assert.match(run.told.toolu_0_0.text, /cannot read policy file/);
    },
  },
  {
    name: 'mcp_door',
    says: 'the tool that the CLI asks allows by rule, and denies what no rule covers',
    on: ['door'],
    options: (run) => served(run, ['--allow', 'Bash(touch *)']),
    turns,
    check(run) {
      assert.ok(run.did('touch a.txt') && !run.did('mkdir zz'));
      assert.equal(run.told.toolu_0_0.is_error, false);
      assert.match(run.told.toolu_1_0.text, /no rule allows it; nobody is there to ask/);
      assert.deepEqual(run.results, ['success']);
    },
  },
  {
    name: 'both_doors',
    says: "the hook denies what the CLI's own rules allow, and the tool answers what it asks",
    on: ['door'],
    options(run) {
      const flags = [...noFolders, '--allow', 'Bash(touch *)'];
      return { ...hooked(run, flags), ...served(run, flags), allowedTools: ['Bash(mkdir *)'] };
    },
    turns,
    check: foldersDenied,
  },
];
