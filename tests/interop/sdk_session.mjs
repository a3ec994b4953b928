// The official SDK drives whatever stands in the CLI's place.
import { wrapperScript } from './arrangements.mjs';
import { Feed } from './feed.mjs';
import { RecordedProcess } from './recorded_process.mjs';

/** One conversation. What the SDK hands out is in `messages`, what its callback was asked in `asked`. */
export class SdkSession {
  constructor(run, options = {}) {
    this.run = run;
    this.prompts = new Feed();
    this.feed = new Feed();
    this.asked = run.asked;
    this.heard = 0; // results waited for so far
    const { canUseTool } = options;
    this.query = run.peers.sdk.query({
      prompt: this.prompts,
      options: {
        cwd: run.sandbox.cwd,
        env: run.env,
        model: 'claude-sonnet-4-5',
        settingSources: [],
        persistSession: false,
        pathToClaudeCodeExecutable: wrapperScript(run),
        spawnClaudeCodeProcess: ({ command, args, env }) => {
          run.process = new RecordedProcess(command, args, run.sandbox.spawnOptions(env));
          return run.process;
        },
        ...options,
        ...(canUseTool && { canUseTool: (tool, input, more) => this.ask(canUseTool, tool, input, more) }),
      },
    });
    this.over = this.listen();
  }

  get messages() { return this.feed.items; }

  async listen() {
    try {
      for await (const message of this.query) this.feed.push(message);
    } catch (error) {
      this.run.failure = error.message;
    }
    this.feed.end();
  }

  ask(canUseTool, tool, input, more) {
    const { toolUseID, agentID, suggestions, blockedPath, signal } = more;
    const call = { tool, input, toolUseID, agentID, suggestions, blockedPath, signal };
    this.asked.push(call);
    this.run.note(`asked ${tool} ${JSON.stringify(input).slice(0, 100)}`);
    this.run.bell.push(call);
    return canUseTool(call, more);
  }

  /** Sends a user's message. */
  say(text) {
    this.prompts.push({ type: 'user', session_id: '', parent_tool_use_id: null, message: { role: 'user', content: text } });
  }

  /** The next `result`, or undefined where the conversation ends without one. */
  async result() {
    const results = () => this.messages.filter((message) => message.type === 'result');
    const nth = (this.heard += 1);
    await this.feed.find(() => results().length >= nth);
    return results()[nth - 1];
  }

  /** Waits until the callback has been asked `count` times. */
  async askedTimes(count) {
    await this.run.bell.find(() => this.asked.length >= count);
  }

  /** Nothing more to say: fulfilled when the program has ended. */
  async end() {
    this.prompts.end();
    await this.over;
    return this.run.process.over;
  }
}
