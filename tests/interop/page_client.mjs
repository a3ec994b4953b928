// A browser of the page of `--on-ask web`, without a browser: it follows the link, keeps the cookie, and speaks with the
// page's socket. A message may come in several frames; its text is JSON.
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import { Feed } from './feed.mjs';

const kinds = { text: 0x1, ping: 0x9, pong: 0xa };
const head = (kind, length) => {
  if (length < 126) return Buffer.from([0x80 | kind, 0x80 | length]);
  return Buffer.from([0x80 | kind, 0x80 | 126, length >> 8, length & 0xff]);
};

export class PageClient {
  constructor() {
    this.feed = new Feed();
    this.rest = Buffer.alloc(0);
    this.frames = [];
    this.last = 0;
  }

  /** Opens the page of a link that was printed. */
  async open(link) {
    const { host, origin } = new URL(link);
    const welcome = await fetch(link, { redirect: 'manual' });
    if (welcome.status !== 200) throw new Error(`the link is answered with ${welcome.status}`);
    const pass = (await welcome.text()).match(/name="assent-key" content="([^"]*)"/)[1];
    const cookie = welcome.headers.get('set-cookie').split(';')[0];
    const key = randomBytes(16).toString('base64');
    const headers = { Host: host, Origin: origin, Cookie: cookie, Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': 13, 'Sec-WebSocket-Key': key };
    this.socket = await new Promise((resolve, reject) => {
      http.get(`${origin}/socket`, { headers })
        .on('upgrade', (_, socket, first) => { this.take(first); resolve(socket); })
        .on('response', ({ statusCode }) => reject(new Error(`no socket: ${statusCode}`)))
        .on('error', reject);
    });
    this.say({ type: 'enter', key: pass });
    this.socket.on('data', (bytes) => this.take(bytes)).on('error', () => {}).on('close', () => this.feed.end());
    return this;
  }

  take(bytes) {
    this.rest = Buffer.concat([this.rest, bytes]);
    while (this.rest.length >= 2) {
      const short = this.rest[1] & 0x7f;
      const start = short === 127 ? 10 : short === 126 ? 4 : 2;
      if (this.rest.length < start) return;
      const length = short === 127 ? Number(this.rest.readBigUInt64BE(2)) : short === 126 ? this.rest.readUInt16BE(2) : short;
      if (this.rest.length < start + length) return;
      const [first, frame] = [this.rest[0], this.rest.subarray(start, start + length)];
      this.rest = this.rest.subarray(start + length);
      if ((first & 0x0f) === kinds.ping) this.send(kinds.pong, frame); // who does not answer is taken for gone
      if ((first & 0x0f) > 1) continue; // a ping, or the end
      this.frames.push(frame);
      if (first & 0x80) this.feed.push(JSON.parse(Buffer.concat(this.frames.splice(0)).toString()));
    }
  }

  say(message) { this.send(kinds.text, Buffer.from(JSON.stringify(message))); }

  send(kind, bytes) {
    const mask = randomBytes(4);
    this.socket.write(Buffer.concat([head(kind, bytes.length), mask, bytes.map((byte, i) => byte ^ mask[i % 4])]));
  }

  /** The next question that is shown. */
  async question() {
    const shown = () => this.feed.items.filter(({ type }) => type === 'question');
    const nth = (this.last += 1);
    await this.feed.find(() => shown().length >= nth);
    return shown()[nth - 1]?.question;
  }

  answer(question, answer) { this.say({ type: 'answer', id: question, question, ...answer }); }

  close() { this.socket?.destroy(); }
}
