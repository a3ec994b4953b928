// What the judges of imported policies share: a private home, the same cases on each run, what the imported policy says, and the count.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export const program = path.resolve(process.argv[2]);
export const home = mkdtempSync(path.join(os.tmpdir(), 'import-judge-'));
export const project = path.join(home, 'project');
export const environment = { PATH: process.env.PATH, HOME: home, TMPDIR: os.tmpdir() };
export const agents = process.env.AGENTS_AT;

// The same numbers on each run.
let seed = 20261127;
export const number = (below) => { seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0; return Math.floor(seed / 65536) % below; };
export const one = (list) => list[number(list.length)];
export const some = (list, most) => Array.from({ length: 1 + number(most) }, () => one(list));

export const WORDS = ['git status', 'git push', 'git', 'git log', 'npm', 'npm test', 'npm run build', 'ls', 'rm', 'rm -rf', 'cat', 'docker ps', 'make', 'cargo build', 'curl', 'echo hi'];
const MORE = ['', '', ' -v', ' origin main', ' x', ' --force', ' src/a.txt', ' "a b"'];
export const command = () => one(WORDS) + one(MORE);
export const line = () => (number(4) ? command() : `${command()} ${one(['&&', ';', '||', '|'])} ${command()}`);

/** The policy that `assent import` makes of the rules of this file: with nothing but them, if the profile is `bare`. */
export function policyOf(agent, file, text, profile = 'bare') {
  const where = path.join(home, file);
  mkdirSync(path.dirname(where), { recursive: true });
  writeFileSync(where, text);
  return policyBy([agent, '--profile', profile, where, '--mine'], path.join(home, `${profile}.json`));
}

export function policyBy(words, policy = path.join(home, 'policy.json')) {
  const made = spawnSync(program, ['import', ...words], { env: environment, cwd: home });
  if (made.status !== 0) throw new Error(String(made.stderr));
  writeFileSync(policy, made.stdout);
  return policy;
}

const OUTCOMES = { 0: 'allow', 3: 'deny', 4: 'ask' };
/** What the policy says of this use of a tool. */
export function ours(policy, input, tool = 'Bash') {
  const given = typeof input === 'string' ? { command: input } : input;
  const tried = spawnSync(program, ['check', '--policy', policy, '--cwd', project, '--tool', tool, '--input', JSON.stringify(given)], { env: environment, cwd: project });
  const outcome = OUTCOMES[tried.status];
  if (!outcome) throw new Error(`${tried.stderr}${JSON.stringify(given)}`);
  return outcome;
}

const RANK = { allow: 0, ask: 1, deny: 2 };
export class Count {
  constructor(agent) { Object.assign(this, { agent, equal: 0, stricter: 0, looser: 0, asked: 0 }); }
  /** \param mine  what the rules alone say   \param usual  what they say with the profile that people have; it may let more pass */
  add(rules, text, theirs, mine, usual = mine) {
    if (RANK[mine] >= RANK[theirs] && RANK[usual] <= RANK[theirs]) this.equal++;
    else if (RANK[mine] === RANK[theirs]) this.equal++;
    else if (RANK[mine] > RANK[theirs]) {
      this.stricter++;
      if (process.env.SHOW_STRICTER) console.log(`${this.agent} stricter: ${JSON.stringify(text)}: ${theirs} there, ${mine} here, with ${rules}`);
    }
    // A denial that became a question lets nothing pass by itself.
    else if (mine === 'ask') { this.asked++; console.log(`${this.agent} asked instead of denied: ${JSON.stringify(text)} with ${rules}`); }
    else { this.looser++; console.log(`${this.agent} LOOSER: ${JSON.stringify(text)}: ${theirs} there, ${mine} here, with ${rules}`); }
  }
  print() {
    const all = this.equal + this.stricter + this.asked + this.looser;
    console.log(`${this.agent}: ${this.equal} of ${all} equal (${(100 * this.equal / all).toFixed(1)} %), ${this.stricter} stricter, ${this.asked} asked instead of denied, ${this.looser} looser`);
    return this.looser;
  }
}
