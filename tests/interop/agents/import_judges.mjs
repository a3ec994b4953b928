// Has the agents themselves judge what `assent import` makes of their rules: for many rules and commands, what the agent says
// of a command and what the imported policy says. A command that the agent stops and the policy allows is *looser*: there must be none.
//   AGENTS_AT=FOLDER node import_judges.mjs PROGRAM [codex|gemini|opencode ...] [--pairs N]
// FOLDER has NAME/node_modules, as the agents come from npm. Needs no network but loopback.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [program, ...rest] = process.argv.slice(2);
const at = rest.indexOf('--pairs');
const PAIRS = at < 0 ? 300 : Number(rest[at + 1]);
const wanted = rest.filter((w, i) => !w.startsWith('--') && i !== at + 1);
const agents = process.env.AGENTS_AT;
if (!program || !agents) throw new Error('expected AGENTS_AT=FOLDER and the program');
const home = mkdtempSync(path.join(os.tmpdir(), 'import-judge-'));
const project = path.join(home, 'project');
const environment = { PATH: process.env.PATH, HOME: home, TMPDIR: os.tmpdir() };

// The same numbers on each run.
let seed = 20261127;
const number = (below) => { seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0; return Math.floor(seed / 65536) % below; };
const one = (list) => list[number(list.length)];
const some = (list, most) => Array.from({ length: 1 + number(most) }, () => one(list));

const WORDS = ['git status', 'git push', 'git', 'git log', 'npm', 'npm test', 'npm run build', 'ls', 'rm', 'rm -rf', 'cat', 'docker ps', 'make', 'cargo build', 'curl', 'echo hi'];
const MORE = ['', '', ' -v', ' origin main', ' x', ' --force', ' src/a.txt', ' "a b"'];
const command = () => one(WORDS) + one(MORE);
const line = () => (number(4) ? command() : `${command()} ${one(['&&', ';', '||', '|'])} ${command()}`);

function policyOf(agent, file, text) {
  const where = path.join(home, file), policy = path.join(home, 'policy.json');
  mkdirSync(path.dirname(where), { recursive: true });
  writeFileSync(where, text);
  const made = spawnSync(program, ['import', agent, '--profile', 'bare', where, '--mine'], { env: environment, cwd: home });
  if (made.status !== 0) throw new Error(String(made.stderr));
  writeFileSync(policy, made.stdout);
  return policy;
}
const OUTCOMES = { 0: 'allow', 3: 'deny', 4: 'ask' };
function ours(policy, text) {
  const tried = spawnSync(program, ['check', '--policy', policy, '--cwd', project, '--tool', 'Bash', '--input', JSON.stringify({ command: text })], { env: environment, cwd: project });
  const outcome = OUTCOMES[tried.status];
  if (!outcome) throw new Error(String(tried.stderr));
  return outcome;
}
const RANK = { allow: 0, ask: 1, deny: 2 };
class Count {
  constructor(agent) { Object.assign(this, { agent, equal: 0, stricter: 0, looser: 0, asked: 0 }); }
  add(rules, text, theirs, mine) {
    if (RANK[mine] === RANK[theirs]) this.equal++;
    else if (RANK[mine] > RANK[theirs]) this.stricter++;
    // A denial that became a question lets nothing pass by itself.
    else if (mine === 'ask') { this.asked++; console.log(`${this.agent} asked instead of denied: ${JSON.stringify(text)} with ${rules}`); }
    else { this.looser++; console.log(`${this.agent} LOOSER: ${JSON.stringify(text)}: ${theirs} there, ${mine} here, with ${rules}`); }
  }
  print() { console.log(`${this.agent}: ${this.equal} equal, ${this.stricter} stricter, ${this.asked} asked instead of denied, ${this.looser} looser`); return this.looser; }
}

// ---- Codex: `codex execpolicy check`, about one command at a time. What no rule covers it asks about.
function find(folder, name) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile() && entry.name === name && /bin$/.test(entry.parentPath ?? entry.path)) return path.join(entry.parentPath ?? entry.path, name);
  throw new Error(`no ${name} below ${folder}`);
}
function codex() {
  const count = new Count('codex'), binary = find(path.join(agents, 'codex/node_modules/@openai'), 'codex');
  const file = path.join(home, '.codex/rules/default.rules');
  for (let n = 0; n < PAIRS;) {
    const rules = some(WORDS, 5).map((words) => {
      const pattern = words.split(' ').map((word) => (number(5) ? JSON.stringify(word) : JSON.stringify([word, one(['status', 'run', 'x'])])));
      return `prefix_rule(pattern=[${pattern.join(', ')}], decision="${one(['allow', 'allow', 'prompt', 'forbidden'])}")`;
    }).join('\n');
    const policy = policyOf('codex', '.codex/rules/default.rules', rules + '\n');
    for (let i = 0; i < 10; i++, n++) {
      const text = command(), words = text.match(/"[^"]*"|\S+/g).map((w) => w.replace(/"/g, ''));
      const said = JSON.parse(spawnSync(binary, ['execpolicy', 'check', '--rules', file, '--resolve-host-executables', '--', ...words], { env: environment, cwd: home }).stdout);
      count.add(rules, text, { allow: 'allow', prompt: 'ask', forbidden: 'deny' }[said.decision] ?? 'ask', ours(policy, text));
    }
  }
  return count.print();
}

// ---- Gemini: its own policy engine, from the package.
async function gemini() {
  const count = new Count('gemini'), bundle = path.join(agents, 'gemini/node_modules/@google/gemini-cli/bundle');
  let engine, load;
  for (const name of readdirSync(bundle).filter((f) => /^core-.*\.js$/.test(f))) {
    const loaded = await import(pathToFileURL(path.join(bundle, name)).href);
    engine ??= loaded.PolicyEngine; load ??= loaded.loadPoliciesFromToml;
  }
  if (!engine || !load) { console.log('gemini: its policy engine is not among what the package exports'); return 0; }
  const file = path.join(home, '.gemini/policies/mine.toml');
  for (let n = 0; n < PAIRS;) {
    const rules = some(WORDS, 5).map((words) => {
      const what = number(3) ? `commandPrefix = ${JSON.stringify(words)}` : number(2) ? `commandRegex = ${JSON.stringify(words + one(['', '.*', ' (a|b)']))}` : '';
      return `[[rule]]\ntoolName = "run_shell_command"\n${what}\ndecision = "${one(['allow', 'allow', 'ask_user', 'deny'])}"\npriority = ${number(10)}\n`;
    }).join('\n');
    const policy = policyOf('gemini', '.gemini/policies/mine.toml', rules);
    const loaded = await load([file], () => 4);
    const judge = new engine({ rules: loaded.rules, defaultDecision: 'ask_user' });
    for (let i = 0; i < 10; i++, n++) {
      const text = line(), said = await judge.check({ name: 'run_shell_command', args: { command: text } }, undefined);
      count.add(rules.replace(/\n/g, ' '), text, { allow: 'allow', ask_user: 'ask', deny: 'deny' }[said.decision], ours(policy, text));
    }
  }
  return count.print();
}

// ---- opencode: its server, with a model that says which command to run. Each question is rejected.
async function opencode() {
  const { createServer } = await import('node:http');
  const count = new Count('opencode'), binary = path.join(agents, 'opencode/node_modules/opencode-linux-x64/bin/opencode');
  const next = { text: '', told: [] };
  const model = createServer((request, response) => {
    let body = '';
    request.on('data', (d) => { body += d; }).on('end', () => {
      const messages = JSON.parse(body || '{}').messages ?? [], last = messages.at(-1);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const say = (delta, finish_reason = null) => response.write(`data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', model: 'fake', choices: [{ index: 0, delta, finish_reason }] })}\n\n`);
      if (last?.role === 'user' && JSON.parse(body).tools?.some((t) => t.function.name === 'bash')) {
        say({ role: 'assistant', tool_calls: [{ index: 0, id: 'call1', type: 'function', function: { name: 'bash', arguments: JSON.stringify({ command: next.text, description: 'x' }) } }] });
        say({}, 'tool_calls');
      } else {
        if (last?.role === 'tool') next.told.push(String(last.content));
        say({ role: 'assistant', content: 'done' }); say({}, 'stop');
      }
      response.end('data: [DONE]\n\n');
    });
  });
  await new Promise((done) => model.listen(0, '127.0.0.1', done));
  const base = `http://127.0.0.1:${model.address().port}/v1`;
  mkdirSync(path.join(home, 'bin'), { recursive: true });
  // What is allowed runs: programs of these names that do nothing.
  for (const name of new Set(WORDS.map((w) => w.split(' ')[0]))) writeFileSync(path.join(home, 'bin', name), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  for (let n = 0; n < PAIRS;) {
    const bash = Object.fromEntries(some(WORDS, 6).map((w) => [one(['*', w, `${w} *`, `${w}*`, `${w} *`]), one(['allow', 'allow', 'ask', 'deny'])]));
    const policy = policyOf('opencode', '.config/opencode/opencode.json', JSON.stringify({ permission: { bash: { '*': 'ask', ...bash } } }));
    writeFileSync(path.join(home, '.config/opencode/opencode.json'), JSON.stringify({ autoupdate: false, share: 'disabled', model: 'fake/fake', small_model: 'fake/fake',
      provider: { fake: { npm: '@ai-sdk/openai-compatible', options: { baseURL: base, apiKey: 'x' }, models: { fake: { tool_call: true } } } }, permission: { bash: { '*': 'ask', ...bash } } }));
    mkdirSync(project, { recursive: true });
    const server = spawn(binary, ['serve', '--port', '0', '--hostname', '127.0.0.1'], { env: { ...environment, PATH: `${home}/bin:${environment.PATH}`, OPENCODE_DISABLE_MODELS_FETCH: '1' }, cwd: project, stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const url = await new Promise((done, fail) => { server.stdout.on('data', (d) => { const m = /http:\/\/\S+/.exec(d); if (m) done(m[0]); }); server.on('close', () => fail(new Error('opencode ended'))); });
      const post = async (where, body) => (await fetch(url + where, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body), signal: AbortSignal.timeout(60000) })).json();
      for (let i = 0; i < 20; i++, n++) {
        next.text = line(); next.told = [];
        const session = await post('/session', {});
        let asked = false, over = false;
        const turn = post(`/session/${session.id}/message`, { parts: [{ type: 'text', text: 'go' }] }).finally(() => { over = true; });
        while (!over) {
          for (const question of await (await fetch(`${url}/permission`)).json()) {
            if (question.permission === 'bash') asked = true;
            await post(`/permission/${question.id}/reply`, { reply: 'reject' });
          }
          await Promise.race([turn, new Promise((r) => setTimeout(r, 30))]);
        }
        const theirs = asked ? 'ask' : next.told.some((t) => /rule which prevents/.test(t)) ? 'deny' : 'allow';
        count.add(JSON.stringify(bash), next.text, theirs, ours(policy, next.text));
      }
    } finally {
      server.kill('SIGKILL');
    }
  }
  model.close();
  return count.print();
}

mkdirSync(project, { recursive: true });
let looser = 0;
try {
  const judges = { codex, gemini, opencode };
  for (const [name, judge] of Object.entries(judges)) if (!wanted.length || wanted.includes(name)) looser += await judge();
} finally {
  rmSync(home, { recursive: true, force: true });
}
process.exit(looser ? 1 : 0);
