// What is tried with each agent that speaks ACP. A cell gives {what, wrong?}: `what` says what happened, `wrong` why that is
// not as it has to be. Those of one `session` share an agent.
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { differences, kept } from './frames.mjs';
import { AcpEditor } from './acp_editor.mjs';
import { PeerRun } from './peer_run.mjs';

/** What stands in front: the first rule of each kind covers what the cells use. */
export const policy = [
  '--allow', 'Bash(touch allow.*)', '--deny', 'Bash(touch deny*)', '--allow', 'Write(/**/*-allow.txt)', '--deny', 'Write(/**/*-deny.txt)',
  '--allow', 'Edit(/**/*-allow.txt)', '--allow', '{"tool_pattern":"delete","input_pattern":{"path":"/**/*-allow.txt"}}', '--deny', 'Write(/**/closed/**)',
  '--deny', 'Read(/**/secret.txt)', '--allow', 'request_permissions', '--allow', 'mcp__allowed__*', '--deny', 'mcp__denied__*',
];

// A second question is waited for so long before the first is answered: agents that ask one after another ask no sooner.
const both_ms = 3_000;
const question_ms = 60_000;

/** A file of the place that the model wants away. */
function there(place, name) {
  place.put(`${name}.txt`, 'before\n');
  return `${name}.txt`;
}

/** What the model does, and how it is seen that it was done: `file` is there (or `gone`), or the model is told what is `said`. */
const uses = {
  shell: ({ tools }, name) => ({ file: name, block: tools.shell(`touch ${name}`) }),
  plain: ({ tools }, name) => ({ file: name, block: tools.plain(`touch ${name}`) }),
  write: ({ tools }, name, cwd) => ({ file: `${name}.txt`, block: tools.write(path.join(cwd, `${name}.txt`), 'hello', cwd) }),
  remove: ({ tools }, name, cwd, place) => ({ file: there(place, name), gone: true, block: tools.remove(`${name}.txt`) }),
  move: ({ tools }, name, cwd, place) => ({ file: `moved/${name}.txt`, block: tools.move(there(place, name), `moved/${name}.txt`) }),
  moveIntoClosed: ({ tools }, name, cwd, place) => ({ file: `closed/${name}.txt`, block: tools.move(there(place, name), `closed/${name}.txt`) }),
  withRights: ({ tools }, name) => ({ file: name, block: tools.withRights(`touch ${name}`) }),
  rights: ({ tools }) => ({ said: '"write"', block: tools.rights() }),
  served: ({ tools }, server) => ({ said: 'pong word', block: tools.served(server, 'word') }),
};

/** What an editor must not be offered: an answer for more than one call. */
const lasting = ({ questions }) => questions.some(({ params }) => params.options.some(({ kind }) => kind === 'allow_always'));

const judged = (what, faults) => ({ what, wrong: faults.filter(Boolean).join('; ') || undefined });

/** One use of a tool. `asked`: whether the question has to come to the editor. */
const single = (name, tool, file, { answer = 'refuse', wanted, asked, fronted = false }) => ({
  name,
  fronted,
  applies: ({ tools }) => tools[tool === 'moveIntoClosed' ? 'move' : tool] !== undefined,
  async run({ agent, peer, place, front }, use) {
    peer.forget();
    peer.answer = answer;
    const made = uses[tool](agent, file, place.cwd, place);
    const { asked: count, end, told } = await use(made.block);
    const ran = made.said ? told?.includes(made.said) === true : place.has(made.file) !== (made.gone ?? false);
    return {
      ...judged(`${count > 0 ? 'asked, ' : ''}${ran ? 'ran' : 'refused'}`, [
        ran !== (wanted === 'ran') && `wanted ${wanted}`,
        asked !== (count > 0) && `${count} questions came to the editor`,
        front && lasting(peer) && 'the editor is offered to allow always',
      ]),
      end,
      told,
      never: wanted === 'ran' || made.gone ? undefined : made.file,
    };
  },
});

const twoAtOnce = {
  name: 'two',
  async run({ agent, peer, place }, use) {
    peer.forget();
    peer.answer = 'hold';
    const [one, two] = ['two-1', 'two-2'].map((name) => uses.shell(agent, name, place.cwd));
    const turn = use(one.block, two.block);
    turn.catch(() => {});
    await peer.question(1, question_ms);
    await peer.question(2, both_ms);
    const order = peer.questions.length === 2 ? 'at once' : 'in turn';
    peer.answer = 'allow';
    for (const question of [...peer.questions].reverse()) peer.reply(question, 'allow');
    const { asked, end, told } = await turn;
    const ran = [one, two].filter(({ file }) => place.has(file)).length;
    return { ...judged(`asked ${order}, ran`, [asked !== 2 && `${asked} questions`, ran !== 2 && `${ran} ran`]), end, told };
  },
};

/** A question that is left open, and one that a rule denies: some agents end their turn with the denial. */
const twoMixed = {
  name: 'two-mixed',
  fronted: true,
  async run({ agent, peer, place }, use) {
    peer.forget();
    peer.answer = 'hold';
    const [open, denied] = ['mixed.ran', 'deny-mixed.ran'].map((name) => uses.shell(agent, name, place.cwd));
    const turn = use(open.block, denied.block);
    turn.catch(() => {});
    const question = await peer.question(1, both_ms);
    await pause(500);
    peer.answer = 'allow';
    if (question) peer.reply(question, 'allow');
    const { asked, end, told } = await turn;
    const ran = place.has(open.file);
    return {
      ...judged(`${asked > 0 ? 'asked, ' : ''}${ran ? 'ran' : 'ended'}`, [asked > 1 && `${asked} questions`, place.has(denied.file) && 'what is denied ran']),
      end,
      told,
      never: denied.file,
    };
  },
};

/** A second session, in the mode in which it begins, while the first is at work. */
const secondSession = {
  name: 'sessions',
  fronted: true,
  async run(run) {
    const { agent, peer, place } = run;
    peer.forget();
    peer.answer = 'allow';
    const [open, denied] = ['session.ran', 'deny-session.ran'].map((name) => uses.shell(agent, name, place.cwd));
    const { sessionId } = await peer.call('session/new', { cwd: place.cwd, mcpServers: [] });
    const [first, second] = [open, denied].map(({ block }) => run.uses([block]));
    const [end] = await Promise.all([peer.turn(first.text), peer.turn(second.text, sessionId)]);
    const count = peer.questions.length;
    return {
      ...judged(count > 0 ? 'asked, ran' : 'ran', [count !== 1 && `${count} questions`, !place.has(open.file) && 'what is allowed did not run']),
      end,
      told: second.told(),
      never: denied.file,
    };
  },
};

/** The editor would have the agent ask about nothing. */
const trusting = {
  name: 'trust',
  fronted: true,
  applies: ({ trusts }) => trusts !== undefined,
  async run({ agent, peer, place }, use) {
    peer.forget();
    peer.answer = 'refuse';
    const { mode: modeId, option } = agent.trusts;
    const sessionId = peer.session;
    const set = [['session/set_mode', { sessionId, modeId }], ...(option ? [['session/set_config_option', { sessionId, configId: option[0], value: option[1] }]] : [])];
    const taken = [];
    for (const [method, params] of set) await peer.call(method, params).then(() => taken.push(method), () => {});
    const [open, denied] = ['trust.ran', 'deny-trust.ran'].map((name) => uses.shell(agent, name, place.cwd));
    const { asked, end, told } = await use(open.block);
    await use(denied.block);
    return {
      ...judged(asked > 0 ? 'asked, refused' : 'ran', [
        taken.length > 0 && `${taken.join(' and ')} is taken`,
        asked !== 1 && `${asked} questions`,
        [open, denied].some(({ file }) => place.has(file)) && 'it ran',
      ]),
      end,
      told,
      never: open.file,
    };
  },
};

const cancelled = {
  name: 'cancel',
  async run({ agent, peer, place }, use) {
    peer.forget();
    peer.answer = 'hold';
    const { file, block } = uses.shell(agent, 'cancelled', place.cwd);
    const turn = use(block);
    turn.catch(() => {});
    const question = await peer.question(1, question_ms);
    peer.cancel();
    if (question) peer.reply(question, 'cancel');
    const { end, told } = await turn;
    return {
      ...judged(question ? 'asked, ended' : 'ended', [
        !question && 'no question', place.has(file) && 'it ran', end !== 'cancelled' && `the turn ended with ${end}`,
      ]),
      end,
      told,
      never: file,
    };
  },
};

const oneSession = [
  single('allow', 'shell', 'allow.ran', { wanted: 'ran', asked: false, fronted: true }),
  single('deny', 'shell', 'deny.ran', { answer: 'allow', wanted: 'refused', asked: false, fronted: true }),
  single('deny-plain', 'plain', 'deny-plain.ran', { answer: 'allow', wanted: 'refused', asked: false, fronted: true }),
  single('open', 'shell', 'open.ran', { answer: 'allow', wanted: 'ran', asked: true }),
  single('open-refused', 'shell', 'open-refused.ran', { wanted: 'refused', asked: true }),
  single('write', 'write', 'write-allow', { wanted: 'ran', asked: false, fronted: true }),
  single('write-deny', 'write', 'write-deny', { answer: 'allow', wanted: 'refused', asked: false, fronted: true }),
  single('write-open', 'write', 'write-open', { answer: 'allow', wanted: 'ran', asked: true }),
  single('write-refused', 'write', 'write-refused', { wanted: 'refused', asked: true }),
  single('delete-open', 'remove', 'delete-open', { wanted: 'refused', asked: true }),
  single('delete', 'remove', 'delete-allow', { wanted: 'ran', asked: false, fronted: true }),
  single('delete-deny', 'remove', 'delete-deny', { answer: 'allow', wanted: 'refused', asked: false, fronted: true }),
  single('move-open', 'move', 'move-open', { answer: 'allow', wanted: 'ran', asked: true }),
  single('move', 'move', 'move-allow', { wanted: 'ran', asked: false, fronted: true }),
  single('move-deny', 'move', 'move-deny', { answer: 'allow', wanted: 'refused', asked: false, fronted: true }),
  single('move-closed', 'moveIntoClosed', 'closed-allow', { answer: 'allow', wanted: 'refused', asked: false, fronted: true }),
  single('with-rights', 'withRights', 'allow.rights', { wanted: 'refused', asked: true }),
  single('rights', 'rights', 'rights', { wanted: 'refused', asked: true }),
  single('mcp-open', 'served', 'open', { answer: 'allow', wanted: 'ran', asked: true }),
  single('mcp', 'served', 'allowed', { wanted: 'ran', asked: false, fronted: true }),
  single('mcp-deny', 'served', 'denied', { answer: 'allow', wanted: 'refused', asked: false, fronted: true }),
  twoAtOnce,
  twoMixed,
  cancelled,
  secondSession,
  trusting,
];

const secret = 'the-secret-of-this-test';

/** The editor offers its files. `-`: the agent uses its own. */
const throughEditor = [
  {
    name: 'fs-write',
    async run({ agent, peer, place }, use) {
      peer.forget();
      peer.answer = 'allow';
      const made = uses.write(agent, 'fs-write', place.cwd);
      const { end, told } = await use(made.block);
      const through = peer.files.written.some((file) => file.endsWith(made.file));
      return { ...judged(`${through ? 'by editor' : 'by itself'}, ran`, [!place.has(made.file) && 'it did not run']), end, told };
    },
  },
  {
    name: 'fs-read',
    async run({ agent, peer, place }, use) {
      peer.forget();
      peer.answer = 'allow';
      place.put('known.txt', 'what-is-known');
      const { end, told } = await use(agent.tools.read(place.file('known.txt')));
      return {
        ...judged(`${peer.files.read.length > 0 ? 'by editor' : 'by itself'}, ran`, [!told?.includes('what-is-known') && 'it was not read']), end, told,
      };
    },
  },
  {
    name: 'fs-deny',
    fronted: true,
    async run({ agent, peer, place }, use) {
      peer.forget();
      peer.answer = 'allow';
      place.put('secret.txt', secret);
      const { end, told } = await use(agent.tools.read(place.file('secret.txt')));
      const read = told?.includes(secret);
      const through = peer.files.read.some((file) => file.endsWith('secret.txt'));
      const unseen = read && agent.own_reads && !through;
      return { ...judged(unseen ? 'unseen' : read ? 'ran' : 'refused', [read && !unseen && 'the secret was read']), end, told };
    },
  },
];

/** How a run begins whose agent waits for the answer to a question; `file` is there once the call has run. */
async function atQuestion(agent, world, more) {
  const run = await PeerRun.open(agent, world, { Peer: AcpEditor, front: ['acp', ...policy], ...more });
  run.peer.answer = 'hold';
  const { file, block } = uses.shell(agent, 'waiting.ran', run.place.cwd);
  const turn = run.use(block);
  turn.catch(() => {});
  if (!await run.peer.question(1, question_ms)) throw new Error('no question');
  return { run, file };
}

async function endOf(run, file, faults = []) {
  const left = await run.left();
  await pause(200);
  return judged('ended', [...faults, left > 0 && `${left} processes are left`, run.place.has(file) && 'the call ran']);
}

/** A cell with an agent of its own, `end` is what happens while a question is open. */
const ended = (name, more, end) => ({
  name,
  fronted: true,
  async alone(agent, world) {
    const { run, file } = await atQuestion(agent, world, more);
    try {
      return await endOf(run, file, await end(run));
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
  ended('editor-closed', {}, async (run) => {
    run.process.child.stdin.destroy();
    run.process.child.stdout.destroy();
    return [];
  }),
  ended('editor-killed', { killable: true }, async (run) => {
    run.process.kill('SIGKILL');
    return [];
  }),
  ended('bridge-killed', {}, async (run) => {
    run.process.kill('SIGKILL');
    return [];
  }),
];

/** The agent is started so that it asks about nothing: it asks all the same, or does not start. */
const startedTrusting = {
  name: 'trust-start',
  fronted: true,
  applies: ({ trusting }) => trusting !== undefined,
  async alone(agent, world) {
    const found = [];
    const faults = [];
    for (const { words = [], env } of agent.trusting) {
      const started = { ...agent, words: (about) => [...agent.words(about), ...words] };
      const run = await PeerRun.open(started, world, { Peer: AcpEditor, front: ['acp', ...policy], env }).catch((error) => error);
      const how = [...words, ...Object.keys(env ?? {})].join(' ');
      if (run instanceof Error) {
        found.push('ended');
        if (!/--guard off/.test(run.message)) faults.push(`${how}: ${run.message}`);
        continue;
      }
      const { file, block } = uses.shell(agent, 'trusting.ran', run.place.cwd);
      const { asked } = await run.use(block).finally(() => run.close());
      found.push('asked');
      if (asked !== 1 || run.place.has(file)) faults.push(`${how}: ${asked} questions`);
    }
    return judged([...new Set(found)].join(', '), faults);
  },
};

/** One conversation, with the bytes at both ends. */
async function conversation(agent, world, front) {
  const { asks } = agent;
  const run = await PeerRun.open(agent, world, { Peer: AcpEditor, front, recorded: front !== undefined, mode: asks.mode, env: asks.env });
  try {
    for (const [tool, answer] of [['shell', 'allow'], ['write', 'allow'], ['shell', 'refuse']]) {
      run.peer.answer = answer;
      await run.use(uses[tool](agent, `${tool}-${answer}`, run.place.cwd).block);
    }
    await pause(1_000); // some tell the state of their session afterwards
    return kept(run);
  } finally {
    await run.close();
  }
}

const sameFrames = {
  name: 'frames',
  fronted: true,
  async alone(agent, world) {
    const direct = await conversation(agent, world);
    const between = await conversation(agent, world, ['acp', '--guard', 'off']);
    return judged('equal', differences(direct, between));
  },
};

export const sessions = [{ cells: oneSession, fs: false }, { cells: throughEditor, fs: true }];
export const loners = [startedTrusting, ...alone, sameFrames];
export const cells = [...oneSession, ...throughEditor, ...loners];
