// usage: flood_cli.mjs ROUNDS COUNT [FLAG...]
// Plays a CLI that asks COUNT questions at once, ROUNDS times, when a user speaks. Its result says how long each round took until
// the last answer was there, in milliseconds. Any other answer than an allow ends it.
import readline from 'node:readline';

const [rounds, count] = process.argv.slice(2, 4).map(Number);
const write = (frame) => process.stdout.write(`${JSON.stringify(frame)}\n`);
const times = [];
let open = 0;
let begun = 0;
let id = 0;

function ask() {
  open = count;
  begun = performance.now();
  let lines = '';
  for (let n = 0; n < count; n += 1) {
    id += 1;
    const request = {
      subtype: 'can_use_tool', tool_name: 'Bash', input: { command: `npm run step-${n}`, description: 'One of many steps' },
      tool_use_id: `toolu_${id}`, permission_suggestions: [],
    };
    lines += `${JSON.stringify({ type: 'control_request', request_id: `r${id}`, request })}\n`;
  }
  process.stdout.write(lines);
}

function answered({ response }) {
  if (response.response?.behavior !== 'allow') throw new Error(`expected an allow, got ${JSON.stringify(response)}`);
  open -= 1;
  if (open > 0) return;
  times.push(performance.now() - begun);
  if (times.length < rounds) ask();
  else write({ type: 'result', subtype: 'success', is_error: false, result: JSON.stringify(times), session_id: 'flood', num_turns: 1, duration_ms: 1 });
}

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const frame = JSON.parse(line);
  if (frame.type === 'control_request') {
    write({ type: 'control_response', response: { subtype: 'success', request_id: frame.request_id, response: {} } });
  } else if (frame.type === 'user') ask();
  else if (frame.type === 'control_response') answered(frame);
});
