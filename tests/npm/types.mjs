// usage: types.mjs MODULES [--installed]
// Compiles types.ts, and the example of the documentation, as strictly as can be, with the types of the official SDK, which the folder MODULES has. With --installed it
// only says whether the compiler is there in the right version.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const tools = process.env.ASSENT_NPM_TOOLS || path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'assent-npm-test');
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

function requireCompiler() {
  const wanted = readJson(path.join(here, 'package.json')).dependencies.typescript;
  const { version } = readJson(path.join(tools, 'node_modules/typescript/package.json'));
  if (version !== wanted) throw new Error(`typescript ${wanted} expected in ${tools}, found ${version}`);
}

const options = {
  strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noEmit: true, preserveSymlinks: true,
  skipLibCheck: true, module: 'nodenext', target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable', 'esnext.disposable'], types: [],
};

// What the example uses of Node, whose own types need not be here.
const ofNode = `
declare const process: { stdin: { readableEnded: boolean }; stdout: unknown; cwd(): string };
declare module 'node:readline' {
  export function createInterface(of: object): { question(text: string, answered: (answer: string) => void): void; on(event: 'close', act: () => void): void; close(): void };
}`;

/** The first example of the page, with the types that the page names. */
function documentedExample() {
  const [, example] = readFileSync(path.join(here, '../../docs/typescript.md'), 'utf8').match(/```js\n([^]*?)```/);
  return example.replace('function confirm(question, signal)', 'function confirm(question: string, signal: AbortSignal)');
}

function compile(modules) {
  const folder = mkdtempSync(path.join(tmpdir(), 'assent-types-'));
  try {
    mkdirSync(path.join(folder, 'node_modules'));
    for (const name of readdirSync(modules)) symlinkSync(path.join(modules, name), path.join(folder, 'node_modules', name));
    symlinkSync(path.join(here, '../../app/npm/assent'), path.join(folder, 'node_modules/assent'));
    copyFileSync(path.join(here, 'types.ts'), path.join(folder, 'types.ts'));
    writeFileSync(path.join(folder, 'node.d.ts'), ofNode);
    writeFileSync(path.join(folder, 'example.ts'), documentedExample());
    writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['types.ts', 'example.ts', 'node.d.ts'] }));
    const compiler = path.join(tools, 'node_modules/typescript/bin/tsc');
    const { status } = spawnSync(process.execPath, [compiler, '-p', folder], { stdio: 'inherit' });
    console.log(`types of the npm package: ${status === 0 ? 'fit' : 'do not fit'} those of the SDK`);
    process.exitCode = status === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

requireCompiler();
const [modules, flag] = process.argv.slice(2);
if (flag !== '--installed') compile(path.resolve(modules));
