// An editor that speaks the Agent Client Protocol: asks an agent for turns, answers its questions, and reads and writes its files.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { LinePeer } from './agent_doors.mjs';

const kinds = { allow: 'allow_once', refuse: 'reject_once' };

export class AcpEditor extends LinePeer {
  envelope = { jsonrpc: '2.0' };

  /** `answer`: allow, refuse or hold (no answer yet). */
  answer = 'refuse';

  questions = [];

  /** Paths that the agent had this editor read, and write. */
  files = { read: [], written: [] };

  async open({ fs = false, mode } = {}) {
    const { cwd } = this.place;
    const { agentInfo } = await this.call('initialize', {
      protocolVersion: 1,
      clientCapabilities: { fs: { readTextFile: fs, writeTextFile: fs }, terminal: false },
      clientInfo: { name: 'interop', version: '1' },
    });
    this.agent = agentInfo;
    this.session = (await this.call('session/new', { cwd, mcpServers: [] })).sessionId;
    if (mode) await this.call('session/set_mode', { sessionId: this.session, modeId: mode });
  }

  heard({ id, method, params }) {
    if (method === undefined || id === undefined) return;
    if (method === 'session/request_permission') this.ask({ id, params });
    else this.serve(id, method, params);
  }

  ask(question) {
    this.asked += 1;
    this.questions.push(question);
    if (this.answer !== 'hold') this.reply(question, this.answer);
  }

  reply({ id, params }, what) {
    const option = params.options.find(({ kind }) => kind === kinds[what]);
    const outcome = option ? { outcome: 'selected', optionId: option.optionId } : { outcome: 'cancelled' };
    this.send({ jsonrpc: '2.0', id, result: { outcome } });
  }

  serve(id, method, { path, content } = {}) {
    const say = (body) => this.send({ jsonrpc: '2.0', id, ...body });
    try {
      if (method === 'fs/read_text_file') {
        this.files.read.push(path);
        // Gemini takes no error for a file that it is about to make.
        say({ result: { content: existsSync(path) ? readFileSync(path, 'utf8') : '' } });
      } else if (method === 'fs/write_text_file') {
        this.files.written.push(path);
        writeFileSync(path, content);
        say({ result: {} });
      } else {
        say({ error: { code: -32601, message: 'method not found' } });
      }
    } catch (error) {
      say({ error: { code: -32603, message: error.message } });
    }
  }

  async turn(text, sessionId = this.session) {
    return (await this.call('session/prompt', { sessionId, prompt: [{ type: 'text', text }] })).stopReason;
  }

  cancel() { this.send({ jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: this.session } }); }

  /** The `count`th question from now on; undefined where it does not come in `ms`. */
  async question(count, ms) {
    const end = Date.now() + ms;
    while (this.questions.length < count && Date.now() < end && !this.feed.ended) await new Promise((resolve) => { setTimeout(resolve, 20); });
    return this.questions[count - 1];
  }

  forget() {
    this.questions = [];
    this.files = { read: [], written: [] };
  }
}
