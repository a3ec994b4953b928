// The four ways in which agents speak with a model: how a conversation is read, and how a turn is written.
//
// `items(body)` gives the conversation as {role: 'user' | 'assistant' | 'tool', text}; `offers(body)` whether tools are
// offered; `write(response, turn, body)` streams a turn {id, blocks, verdicts: what its server says of them}; `whole(response, block, body)` a block at once.

const json = (response, value) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
};
const startEvents = (response) => response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
const sendEvent = (response, type, members) => response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`);
const sendData = (response, value) => response.write(`data: ${JSON.stringify(value)}\n\n`);

export function texts(content) {
  if (typeof content === 'string') return content;
  return content.filter((block) => typeof block.text === 'string').map((block) => block.text).join('\n');
}

function inputOf({ input = {}, fill = {} }) {
  const long = Object.entries(fill).map(([key, bytes]) => [key, 'x'.repeat(bytes)]);
  return { ...input, ...Object.fromEntries(long) };
}

const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

/** A turn of the model may come as several items: they count once. */
const merged = (items) => items.filter(({ role }, at) => role !== 'assistant' || items[at - 1]?.role !== 'assistant');

const messages = {
  fits: (path) => path.endsWith('/v1/messages'),
  offers: ({ tools }) => tools?.length > 0,
  streams: ({ stream }) => stream === true,
  items: (body) => body.messages.flatMap(({ role, content }) => {
    const results = typeof content === 'string' ? [] : content.filter(({ type }) => type === 'tool_result');
    return [{ role, text: texts(content) }, ...results.map((result) => ({ role: 'tool', text: texts(result.content ?? '') }))];
  }),
  async write(response, { id, blocks, verdicts }, { model }) {
    const event = (type, members) => sendEvent(response, type, members);
    startEvents(response);
    const usage = { input_tokens: 10, output_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
    event('message_start', {
      message: { id: `msg_${id}`, type: 'message', role: 'assistant', model, content: [], stop_reason: null, stop_sequence: null, usage },
    });
    let index = 0;
    for (const block of blocks) {
      if (block.delay_ms) {
        await pause(block.delay_ms);
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
    event('message_delta', { delta: { stop_reason: reason, stop_sequence: null, ...verdicts }, usage: { output_tokens: 5 } });
    event('message_stop', {});
    response.end();
  },
  whole: (response, { text }, { model }) => json(response, {
    id: 'msg_aside', type: 'message', role: 'assistant', model, content: [{ type: 'text', text }],
    stop_reason: 'end_turn', stop_sequence: null, usage: { input_tokens: 10, output_tokens: 5 },
  }),
};

const responses = {
  fits: (path) => path.endsWith('/responses'),
  offers: ({ tools }) => tools?.length > 0,
  streams: () => true,
  items: ({ input }) => merged(input.map(({ type = 'message', role, content, output }) => {
    if (type.endsWith('_output')) return { role: 'tool', text: texts(output) };
    if (type === 'message') return { role, text: texts(content) };
    return { role: 'assistant', text: '' };
  })),
  write(response, { id, blocks }) {
    startEvents(response);
    sendEvent(response, 'response.created', { response: { id: `resp_${id}` } });
    const output = blocks.map((block, at) => {
      if (block.tool) {
        const { namespace } = block; // of a tool of a server
        return { type: 'function_call', id: `fc_${id}_${at}`, call_id: block.id, name: block.tool, namespace, arguments: JSON.stringify(inputOf(block)) };
      }
      return { type: 'message', role: 'assistant', id: `m_${id}_${at}`, content: [{ type: 'output_text', text: block.text, annotations: [] }] };
    });
    output.forEach((item, output_index) => {
      sendEvent(response, 'response.output_item.added', { output_index, item });
      sendEvent(response, 'response.output_item.done', { output_index, item });
    });
    const usage = { input_tokens: 1, input_tokens_details: null, output_tokens: 1, output_tokens_details: null, total_tokens: 2 };
    sendEvent(response, 'response.completed', { response: { id: `resp_${id}`, status: 'completed', output, usage } });
    response.end();
  },
};

const callsOf = (blocks) => blocks.filter(({ tool }) => tool).map((block, index) => (
  { index, id: block.id, type: 'function', function: { name: block.tool, arguments: JSON.stringify(inputOf(block)) } }
));

const chat = {
  fits: (path) => path.endsWith('/chat/completions'),
  offers: ({ tools }) => tools?.length > 0,
  streams: ({ stream }) => stream === true,
  items: (body) => merged(body.messages.map(({ role, content }) => ({ role, text: texts(content ?? '') }))),
  write(response, { id, blocks }, { model }) {
    const calls = callsOf(blocks);
    const chunk = (delta, more) => sendData(response, {
      id: `chat_${id}`, object: 'chat.completion.chunk', created: 1, model, choices: [{ index: 0, delta, finish_reason: null, ...more }],
    });
    startEvents(response);
    chunk({ role: 'assistant', content: blocks.map(({ text = '' }) => text).join('') });
    if (calls.length > 0) chunk({ tool_calls: calls });
    chunk({}, { finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' });
    response.end('data: [DONE]\n\n');
  },
  whole: (response, block, { model }) => json(response, {
    id: 'chat_aside', object: 'chat.completion', created: 1, model,
    choices: [{
      index: 0,
      message: { role: 'assistant', content: block.text ?? null, ...(block.tool ? { tool_calls: callsOf([block]) } : {}) },
      finish_reason: block.tool ? 'tool_calls' : 'stop',
    }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  }),
};

const contentOf = (parts) => ({
  candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  modelVersion: 'fake',
});

// What is asked for as JSON: who speaks next, which model is to be taken.
const asides = JSON.stringify({
  reasoning: 'none', next_speaker: 'user', complexity_reasoning: 'none', complexity_score: 1, model_choice: 'flash',
});

const generateContent = {
  fits: (path) => /:(stream)?[gG]enerateContent$/.test(path),
  offers: ({ tools, generationConfig }) => (
    tools?.some(({ functionDeclarations }) => functionDeclarations?.length > 0) && generationConfig?.responseMimeType !== 'application/json'
  ),
  streams: (_, path) => path.endsWith(':streamGenerateContent'),
  items: ({ contents }) => merged(contents.flatMap(({ role, parts }) => {
    if (role === 'model') return [{ role: 'assistant', text: '' }];
    const results = parts.filter(({ functionResponse }) => functionResponse);
    return [{ role: 'user', text: texts(parts) }, ...results.map((part) => ({ role: 'tool', text: JSON.stringify(part.functionResponse.response) }))];
  })),
  write(response, { blocks }) {
    startEvents(response);
    sendData(response, contentOf(blocks.map((block) => (
      block.tool ? { functionCall: { id: block.id, name: block.tool, args: inputOf(block) } } : { text: block.text }
    ))));
    response.end();
  },
  whole: (response, { text }, { generationConfig }) => (
    json(response, contentOf([{ text: generationConfig?.responseMimeType === 'application/json' ? asides : text }]))
  ),
};

export const wires = [messages, responses, chat, generateContent];
