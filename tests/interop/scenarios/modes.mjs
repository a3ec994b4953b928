// Permission modes of the CLI.
import assert from 'node:assert/strict';
import { allow, bridged, everywhere } from '../common.mjs';
import { bash, script } from '../fake_model_api.mjs';

const writes = (run, name) => ({ tool: 'Write', input: { file_path: `${run.sandbox.cwd}/${name}`, content: name } });

export const scenarios = [
  {
    name: 'modes',
    says: "the SDK's changes of mode reach the CLI",
    on: everywhere,
    same: true,
    async drive(run) {
      const session = run.sdk({ canUseTool: allow });
      for (const mode of ['default', 'acceptEdits', 'dontAsk', 'plan', 'default']) {
        const nth = run.asked.length;
        await session.query.setPermissionMode(mode);
        const name = `${mode}${nth}`;
        session.say(script([[writes(run, name)], [bash(`mkdir d_${name}`)], [{ text: 'ok' }]], `${name}_`));
        await session.result();
        run.note(`${mode}: ${run.asked.slice(nth).map(({ tool }) => tool).join(' ')}`);
      }
      run.exit = await session.end();
    },
    check(run) {
      const modes = run.notes.filter((note) => !note.startsWith('asked'));
      assert.deepEqual(modes, [
        'default: Write Bash',
        'acceptEdits: ', // making a folder counts as an edit
        'dontAsk: ',
        'plan: Write Bash',
        'default: Write Bash',
      ]);
    },
  },
  {
    name: 'mode_in_answer',
    says: 'a mode in an answer that the CLI was not started for changes nothing: it goes on asking',
    on: bridged,
    same: true,
    turns: [[bash('touch a.txt')], [bash('mkdir zz')], [{ text: 'ok' }]],
    answer: ({ input }) => ({
      behavior: 'allow',
      updatedInput: input,
      updatedPermissions: [{ type: 'setMode', mode: 'bypassPermissions', destination: 'session' }],
    }),
    check(run) {
      assert.deepEqual(run.questions, ['Bash touch a.txt', 'Bash mkdir zz']);
      assert.ok(run.did('touch a.txt') && run.did('mkdir zz'));
    },
  },
  {
    name: 'dropped_rules',
    says: 'rules in an answer that the CLI drops, for one among them is not valid, change nothing: it goes on asking',
    on: bridged,
    same: true,
    turns: [[bash('touch a.txt')], [bash('touch b.txt')], [{ text: 'ok' }]],
    answer: ({ input }) => ({
      behavior: 'allow',
      updatedInput: input,
      updatedPermissions: [
        { type: 'addRules', behavior: 'allow', destination: 'session', rules: [{ toolName: 'Bash', ruleContent: 'touch *' }] },
        { type: 'addRules', behavior: 'allow', destination: 'session', rules: [{ toolName: 'Read', ruleContent: null }] },
      ],
    }),
    check(run) {
      assert.deepEqual(run.questions, ['Bash touch a.txt', 'Bash touch b.txt']);
    },
  },
];
