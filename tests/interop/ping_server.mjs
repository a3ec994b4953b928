// An MCP server on standard streams, with the tool `ping`: it answers `pong` and the word that it was given. As `ping_server.mjs
// asks` it asks the user before, in the words in which Codex asks about that tool, and answers with what was said, too. As `ping_server.mjs
// reads` it says that the tool only reads.
import readline from 'node:readline';

const ping = {
  name: 'ping',
  description: 'answers',
  inputSchema: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
  annotations: process.argv[2] === 'reads' ? { readOnlyHint: true } : undefined,
};

const asks = process.argv[2] === 'asks';
const send = (frame) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...frame })}\n`);
const text = (words) => ({ content: [{ type: 'text', text: words }] });
const question = (input) => ({
  mode: 'form', message: 'May I?', requestedSchema: { type: 'object', properties: {} },
  _meta: { codex_approval_kind: 'mcp_tool_call', tool_name: ping.name, tool_params: input },
});
let waiting;

const results = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'lab', version: '1.0.0' } }),
  'tools/list': () => ({ tools: [ping] }),
  'tools/call': ({ arguments: { word } }) => text(`pong ${word}`),
};

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params, result } = JSON.parse(line);
  if (id === undefined) return; // a notification
  if (method === undefined) {
    send({ id: waiting.id, result: text(`pong ${waiting.params.arguments.word} ${result?.action}`) });
  } else if (asks && method === 'tools/call') {
    waiting = { id, params };
    send({ id: 'question', method: 'elicitation/create', params: question(params.arguments) });
  } else {
    send({ id, ...(results[method] ? { result: results[method](params) } : { error: { code: -32601, message: `no method ${method}` } }) });
  }
});
