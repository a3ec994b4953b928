// Where the program is: in the package for this platform, which npm installs beside this one.
import { createRequire } from 'node:module';

const platformPackage = `assent-${process.platform}-${process.arch}`;

/** That there is no program, or none that runs. */
export const noProgram = (found) => new Error(
  `assent: program: expected a program that runs here, got ${found}; install both files that \`./dev package\` writes, which have `
    + 'it for Linux on x86-64, or name another one by the option `program`',
);

/** The path of the program. Throws where there is none for this platform. */
export function programPath() {
  try {
    return createRequire(import.meta.url).resolve(`${platformPackage}/bin/assent`);
  } catch {
    throw noProgram(`no package \`${platformPackage}\``);
  }
}
