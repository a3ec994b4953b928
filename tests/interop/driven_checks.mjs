// What scenarios look at where a program drives the CLI by itself.
import assert from 'node:assert/strict';

/** The turn came to its end, and so did the program, with the status of the CLI. */
export function endedWell(run) {
  assert.deepEqual(run.results, ['success']);
  assert.deepEqual(run.exit, { code: 0, signal: null });
  assert.equal(run.process.errors, '');
}

/** These lines were said, each like its pattern. */
export function said(run, patterns) {
  const lines = run.session.said;
  assert.equal(lines.length, patterns.length, lines.join('\n'));
  patterns.forEach((pattern, at) => assert.match(lines[at], pattern));
}

/** What was asked, and how the program answered: "Bash mkdir zz: allow". */
export const answered = (run) => run.questions.map((question, at) => `${question}: ${run.asked[at].answer.behavior}`);
