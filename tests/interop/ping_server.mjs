// An MCP server on standard streams, with the tool `ping`: it answers `pong` and the word that it was given.
import readline from 'node:readline';

const ping = {
  name: 'ping',
  description: 'answers',
  inputSchema: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
};

const results = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'lab', version: '1.0.0' } }),
  'tools/list': () => ({ tools: [ping] }),
  'tools/call': ({ arguments: { word } }) => ({ content: [{ type: 'text', text: `pong ${word}` }] }),
};

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return; // a notification
  const answer = results[method]
    ? { result: results[method](params) }
    : { error: { code: -32601, message: `no method ${method}` } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n`);
});
