// The agents that speak ACP, directly and with `assent acp` in front: a table of what was done. See README.md.
import { AcpEditor } from './acp_editor.mjs';
import { cells, loners, policy, sessions } from './acp_cells.mjs';
import { PeerRun } from './peer_run.mjs';
import { oneLine } from './matrix.mjs';
import { report } from './report.mjs';

const failure = (error) => ({ what: 'failed', wrong: error.message });

/** The cells of a session. `front`: the words of `assent`, if it stands in front. */
async function runSession(agent, { cells: all, fs }, front, world, found) {
  const applying = all.filter(({ fronted, applies }) => (front || !fronted) && (applies?.(agent) ?? true));
  let run;
  const open = async () => {
    const { mode, env } = front ? {} : agent.asks;
    run ??= await PeerRun.open(agent, world, { Peer: AcpEditor, front, fs, mode, env });
    return run;
  };
  for (const cell of applying) {
    try {
      const at = await open();
      found.set(cell.name, await cell.run(at, (...blocks) => at.use(...blocks)));
    } catch (error) {
      found.set(cell.name, { ...failure(error), end: run?.process.errors.slice(-400) });
      await run?.close();
      run = undefined;
    }
  }
  if (!run) return;
  await run.peer.close();
  for (const [, cell] of found) if (cell.never && !cell.wrong && run.place.has(cell.never)) Object.assign(cell, { what: 'ran late', wrong: 'it must not run' });
  await run.close();
}

async function runAgent(agent, front, world, only) {
  const found = new Map();
  const wanted = (all) => all.filter(({ name }) => only.length === 0 || only.includes(name));
  for (const session of sessions) await runSession(agent, { ...session, cells: wanted(session.cells) }, front, world, found);
  if (!front) return found;
  for (const cell of wanted(loners).filter(({ applies }) => applies?.(agent) ?? true)) found.set(cell.name, await cell.alone(agent, world).catch(failure));
  return found;
}

/** Runs, prints, and gives the number of wrong cells. */
export async function acpMatrix(agents, world) {
  const rows = [];
  for (const agent of agents) {
    for (const [name, front] of [['direct'], ['behind', ['acp', ...policy]]]) {
      const found = await runAgent(agent, front, world, world.only ?? []);
      for (const [cell, { what, wrong, end, told }] of found) {
        if (wrong || world.verbose) console.log(`${agent.name} ${name}, ${cell}: ${what}${wrong ? `, WRONG: ${wrong}` : ''}; end ${end}; told ${oneLine(told)}`);
      }
      rows.push({ name: `${agent.name} ${name}`, found });
    }
  }
  return report('acp', cells, rows, world);
}
