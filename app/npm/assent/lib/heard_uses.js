// The SDK tells a gate of a use twice: its hook before the use, its `canUseTool` where the agent asks. It is one use.
import { createHash } from 'node:crypto';

/** How long an answer to the hook counts for the question about the same use, in milliseconds: as the daemon has it for such agents. */
export const longestBetweenMs = 30_000;
/** How many such answers are kept. Most uses are never asked about; the oldest goes first. */
export const maxHeardUses = 1000;

/** The same only where every byte is: what another hook has edited is another use. */
const keyOf = ({ tool_use_id: id, tool_name: tool, tool_input: input }) => createHash('sha256').update(JSON.stringify([id, tool, input])).digest('base64');

export class HeardUses {
  #kept = new Map();

  #now;

  /** @param now  the time in milliseconds, of a clock that only goes forward */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  keep(use, decision) {
    if (typeof use.tool_use_id !== 'string') return;
    if (this.#kept.size >= maxHeardUses) this.#kept.delete(this.#kept.keys().next().value);
    this.#kept.set(keyOf(use), { decision, until: this.#now() + longestBetweenMs });
  }

  /** What was said of this use, once. */
  take(use) {
    const key = keyOf(use);
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    return kept && this.#now() <= kept.until ? kept.decision : undefined;
  }
}
