// Speaks the control protocol itself, line by line, where the SDK would not do what a scenario needs.
import { Feed } from './feed.mjs';
import { RecordedProcess } from './recorded_process.mjs';

const flags = [
  '--output-format', 'stream-json', '--input-format', 'stream-json', '--verbose',
  '--setting-sources=', '--model', 'claude-sonnet-4-5', '--no-session-persistence',
];

/** `messages` has the frames that came so far. */
export class RawClient {
  constructor(run, args = []) {
    this.feed = new Feed();
    const [program, ...prefix] = run.command;
    this.process = new RecordedProcess(program, [...prefix, ...flags, ...args], run.sandbox.spawnOptions(run.env));
    run.process = this.process;
    let rest = Buffer.alloc(0);
    this.process.stdout.on('data', (bytes) => {
      rest = Buffer.concat([rest, bytes]);
      for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
        const line = rest.subarray(0, end).toString('utf8');
        rest = rest.subarray(end + 1);
        if (line.startsWith('{')) this.feed.push(JSON.parse(line));
      }
    });
    this.process.stdout.on('end', () => this.feed.end());
  }

  get messages() { return this.feed.items; }

  /** Writes one line as it is. */
  line(text) { this.process.stdin.write(`${text}\n`); }

  send(frame) { this.line(JSON.stringify(frame)); }

  say(text) {
    this.send({ type: 'user', session_id: '', parent_tool_use_id: null, message: { role: 'user', content: text } });
  }

  /** Sends a request and returns its answer's envelope. */
  async request(id, request) {
    const from = this.messages.length;
    this.send({ type: 'control_request', request_id: id, request });
    return this.response(id, from);
  }

  /** The envelope of the answer to `id`. */
  async response(id, from = 0) {
    const frame = await this.feed.find(({ type, response }) => type === 'control_response' && response.request_id === id, from);
    return frame?.response;
  }

  /** The next question. */
  async question(from = 0) {
    return this.feed.find(({ type, request }) => type === 'control_request' && request.subtype === 'can_use_tool', from);
  }

  answer(question, response) {
    this.send({ type: 'control_response', response: { subtype: 'success', request_id: question.request_id, response } });
  }

  allow(question) { this.answer(question, { behavior: 'allow', updatedInput: question.request.input }); }

  async result(from = 0) { return this.feed.find(({ type }) => type === 'result', from); }

  async end() {
    this.process.stdin.end();
    return this.process.over;
  }
}
