// Who gets in: whoever has an unused link, and nobody else.
import assert from 'node:assert/strict';
import { request } from 'node:http';

/** The status and headers of one request; `headers` may have any Host and Origin. */
function fetchRaw(base, path, headers = {}) {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers: { ...headers } }, (response) => {
      response.resume();
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers }));
    });
    sent.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ status: 101, headers: response.headers });
    });
    sent.on('error', reject);
    sent.end();
  });
}

const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13', 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==' };

/** A program, its link, and the cookie for it. */
async function entered(world) {
  const link = await world.program().link();
  const { status, headers } = await fetchRaw(link, new URL(link).pathname + new URL(link).search);
  assert.equal(status, 200);
  const [cookie] = headers['set-cookie'];
  for (const part of [/HttpOnly/i, /SameSite=Strict/i]) assert.match(cookie, part);
  return { link, host: new URL(link).host, cookie: cookie.split(';')[0] };
}

export const tests = [
  {
    name: 'without a cookie, and with a wrong one, nothing is shown',
    async run(world) {
      const { link, host, cookie } = await entered(world);
      const wrong = cookie.replace(/.{4}$/, '0000');
      for (const path of ['/', '/console.js', '/console.css', '/icon.svg', '/nothing']) {
        assert.equal((await fetchRaw(link, path)).status, 401, path);
        assert.equal((await fetchRaw(link, path, { cookie: wrong })).status, 401, path);
      }
      assert.equal((await fetchRaw(link, '/socket', { ...upgrade, origin: `http://${host}` })).status, 401);
      assert.equal((await fetchRaw(link, '/', { cookie })).status, 200);
      assert.equal((await fetchRaw(link, '/nothing', { cookie })).status, 404);
    },
  },
  {
    name: 'a wrong token is refused, and so is one that was used',
    async run(world) {
      const { link } = await entered(world);
      const { pathname, search } = new URL(link);
      assert.equal((await fetchRaw(link, pathname + search)).status, 401);
      assert.equal((await fetchRaw(link, `/?token=${'0'.repeat(64)}`)).status, 401);
      assert.equal((await fetchRaw(link, '/?token=')).status, 401);
    },
  },
  {
    name: 'another Host or Origin is refused, also with the cookie',
    async run(world) {
      const { link, host, cookie } = await entered(world);
      const { port } = new URL(link);
      for (const other of ['example.com', `example.com:${port}`, `evil.127.0.0.1:${port}`, '127.0.0.1:1', '127.0.0.1']) {
        assert.equal((await fetchRaw(link, '/', { cookie, host: other })).status, 403, other);
      }
      for (const origin of ['http://example.com', 'null', `https://${host}`, 'http://127.0.0.1:1']) {
        assert.equal((await fetchRaw(link, '/socket', { ...upgrade, cookie, origin })).status, 403, origin);
      }
      assert.equal((await fetchRaw(link, '/socket', { ...upgrade, cookie, origin: `http://${host}` })).status, 101);
    },
  },
  {
    name: 'the page may load nothing from elsewhere, run nothing inline, and be framed by nobody',
    async run(world) {
      const { link, cookie } = await entered(world);
      const { headers } = await fetchRaw(link, '/', { cookie });
      const policy = headers['content-security-policy'];
      for (const part of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'",
        "require-trusted-types-for 'script'"]) assert(policy.includes(part), `${part} in ${policy}`);
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.match(headers['cache-control'], /no-store/);
    },
  },
];
