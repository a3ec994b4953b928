// The program and its options are tried before a gate is made: with nothing to read the program ends at once, or says what is wrong.
import { spawnSync } from 'node:child_process';
import { getSystemErrorMap } from 'node:util';
import { fileAt, inOptions, requirePath } from './options.js';
import { noProgram, programPath } from './program.js';
import { endOf } from './server.js';

/** They are tried this long, in milliseconds; what is wrong with them later is a denial. */
const trialMs = 60_000;

function run(program, args) {
  const ran = spawnSync(program, args, { input: '', encoding: 'utf8', timeout: trialMs });
  if (ran.error?.code === 'ETIMEDOUT') throw noProgram(`\`${program}\`, which did not end within ${trialMs} ms with nothing to read`);
  if (ran.error) throw noProgram(`\`${program}\`: ${getSystemErrorMap().get(ran.error.errno)?.[1] ?? ran.error.message}`);
  return { ...ran, said: ran.stderr.trim().split('\n') };
}

function requireGoodEnd(program, { status, signal, said }) {
  if (status !== 0) throw noProgram(`\`${program}\`, which ${endOf(status, signal, said.at(-1))}`);
}

/** The program that the option names, or the one that came with this package. Another one would be a gate that decides nothing. */
export function programOf(given) {
  if (given === undefined) return programPath();
  const program = requirePath(given, 'program').includes('/') ? fileAt(given, 'program') : given;
  const ran = run(program, ['--version']);
  requireGoodEnd(program, ran);
  if (!/^assent \d/.test(ran.stdout)) throw noProgram(`\`${program}\`, which is not assent: as its version it says \`${ran.stdout.split('\n', 1)[0]}\``);
  return program;
}

/** Throws where the program does not run, or does not take these. */
export function tryProgram(program, args, inWords = inOptions) {
  const ran = run(program, args);
  const isWrongUsage = ran.status === 2 && ran.said.some((line) => line.startsWith('assent: '));
  if (isWrongUsage) throw new Error(ran.said.map(inWords).join('\n'));
  requireGoodEnd(program, ran);
}
