// The modes of each agent: how much it does by itself, and who is asked about the rest.
//
// `judge`: what the judge says that the agent asks in a person's place. What is known not to hold, in the words in which `assent
// doctor` says it, or docs/agents.md: `gap`: the agent runs what the hook denies; `hung`: it does where the hook does not answer;
// `asks_again`: it asks about what a person has allowed on the page; `asks_twice`: the page does.
import { agents, complete } from './targets.mjs';

const { claude, codex, copilot, opencode } = agents;

const judges = { allow: 'judge lets through', deny: 'judge refuses' };
/** The same mode with each judge. */
const judged = (name, mode) => Object.entries(judges).map(([judge, how]) => ({ ...mode, name: `${name}, ${how}`, judge }));

// Who is root may bypass only where it says that it is in a sandbox.
const claudeEnv = (url) => ({ ...claude.env(url), IS_SANDBOX: '1' });
const claudeMode = (mode, ...options) => ({ door: 'control', words: () => [...claude.words(), '--permission-mode', mode, ...options], env: claudeEnv });
const claudeCommand = (mode, model = 'claude-sonnet-4-5') => ({
  door: 'command', words: ({ prompt }) => ['-p', prompt, '--setting-sources=user', '--model', model, '--permission-mode', mode], env: claudeEnv,
});
const claudeWithAuto = 'claude-sonnet-4-6'; // older ones have no such mode

const codexThread = (thread) => ({ door: 'app', thread: () => thread });
const codexCommand = (...options) => ({
  door: 'command', words: ({ prompt }) => ['--dangerously-bypass-hook-trust', 'exec', '--json', '--skip-git-repo-check', ...options, prompt],
});
// Its judge is asked about what is to leave the sandbox.
const leaving = {
  asks_twice: 'What is to leave the sandbox is asked about twice: only the second event says that, and why',
  tools: {
    ...codex.tools,
    shell: (command) => ({ tool: 'exec_command', input: { cmd: command, sandbox_permissions: 'require_escalated', justification: 'a test' } }),
  },
};

const acp = (mode, options) => ({ door: 'acp', mode: mode && (() => mode), options });
const copilotMode = (name) => `https://agentclientprotocol.com/protocol/session-modes#${name}`;
const copilotCommand = (...options) => ({ door: 'command', words: ({ prompt }) => ['--no-auto-update', ...options, '--trust-folder', '-p', prompt] });
const assistedEnv = (url) => ({ ...copilot.env(url), COPILOT_CLI_ENABLED_FEATURE_FLAGS: 'AUTO_APPROVAL' });
const qwenCommand = (mode) => ({ door: 'command', words: ({ prompt }) => ['--approval-mode', mode, '-p', prompt] });
const geminiCommand = (mode) => ({
  door: 'command', words: ({ prompt }) => ['-m', 'gemini-2.5-flash', '--skip-trust', '--approval-mode', mode, '-p', prompt],
});
const opencodeAsks = (of) => {
  const made = opencode.settings(of);
  made['.config/opencode/opencode.json'].permission = { bash: 'ask', edit: 'ask' };
  return made;
};
// It puts a prompt with blanks in quotes, which are escaped inside.
const opencodeCommand = (...options) => ({
  door: 'command', words: ({ prompt }) => ['run', '--model', 'fake/fake', ...options, prompt?.replaceAll(' ', '\\u0020')],
});

// Its terminal program, begun with a prompt. `question`: how the screen shows one, without blanks.
const terminals = {
  claude: {
    question: /Doyouwantto/,
    words: ({ prompt }) => ['--setting-sources=user', '--model', 'claude-sonnet-4-5', prompt],
    settings: (of) => ({
      ...claude.settings(of),
      '.claude.json': { hasCompletedOnboarding: true, customApiKeyResponses: { approved: ['none'] }, projects: { [of.cwd]: { hasTrustDialogAccepted: true } } },
    }),
  },
  codex: {
    question: /Wouldyouliketo/,
    words: ({ prompt }) => ['--dangerously-bypass-hook-trust', prompt],
    settings: (of) => {
      const [[file, text]] = Object.entries(codex.settings(of));
      return { [file]: `${text}[projects."${of.cwd}"]\ntrust_level = "trusted"\n` };
    },
    ...leaving,
  },
  gemini: {
    question: /Allowexecution|Applythischange/,
    words: ({ prompt }) => ['-m', 'gemini-2.5-flash', '--skip-trust', '--approval-mode', 'default', '-i', prompt],
  },
  copilot: {
    question: /Doyouwantto/,
    words: ({ prompt }) => ['--no-auto-update', '-i', prompt],
    settings: ({ cwd }) => ({ '.copilot/config.json': { trusted_folders: [cwd] } }),
  },
  qwen: { question: /Allowexecution|Applythischange/, words: ({ prompt }) => ['--approval-mode', 'default', '-i', prompt] },
  opencode: { question: /Permissionrequired/, words: ({ prompt }) => ['--model', 'fake/fake', '--prompt', prompt] },
};
const terminal = (agent) => ({ door: 'terminal', ...terminals[agent] });

const own_rules = 'what is allowed here, by a rule or on the page, this agent asks about again where its own rules do';
const plan_holds = "Claude's own deny and ask rules, managed settings and plan mode hold all the same";
const no_hooks_in_acp = 'in ACP mode (--acp) this agent calls no hooks';
const patch_twice = 'It may ask twice about a patch';
const pure = 'with --pure opencode loads no plugins, and one that cannot be loaded is left out';

const list = {
  claude: [
    { name: '`default`', ...claudeMode('default') },
    { name: '`acceptEdits`', ...claudeMode('acceptEdits') },
    { name: '`plan`', ...claudeMode('plan'), asks_again: plan_holds },
    { name: '`dontAsk`', ...claudeMode('dontAsk') },
    ...judged('`auto`', claudeMode('auto', '--model', claudeWithAuto)),
    { name: '`bypassPermissions`', ...claudeMode('bypassPermissions') },
    { name: 'terminal, `default`', ...terminal('claude') },
    { name: '`-p`, `acceptEdits`', ...claudeCommand('acceptEdits') },
    ...judged('`-p`, `auto`', claudeCommand('auto', claudeWithAuto)),
    { name: '`-p`, `bypassPermissions`', ...claudeCommand('bypassPermissions') },
  ],
  codex: [
    { name: '`read-only`', ...codexThread({ approvalPolicy: 'on-request', sandbox: 'read-only' }), asks_twice: patch_twice },
    { name: '`untrusted`', ...codexThread({ approvalPolicy: 'untrusted', sandbox: 'workspace-write' }), asks_twice: patch_twice },
    { name: '`on-request`', ...codexThread({ approvalPolicy: 'on-request', sandbox: 'workspace-write' }) },
    ...judged('`auto_review`', { ...codexThread({ approvalPolicy: 'on-request', sandbox: 'workspace-write', approvalsReviewer: 'auto_review' }), ...leaving }),
    { name: '`danger-full-access`', ...codexThread({ approvalPolicy: 'never', sandbox: 'danger-full-access' }) },
    { name: 'terminal, `on-request`', ...terminal('codex') },
    { name: '`exec`', ...codexCommand('--sandbox', 'workspace-write') },
    ...judged('`exec --approve-for-me`', { ...codexCommand('--approve-for-me'), ...leaving }),
    { name: '`exec --dangerously-bypass-approvals-and-sandbox`', ...codexCommand('--dangerously-bypass-approvals-and-sandbox') },
  ],
  gemini: [
    { name: '`-p`, `default`', ...geminiCommand('default') },
    { name: '`-p`, `auto_edit`', ...geminiCommand('auto_edit') },
    { name: '`-p`, `plan`', ...geminiCommand('plan') },
    { name: '`-p`, `yolo`', ...geminiCommand('yolo') },
    { name: 'ACP, `default`', ...acp('default'), asks_again: no_hooks_in_acp },
    { name: 'ACP, `plan`', ...acp('plan') },
    { name: 'ACP, `autoEdit`', ...acp('autoEdit'), gap: no_hooks_in_acp, asks_again: no_hooks_in_acp },
    { name: 'ACP, `yolo`', ...acp('yolo'), gap: no_hooks_in_acp },
    { name: 'terminal, `default`', ...terminal('gemini'), asks_again: own_rules },
  ],
  copilot: [
    { name: '`agent`', ...acp(copilotMode('agent')), asks_again: own_rules },
    { name: '`plan`', ...acp(copilotMode('plan')) },
    { name: '`agent`, `allow_all`', ...acp(copilotMode('agent'), { allow_all: 'on' }) },
    { name: '`autopilot`, `allow_all`', ...acp(copilotMode('autopilot'), { allow_all: 'on' }) },
    { name: 'terminal, `agent`', ...terminal('copilot'), asks_again: own_rules },
    { name: '`-p`', ...copilotCommand() },
    ...judged('`-p --assisted-approval`', { ...copilotCommand('--assisted-approval'), env: assistedEnv }),
    { name: '`-p --yolo`', ...copilotCommand('--yolo') },
    { name: '`-p --autopilot --yolo`', ...copilotCommand('--autopilot', '--yolo') },
  ],
  qwen: [
    { name: '`default`', ...acp('default') },
    { name: '`plan`', ...acp('plan') },
    { name: '`auto-edit`', ...acp('auto-edit') },
    ...judged('`auto`', acp('auto')),
    { name: '`yolo`', ...acp('yolo') },
    { name: 'terminal, `default`', ...terminal('qwen') },
    { name: '`-p`, `yolo`', ...qwenCommand('yolo') }, // in others it refuses both tools, and asks no judge
  ],
  opencode: [
    { name: '`build`', ...acp() },
    { name: '`build`, its rules ask', ...acp(), settings: opencodeAsks, asks_again: own_rules },
    { name: 'terminal, `build`', ...terminal('opencode') },
    { name: 'terminal, `build`, its rules ask', ...terminal('opencode'), settings: opencodeAsks, asks_again: own_rules },
    { name: '`run`', ...opencodeCommand() },
    { name: '`run --auto`', ...opencodeCommand('--auto') },
    { name: '`run --auto --pure`', ...opencodeCommand('--auto', '--pure'), gap: pure },
  ],
};

/** Those that run the use where the hook does not answer in the agent's own time. */
const impatient = ['codex', 'gemini', 'copilot', 'qwen'];
const time_over = 'when its time is over the tool runs';

// `asking`: the agent's settings allow nothing beside what its mode does.
export const modes = Object.entries(list).flatMap(([agent, each]) => each.map((mode) => (
  complete({ hung: impatient.includes(agent) ? time_over : undefined, ...mode, agent, asking: true })
)));
