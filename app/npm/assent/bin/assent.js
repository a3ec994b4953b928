#!/usr/bin/env node
// Runs the program in this one's place. Where it cannot, the status is 2: a hook then refuses.
import { spawn } from 'node:child_process';
import process from 'node:process';
import { programPath } from '../lib/program.js';

const refused = 2;

function fail(error) {
  console.error(error.message);
  process.exit(refused);
}

function run(program, args) {
  const child = spawn(program, args, { stdio: 'inherit' });
  const passed = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR1'];
  for (const signal of passed) process.on(signal, () => child.kill(signal));
  child.on('error', ({ message }) => fail(new Error(`assent: ${message}`)));
  child.on('exit', (code, signal) => {
    process.exit(signal ? refused : code);
  });
}

try {
  run(programPath(), process.argv.slice(2));
} catch (error) {
  fail(error);
}
