export { assent } from './lib/gate.js';
export { bridgePath } from './lib/bridge.js';
export { daemon } from './lib/daemon.js';
export { programPath } from './lib/program.js';
