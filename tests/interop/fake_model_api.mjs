// Plays the model: a server on loopback that answers what a script in the conversation says, in each of the ways in
// which agents speak with a model.
//
// A user's text carries `SCRIPT:{"turns":[[block, ...], ...]}`, the last such text counts. A block is a tool use
// `{"tool":"Bash","input":{...}}` (with `"fill":{"content":100}`: that member is 100 bytes long), a text `{"text":"..."}` or a pause `{"delay_ms":100}`. Which turn comes next is
// read from the conversation itself: how many answers followed the script. After the last turn it says "done".
//
// Ids are made of the script's `id` (or nothing), the turn and the block, so that two runs have the same.
import http from 'node:http';
import { judgement, verdicts } from './judges.mjs';
import { texts, wires } from './model_wires.mjs';

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

/** The turn that is due, and what the model was told since the script: the results of its tools, in their order. */
function nextTurn(items) {
  for (let at = items.length - 1; at >= 0; at -= 1) {
    const { role, text } = items[at];
    const found = role === 'user' ? text.indexOf(marker) : -1; // a script may hold a subagent's
    if (found < 0) continue;
    const { turns, id = '' } = objectAt(text, found + marker.length);
    const since = items.slice(at + 1);
    const turn = since.filter((item) => item.role === 'assistant').length;
    const told = since.filter((item) => item.role === 'tool').map((item) => item.text);
    return { id: `${id}${turn}`, script: id, told, blocks: turns[turn] ?? [{ text: 'done' }] };
  }
  return { id: 'none', blocks: [{ text: 'done' }] };
}

async function answer(request, response, model) {
  const parts = [];
  for await (const part of request) parts.push(part);
  const path = request.url.split('?')[0];
  const wire = wires.find(({ fits }) => fits(path));
  if (!wire) {
    const models = path.endsWith('/models');
    response.writeHead(models ? 200 : 404, { 'content-type': 'application/json' });
    response.end(models ? '{"object":"list","data":[],"models":[]}' : '{"type":"error","error":{"type":"not_found_error","message":"not found"}}');
    return;
  }
  const body = JSON.parse(Buffer.concat(parts).toString('utf8'));
  const judged = model.judge && judgement(body, model.judge);
  if (judged) {
    model.judged += 1;
    if (wire.streams(body, path)) await wire.write(response, { id: `judge${model.judged}`, blocks: judged }, body);
    else wire.whole(response, judged[0], body);
    return;
  }
  if (model.judge && body.safeguards) model.judged += 1;
  // Asides (a title, a summary) come without tools.
  const turn = wire.offers(body) ? nextTurn(wire.items(body)) : { id: 'aside', blocks: [{ text: 'aside' }] };
  if (turn.id !== 'aside') model.requests.push(body);
  if (turn.told) model.told.set(turn.script, turn.told);
  if (wire.streams(body, path)) await wire.write(response, { ...turn, verdicts: verdicts(body, turn.blocks, model.judge) }, body);
  else wire.whole(response, { text: 'aside' }, body);
}

/**
 * Starts a model: `url` is its address, `requests` the turns that it was asked for so far, `told` what it last read of
 * its tools, by the id of the script. `judge`: what it says where an agent asks it in a person's place, `judged` times so
 * far; without, it is no judge.
 */
export async function startModel({ judge } = {}) {
  const model = { requests: [], told: new Map(), url: '', stop: null, judge, judged: 0 };
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
