// What is protected and what was decided, to be seen where no question is.
import { askerOf, byId, counted, el, shown } from './dom.js';
import { modes } from './sessions.js';

/** Most agents that are named. */
const most_agents = 6;

const fact = (name, ...what) => el('div', {}, el('dt', {}, name), el('dd', {}, ...what));

export class Overview {
  #program = '';
  #policy = '';
  #sessions = [];
  #tally = { allowed: 0, denied: 0, asked: 0 };
  #agents = new Map();  // those that have asked, the last one last: its words, and where it asks

  hello({ program, policy }) {
    this.#program = program;
    this.#policy = policy ?? '';
    this.#tally = { allowed: 0, denied: 0, asked: 0 };
    this.#agents.clear();
    this.#show();
  }

  sessions(sessions) {
    this.#sessions = sessions;
    this.#show();
  }

  asked(question) {
    this.#sees({ ...question, session_id: '' });
    this.#show();
  }

  decided({ decisions, tally }) {
    for (const decision of decisions) if (decision.kind === 'decision' && !decision.earlier) this.#sees(decision);
    this.#tally = tally;
    this.#show();
  }

  #sees(one) {
    const words = askerOf(one);
    this.#agents.delete(words);
    this.#agents.set(words, one.cwd);
    while (this.#agents.size > most_agents) this.#agents.delete(this.#agents.keys().next().value);
  }

  #show() {
    const { allowed, denied, asked } = this.#tally;
    const agents = [...this.#agents.keys()].reverse();
    const decided = allowed + denied === 0 ? 'Nothing yet' : `${allowed} allowed, ${denied} denied; ${asked} of them after a question`;
    byId('overview').replaceChildren(
      fact('Policy', shown(this.#policy || 'not named here')),
      ...this.#sessions.map(({ title, mode, rules, more_rules: more }) => fact(title === this.#program ? 'Decides by' : 'Connected',
        title === this.#program ? '' : shown(`${title}, `), `${counted(rules.length + more, 'rule')}, mode ${mode}. ${modes[mode] ?? ''}`)),
      fact('Agents', agents.length === 0 ? 'No agent has asked yet' : shown(agents.join('; '))),
      fact('Decided', `${decided}, since this program was started.`));
  }
}
