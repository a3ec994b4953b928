// The calls that every door gets, and the policy that decides them.
import { renameSync, writeFileSync } from 'node:fs';

export const large = 1024 * 1024;

/** Writes the policy of a door: `mkdir` is what changes, and a broken file is one that no reader takes. */
export function writePolicy(path, mkdir) {
  const rules = { allow: ['Bash(touch *)', 'Write(/load/**)'], ask: ['Bash(git push *)'], deny: ['Bash(rm *)', 'Write(/denied/**)'] };
  if (mkdir !== 'broken') rules[mkdir].push('Bash(mkdir *)');
  const text = JSON.stringify({ rules, audit: { rotate: '256KiB', keep: 3 } });
  writeFileSync(`${path}.new`, mkdir === 'broken' ? text.slice(0, -1) : text);
  renameSync(`${path}.new`, path);
}

const command = (text, more) => ({ tool: 'Bash', input: { command: text, ...more } });

/** Kinds of calls by what has to become of them: `yes` and `no` are questions that somebody answers so. */
export const calls = {
  allow: (number) => ({ ...command(`touch a${number}`), expected: 'allow' }),
  deny: (number) => ({ ...command(`rm -rf a${number}`), expected: 'deny' }),
  open: (number) => ({ ...command(`touch a${number}; rm -rf b`), expected: 'deny' }),
  yes: (number) => ({ ...command(`git push origin yes${number}`), asked: true, expected: 'allow' }),
  no: (number) => ({ ...command(`git push origin no${number}`), asked: true, expected: 'deny' }),
  held: (number) => ({ ...command(`git push origin hold${number}`), asked: true, expected: 'deny' }),
  mkdir: (number, now) => ({ ...command(`mkdir a${number}`), expected: now }),
  largeAllowed: (number) => ({ tool: 'Write', input: { file_path: `/load/a${number}`, content: 'x'.repeat(large) }, expected: 'allow' }),
  largeDenied: (number) => ({ tool: 'Write', input: { file_path: `/denied/a${number}`, content: '\\"'.repeat(large / 4) }, expected: 'deny' }),
};

/** How often an ordinary call is of which kind. */
export const ordinary = [[6, 'allow'], [3, 'deny'], [1, 'open'], [2, 'yes'], [1, 'no'], [2, 'mkdir']];

/** What somebody who is asked says to this text; nothing: they let it wait. */
export function answerTo(text) {
  const said = /git push origin (yes|no|hold)\d/.exec(text)?.[1];
  return said === 'yes' ? 'allow' : said === 'no' ? 'deny' : undefined;
}
