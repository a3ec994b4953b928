// An `assent daemon` in the place of a run.
import { PageClient } from '../page_client.mjs';
import { RecordedProcess } from '../recorded_process.mjs';

export class Daemon {
  constructor(place, flags) {
    this.process = new RecordedProcess(place.assent, ['daemon', ...flags], place.sandbox.spawnOptions(place.env));
    this.process.stdout.resume();
  }

  /** One that listens. */
  static async start(place, flags = []) {
    const daemon = new Daemon(place, flags);
    await daemon.process.says(/(daemon listening)/);
    return daemon;
  }

  /** Its page of approvals, opened. */
  async page() { return new PageClient().open(await this.process.says(/approvals at (\S+)/)); }

  async kill(signal = 'SIGKILL') {
    this.process.kill(signal);
    await this.process.over;
  }
}
