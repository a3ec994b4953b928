// Run by `npm pack`, `npm publish` and `npm install FOLDER` for the folders beside it: what they would write or link has no program.
console.error(
  'assent: this is the source of the package, without the program. Install what `./dev package` writes, ' +
    'or `node app/npm/pack.mjs PROGRAM OUTDIR VERSION`',
);
process.exit(1);
