// What several scenarios need.

/** The SDK and the real CLI, alone and with the bridge in between. */
export const bridged = ['direct', 'bridge', 'guarded'];

/** The same, and the SDK with a CLI made with Assent. */
export const everywhere = [...bridged, 'requester'];

/** A callback that allows what it is asked. */
export const allow = ({ input }) => ({ behavior: 'allow', updatedInput: input });

/** A callback that denies what it is asked. */
export const deny = (message, more) => () => ({ behavior: 'deny', message, ...more });
