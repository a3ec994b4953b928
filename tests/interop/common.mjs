// What several scenarios need.
import { script } from './fake_model_api.mjs';

/** The SDK and the real CLI, alone and with the bridge in between. */
export const bridged = ['direct', 'bridge', 'guarded'];

/** The same, and the SDK with a CLI made with Assent. */
export const everywhere = [...bridged, 'requester'];

/** A callback that allows what it is asked. */
export const allow = ({ input }) => ({ behavior: 'allow', updatedInput: input });

/** A callback that denies what it is asked. */
export const deny = (message, more) => () => ({ behavior: 'deny', message, ...more });

/** An MCP server in the SDK's process, with the tool `ping`. */
export function pingServer({ peers: { sdk, zod } }) {
  const ping = sdk.tool('ping', 'answers', { word: zod.z.string() }, async ({ word }) => ({
    content: [{ type: 'text', text: `pong ${word}` }],
  }));
  return sdk.createSdkMcpServer({ name: 'lab', version: '1.0.0', tools: [ping] });
}

/** A question of the model to the user. */
export const colourQuestion = {
  tool: 'AskUserQuestion',
  input: {
    questions: [{
      question: 'Which colour?',
      header: 'Colour',
      multiSelect: false,
      options: [{ label: 'Red', description: 'warm' }, { label: 'Blue', description: 'cold' }],
    }],
  },
};

/** The use of a subagent that plays these turns; the ids of its uses begin with `toolu_sub`. */
export const subagent = (turns) => ({
  tool: 'Task',
  input: {
    description: 'does its part',
    prompt: script(turns, 'sub'),
    subagent_type: 'general-purpose',
    run_in_background: false,
  },
});
