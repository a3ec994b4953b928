// The judges that agents ask in a person's place in their automatic modes. Each is a request to the model, or rides on
// one; here all of them say the same: `allow` or `deny`.
import { texts } from './model_wires.mjs';

const why = 'says-the-scripted-judge';

/** Each is known by its request, and answers in blocks. */
const judges = [
  {
    agent: 'codex',
    asks: ({ text }) => JSON.stringify(text?.format?.schema ?? {}).includes('user_authorization'),
    says: (verdict) => [{ text: JSON.stringify({ risk_level: 'low', user_authorization: 'high', outcome: verdict, rationale: why }) }],
  },
  {
    agent: 'copilot',
    asks: ({ messages = [], tools }) => !tools?.length && messages.some(({ content }) => /\bALLOW\b[^]*\bDENY\b/.test(texts(content ?? ''))),
    says: (verdict) => [{ text: `${verdict.toUpperCase()}: ${why}` }],
  },
  {
    agent: 'qwen',
    asks: ({ tools = [] }) => tools.some(({ function: each }) => each?.parameters?.properties?.shouldBlock),
    says(verdict, { tools }) {
      const { name, parameters } = tools.find(({ function: each }) => each?.parameters?.properties?.shouldBlock).function;
      const all = { thinking: why, shouldBlock: verdict === 'deny', reason: why };
      const input = Object.fromEntries(Object.entries(all).filter(([member]) => member in parameters.properties)); // it takes no others
      return [{ tool: name, id: 'toolu_judge', input }];
    },
  },
];

/** The answer to a request that is a judge's, in blocks. */
export const judgement = (body, verdict) => judges.find(({ asks }) => asks(body))?.says(verdict, body);

/** What Claude's judge, which is the model's server, says of the uses in an answer of the model. */
export function verdicts({ safeguards: wanted = [] }, blocks, verdict) {
  if (!verdict || wanted.length === 0) return {};
  const outcome = verdict === 'deny' ? 'flagged' : 'not_flagged';
  const uses = blocks.filter(({ tool }) => tool).map(({ id }) => [id, { type: 'evaluated', outcome, explanation: why }]);
  return { safeguard_results: wanted.map(({ type }) => ({ type, status: { type: 'available', tool_uses: Object.fromEntries(uses) } })) };
}
