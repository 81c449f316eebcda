import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { testAccess, testRules } from '../../testing/interfaces/server-rules.ts';
import { openHttpServer } from './http-server.ts';

const times = { headerTimeoutMs: 5000, requestTimeoutMs: 5000, idleTimeoutMs: 5000 };

async function open(t: TestContext): Promise<number> {
  const server = await openHttpServer(
    { address: { host: '127.0.0.1', port: 0 }, maxBodyBytes: 1000, ...times },
    { access: testAccess(), rules: testRules(), dispatch: () => 'response', page: () => undefined },
  );
  t.after(() => server.close());
  return server.port;
}

/** The number of responses to so many requests that are sent at once, and whether the connection was closed. */
async function responsesTo(t: TestContext, port: number, request: string, count: number) {
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  socket.on('error', () => {});
  let responses = 0;
  let text = '';
  const all = new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      text += chunk;
      responses = text.split('HTTP/1.1 ').length - 1;
      if (responses === count) resolve();
    });
  });
  socket.write(request.repeat(count));
  const isClosed = await Promise.race([once(socket, 'close').then(() => true), all.then(() => false)]);
  return { responses, isClosed };
}

const get = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n';
const post = (body: string) =>
  `POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

test('a connection may have 250 requests without a response in the parser of Node, and not one more', async (t) => {
  const port = await open(t);
  assert.deepEqual(await responsesTo(t, port, get, 250), { responses: 250, isClosed: false });
  assert.equal((await responsesTo(t, port, get, 251)).isClosed, true);
  assert.equal((await responsesTo(t, port, get, 3000)).isClosed, true);
});

test('plain requests are not limited in number: they are served by turns', async (t) => {
  const port = await open(t);
  assert.deepEqual(await responsesTo(t, port, post('{}'), 3000), { responses: 3000, isClosed: false });
});
