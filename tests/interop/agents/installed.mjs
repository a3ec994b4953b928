// Where the agents are: each in a folder of its own, with the version that its package.json here has.
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** The folder with a folder for each agent, filled by `./dev interop agents`. */
export function agentsFolder() {
  if (process.env.ASSENT_AGENTS) return path.resolve(process.env.ASSENT_AGENTS);
  return path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'assent-interop-agents');
}

/** An agent's program and version. Throws where it is missing or another. */
export function installed(name) {
  const [[wanted, version]] = Object.entries(readJson(new URL(`packages/${name}/package.json`, import.meta.url)).dependencies);
  const modules = path.join(agentsFolder(), name, 'node_modules');
  const { version: found, bin } = readJson(path.join(modules, wanted, 'package.json'));
  if (found !== version) throw new Error(`${wanted} ${version} expected in ${modules}, found ${found}`);
  const program = path.join(modules, '.bin', Object.keys(bin)[0]);
  if (!existsSync(program)) throw new Error(`${program} is missing`);
  return { program, version };
}

// As a program: says which version of the agent NAME is there, and fails where it is not.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(`${process.argv[2]} ${installed(process.argv[2]).version}`);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
