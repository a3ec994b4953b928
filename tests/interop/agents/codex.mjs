// Codex's app-server, directly and with `assent codex` in front: a table of what was done. See docs/interop.md.
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { differences, kept } from './frames.mjs';
import { PeerRun } from './peer_run.mjs';
import { LinePeer } from './agent_doors.mjs';
import { CodexSchema } from './codex_schema.mjs';
import { oneLine } from './matrix.mjs';
import { report } from './report.mjs';
import { agents } from './targets.mjs';

const agent = { name: 'codex', agent: 'codex', door: 'app', asking: true, ...agents.codex };

const policy = ['--allow', 'Bash(touch allow*)', '--deny', 'Bash(touch deny*)', '--allow', 'Write(/**/patch-allow.txt)', '--deny', 'Write(/**/patch-deny.txt)'];

const question_ms = 60_000;

class CodexClient extends LinePeer {
  envelope = {};

  /** A decision, or `hold`. */
  decision = 'decline';

  questions = [];

  async open() {
    await this.call('initialize', { clientInfo: { name: 'interop', title: 'interop', version: '1' }, capabilities: { experimentalApi: false } });
    this.send({ method: 'initialized' });
  }

  async startThread(approvalPolicy = 'untrusted') {
    const { thread } = await this.call('thread/start', { cwd: this.place.cwd, approvalPolicy, sandbox: 'workspace-write' });
    this.thread = thread.id;
  }

  heard(line) {
    if (line.method === undefined || line.id === undefined) return;
    this.asked += 1;
    this.questions.push(line);
    if (this.decision !== 'hold') this.reply(line, this.decision);
  }

  reply({ id, method, params }, decision) {
    const result = method === 'item/permissions/requestApproval'
      ? { permissions: decision === 'accept' ? params.permissions : {}, scope: 'turn' } : { decision };
    this.send({ id, result });
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

const escalated = (command) => ({ tool: 'exec_command', input: { cmd: command, sandbox_permissions: 'require_escalated', justification: 'it writes' } });

const uses = {
  shell: (name) => ({ file: name, block: agent.tools.shell(`touch ${name}`) }),
  escalated: (name) => ({ file: name, block: escalated(`touch ${name}`) }),
  patch: (name, cwd) => ({ file: `${name}.txt`, block: agent.tools.write(path.join(cwd, `${name}.txt`), 'hello', cwd) }),
};

const judged = (what, faults) => ({ what, wrong: faults.filter(Boolean).join('; ') || undefined });

/** One use of a tool in a thread of its own. `direct`: what is wanted where nobody stands in front, if that is another. */
const single = (name, tool, { decision = 'decline', fronted = false, approval, turnApproval, end: wantedEnd, direct, ...wanted }) => ({
  name,
  fronted,
  async run(run, front) {
    const { peer, place } = run;
    const { ran: toRun, asked: toAsk } = !front && direct ? direct : wanted;
    await peer.startThread(approval);
    Object.assign(peer, { decision, turnPolicy: turnApproval });
    const made = uses[tool](name, place.cwd);
    const { asked, end, told } = await run.use(made.block);
    peer.turnPolicy = undefined;
    const ran = place.has(made.file);
    return {
      ...judged(`${asked > 0 ? 'asked, ' : ''}${ran ? 'ran' : 'refused'}`, [
        ran !== toRun && `wanted ${toRun ? 'ran' : 'refused'}`,
        asked !== toAsk && `${asked} questions, wanted ${toAsk}`,
        wantedEnd && end !== wantedEnd && `the turn ended with ${end}`,
      ]),
      end,
      told,
      never: toRun ? undefined : made.file,
    };
  },
});

const ran = { ran: true, asked: 1 };
const refused = { ran: false, asked: 1 };
const unasked = { ran: true, asked: 0 };

/** An answer that would hold for the session holds for one call. */
const forSession = {
  name: 'for-session',
  async run(run, front) {
    const { peer, place } = run;
    await peer.startThread();
    peer.decision = 'acceptForSession';
    const { file, block } = uses.shell('for-session.ran', place.cwd);
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
    const { file, block } = uses.shell('interrupt.ran', place.cwd);
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

const unknown = 'perhaps';

const shared = [
  single('accept', 'shell', { decision: 'accept', ...ran }),
  single('decline', 'shell', { ...refused, end: 'completed' }),
  single('cancel', 'shell', { decision: 'cancel', ...refused, end: 'interrupted' }),
  single('allow-rule', 'shell', { fronted: true, ...unasked }),
  single('deny-rule', 'shell', { decision: 'accept', fronted: true, ran: false, asked: 0 }),
  single('patch-accept', 'patch', { decision: 'accept', ...ran }),
  single('patch-decline', 'patch', refused),
  single('patch-allow', 'patch', { fronted: true, ...unasked }),
  single('patch-deny', 'patch', { decision: 'accept', fronted: true, ran: false, asked: 0 }),
  single('escalated', 'escalated', { decision: 'accept', ...ran }),
  single('escalated-decline', 'escalated', refused),
  single('deny-escalated', 'escalated', { decision: 'accept', fronted: true, ran: false, asked: 0 }),
  single('unknown', 'shell', { decision: unknown, ...refused }),
  single('never', 'shell', { approval: 'never', ...refused, direct: unasked }),
  single('never-in-turn', 'shell', { turnApproval: 'never', ...refused, direct: unasked }),
  single('deny-never', 'shell', { approval: 'never', decision: 'accept', fronted: true, ran: false, asked: 0 }),
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
      const { file, block } = uses.shell('waiting.ran', run.place.cwd);
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
      await run.use(uses[tool](`${tool}-${decision}`, run.place.cwd).block);
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
  const run = await PeerRun.open(agent, world, { Peer: CodexClient, front, recorded: true });
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
