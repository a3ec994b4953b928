// Run by `npm pack` and `npm publish` in the folders beside it: what they would write has no program in it.
console.error(
  'assent: this is the source of the package, without the program. Its packages are written by `./dev package`, ' +
    'or by `node app/npm/pack.mjs PROGRAM OUTDIR VERSION`',
);
process.exit(1);
