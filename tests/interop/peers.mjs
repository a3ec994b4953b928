// Where the real peers are: the official TypeScript SDK, and the CLI that it brings.
import { accessSync, constants, readFileSync } from 'node:fs';
import path from 'node:path';
import { homedir } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';

const scope = '@anthropic-ai';

/** The folder with `node_modules`, filled by `./dev interop`. */
export function peersFolder() {
  if (process.env.ASSENT_PEERS) return path.resolve(process.env.ASSENT_PEERS);
  return path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'assent-interop');
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** The SDK's module, zod, the path of the CLI, and the versions of both peers. Throws where one is missing or another. */
export async function loadPeers() {
  const modules = path.join(peersFolder(), 'node_modules');
  const load = (file) => import(pathToFileURL(path.join(modules, file)).href);
  const manifest = readJson(path.join(modules, scope, 'claude-agent-sdk', 'package.json'));
  const wanted = readJson(new URL('package.json', import.meta.url)).dependencies[`${scope}/claude-agent-sdk`];
  if (manifest.version !== wanted) throw new Error(`SDK ${wanted} expected in ${modules}, found ${manifest.version}`);
  const platform = `claude-agent-sdk-${process.platform}-${process.arch}`;
  const cli = path.join(modules, scope, platform, 'claude');
  accessSync(cli, constants.X_OK);
  return {
    sdk: await load(`${scope}/claude-agent-sdk/sdk.mjs`),
    zod: await load('zod/index.js'),
    cli,
    versions: `SDK ${manifest.version}, CLI ${manifest.claudeCodeVersion}`,
  };
}

// As a program: says which peers are there, and fails where they are not.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log((await loadPeers()).versions);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
