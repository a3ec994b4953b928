// Builds the page: elements, texts, times. Nothing here reads HTML, so no text can become an element or a script.

export const byId = (id) => document.getElementById(id);

/**
 * An element. A function in `attributes` is a listener for the event of that name; null, undefined and false leave
 * an attribute out. Strings among the children are our own words; texts from elsewhere go through `shown`.
 */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name, value);
    else if (value === true) made.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== false && child !== ''));
  return made;
}

/** A text that was written by somebody else: kept apart, so that its direction cannot reorder what stands around it. */
export const shown = (text, className) => el('bdi', { class: className }, String(text ?? ''));

/** Sets a text only where it changes: what is unchanged is not laid out, and not read out, again. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** A badge: the level in words, and in colour. */
export const badge = (kind, words) => el('span', { class: `badge ${kind}` }, words);

const risk_words = { low: 'Low risk', medium: 'Medium risk', high: 'High risk', critical: 'Critical risk' };
/** What is not known counts as high. */
export const riskLevel = (risk) => (Object.hasOwn(risk_words, risk) ? risk : 'high');
export const riskBadge = (risk, tone = '') => badge(tone ? `tone-${tone}` : `risk-${riskLevel(risk)}`, risk_words[riskLevel(risk)]);
export const isHighRisk = (risk) => ['high', 'critical'].includes(riskLevel(risk));

/** How an effect is to be seen: as what loses something, what wants care, or neither. What is not known wants care. */
export const toneOf = (effect) => (['loss', 'plain'].includes(effect?.tone) ? effect.tone : 'care');
/** Whether to allow it may be the answer at hand: not unless the program says so. */
export const isPlain = (question) => question.plain === true;
export const needsSecondKey = (question) => question.confirm !== false || !isPlain(question) || isHighRisk(question.risk);

const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
export const effectWords = (effect) => (effect.name === 'unknown' ? 'what it does is not known' : effect.words);
/** Nothing where the question is about no call. */
export const effectBadge = (effect) => effect && badge(`tone-${toneOf(effect)}`, sentence(effectWords(effect)));

/** The last folder of a path. */
export const project = (path) => path.split('/').filter(Boolean).at(-1) ?? path;
/** Who asks, where: "claude in shop, session 3f2a91c0". */
export const askerOf = ({ who, cwd, session_id: session }) => [
  `${who || 'an agent'}${cwd ? ` in ${project(cwd)}` : ''}`, session && `session ${session}`].filter(Boolean).join(', ');
/** A question as one hears it. */
export const sentenceOf = (question) => [
  `${question.operation || question.tool}`, `${risk_words[riskLevel(question.risk)]}${question.effect ? `: ${effectWords(question.effect)}` : ''}`,
  `Asked by ${askerOf(question)}`].join('. ').concat('.');

const two = (number) => String(number).padStart(2, '0');

/** `4:09`, `1:00:00`: time that is left, never below zero, rounded up so that `0:00` means that it is over. */
export function timeLeft(ms) {
  const all = Math.max(0, Math.ceil(ms / 1000));
  const hours = Math.floor(all / 3600);
  const minutes = Math.floor(all / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(all % 60)}` : `${minutes}:${two(all % 60)}`;
}

const units = [['hour', 3600], ['minute', 60], ['second', 1]];

/** The largest unit in which `seconds` is a whole number: [5, 'minute', 60]. */
export function inUnits(seconds) {
  const [unit, size] = units.find(([, each]) => seconds % each === 0) ?? units[2];
  return [seconds / size, unit, size];
}

export const counted = (number, word) => `${number} ${word}${number === 1 ? '' : 's'}`;

const rows_of = new WeakMap();

/**
 * Makes `list` show `items` in their order. The element of a key stays as it is while its item does not change, and
 * focus stays where it was when it does.
 */
export function showRows(list, items, keyOf, build) {
  const before = rows_of.get(list) ?? new Map();
  const after = new Map();
  let place = list.firstChild;
  for (const item of items) {
    const key = keyOf(item);
    if (after.has(key)) continue;
    const text = JSON.stringify(item);
    const old = before.get(key);
    const row = old?.text === text ? old : { text, element: build(item) };
    if (old && row !== old) {
      const focused = old.element.contains(document.activeElement);
      if (place === old.element) place = row.element;
      old.element.replaceWith(row.element);
      if (focused) row.element.querySelector('button, select')?.focus();
    }
    after.set(key, row);
    if (row.element === place) place = place.nextSibling;
    else list.insertBefore(row.element, place);
  }
  for (const [key, { element }] of before) if (!after.has(key)) element.remove();
  rows_of.set(list, after);
}
