// The report: scenarios down, arrangements across.
import { arrangements } from './arrangements.mjs';

const names = Object.keys(arrangements);

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
  const width = Math.max(...scenarios.map(({ name }) => name.length));
  const line = (first, cells) => [first.padEnd(width), ...cells.map((text, at) => text.padEnd(names[at].length))].join('  ').trimEnd();
  const lines = [line('', names)];
  const stories = [];
  let failed = 0;
  for (const scenario of scenarios) {
    const runs = rows.get(scenario);
    lines.push(line(scenario.name, names.map((name) => cell(runs[name]))));
    for (const name of names) {
      if (runs[name]?.error) failed += 1;
      if (runs[name]?.error || (verbose && runs[name])) stories.push(story(scenario, name, runs[name]));
    }
  }
  const count = [...rows.values()].reduce((sum, runs) => sum + Object.keys(runs).length, 0);
  return { text: [...stories, ...lines, `${count} runs, ${failed} failed`].join('\n'), failed };
}
