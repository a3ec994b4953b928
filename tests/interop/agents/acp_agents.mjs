// The agents that speak the Agent Client Protocol. `asks`: how an editor has one ask that nobody stands in front of, by a
// mode or by its environment; with `assent acp` in front they are left in the mode in which they begin.
import { fileURLToPath } from 'node:url';
import { agents } from './targets.mjs';

const { claude, codex, gemini, copilot, qwen } = agents;

const opencode = { ...agents.opencode, tools: { ...agents.opencode.tools, read: (file) => ({ tool: 'read', input: { filePath: file } }) } };

const escalated = (command) => ({
  tool: 'exec_command', input: { cmd: command, sandbox_permissions: 'require_escalated', justification: 'it writes' },
});
const patch = (lines) => ({ tool: 'exec_command', input: { cmd: `apply_patch <<'EOF'\n*** Begin Patch\n${lines}\n*** End Patch\nEOF\n` } });
const rights = { file_system: { write: ['/'] } };
const ping = fileURLToPath(new URL('../ping_server.mjs', import.meta.url));
const servers = ['open', 'allowed', 'denied'].map((name) => `[mcp_servers.${name}]\ncommand = "${process.execPath}"\nargs = ["${ping}"]\n`).join('');
const codexTools = {
  shell: escalated,
  plain: codex.tools.shell,
  read: (file) => codex.tools.shell(`cat ${file}`),
  remove: (file) => patch(`*** Delete File: ${file}`),
  move: (from, to) => patch(`*** Update File: ${from}\n*** Move to: ${to}\n@@\n-before\n+after`),
  served: (server, word) => ({ tool: 'ping', namespace: `mcp__${server}`, input: { word } }),
  rights: () => ({ tool: 'request_permissions', input: { permissions: rights, reason: 'it writes' } }),
  withRights: (command) => ({
    tool: 'exec_command', input: { cmd: command, sandbox_permissions: 'with_additional_permissions', additional_permissions: rights, justification: 'it writes' },
  }),
};
const reading = (tool, name) => ({ read: (file) => ({ tool, input: { [name]: file } }) });

const autopilot = 'https://agentclientprotocol.com/protocol/session-modes#autopilot';

// `trusts`: a mode, and an option of its session, in which it asks about nothing; `trusting`: words and environment to start it so. `own_reads`: it reads files without a question, as docs/acp.md says. `plain`: a command that it does not ask about.
const list = [
  {
    name: 'claude-acp', ...claude, words: () => [], asks: { mode: 'default' }, trusts: { mode: 'auto' },
    settings: () => ({}), tools: { ...claude.tools, ...reading('Read', 'file_path') },
  },
  {
    name: 'codex-acp', ...codex, words: () => [], asks: { mode: 'read-only' }, trusts: { mode: 'agent-full-access' }, own_reads: true,
    settings: (about) => {
      const [[file, text]] = Object.entries(codex.settings(about));
      const features = '[features]\nrequest_permissions_tool = true\nexec_permission_approvals = true\n';
      return { [file]: `approval_policy = "on-request"\nsandbox_mode = "workspace-write"\n${text}${features}${servers}` };
    },
    tools: { ...codex.tools, ...codexTools },
  },
  { name: 'gemini', ...gemini, asks: { mode: 'default' }, trusting: [{ words: ['--yolo'] }], trusts: { mode: 'yolo' }, own_reads: true, tools: { ...gemini.tools, ...reading('read_file', 'file_path') } },
  { name: 'opencode', ...opencode, asks: { env: { OPENCODE_PERMISSION: '{"*":"ask"}' } } },
  {
    name: 'copilot', ...copilot, asks: {}, trusts: { mode: autopilot, option: ['allow_all', 'on'] }, own_reads: true,
    trusting: [...['--allow-all-tools', '--allow-all', '--yolo'].map((word) => ({ words: [word] })), { env: { COPILOT_ALLOW_ALL: 'true' } }],
    tools: { ...copilot.tools, ...reading('view', 'path') },
  },
  { name: 'qwen', ...qwen, asks: { mode: 'default' }, trusting: [{ words: ['--yolo'] }], trusts: { mode: 'yolo' }, own_reads: true, tools: { ...qwen.tools, ...reading('read_file', 'file_path') } },
];

export const acpAgents = list.map((agent) => ({ asks: {}, own_reads: false, ...agent, agent: agent.name, door: 'acp', asking: true }));

/** Those with these names; all, where none is given. */
export function namedAgents(names) {
  for (const name of names) {
    if (!acpAgents.some((agent) => agent.name === name)) throw new Error(`no agent \`${name}\`; there are: ${acpAgents.map((each) => each.name).join(' ')}`);
  }
  return names.length === 0 ? acpAgents : acpAgents.filter(({ name }) => names.includes(name));
}

// As a program: says which agents are named among the words, which may be cells, too.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const named = acpAgents.filter(({ name }) => process.argv.includes(name));
  console.log((named.length > 0 ? named : acpAgents).map(({ name }) => name).join(' '));
}
