// What a process takes, as curves over a run, and whether it grows.
import { readFileSync, readdirSync } from 'node:fs';

/** What must not grow, each with the most by which it may. At rest nobody is connected and no call is open. */
export const measures = {
  // Freed memory stays with the allocator: after large inputs and many questions the figure at rest moves by 6 MiB up and down.
  // A door gets 60 000 calls or more in an hour, so that a loss of 140 bytes in each shows.
  memory: { unit: 'KiB', growth: 8192, of: (pid) => Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)[1]) },
  // These are counted, so one more than before is one too many.
  descriptors: { unit: '', growth: 0, of: (pid) => readdirSync(`/proc/${pid}/fd`).length },
  threads: { unit: '', growth: 0, of: (pid) => readdirSync(`/proc/${pid}/task`).length },
};

const parts = 10;
const columns = 60;
const bars = '▁▂▃▄▅▆▇█';

const sorted = (values) => [...values].sort((a, b) => a - b);
const middle = (values) => sorted(values)[Math.floor(values.length / 2)];

/** Processor time that a process and what it has waited for have had, in seconds; 0 where it is gone. */
export function processorSeconds(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ');
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
  } catch {
    return 0;
  }
}

/** The samples of one process. */
export class Curves {
  /** @param keptKib by how much more memory may grow, for what is remembered up to a limit */
  constructor(name, pid, keptKib = 0) {
    this.name = name;
    this.pid = pid;
    this.kept = { memory: keptKib };
    this.samples = { busy: [], resting: [] };
  }

  take(when, done) {
    const sample = { done };
    for (const [name, { of }] of Object.entries(measures)) sample[name] = of(this.pid);
    this.samples[when].push(sample);
  }

  /** The samples of each tenth of the run. */
  tenths(when) {
    const taken = this.samples[when];
    return Array.from({ length: parts }, (_, part) => taken.filter(({ done }) => Math.min(parts - 1, Math.floor(done * parts)) === part));
  }

  line(when, measure) {
    const values = Array.from({ length: columns }, (_, column) => {
      const taken = this.samples[when].filter(({ done }) => Math.min(columns - 1, Math.floor(done * columns)) === column);
      return taken.length > 0 ? Math.max(...taken.map((sample) => sample[measure])) : undefined;
    });
    const known = values.filter((value) => value !== undefined);
    const least = Math.min(...known);
    const most = Math.max(...known);
    const bar = (value) => bars[most === least ? 0 : Math.floor((value - least) / (most - least) * (bars.length - 1))];
    return `${values.map((value) => (value === undefined ? ' ' : bar(value))).join('')} ${least}..${most}`;
  }

  print() {
    for (const [measure, { unit }] of Object.entries(measures)) {
      console.log(`${this.name}: ${measure}${unit && ` in ${unit}`}`);
      console.log(`  busy     ${this.line('busy', measure)}`);
      console.log(`  at rest  ${this.line('resting', measure)}`);
      console.log(`  median at rest of each tenth: ${this.tenths('resting').map((taken) => middle(taken.map((sample) => sample[measure])) ?? '-').join(' ')}`);
    }
  }

  /** What has grown at rest from the second tenth to the last: in the first one, buffers and caches come to their sizes. */
  faults() {
    const tenths = this.tenths('resting');
    const found = [];
    for (const [measure, { growth, unit }] of Object.entries(measures)) {
      const before = middle(tenths[1].map((sample) => sample[measure]));
      const after = middle(tenths[parts - 1].map((sample) => sample[measure]));
      if (before === undefined || after === undefined) found.push(`${this.name}: no sample of ${measure} at rest`);
      else if (after - before > growth + (this.kept[measure] ?? 0))
        found.push(`${this.name}: ${measure} grew from ${before} to ${after} ${unit}, more than by ${growth + (this.kept[measure] ?? 0)}`);
    }
    return found;
  }
}
