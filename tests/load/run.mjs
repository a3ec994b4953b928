// usage: run.mjs BUILD [MINUTES [SEED]]
// Drives serve, daemon, bridge and acp with mixed traffic and faults, and says what they take: docs/CONTRIBUTING.md.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Acp, Bridge } from './bridges.mjs';
import { chance } from './chance.mjs';
import { Curves, processorSeconds } from './curves.mjs';
import { Daemon, Serve } from './sockets.mjs';

/** How much of one core all of this may take, driver and agents included. */
const share = 0.25;
const sampleEvery = 3_000;
/** After so long nothing changes any more. */
const settles = 1_000;

const [build, minutesText = '10', seedText = String(Date.now() % 1_000_000)] = process.argv.slice(2);
const [minutes, seed] = [Number(minutesText), Number(seedText)];
if (!build || !(minutes > 0) || !Number.isInteger(seed)) {
  console.error('usage: run.mjs BUILD [MINUTES [SEED]]: expected a number of minutes above 0, and a whole number as seed');
  process.exit(2);
}

/** So often everything rests in a run: once a minute, and at least twice in each tenth. */
const rests = Math.max(20, Math.round(minutes));
const random = chance(seed);
const faults = [];
const place = { assent: path.resolve(build, 'bin', 'assent'), folder: mkdtempSync(path.join(tmpdir(), 'assent-load-')), faults };
const doors = Object.entries({ serve: Serve, daemon: Daemon, bridge: Bridge, acp: Acp })
  .map(([name, kind]) => new kind(name, { ...place, random: chance(random.below(2 ** 31)) }));
// Whoever ends this ends what it has started.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    for (const door of doors) door.child?.kill('SIGKILL');
    rmSync(place.folder, { recursive: true, force: true });
    process.exit(1);
  });
console.log(`load: ${minutes} min, seed ${seed}, ${place.assent}`);

for (const door of doors) await door.open();
const curves = doors.map((door) => new Curves(door.name, door.child.pid, door.keptKib));

const began = Date.now();
const length = minutes * 60_000;
const done = () => Math.min(1, (Date.now() - began) / length);
const used = () => [process.pid, ...doors.flatMap((door) => [door.child.pid, door.agent ?? 0])].reduce((sum, pid) => sum + processorSeconds(pid), 0);
const usedBefore = used();

let pause = 100;
let resting = false;

/** Between two looks, pauses become longer or shorter so that the share comes out. */
async function pace() {
  let [then, had] = [Date.now(), used()];
  while (done() < 1) {
    await sleep(2_000);
    const [now, has] = [Date.now(), used()];
    const ratio = (has - had) / ((now - then) / 1_000) / share;
    pause = Math.min(5_000, Math.max(5, pause * Math.min(2, Math.max(0.5, ratio))));
    [then, had] = [now, has];
  }
}

async function drive(door) {
  while (done() < 1) {
    while (resting && done() < 1) {
      door.idle = true;
      await sleep(20);
    }
    door.idle = false;
    await door.act().catch((error) => door.report(`${door.name}: ${error.stack}`));
    await sleep(pause * (0.5 + door.random.next()));
  }
  door.idle = true;
}

const sample = (when) => curves.forEach((curve) => {
  try {
    curve.take(when, done());
  } catch (error) {
    faults.push(`${curve.name}: cannot be looked at: ${error.message}`);
  }
});

/** Everybody hangs up, and what is left then is looked at when it does not change any more. */
async function rest() {
  for (let count = 1; count <= rests; count += 1) {
    await sleep(Math.max(0, began + (length * count) / rests - settles - Date.now()));
    resting = true;
    while (!doors.every((door) => door.idle)) await sleep(20);
    await Promise.all(doors.map((door) => door.rest()));
    await sleep(settles);
    sample('resting');
    await Promise.all(doors.map((door) => door.resume()));
    resting = false;
  }
}

async function watch() {
  while (done() < 1) {
    if (!resting) sample('busy');
    await sleep(sampleEvery);
  }
}

await Promise.all([pace(), rest(), watch(), ...doors.map(drive)]);
const taken = (used() - usedBefore) / ((Date.now() - began) / 1_000);

for (const curve of curves) curve.print();
for (const fault of curves.flatMap((curve) => curve.faults())) {
  console.log(`FAULT: ${fault}`);
  faults.push(fault);
}
for (const door of doors) console.log(`${door.name}: ${door.calls} calls`);
console.log(`processor: ${(taken * 100).toFixed(0)} % of one core`);
await Promise.all(doors.map((door) => door.end()));
rmSync(place.folder, { recursive: true });
console.log(faults.length === 0 ? 'load: all answered as expected, nothing grows' : `load: ${faults.length} faults; seed ${seed}`);
process.exit(faults.length === 0 ? 0 : 1);
