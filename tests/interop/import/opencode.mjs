// opencode as the judge: its server, with a model that says which command to run. Each question is rejected.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { Count, agents, environment, home, line, number, one, ours, policyOf, project, some, WORDS } from './common.mjs';

export async function judge(pairs) {
  const count = new Count('opencode'), binary = path.join(agents, 'opencode/node_modules/opencode-linux-x64/bin/opencode');
  const next = { text: '', told: [] };
  const model = createServer((request, response) => {
    let body = '';
    request.on('data', (d) => { body += d; }).on('end', () => {
      const messages = JSON.parse(body || '{}').messages ?? [], last = messages.at(-1);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const say = (delta, finish_reason = null) => response.write(`data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', model: 'fake', choices: [{ index: 0, delta, finish_reason }] })}\n\n`);
      const offered = JSON.parse(body).tools?.some((t) => t.function.name === 'bash');
      next.offered ||= offered;
      if (last?.role === 'user' && offered) {
        say({ role: 'assistant', tool_calls: [{ index: 0, id: 'call1', type: 'function', function: { name: 'bash', arguments: JSON.stringify({ command: next.text, description: 'x' }) } }] });
        say({}, 'tool_calls');
      } else {
        if (last?.role === 'tool') next.told.push(String(last.content));
        say({ role: 'assistant', content: 'done' }); say({}, 'stop');
      }
      response.end('data: [DONE]\n\n');
    });
  });
  await new Promise((done) => model.listen(0, '127.0.0.1', done));
  const base = `http://127.0.0.1:${model.address().port}/v1`;
  mkdirSync(path.join(home, 'bin'), { recursive: true });
  // What is allowed runs: programs of these names that do nothing.
  for (const name of new Set(WORDS.map((w) => w.split(' ')[0]))) writeFileSync(path.join(home, 'bin', name), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  for (let n = 0; n < pairs;) {
    const bash = Object.fromEntries(some(WORDS, 6).map((w) => [one(['*', w, `${w} *`, `${w}*`, `${w} *`]), one(['allow', 'allow', 'ask', 'deny'])]));
    const policy = policyOf('opencode', '.config/opencode/opencode.json', JSON.stringify({ permission: { bash: { '*': 'ask', ...bash } } }));
    writeFileSync(path.join(home, '.config/opencode/opencode.json'), JSON.stringify({ autoupdate: false, share: 'disabled', model: 'fake/fake', small_model: 'fake/fake',
      provider: { fake: { npm: '@ai-sdk/openai-compatible', options: { baseURL: base, apiKey: 'x' }, models: { fake: { tool_call: true } } } }, permission: { bash: { '*': 'ask', ...bash } } }));
    mkdirSync(project, { recursive: true });
    const server = spawn(binary, ['serve', '--port', '0', '--hostname', '127.0.0.1'], { env: { ...environment, PATH: `${home}/bin:${environment.PATH}`, OPENCODE_DISABLE_MODELS_FETCH: '1' }, cwd: project, stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const url = await new Promise((done, fail) => { server.stdout.on('data', (d) => { const m = /http:\/\/\S+/.exec(d); if (m) done(m[0]); }); server.on('close', () => fail(new Error('opencode ended'))); });
      const post = async (where, body) => (await fetch(url + where, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body), signal: AbortSignal.timeout(60000) })).json();
      for (let i = 0; i < 20; i++, n++) {
        next.text = line(); next.told = []; next.offered = false;
        const session = await post('/session', {});
        let asked = false, over = false;
        const turn = post(`/session/${session.id}/message`, { parts: [{ type: 'text', text: 'go' }] }).finally(() => { over = true; });
        while (!over) {
          for (const question of await (await fetch(`${url}/permission`)).json()) {
            if (question.permission === 'bash') asked = true;
            await post(`/permission/${question.id}/reply`, { reply: 'reject' });
          }
          await Promise.race([turn, new Promise((r) => setTimeout(r, 30))]);
        }
        // A tool of which all uses are denied is not offered to the model.
        const theirs = asked ? 'ask' : !next.offered || next.told.some((t) => /rule which prevents/.test(t)) ? 'deny' : 'allow';
        count.add(JSON.stringify(bash), next.text, theirs, ours(policy, next.text));
      }
    } finally {
      server.kill('SIGKILL');
    }
  }
  model.close();
  return count.print();
}
