// Claude as the judge: its own CLI with the rules as a user's settings, and a model that says which tool to use. Each question is
// refused. The rules are those below, or those of the files of `--settings FOLDER`; the uses lie near them.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { script, startModel } from '../fake_model_api.mjs';
import { Feed } from '../feed.mjs';
import { peersFolder } from '../peers.mjs';
import { RecordedProcess } from '../recorded_process.mjs';
import { Count, environment, home, one, ours, policyOf, project } from './common.mjs';

// Forms that people write.
const FORMS = [
  { allow: ['Bash(npm run test:*)', 'Bash(git add:*)', 'Bash(make)', 'Read(~/notes/**)', 'Bash(python3 scripts/*)'], deny: ['Read(./.env)', 'Read(.env.*)', 'Bash(rm -rf *)'], ask: ['Bash(git push:*)'] },
  { allow: ['Bash(docker compose *)', 'Bash(npm:*)', 'Edit(src/**)', 'Write(docs/*.md)'], deny: ['Bash(npm publish:*)', 'Edit(src/secret/**)', 'Read(**/*.pem)'], ask: ['Bash(docker compose down*)'] },
  { allow: ['Read(//tmp/x/**)', 'Bash(grep:*)', 'Bash(find:*)', 'Bash(curl -s https://example.com*)'], deny: ['Bash(curl:*)', 'WebFetch'], ask: ['Bash(find * -delete)'] },
  { allow: ['Bash', 'Edit', 'WebFetch(domain:example.com)'], deny: ['Bash(sudo:*)', 'Bash(* --force)', 'Edit(/secret.txt)', 'Read(~/.aws/**)'], ask: ['Bash(ssh *)', 'Write(generated/**)'] },
  { allow: ['Bash(*)', 'Read(*)', 'Write(*)'], deny: ['Bash(dd *)', 'Bash(chmod 777:*)', 'Read(secrets/**)', 'Write(config/prod.yaml)'], ask: [] },
  { allow: ['Bash(timeout 60 npm test)', 'Bash(FOO=1 make test)', 'Bash(./scripts/build.sh:*)', 'Bash(cd src && npm test)', 'Bash(source venv/bin/activate)'], deny: ['Bash(cat .env)'], ask: ['Edit(package.json)'] },
];

/** `*` and what else stands for something, with something in its place. */
const filled = (text, word) => text.replace(/\*\*\/\*|\*\*|\*/g, word);

function commandsNear(pattern) {
  const base = filled(pattern.replace(/(:\*| \*|\*)$/, ''), 'x').trim() || 'ls';
  return [base, `${base} a`, `${base}z a`, `FOO=1 ${base}`, `${base} a && touch q`, `touch q; ${base}`, `${base} | tee out`, `${base} $(touch q)`, `timeout 5 ${base} a`,
    `${base} a > out`, `env ${base}`, `"${base.split(' ')[0]}"${base.slice(base.split(' ')[0].length)}`, `${base.toUpperCase()}`, `(${base})`, `${base} &`, `sh -c '${base.replaceAll("'", '')}'`, `  ${base}`, `${base}\ntouch q`];
}

function pathsNear(pattern) {
  const where = pattern.startsWith('//') ? pattern.slice(1) : pattern.startsWith('~/') ? home + pattern.slice(1) : pattern.startsWith('/') ? `${home}/.claude${pattern}` : path.join(project, pattern);
  const inside = filled(where, 'f'), deeper = filled(where, 'd/e');
  return [inside, deeper, `${inside}x`, path.join(path.dirname(inside), 'other'), `${path.dirname(inside)}/../${path.basename(path.dirname(inside))}/${path.basename(inside)}`, path.join(project, 'sub', path.basename(inside)), `${home}/elsewhere/${path.basename(inside)}`];
}

/** Uses that a rule covers, or nearly. */
function usesNear(rule) {
  const [, tool, pattern] = /^([^(]*)(?:\((.*)\))?$/s.exec(rule);
  if (tool === 'Bash') return commandsNear(pattern ?? 'git log').map((text) => ({ tool, input: { command: text } }));
  if (tool === 'Read') return pathsNear(pattern ?? 'src/a').flatMap((file) => [{ tool, input: { file_path: file } }, { tool: 'Bash', input: { command: `cat ${file}` } }]);
  if (tool === 'Edit' || tool === 'Write') return pathsNear(pattern ?? 'src/a').flatMap((file) => [{ tool: 'Write', input: { file_path: file, content: 'x' } }, { tool: 'Bash', input: { command: `tee ${file}` } }, { tool: 'Bash', input: { command: `echo x > ${file}` } }]);
  if (tool === 'WebFetch') { const host = pattern?.replace('domain:', '') ?? 'example.org'; return [host, `www.${host}`, `${host}.evil.org`].map((name) => ({ tool, input: { url: `https://${filled(name, 'x')}/a`, prompt: 'x' } })); }
  return [];
}

/** Programs that do nothing but `cat` and `tee`, and files to read, so that a use gets as far as the question. */
function prepare(uses) {
  const bin = path.join(home, 'bin');
  for (const folder of [bin, project, path.join(home, '.claude')]) mkdirSync(folder, { recursive: true });
  for (const { tool, input } of uses) {
    for (const word of input.command?.match(/[\w.+-]+/g) ?? []) if (!/^(cat|sh|bash|cd|source|.*\.\.|\.)$/.test(word) && word.length < 60) { writeFileSync(path.join(bin, word), '#!/bin/sh\nexit 0\n'); chmodSync(path.join(bin, word), 0o755); }
    const file = input.file_path;
    if (!file?.startsWith(home)) continue;
    try {
      mkdirSync(path.dirname(file), { recursive: true });
      if (tool === 'Read') writeFileSync(file, 'x\n'); else rmSync(file, { force: true });
    } catch { /* a folder of that name */ }
  }
}

const FLAGS = ['--output-format', 'stream-json', '--input-format', 'stream-json', '--verbose', '--permission-prompt-tool', 'stdio', '--setting-sources=user', '--model', 'claude-sonnet-4-5', '--no-session-persistence'];
const UNREAL = /No such tool|InputValidationError|has not been read|does not exist|EACCES|EISDIR|ENOTDIR|is a directory/i;

/** What the CLI does with each of these uses, one after the other. */
async function theirs(cli, model, uses) {
  const env = { ...environment, PATH: `${home}/bin:/usr/bin:/bin`, ANTHROPIC_API_KEY: 'none', ANTHROPIC_BASE_URL: model.url, CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_TELEMETRY: '1', DISABLE_AUTOUPDATER: '1', NO_PROXY: '127.0.0.1', HTTPS_PROXY: 'http://127.0.0.1:9' };
  const child = new RecordedProcess(cli, FLAGS, { cwd: project, env });
  const feed = new Feed();
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text) => { const lines = (rest + text).split('\n'); rest = lines.pop(); for (const each of lines) if (each.startsWith('{')) feed.push(JSON.parse(each)); });
  child.stdout.on('end', () => feed.end());
  const send = (frame) => child.stdin.write(`${JSON.stringify(frame)}\n`);
  send({ type: 'control_request', request_id: 'begin', request: { subtype: 'initialize', hooks: null } });
  send({ type: 'user', session_id: '', parent_tool_use_id: null, message: { role: 'user', content: script(uses.map((use) => [use])) } });
  const asked = new Set(), results = new Map();
  for (let at = 0; ; at += 1) {
    const frame = await feed.find(() => true, at);
    if (!frame || frame.type === 'result') break;
    if (frame.type === 'control_request' && frame.request.subtype === 'can_use_tool') {
      asked.add(frame.request.tool_use_id);
      send({ type: 'control_response', response: { subtype: 'success', request_id: frame.request_id, response: { behavior: 'deny', message: 'the person is away' } } });
    }
    if (frame.type === 'user' && Array.isArray(frame.message.content)) for (const block of frame.message.content) if (block.type === 'tool_result') results.set(block.tool_use_id, block);
  }
  child.stdin.end();
  child.kill('SIGTERM');
  await child.over;
  return uses.map((_, turn) => {
    const id = `toolu_${turn}_0`, block = results.get(id);
    if (asked.has(id)) return 'ask';
    if (!block) return 'not reached';
    const text = typeof block.content === 'string' ? block.content : (block.content ?? []).map((part) => part.text).join(' ');
    if (block.is_error && /denied by your permission settings|Permission to use .* denied|has been denied/s.test(text)) return 'deny';
    if (block.is_error && UNREAL.test(text) && !/^Exit code/.test(text)) return 'unreal';
    if (process.env.SHOW_ERRORS && block.is_error) console.log(`claude said: ${text.slice(0, 150)}`);
    return 'allow';
  });
}

function settings() {
  const at = process.argv.indexOf('--settings');
  if (at < 0) return FORMS.map((permissions, n) => ({ name: `form ${n + 1}`, permissions }));
  const folder = process.argv[at + 1];
  return readdirSync(folder).filter((name) => name.endsWith('.json')).flatMap((name) => {
    try {
      return [{ name, permissions: JSON.parse(readFileSync(path.join(folder, name), 'utf8')).permissions ?? {} }];
    } catch { return []; }
  });
}

export async function judge(pairs) {
  const cli = path.join(peersFolder(), `node_modules/@anthropic-ai/claude-agent-sdk-${process.platform}-${process.arch}/claude`);
  if (!existsSync(cli)) throw new Error(`no CLI at ${cli}`);
  const count = new Count('claude'), model = await startModel(), all = settings();
  const own = { unreal: 0, 'not reached': 0 };
  for (const { name, permissions } of all) {
    const { allow = [], ask = [], deny = [] } = permissions, near = [...allow, ...ask, ...deny].map(usesNear).filter((each) => each.length);
    if (!near.length) continue;
    const uses = Array.from({ length: Math.ceil(pairs / all.length) }, (_, n) => one(near[n % near.length]));
    rmSync(project, { recursive: true, force: true });
    prepare(uses);
    const text = JSON.stringify({ permissions: { allow, ask, deny } });
    const [alone, usual] = ['bare', 'standard'].map((profile) => policyOf('claude', '.claude/settings.json', text, profile));
    for (let from = 0; from < uses.length; from += 40) {
      const part = uses.slice(from, from + 40), outcomes = await theirs(cli, model, part);
      outcomes.forEach((outcome, n) => (outcome in own ? own[outcome]++ : count.add(name, JSON.stringify(part[n].input), outcome, ours(alone, part[n].input, part[n].tool), ours(usual, part[n].input, part[n].tool))));
    }
  }
  model.stop();
  console.log(`claude: ${own.unreal} uses that no permission was asked for, ${own['not reached']} not reached`);
  return count.print();
}
