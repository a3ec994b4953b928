// Several open questions that one rule covers: all of their calls in a list, and one answer for them.
import { contentOf, factList, not_seen, smallFactsOf } from './card.js';
import { askerOf, counted, el, riskBadge, setText, shown } from './dom.js';
import { howLongRulesLast, sessionChoice } from './forms.js';
import { quiet_ms } from './guard.js';
import { SecondPress, second_key } from './second.js';
import { Sight } from './sight.js';

/** Questions with the same words here are in one group; nothing where a question is answered alone. */
export const groupOf = ({ group_rule: rule, session, who, cwd }) => (rule ? JSON.stringify([session, who, cwd, rule]) : '');
export const callsLike = (number, rule) => [`${counted(number, 'call')} like `, shown(rule, 'mono')];
const askerOfAll = (question) => askerOf({ ...question, session_id: '' });

/** The row in the list, above those of its calls: made anew by `showGroupRow` whenever their number changes. */
export const groupRow = (press) => el('button', { type: 'button', class: 'row together', click: press });
export function showGroupRow(row, questions) {
  row.replaceChildren(el('span', { class: 'what' }, ...callsLike(questions.length, questions[0].group_rule)),
    el('span', { class: 'unseen' }, '. One answer for all of them. '), shown(askerOfAll(questions[0]), 'soft'));
}

export class GroupCard {
  #desk;
  #seen;
  #questions = [];
  #sights = new Map();  // by question, 0 for the heading: what of it was on the screen
  #list = el('ol', { class: 'calls', 'aria-label': 'The calls' });
  #left = el('span', { class: 'left' });
  #title = el('h3', { id: 'card_title' });
  #refusal = el('p', { class: 'refusal', role: 'alert' });
  #answersPlace;
  #allow;
  #rest;
  #hintPlace;
  #session = null;
  #second;
  #restAt = -quiet_ms;
  #busy = false;

  /**
   * `seen` is the set of the questions that were on the screen to their end, and is added to. `desk` has `counts()`
   * and `refresh()` as for a card, and `answer(numbers, answer)`.
   */
  constructor(key, questions, seen, desk) {
    this.key = key;
    this.#desk = desk;
    this.#seen = seen;
    const [first] = questions;
    this.#answersPlace = this.#answers(first);
    const about = el('p', { class: 'asker soft' }, 'for ', shown(askerOfAll(first)));
    this.element = el('article', { class: 'card tone-plain together', tabindex: '-1' },
      el('header', { class: 'card-head' }, this.#left), this.#title, about, this.#list, this.#answersPlace);
    this.#watch(0, [this.#title]);
    for (const question of questions) this.add(question);
  }

  get isSeen() {
    return [0, ...this.#numbers].every((number) => this.#seen.has(number));
  }

  get isArmed() {
    return this.#second.isArmed;
  }

  get isBusy() {
    return this.#busy;
  }

  /** It takes the focus only by hand. */
  get isUrgent() {
    return false;
  }

  get #numbers() {
    return this.#questions.map(({ number }) => number);
  }

  add(question) {
    this.disarm();
    this.#questions.push(question);
    const title = el('h4', {}, riskBadge(question.risk), ' ', shown(question.headline));
    const content = contentOf(question).filter(Boolean);
    const facts = factList(smallFactsOf(question));
    this.#list.append(el('li', { 'data-call': question.number }, title, ...content, facts));
    this.#watch(question.number, [title, ...content, ...facts.children]);
    this.#showNumber();
  }

  remove(number) {
    this.disarm();
    this.#questions = this.#questions.filter((question) => question.number !== number);
    this.#sights.get(number)?.end();
    this.#sights.delete(number);
    this.#list.querySelector(`[data-call="${number}"]`)?.remove();
    if (this.#questions.length > 0) this.#showNumber();
  }

  show({ settling, connected }) {
    this.element.classList.toggle('settling', settling);
    const usable = !settling && connected && !this.#busy;
    if (this.isSeen) this.#rest.remove();
    else if (!this.#rest.isConnected) this.#hintPlace.prepend(this.#rest);
    for (const button of this.#answersPlace.querySelectorAll('button:not(.rest)')) {
      if (usable && (button !== this.#allow || this.isSeen)) button.removeAttribute('aria-disabled');
      else button.setAttribute('aria-disabled', 'true');
    }
  }

  /** What is on the screen now counts as seen. */
  look() {
    for (const sight of this.#sights.values()) sight.look();
  }

  end() {
    this.disarm();
    for (const sight of this.#sights.values()) sight.end();
  }

  /** Goes on to the first call that was not seen yet: not faster than one can look. */
  showRest() {
    const before = this.#restAt;
    this.#restAt = performance.now();
    const next = [0, ...this.#numbers].find((number) => !this.#seen.has(number));
    if (this.#restAt - before >= quiet_ms) this.#sights.get(next)?.showRest();
  }

  /** The time of the call that is denied first. */
  showLeft(text, soon) {
    setText(this.#left, text);
    this.#left.classList.toggle('soon', soon);
  }

  get deadline() {
    return this.#questions.reduce((first, { deadline }) => (deadline !== null && (first === null || deadline < first) ? deadline : first), null);
  }

  enter() {
    return this.deny();
  }

  allowByKey() {
    if (this.isSeen) this.#second.arm();
    else setText(this.#refusal, not_seen);
  }

  secondKey(key) {
    if (this.#second.takeKey(key)) this.#allowAll();
  }

  disarm() {
    this.#second.disarm();
  }

  deny() {
    return this.#answer({ what: 'deny' });
  }

  // ---- Building

  /** `boxes` have to be on the screen, each to its end. */
  #watch(number, boxes) {
    const sight = new Sight(document.querySelector('.top'), this.#answersPlace, () => {
      this.#seen.add(number);
      this.#desk.refresh();
    });
    for (const box of boxes) sight.watch(box);
    this.#sights.set(number, sight);
  }

  #showNumber() {
    const count = this.#questions.length;
    const [first] = this.#questions;
    this.#title.replaceChildren(...callsLike(count, first.group_rule));
    this.element.setAttribute('aria-label', `${counted(count, 'call')} like ${first.group_rule}. Asked by ${askerOfAll(first)}. One answer for all of them.`);
    this.#nameAllow();
  }

  #nameAllow() {
    setText(this.#allow, `Allow all ${this.#questions.length}, and keep the rule${this.isArmed ? ': really' : ''}`);
  }

  #answers(first) {
    const button = (name, className, keys, press) => el('button', {
      type: 'button', class: className, 'data-answer': name, 'aria-keyshortcuts': keys, click: press,
    }, name === 'deny' ? 'Deny all' : '');
    this.#allow = button('always', '', 'A', () => (this.isArmed ? this.#second.take() && this.#allowAll() : this.#second.arm()));
    this.#rest = el('button', { type: 'button', class: 'small rest', 'aria-keyshortcuts': 'V', click: () => this.showRest() }, 'Show the rest');
    const key = (name) => el('kbd', {}, name);
    const hint = el('span', { 'aria-hidden': 'true' }, key('Enter'), ' to deny all, ', key('a'), ' then ', key(second_key), ' to allow all');
    const armed = el('strong', { class: 'armed', role: 'alert' });
    this.#second = new SecondPress(armed, hint, () => this.#nameAllow());
    this.#hintPlace = el('p', { class: 'hint soft' }, hint, armed);
    if (first.offers.session) this.#session = el('input', { type: 'checkbox', name: 'session', autocomplete: 'off' });
    const answers = el('div', { class: 'answers' },
      this.#refusal,
      el('div', { class: 'buttons' }, button('deny', 'primary', 'Enter Escape D', () => this.deny()), this.#allow),
      el('p', { class: 'soft' }, `${howLongRulesLast(first)}.`),
      this.#session && sessionChoice(first, this.#session),
      el('p', { class: 'unseen' }, `Keys: Enter denies all of them, a and then ${second_key} allows them by the rule.`),
      this.#hintPlace);
    answers.addEventListener('click', (event) => {
      const pressed = event.target.closest('button, label, input');
      if (!pressed || pressed === this.#rest) return;
      const held = pressed === this.#allow && !this.isSeen;
      if (!this.#busy && this.#desk.counts() && !held) return;
      event.preventDefault();
      event.stopPropagation();
      if (held) setText(this.#refusal, not_seen);
    }, { capture: true });
    return answers;
  }

  #allowAll() {
    return this.#answer({ what: 'always', rule: this.#questions[0].group_rule, ...(this.#session?.checked && { session_only: true }) });
  }

  async #answer(answer) {
    if (this.#busy) return;
    if (answer.what !== 'deny' && !this.isSeen) {
      setText(this.#refusal, not_seen);
      return;
    }
    this.#busy = true;
    this.disarm();
    setText(this.#refusal, '');
    this.#desk.refresh();
    const reply = await this.#desk.answer(this.#numbers, answer);
    this.#busy = false;
    // Another call like these may be here by now.
    if (reply.ok) return this.#desk.refresh();
    this.#refusal.replaceChildren(reply.lost ? 'Not known whether it was taken: ' : 'Not taken: ', shown(reply.why));
    this.#desk.refresh();
  }
}
