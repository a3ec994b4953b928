// Codex as the judge: `codex execpolicy check`, about one command at a time. What no rule covers it asks about.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { Count, agents, command, environment, home, number, one, ours, policyOf, some, WORDS } from './common.mjs';

function find(folder, name) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile() && entry.name === name && /bin$/.test(entry.parentPath ?? entry.path)) return path.join(entry.parentPath ?? entry.path, name);
  throw new Error(`no ${name} below ${folder}`);
}
export function judge(pairs) {
  const count = new Count('codex'), binary = find(path.join(agents, 'codex/node_modules/@openai'), 'codex');
  const file = path.join(home, '.codex/rules/default.rules');
  for (let n = 0; n < pairs;) {
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
