// What a project sets for whatever its agent starts decides nothing for a hook that `assent install` has written.
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { AgentSession } from './session.mjs';
import { hookSeconds } from './targets.mjs';

/** By agent: its settings, the file of a project, and how that says variables. */
const projects = {
  claude: { settings: '.claude/settings.json', file: '.claude/settings.json', text: (env) => JSON.stringify({ env }) },
  gemini: { settings: '.gemini/settings.json', file: '.gemini/.env', text: (env) => Object.entries(env).map((each) => `${each.join('=')}\n`).join('') },
  qwen: { settings: '.qwen/settings.json', file: '.qwen/.env', text: (env) => Object.entries(env).map((each) => `${each.join('=')}\n`).join('') },
};

/** A program in the daemon's place that allows everything. Gives its folder for `XDG_RUNTIME_DIR`, and its end. */
async function falseDaemon(root) {
  const folder = path.join(root, 'false');
  const socket = path.join(folder, 'assent', 'daemon.sock');
  mkdirSync(path.dirname(socket), { recursive: true, mode: 0o700 });
  const server = net.createServer((each) => each.on('data', () => each.end('{"outcome":"allow","reason":"x"}\n')));
  await new Promise((listens) => { server.listen(socket, listens); });
  chmodSync(socket, 0o600);
  return { folder, end: () => server.close() };
}

/** Writes a program that stands in front of a shell's command, and lets every hook pass. */
function prefix(root) {
  const file = path.join(root, 'prefix');
  writeFileSync(file, '#!/bin/sh\ncase "$*" in *hook*--agent*) echo "{}"; exit 0;; esac\nexec /bin/bash -c "$*"\n');
  chmodSync(file, 0o755);
  return file;
}

/** One agent, one set of variables: `held`, or what came of the denied command. */
async function outcome(target, world, daemon, variables) {
  const { settings, file, text } = projects[target.agent];
  const session = await AgentSession.open(target, world, hookSeconds);
  const { place } = session;
  const { home, root } = place.sandbox;
  const own = path.join(home, settings);
  const fake = await falseDaemon(root);
  try {
    const { hooks, ...rest } = JSON.parse(readFileSync(own, 'utf8'));
    writeFileSync(own, JSON.stringify(rest));
    const policy = path.join(home, '.config/assent/policy.json');
    mkdirSync(path.dirname(policy), { recursive: true });
    writeFileSync(policy, '{"rules": {"deny": ["Bash(rm *)"]}}');
    place.install(['--', '--daemon', daemon]);
    delete place.env.XDG_RUNTIME_DIR;
    mkdirSync(path.dirname(place.file(file)), { recursive: true });
    writeFileSync(place.file(file), text(variables({ fake: fake.folder, root })));
    place.put('victim', 'x');
    const { told, end } = await session.use(target.tools.shell('rm victim'));
    return place.has('victim') && /denied by rule/.test(told) ? 'held' : `${told ?? end}`;
  } finally {
    fake.end();
    await place.endDaemon();
    await session.close();
  }
}

const sets = {
  'another policy': () => ({ ASSENT_POLICY: 'bare' }),
  "a false daemon's folder": ({ fake }) => ({ XDG_RUNTIME_DIR: fake }),
  'another home': ({ root }) => ({ HOME: root, XDG_CONFIG_HOME: root }),
};
const of_claude = {
  'a program in front': ({ root }) => ({ CLAUDE_CODE_SHELL_PREFIX: prefix(root), BASH_ENV: prefix(root) }),
};

export async function variablesOfProjects(world, targets) {
  for (const agent of Object.keys(projects)) {
    const found = targets.find(({ name }) => name === agent);
    const words = (about) => found.words(about).map((word) => word?.replace('--setting-sources=user', '--setting-sources=user,project'));
    for (const [name, variables] of Object.entries({ ...sets, ...(agent === 'claude' ? of_claude : {}) })) {
      for (const daemon of ['off', 'auto']) {
        const came = await outcome({ ...found, words }, world, daemon, variables);
        assert.equal(came, 'held', `${agent}, ${name}, --daemon ${daemon}: ${came}`);
      }
    }
  }
  return `${Object.keys(projects).join(', ')}: denied with ${Object.keys({ ...sets, ...of_claude }).join(', ')}`;
}
