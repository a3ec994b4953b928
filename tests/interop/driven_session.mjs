// A program made with Assent drives the CLI: docs/examples/drive_agent.cpp, which takes a prompt and the CLI's command.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { RecordedProcess } from './recorded_process.mjs';

const flags = [
  '-p', '--output-format', 'stream-json', '--verbose', '--input-format', 'stream-json', '--permission-prompt-tool', 'stdio',
  '--setting-sources=', '--model', 'claude-sonnet-4-5', '--no-session-persistence',
];

/** One task. The frames that the CLI wrote are in `messages`, what it asked in the run's `asked`. */
export class DrivenSession {
  constructor(run, prompt, more = [], agent = run.command.slice(1)) {
    this.run = run;
    const [program] = run.command;
    this.process = new RecordedProcess(program, [prompt, ...agent, ...flags, ...more], run.sandbox.spawnOptions(run.env));
    this.process.stdout.resume();
    run.process = this.process;
  }

  get messages() { return this.frames('out'); }

  /** What the CLI was answered: {request_id: response}. */
  get answers() {
    const answers = this.frames('in').filter(({ type }) => type === 'control_response');
    return Object.fromEntries(answers.map(({ response }) => [response.request_id, response.response]));
  }

  /** What the program says of itself, line by line. */
  get said() { return Buffer.concat(this.process.received).toString('utf8').split('\n').slice(0, -1); }

  // The last line may be one that did not come to its end.
  frames(side) {
    if (!existsSync(path.join(this.run.sandbox.tee, side))) return [];
    const bytes = side === 'in' ? this.run.reached : this.run.written;
    return bytes.toString('utf8').split('\n').slice(0, -1).map((line) => JSON.parse(line));
  }

  /** Fulfilled when the program has ended. */
  async end() {
    const exit = await this.process.over;
    const { answers } = this;
    const questions = this.messages.filter(({ request }) => request?.subtype === 'can_use_tool');
    for (const { request_id: id, request } of questions.slice(this.run.asked.length)) {
      const { tool_name: tool, input, tool_use_id: toolUseID, agent_id: agentID } = request;
      this.run.asked.push({ tool, input, toolUseID, agentID, answer: answers[id] });
      this.run.note(`asked ${tool} ${JSON.stringify(input).slice(0, 100)}`);
    }
    for (const line of this.said) this.run.note(`said ${line.slice(0, 200)}`);
    return exit;
  }
}
