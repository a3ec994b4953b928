// The open questions: which one is current, what the keyboard does to it, and what is said when one goes.
import { Card } from './card.js';
import { askerOf, byId, counted, effectWords, el, isHighRisk, isPlain, riskBadge, sentenceOf, setText, shown, timeLeft, toneOf } from './dom.js';
import { GroupCard, groupOf, groupRow, showGroupRow } from './group.js';
import { Guard, isField } from './guard.js';

/** The countdown stands out when so little is left. */
const soon_ms = 30000;
/** After a connection is made, questions that the server does not send again within this time are gone. */
const filling_ms = 500;

const idle_words = 'Nothing is waiting for you. A new question appears here.';
const away_words = 'Not connected. Where the program has ended, start it again, and open the link that it prints.';

const modifiers = ['Shift', 'CapsLock'];
const isChord = (event) => event.isComposing || event.ctrlKey || event.altKey || event.metaKey;
const isControl = (element) => element.closest('button, a, summary, label') !== null;

export class Questions {
  #open = new Map();  // by number: the question, its row, and what is written into its forms
  #groups = new Map();  // of those that are alike, by `groupOf`: its row, the numbers of its questions, and which were seen
  #card = null;
  #guard = new Guard((ready) => this.#showState(ready));
  #settling = true;
  #connected = false;
  #filling = 0;
  #wantsFocus = false;
  #unsaid = [];
  #watchSize = new ResizeObserver(() => this.#guard.begin());
  #connection;
  #notify;

  /** `notify(...parts)` shows a short notice. */
  constructor(connection, notify) {
    this.#connection = connection;
    this.#notify = notify;
    addEventListener('keydown', (event) => this.#onKey(event));
    addEventListener('blur', () => this.#card?.disarm());
    addEventListener('pointerdown', ({ target }) => { if (!target.closest?.('.answers')) this.#card?.disarm(); });
  }

  // ---- What the server says

  setConnected(connected) {
    this.#connected = connected;
    setText(byId('idle_words'), connected ? idle_words : away_words);
    if (!connected) this.#card?.disarm();
    this.#showState();
  }

  /** The server is about to send all open questions: those that it does not send again are gone. */
  begin() {
    for (const entry of this.#open.values()) entry.confirmed = false;
    clearTimeout(this.#filling);
    this.#filling = setTimeout(() => {
      this.#filling = 0;
      for (const [number, entry] of [...this.#open]) if (!entry.confirmed) this.gone(number, 'it ended while the connection was lost');
    }, filling_ms);
    this.setConnected(true);
    this.#guard.begin();
  }

  add(question) {
    const text = JSON.stringify(question);
    const before = this.#open.get(question.number);
    if (before?.text === text) {
      before.confirmed = true;
      return;
    }
    if (before) this.gone(question.number, '');
    const entry = { question, text, confirmed: true, draft: { form: null, fields: {} } };
    this.#buildRow(entry);
    this.#open.set(question.number, entry);
    this.#arrange();
    this.#unsaid.push(question);
    if (!this.#card) this.#makeCurrent(question.number);
    else if (this.#card.key === groupOf(question)) this.#changeGroup(() => this.#card.add(question));
    this.#showCount();
    this.#showTime(entry);
  }

  gone(number, how) {
    const entry = this.#open.get(number);
    if (!entry) return;
    const before = this.#order();
    this.#open.delete(number);
    entry.row.remove();
    this.#groups.get(groupOf(entry.question))?.seen.delete(number);
    this.#arrange();
    const { operation, tool } = entry.question;
    this.#notify(shown(operation || tool), ': ', shown(how || 'it is not open any more'));
    if (this.#card && !this.#rowOf(this.#card.key)) this.#leave(before);
    else if (this.#card?.key === groupOf(entry.question)) this.#changeGroup(() => this.#card.remove(number));
    this.#showSelected();
    this.#showCount();
  }

  /** What is current is not there any more: the question behind it follows, or the one before it; no group, whose answer is for many. */
  #leave(before) {
    const mine = this.#card.isBusy;
    const place = before.indexOf(this.#card.key);
    const next = [...before.slice(place + 1), ...before.slice(0, place).reverse()].find((key) => this.#open.has(key));
    this.#dropCard();
    if (next !== undefined) this.#makeCurrent(next, mine);
  }

  /** What is current is a group, and has become another one: no press counts before that was seen. */
  #changeGroup(change) {
    change();
    this.#guard.begin();
  }

  /** To be called a few times a second. */
  tick() {
    for (const entry of this.#open.values()) this.#showTime(entry);
    this.#showTimeOfCard();
    this.#card?.look();
    this.#takeFocus();
    this.#announce();
  }

  // ---- Which one is current

  /** What the list has, from above: the numbers of questions, and before those that are alike their group. */
  #order() {
    const order = new Set();
    for (const [number, { question }] of this.#open) {
      const key = groupOf(question);
      for (const each of this.#groups.has(key) ? [key, ...this.#groups.get(key).numbers] : [number]) order.add(each);
    }
    return [...order];
  }

  /** The question or the group with its row. */
  #rowOf(key) {
    return this.#open.get(key) ?? this.#groups.get(key);
  }

  /** Finds the groups, and brings the rows into their order. One that is being answered stays until all of it is gone. */
  #arrange() {
    const alike = new Map();
    for (const [number, { question }] of this.#open) {
      const key = groupOf(question);
      if (key) alike.set(key, [...(alike.get(key) ?? []), number]);
    }
    for (const [key, { row }] of [...this.#groups]) {
      const isAnswered = this.#card?.key === key && this.#card.isBusy;
      if ((alike.get(key)?.length ?? 0) >= (isAnswered ? 1 : 2)) continue;
      this.#groups.delete(key);
      row.remove();
    }
    for (const [key, numbers] of alike) if (numbers.length > 1 || this.#groups.has(key)) this.#showGroup(key, numbers);
    const list = byId('queue');
    const focused = document.activeElement;
    this.#order().forEach((key, place) => {
      const { row } = this.#rowOf(key);
      if (list.children[place] !== row) list.insertBefore(row, list.children[place] ?? null);
      row.classList.toggle('within', this.#open.has(key) && this.#groups.has(groupOf(this.#open.get(key).question)));
    });
    if (focused !== document.activeElement && list.contains(focused)) focused.focus({ preventScroll: true });
  }

  #showGroup(key, numbers) {
    if (!this.#groups.has(key)) {
      const rowButton = groupRow(() => this.#makeCurrent(key, true));
      this.#groups.set(key, { row: el('li', { class: 'group' }, rowButton), rowButton, seen: new Set() });
    }
    const group = this.#groups.get(key);
    if (group.numbers?.length !== numbers.length) showGroupRow(group.rowButton, numbers.map((number) => this.#open.get(number).question));
    group.numbers = numbers;
  }

  #walk(places) {
    const order = this.#order();
    const next = order[order.indexOf(this.#card.key) + places];
    if (next !== undefined) this.#makeCurrent(next, true);
  }

  /** Scrolls the list, and nothing else, to the question that is selected. */
  #showSelected() {
    const list = byId('queue');
    const row = this.#card && this.#rowOf(this.#card.key)?.row;
    if (!row) return;
    const { top, bottom } = list.getBoundingClientRect();
    const place = row.getBoundingClientRect();
    if (place.top < top) list.scrollTop -= top - place.top;
    else if (place.bottom > bottom) list.scrollTop += place.bottom - bottom;
  }

  #dropCard() {
    this.#watchSize.disconnect();
    this.#card.end();
    this.#card.element.remove();
    this.#card = null;
    byId('idle').hidden = false;
  }

  #makeCurrent(key, byHand = false) {
    if (this.#card?.key === key) {
      this.#card.element.focus();
      return;
    }
    if (this.#card) {
      this.#rowOf(this.#card.key)?.rowButton.removeAttribute('aria-current');
      this.#dropCard();
    }
    this.#card = this.#open.has(key) ? this.#cardOf(this.#open.get(key)) : this.#cardOfGroup(key);
    const { rowButton } = this.#rowOf(key);
    byId('idle').hidden = true;
    byId('card').append(this.#card.element);
    rowButton.setAttribute('aria-current', 'true');
    this.#watchSize.observe(this.#card.element);
    this.#guard.begin();
    this.#showTimeOfCard();
    this.#showSelected();
    this.#wantsFocus = true;
    this.#takeFocus(byHand);
    this.#card.look();
  }

  #cardOf({ question, draft }) {
    return new Card(question, draft, {
      counts: () => this.#connected && this.#guard.counts(),
      answer: (asked, answer) => this.#answer(asked, answer),
      check: ({ number: about }, what, rule) => this.#connection.ask({ type: 'check_rule', question: about, what, rule }),
      refresh: () => this.#showState(),
    });
  }

  #cardOfGroup(key) {
    const { numbers, seen } = this.#groups.get(key);
    return new GroupCard(key, numbers.map((number) => this.#open.get(number).question), seen, {
      counts: () => this.#connected && this.#guard.counts(),
      answer: (all, answer) => this.#answerTogether(all, answer),
      refresh: () => this.#showState(),
    });
  }

  /** The focus goes to a new card when nobody is busy elsewhere, else as soon as nobody is. */
  #takeFocus(byHand = false) {
    if (!this.#wantsFocus || !this.#card) return;
    const holder = document.activeElement;
    if (this.#card.element.contains(holder)) {
      this.#wantsFocus = false;
      return;
    }
    if (isField(holder) || (!byHand && !this.#guard.isIdle())) return;
    this.#wantsFocus = false;
    const elsewhere = holder && holder !== document.body && !byId('queue').contains(holder);
    if (elsewhere && !byHand && !this.#card.isUrgent) return;
    this.#card.element.focus({ preventScroll: true });
    const { top } = this.#card.element.getBoundingClientRect();
    if (top < 0 || top > innerHeight / 2) this.#card.element.scrollIntoView({ block: 'start' });
  }

  // ---- Answers

  async #answer({ number }, answer) {
    const reply = await this.#connection.ask({ type: 'answer', question: number, ...answer });
    if (!reply.ok && reply.gone) this.gone(number, reply.why);
    // Somebody looks at another question by now.
    else if (!reply.ok && this.#card?.key !== number) this.#notify('Not taken: ', shown(reply.why));
    return reply;
  }

  async #answerTogether(questions, answer) {
    const mine = this.#card;
    const reply = await this.#connection.ask({ type: 'answer_together', questions, ...answer });
    for (const { number, gone, why } of reply.left ?? []) if (gone) this.gone(number, why);
    if (!reply.ok && this.#card !== mine) this.#notify('Not taken: ', shown(reply.why));
    return reply;
  }

  #onKey(event) {
    const { key, target } = event;
    const card = this.#card;
    if (!card || modifiers.includes(key)) return;
    const here = target === document.body || card.element.contains(target);
    const inForm = target.closest?.('.form');
    const isWritten = inForm || isField(target);
    const isOthers = isChord(event) || key === 'Tab';
    if (isOthers || isWritten || !here) card.disarm();
    if (isOthers) return;
    if (key === 'Escape' && inForm) {
      event.preventDefault();
      card.closeForm();
      return;
    }
    if (isWritten) return;
    if (!card.isArmed && (here || byId('queue').contains(target)) && this.#look(event)) {
      event.preventDefault();
      return;
    }
    if (!here) return;
    const answer = this.#answerOf(event, card);
    if (event.repeat || answer) event.preventDefault();
    if (event.repeat) return;
    if (this.#connected && !card.isBusy && this.#guard.counts()) answer?.();
    else card.disarm();
  }

  /** Keys that only look. \return whether it is one */
  #look({ key, repeat }) {
    if (key === 'j') this.#walk(1);
    else if (key === 'k') this.#walk(-1);
    else if (key !== 'v') return false;
    else if (!repeat) this.#card.showRest();
    return true;
  }

  /** What a key does to the question, if it does anything. */
  #answerOf({ key, target }, card) {
    if (key === 'Escape') return () => card.deny();
    if (card.isArmed) return () => card.secondKey(key);
    if (key === 'd') return () => card.deny();
    if (key === 'a' || (key === 'Enter' && target.matches('[data-answer=once]'))) return () => card.allowByKey();
    if (key === 'Enter' && !isControl(target)) return () => card.enter();
    return null;
  }

  // ---- To be seen and heard

  #buildRow(entry) {
    const { question } = entry;
    const { operation, cwd, tool, effect } = question;
    // The tool stands below: what is it about?
    const value = operation.replace(/^[^:]*: /, '');
    const about = cwd && value.startsWith(`${cwd}/`) ? value.slice(cwd.length + 1) : value;
    entry.left = el('span', { class: 'left', 'aria-hidden': 'true' });
    // In the order and the words of a sentence, for those who hear it.
    entry.rowButton = el('button', { type: 'button', class: 'row', click: () => this.#makeCurrent(question.number, true) },
      riskBadge(question.risk, toneOf(effect)), el('span', { class: 'unseen' }, effect ? `, ${effectWords(effect)}: ` : ': '),
      shown(about || tool, 'what mono'), el('span', { class: 'unseen' }, '. '), entry.left,
      shown(`${tool} for ${askerOf(question)}`, 'soft'));
    entry.row = el('li', { 'data-row': question.number }, entry.rowButton);
  }

  #showState(ready = !this.#settling) {
    this.#settling = !ready;
    this.#card?.show({ settling: this.#settling, connected: this.#connected });
  }

  #msLeft(deadline) {
    return deadline === null ? null : deadline - this.#connection.now();
  }

  #showTime({ question, left }) {
    const ms = this.#msLeft(question.deadline);
    setText(left, ms === null ? 'no time limit' : timeLeft(ms));
    if (this.#card?.key === question.number) this.#showTimeOfCard();
  }

  #showTimeOfCard() {
    const ms = this.#card && this.#msLeft(this.#card.deadline);
    this.#card?.showLeft(ms === null ? 'no time limit' : `${timeLeft(ms)} left, then denied`, ms !== null && ms < soon_ms);
  }

  #showCount() {
    const count = this.#open.size;
    for (const place of ['count', 'queue_count']) setText(byId(place), String(count));
    byId('queue_empty').hidden = count > 0;
    document.title = count === 0 ? 'Assent' : `(${count}) Assent`;
  }

  /** Screen readers hear of new questions: one by one, or how many, if several came at once. */
  #announce() {
    if (this.#unsaid.length === 0) return;
    const said = this.#unsaid.splice(0);
    const risky = said.filter((question) => isHighRisk(question.risk) || !isPlain(question));
    const text = said.length === 1 ? `New question. ${sentenceOf(said[0])}` : `${counted(said.length, 'new question')}, ${risky.length} of them to be looked at closely.`;
    setText(byId(risky.length > 0 ? 'alarm' : 'news'), text);
  }
}
