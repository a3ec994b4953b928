// usage: fake_cli.mjs FILE COUNT [FLAG...]
// Plays a CLI that writes the lines of FILE, whatever they are, when a user speaks. When COUNT answers have come, the
// turn is over. Ends with its input. Flags are ignored.
import { readFileSync } from 'node:fs';
import readline from 'node:readline';

const lines = readFileSync(process.argv[2], 'utf8').trim().split('\n');
const write = (frame) => process.stdout.write(`${JSON.stringify(frame)}\n`);
let open = Number(process.argv[3]);

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const frame = JSON.parse(line);
  if (frame.type === 'control_request') {
    write({ type: 'control_response', response: { subtype: 'success', request_id: frame.request_id, response: {} } });
  } else if (frame.type === 'user') {
    for (const each of lines) process.stdout.write(`${each}\n`);
  } else if (frame.type === 'control_response') {
    open -= 1;
    if (open > 0) return;
    write({ type: 'result', subtype: 'success', is_error: false, result: 'ok', session_id: 'fake', num_turns: 1, duration_ms: 1 });
  }
});
