// The open questions: which one is current, what the keyboard does to it, and what is said when one goes.
import { Card } from './card.js';
import { askerOf, byId, counted, effectWords, el, isHighRisk, isPlain, riskBadge, sentenceOf, setText, shown, timeLeft, toneOf } from './dom.js';
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
    byId('queue').append(entry.row);
    this.#unsaid.push(question);
    if (!this.#card) this.#makeCurrent(question.number);
    this.#showCount();
    this.#showTime(entry);
  }

  gone(number, how) {
    const entry = this.#open.get(number);
    if (!entry) return;
    const next = this.#beside(number, 1) ?? this.#beside(number, -1);
    this.#open.delete(number);
    entry.row.remove();
    const { operation, tool } = entry.question;
    this.#notify(shown(operation || tool), ': ', shown(how || 'it is not open any more'));
    if (this.#card?.question.number === number) {
      const mine = this.#card.isBusy;
      this.#dropCard();
      if (next !== undefined) this.#makeCurrent(next, mine);
    }
    this.#showSelected();
    this.#showCount();
  }

  /** To be called a few times a second. */
  tick() {
    for (const entry of this.#open.values()) this.#showTime(entry);
    this.#card?.look();
    this.#takeFocus();
    this.#announce();
  }

  // ---- Which one is current

  /** The question that stands so many places behind another one in the list, if there is one. */
  #beside(number, places) {
    const numbers = [...this.#open.keys()];
    return numbers[numbers.indexOf(number) + places];
  }

  #walk(places) {
    const next = this.#beside(this.#card.question.number, places);
    if (next !== undefined) this.#makeCurrent(next, true);
  }

  /** Scrolls the list, and nothing else, to the question that is selected. */
  #showSelected() {
    const list = byId('queue');
    const row = this.#card && this.#open.get(this.#card.question.number)?.row;
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

  #makeCurrent(number, byHand = false) {
    if (this.#card?.question.number === number) {
      this.#card.element.focus();
      return;
    }
    if (this.#card) {
      this.#open.get(this.#card.question.number)?.rowButton.removeAttribute('aria-current');
      this.#dropCard();
    }
    const { question, draft, rowButton } = this.#open.get(number);
    this.#card = new Card(question, draft, {
      counts: () => this.#connected && this.#guard.counts(),
      answer: (asked, answer) => this.#answer(asked, answer),
      check: ({ number: about }, what, rule) => this.#connection.ask({ type: 'check_rule', question: about, what, rule }),
      refresh: () => this.#showState(),
    });
    byId('idle').hidden = true;
    byId('card').append(this.#card.element);
    rowButton.setAttribute('aria-current', 'true');
    this.#watchSize.observe(this.#card.element);
    this.#guard.begin();
    this.#showTime(this.#open.get(number));
    this.#showSelected();
    this.#wantsFocus = true;
    this.#takeFocus(byHand);
    this.#card.look();
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
    if (elsewhere && !byHand && !isHighRisk(this.#card.question.risk)) return;
    this.#card.element.focus({ preventScroll: true });
    const { top } = this.#card.element.getBoundingClientRect();
    if (top < 0 || top > innerHeight / 2) this.#card.element.scrollIntoView({ block: 'start' });
  }

  // ---- Answers

  async #answer({ number }, answer) {
    const reply = await this.#connection.ask({ type: 'answer', question: number, ...answer });
    if (!reply.ok && reply.gone) this.gone(number, reply.why);
    // Somebody looks at another question by now.
    else if (!reply.ok && this.#card?.question.number !== number) this.#notify('Not taken: ', shown(reply.why));
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

  #showTime({ question, left }) {
    const ms = question.deadline === null ? null : question.deadline - this.#connection.now();
    const text = ms === null ? 'no time limit' : timeLeft(ms);
    setText(left, text);
    if (this.#card?.question === question) {
      this.#card.showLeft(ms === null ? text : `${text} left, then denied`, ms !== null && ms < soon_ms);
    }
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
