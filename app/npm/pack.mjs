// usage: pack.mjs PROGRAM OUTDIR VERSION [NOTICES]
// Writes the packages as npm would publish them: `assent`, and `assent-linux-x64` with PROGRAM in it, and with the file NOTICES,
// what those ask whose code is in the program. The same input makes the same bytes.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const here = path.dirname(fileURLToPath(import.meta.url));
const block = 512;

/** One file of a tar archive in the ustar format. */
function entry(name, bytes, mode) {
  const head = Buffer.alloc(block);
  const octal = (value, at, length) => head.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at);
  if (Buffer.byteLength(name) > 100) throw new Error(`${name}: expected at most 100 bytes`);
  head.write(name, 0);
  octal(mode, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(bytes.length, 124, 12);
  octal(0, 136, 12);
  head.write('        0', 148);
  head.write('ustar\x0000', 257);
  octal(head.reduce((sum, byte) => sum + byte, 0), 148, 7);
  return Buffer.concat([head, bytes, Buffer.alloc(-bytes.length & (block - 1))]);
}

function filesIn(folder, below = '') {
  return readdirSync(path.join(folder, below), { withFileTypes: true }).flatMap((found) => {
    const name = path.posix.join(below, found.name);
    return found.isDirectory() ? filesIn(folder, name) : [name];
  });
}

/** @param more  files from elsewhere, by their names in the package */
function pack(name, version, outdir, more) {
  const source = path.join(here, name);
  const files = Object.fromEntries(filesIn(source).map((file) => [file, readFileSync(path.join(source, file))]));
  const manifest = JSON.parse(files['package.json']);
  manifest.version = version;
  delete manifest.scripts; // refuse to pack the folder itself
  for (const each of Object.keys(manifest.optionalDependencies ?? {})) manifest.optionalDependencies[each] = version;
  files['package.json'] = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  Object.assign(files, more, { LICENSE: readFileSync(path.join(here, '..', '..', 'LICENSE')) });
  const entries = Object.keys(files).sort().map((file) => {
    const mode = file.startsWith('bin/') ? 0o755 : 0o644;
    return entry(`package/${file}`, files[file], mode);
  });
  const archive = path.join(outdir, `${name}-${version}.tgz`);
  const gzip = gzipSync(Buffer.concat([...entries, Buffer.alloc(2 * block)]), { level: 9 });
  gzip[9] = 255; // no word of the system that it was made on
  writeFileSync(archive, gzip);
  console.log(archive);
}

const [program, outdir, version, notices, ...rest] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version ?? '') || rest.length > 0) {
  console.error('usage: pack.mjs PROGRAM OUTDIR VERSION [NOTICES], with a version such as 0.1.0');
  process.exit(2);
}
mkdirSync(outdir, { recursive: true });
pack('assent', version, outdir, {});
pack('assent-linux-x64', version, outdir, { 'bin/assent': readFileSync(program), ...(notices && { NOTICES: readFileSync(notices) }) });
