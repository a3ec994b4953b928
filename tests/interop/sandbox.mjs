// A place of its own for one run: working directory, home and temporary files; and an end to whatever it started.
import {
  chownSync, constants, copyFileSync, existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

// Not one of Assent's own variables: a hook does not hand those to the daemon that it starts.
const marker = 'INTEROP_RUN';
const nobody = 65534;

// Those that are in use.
const live = new Set();

/** Folders under `root`: cwd, home, tmp, bin, and tee for recorded bytes. */
export class Sandbox {
  constructor({ unprivileged = false } = {}) {
    this.root = mkdtempSync(path.join(tmpdir(), 'assent-interop-'));
    // Who is not root needs no other user.
    this.uid = unprivileged && process.getuid() === 0 ? nobody : undefined;
    for (const name of ['cwd', 'home', 'tmp', 'bin', 'tee']) {
      this[name] = path.join(this.root, name);
      mkdirSync(this[name]);
      if (this.uid !== undefined) chownSync(this[name], this.uid, this.uid);
    }
    if (this.uid !== undefined) chownSync(this.root, this.uid, this.uid);
    live.add(this);
  }

  /** What a process of this run gets as its environment: nothing of ours, and no way to the network. */
  env(modelUrl) {
    const nowhere = 'http://127.0.0.1:9';
    return {
      PATH: `${path.dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
      LANG: 'C.UTF-8',
      HOME: this.home,
      TMPDIR: this.tmp,
      [marker]: this.root,
      ANTHROPIC_API_KEY: 'none',
      ANTHROPIC_BASE_URL: modelUrl,
      HTTP_PROXY: nowhere,
      HTTPS_PROXY: nowhere,
      NO_PROXY: '127.0.0.1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
      DISABLE_AUTOUPDATER: '1',
    };
  }

  /** How to spawn here: as the run's user, leading a process group. */
  spawnOptions(env) {
    const user = this.uid === undefined ? {} : { uid: this.uid, gid: this.uid };
    return { cwd: this.cwd, env, detached: true, ...user };
  }

  /** The path of `file` for this run's user, who may not reach where it is. */
  reachable(file) {
    if (this.uid === undefined) return file;
    const here = path.join(this.bin, path.basename(file));
    if (existsSync(here)) return here;
    try {
      linkSync(file, here);
    } catch {
      copyFileSync(file, here, constants.COPYFILE_FICLONE); // on another file system
    }
    return here;
  }

  /** Kills every process of this run, in whatever group it is by now, and removes its files. */
  dispose({ keep = false } = {}) {
    live.delete(this);
    for (const pid of this.processes()) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has just ended.
      }
    }
    if (!keep) rmSync(this.root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }

  /** Processes that inherited this run's environment. */
  processes() {
    const mine = `${marker}=${this.root}\0`;
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => {
        try {
          return `${readFileSync(`/proc/${pid}/environ`, 'latin1')}\0`.includes(mine);
        } catch {
          return false; // ended, or another user's
        }
      })
      .map(Number);
  }
}

/** For an end ahead of time. */
export function disposeAll() {
  for (const sandbox of [...live]) sandbox.dispose();
}
