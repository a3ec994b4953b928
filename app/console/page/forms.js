// The forms of a card: answers that need a word, a number, a rule or an input. Enter never answers in them.
import { counted, el, inUnits, setText, shown } from './dom.js';

/** A rule is checked when nothing was typed for so long. */
const check_after_ms = 150;
const unit_seconds = { seconds: 1, minutes: 60, hours: 3600 };
let last_id = 0;

/** A field with its label, which keeps in `fields` what is written into it. */
function field(fields, name, label, made, initial) {
  made.id = `field_${++last_id}`;
  made.value = fields[name] ?? initial;
  made.addEventListener('input', () => { fields[name] = made.value; });
  return el('div', { class: 'field' }, el('label', { for: made.id }, label), made);
}

function form({ cancel }, kind, parts, ...buttons) {
  return el('form', { class: 'form', 'data-kind': kind, autocomplete: 'off', submit: (event) => event.preventDefault() },
    ...parts,
    el('div', { class: 'buttons' }, ...buttons, el('button', { type: 'button', class: 'cancel', click: cancel }, 'Cancel')));
}

const submit = (name, text, press, className = 'primary') => el('button', {
  type: 'button', class: className, 'data-answer': name, click: press,
}, text);

export function feedbackForm(tools) {
  const words = el('textarea', { rows: '2', dir: 'auto', name: 'feedback' });
  const send = (what) => () => tools.answer({ what, feedback: words.value });
  return form(tools, 'feedback', [field(tools.fields, 'feedback', 'What the agent is told', words, '')],
    submit('deny', 'Deny with feedback', send('deny')),
    submit('deny_and_interrupt', 'Deny and interrupt', send('deny_and_interrupt'), ''));
}

export function editForm(tools) {
  const input = el('textarea', { rows: '8', class: 'mono', dir: 'auto', spellcheck: 'false', name: 'input' });
  const flaw = el('p', { class: 'checked', role: 'status' });
  const check = () => {
    try {
      JSON.parse(input.value);
      setText(flaw, '');
    } catch (error) {
      setText(flaw, `This is not JSON: ${error.message}`);
    }
  };
  input.addEventListener('input', check);
  return form(tools, 'edited', [field(tools.fields, 'input', 'The input, as a JSON object', input, tools.question.input_json), flaw],
    submit('edited', 'Allow with this input', () => tools.answer({ what: 'edited', input: input.value })));
}

/** How long a rule holds that comes with "always". */
export const howLongRulesLast = ({ offers, who, cwd }) => (offers.kept
  ? `This rule is stored: it holds for ${who} in ${cwd} and below, until it is removed. Where it runs a script, it holds in that folder alone, and until the script changes`
  : 'This rule holds until Assent ends here. An agent that hears of it may store it');
/** `box` is ticked where it is for the session of the agent alone. */
export const sessionChoice = ({ who }, box) => el('label', { class: 'check' }, box,
  el('span', {}, 'Only until the session of ', shown(who), ' ends, in each folder: then the rule is not stored'));

/** The rule that is kept, and what the gate says about it while it is written. The tool's name stands for every use of it. */
function ruleChoice({ question, fields, check }, use) {
  const text = el('input', { type: 'text', class: 'mono', dir: 'auto', spellcheck: 'false', name: 'rule' });
  const verdict = el('p', { class: 'checked', role: 'status' });
  const whole = el('input', { type: 'checkbox', autocomplete: 'off' });
  let timer = 0;
  let asked = 0;
  const rule = () => (whole.checked ? question.tool : text.value.trim());
  const look = async () => {
    const mine = ++asked;
    if (!rule()) {
      setText(verdict, question.rule ? 'A rule is needed.' : 'No rule can be written for exactly this call; write one that covers it.');
      return;
    }
    const reply = await check(use, rule());
    if (mine !== asked) return;
    verdict.classList.toggle('good', reply.ok);
    verdict.replaceChildren(reply.ok ? 'It covers this call.' : shown(reply.why));
  };
  const lookSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(look, check_after_ms);
  };
  text.addEventListener('input', lookSoon);
  whole.addEventListener('change', () => {
    text.disabled = whole.checked;
    look();
  });
  const others = [question.rule, ...question.other_rules].filter(Boolean).map((other) => el('button', {
    type: 'button', class: 'other mono', click: () => {
      text.value = other;
      fields.rule = other;
      look();
    },
  }, shown(other)));
  const label = use === 'always' ? howLongRulesLast(question) : 'For calls that this rule covers';
  const parts = [field(fields, 'rule', label, text, question.rule), verdict];
  const session = el('input', { type: 'checkbox', name: 'session' });
  if (use === 'always' && question.offers.session) {
    parts.push(sessionChoice(question, session));
  }
  if (others.length > 1) parts.push(el('div', { class: 'others', role: 'group', 'aria-label': 'Rules that cover this call' }, ...others));
  if (use !== 'always' && question.offers.whole_tool) {
    parts.push(el('label', { class: 'check' }, whole, el('span', {}, 'Every use of ', shown(question.tool), ', whatever its input')));
  }
  look();
  return { parts, rule, session };
}

export function ruleForm(tools) {
  const { parts, rule, session } = ruleChoice(tools, 'always');
  const answer = () => tools.answer({ what: 'always', rule: rule(), ...(session.checked && { session_only: true }) });
  return form(tools, 'always', parts, submit('always', 'Allow, and keep the rule', answer));
}

export function timeForm(tools) {
  const { parts, rule } = ruleChoice(tools, 'for_time');
  const [initial, initial_unit] = inUnits(tools.question.grant_seconds);
  const number = el('input', { type: 'number', min: '1', step: '1', inputmode: 'numeric', name: 'time' });
  const unit = el('select', { name: 'unit' }, ...Object.keys(unit_seconds).map((name) => el('option', { value: name }, name)));
  const seconds = () => Math.round(Number(number.value) * unit_seconds[unit.value]);
  const button = submit('for_time', '', () => tools.answer({ what: 'for_time', seconds: seconds(), rule: rule() }));
  const rename = () => setText(button, seconds() > 0 ? `Allow for ${counted(...inUnits(seconds()))}` : 'Allow for a time');
  const fields = el('div', { class: 'pair' }, field(tools.fields, 'time', 'Time', number, initial),
    field(tools.fields, 'unit', 'Unit', unit, `${initial_unit}s`));
  fields.addEventListener('input', rename);
  rename();
  return form(tools, 'for_time', [fields, ...parts], button);
}

export function usesForm(tools) {
  const { parts, rule } = ruleChoice(tools, 'for_uses');
  const number = el('input', { type: 'number', min: '1', step: '1', inputmode: 'numeric', name: 'uses' });
  const uses = () => Math.round(Number(number.value));
  const button = submit('for_uses', '', () => tools.answer({ what: 'for_uses', uses: uses(), rule: rule() }));
  const rename = () => setText(button, uses() > 0 ? `Allow, and ${counted(uses(), 'later call')}` : 'Allow some later calls');
  const fields = field(tools.fields, 'uses', 'Later calls', number, tools.question.grant_uses);
  fields.addEventListener('input', rename);
  rename();
  return form(tools, 'for_uses', [fields, ...parts], button);
}
