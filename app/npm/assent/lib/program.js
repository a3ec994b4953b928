// Where the program is: in the package for this platform, which npm installs beside this one.
import { createRequire } from 'node:module';

const platformPackage = `assent-${process.platform}-${process.arch}`;

/** The path of the program, or an `Error` that says why there is none. */
export function findProgram() {
  try {
    return createRequire(import.meta.url).resolve(`${platformPackage}/bin/assent`);
  } catch {
    return new Error(`the package \`${platformPackage}\`, which has the program, is not installed: install its file, too, or name a program by the option \`program\``);
  }
}

/** The path of the program. Throws where there is none for this platform. */
export function programPath() {
  const found = findProgram();
  if (found instanceof Error) throw found;
  return found;
}
