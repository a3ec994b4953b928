// Plays the model: a Messages API on loopback that answers what a script in the conversation says.
//
// A user's text carries `SCRIPT:{"turns":[[block, ...], ...]}`, the last such text counts. A block is a tool use
// `{"tool":"Bash","input":{...}}` (with `"fill":{"content":100}`: that member is 100 bytes long), a text `{"text":"..."}` or a pause `{"delay_ms":100}`. Which turn comes next is
// read from the conversation itself: how many answers followed the script. After the last turn it says "done".
//
// Ids are made of the script's `id` (or nothing), the turn and the block, so that two runs have the same.
import http from 'node:http';

const marker = 'SCRIPT:';

/**
 * The text that makes the model play these turns. Tool uses get ids, `toolu_0_1` is the second block of the first
 * turn; `id` tells those of several scripts in one conversation apart.
 */
export function script(turns, id = '') {
  const named = turns.map((blocks, turn) => blocks.map((block, at) => (
    block.tool === undefined ? block : { ...block, id: `toolu_${id}${turn}_${at}` }
  )));
  return marker + JSON.stringify({ id, turns: named });
}

/** A use of the shell. */
export const bash = (command, more) => ({ tool: 'Bash', input: { command, description: `runs ${command}`, ...more } });

function texts(content) {
  if (typeof content === 'string') return content;
  return content.filter((block) => block.type === 'text').map((block) => block.text).join('\n');
}

// The JSON object that begins at `from`: what follows it in the text is the CLI's business.
function objectAt(text, from) {
  let depth = 0;
  let quoted = false;
  for (let at = from; at < text.length; at += 1) {
    const c = text[at];
    if (quoted) {
      if (c === '\\') at += 1;
      else if (c === '"') quoted = false;
    } else if (c === '"') quoted = true;
    else if (c === '{') depth += 1;
    else if (c === '}' && (depth -= 1) === 0) return JSON.parse(text.slice(from, at + 1));
  }
  throw new Error(`the script has no end: ${text.slice(from, from + 80)}`);
}

function nextTurn(messages) {
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    if (messages[at].role !== 'user') continue;
    const text = texts(messages[at].content);
    const found = text.indexOf(marker); // a script may hold a subagent's
    if (found < 0) continue;
    const { turns, id = '' } = objectAt(text, found + marker.length);
    const turn = messages.slice(at + 1).filter((message) => message.role === 'assistant').length;
    return { id: `${id}${turn}`, blocks: turns[turn] ?? [{ text: 'done' }] };
  }
  return { id: 'none', blocks: [{ text: 'done' }] };
}

function inputOf({ input = {}, fill = {} }) {
  const long = Object.entries(fill).map(([key, bytes]) => [key, 'x'.repeat(bytes)]);
  return { ...input, ...Object.fromEntries(long) };
}

async function stream(response, { id, blocks }, model) {
  const event = (type, members) => response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`);
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const usage = { input_tokens: 10, output_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
  event('message_start', {
    message: { id: `msg_${id}`, type: 'message', role: 'assistant', model, content: [], stop_reason: null, stop_sequence: null, usage },
  });
  let index = 0;
  for (const block of blocks) {
    if (block.delay_ms) {
      await new Promise((resolve) => setTimeout(resolve, block.delay_ms));
      continue;
    }
    const uses = block.tool !== undefined;
    const opening = uses
      ? { type: 'tool_use', id: block.id, name: block.tool, input: {} }
      : { type: 'text', text: '' };
    const content = uses
      ? { type: 'input_json_delta', partial_json: JSON.stringify(inputOf(block)) }
      : { type: 'text_delta', text: block.text };
    event('content_block_start', { index, content_block: opening });
    event('content_block_delta', { index, delta: content });
    event('content_block_stop', { index });
    index += 1;
  }
  const reason = blocks.some((block) => block.tool) ? 'tool_use' : 'end_turn';
  event('message_delta', { delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 5 } });
  event('message_stop', {});
  response.end();
}

function whole(response, text, model) {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({
    id: 'msg_aside', type: 'message', role: 'assistant', model, content: [{ type: 'text', text }],
    stop_reason: 'end_turn', stop_sequence: null, usage: { input_tokens: 10, output_tokens: 5 },
  }));
}

async function answer(request, response, model) {
  const parts = [];
  for await (const part of request) parts.push(part);
  const path = request.url.split('?')[0];
  if (!path.endsWith('/v1/messages')) {
    response.writeHead(404, { 'content-type': 'application/json' });
    response.end('{"type":"error","error":{"type":"not_found_error","message":"not found"}}');
    return;
  }
  const body = JSON.parse(Buffer.concat(parts).toString('utf8'));
  // Asides (a title, a summary) come without tools.
  const turn = body.tools?.length ? nextTurn(body.messages) : { id: 'aside', blocks: [{ text: 'aside' }] };
  if (turn.id !== 'aside') model.requests.push(body);
  if (body.stream) await stream(response, turn, body.model);
  else whole(response, 'aside', body.model);
}

/** Starts a model: `url` is its address, `requests` the turns that it was asked for so far. */
export async function startModel() {
  const model = { requests: [], url: '', stop: null };
  const server = http.createServer((request, response) => {
    answer(request, response, model).catch((error) => response.destroy(error));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  model.url = `http://127.0.0.1:${server.address().port}`;
  model.stop = () => {
    server.closeAllConnections?.();
    server.close();
  };
  return model;
}

/** What these messages tell a model about its tool uses: {id: {text, is_error}}. */
export function toolResults(messages) {
  const results = {};
  for (const { role, content } of messages) {
    if (role !== 'user' || typeof content === 'string') continue;
    for (const block of content) {
      if (block.type !== 'tool_result') continue;
      // The CLI appends notes of its own.
      const [text] = texts(block.content ?? '').split('\n\n<system-reminder>');
      results[block.tool_use_id] = { text, is_error: block.is_error === true };
    }
  }
  return results;
}
