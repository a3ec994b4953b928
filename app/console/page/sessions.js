// What holds in each session: its mode, limits, grants, what is remembered, and rules; and how to take it back.
import { badge, byId, counted, el, setText, showRows, shown, timeLeft } from './dom.js';

export const modes = {
  ask: 'Asks what no rule answers.',
  allow: 'Allows every call that no deny or ask rule stops, without a question.',
  deny: 'Denies every call.',
  accept_edits: 'Allows edits of files inside the working directory; asks for the rest.',
  plan: 'Allows only what does no more than look; asks for the rest.',
  dont_ask: 'Denies what it would ask.',
};

const row = (what, note, button) => el('li', { class: 'held' }, el('div', { class: 'what' }, ...what, note && el('p', { class: 'soft' }, ...note)), button);

/** Lets the time that is left run, wherever it stands in `place`. */
function showLeft(place, now) {
  for (const left of place.querySelectorAll('[data-ends]')) setText(left, `${timeLeft(left.dataset.ends - now)} left`);
}

/** A list with its title, which is not there while it is empty. */
class Part {
  constructor(title, key, build) {
    this.title = title;
    this.key = key;
    this.build = build;
    this.list = el('ul', { class: 'rows' });
    this.count = el('span', { class: 'soft' });
  }

  show(items, count = items.length) {
    showRows(this.list, items, this.key, this.build);
    setText(this.count, String(count));
    this.element.hidden = items.length === 0;
  }

  plain() {
    this.element = el('section', {}, el('h4', {}, this.title, ' ', this.count), this.list);
    return this.element;
  }

  folded() {
    this.element = el('details', {}, el('summary', {}, this.title, ' ', this.count), this.list);
    return this.element;
  }
}

function gauge(label) {
  const bar = el('span', { class: 'bar' });
  const meter = el('div', { class: 'meter', role: 'meter', 'aria-label': label, 'aria-valuemin': '0' }, bar);
  const text = el('span', { class: 'soft' });
  const element = el('div', { class: 'gauge' }, el('span', {}, label), meter, text);
  const show = ({ calls, limit }) => {
    const limited = limit !== null;
    const share = !limited ? 0 : limit > 0 ? Math.min(1, calls / limit) : 1;
    setText(text, limited ? `${calls} of ${limit}` : `${calls}, no limit`);
    meter.setAttribute('aria-valuenow', Math.min(calls, limited ? limit : calls));
    meter.setAttribute('aria-valuemax', limited ? limit : Math.max(calls, 1));
    meter.setAttribute('aria-valuetext', text.textContent);
    meter.classList.toggle('full', limited && share >= 0.8);
    bar.style.width = `${100 * share}%`;
  };
  return { element, show };
}

class SessionView {
  #number;
  #wish;
  #name = shown('');
  #mode = el('span', { class: 'soft' });
  #minute = gauge('Calls this minute');
  #hour = gauge('Calls this hour');
  #select;
  #confirm = el('div', { class: 'confirm', role: 'group', 'aria-label': 'Switch the mode', hidden: true });
  #now;
  #current = '';

  /** `wish(message)` sends one and says so where it is not done. `now()` is the server's time. */
  constructor(number, wish, now) {
    this.#number = number;
    this.#wish = (type, more) => wish({ type, session: number, ...more });
    this.#now = now;
    this.#select = el('select', { id: `mode_${number}`, change: () => this.#offerMode() },
      ...Object.keys(modes).map((mode) => el('option', { value: mode }, mode)));
    this.grants = new Part('Active grants', ({ key }) => key, (grant) => this.#grant(grant));
    this.trusted = new Part('Trusted tools', (key) => key, (key) => row([shown(key, 'mono')], null, this.#undo('Forget', 'forget', key)));
    this.remembered = new Part('Remembered decisions', ({ key }) => key, ({ key, approved, by }) => row(
      [badge(approved ? 'allow' : 'deny', approved ? 'Allow' : 'Deny'), shown(key, 'mono')], ['by ', shown(by)], this.#undo('Forget', 'forget', key)));
    this.rules = new Part('Rules', ({ behavior, origin, key }) => `${behavior} ${origin} ${key}`, (rule) => this.#rule(rule));
    this.more = el('p', { class: 'soft' });
    this.element = el('details', { class: 'session', open: true, 'data-session': number },
      el('summary', {}, el('h3', {}, this.#name), this.#mode),
      el('div', { class: 'field' }, el('label', { for: `mode_${number}` }, 'Mode'), this.#select), this.#confirm,
      this.#minute.element, this.#hour.element,
      this.grants.plain(), this.trusted.plain(), this.remembered.plain(), this.rules.folded());
    this.rules.element.append(this.more);
  }

  show({ title, mode, grants, trusted, remembered, rules, more_rules: more, limits }) {
    setText(this.#name, title);
    setText(this.#mode, mode);
    if (this.#current !== mode) {
      this.#current = mode;
      this.#closeConfirm();
    }
    this.#minute.show(limits.minute);
    this.#hour.show(limits.hour);
    this.grants.show(grants);
    this.trusted.show(trusted);
    this.remembered.show(remembered);
    this.rules.show(rules, rules.length + more);
    setText(this.more, more > 0 ? `${counted(more, 'more rule')} not shown.` : '');
    this.tick();
  }

  tick() {
    showLeft(this.grants.list, this.#now());
  }

  #undo(text, type, key) {
    return el('button', { type: 'button', class: 'small', click: () => this.#wish(type, { key }) }, text);
  }

  #grant({ key, given, by, ends_at: ends, uses_left: uses }) {
    const left = ends === null ? el('b', {}, `${counted(uses, 'use')} left`) : el('b', { class: 'left', 'data-ends': ends });
    return row([shown(key, 'mono')], [left, ' of ', shown(given), ' by ', shown(by)], this.#undo('Revoke', 'revoke_grant', key));
  }

  #rule({ behavior, text, key, origin, removable, agent_has_it: agentHasIt }) {
    const kind = ['allow', 'deny', 'ask'].includes(behavior) ? behavior : 'deny';
    const note = ['from ', shown(origin), agentHasIt ? '. It holds until Assent ends here. The agent may have stored it, too: remove it there as well.' : ''];
    return row([badge(kind, behavior), shown(text, 'mono')], note, removable ? this.#undo('Remove', 'remove_rule', key) : null);
  }

  // Choosing is not switching: arrow keys walk through the modes.
  #offerMode() {
    const mode = this.#select.value;
    if (mode === this.#current) return this.#closeConfirm();
    const change = async () => {
      const { ok } = await this.#wish('set_mode', { mode });
      if (!ok) this.#closeConfirm();
    };
    this.#confirm.classList.toggle('danger', mode === 'allow');
    this.#confirm.replaceChildren(el('p', {}, modes[mode]), el('div', { class: 'buttons' },
      el('button', { type: 'button', class: mode === 'allow' ? 'deny' : 'primary', 'data-mode': mode, click: change },
        mode === 'allow' ? 'Yes, allow without asking' : `Switch to ${mode}`),
      el('button', { type: 'button', click: () => this.#closeConfirm() }, 'Cancel')));
    this.#confirm.hidden = false;
    return undefined;
  }

  #closeConfirm() {
    if (this.#confirm.contains(document.activeElement)) this.#select.focus();
    this.#confirm.replaceChildren();
    this.#confirm.hidden = true;
    this.#select.value = this.#current;
  }
}

export class Sessions {
  #views = new Map();
  #connection;
  #notify;

  constructor(connection, notify) {
    this.#connection = connection;
    this.#notify = notify;
  }

  show(sessions) {
    const place = byId('session_list');
    for (const session of sessions) {
      if (!this.#views.has(session.number)) {
        const view = new SessionView(session.number, (message) => this.#wish(message), () => this.#connection.now());
        // Of several agents, only the first is shown unfolded at first.
        view.element.open = this.#views.size === 0;
        this.#views.set(session.number, view);
        place.append(view.element);
      }
      this.#views.get(session.number).show(session);
    }
    const live = new Set(sessions.map(({ number }) => number));
    for (const [number, { element }] of [...this.#views]) {
      if (live.has(number)) continue;
      element.remove();
      this.#views.delete(number);
    }
    byId('sessions_empty').hidden = live.size > 0;
    const paused = sessions.filter(({ pause }) => pause !== null).map(({ number, title, pause }) => ({ number, title, ...pause }));
    showRows(byId('pauses'), paused, ({ number }) => number, (pause) => this.#pause(pause));
    byId('pauses').hidden = paused.length === 0;
    this.tick();
  }

  tick() {
    for (const view of this.#views.values()) view.tick();
    showLeft(byId('pauses'), this.#connection.now());
  }

  #pause({ number, title, until, by }) {
    const end = () => this.#wish({ type: 'end_pause', session: number });
    return el('li', {}, el('span', {}, 'Questions of ', shown(title), ' are paused, as ', shown(by), ' has allowed: ', el('b', { 'data-ends': until })),
      el('button', { type: 'button', class: 'small', click: end }, 'Ask again'));
  }

  async #wish(message) {
    const reply = await this.#connection.ask(message);
    if (!reply.ok) this.#notify(reply.lost ? 'Not known whether it was done: ' : 'Not done: ', shown(reply.why));
    return reply;
  }
}
