// usage: bench.mjs MODULES PROGRAM
// 1 000 questions at once through the official SDK, which the folder MODULES has: with a callback of its own that allows, and with
// the one of the package, whose program decides. Prints a table.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { assent } from '../../app/npm/assent/index.js';

const count = 1000;
const rounds = 40;
const turns = 5;
const [modules, program] = process.argv.slice(2).map((file) => path.resolve(file));
const { query } = await import(pathToFileURL(path.join(modules, '@anthropic-ai/claude-agent-sdk/sdk.mjs')).href);
const cli = fileURLToPath(new URL('flood_cli.mjs', import.meta.url));

const median = (numbers) => [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)];

/** Requests per second, of the fastest round: what else the machine does only makes rounds slower. */
async function measure(canUseTool) {
  let finish;
  const finished = new Promise((resolve) => { finish = resolve; });
  async function* prompt() { // open until the end, so that the CLI's standard input is
    yield { type: 'user', message: { role: 'user', content: 'go' }, parent_tool_use_id: null, session_id: '' };
    await finished;
  }
  const spawnClaudeCodeProcess = () => spawn(process.execPath, [cli, rounds, count], { stdio: ['pipe', 'pipe', 'inherit'] });
  for await (const message of query({ prompt: prompt(), options: { spawnClaudeCodeProcess, canUseTool } })) {
    if (message.type !== 'result') continue;
    finish();
    return count / (Math.min(...JSON.parse(message.result)) / 1000);
  }
  throw new Error('the CLI ended without a result');
}

const own = async (tool, input) => ({ behavior: 'allow', updatedInput: input });
const gate = assent({ policy: 'bare', allow: ['Bash(npm run *)'], program });
const figures = { own: [], assent: [], ratio: [] };
for (let turn = 0; turn < turns; turn += 1) {
  figures.own.push(await measure(own));
  figures.assent.push(await measure(gate));
  figures.ratio.push(figures.assent[turn] / figures.own[turn]);
}
gate.close();
console.log(`| ${count} questions at once | requests/s |`);
console.log('|---|---|');
console.log(`| the SDK with a callback of its own that allows | ${Math.round(median(figures.own))} |`);
console.log(`| the SDK with \`assent({ allow: [...] })\` | ${Math.round(median(figures.assent))} |`);
console.log(`| ratio, of each turn | ${median(figures.ratio).toFixed(2)} |`);
