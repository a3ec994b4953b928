// What differs from agent to agent: how it is started, its settings in a private home, its tools, and how a hook is put
// into it. A target is an event of an agent, reached through one of its doors.
//
// An agent's own rules and mode allow everything before a tool is used, so that what ran, the hook let run; they ask
// about everything where the event is that a person is about to be asked.
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** How long the agents wait for the hook, by their settings. */
export const hookSeconds = 60;

// No hook where there is no event.
const claudeHook = (event, command, milliseconds) => (
  event ? { hooks: { [event]: [{ hooks: [{ type: 'command', name: 'assent', command, timeout: milliseconds }] }] } } : {}
);
const codexHook = (event, command, seconds) => (event ? `[[hooks.${event}]]
[[hooks.${event}.hooks]]
type = "command"
command = ${JSON.stringify(command)}
timeout = ${seconds}
` : '');

// As `assent install opencode` writes it, but for the hook, of which each cell has its own.
const opencodePlugin = (event, program, seconds) => {
  if (!event) return {};
  const template = readFileSync(new URL('../../../app/packaging/opencode/assent.js.in', import.meta.url), 'utf8');
  const hook = { command: program, args: ['hook'], timeout: seconds * 1000 };
  return { '.config/opencode/plugin/assent.js': template.replace('@assent_hook@', JSON.stringify(hook)) };
};

const patch = (file, text) => (
  `apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: ${file}\n${text.trimEnd().replaceAll(/^/gm, '+')}\n*** End Patch\nEOF\n`
);

export const agents = {
  claude: {
    tools: {
      shell: (command) => ({ tool: 'Bash', input: { command, description: 'a command' } }),
      write: (file, content) => ({ tool: 'Write', input: { file_path: file, content } }),
    },
    settings: ({ event, command, seconds, asking }) => ({
      '.claude/settings.json': { permissions: { allow: asking ? [] : ['Bash', 'Write'] }, ...claudeHook(event, command, seconds) },
    }),
    env: (url) => ({ ANTHROPIC_API_KEY: 'none', ANTHROPIC_BASE_URL: url }),
    words: () => [
      '-p', '--output-format', 'stream-json', '--input-format', 'stream-json', '--verbose', '--permission-prompt-tool', 'stdio',
      '--setting-sources=user', '--model', 'claude-sonnet-4-5', '--no-session-persistence',
    ],
  },
  codex: {
    tools: {
      shell: (command) => ({ tool: 'exec_command', input: { cmd: command } }),
      write: (file, content, cwd) => ({ tool: 'exec_command', input: { cmd: patch(path.relative(cwd, file), content) } }),
    },
    settings: ({ event, command, seconds, url }) => ({
      '.codex/config.toml': `model = "fake"
model_provider = "fake"
[model_providers.fake]
name = "fake"
base_url = "${url}/v1"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
requires_openai_auth = false
${codexHook(event, command, seconds)}`,
    }),
    env: (_, home) => ({ CODEX_HOME: path.join(home, '.codex') }),
    thread: (asking) => ({ approvalPolicy: asking ? 'untrusted' : 'never', sandbox: 'workspace-write' }),
    words: ({ door, prompt }) => (door === 'app' ? ['app-server']
      : ['--dangerously-bypass-hook-trust', 'exec', '--json', '--skip-git-repo-check', '--sandbox', 'workspace-write', prompt]),
  },
  gemini: {
    tools: {
      shell: (command) => ({ tool: 'run_shell_command', input: { command, description: 'a command' } }),
      write: (file, content) => ({ tool: 'write_file', input: { file_path: file, content } }),
    },
    settings: ({ event, command, seconds }) => ({
      '.gemini/settings.json': {
        security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        general: { enableAutoUpdate: false },
        ...claudeHook(event, command, seconds * 1000),
      },
    }),
    env: (url) => ({ GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: url, GEMINI_CLI_TRUST_WORKSPACE: 'true' }),
    words: ({ door, prompt }) => [
      '-m', 'gemini-2.5-flash', '--skip-trust', ...(door === 'acp' ? ['--acp'] : ['--approval-mode', 'yolo', '-p', prompt]),
    ],
    mode: () => 'yolo',
  },
  copilot: {
    tools: {
      shell: (command) => ({ tool: 'bash', input: { command, description: 'a command' } }),
      write: (file, content) => ({ tool: 'create', input: { path: file, file_text: content } }),
    },
    settings: ({ event, command, seconds }) => (event ? {
      '.copilot/hooks/assent.json': { version: 1, hooks: { [event]: [{ type: 'command', bash: command, timeoutSec: seconds }] } },
    } : {}),
    env: (url) => ({
      COPILOT_OFFLINE: 'true', COPILOT_PROVIDER_BASE_URL: `${url}/v1`, COPILOT_PROVIDER_API_KEY: 'none', COPILOT_MODEL: 'fake', COPILOT_AUTO_UPDATE: 'false',
    }),
    words: ({ door, asking, prompt }) => [
      '--no-auto-update', ...(asking ? [] : ['--allow-all-tools']), ...(door === 'acp' ? ['--acp'] : ['--trust-folder', '-p', prompt]),
    ],
  },
  qwen: {
    tools: {
      shell: (command) => ({ tool: 'run_shell_command', input: { command, description: 'a command', is_background: false } }),
      write: (file, content) => ({ tool: 'write_file', input: { file_path: file, content } }),
    },
    settings: ({ event, command, seconds }) => ({
      '.qwen/settings.json': {
        security: { auth: { selectedType: 'openai' } },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        ...claudeHook(event, command, seconds * 1000),
      },
    }),
    env: (url) => ({ OPENAI_API_KEY: 'none', OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: 'fake' }),
    words: () => ['--acp'],
    mode: (asking) => (asking ? 'default' : 'yolo'),
  },
  opencode: {
    tools: {
      shell: (command) => ({ tool: 'bash', input: { command, description: 'a command' } }),
      write: (file, content) => ({ tool: 'write', input: { filePath: file, content } }),
    },
    settings: ({ event, program, seconds, url }) => ({
      '.config/opencode/opencode.json': {
        autoupdate: false, share: 'disabled', model: 'fake/fake', small_model: 'fake/fake',
        provider: {
          fake: { npm: '@ai-sdk/openai-compatible', name: 'fake', options: { baseURL: `${url}/v1`, apiKey: 'none' }, models: { fake: { name: 'fake' } } },
        },
      },
      // It looks for a package of its own when there is a plugin, and does not wait long where there is no network.
      '.npmrc': 'fetch-retries=0\n',
      ...opencodePlugin(event, program, seconds),
    }),
    env: () => ({ OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1' }),
    words: () => ['acp'],
  },
};

// `asking`: the event is that the agent is about to ask a person. `answers`: what it does with each answer is documented.
const list = [
  { name: 'claude', agent: 'claude', event: 'PreToolUse', door: 'control', answers: true },
  { name: 'codex-app', agent: 'codex', event: 'PreToolUse', door: 'app', answers: true },
  { name: 'codex-exec', agent: 'codex', event: 'PreToolUse', door: 'command' },
  { name: 'codex-permission', agent: 'codex', event: 'PermissionRequest', door: 'app', asking: true },
  { name: 'gemini', agent: 'gemini', event: 'BeforeTool', door: 'command', answers: true },
  { name: 'copilot', agent: 'copilot', event: 'PreToolUse', door: 'acp', answers: true },
  { name: 'copilot-camel', agent: 'copilot', event: 'preToolUse', door: 'acp', answers: true },
  // Nobody says allow there: it would beat the user's own deny rules. What is allowed, the agent asks about.
  { name: 'copilot-permission', agent: 'copilot', event: 'permissionRequest', door: 'acp', asking: true, asksAgain: true },
  { name: 'copilot-command', agent: 'copilot', event: 'PreToolUse', door: 'command' },
  { name: 'qwen', agent: 'qwen', event: 'PreToolUse', door: 'acp', answers: true },
  { name: 'opencode', agent: 'opencode', event: 'tool.execute.before', door: 'acp' },
  { name: 'qwen-permission', agent: 'qwen', event: 'PermissionRequest', door: 'acp', asking: true },
];

/** A target with all that is known of its agent. */
export const complete = (target) => ({ asking: false, trusts: true, ...agents[target.agent], ...target });

export const targets = list.map(complete);

/** Where agents call no hooks, as docs/agents.md says. `trusts`: whether the user of Codex trusts its hooks. */
export const unheard = [
  { name: 'gemini by ACP', agent: 'gemini', event: 'BeforeTool', door: 'acp' },
  { name: 'codex without trust', agent: 'codex', event: 'PreToolUse', door: 'app', trusts: false },
].map(complete);
