// The table of a suite, for the terminal and for docs/interop.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { columns } from '../table.mjs';

const page = new URL('../../../docs/interop.md', import.meta.url);

const text = (cell) => (cell === undefined ? '-' : `${cell.what} ${cell.wrong ? 'WRONG' : 'ok'}`);

function renew(suite, table) {
  const marked = new RegExp(`(<!-- ${suite} -->\n)[^]*(<!-- end of ${suite} -->)`);
  const before = readFileSync(page, 'utf8');
  if (!marked.test(before)) throw new Error(`${page.pathname} has no place for the table of ${suite}`);
  writeFileSync(page, before.replace(marked, (_, begin, end) => `${begin}${table}${end}`));
}

/** Prints `rows` of {name, found: cells by name}, and gives the number of wrong cells. */
export function report(suite, cells, rows, { versions, updateDocs }) {
  const lines = [['', ...cells.map(({ name }) => name)], ...rows.map(({ name, found }) => [name, ...cells.map((cell) => text(found.get(cell.name)))])];
  const all = rows.flatMap(({ found }) => [...found.values()]);
  const wrong = all.filter((cell) => cell.wrong).length;
  console.log(`\n${columns(lines)}\n${all.length} runs, ${wrong} wrong`);
  if (updateDocs) {
    const line = (words) => `| ${words.join(' | ')} |\n`;
    const [head, ...body] = lines[0].map((_, at) => lines.map((row) => row[at])); // on a page, the cells go down
    renew(suite, `${versions.join(', ')}:\n\n${line(head)}${line(head.map(() => '---'))}${body.map(line).join('')}`);
  }
  return wrong;
}
