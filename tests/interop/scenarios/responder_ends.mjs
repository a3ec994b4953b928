// How the CLI and the program that drives it end when something goes wrong.
import assert from 'node:assert/strict';
import { readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { answered, said } from '../driven_checks.mjs';
import { bash, script } from '../fake_model_api.mjs';

const on = ['responder'];

/** Waits until `holds()`. The time that a run has ends the waiting for it. */
async function until(holds) {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Waits until no process of this run is left. */
const allGone = (run) => until(() => run.sandbox.processes().length === 0);

/** Starts an agent whose tool never ends, and returns while it runs. */
async function whileToolRuns(run) {
  const session = run.driven(script([[bash('mkdir zz; tail -f /dev/null')]]));
  await until(() => run.has('zz'));
  return session;
}

/** Starts an agent that waits for the model, longer than any run takes, and returns while it does. */
async function whileModelThinks(run, ...more) {
  const session = run.driven(script([[bash('mkdir zz')], [{ delay_ms: 3_600_000 }, { text: 'late' }]]), ...more);
  await until(() => run.model.requests.length === 2);
  return session;
}

export const scenarios = [
  {
    name: 'sigterm',
    says: 'SIGTERM while a tool runs ends the CLI and the tool too, and the program has the status of the CLI',
    on,
    async drive(run) {
      const session = await whileToolRuns(run);
      process.kill(run.process.pid, 'SIGTERM');
      await allGone(run);
      run.exit = await session.end();
    },
    check(run) {
      assert.deepEqual(run.exit, { code: 143, signal: null });
      assert.deepEqual(answered(run), ['Bash mkdir zz; tail -f /dev/null: allow']);
      assert.deepEqual(run.results, []);
    },
  },
  {
    name: 'sigkill',
    says: 'where the program is killed, the CLI does not go on without it',
    on,
    async drive(run) {
      // Without the recorder in between, which would have to be killed, too.
      const session = await whileModelThinks(run, [], [run.peers.cli]);
      process.kill(run.process.pid, 'SIGKILL');
      await allGone(run);
      run.exit = await session.end();
    },
    check(run) {
      assert.deepEqual(run.exit, { code: null, signal: 'SIGKILL' });
      assert.ok(run.has('zz'));
    },
  },
  {
    name: 'crash',
    says: 'where the CLI is killed while it works, the program ends, with the status that a shell shows of it',
    on,
    async drive(run) {
      const session = await whileModelThinks(run);
      const cli = realpathSync(run.peers.cli);
      const [pid] = run.sandbox.processes().filter((each) => readlinkSync(`/proc/${each}/exe`) === cli);
      process.kill(pid, 'SIGKILL');
      run.exit = await session.end();
    },
    check(run) {
      assert.deepEqual(run.exit, { code: 137, signal: null });
      assert.deepEqual(answered(run), ['Bash mkdir zz: allow']);
      assert.ok(run.has('zz'));
      said(run, [/^asked: .*mkdir zz.*: yes$/]);
      assert.deepEqual(run.results, []);
      assert.deepEqual(run.sandbox.processes(), []);
    },
  },
  {
    name: 'cli_fails',
    says: 'where the CLI ends at once, the program ends, with its status',
    on,
    fakeCli: () => ['sh', '-c', 'echo "out of order" >&2; exit 7'],
    turns: [[bash('mkdir zz')]],
    check(run) {
      assert.deepEqual(run.exit, { code: 7, signal: null });
      assert.deepEqual(run.session.said, []);
      assert.equal(run.process.errors, 'out of order\n');
      assert.deepEqual(run.model.requests, []);
    },
  },
  {
    name: 'cli_missing',
    says: 'where the CLI cannot be started, the program says why, and fails',
    on,
    async drive(run) {
      run.missing = path.join(run.sandbox.bin, 'claude');
      run.exit = await run.driven('hello', [], [run.missing]).end();
    },
    check(run) {
      assert.deepEqual(run.exit, { code: 1, signal: null });
      assert.equal(run.process.errors, `cannot start \`${run.missing}\`: No such file or directory\n`);
      assert.deepEqual(run.session.said, []);
    },
  },
];
