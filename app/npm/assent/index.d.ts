/** A change of permissions, as the SDK has it. */
export type PermissionUpdate =
  | { type: 'addRules' | 'replaceRules' | 'removeRules'; rules: { toolName: string; ruleContent?: string }[]; behavior: 'allow' | 'deny' | 'ask'; destination: PermissionUpdateDestination }
  | { type: 'setMode'; mode: 'acceptEdits' | 'auto' | 'bypassPermissions' | 'default' | 'dontAsk' | 'plan'; destination: PermissionUpdateDestination }
  | { type: 'addDirectories' | 'removeDirectories'; directories: string[]; destination: PermissionUpdateDestination };

export type PermissionUpdateDestination = 'userSettings' | 'projectSettings' | 'localSettings' | 'session' | 'cliArg';

export type PermissionResult =
  | { behavior: 'allow'; updatedInput?: Record<string, unknown>; updatedPermissions?: PermissionUpdate[] }
  | { behavior: 'deny'; message: string; interrupt?: boolean };

/** What the SDK says of a use of a tool. It may say more; all of it reaches `onAsk`. */
export interface ToolUse {
  /** The question is withdrawn when it is aborted. */
  signal?: AbortSignal;
  suggestions?: PermissionUpdate[];
  blockedPath?: string;
  decisionReason?: string;
  title?: string;
  displayName?: string;
  description?: string;
  toolUseID?: string;
  agentID?: string;
  matchedAskRule?: object;
}

/** A question for you, with all that the SDK says of it. */
export interface OpenToolUse extends ToolUse {
  /** Aborted when the answer does not count any more. */
  signal: AbortSignal;
  /** Why Assent asks, and then what the agent says why it does. */
  decisionReason?: string;
}

/** Decides what rules and mode leave open; also one that is written for the SDK. What it throws is a denial with that reason, and so is `null`. */
export type OnAsk = {
  // A method, since a parameter of the SDK's type, which says more, may stand for `OpenToolUse` then.
  ask(toolName: string, input: Record<string, unknown>, use: OpenToolUse): PermissionResult | null | Promise<PermissionResult | null>;
}['ask'];

/** Where people are asked: on a page, in the terminal. */
export type People = 'web' | 'terminal' | 'web,terminal' | 'terminal,web';

/** What decides: the options of `assent serve`. */
export interface DecisionOptions {
  /** A policy file, or `careful`, `standard`, `project`, `walled` or `bare`. */
  policy?: string;
  mode?: 'ask' | 'allow' | 'deny' | 'accept_edits' | 'plan' | 'dont_ask';
  /** Rules, such as `Bash(npm *)`. */
  allow?: readonly string[];
  ask?: readonly string[];
  deny?: readonly string[];
  /** The file that gets a line for each decision; `-` is for `log`. Its folder has to be there. */
  audit?: string;
  /** Instead of `audit`: the same, kept within 200 MiB and 30 days, with commands, paths and addresses, without secrets. */
  record?: string;
  /** How long people are asked on the page or in the terminal: `30s`, `5m`; `0` is for ever. */
  askTimeout?: string;
  logLevel?: 'error' | 'warn' | 'info' | 'debug';
  /** With `onAsk: 'web'`: open the page in the browser. */
  open?: boolean;
  /** With people: run this for each question. */
  notify?: string;
  /** The program `assent`; the package for this platform has it. */
  program?: string;
}

export interface AssentOptions extends DecisionOptions {
  /**
   * The agent's working directory, an absolute path, as the SDK is told: relative paths are read from there. The hooks deny all of a
   * session that begins outside of it.
   */
  cwd?: string;
  /** What people read of who asks, on the page or in the terminal: `release bot`. */
  title?: string;
  /** What happens to what rules and mode leave open; `deny` by default. */
  onAsk?: 'deny' | 'allow' | People | OnAsk;
  /** How long an answer may take, in milliseconds, whoever gives it; then it is a denial. 0 is for ever, 600000 the default. */
  answerWithinMs?: number;
  /** Gets each line that the program writes for people, the link of the page among them. By default they go to stderr. */
  log?: (line: string) => void;
}

export type CanUseTool = (toolName: string, input: Record<string, unknown>, use?: ToolUse) => Promise<PermissionResult>;

export interface HookOutput {
  continue?: boolean;
  stopReason?: string;
  hookSpecificOutput?: { hookEventName: 'PreToolUse'; permissionDecision: 'allow' | 'deny' | 'ask'; permissionDecisionReason: string };
}

export type Hook = (input: { hook_event_name: string; [more: string]: unknown }, toolUseID?: string, options?: { signal?: AbortSignal }) => Promise<HookOutput>;

/** Decides: give it to the SDK as `canUseTool`, and `hooks` as `hooks`. It never rejects: what cannot be decided is denied. */
export interface Gate extends CanUseTool {
  /** Denies what rules deny, and asks where they demand it, also for what the agent would allow by itself. */
  preToolUse: Hook;
  /** The same as the SDK's option `hooks` has it. */
  hooks: { PreToolUse: { hooks: Hook[]; onFailure: 'block' }[]; PostToolUse?: { hooks: Hook[] }[]; PostToolUseFailure?: { hooks: Hook[] }[] };
  /** What is open is denied, and so is all that comes later. */
  close(): void;
}

export interface ProgramGate extends Gate {
  /** With two more, which look whether what ran is what was judged: once it was not, and would not be allowed, all is denied. */
  hooks: Required<Gate['hooks']>;
  /** Ends the program. What is open is denied, and so is all that comes later. */
  close(): void;
}

/**
 * A gate with a program of its own, `assent serve --stdio`, which is started by the first question and again when it has died. The
 * options are tried before this returns, by running the program with nothing to read.
 * @throws TypeError for an option that there is not, or of another type
 * @throws Error where no program runs here, or with the program's words for an option that it does not take
 */
export function assent(options?: AssentOptions): ProgramGate;

export interface BridgeOptions extends DecisionOptions {
  /** What happens to what rules and mode leave open; `peer` by default: the SDK's `canUseTool` is asked. */
  onAsk?: 'peer' | 'deny' | 'allow' | People;
  /** Whether deny and ask rules hold for what the agent would not ask about; by default where there are some. */
  guard?: 'on' | 'off';
  /** The agent's program; the one that comes with the SDK by default. */
  agent?: string;
}

/**
 * The path of a script that runs the agent behind `assent bridge`, for the SDK's `pathToClaudeCodeExecutable`. The script is gone
 * when this process ends by itself; a signal leaves it. The options are tried before.
 * @throws TypeError for an option that there is not, or of another type
 * @throws Error where no program or agent runs here, or with the program's words for an option that it does not take
 */
export function bridgePath(options?: BridgeOptions): string;

export interface Decision {
  /** `open`: nothing decides. `demanded`: a person has to be asked. */
  outcome: 'allow' | 'deny' | 'open' | 'demanded';
  reason: string;
}

export interface DaemonOptions {
  /** Its socket; by default where `assent daemon` listens. */
  socket?: string;
  /** How long a decision may take, in milliseconds: 1 to 540000, 55000 by default. */
  withinMs?: number;
  /** The agent's working directory, an absolute path, for `canUseTool`. */
  cwd?: string;
  /**
   * Decides what the daemon leaves open, and what a rule of the agent wants a person for; without it that is denied. `updatedPermissions`
   * of its answer go nowhere: what the agent would allow by them, the daemon would not be asked about. The daemon's record does not
   * have what it answers.
   */
  onAsk?: OnAsk;
  /** How long `onAsk` may take, in milliseconds; then it is a denial. 0 is for ever, 600000 the default. */
  answerWithinMs?: number;
  /** Whether the hook says `allow` for what is allowed; by default it has no opinion then, and the agent goes on by its own rules. */
  sayAllow?: boolean;
}

export interface DaemonGate extends Gate {
  /** What the daemon says of a use, as a `PreToolUse` hook is told of it. Rejects where it says nothing. */
  decide(use: object, options?: { signal?: AbortSignal }): Promise<Decision>;
}

/** A gate that `assent daemon` decides for, with all other agents of this user. */
export function daemon(options?: DaemonOptions): DaemonGate;

/** The path of the program. @throws Error where there is none for this platform */
export function programPath(): string;
