// What else passes between the SDK and the CLI.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { allow, bridged, colourQuestion, everywhere, pingServer } from '../common.mjs';
import { wrapperScript } from '../arrangements.mjs';
import { bash, script } from '../fake_model_api.mjs';

const big_bytes = 8 * 1024 * 1024;

export const scenarios = [
  {
    name: 'own_spawn',
    says: 'the SDK starts the wrapper script by itself, with one prompt',
    on: everywhere,
    // The SDK keeps what it reads and writes to itself.
    bytes: false,
    async drive(run) {
      const { sandbox, env } = run;
      const query = run.peers.sdk.query({
        prompt: script([[bash('touch a.txt')], [{ text: 'ok' }]]),
        options: {
          cwd: sandbox.cwd, env, settingSources: [], persistSession: false, pathToClaudeCodeExecutable: wrapperScript(run),
          canUseTool: async (tool, input) => {
            run.asked.push({ tool, input });
            return { behavior: 'allow', updatedInput: input };
          },
        },
      });
      run.session = { messages: [] };
      for await (const message of query) run.session.messages.push(message);
    },
    check(run) {
      assert.deepEqual(run.questions, ['Bash touch a.txt']);
      assert.ok(run.did('touch a.txt'));
      assert.deepEqual(run.results, ['success']);
    },
  },
  {
    name: 'mcp_tool',
    says: "a tool of the SDK's own MCP server is asked about and runs",
    on: bridged,
    same: true,
    options: (run) => ({ mcpServers: { lab: pingServer(run) } }),
    turns: [[{ tool: 'mcp__lab__ping', input: { word: 'here' } }], [{ text: 'ok' }]],
    answer: allow,
    check(run) {
      assert.deepEqual(run.questions, ['mcp__lab__ping']);
      assert.deepEqual(run.told.toolu_0_0, { text: 'pong here', is_error: false });
    },
  },
  {
    name: 'ask_user_question',
    says: "the model's question to the user is answered through the callback",
    on: everywhere,
    same: true,
    turns: [[colourQuestion], [{ text: 'ok' }]],
    answer: ({ input }) => ({ behavior: 'allow', updatedInput: { ...input, answers: { 'Which colour?': 'Blue' } } }),
    check(run) {
      assert.deepEqual(run.questions, ['AskUserQuestion']);
      assert.match(run.told.toolu_0_0.text, /Blue/);
      assert.equal(run.told.toolu_0_0.is_error, false);
    },
  },
  {
    name: 'big_input',
    says: 'an input of 8 MiB is asked about and used whole',
    on: everywhere,
    same: true,
    async drive(run) {
      const session = run.sdk({ canUseTool: allow });
      const file = path.join(run.sandbox.cwd, 'big.txt');
      const use = { tool: 'Write', input: { file_path: file } };
      if (run.arrangement === 'requester') use.input.content = 'x'.repeat(big_bytes);
      else use.fill = { content: big_bytes };
      session.say(script([[use], [{ text: 'ok' }]]));
      await session.result();
      run.exit = await session.end();
    },
    check(run) {
      assert.equal(run.asked[0].input.content.length, big_bytes);
      if (run.arrangement === 'requester') assert.ok(run.told.toolu_0_0.text.length > big_bytes);
      else assert.equal(readFileSync(path.join(run.sandbox.cwd, 'big.txt')).length, big_bytes);
    },
  },
  {
    name: 'sdk_hooks',
    says: "the SDK's own hooks see every tool, and their denial holds",
    on: bridged,
    same: true,
    options: (run) => ({
      hooks: {
        PreToolUse: [{
          hooks: [async ({ tool_input: { command } }) => {
            run.note(`hook ${command}`);
            if (!command.startsWith('mkdir')) return {};
            const decided = { permissionDecision: 'deny', permissionDecisionReason: 'no folders' };
            return { hookSpecificOutput: { hookEventName: 'PreToolUse', ...decided } };
          }],
        }],
      },
    }),
    turns: [[bash('touch a.txt')], [bash('mkdir zz')], [{ text: 'ok' }]],
    answer: allow,
    check(run) {
      assert.deepEqual(run.notes.filter((note) => note.startsWith('hook')), ['hook touch a.txt', 'hook mkdir zz']);
      assert.deepEqual(run.questions, ['Bash touch a.txt']);
      assert.ok(run.did('touch a.txt') && !run.did('mkdir zz'));
      assert.match(run.told.toolu_0_0.text + run.told.toolu_1_0.text, /no folders/);
    },
  },
];
