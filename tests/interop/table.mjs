// The report: scenarios down, arrangements across.
import { arrangements } from './arrangements.mjs';

const names = Object.keys(arrangements);

/** Rows of texts, in columns as wide as they need. */
export function columns(rows) {
  const widths = rows[0].map((_, at) => Math.max(...rows.map((row) => row[at].length)));
  return rows.map((row) => row.map((text, at) => text.padEnd(widths[at])).join('  ').trimEnd()).join('\n');
}

function cell(run) {
  if (run === undefined) return '-';
  return run.error ? 'FAIL' : 'ok';
}

// What was expected, and where.
function account(error) {
  const [where] = error.stack.split('\n').filter((line) => line.trimStart().startsWith('at ') && line.includes('/interop/'));
  return [error.message, where].filter(Boolean).join('\n');
}

function story(scenario, arrangement, run) {
  const errors = run.process?.errors.trim();
  return [
    `\n${scenario.name}, ${arrangement} (${run.took_ms} ms): ${run.error ? account(run.error) : 'ok'}`,
    ...run.notes.map((note) => `  ${note}`),
    ...(run.failure ? [`  the SDK: ${run.failure}`] : []),
    ...(run.sandbox ? [`  in ${run.sandbox.root}`] : []),
    ...(errors ? [`  stderr: ${errors}`] : []),
  ].join('\n');
}

/** The text of the table, with what is known of each failure, and the number of failures. */
export function table(scenarios, rows, verbose) {
  const lines = [['', ...names]];
  const stories = [];
  let failed = 0;
  for (const scenario of scenarios) {
    const runs = rows.get(scenario);
    lines.push([scenario.name, ...names.map((name) => cell(runs[name]))]);
    for (const name of names) {
      if (runs[name]?.error) failed += 1;
      if (runs[name]?.error || (verbose && runs[name])) stories.push(story(scenario, name, runs[name]));
    }
  }
  const count = [...rows.values()].reduce((sum, runs) => sum + Object.keys(runs).length, 0);
  return { text: [...stories, columns(lines), `${count} runs, ${failed} failed`].join('\n'), failed };
}
