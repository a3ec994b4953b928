// The current question: all that is known about the call, and all answers that it offers.
import { counted, el, inUnits, isHighRisk, riskBadge, riskLevel, setText, shown } from './dom.js';
import { editForm, feedbackForm, ruleForm, timeForm, usesForm } from './forms.js';

/** After Enter on a risky call, the second key has to come within this time. */
const second_key_ms = 5000;
const second_key = 'y';
const signs = { same: ' ', removed: '-', added: '+', gap: ' ' };

function diffView(lines) {
  const rows = lines.map(({ kind, text }) => el('span', { class: `line ${Object.hasOwn(signs, kind) ? kind : 'same'}` },
    el('span', { class: 'sign' }, signs[kind] ?? ' '), shown(text)));
  return el('div', { class: 'code diff', tabindex: '0', role: 'group', 'aria-label': 'What would change' }, ...rows);
}

const codeView = (text, label) => el('div', { class: 'code', tabindex: '0', role: 'group', 'aria-label': label }, shown(text));
const cutNote = (cut, where) => cut && el('p', { class: 'cut' }, `This is only the beginning${where}.`);

/** The whole input, laid out only when somebody looks. It is open where nothing else shows all of it. */
function inputView({ input_shown: text, input_cut: cut, diff, preview, preview_cut: previewCut }) {
  const view = el('details', { class: 'input' }, el('summary', {}, 'Whole input'));
  view.addEventListener('toggle', () => {
    if (view.open && view.children.length === 1) view.append(codeView(text, 'Whole input'), cutNote(cut, '; the rest is too long to be shown') || '');
  });
  view.open = diff.length === 0 && (!preview || previewCut);
  return view;
}

function contentOf({ diff, preview, preview_cut: cut }) {
  if (diff.length > 0) return [diffView(diff)];
  return preview ? [codeView(preview, 'What would be written or run'), cutNote(cut, ': see the whole input below')] : [];
}

function factsOf(question) {
  const facts = [
    ['Does', question.does],
    ['Asked because', question.why],
    ['Asked again', question.again],
    ['The agent says', [question.title, question.description].filter(Boolean).join(': ')],
    ['Its reason', question.ask_reason],
    ['Path', question.path],
    ['Folder', question.cwd],
    ['Subagent', question.agent],
    ['Live grant', question.grant_remaining],
  ];
  const known = facts.filter(([, text]) => text);
  return el('dl', { class: 'facts' }, ...known.map(([name, text]) => el('div', {}, el('dt', {}, name), el('dd', {}, shown(text)))));
}

export class Card {
  #desk;
  #draft;
  #form = null;
  #allow;
  #trust = null;
  #left;
  #refusal;
  #hint;
  #armed;
  #armedTimer = 0;
  #busy = false;
  #place;

  /**
   * `draft` keeps what is written into the forms. `desk` has `counts()`: whether a press counts now;
   * `answer(question, answer)` and `check(question, use, rule)`, which resolve to the server's reply; and
   * `refresh()`, which calls `show`.
   */
  constructor(question, draft, desk) {
    this.question = question;
    this.#draft = draft;
    this.#desk = desk;
    this.#left = el('span', { class: 'left' });
    this.#refusal = el('p', { class: 'refusal', role: 'alert' });
    const key = (name) => el('kbd', {}, name);
    this.#hint = el('span', {}, key('Enter'), ...(this.isRisky ? [' and then ', key(second_key)] : []), ' to allow once, ', key('Esc'), ' to deny');
    this.#armed = el('strong', { class: 'armed', role: 'alert' });
    this.#place = el('div', { class: 'form-place' });
    this.element = el('article', {
      class: `card risk-${riskLevel(question.risk)}`, tabindex: '-1', 'aria-labelledby': 'card_title',
      'aria-describedby': 'card_warning', 'data-question': question.number,
    },
    el('header', { class: 'card-head' }, riskBadge(question.risk), shown(question.tool, 'tool'), shown(question.session_title, 'soft'),
      this.#left),
    el('h3', { id: 'card_title' }, shown(question.operation)),
    el('p', { id: 'card_warning', class: 'warning' }, question.warning ? shown(question.warning) : ''),
    ...contentOf(question).filter(Boolean),
    factsOf(question),
    el('ul', { class: 'factors', 'aria-label': 'What makes it risky' }, ...question.factors.map((text) => el('li', {}, shown(text)))),
    inputView(question),
    this.#answers());
    if (draft.form && this.#toggles.has(draft.form)) this.#openForm(draft.form);
  }

  get isRisky() {
    return isHighRisk(this.question.risk);
  }

  get isArmed() {
    return this.#armedTimer !== 0;
  }

  /** Whether somebody is in the middle of something here, so that no other question may come in between. */
  get isInUse() {
    return this.#busy || this.isArmed || this.#form !== null || this.#trust?.checked || this.element.querySelector('.answers:hover') !== null;
  }

  get isBusy() {
    return this.#busy;
  }

  /** Shows whether a press would count: not while the card is new, an answer is under way, or the server is away. */
  show({ settling, connected }) {
    this.element.classList.toggle('settling', settling);
    const usable = !settling && connected && !this.#busy;
    for (const button of this.element.querySelectorAll('.answers button')) {
      if (usable) button.removeAttribute('aria-disabled');
      else button.setAttribute('aria-disabled', 'true');
    }
  }

  showLeft(text, soon) {
    setText(this.#left, text);
    this.#left.classList.toggle('soon', soon);
  }

  /** Enter: allows it, or asks for the second key where the risk is high. */
  enter() {
    if (!this.isRisky) return this.allow();
    setText(this.#armed, `Press ${second_key} to allow this, or any other key not to.`);
    this.#hint.hidden = true;
    clearTimeout(this.#armedTimer);
    this.#armedTimer = setTimeout(() => this.disarm(), second_key_ms);
    return undefined;
  }

  disarm() {
    if (!this.isArmed) return;
    clearTimeout(this.#armedTimer);
    this.#armedTimer = 0;
    setText(this.#armed, '');
    this.#hint.hidden = false;
  }

  /** A key after Enter. */
  secondKey(key) {
    this.disarm();
    if (key.toLowerCase() === second_key) this.allow();
  }

  allow() {
    return this.#answer({ what: this.#trust?.checked ? 'trust' : 'once' });
  }

  deny() {
    return this.#answer({ what: 'deny' });
  }

  /** Leaves the form that is open, without an answer. What was written stays for when it is opened again. */
  closeForm() {
    if (!this.#form) return;
    const toggle = this.#toggles.get(this.#form.name);
    toggle.setAttribute('aria-expanded', 'false');
    this.#form.element.remove();
    this.#form = null;
    this.#draft.form = null;
    toggle.focus();
  }

  // ---- Building

  #toggles = new Map();

  #answers() {
    const { question } = this;
    this.#allow = this.#button('once', 'Allow once', 'primary', () => this.allow(), 'Enter');
    const once = question.once_only;
    const offers = once ? {} : question.offers;
    if (offers.trust) this.#trust = this.#trustBox();
    const grants = question.preferred_grant === 'uses' ? ['for_uses', 'for_time'] : ['for_time', 'for_uses'];
    const [time, unit] = inUnits(question.grant_seconds);
    const names = {
      feedback: 'Deny with reason…',
      for_time: `Allow ${counted(time, unit)}…`,
      for_uses: `Allow ${question.grant_uses} more…`,
      always: 'Always allow…',
      edited: 'Edit and allow…',
    };
    const more = [...(offers.grants ? grants : []), ...(offers.always ? ['always'] : []), ...(offers.edit ? ['edited'] : [])];
    const answers = el('div', { class: 'answers' },
      this.#refusal,
      el('div', { class: 'buttons' },
        this.#allow,
        this.#button('deny', 'Deny', 'deny', () => this.deny(), 'Escape'),
        this.#toggle('feedback', names.feedback),
        this.#button('deny_and_interrupt', 'Deny and interrupt', '', () => this.#answer({ what: 'deny_and_interrupt' }))),
      this.#trust && el('label', { class: 'check' }, this.#trust, el('span', {}, 'Trust ', shown(question.tool), ' for this session')),
      el('div', { class: 'buttons more' }, ...more.map((name) => this.#toggle(name, names[name]))),
      once && el('p', { class: 'soft' }, 'This is asked each time: no answer can be kept.'),
      el('p', { class: 'hint soft' }, this.#hint, this.#armed),
      this.#place);
    // In one place for whatever can be pressed: a press that does not count does nothing at all.
    answers.addEventListener('click', (event) => {
      if (event.target.closest('button, label, input[type=checkbox]') && (this.#busy || !this.#desk.counts())) {
        event.preventDefault();
        event.stopPropagation();
      }
    }, { capture: true });
    return answers;
  }

  #button(name, text, className, press, key = null) {
    return el('button', {
      type: 'button', class: className, 'data-answer': name, 'aria-keyshortcuts': key, click: press,
    }, text);
  }

  #toggle(name, text) {
    const press = () => (this.#form?.name === name ? this.closeForm() : this.#openForm(name, true));
    const button = el('button', { type: 'button', class: 'toggle', 'data-form': name, 'aria-expanded': 'false', click: press }, text);
    this.#toggles.set(name, button);
    return button;
  }

  #trustBox() {
    const change = () => setText(this.#allow.firstChild, box.checked ? 'Allow and trust' : 'Allow once');
    const box = el('input', { type: 'checkbox', autocomplete: 'off', change });
    return box;
  }

  #openForm(name, byHand = false) {
    if (this.#form) this.closeForm();
    const builders = { feedback: feedbackForm, for_time: timeForm, for_uses: usesForm, always: ruleForm, edited: editForm };
    const tools = {
      question: this.question,
      fields: this.#draft.fields,
      answer: (answer) => this.#answer(answer),
      cancel: () => this.closeForm(),
      check: (use, rule) => this.#desk.check(this.question, use, rule),
    };
    this.#form = { name, element: builders[name](tools) };
    this.#draft.form = name;
    this.#toggles.get(name).setAttribute('aria-expanded', 'true');
    this.#place.append(this.#form.element);
    if (byHand) this.#form.element.querySelector('textarea, input').focus();
  }

  async #answer(answer) {
    if (this.#busy) return;
    this.#busy = true;
    this.disarm();
    setText(this.#refusal, '');
    this.#desk.refresh();
    const reply = await this.#desk.answer(this.question, answer);
    // An answer that was taken leaves the card as it is: it goes when the server says how the question ended.
    if (reply.ok) return;
    this.#busy = false;
    this.#refusal.replaceChildren(reply.lost ? 'Not known whether it was taken: ' : 'Not taken: ', shown(reply.why));
    this.#desk.refresh();
  }
}
