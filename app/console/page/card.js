// The current question: all that is known about the call, and all answers that it offers.
import { badge, counted, effectBadge, el, inUnits, isHighRisk, isPlain, needsSecondKey, project, riskBadge, sentenceOf, setText, shown, toneOf } from './dom.js';
import { editForm, feedbackForm, ruleForm, timeForm, usesForm } from './forms.js';
import { quiet_ms } from './guard.js';
import { SecondPress, second_key } from './second.js';
import { Sight } from './sight.js';

const signs = { same: ' ', removed: '-', added: '+', gap: ' ' };
const said = { removed: 'removed: ', added: 'added: ', gap: 'left out: ' };
export const not_seen = 'Not allowed: not all of it was on the screen yet. v shows it, and goes on.';
const cannot_be_seen = 'Not allowed: it is too long for all of it to be on the screen.';

/** Whether an answer, or the form that leads to it, allows: all but these. */
const allows = (name) => !['deny', 'deny_and_interrupt', 'feedback'].includes(name);

function diffView(lines) {
  const rows = lines.map(({ kind, text }) => el('span', { class: `line ${Object.hasOwn(signs, kind) ? kind : 'same'}` },
    el('span', { class: 'sign', 'aria-hidden': 'true' }, signs[kind] ?? ' '), el('span', { class: 'unseen' }, said[kind]), shown(text)));
  return el('div', { class: 'code diff', tabindex: '0', role: 'group', 'aria-label': 'What would change' }, ...rows);
}

const codeView = (text, label) => el('div', { class: 'code', tabindex: '0', role: 'group', 'aria-label': label }, shown(text));
const cutNote = (cut, where) => cut && el('p', { class: 'cut' }, `This is only the beginning${where}.`);

/** The whole input, laid out only when somebody looks, or has to: where nothing else shows all of it. */
function inputView({ input_shown: text, input_cut: cut, input_needed: needed }) {
  const view = el('details', { class: 'input' }, el('summary', {}, 'Whole input'));
  const fill = () => {
    if (view.children.length === 1) view.append(codeView(text, 'Whole input'), cutNote(cut, '; the rest is too long to be shown') || '');
  };
  view.addEventListener('toggle', () => { if (view.open) fill(); });
  view.open = needed;
  if (needed) fill();
  return view;
}

export function contentOf({ diff, preview, preview_cut: cut }) {
  if (diff.length > 0) return [diffView(diff)];
  return preview ? [codeView(preview, 'What would be written or run'), cutNote(cut, ': see the whole input below')] : [];
}

/** Each of several commands with what it does, the worst first. */
function commandsView(commands) {
  if (commands.length === 0) return null;
  return el('ol', { class: 'commands', 'aria-label': 'Each command, the worst first' }, ...commands.map((each) => el('li', {},
    badge(`tone-${toneOf(each)}`, each.name.replace('_', ' ')), el('div', {}, shown(each.text, 'mono'), each.does && each.name !== 'looks' && el('span', { class: 'soft' }, ': ', shown(each.does))))));
}

function factsOf(question) {
  return factList([
    ['Does', question.commands.length === 0 && question.does],
    ['Asked because', question.why],
    ['Asked again', question.again],
    ['Allowed before', question.allowed_before > 0 && `You have allowed ${counted(question.allowed_before, 'call')} like this: ${question.group_rule || question.rule} covers ${question.allowed_before === 1 ? 'it' : 'them'}`],
    ['The agent says', [question.title, question.description].filter(Boolean).join(': ')],
    ['Its reason', question.ask_reason],
    ...smallFactsOf(question),
    ['Folder', question.cwd],
    ['Subagent', question.agent],
    ['Live grant', question.grant_remaining],
  ]);
}

/** What has to be seen beside the call itself. */
export const smallFactsOf = ({ headline, path, small_members: small }) => [['Path', !headline.endsWith(path) && path], ['With', small]];

export function factList(facts) {
  const known = facts.filter(([, text]) => text);
  return el('dl', { class: 'facts' }, ...known.map(([name, text]) => el('div', { 'data-fact': name }, el('dt', {}, name), el('dd', {}, shown(text)))));
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
  #second;
  #restAt = -quiet_ms;
  #busy = false;
  #place;
  #answersPlace;
  #sight;
  #rest;
  #hintPlace;

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
    this.#hint = this.#hintView();
    this.#rest = el('button', { type: 'button', class: 'small rest', 'aria-keyshortcuts': 'V', click: () => this.showRest() }, 'Show the rest');
    const armed = el('strong', { class: 'armed', role: 'alert' });
    this.#second = new SecondPress(armed, this.#hint, () => this.#nameAllow());
    this.#hintPlace = el('p', { class: 'hint soft' }, this.#hint, armed);
    this.#place = el('div', { class: 'form-place' });
    const content = contentOf(question).filter(Boolean);
    const input = inputView(question);
    this.#answersPlace = this.#answers();
    this.element = el('article', {
      class: `card tone-${toneOf(question.effect)}`, tabindex: '-1', 'aria-label': sentenceOf(question),
      'aria-describedby': 'card_warning', 'data-question': question.number,
    },
    el('header', { class: 'card-head' }, effectBadge(question.effect), riskBadge(question.risk), this.#left),
    el('h3', { id: 'card_title' }, shown(question.headline)),
    el('p', { class: 'asker soft' }, shown(question.tool, 'tool'), ' for ', shown(question.who || 'an agent'), question.cwd && ' in ',
      question.cwd && el('bdi', { class: 'project', title: question.cwd }, project(question.cwd)), question.session_id && ', session ',
      question.session_id && shown(question.session_id, 'mono')),
    el('p', { id: 'card_warning', class: 'warning' }, question.warning ? shown(question.warning) : ''),
    ...content,
    commandsView(question.commands),
    factsOf(question),
    el('ul', { class: 'factors', 'aria-label': 'What makes it risky' }, ...question.factors.map((text) => el('li', {}, shown(text)))),
    input,
    this.#answersPlace);
    if (!draft.seen && !question.cannot_be_seen) this.#watch(content, question.input_needed ? input : null);
    if (draft.form && this.#toggles.has(draft.form)) this.#openForm(draft.form);
  }

  get key() {
    return this.question.number;
  }

  /** It may take the focus from elsewhere. */
  get isUrgent() {
    return isHighRisk(this.question.risk);
  }

  get deadline() {
    return this.question.deadline;
  }

  get needsSecondKey() {
    return needsSecondKey(this.question);
  }

  /** All of the call was on the screen. */
  get isSeen() {
    return this.#draft.seen === true;
  }

  get isArmed() {
    return this.#second.isArmed;
  }

  get isBusy() {
    return this.#busy;
  }

  /** Shows whether a press would count: not while the card is new, an answer is under way, or the server is away. */
  show({ settling, connected }) {
    this.element.classList.toggle('settling', settling);
    const usable = !settling && connected && !this.#busy;
    if (this.isSeen || this.question.cannot_be_seen) this.#rest.remove();
    else if (!this.#rest.isConnected) this.#hintPlace.prepend(this.#rest);
    for (const button of this.element.querySelectorAll('.answers button:not(.rest)')) {
      if (usable && !this.#isHeld(button)) button.removeAttribute('aria-disabled');
      else button.setAttribute('aria-disabled', 'true');
    }
  }

  /** What is on the screen now counts as seen. */
  look() {
    this.#sight?.look();
  }

  /** Nobody looks at it any more. */
  end() {
    this.disarm();
    this.#sight?.end();
  }

  /** Goes on to what was not seen yet: not faster than one can look. */
  showRest() {
    const before = this.#restAt;
    this.#restAt = performance.now();
    if (this.#restAt - before >= quiet_ms) this.#sight?.showRest();
  }

  showLeft(text, soon) {
    setText(this.#left, text);
    this.#left.classList.toggle('soon', soon);
  }

  /** Enter: what is at hand, which is to deny what is more than plain. */
  enter() {
    return isPlain(this.question) ? this.allowByKey() : this.deny();
  }

  /** Allows it once, or asks for the second key. */
  allowByKey() {
    if (!this.isSeen) return this.#refuse();
    return this.needsSecondKey ? this.#second.arm() : this.allow();
  }

  /** A press of the button, which is no key: what is more than plain needs a second one. */
  #allowByPress() {
    if (isPlain(this.question)) return this.allow();
    if (!this.isArmed) return this.#second.arm();
    if (this.#second.take()) this.allow();
  }

  disarm() {
    this.#second.disarm();
  }

  /** The key after the one that asked for it. */
  secondKey(key) {
    if (this.#second.takeKey(key)) this.allow();
  }

  #nameAllow() {
    setText(this.#allow.firstChild, `Allow ${this.#trust?.checked ? 'and trust' : 'once'}${this.isArmed ? ': really' : ''}`);
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

  /** What has to be seen to its end: what it is about, what would be written or run, and the whole input where that says more. */
  #watch(content, input) {
    this.#sight = new Sight(document.querySelector('.top'), this.#answersPlace, () => {
      this.#draft.seen = true;
      this.#desk.refresh();
    });
    const about = this.element.querySelectorAll('#card_title, #card_warning:not(:empty), [data-fact=Path], [data-fact=With]');
    for (const box of [...about, ...(input ? [input.querySelector('.code')] : content.filter((part) => part.matches('.code')))]) this.#sight.watch(box);
  }

  #hintView() {
    const key = (name) => el('kbd', {}, name);
    const then = this.needsSecondKey ? [' then ', key(second_key)] : [];
    const keys = isPlain(this.question)
      ? [key('Enter'), ...then, ' to allow once, ', key('Esc'), ' to deny']
      : [key('Enter'), ' to deny, ', key('a'), ...then, ' to allow once'];
    return el('span', { 'aria-hidden': 'true' }, ...keys, el('span', { class: 'walk' }, ', ', key('j'), ' ', key('k'), ' to walk'));
  }

  #spokenHint() {
    const then = this.needsSecondKey ? ' and then y' : '';
    return isPlain(this.question) ? `Keys: Enter${then} allows it once, Escape denies it.` : `Keys: Enter denies it, a${then} allows it once.`;
  }

  /** Whether it allows, and may not yet. */
  #isHeld(pressed) {
    if (this.isSeen || pressed.matches('.cancel, .form[data-kind=feedback] *')) return false;
    return allows(pressed.dataset.answer ?? pressed.dataset.form ?? '');
  }

  #refuse() {
    setText(this.#refusal, this.question.cannot_be_seen ? cannot_be_seen : not_seen);
  }

  #answers() {
    const { question } = this;
    const plain = isPlain(question);
    this.#allow = this.#button('once', 'Allow once', plain ? 'primary' : '', () => this.#allowByPress(), plain ? 'Enter A' : 'A');
    const deny = this.#button('deny', 'Deny', plain ? '' : 'primary', () => this.deny(), plain ? 'Escape D' : 'Enter Escape D');
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
        ...(plain ? [this.#allow, deny] : [deny, this.#allow]),
        this.#toggle('feedback', names.feedback),
        this.#button('deny_and_interrupt', 'Deny and interrupt', '', () => this.#answer({ what: 'deny_and_interrupt' }))),
      this.#trust && el('label', { class: 'check' }, this.#trust, el('span', {}, 'Trust ', shown(question.tool), ' for this session')),
      el('div', { class: 'buttons more' }, ...more.map((name) => this.#toggle(name, names[name]))),
      once && el('p', { class: 'soft' }, 'This is asked each time: no answer can be kept.'),
      el('p', { class: 'unseen' }, this.#spokenHint()),
      this.#hintPlace,
      this.#place);
    // In one place for whatever can be pressed: a press that does not count does nothing at all.
    answers.addEventListener('click', (event) => {
      const pressed = event.target.closest('button, label, input[type=checkbox]');
      if (!pressed || pressed === this.#rest) return;
      const held = this.#isHeld(pressed);
      if (!this.#busy && this.#desk.counts() && !held) return;
      event.preventDefault();
      event.stopPropagation();
      if (held) this.#refuse();
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
    return el('input', { type: 'checkbox', autocomplete: 'off', change: () => this.#nameAllow() });
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
    if (!this.isSeen && allows(answer.what)) {
      this.#refuse();
      return;
    }
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
