// Codex's app-server, directly and with `assent codex` in front: a table of what was done. See README.md.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { differences, kept } from './frames.mjs';
import { PeerRun } from './peer_run.mjs';
import { LinePeer } from './agent_doors.mjs';
import { CodexSchema, framesOf, settled } from './codex_schema.mjs';
import { oneLine } from './matrix.mjs';
import { report } from './report.mjs';
import { agents } from './targets.mjs';

const agent = { name: 'codex', agent: 'codex', door: 'app', asking: true, ...agents.codex };

const policy = [
  '--allow', 'Bash(touch allow*)', '--deny', 'Bash(touch deny*)', '--deny', 'Write(/**/closed/**)',
  '--allow', 'Write(/**/*-allow.txt)', '--allow', 'Edit(/**/*-allow.txt)', '--allow', '{"tool_pattern":"delete","input_pattern":{"path":"/**/*-allow.txt"}}',
  '--deny', 'Write(/**/*-deny.txt)', '--allow', 'mcp__allowed__*', '--deny', 'mcp__denied__*', '--allow', 'codex_permissions',
];

const question_ms = 60_000;

class CodexClient extends LinePeer {
  envelope = {};

  /** A decision, or `hold`. */
  decision = 'decline';

  questions = [];

  async open({ experimental = false } = {}) {
    await this.call('initialize', { clientInfo: { name: 'interop', title: 'interop', version: '1' }, capabilities: { experimentalApi: experimental } });
    this.send({ method: 'initialized' });
  }

  async startThread(more) {
    const { thread } = await this.call('thread/start', { cwd: this.place.cwd, approvalPolicy: 'untrusted', sandbox: 'workspace-write', ...more });
    this.thread = thread.id;
  }

  heard(line) {
    if (line.method === undefined || line.id === undefined) return;
    this.asked += 1;
    this.questions.push(line);
    if (this.decision !== 'hold') this.reply(line, this.decision);
  }

  reply({ id, method, params }, decision) {
    const accepts = decision === 'accept';
    const results = {
      'item/permissions/requestApproval': () => ({ permissions: accepts ? params.permissions : {}, scope: 'turn' }),
      'mcpServer/elicitation/request': () => ({ action: decision, content: null, _meta: null }),
      'item/tool/requestUserInput': () => ({ answers: { [params.questions[0].id]: { answers: [accepts ? 'Allow' : 'Cancel'] } } }),
    };
    this.send({ id, result: results[method]?.() ?? { decision } });
  }

  async turn(text) {
    const from = this.feed.items.length;
    const more = this.turnPolicy ? { approvalPolicy: this.turnPolicy } : {};
    const { turn } = await this.call('turn/start', { threadId: this.thread, input: [{ type: 'text', text }], ...more });
    this.current = turn.id;
    const { params } = await this.line(({ method, params: of }) => method === 'turn/completed' && of.threadId === this.thread, from);
    return params.turn.status;
  }

  async question() {
    const end = Date.now() + question_ms;
    while (this.questions.length === 0 && Date.now() < end && !this.feed.ended) await pause(20);
    return this.questions[0];
  }
}

const command = (cmd, more) => ({ tool: 'exec_command', input: { cmd, ...more } });
const escalated = (cmd, more) => command(cmd, { sandbox_permissions: 'require_escalated', justification: 'it writes', ...more });
const rights = { file_system: { write: ['/'] } };

const patchText = (lines) => `apply_patch <<'EOF'\n*** Begin Patch\n${lines}\n*** End Patch\nEOF\n`;
const patch = (lines) => command(patchText(lines));

/** A file of the place that the model wants away. */
const there = (place, file) => {
  place.put(file, 'before\n');
  return file;
};
/** As the model says where a command is to run. */
const inFolder = (folder, text) => (name, place) => {
  mkdirSync(place.file(folder), { recursive: true });
  return { file: `${folder}/${name}`, block: command(text(name), { workdir: folder }) };
};
const moved = (folder) => (name, place) => {
  const from = there(place, `${name}.txt`);
  return { file: `${folder}/${from}`, block: patch(`*** Update File: ${from}\n*** Move to: ${folder}/${from}\n@@\n-before\n+after`) };
};
/** Servers of tools are put into the thread's own settings. */
const server = { command: process.execPath, args: [fileURLToPath(new URL('../ping_server.mjs', import.meta.url))] };
const served = (name, said = '', args = []) => (word) => ({
  said: `pong ${word}${said}`,
  block: { tool: 'ping', namespace: `mcp__${name}`, input: { word } },
  thread: { config: { [`mcp_servers.${name}`]: { ...server, args: [...server.args, ...args] } } },
});

/** What the model does, and how it is seen that it was done: `file` is there (or `gone`), or the model is told what is `said`. */
const uses = {
  shell: (name) => ({ file: name, block: agent.tools.shell(`touch ${name}`) }),
  escalated: (name) => ({ file: name, block: escalated(`touch ${name}`) }),
  patch: (name, { cwd }) => ({ file: `${name}.txt`, block: agent.tools.write(path.join(cwd, `${name}.txt`), 'hello', cwd) }),
  delete: (name, place) => ({ file: there(place, `${name}.txt`), gone: true, block: patch(`*** Delete File: ${name}.txt`) }),
  move: moved('moved'),
  moveIntoClosed: moved('closed'),
  folder: inFolder('sub', (name) => `touch ${name}`),
  patchInClosedFolder: inFolder('closed', (name) => patchText(`*** Add File: ${name}\n+hello`)),
  tool: served('open'),
  allowedTool: served('allowed'),
  deniedTool: served('denied'),
  deniedToolThatReads: served('denied', '', ['reads']),
  allowedToolThatAsks: served('allowed', ' decline', ['asks']),
  rights: () => ({
    said: '"write"', block: { tool: 'request_permissions', input: { permissions: rights, reason: 'it writes' } }, thread: { config: { 'features.request_permissions_tool': true } },
  }),
  withRights: (name) => ({
    file: name,
    block: command(`touch ${name}`, { sandbox_permissions: 'with_additional_permissions', additional_permissions: rights, justification: 'it writes' }),
    thread: { approvalPolicy: 'on-request', config: { 'features.exec_permission_approvals': true } },
  }),
};

const done = ({ file, gone = false, said }, place, told) => (said ? told?.includes(said) === true : place.has(file) !== gone);

const judged = (what, faults) => ({ what, wrong: faults.filter(Boolean).join('; ') || undefined });

const verdict = ({ ran, asked }, wanted, ...faults) => judged(`${asked > 0 ? 'asked, ' : ''}${ran ? 'ran' : 'refused'}`, [
  ran !== wanted.ran && `wanted ${wanted.ran ? 'ran' : 'refused'}`, asked !== wanted.asked && `${asked} questions, wanted ${wanted.asked}`, ...faults,
]);

/**
 * One use of a tool in a thread of its own. `direct`: what is wanted where nobody stands in front, if that is another; `thread`,
 * `turnApproval` and `before`: how the client would have Codex not ask.
 */
const single = (name, tool, { decision = 'decline', fronted = false, thread, turnApproval, before, end: wantedEnd, direct, ...wanted }) => ({
  name,
  fronted,
  async run(run, front) {
    const { peer, place } = run;
    const expected = !front && direct ? direct : wanted;
    const made = uses[tool](name, place);
    const config = { ...made.thread?.config, ...thread?.config };
    await peer.startThread({ ...made.thread, ...thread, config });
    await before?.(peer);
    Object.assign(peer, { decision, turnPolicy: turnApproval });
    const { asked, end, told } = await run.use(made.block);
    peer.turnPolicy = undefined;
    const found = verdict({ ran: done(made, place, told), asked }, expected, wantedEnd && end !== wantedEnd && `the turn ended with ${end}`);
    return { ...found, end, told, never: expected.ran || made.gone ? undefined : made.file };
  },
});

const ran = { ran: true, asked: 1 };
const refused = { ran: false, asked: 1 };
const unasked = { ran: true, asked: 0 };
const denied = { decision: 'accept', fronted: true, ran: false, asked: 0 };
const allowed = { fronted: true, ...unasked };
/** The client would have Codex not ask. */
const asksAllTheSame = { ...refused, direct: unasked };

/** An answer that would hold for the session holds for one call. */
const forSession = {
  name: 'for-session',
  async run(run, front) {
    const { peer, place } = run;
    await peer.startThread();
    peer.decision = 'acceptForSession';
    const { file, block } = uses.shell('for-session.ran');
    const first = await run.use(block);
    const second = await run.use(block);
    const count = first.asked + second.asked;
    return judged(`asked ${count === 2 ? 'twice' : 'once'}, ran`, [!place.has(file) && 'it did not run', count !== (front ? 2 : 1) && `${count} questions`]);
  },
};

const interrupted = {
  name: 'interrupt',
  async run(run) {
    const { peer, place } = run;
    await peer.startThread();
    Object.assign(peer, { decision: 'hold', questions: [] });
    const { file, block } = uses.shell('interrupt.ran');
    const turn = run.use(block);
    turn.catch(() => {});
    const question = await peer.question();
    await peer.call('turn/interrupt', { threadId: peer.thread, turnId: peer.current });
    const { end, told } = await turn;
    if (question) peer.reply(question, 'accept');
    await pause(500);
    return { ...judged('asked, ended', [!question && 'no question', end !== 'interrupted' && `the turn ended with ${end}`, place.has(file) && 'it ran']), end, told, never: file };
  },
};

/** The client brings a hook that answers in its place, and trusts it. */
const answeringHook = {
  name: 'hook-by-config',
  async run(run, front) {
    const { peer, place } = run;
    const allow = JSON.stringify({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } } });
    const hooks = { PermissionRequest: [{ hooks: [{ type: 'command', command: `echo '${allow}'` }] }] };
    const started = await peer.startThread({ config: { bypass_hook_trust: true, hooks } }).then(() => true, () => false);
    if (front) return judged('refused', [started && 'the thread was started']);
    const { file, block } = uses.shell('hook-by-config');
    const { asked, end, told } = await run.use(block);
    return { ...judged('ran', [!place.has(file) && 'it did not run', asked > 0 && `${asked} questions`]), end, told };
  },
};

/** Text for a shell that runs outside of the sandbox. */
const typed = (name, { decision = 'decline', fronted = false, ...wanted }) => ({
  name,
  fronted,
  async run(run) {
    const { peer, place } = run;
    await peer.startThread();
    peer.decision = 'accept';
    const shell = await run.use(escalated('sh -i', { tty: true, yield_time_ms: 250 }));
    const [session] = shell.told.match(/(?<=session ID )\d+/);
    peer.decision = decision;
    const { asked, end, told } = await run.use({ tool: 'write_stdin', input: { session_id: Number(session), chars: `touch ${name}\n` } });
    for (const limit = Date.now() + question_ms; wanted.ran && !place.has(name) && Date.now() < limit;) await pause(20); // the shell takes its time
    return { ...verdict({ ran: place.has(name), asked }, wanted), end, told, never: wanted.ran ? undefined : name };
  },
});

/** Nothing that the client can say in a request reaches Codex that would have it ask less. */
const settings = {
  name: 'settings',
  fronted: true,
  async run(run) {
    const { peer, place, world } = run;
    const requests = new CodexSchema(world.programs.codex, place).aboutAsking();
    const ids = [];
    for (const { method, params } of requests) {
      ids.push(peer.next);
      await peer.call(method, params).catch(() => {});
    }
    const reached = new Map(framesOf(run.reached).map((frame) => [frame.id, frame]));
    const passed = requests.filter(({ path: at }, n) => reached.has(ids[n]) && !settled(reached.get(ids[n]).params, at)).map(({ method, path: at }) => `${method} ${at.join('.')} passes`);
    return judged(`${requests.length} requests`, [...new Set(passed), requests.length === 0 && 'the schema has none']);
  },
};

const unknown = 'perhaps';
const off = { 'features.tool_call_mcp_elicitation': false };

const shared = [
  single('accept', 'shell', { decision: 'accept', ...ran }),
  single('decline', 'shell', { ...refused, end: 'completed' }),
  single('cancel', 'shell', { decision: 'cancel', ...refused, end: 'interrupted' }),
  single('allow-rule', 'shell', allowed),
  single('deny-rule', 'shell', denied),
  single('folder', 'folder', refused),
  single('allow-folder', 'folder', allowed),
  single('closed-folder', 'patchInClosedFolder', denied),
  single('patch-accept', 'patch', { decision: 'accept', ...ran }),
  single('patch-decline', 'patch', refused),
  single('patch-allow', 'patch', allowed),
  single('patch-deny', 'patch', denied),
  single('delete', 'delete', refused),
  single('delete-allow', 'delete', allowed),
  single('delete-deny', 'delete', denied),
  single('move', 'move', refused),
  single('move-allow', 'move', allowed),
  single('move-deny', 'move', denied),
  single('move-closed-allow', 'moveIntoClosed', denied),
  single('escalated', 'escalated', { decision: 'accept', ...ran }),
  single('escalated-decline', 'escalated', refused),
  single('deny-escalated', 'escalated', denied),
  single('rights', 'rights', { decision: 'accept', ...ran }),
  single('rights-decline', 'rights', refused),
  single('with-rights', 'withRights', { ran: false, asked: 0, direct: refused }),
  typed('typed', { decision: 'accept', ...ran }),
  typed('typed-decline', refused),
  typed('deny-typed', denied),
  single('mcp', 'tool', { decision: 'accept', ...ran }),
  single('mcp-decline', 'tool', refused),
  single('mcp-allow', 'allowedTool', allowed),
  single('mcp-deny', 'deniedTool', denied),
  single('mcp-read-only', 'deniedToolThatReads', { fronted: true, ...unasked }),
  single('mcp-asks', 'allowedToolThatAsks', { fronted: true, ...ran }),
  single('mcp-choice', 'tool', { thread: { config: off }, decision: 'accept', ...ran }),
  single('mcp-choice-decline', 'tool', { thread: { config: off }, ...refused }),
  single('mcp-choice-allow', 'allowedTool', { thread: { config: off }, ...allowed }),
  single('mcp-choice-deny', 'deniedTool', { thread: { config: off }, ...denied }),
  single('mcp-by-config', 'tool', { thread: { config: { 'mcp_servers.open': { ...server, default_tools_approval_mode: 'approve' } } }, ...asksAllTheSame }),
  single('unknown', 'shell', { decision: unknown, ...refused }),
  single('never', 'shell', { thread: { approvalPolicy: 'never' }, ...asksAllTheSame }),
  single('never-in-turn', 'shell', { turnApproval: 'never', ...asksAllTheSame }),
  single('never-in-settings', 'shell', { before: (peer) => peer.call('thread/settings/update', { threadId: peer.thread, approvalPolicy: 'never' }), ...asksAllTheSame }),
  single('deny-never', 'shell', { thread: { approvalPolicy: 'never' }, ...denied }),
  single('no-sandbox', 'shell', { thread: { sandbox: 'danger-full-access' }, ...refused }),
  answeringHook,
  settings,
  forSession,
  interrupted,
];

const ended = (name, more, end) => ({
  name,
  fronted: true,
  async alone(world) {
    const run = await PeerRun.open(agent, world, { Peer: CodexClient, front: ['codex', ...policy], ...more });
    try {
      await run.peer.startThread();
      run.peer.decision = 'hold';
      const { file, block } = uses.shell('waiting.ran');
      run.use(block).catch(() => {});
      if (!await run.peer.question()) throw new Error('no question');
      const faults = await end(run) ?? [];
      const left = await run.left();
      return judged('ended', [...faults, left > 0 && `${left} processes are left`, run.place.has(file) && 'the call ran']);
    } finally {
      await run.close();
    }
  },
});

const alone = [
  ended('agent-killed', {}, async (run) => {
    process.kill(run.child(), 'SIGKILL');
    const over = await run.over();
    return [over !== 'SIGKILL' && `it ended with ${over}`];
  }),
  ended('client-closed', {}, async (run) => {
    run.process.child.stdin.destroy();
    run.process.child.stdout.destroy();
  }),
  ended('client-killed', { killable: true }, async (run) => { run.process.kill('SIGKILL'); }),
  ended('bridge-killed', {}, async (run) => { run.process.kill('SIGKILL'); }),
];

async function conversation(world, front) {
  const run = await PeerRun.open(agent, world, { Peer: CodexClient, front, recorded: front !== undefined });
  try {
    await run.peer.startThread();
    for (const [tool, decision] of [['shell', 'accept'], ['patch', 'accept'], ['shell', 'decline']]) {
      run.peer.decision = decision;
      await run.use(uses[tool](`${tool}-${decision}`, run.place).block);
    }
    await pause(500); // it tells the state of the thread afterwards
    return kept(run);
  } finally {
    await run.close();
  }
}

const sameFrames = {
  name: 'frames',
  fronted: true,
  async alone(world) { return judged('equal', differences(await conversation(world), await conversation(world, ['codex', '--guard', 'off']))); },
};

const schema = { name: 'schema' };
const loners = [...alone, sameFrames];
const cells = [...shared, schema, ...loners];

const failure = (error) => ({ what: 'failed', wrong: error.message });

async function runShared(wanted, front, world) {
  const found = new Map();
  const run = await PeerRun.open(agent, world, { Peer: CodexClient, front, recorded: true, experimental: true });
  try {
    for (const cell of wanted.filter(({ fronted }) => front || !fronted)) found.set(cell.name, await cell.run(run, front).catch(failure));
    await run.peer.close();
    for (const [, cell] of found) if (cell.never && !cell.wrong && run.place.has(cell.never)) Object.assign(cell, { what: 'ran late', wrong: 'it must not run' });
    const { count, wrong } = new CodexSchema(world.programs.codex, run.place).check(run, ({ decision }) => !front && decision === unknown);
    found.set(schema.name, judged(`${count} frames`, wrong));
  } finally {
    await run.close();
  }
  return found;
}

/** Runs, prints, and gives the number of wrong cells. */
export async function codexSuite(world) {
  const wanted = (all) => all.filter(({ name }) => world.only.length === 0 || world.only.includes(name));
  for (const name of world.only) if (!cells.some((cell) => cell.name === name)) throw new Error(`no cell \`${name}\`; there are: ${cells.map((cell) => cell.name).join(' ')}`);
  const rows = [];
  for (const [name, front] of [['direct'], ['behind', ['codex', ...policy]]]) {
    const found = await runShared(wanted(shared), front, world);
    if (front) for (const cell of wanted(loners)) found.set(cell.name, await cell.alone(world).catch(failure));
    for (const [cell, { what, wrong, end, told }] of found) {
      if (wrong || world.verbose) console.log(`codex ${name}, ${cell}: ${what}${wrong ? `, WRONG: ${wrong}` : ''}; end ${end}; told ${oneLine(told)}`);
    }
    rows.push({ name: `codex ${name}`, found });
  }
  return report('codex', cells, rows, world);
}
