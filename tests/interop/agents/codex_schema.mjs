// Whether what passes between Codex's app-server and its client is what the installed version says it takes and sends.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fault } from './json_schema.mjs';

const answers = {
  'item/commandExecution/requestApproval': 'CommandExecutionRequestApprovalResponse',
  'item/fileChange/requestApproval': 'FileChangeRequestApprovalResponse',
  'item/permissions/requestApproval': 'PermissionsRequestApprovalResponse',
  execCommandApproval: 'ExecCommandApprovalResponse',
  applyPatchApproval: 'ApplyPatchApprovalResponse',
};

const lines = (bytes) => bytes.toString('utf8').split('\n').filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));

export class CodexSchema {
  constructor(program, { sandbox, env }) {
    this.folder = path.join(sandbox.tmp, 'schema');
    const { status, stderr } = spawnSync(program, ['app-server', 'generate-json-schema', '--out', this.folder], { env, cwd: sandbox.cwd, encoding: 'utf8' });
    if (status !== 0) throw new Error(`no schema: ${stderr}`);
  }

  schema(name) { return JSON.parse(readFileSync(path.join(this.folder, `${name}.json`), 'utf8')); }

  /** {count, wrong: [text]} of the requests that reached both ends, and of the answers that reached the server. */
  check({ received, reached, written }, knownWrong) {
    const questions = new Map(lines(written).filter(({ id, method }) => id !== undefined && method).map(({ id, method }) => [id, method]));
    const down = lines(reached);
    const checked = [
      ...lines(received).filter(({ id, method }) => id !== undefined && method).map((frame) => ['ServerRequest', frame, frame.method]),
      ...down.filter(({ id, method }) => id !== undefined && method).map((frame) => ['ClientRequest', frame, frame.method]),
      ...down.filter(({ method, result }) => method === undefined && result !== undefined && !knownWrong(result))
        .map(({ id, result }) => [answers[questions.get(id)], result, `the answer to ${questions.get(id)}`]),
    ];
    const wrong = checked.map(([name, value, what]) => {
      if (!name) return `${what} is known to nobody`;
      const why = fault(this.schema(name), value);
      return why && `${what}: ${why}`;
    }).filter(Boolean);
    return { count: checked.length, wrong };
  }
}
