// The options of `assent serve` and `assent bridge`, as the program takes them.
import { existsSync } from 'node:fs';
import path from 'node:path';

/** The policies that come with the program. */
export const readyPolicies = ['careful', 'standard', 'project', 'walled', 'bare'];

const textOf = (expected) => (flag, value, name) => [`${flag}=${requireText(value, name, expected)}`];
const text = textOf();
const rule = textOf('a rule such as `Bash(npm *)`');
const rules = (flag, value, name) => {
  if (!Array.isArray(value)) throw wrong(name, 'an array of rules', value);
  return value.flatMap((each, at) => rule(flag, each, `${name}[${at}]`));
};
const yes = (flag, value, name) => {
  if (typeof value !== 'boolean') throw wrong(name, 'true or false', value);
  return value ? [flag] : [];
};

// A word that is no file is for the program: it may know which name is meant.
const policy = (flag, value, name) => {
  requireText(value, name, 'the name of a policy or of its file');
  const isFile = !readyPolicies.includes(value) && (value.includes('/') || existsSync(value));
  return [`${flag}=${isFile ? fileAt(value, name) : value}`];
};
const audit = (flag, value, name) => [`${flag}=${value === '-' ? value : fileAt(value, name)}`];
const record = (flag, value, name) => {
  const file = fileAt(value, name);
  const folder = path.dirname(file);
  if (!existsSync(folder)) throw new Error(`assent: ${unlike(name, 'a file in a folder that is there', file)}: there is no \`${folder}\``);
  return [`${flag}=${file}`];
};

/** How each option becomes arguments. */
const kinds = {
  policy,
  mode: text,
  allow: rules,
  ask: rules,
  deny: rules,
  cwd: (flag, value, name) => [`${flag}=${folderOf(value, name)}`],
  audit,
  record,
  askTimeout: textOf('a time such as `30s`'),
  logLevel: text,
  title: text,
  guard: text,
  onAsk: text,
  open: yes,
  notify: text,
};

const flagOf = (name) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
const nameOf = new Map(Object.keys(kinds).map((name) => [flagOf(name), name]));

/** What the program says for people, with the names of the options. What it quotes stays, and so does a line of the record. */
export function inOptions(said) {
  return said.startsWith('assent: ') ? said.replace(/`[^`]*`|--[a-z-]+/g, (found) => nameOf.get(found) ?? found) : said;
}

/** That something is not what it should be, in words. */
export function unlike(name, expected, found) {
  const isShort = ['string', 'number', 'boolean', 'undefined'].includes(typeof found);
  const what = isShort ? `\`${found}\`` : found === null ? 'null' : Array.isArray(found) ? 'an array' : typeof found;
  return `${name}: expected ${expected}, got ${what}`;
}

export const wrong = (name, expected, found) => new TypeError(`assent: ${unlike(name, expected, found)}`);

/** The arguments for those of `options` that are named. */
export function argumentsFor(options, names) {
  return names.flatMap((name) => (options[name] === undefined ? [] : kinds[name](flagOf(name), options[name], name)));
}

// Its prototype, where it has one, is a last one.
function isPlain(object) {
  const prototype = Object.getPrototypeOf(object);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** How many letters have to be typed otherwise. */
function distance(one, other) {
  const first = Array.from({ length: other.length + 1 }, (_, at) => at);
  return [...one].reduce((row, letter, at) => {
    const next = [at + 1];
    [...other].forEach((each, i) => next.push(Math.min(row[i + 1] + 1, next[i] + 1, row[i] + (each === letter ? 0 : 1))));
    return next;
  }, first).at(-1);
}

/** Which name may be meant, as the end of a sentence. */
function didYouMean(word, names) {
  const plain = (name) => name.replaceAll(/[_-]/g, '').toLowerCase();
  const [[mistakes, nearest]] = names.map((name) => [distance(plain(word), plain(name)), name]).sort(([one], [other]) => one - other);
  return mistakes <= Math.ceil(word.length / 3) ? `; did you mean \`${nearest}\`?` : '';
}

/** Throws where an option is given that is none of these: a `deny` with a typing mistake must not deny nothing. */
export function requireKnown(options, names) {
  // What has its members elsewhere, as a `Map` has, seems to have none.
  if (options === null || typeof options !== 'object' || !isPlain(options)) throw wrong('options', 'a plain object', options);
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new TypeError(`assent: ${unknown}: no such option; there are ${names.join(', ')}${didYouMean(unknown, names)}`);
}

/** A time in milliseconds. */
export function milliseconds(value, name, least = 0, most = maxTimeMs) {
  if (!Number.isInteger(value) || value < least || value > most) throw wrong(name, `a whole number from ${least} to ${most}`, value);
  return value;
}

/** The longest time that a timer of Node can wait, in milliseconds. */
export const maxTimeMs = 2 ** 31 - 1;

export function requireText(value, name, expected = 'a string that is not empty') {
  if (typeof value !== 'string' || value === '') throw wrong(name, expected, value);
  if (value.includes('\0')) throw wrong(name, 'a string without NUL', value);
  return value;
}

/** A path, or the name of a program that is looked for. */
export function requirePath(value, name) {
  requireText(value, name, value instanceof URL ? 'a path, as `fileURLToPath` of `node:url` makes one' : undefined);
  if (/^~(\/|$)/.test(value)) throw wrong(name, 'a path without `~`, for which only a shell puts the home folder', value);
  return value;
}

/** A file, wherever this process, the program or the agent works later. */
export function fileAt(value, name) {
  if (requirePath(value, name).endsWith('/')) throw wrong(name, 'a file', value);
  return path.resolve(value);
}

/** The folder that an agent works in. */
export function folderOf(value, name) {
  const folder = requirePath(value, name).replace(/(?<=[^/])\/$/, '');
  if (!path.isAbsolute(folder) || path.normalize(folder) !== folder) throw wrong(name, 'an absolute path without `.`, `..` and doubled `/`', value);
  return folder;
}

export function requireFunction(value, name) {
  if (typeof value !== 'function') throw wrong(name, 'a function', value);
  return value;
}
