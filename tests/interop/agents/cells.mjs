// What is in front of the tool in each cell of the matrix, and whether the tool may run. `because`: why the hook refuses,
// where it says so; `unheard`: the hook cannot be called.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Daemon } from './daemon.mjs';

const rules = { shell: 'Bash(touch *)', write: 'Write(**)' };

// Each cell uses files of its own.
const plain = {
  shell: ({ tools }, name) => ({ file: `${name}.ran`, block: tools.shell(`touch ${name}.ran`) }),
  write: ({ tools }, name, cwd) => ({ file: `${name}.txt`, block: tools.write(path.join(cwd, `${name}.txt`), 'hello', cwd) }),
};
// What a rule with a wildcard covers by its name, and the guard asks about.
const guarded = {
  shell: ({ tools }, name) => ({ file: `${name}.ran`, block: tools.shell(`git -c alias.x='!touch ${name}.ran' x`) }),
  write: ({ tools }, name, cwd) => ({ file: `${name}/.xinitrc`, block: tools.write(path.join(cwd, name, '.xinitrc'), 'hello', cwd) }),
};
const guardedRules = { shell: 'Bash(git *)', write: 'Write(**)' };

/** A cell whose hook decides by itself. */
const alone = (flags) => ({ begin: (place, tool) => place.hook(flags(tool, place)) });

const toDaemon = ['--daemon', 'on'];

/** A cell whose daemon decides. `during` is what happens to it while the agent waits. */
const byDaemon = (flags, during, hookFlags = []) => ({
  async begin(place, tool) {
    place.hook([...toDaemon, ...hookFlags]);
    const daemon = await Daemon.start(place, flags(tool));
    const page = during ? await daemon.page() : undefined;
    return {
      during: during?.(daemon, page),
      async end() {
        page?.close();
        await daemon.kill();
      },
    };
  },
});

const onPage = () => ['--on-ask', 'web'];

async function allowOne(_, page) {
  const question = await page.question();
  if (question) page.answer(question.number, { what: 'once' });
}

async function dieAtQuestion(daemon, page) {
  if (await page.question()) await daemon.kill();
}

function unreadable(place) {
  const file = path.join(place.sandbox.home, 'unreadable.json');
  writeFileSync(file, '{"mode": ');
  return file;
}

/** A cell whose hook starts the daemon. */
const startsDaemon = {
  begin(place, tool) {
    const file = path.join(place.sandbox.home, 'started.json');
    writeFileSync(file, JSON.stringify({ rules: { deny: [rules[tool]] } }));
    place.hook(['--daemon', 'auto', '--policy', file]);
    return { end: () => place.endDaemon() };
  },
};

const refusing = [
  { name: 'deny-rule', because: /denied by rule/, ...alone((tool) => ['--deny', rules[tool]]) },
  { name: 'ask-rule', because: /ask rule `/, ...alone((tool) => ['--ask', rules[tool]]) },
  { name: 'guard', because: /decides what runs later|no rule allows just that/, uses: guarded, ...alone((tool) => ['--allow', guardedRules[tool]]) },
  { name: 'unreadable-policy', because: /unreadable\.json/, ...alone((_, place) => ['--policy', unreadable(place)]) },
  { name: 'killed-hook', begin: (place) => place.killedHook() },
  { name: 'missing-program', unheard: true, begin: (place) => place.noHook() },
  { name: 'silent-page', because: /nobody answered in time/, ...byDaemon(onPage, async () => {}, ['--timeout', '3s']) },
  { name: 'daemon-deny', because: /denied by rule/, ...byDaemon((tool) => ['--deny', rules[tool]]) },
  { name: 'daemon-started', because: /denied by rule/, ...startsDaemon },
  { name: 'daemon-ask', because: /ask rule `/, ...byDaemon((tool) => ['--ask', rules[tool]]) },
  { name: 'daemon-killed', because: /ended without an answer/, ...byDaemon(onPage, dieAtQuestion) },
  { name: 'daemon-missing', because: /nobody listens/, ...alone(() => toDaemon) },
];

const running = [
  { name: 'allow-rule', ...alone((tool) => ['--allow', rules[tool]]) },
  { name: 'guard-off', uses: guarded, ...alone(() => ['--mode', 'allow']) }, // so that it is the guard that refuses above
  { name: 'daemon-allow', ...byDaemon((tool) => ['--allow', rules[tool]]) },
  { name: 'page-allow', ...byDaemon(onPage, allowOne) },
];

const complete = (wanted) => (cell) => ({ uses: plain, unheard: false, because: /./, ...cell, wanted });

export const cells = [...refusing.map(complete('refused')), ...running.map(complete('ran'))];
