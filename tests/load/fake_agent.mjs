// usage: fake_agent.mjs claude|acp
// An agent behind a bridge that does what whoever drives it says, and says what became of it. Both are lines that pass.
import { eachLine } from './lines.mjs';

const waiting = new Map();
let last = 0;

const write = (text) => process.stdout.write(`${text}\n`);
const send = (frame) => write(JSON.stringify(frame));

const claude = {
  said: (frame) => frame.type === 'load' && frame,
  tell: (result) => send({ type: 'load_result', ...result }),

  request(request) {
    const id = `a${(last += 1)}`;
    send({ type: 'control_request', request_id: id, request });
    return { id, answer: new Promise((resolve) => waiting.set(id, resolve)) };
  },

  hook(event, { number, tool, input }) {
    return claude.request({
      subtype: 'hook_callback', callback_id: 'assent_guard', tool_use_id: `use${number}`,
      input: { hook_event_name: event, cwd: '/load', tool_name: tool, tool_input: input, ...(event === 'PostToolUse' && { tool_response: {} }) },
    }).answer;
  },

  question({ number, tool, input }) {
    return claude.request({ subtype: 'can_use_tool', tool_name: tool, tool_use_id: `use${number}`, input });
  },

  /** One use, as the agent has it: the hook, the question, the use, the hook, the result. */
  async use(call) {
    const looked = await claude.hook('PreToolUse', call);
    const said = looked.hookSpecificOutput?.permissionDecision;
    if (said === 'deny') return 'deny';
    const { behavior } = await claude.question(call).answer;
    if (behavior === 'allow') await claude.hook('PostToolUse', call);
    send({ type: 'user', message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: `use${call.number}`, content: 'ok', is_error: behavior !== 'allow' }] } });
    return behavior;
  },

  withdraw: (id) => send({ type: 'control_cancel_request', request_id: id }),
  noise: ['{"type":"control_request","type":"x"}', '{"broken', 'plain text', '', '{"type":"control_cancel_request","request_id":"nobody"}', '\u000b{"type":"keep_alive"}'],
  flood: (text) => send({ type: 'assistant', text }),

  take(frame) {
    if (frame.type === 'control_response') {
      const { request_id: id, response } = frame.response;
      waiting.get(id)?.(response);
      waiting.delete(id);
    } else if (frame.type === 'control_request') {
      send({ type: 'control_response', response: { subtype: 'success', request_id: frame.request_id, response: {} } });
    }
  },
};

const acp = {
  said: (frame) => frame.method === 'load' && frame.params,
  tell: (params) => send({ jsonrpc: '2.0', method: 'load_result', params }),

  request(method, params) {
    const id = (last += 1);
    send({ jsonrpc: '2.0', id, method, params: { sessionId: 'session', ...params } });
    return { id, answer: new Promise((resolve) => waiting.set(id, resolve)) };
  },

  update: (update) => send({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 'session', update } }),

  question({ number, tool, input }) {
    const about = tool === 'Bash' ? { kind: 'execute', rawInput: input }
      : { kind: 'edit', content: [{ type: 'diff', path: input.file_path, oldText: null, newText: input.content }] };
    const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }, { optionId: 'no', name: 'No', kind: 'reject_once' }];
    return acp.request('session/request_permission', { toolCall: { toolCallId: `use${number}`, title: 'a use', ...about }, options });
  },

  async use(call) {
    const toolCallId = `use${call.number}`;
    acp.update({ sessionUpdate: 'tool_call', toolCallId, title: 'a use', kind: call.tool === 'Bash' ? 'execute' : 'edit', status: 'pending' });
    const { result } = await acp.question(call).answer;
    const outcome = result?.outcome?.optionId === 'yes' ? 'allow' : 'deny';
    acp.update({ sessionUpdate: 'tool_call_update', toolCallId, status: outcome === 'allow' ? 'completed' : 'failed' });
    return outcome;
  },

  /** The editor runs a command for it. */
  async run({ input }) {
    const [command, ...args] = input.command.split(' ');
    const { error } = await acp.request('terminal/create', { command, args }).answer;
    return error ? 'deny' : 'allow';
  },

  withdraw: (id) => send({ jsonrpc: '2.0', method: '$/cancel_request', params: { id } }),
  noise: ['{"jsonrpc":"2.0","jsonrpc":"2.0"}', '{"broken', 'plain text', '', '{"id":"nobody","result":{}}', '\u000b{"method":"x"}'],
  flood: (text) => acp.update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }),

  take({ id, method, result, error }) {
    const results = {
      initialize: { protocolVersion: 1, agentCapabilities: {}, agentInfo: { name: 'load', version: '1' } },
      'session/new': { sessionId: 'session', modes: { currentModeId: 'default', availableModes: [{ id: 'default', name: 'Default' }] } },
    };
    if (method) {
      if (id !== undefined) send({ jsonrpc: '2.0', id, result: results[method] ?? {} });
      return;
    }
    waiting.get(id)?.({ result, error });
    waiting.delete(id);
  },
};

const speaks = { claude, acp }[process.argv[2]];

const doings = {
  use: speaks.use,
  run: speaks.run,
  /** It asks, and takes that back. */
  async withdrawn(call) {
    const { id } = speaks.question(call);
    speaks.withdraw(id);
    waiting.delete(id);
    return 'withdrawn';
  },
  async noise({ lines }) {
    for (const line of lines) write(speaks.noise[line % speaks.noise.length]);
    return 'said';
  },
  async flood({ lines, bytes }) {
    for (let line = 0; line < lines; line += 1) speaks.flood('x'.repeat(bytes));
    return 'said';
  },
};

eachLine(process.stdin, (line) => {
  let frame;
  try {
    frame = JSON.parse(line);
  } catch {
    return; // what passes need not be JSON
  }
  const call = speaks.said(frame);
  if (!call) speaks.take(frame);
  else if (call.does === 'hello') speaks.tell({ number: call.number, outcome: process.pid });
  else doings[call.does](call).then((outcome) => speaks.tell({ number: call.number, outcome }));
});
