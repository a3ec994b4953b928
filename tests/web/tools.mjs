// Where the browser and what drives it are: Debian's Chromium, playwright-core and axe-core.
import { accessSync, constants, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** The folder with `node_modules`, filled by `./dev web-test`. */
export function toolsFolder() {
  if (process.env.ASSENT_WEB_TOOLS) return path.resolve(process.env.ASSENT_WEB_TOOLS);
  return path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'assent-web-test');
}

/** Playwright's `chromium`, axe's source, the browser's path, and their versions. Throws where one is missing or another. */
export function loadTools() {
  const modules = path.join(toolsFolder(), 'node_modules');
  const wanted = readJson(new URL('package.json', import.meta.url)).dependencies;
  for (const [name, version] of Object.entries(wanted)) {
    const found = readJson(path.join(modules, name, 'package.json')).version;
    if (found !== version) throw new Error(`${name} ${version} expected in ${modules}, found ${found}`);
  }
  const browser = process.env.ASSENT_CHROMIUM || '/usr/bin/chromium';
  accessSync(browser, constants.X_OK);
  return {
    chromium: createRequire(path.join(modules, 'x.js'))('playwright-core').chromium,
    axe: readFileSync(path.join(modules, 'axe-core', 'axe.min.js'), 'utf8'),
    browser,
    versions: Object.entries(wanted).map(([name, version]) => `${name} ${version}`).join(', '),
  };
}

// As a program: says which tools are there, and fails where they are not.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(loadTools().versions);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
