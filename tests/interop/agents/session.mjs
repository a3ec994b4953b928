// An agent with a hook, for as many uses of its tools as are wanted; started anew where it ended.
import { script, startModel } from '../fake_model_api.mjs';
import { openDoor } from './agent_doors.mjs';
import { Place } from './place.mjs';

export class AgentSession {
  /** `world`: {assent, programs, keep, orElse?}; `seconds`: how long the agent waits for its hook. */
  static async open(target, world, seconds) {
    const session = new AgentSession();
    session.world = world;
    session.target = target;
    session.model = await startModel({ judge: target.judge });
    session.place = new Place(target, { ...world, url: session.model.url, seconds });
    session.place.hook([]); // some agents look whether it is there
    session.count = 0;
    return session;
  }

  /** Lets the model use a tool once: {asked, end, told}. `told` is what the model read of it, where it did. */
  async use(block) {
    const used = await this.inTurn([block]);
    return { ...used, told: used.told?.[0] };
  }

  /** The same with several uses, one after another; `told` has what the model read of each. */
  async inTurn(blocks) {
    const id = `s${this.count += 1}_`;
    try {
      this.door ??= await openDoor(this.place, this.world.programs[this.target.agent]);
      const { asked, end } = await this.door.say(script([...blocks.map((block) => [block]), [{ text: 'ok' }]], id), () => this.model.told.get(id));
      return { asked, end, told: this.model.told.get(id) };
    } catch (error) {
      await this.end();
      return { asked: 0, end: error.message, failed: true, told: this.model.told.get(id) };
    }
  }

  /** Ends the agent. */
  async end() {
    await this.door?.close();
    this.door = undefined;
  }

  async close() {
    await this.end();
    this.model.stop();
    this.place.dispose(this.world);
  }
}
