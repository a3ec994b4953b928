// The options of `assent serve` and `assent bridge`, as the program takes them.

const text = (flag) => (value, name) => [`${flag}=${requireText(value, name)}`];
const rules = (flag) => (value, name) => {
  if (!Array.isArray(value)) throw wrong(name, 'an array of rules', value);
  return value.flatMap((rule, at) => text(flag)(rule, `${name}[${at}]`));
};
const yes = (flag) => (value, name) => {
  if (typeof value !== 'boolean') throw wrong(name, 'true or false', value);
  return value ? [flag] : [];
};

/** How each option becomes arguments. */
const flags = {
  policy: text('--policy'),
  mode: text('--mode'),
  allow: rules('--allow'),
  ask: rules('--ask'),
  deny: rules('--deny'),
  cwd: text('--cwd'),
  audit: text('--audit'),
  askTimeout: text('--ask-timeout'),
  logLevel: text('--log-level'),
  guard: text('--guard'),
  onAsk: text('--on-ask'),
  open: yes('--open'),
  notify: text('--notify'),
};

/** That something is not what it should be, in words. */
export function unlike(name, expected, found) {
  const isShort = ['string', 'number', 'boolean', 'undefined'].includes(typeof found);
  const what = isShort ? `\`${found}\`` : found === null ? 'null' : Array.isArray(found) ? 'an array' : typeof found;
  return `${name}: expected ${expected}, got ${what}`;
}

export const wrong = (name, expected, found) => new TypeError(`assent: ${unlike(name, expected, found)}`);

/** The arguments for those of `options` that are named. */
export function argumentsFor(options, names) {
  return names.flatMap((name) => (options[name] === undefined ? [] : flags[name](options[name], name)));
}

// Its prototype, where it has one, is a last one.
function isPlain(object) {
  const prototype = Object.getPrototypeOf(object);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Throws where an option is given that is none of these: a `deny` with a typing mistake must not deny nothing. */
export function requireKnown(options, names) {
  // What has its members elsewhere, as a `Map` has, seems to have none.
  if (options === null || typeof options !== 'object' || !isPlain(options)) throw wrong('options', 'a plain object', options);
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new TypeError(`assent: ${unknown}: no such option; there are ${names.join(', ')}`);
}

/** A time in milliseconds; 0 is for ever. */
export function milliseconds(value, name) {
  if (!Number.isInteger(value) || value < 0 || value > maxTimeMs) throw wrong(name, `a whole number from 0 to ${maxTimeMs}`, value);
  return value;
}

/** The longest time that a timer of Node can wait, in milliseconds. */
export const maxTimeMs = 2 ** 31 - 1;

export function requireText(value, name) {
  if (typeof value !== 'string' || value === '') throw wrong(name, 'a string that is not empty', value);
  if (value.includes('\0')) throw wrong(name, 'a string without NUL', value);
  return value;
}

export function requireFunction(value, name) {
  if (typeof value !== 'function') throw wrong(name, 'a function', value);
  return value;
}
