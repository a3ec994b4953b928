// What was decided, the newest first, and what the gate would say about it now.
import { askerOf, badge, byId, el, riskBadge, shown } from './dom.js';

/** As many as the server keeps. */
const most_shown = 200;

const words = {
  execution: 'Run',
  late_answer: 'Late answer',
  change: 'Change',
  not_kept: 'Not kept',
  settings: 'Settings',
  protocol: 'Protocol',
  gap: 'Gap in the record',
  policy: 'Policy',
  refusals: 'Refused over a limit',
};

const cell = (text, className) => el('td', {}, shown(text, className));

function table(caption, titles, rows) {
  return el('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': caption }, el('table', {},
    el('caption', {}, caption),
    el('thead', {}, el('tr', {}, ...titles.map((title) => el('th', { scope: 'col' }, title)))),
    el('tbody', {}, ...rows)));
}

function explanation({ decided, steps, rules, other_rules: others }) {
  const outcome = { allow: 'allow', wall: 'allow', deny: 'deny' }[decided.outcome] ?? 'ask';
  const parts = [el('p', {}, 'The same call now: ', badge(outcome, decided.outcome), ' ', shown(decided.reason))];
  parts.push(table('Steps, in their order', ['Step', 'Result', 'Looked at', 'Said'], steps.map(({ step, result, looked_at: at, said }) => el('tr', { class: result === 'passed' ? 'soft' : 'decided' },
    cell(step), cell(result), cell(at), cell(said)))));
  if (rules.length > 0) {
    parts.push(table('Rules', ['Rule', 'From', 'Covers it', 'Why'], rules.map(({ behavior, rule, origin, match, why }) => el('tr', {},
      el('td', {}, shown(behavior), ' ', shown(rule, 'mono')), cell(origin), cell(match), cell(why)))));
  }
  if (others > 0) parts.push(el('p', { class: 'soft' }, `${others} other rules do not cover it.`));
  return parts;
}

export class Decisions {
  #seen = 0;
  #connection;

  constructor(connection) {
    this.#connection = connection;
  }

  clear() {
    this.#seen = 0;
    byId('decision_list').replaceChildren();
    byId('decisions_empty').hidden = false;
  }

  /** Adds some, the oldest first. */
  add(decisions) {
    const list = byId('decision_list');
    for (const decision of decisions) {
      if (decision.number <= this.#seen) continue;
      this.#seen = decision.number;
      list.prepend(this.#row(decision));
    }
    while (list.childElementCount > most_shown) list.lastChild.remove();
    byId('decisions_empty').hidden = list.childElementCount > 0;
  }

  #row(decision) {
    const { kind, outcome, reason, explainable } = decision;
    const isDecision = kind === 'decision';
    const [look, said] = { allow: ['allow', 'Allowed'], wall: ['allow', 'Allowed behind a wall'], ask: ['other', 'Left to the agent'] }[outcome] ?? ['deny', 'Denied'];
    const time = new Date(decision.time);
    const clock = Number.isNaN(time.valueOf()) ? '' : time[decision.earlier ? 'toLocaleString' : 'toLocaleTimeString']([], { hour12: false });
    const place = el('div', { class: 'explained' });
    const more = [
      askerOf(decision), decision.source, decision.origin, decision.by && `by ${decision.by}`,
      decision.earlier && 'before this program was started', isDecision && !decision.earlier && `after ${Math.round(decision.latency_ms)} ms`, decision.edited && 'edited',
    ].filter(Boolean);
    return el('li', { class: 'decision', 'data-decision': decision.number },
      el('div', { class: 'line-1' },
        isDecision ? badge(look, said) : badge('other', words[kind] ?? kind),
        shown(decision.operation || decision.tool, 'what'), el('time', { datetime: decision.time, class: 'soft' }, clock)),
      el('p', { class: 'reason' }, shown(reason), decision.rule && !reason.includes(decision.rule) ? shown(` ${decision.rule}`, 'mono') : ''),
      el('div', { class: 'line-2' }, isDecision && decision.risk ? riskBadge(decision.risk) : '', shown(more.join(' · '), 'soft'),
        explainable ? this.#explainButton(decision.number, place) : ''),
      place);
  }

  #explainButton(number, place) {
    const button = el('button', { type: 'button', class: 'small', 'aria-expanded': 'false' }, 'Explain');
    button.addEventListener('click', async () => {
      const open = button.getAttribute('aria-expanded') === 'true';
      button.setAttribute('aria-expanded', String(!open));
      if (open) {
        place.replaceChildren();
        return;
      }
      const reply = await this.#connection.ask({ type: 'explain', decision: number });
      if (button.getAttribute('aria-expanded') === 'false') return;
      place.replaceChildren(...(reply.ok ? explanation(reply) : [el('p', { class: 'soft' }, shown(reply.why))]));
    });
    return button;
  }
}
