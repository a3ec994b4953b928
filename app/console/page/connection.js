// The page's end of the socket: connects again for ever, and matches replies to what was sent.

const first_retry_ms = 200;
const last_retry_ms = 3000;
/** The server says what time it is every 5 s. Three times nothing: the connection is dead, whatever the socket says. */
const silence_ms = 15000;
const not_sent = { ok: false, gone: false, why: 'there is no connection' };
const unknown = { ok: false, gone: false, lost: true, why: 'the connection was lost' };

export class Connection {
  #socket = null;
  #waiting = new Map();
  #lastId = 0;
  #retry = first_retry_ms;
  #heard = 0;
  #timeLine = 0;
  #onMessage;
  #onState;

  /** `onState` hears `connected` and `lost`; a message of the type `hello` comes first after each `connected`. */
  constructor(onMessage, onState) {
    this.#onMessage = onMessage;
    this.#onState = onState;
    setInterval(() => {
      if (this.#socket && performance.now() - this.#heard > silence_ms) this.#drop(this.#socket);
    }, 1000);
    this.#connect();
  }

  /** Now, in milliseconds on the server's time line. */
  now() {
    return performance.now() + this.#timeLine;
  }

  /** Sends a message. The reply says whether it was done: `ok`, or `why` not; `lost` where nobody knows. Never throws. */
  ask(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return Promise.resolve(not_sent);
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#socket.send(JSON.stringify({ ...message, id }));
    });
  }

  #connect() {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/socket`);
    this.#socket = socket;
    this.#heard = performance.now();
    socket.addEventListener('open', () => socket.send(JSON.stringify({ type: 'enter', key: localStorage.getItem('assent-key') ?? '' })));
    socket.addEventListener('message', ({ data }) => {
      if (socket === this.#socket) this.#on(JSON.parse(data));
    });
    socket.addEventListener('close', () => this.#drop(socket));
  }

  #drop(socket) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    socket.close();
    for (const resolve of this.#waiting.values()) resolve(unknown);
    this.#waiting.clear();
    this.#onState('lost');
    setTimeout(() => this.#connect(), this.#retry);
    this.#retry = Math.min(2 * this.#retry, last_retry_ms);
  }

  #on(message) {
    this.#heard = performance.now();
    if ('now' in message) this.#timeLine = message.now - this.#heard;
    if (message.type === 'reply') {
      this.#waiting.get(message.id)?.(message);
      this.#waiting.delete(message.id);
      return;
    }
    if (message.type === 'hello') {
      this.#retry = first_retry_ms;
      this.#onState('connected');
    }
    this.#onMessage(message);
  }
}
