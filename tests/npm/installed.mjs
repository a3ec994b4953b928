// The packages as a user has them: packed, and installed into a folder of their own; by npm, which needs no network for that, with
// $ASSENT_WITH_NPM. $ASSENT_PROGRAM is the program under test.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
export const version = '1.2.3';
export const packages = ['assent', `assent-${process.platform}-${process.arch}`];

export const folder = mkdtempSync(path.join(tmpdir(), 'assent-npm-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Writes an executable file, and returns its path. */
export function script(name, text) {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  chmodSync(file, 0o755);
  return file;
}

/** A program in the place of Assent's: it says that it is, and does what its lines say. */
export const stand = (name, lines) => script(name, `#!/bin/sh\nif [ "$1" = --version ]; then exec echo assent ${version}; fi\n${lines}`);

/** Packs both packages with this program into a folder, and returns their archives. */
export function pack(program, into) {
  return execFileSync(process.execPath, [path.join(here, '../../app/npm/pack.mjs'), program, into, version], { encoding: 'utf8' })
    .trim().split('\n');
}

const program = script('program', `#!/bin/sh\nexec '${process.env.ASSENT_PROGRAM}' "$@"\n`);

/** The program, and how to kill the process that was started last with it. */
export function killable(name) {
  const last = path.join(folder, `${name}.pid`);
  return {
    program: script(name, `#!/bin/sh\necho $$ >'${last}'\nexec '${program}' "$@"\n`),
    kill: () => process.kill(Number(readFileSync(last, 'utf8')), 'SIGKILL'),
  };
}

const archives = pack(program, path.join(folder, 'packed'));
if (process.env.ASSENT_WITH_NPM) {
  writeFileSync(path.join(folder, 'package.json'), '{"private":true}');
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', ...archives], { cwd: folder, stdio: 'pipe' });
} else {
  archives.forEach((archive, at) => {
    const into = path.join(folder, 'node_modules', packages[at]);
    mkdirSync(into, { recursive: true });
    execFileSync('tar', ['xzf', archive, '-C', into, '--strip-components=1']);
  });
}

/** Where scripts of a user would stand. */
export const entry = pathToFileURL(path.join(folder, 'node_modules/assent/index.js')).href;
export const inPackage = (file) => pathToFileURL(path.join(folder, 'node_modules/assent', file)).href;

export const { assent, bridgePath, daemon, programPath } = await import(entry);
