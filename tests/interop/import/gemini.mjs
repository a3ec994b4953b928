// Gemini as the judge: its own policy engine, from the package.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Count, agents, home, line, number, one, ours, policyOf, some, WORDS } from './common.mjs';

export async function judge(pairs) {
  const count = new Count('gemini'), bundle = path.join(agents, 'gemini/node_modules/@google/gemini-cli/bundle');
  let engine, load;
  for (const name of readdirSync(bundle).filter((f) => /^core-.*\.js$/.test(f))) {
    const loaded = await import(pathToFileURL(path.join(bundle, name)).href);
    engine ??= loaded.PolicyEngine; load ??= loaded.loadPoliciesFromToml;
  }
  if (!engine || !load) { console.log('gemini: its policy engine is not among what the package exports'); return 0; }
  const file = path.join(home, '.gemini/policies/mine.toml');
  for (let n = 0; n < pairs;) {
    const rules = some(WORDS, 5).map((words) => {
      const what = number(3) ? `commandPrefix = ${JSON.stringify(words)}` : number(2) ? `commandRegex = ${JSON.stringify(words + one(['', '.*', ' (a|b)']))}` : '';
      return `[[rule]]\ntoolName = "run_shell_command"\n${what}\ndecision = "${one(['allow', 'allow', 'ask_user', 'deny'])}"\npriority = ${number(10)}\n`;
    }).join('\n');
    const policy = policyOf('gemini', '.gemini/policies/mine.toml', rules);
    const loaded = await load([file], () => 4);
    const engineOfRules = new engine({ rules: loaded.rules, defaultDecision: 'ask_user' });
    for (let i = 0; i < 10; i++, n++) {
      const text = line(), said = await engineOfRules.check({ name: 'run_shell_command', args: { command: text } }, undefined);
      count.add(rules.replace(/\n/g, ' '), text, { allow: 'allow', ask_user: 'ask', deny: 'deny' }[said.decision], ours(policy, text));
    }
  }
  return count.print();
}
