// Where an agent with a hook works: a sandbox, the agent's settings, and the program `assent` that the hook starts, which
// does what the cell wants and keeps what it was told and said.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Sandbox } from '../sandbox.mjs';

export const quoted = (word) => `'${word.replaceAll("'", "'\\''")}'`;

// $n: where this call is kept.
const keeping = (script) => `#!/bin/sh
n=$(mktemp "$ASSENT_CALLS/XXXXXX")
cat > "$n.in"
${script} < "$n.in" > "$n.out" 2> "$n.err"
status=$?
echo $status > "$n.status"
cat "$n.out"
cat "$n.err" >&2
exit $status
`;

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined);

export class Place {
  /**
   * `assent`: the program; `url`: the model's; `seconds`: how long the agent waits; `run`: where the
   * daemon is; `orElse`: what the hook's command ends with.
   */
  constructor(target, { assent, url, seconds, run, orElse = '|| exit 2' }) {
    this.target = target;
    this.assent = assent;
    this.sandbox = new Sandbox();
    this.cwd = this.sandbox.cwd;
    this.run = run ?? path.join(this.sandbox.root, 'run');
    this.calls = path.join(this.sandbox.root, 'calls');
    this.program = path.join(this.sandbox.bin, 'assent');
    for (const folder of [this.run, this.calls]) mkdirSync(folder, { mode: 0o700, recursive: true });
    const { ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL, ...env } = this.sandbox.env(url);
    const { home } = this.sandbox;
    this.env = { ...env, XDG_RUNTIME_DIR: this.run, ASSENT_CALLS: this.calls, TERM: 'dumb', NO_BROWSER: '1', ...(target.env?.(url, home) ?? {}) };
    const command = `${this.program} hook ${orElse}`.trim(); // typed by hand: each cell has options of its own
    for (const [file, settings] of Object.entries(target.settings?.({ ...target, command, program: this.program, seconds, url, cwd: this.cwd }) ?? {})) {
      const full = path.join(home, file);
      mkdirSync(path.dirname(full), { recursive: true });
      writeFileSync(full, typeof settings === 'string' ? settings : JSON.stringify(settings));
    }
  }

  file(name) { return path.join(this.cwd, name); }
  has(name) { return existsSync(this.file(name)); }
  put(name, text) { writeFileSync(this.file(name), text); }

  // The agent may run a hook with another environment.
  write(script) {
    const names = Object.keys(this.env).filter((name) => /^(HOME|XDG_|ASSENT_|INTEROP_)/.test(name));
    const lines = names.map((name) => `export ${name}=${quoted(this.env[name])}\n`).join('');
    const made = `${this.program}.new`;
    writeFileSync(made, script.replace('\n', `\n${lines}`));
    chmodSync(made, 0o755);
    renameSync(made, this.program);
  }

  /** The hook is `assent hook` with these flags behind its own. */
  hook(flags) { this.write(keeping(`${quoted(this.assent)} "$@" ${flags.map(quoted).join(' ')}`)); }

  /** The hook is this line of shell. */
  script(line) { this.write(keeping(`( ${line} )`)); }

  /** The hook is killed before it answers, and so is the shell's child in its place. */
  killedHook() {
    this.write(`#!/bin/sh
n=$(mktemp "$ASSENT_CALLS/XXXXXX")
cat > "$n.in"
mkfifo "$n.never"
${quoted(this.assent)} "$@" <> "$n.never" > "$n.out" 2> "$n.err" &
sleep 0.2
kill -9 $!
wait $!
echo $? > "$n.status"
kill -9 $$
`);
  }

  /** Has the program install its hook with these options, as a user would. Gives the file that it is in. */
  install(options) {
    const env = { HOME: this.sandbox.home, PATH: '/usr/bin:/bin', XDG_RUNTIME_DIR: this.run };
    const said = execFileSync(this.assent, ['install', this.target.agent, ...options], { env, encoding: 'utf8' });
    return said.match(/installed in (.*?) \(/)[1];
  }

  noHook() { rmSync(this.program, { force: true }); }

  /** What the hook was told and said, in the order of its calls; without a status where it was cut off. */
  heard() {
    return readdirSync(this.calls).filter((name) => name.endsWith('.in'))
      .map((name) => path.join(this.calls, name.slice(0, -'.in'.length)))
      .sort((a, b) => statSync(`${a}.in`).mtimeMs - statSync(`${b}.in`).mtimeMs)
      .map((call) => ({ in: read(`${call}.in`), out: read(`${call}.out`), err: read(`${call}.err`), status: read(`${call}.status`) }));
  }

  /** The daemons that hooks have started: they are known by their socket, since their environment is empty. */
  daemons(program = this.assent) {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).filter((pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        return words.startsWith(`${program}\0daemon\0`) && words.includes(`\0${this.run}/`);
      } catch {
        return false; // it has ended
      }
    });
  }

  async endDaemon(program = this.assent) {
    const pids = this.daemons(program);
    for (const pid of pids) for (const signal of ['SIGTERM', 'SIGCONT']) process.kill(pid, signal);
    while (pids.some((pid) => existsSync(`/proc/${pid}`))) await pause(10);
  }

  forget() {
    for (const name of readdirSync(this.calls)) rmSync(path.join(this.calls, name));
  }

  dispose(options) { this.sandbox.dispose(options); }
}
