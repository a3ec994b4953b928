// Judges that are models of an agent's documents, written by somebody who has not seen this library. They answer with one outcome, or with
// several where the documents leave it open: then each of these is right.
import path from 'node:path';
import { mkdirSync, writeFileSync } from 'node:fs';
import { Count, home, ours, policyBy } from './common.mjs';

/** What the call of a model is here. Paths of the model's workspace are those of ours. */
function use({ tool, command, path: file, url, server, name }) {
  if (tool === 'shell') return ['Bash', { command }];
  if (tool === 'url') return ['WebFetch', { url, prompt: 'x' }];
  if (tool === 'write') return ['Write', { file_path: file, content: 'x' }];
  if (tool === 'read') return ['Read', { file_path: file }];
  return [`mcp__${server}__${name}`, {}];
}

const RANK = { allow: 0, ask: 1, deny: 2 };
/** The one of several that is nearest to ours. */
const nearest = (said, mine) => [said].flat().sort((a, b) => Math.abs(RANK[a] - RANK[mine]) - Math.abs(RANK[b] - RANK[mine]))[0];

/** \param policies  makes a policy of a case's rules */
export function judgeBy(agent, decide, cases, policy) {
  const count = new Count(agent);
  for (const { rules, call } of cases) {
    const [tool, input] = use(call);
    if (!/^[\w.-]{1,128}$/.test(tool)) continue; // no agent calls a tool so
    const mine = ours(policy(rules), input, tool);
    count.add(JSON.stringify(rules), JSON.stringify(call), nearest(decide(rules, { cwd: '/proj', ...call }), mine), mine);
  }
  return count.print();
}

/** The policy of words of a command line; without any, no rule. */
export const ofWords = (words) => policyBy(['copilot', '--profile', 'bare', '--', ...(words.length ? words : ['--deny-tool=shell(unheard)'])]);

/** The policy of Cursor's settings. */
export function ofCursor({ terminalAllowlist, mcpAllowlist, force, print, ...config }) {
  const listed = { ...(terminalAllowlist && { terminalAllowlist }), ...(mcpAllowlist && { mcpAllowlist }) };
  const files = { 'cli-config.json': config, ...(Object.keys(listed).length && { 'permissions.json': listed }) };
  mkdirSync(path.join(home, '.cursor'), { recursive: true });
  const named = Object.entries(files).map(([name, content]) => {
    const file = path.join(home, '.cursor', name);
    writeFileSync(file, JSON.stringify(content));
    return file;
  });
  return policyBy(['cursor', '--profile', 'bare', ...named, '--mine']);
}
