// The open questions: which one is current, what the keyboard does to it, and what is said when one goes.
import { Card } from './card.js';
import { byId, counted, el, isHighRisk, riskBadge, setText, shown, timeLeft } from './dom.js';
import { Guard, isField } from './guard.js';

/** The countdown stands out when so little is left. */
const soon_ms = 30000;
/** After a connection is made, questions that the server does not send again within this time are gone. */
const filling_ms = 500;

const idle_words = 'No open questions. A new one appears here.';
const away_words = 'Not connected. Where the program has ended, start it again, and open the link that it prints.';

const isControl = (element) => element.closest('button, a, summary, label') !== null;

export class Questions {
  #open = new Map();  // by number: the question, its row, and what is written into its forms
  #card = null;
  #guard = new Guard((ready) => this.#showState(ready));
  #settling = true;
  #connected = false;
  #filling = 0;
  #wanted = null;  // the newest risky question, until it was current or somebody chose
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
    setText(byId('idle'), connected ? idle_words : away_words);
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
    if (isHighRisk(question.risk)) this.#wanted = question.number;
    if (!this.#card) this.#makeCurrent(question.number);
    this.#takeWanted();
    this.#showCount();
    this.#showTime(entry);
  }

  gone(number, how) {
    const entry = this.#open.get(number);
    if (!entry) return;
    this.#open.delete(number);
    entry.row.remove();
    const { operation, tool } = entry.question;
    this.#notify(shown(operation || tool), ': ', shown(how || 'it is not open any more'));
    if (this.#card?.question.number === number) {
      const mine = this.#card.isBusy;
      this.#dropCard();
      const next = this.#next();
      if (next !== undefined) this.#makeCurrent(next, mine);
    }
    this.#showCount();
  }

  /** To be called a few times a second. */
  tick() {
    for (const entry of this.#open.values()) this.#showTime(entry);
    this.#takeWanted();
    this.#takeFocus();
    this.#announce();
  }

  // ---- Which one is current

  /** The newest risky one if nobody has seen it yet, else the oldest. */
  #next() {
    return this.#open.has(this.#wanted) ? this.#wanted : this.#open.keys().next().value;
  }

  #dropCard() {
    this.#watchSize.disconnect();
    this.#card.disarm();
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
    if (this.#wanted === number) this.#wanted = null;
    byId('idle').hidden = true;
    byId('card').append(this.#card.element);
    rowButton.setAttribute('aria-current', 'true');
    this.#watchSize.observe(this.#card.element);
    this.#guard.begin();
    this.#showTime(this.#open.get(number));
    this.#wantsFocus = true;
    this.#takeFocus(byHand);
  }

  /** A risky question comes to the front, but never from under somebody's hands, and never over another risky one. */
  #takeWanted() {
    if (this.#wanted === null || !this.#card) return;
    if (!this.#open.has(this.#wanted) || (this.#card.isRisky && !this.#filling)) {
      this.#wanted = null;
      return;
    }
    if (this.#card.isInUse || isField(document.activeElement) || !this.#guard.isIdle()) return;
    this.#makeCurrent(this.#wanted);
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
    if (elsewhere && !byHand && !this.#card.isRisky) return;
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
    if (!card || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
    const inForm = target.closest?.('.form');
    if (key === 'Escape' && inForm) {
      event.preventDefault();
      card.closeForm();
      return;
    }
    const here = target === document.body || card.element.contains(target);
    if (key === 'Tab') card.disarm();
    if (inForm || isField(target) || !here || ['Shift', 'CapsLock', 'Tab'].includes(key)) return;
    const onAllow = target.matches('[data-answer=once]');
    const answers = key === 'Escape' || (key === 'Enter' && (onAllow || !isControl(target))) || card.isArmed;
    if (event.repeat || answers) event.preventDefault();
    if (event.repeat || !this.#connected || card.isBusy || !this.#guard.counts() || !answers) return;
    if (key === 'Escape') card.deny();
    else if (card.isArmed) card.secondKey(key);
    else card.enter();
  }

  // ---- To be seen and heard

  #buildRow(entry) {
    const { question } = entry;
    entry.left = el('span', { class: 'left' });
    entry.rowButton = el('button', { type: 'button', class: 'row', click: () => this.#makeCurrent(question.number, true) },
      riskBadge(question.risk), shown(question.operation, 'what'), entry.left, shown(`${question.tool} · ${question.session_title}`, 'soft'));
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
    setText(byId('count'), String(count));
    byId('queue_empty').hidden = count > 0;
    document.title = count === 0 ? 'Assent' : `(${count}) Assent`;
  }

  /** Screen readers hear of new questions: one by one, or how many, if several came at once. */
  #announce() {
    if (this.#unsaid.length === 0) return;
    const said = this.#unsaid.splice(0);
    const risky = said.filter(({ risk }) => isHighRisk(risk));
    const [{ operation, risk }] = said;
    const text = said.length === 1 ? `New question: ${operation}, ${risk} risk` : `${counted(said.length, 'new question')}, ${risky.length} of high risk`;
    setText(byId(risky.length > 0 ? 'alarm' : 'news'), text);
  }
}
