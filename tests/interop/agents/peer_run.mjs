// An agent with an editor, directly or with `assent acp` between them, in a place of its own.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { script, startModel } from '../fake_model_api.mjs';
import { hang_limit_ms, late, within } from './agent_doors.mjs';
import { Place } from './place.mjs';

const tee = [process.execPath, fileURLToPath(new URL('../tee.mjs', import.meta.url))];

// All that a killed process has started is given this long to end.
const end_ms = 20_000;

const bytesOf = (file) => (existsSync(file) ? readFileSync(file) : Buffer.alloc(0));

export class PeerRun {
  /**
   * `agent`: {words, env, settings, tools}; `front`: the words of `assent` that stand in front, if any; `Peer`: the class
   * that drives it; `recorded`: what reaches the agent is kept; `killable`: the driver's end is a process of its own.
   */
  static async open(agent, world, { Peer, front, env = {}, recorded = false, killable = false, ...options }) {
    const run = new PeerRun();
    run.world = world;
    run.agent = agent;
    run.front = front;
    run.model = await startModel();
    run.count = 0;
    try {
      run.place = new Place(agent, { ...world, url: run.model.url, seconds: 60 });
      Object.assign(run.place.env, env);
      const { sandbox } = run.place;
      const words = [
        ...(killable ? [...tee, sandbox.tmp] : []),
        ...(front ? [world.assent, ...front, '--'] : []),
        ...(recorded ? [...tee, sandbox.tee] : []),
        world.programs[agent.program ?? agent.name],
        ...agent.words(agent),
      ];
      run.peer = new Peer(run.place, words[0], words.slice(1));
      await run.peer.open(options);
    } catch (error) {
      await run.close();
      throw error;
    }
    return run;
  }

  get sandbox() { return this.place.sandbox; }
  get process() { return this.peer.process; }

  /** What went through the driver's end, and through the agent's where that is kept. */
  get sent() { return Buffer.concat(this.process.sent); }
  get received() { return Buffer.concat(this.process.received); }
  get reached() { return bytesOf(path.join(this.sandbox.tee, 'in')); }
  get written() { return bytesOf(path.join(this.sandbox.tee, 'out')); }

  /** The text that makes the model use these tools, and how to look up what it was told of them. */
  uses(blocks) {
    const id = `s${this.count += 1}_`;
    return { text: script([blocks, [{ text: 'ok' }]], id), told: () => this.model.told.get(id)?.join('\n') };
  }

  /** Lets the model use tools in one turn: {asked, end, told}. */
  async use(...blocks) {
    const { text, told } = this.uses(blocks);
    const { asked, end } = await this.peer.say(text);
    return { asked, end, told: told() };
  }

  /** The process that `assent` has started. */
  child() {
    const parent = (pid) => Number(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ')[1]);
    return this.sandbox.processes().find((pid) => existsSync(`/proc/${pid}`) && parent(pid) === this.process.pid);
  }

  /** How many processes of this run are left, once they had time to end. */
  async left() {
    const end = Date.now() + end_ms;
    while (this.sandbox.processes().length > 0 && Date.now() < end) await pause(50);
    return this.sandbox.processes().length;
  }

  /** How the process ended that the driver has started: its status or signal. */
  async over() {
    const over = await within(this.process.over, hang_limit_ms);
    return over === late ? 'hung' : over.code ?? over.signal;
  }

  async close() {
    await this.peer?.close();
    this.model.stop();
    this.place?.dispose(this.world);
  }
}
