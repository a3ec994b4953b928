// Whether what passes between Codex's app-server and its client is what the installed version says it takes and sends.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fault, members, sample } from './json_schema.mjs';

const answers = {
  'item/commandExecution/requestApproval': 'CommandExecutionRequestApprovalResponse',
  'item/fileChange/requestApproval': 'FileChangeRequestApprovalResponse',
  'item/permissions/requestApproval': 'PermissionsRequestApprovalResponse',
  execCommandApproval: 'ExecCommandApprovalResponse',
  applyPatchApproval: 'ApplyPatchApprovalResponse',
  'mcpServer/elicitation/request': 'McpServerElicitationRequestResponse',
  'item/tool/requestUserInput': 'ToolRequestUserInputResponse',
};

// What the names of settings have in them that may say when Codex asks, or whom; and those that do not, or that change nothing
// about it, as the cell `no-sandbox` tries.
const about_asking = /approv|reviewer|bypass|elicit|guardian|permission|sandbox|trust/i;
const others = new Set([
  'sandbox', 'sandboxPolicy', 'permissions', 'permissionProfile', 'sandbox_mode', 'sandbox_workspace_write', 'requiredHumanApproval', 'mcpServerOpenaiFormElicitation',
  'permissionProfile/list', 'windowsSandbox/setupStart', 'windowsSandbox/readiness', 'thread/increment_elicitation', 'thread/decrement_elicitation',
  'thread/guardianReview', 'thread/prepareApprovedPlan',
]);
const more_clients = 'remoteControl/enable';
const may_change_asking = (name) => name === more_clients || (about_asking.test(name) && !others.has(name));
const settled_values = ['untrusted', 'user', 'prompt', false];

/** Whether the member of `params` that `path` leads to, or what stands in its place, has Codex ask. */
export function settled(params, path) {
  let value = params;
  for (const name of path) value = Object(value) === value ? value[name] : value;
  return settled_values.includes(value);
}

export const framesOf = (bytes) => bytes.toString('utf8').split('\n').filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));

export class CodexSchema {
  constructor(program, { sandbox, env }) {
    this.folder = path.join(sandbox.tmp, 'schema');
    const { status, stderr } = spawnSync(program, ['app-server', 'generate-json-schema', '--experimental', '--out', this.folder], { env, cwd: sandbox.cwd, encoding: 'utf8' });
    if (status !== 0) throw new Error(`no schema: ${stderr}`);
  }

  schema(name) { return JSON.parse(readFileSync(path.join(this.folder, `${name}.json`), 'utf8')); }

  /** Requests of a client that say something about asking, by their name or in one member: {method, path, params}. */
  aboutAsking() {
    const root = this.schema('ClientRequest');
    const config = this.schema('v2/ConfigReadResponse');
    const found = (schema, of) => [...members(schema, of)].filter(({ path: at }) => may_change_asking(at.at(-1)));
    const value = ({ schema }) => (schema.type === 'boolean' ? true : 'x');
    const whole = root.oneOf.filter(({ properties: { method } }) => may_change_asking(method.enum[0]))
      .map(({ properties: { method, params } }) => ({ method: method.enum[0], path: [], params: sample(params, root) }));
    const inRequests = root.oneOf.flatMap(({ properties: { method, params } }) => found(params, root).map((each) => (
      { method: method.enum[0], path: each.path, params: each.build(value(each)) }
    )));
    const tables = Object.keys(config.definitions).filter((name) => name.endsWith('Config'));
    const inConfig = tables.flatMap((name) => found(config.definitions[name], config)).flatMap((each) => {
      const [keyPath, nested] = [each.path.join('.'), each.build(value(each))];
      return [
        { method: 'config/value/write', path: ['value'], params: { keyPath, value: value(each), mergeStrategy: 'replace' } },
        { method: 'config/batchWrite', path: ['edits', 0, 'value'], params: { edits: [{ keyPath, value: value(each), mergeStrategy: 'replace' }] } },
        { method: 'thread/start', path: ['config', keyPath], params: { config: { [keyPath]: value(each) } } },
        { method: 'thread/start', path: ['config', ...each.path], params: { config: nested } },
      ];
    });
    return [...whole, ...inRequests, ...inConfig];
  }

  /** {count, wrong: [text]} of the requests that reached both ends, and of the answers that reached the server. */
  check({ received, reached, written }, knownWrong) {
    const questions = new Map(framesOf(written).filter(({ id, method }) => id !== undefined && method).map(({ id, method }) => [id, method]));
    const down = framesOf(reached);
    const checked = [
      ...framesOf(received).filter(({ id, method }) => id !== undefined && method).map((frame) => ['ServerRequest', frame, frame.method]),
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
