import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { kinds } from '../../scheduling/main-thread.ts';
import { testAccess, testRules } from '../../testing/interfaces/server-rules.ts';
import { controlledMainThread } from '../../testing/process/main-thread.ts';
import { until } from '../../testing/until.ts';
import type { Dispatch } from '../dispatch/dispatcher.ts';
import type { ConnectionRules } from './connections.ts';
import { openHttpServer } from './http-server.ts';
import { framesPerTurn } from './unfinished-message.ts';
import { WebSocketHub } from './websocket-hub.ts';

const limits = { headerTimeoutMs: 10_000, requestTimeoutMs: 20_000, idleTimeoutMs: 5_000, maxBodyBytes: 1_000_000 };
const pipelined = 2_000;

/** A request whose handler takes half a millisecond; chunked ones are read by the parser of Node. */
const plain = 'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 1\r\n\r\n1';
const chunked =
  'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n1\r\n1\r\n0\r\n\r\n';

function spin(): string {
  const end = performance.now() + 0.5;
  while (performance.now() < end);
  return '"done"';
}

/** Sends text and calls `onResponse` for each response. */
function send(port: number, text: string, onResponse: () => void): () => void {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  socket.setEncoding('latin1').on('data', (received) => {
    for (const _ of String(received).matchAll(/HTTP\/1\.1 200/g)) onResponse();
  });
  socket.write(text);
  return () => socket.destroy();
}

// In the parser of Node a connection may have 250 requests without a response.
for (const [parser, request, count] of [
  ['fast path', plain, pipelined],
  ['parser of Node', chunked, 200],
] as const) {
  test(`requests that one connection sends at once do not delay another: ${parser}`, async (t) => {
    const parts = { access: testAccess(), rules: testRules(), dispatch: spin, page: () => undefined };
    const server = await openHttpServer({ ...limits, address: { host: '127.0.0.1', port: 0 } }, parts);
    t.after(() => server.close());
    let done = 0;
    let doneBefore = Number.POSITIVE_INFINITY;
    await new Promise<void>((resolve) => {
      let close: (() => void) | undefined;
      const end = send(server.port, request.repeat(count), () => {
        if (++done === 1) close = send(server.port, plain, () => (doneBefore = done));
        if (done === count) resolve();
      });
      t.after(() => {
        end();
        close?.();
      });
    });
    assert.ok(doneBefore < Math.min(count, pipelined / 2), `the other waited for ${doneBefore} of ${count}`);
    assert.equal(done, count);
  });
}

test('requests of a connection that does not read its responses wait', async (t) => {
  const count = 3 * pipelined; // their responses are more than the buffers of the system hold
  const text = 'x'.repeat(4_000);
  let handled = 0;
  const dispatch = () => {
    handled++;
    spin();
    return text;
  };
  const parts = { access: testAccess(), rules: testRules(), dispatch, page: () => undefined };
  const server = await openHttpServer({ ...limits, address: { host: '127.0.0.1', port: 0 } }, parts);
  t.after(() => server.close());
  const socket = connect({ port: server.port, host: '127.0.0.1' });
  t.after(() => socket.destroy());
  socket.pause().write(plain.repeat(count));
  let others = 0;
  await until(async () => {
    const before = handled - others;
    for (let round = 0; round < 50; round++) {
      others++;
      await new Promise<void>((resolve) => {
        const close = send(server.port, plain, () => {
          close();
          resolve();
        });
      });
    }
    return before > 0 && handled - others === before;
  }, 'the requests to wait while those of others are handled');
  assert.ok(handled - others < count, `all ${count} were handled`);
});

/** A server for HTTP and WebSocket. Returns its port. */
async function openBoth(t: TestContext, rules: ConnectionRules, dispatch: Dispatch): Promise<number> {
  const access = testAccess();
  const sizes = { maxConnections: 0, maxMessageBytes: 1e6, maxUnreadBytes: 1e7, maxUnreadTogetherBytes: 1e8 };
  const times = { messageTimeoutMs: 60_000, pingIntervalMs: 10_000, access, rules };
  const sockets = new WebSocketHub({ ...sizes, ...times }, dispatch);
  const parts = { access, rules, dispatch, page: () => undefined, sockets };
  const server = await openHttpServer({ ...limits, address: { host: '127.0.0.1', port: 0 } }, parts);
  t.after(async () => {
    sockets.close();
    await server.close();
  });
  return server.port;
}

const upgrade = 'upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key';
const handshake = `GET / HTTP/1.1\r\nhost: a\r\n${upgrade}: ${'A'.repeat(22)}==\r\n\r\n`;

/** A connection that has sent a first request and has its response. */
async function connectWith(port: number, first: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.write(first);
  await once(socket, 'data');
  return socket;
}

test('connections that end at once are closed in turns, over HTTP and WebSocket', async (t) => {
  const { mainThread, iterations } = controlledMainThread();
  const port = await openBoth(t, { ...testRules(), mainThread }, spin);
  for (const first of [plain, handshake]) {
    const clients = await Promise.all(Array.from({ length: 50 }, () => connectWith(port, first)));
    mainThread.charge('upkeep', 1_000); // nothing is left of this iteration
    let closed = 0;
    for (const client of clients) client.once('end', () => closed++).end();
    await until(() => mainThread.statistics.upkeep.waiting >= 50, 'ends that wait'); // checks of timeouts may wait, too
    assert.equal(closed, 0);
    for (const run of iterations.splice(0)) run();
    await until(() => closed === 50, 'all are closed');
  }
});

test('what clients have left behind that go at once is ended in turns', async (t) => {
  const count = 20;
  const { mainThread, iterations } = controlledMainThread();
  let ended = 0;
  const port = await openBoth(t, { ...testRules(), mainThread }, (_, { session }) => {
    session?.onClose(() => ended++);
    return 'a response';
  });
  const clients = await Promise.all(Array.from({ length: count }, () => connectWith(port, handshake)));
  for (const client of clients) {
    client.write(Buffer.from('818000000000', 'hex')); // a message
    await once(client, 'data');
  }
  mainThread.charge('upkeep', 1_000); // nothing is left of this iteration
  for (const client of clients) client.resetAndDestroy();
  await until(() => mainThread.statistics.upkeep.waiting >= count, 'sessions that wait for their end');
  assert.equal(ended, 0);
  await until(() => {
    for (const run of iterations.splice(0)) run();
    return ended === count;
  }, 'all are ended');
});

test('of a chunk of thousands of messages one waits for its turn, the others as bytes that count', async (t) => {
  const count = 10_000;
  const { mainThread, iterations } = controlledMainThread();
  const rules = { ...testRules(), mainThread };
  let handled = 0;
  const port = await openBoth(t, rules, () => {
    handled++;
    return undefined;
  });
  const socket = await connectWith(port, handshake);
  mainThread.charge('request', 1_000); // nothing is left of this iteration
  socket.write(Buffer.alloc(6 * count, '818000000000', 'hex'));
  await until(() => mainThread.statistics.request.waiting === 1 && rules.unfinished.bytes > 0, 'a message that waits');
  assert.ok(rules.unfinished.bytes > 4_096 && rules.unfinished.bytes <= 6 * count);
  mainThread.charge('request', 1_000);
  for (const run of iterations.splice(0)) {
    run();
    mainThread.charge('request', 1_000);
    await nextTurn();
    assert.ok(handled <= 1, 'the next waits for its turn');
    assert.ok(rules.unfinished.bytes > 4_096);
  }
  await until(() => {
    for (const run of iterations.splice(0)) run();
    return handled === count;
  }, 'all messages');
  assert.equal(rules.unfinished.bytes, 0);
  socket.destroy();
});

test('a chunk of thousands of frames that end no message is read in turns', async (t) => {
  const [count, frameBytes] = [10_000, 6];
  const controlled = controlledMainThread();
  const { mainThread, iterations } = controlled;
  const rules = { ...testRules(), mainThread };
  const port = await openBoth(t, rules, () => 'a response');
  const socket = await connectWith(port, handshake);
  controlled.pieceMs = kinds.request; // one piece of work in an iteration
  socket.write(Buffer.alloc(frameBytes * count, '8a8000000000', 'hex')); // pongs that nobody has asked for
  for (let turn = 1; turn <= 5; turn++) {
    const left = frameBytes * (count - framesPerTurn * turn);
    await until(() => rules.unfinished.bytes === left && iterations.length > 0, `${left} bytes that wait`);
    for (const run of iterations.splice(0)) run();
  }
  let received = '';
  socket.on('data', (bytes: Buffer) => {
    received += bytes;
  });
  socket.write(Buffer.from('818000000000', 'hex')); // a message
  await until(() => {
    for (const run of iterations.splice(0)) run();
    return received.endsWith('a response');
  }, 'the response to what comes behind them');
  assert.equal(rules.unfinished.bytes, 0);
  socket.destroy();
});

test('first requests that many connections send at once to the parser of Node are parsed in turns', async (t) => {
  const count = 50;
  const { mainThread, iterations } = controlledMainThread(kinds.parsing);
  let asked = 0;
  const page = () => {
    asked++;
    return undefined;
  };
  const parts = { access: testAccess(), rules: { ...testRules(), mainThread }, dispatch: spin, page };
  const server = await openHttpServer({ ...limits, address: { host: '127.0.0.1', port: 0 } }, parts);
  t.after(() => server.close());
  mainThread.charge('parsing', 1_000); // nothing is left of this iteration
  for (let index = 0; index < count; index++) t.after(send(server.port, 'GET / HTTP/1.1\r\nhost: a\r\n\r\n', () => {}));
  await until(() => mainThread.statistics.parsing.waiting === count, 'connections that wait for the parser');
  assert.equal(asked, 0);
  await until(() => {
    const before = asked;
    for (const run of iterations.splice(0)) run();
    assert.ok(asked <= before + 1, `${asked - before} in one turn`);
    return asked === count;
  }, 'all requests');
});

test('of a connection whose requests wait for their turn the parser of Node gets nothing more', async (t) => {
  const count = 200;
  const controlled = controlledMainThread();
  const { mainThread, iterations } = controlled;
  const rules = { ...testRules(), mainThread };
  let handled = -1; // the first
  const port = await openBoth(t, rules, () => {
    handled++;
    return '"done"';
  });
  const socket = await connectWith(port, chunked);
  controlled.pieceMs = kinds.request; // one piece of work in an iteration
  mainThread.charge('request', 1_000); // nothing is left of this iteration
  socket.write(chunked.repeat(count));
  await until(() => mainThread.statistics.request.waiting === 1 && rules.unfinished.bytes > 0, 'requests that wait');
  const heldBytes = rules.unfinished.bytes;
  assert.ok(heldBytes > (chunked.length * count) / 2);
  for (let turn = 1; turn <= 3; turn++) {
    for (const run of iterations.splice(0)) run();
    await nextTurn();
    assert.equal(handled, turn);
    assert.equal(rules.unfinished.bytes, heldBytes - turn, 'only bodies of handled requests are gone');
  }
  await until(() => {
    for (const run of iterations.splice(0)) run();
    return handled === count;
  }, 'all requests');
  socket.destroy();
});
