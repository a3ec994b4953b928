// Plays the model for a test that is not written in JavaScript: prints its address and a script, then what it read of its tools.
import readline from 'node:readline';
import { bash, script, startModel, toolResults } from '../interop/fake_model_api.mjs';

const model = await startModel();
const turns = process.argv.slice(2).map((command) => [bash(command)]);
console.log(JSON.stringify({ url: model.url, prompt: script([...turns, [{ text: 'ok' }]]) }));
for await (const _ of readline.createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(toolResults(model.requests.flatMap(({ messages }) => messages))));
}
model.stop();
