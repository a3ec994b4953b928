// usage: tee.mjs FOLDER COMMAND [ARG...]
// Runs COMMAND and copies its standard streams, byte for byte, also into FOLDER/in and FOLDER/out.
import { spawn } from 'node:child_process';
import { openSync, writeSync } from 'node:fs';
import path from 'node:path';

const [folder, program, ...args] = process.argv.slice(2);
const log = { in: openSync(path.join(folder, 'in'), 'a'), out: openSync(path.join(folder, 'out'), 'a') };
const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });

process.stdin.on('data', (bytes) => {
  writeSync(log.in, bytes);
  if (!child.stdin.write(bytes)) {
    process.stdin.pause();
    child.stdin.once('drain', () => process.stdin.resume());
  }
});
process.stdin.on('end', () => child.stdin.end());
child.stdin.on('error', () => process.stdin.resume()); // the command has closed its input; nobody reads the rest

child.stdout.on('data', (bytes) => {
  writeSync(log.out, bytes);
  process.stdout.write(bytes);
});
process.stdout.on('error', () => child.stdout.destroy());

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => {
  console.error(`tee: ${error.message}`);
  process.exit(127);
});
child.on('close', (code, signal) => {
  if (signal === null) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
