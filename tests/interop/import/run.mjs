// Has the agents themselves judge what `assent import` makes of their rules: for many rules and calls, what the agent says
// of a call and what the imported policy says. A call that the agent stops and the policy allows is *looser*: there must be none.
//   AGENTS_AT=FOLDER ASSENT_PEERS=FOLDER node run.mjs PROGRAM [claude|codex|gemini|opencode|copilot|cursor ...] [--pairs N] [--settings FOLDER]
// AGENTS_AT has NAME/node_modules, as the agents come from npm; ASSENT_PEERS is the folder of `./dev interop`. Copilot and Cursor have
// no command that decides: models of their documents stand for them. Needs no network but loopback.
import { mkdirSync, rmSync } from 'node:fs';
import { home, project } from './common.mjs';

const words = process.argv.slice(3);
const at = words.indexOf('--pairs');
const pairs = at < 0 ? 300 : Number(words[at + 1]);
const known = ['claude', 'codex', 'gemini', 'opencode', 'copilot', 'cursor'];
const named = known.filter((name) => words.includes(name));

mkdirSync(project, { recursive: true });
let looser = 0;
try {
  for (const name of named.length ? named : known) looser += await (await import(`./${name}.mjs`)).judge(pairs);
} finally {
  rmSync(home, { recursive: true, force: true });
}
process.exit(looser ? 1 : 0);
