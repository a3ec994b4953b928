// Takes out of a frame what no two runs share: ids, times, durations, costs, ports, the run's own folder.

// Members whose values are a run's own.
const own = new Set([
  'request_id', 'session_id', 'uuid', 'timestamp', 'pid', 'total_cost_usd', 'costUSD', 'run_id', 'messaging_socket_path',
]);
const isTime = (key) => /(_ms|_ns|_at|_time|Ms)$/.test(key);

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

// What the CLI calls a subagent.
const agent = /\ba[0-9a-f]{16}\b/g;

// In the text of a subagent's result.
const duration = /duration_ms: \d+/g;

/** The frame in `line` as text, comparable between runs; `without` names members to leave out. */
export function normalised(line, { sandbox, model }, without = []) {
  const text = line
    .replaceAll(sandbox.root, '/RUN')
    // Folders for sessions are named after the working directory.
    .replaceAll(sandbox.root.replaceAll(/[^A-Za-z0-9]/g, '-'), '-RUN')
    .replaceAll(new URL(model.url).port, 'PORT')
    .replaceAll(uuid, 'UUID')
    .replaceAll(agent, 'AGENT')
    .replaceAll(duration, 'duration_ms: N');
  return JSON.stringify(JSON.parse(text), (key, value) => {
    if (without.includes(key)) return undefined;
    if (own.has(key) || isTime(key)) return `<${key}>`;
    return value;
  });
}
