// Permission modes of the CLI.
import assert from 'node:assert/strict';
import { allow, everywhere } from '../common.mjs';
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
        // The CLI takes making a folder for an edit, we do not.
        run.arrangement === 'requester' ? 'acceptEdits: Bash' : 'acceptEdits: ',
        'dontAsk: ',
        'plan: Write Bash',
        'default: Write Bash',
      ]);
    },
  },
];
