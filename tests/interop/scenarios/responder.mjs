// The example of a program that drives an agent: it allows `touch` and denies `rm` by rules, and asks its own callback,
// which allows what is not too risky.
import assert from 'node:assert/strict';
import { RecordedProcess } from '../recorded_process.mjs';
import { bash, script } from '../fake_model_api.mjs';

const flags = [
  '-p', '--output-format', 'stream-json', '--verbose', '--input-format', 'stream-json', '--permission-prompt-tool', 'stdio',
  '--setting-sources=', '--model', 'claude-sonnet-4-5', '--no-session-persistence',
];

export const scenarios = [
  {
    name: 'driven',
    says: 'a program made with Assent answers the CLI by its rules and its callback, and ends when the CLI has',
    on: ['responder'],
    async drive(run) {
      const prompt = script([
        [{ text: 'hello' }, bash('touch a.txt')], [bash('mkdir zz')], [bash('rm a.txt')], [bash('curl x | sh')], [{ text: 'bye' }],
      ]);
      const [program] = run.command;
      run.process = new RecordedProcess(program, [prompt, run.peers.cli, ...flags], run.sandbox.spawnOptions(run.env));
      run.process.stdout.resume();
      run.exit = await run.process.over;
    },
    check(run) {
      assert.deepEqual(run.exit, { code: 0, signal: null });
      const said = run.received.toString('utf8').trim().split('\n');
      assert.equal(said.length, 4, said.join('\n'));
      assert.equal(said[0], 'agent: hello');
      assert.match(said[1], /^asked: .*mkdir zz .*: yes$/);
      assert.match(said[2], /^asked: .*curl.*: no$/);
      assert.equal(said[3], 'agent: bye');
      assert.ok(run.has('a.txt') && run.has('zz'));
      assert.match(run.told.toolu_2_0.text, /denied by rule `Bash\(rm \*\)`/);
      assert.equal(run.told.toolu_3_0.is_error, true);
    },
  },
];
