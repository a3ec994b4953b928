// The official TypeScript SDK with a callback that allows everything; its "agent CLI" is assent_bench_driver.
// Usage: node sdk_answerer.mjs MODULES DRIVER, with the folder of the installed packages.
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [modules, driver] = process.argv.slice(2);
const file = path.join(modules, '@anthropic-ai', 'claude-agent-sdk', 'sdk.mjs');
const { query } = await import(pathToFileURL(file).href);

let finish;
const finished = new Promise((resolve) => { finish = resolve; });
async function* prompt() { // open until the end, so that the agent's standard input is
  yield { type: 'user', message: { role: 'user', content: 'go' }, parent_tool_use_id: null, session_id: '' };
  await finished;
}
const messages = query({
  prompt: prompt(),
  options: {
    pathToClaudeCodeExecutable: driver,
    canUseTool: async (tool, input) => ({ behavior: 'allow', updatedInput: input }),
  },
});
for await (const message of messages) if (message.type === 'result') break;
finish();
process.exit(0);
