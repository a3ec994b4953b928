// Tables: a suite's for the terminal and for README.md beside this, and any other for a page of the documents.
import { readFileSync, writeFileSync } from 'node:fs';
import { columns } from '../table.mjs';

const text = (cell) => (cell === undefined ? '-' : `${cell.what} ${cell.wrong ? 'WRONG' : 'ok'}`);

/** A table in Markdown. */
export function table(head, rows) {
  const line = (words) => `| ${words.join(' | ')} |\n`;
  return `${line(head)}${'|---'.repeat(head.length)}|\n${rows.map(line).join('')}`;
}

/** Puts `made` where a page, by its path from docs/, has the mark `name`. */
export function renew(page, name, made) {
  const file = new URL(`../../../docs/${page}`, import.meta.url);
  const marked = new RegExp(`(<!-- ${name} -->\n)[^]*(<!-- end of ${name} -->)`);
  const before = readFileSync(file, 'utf8');
  if (!marked.test(before)) throw new Error(`${file.pathname} has no place for the table of ${name}`);
  writeFileSync(file, before.replace(marked, (_, begin, end) => `${begin}${made}${end}`));
}

/** Prints `rows` of {name, found: cells by name}, and gives the number of wrong cells. */
export function report(suite, cells, rows, { versions, updateDocs }) {
  const lines = [['', ...cells.map(({ name }) => name)], ...rows.map(({ name, found }) => [name, ...cells.map((cell) => text(found.get(cell.name)))])];
  const all = rows.flatMap(({ found }) => [...found.values()]);
  const wrong = all.filter((cell) => cell.wrong).length;
  console.log(`\n${columns(lines)}\n${all.length} runs, ${wrong} wrong`);
  if (updateDocs) {
    const [head, ...body] = lines[0].map((_, at) => lines.map((row) => row[at])); // on a page, the cells go down
    renew('../tests/interop/agents/README.md', suite, `${versions.join(', ')}:\n\n${table(head, body)}`);
  }
  return wrong;
}
