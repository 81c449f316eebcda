import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { toBase58 } from '../../../primitives/address.ts';
import { toSignature } from '../../../svm/signature.ts';
import { alice, bob, carol, openSvmInterface, signed } from '../../../testing/interfaces/svm-interface.ts';
import { connectSvmSocket } from '../../../testing/interfaces/svm-socket.ts';
import { until } from '../../../testing/until.ts';
import { Feed } from './feed.ts';

/** A plain connection: the notifications that it has received, and a function that sends requests. */
async function connect(t: TestContext, url: string) {
  const { request: ask, notifications: news, socket } = await connectSvmSocket(t, url);
  return { ask, news, socket };
}

const rejected = (message: string) => ({ code: -32602, message });

test('each kind of notification has its own envelope', async (t) => {
  const { webSocketUrl, mine } = await openSvmInterface(t);
  const { ask, news } = await connect(t, webSocketUrl);
  const slot = await ask('slotSubscribe');
  const root = await ask('rootSubscribe');
  const account = await ask('accountSubscribe', toBase58(bob), { encoding: 'base64', commitment: 'confirmed' });
  const logs = await ask('logsSubscribe', { mentions: [toBase58(carol)] }, { commitment: 'finalized' });
  assert.equal(new Set([slot, root, account, logs]).size, 4);
  mine([signed({ nonce: 0n, value: 4n * 10n ** 9n })]);
  await until(() => news.length >= 3, 'the notifications');
  assert.deepEqual(news, [
    {
      jsonrpc: '2.0',
      method: 'accountNotification',
      params: {
        result: {
          context: { apiVersion: '1.18.0-qord', slot: 1 },
          value: {
            data: ['', 'base64'],
            executable: false,
            lamports: 10_000_000_000_000_004,
            owner: '11111111111111111111111111111111',
            rentEpoch: Number(2n ** 64n - 1n),
            space: 0,
          },
        },
        subscription: account,
      },
    },
    { jsonrpc: '2.0', method: 'rootNotification', params: { result: 1, subscription: root } },
    {
      jsonrpc: '2.0',
      method: 'slotNotification',
      params: { result: { parent: 0, root: 1, slot: 1 }, subscription: slot },
    },
  ]);
});

test('a subscription is ended only by its own connection', async (t) => {
  const { webSocketUrl, mine } = await openSvmInterface(t);
  const { ask, news } = await connect(t, webSocketUrl);
  const other = await connect(t, webSocketUrl);
  const id = await ask('slotSubscribe');
  assert.deepEqual(await other.ask('slotUnsubscribe', id), rejected('Invalid subscription id.'));
  mine();
  await until(() => news.length > 0, 'a notification');
  assert.equal(await ask('slotUnsubscribe', id), true);
  assert.deepEqual(await ask('slotUnsubscribe', id), rejected('Invalid subscription id.'));
  mine();
  await ask('getVersion');
  assert.equal(news.length, 1);
});

test('an account is notified only when its lamports have changed', async (t) => {
  const { webSocketUrl, mine } = await openSvmInterface(t);
  const { ask, news } = await connect(t, webSocketUrl);
  await ask('accountSubscribe', toBase58(carol));
  mine([signed({ nonce: 0n })]);
  mine([signed({ nonce: 1n, to: carol, value: 1n })]);
  await ask('getVersion');
  assert.deepEqual(news, []);
  mine([signed({ nonce: 2n, to: carol })]);
  await until(() => news.length > 0, 'a notification');
  assert.equal(news.length, 1);
});

test('a message that cannot be made ends the sessions that want it, and others get theirs', {
  timeout: 600_000,
}, async (t) => {
  const { webSocketUrl, mine, faults } = await openSvmInterface(t);
  const [one, other] = [await connect(t, webSocketUrl), await connect(t, webSocketUrl)];
  await one.ask('accountSubscribe', toBase58(bob), { encoding: 'base58' });
  await other.ask('accountSubscribe', toBase58(bob), { encoding: 'base64' });
  let isArmed = true;
  const { to } = Feed.prototype;
  t.mock.method(Feed.prototype, 'to', function (this: Feed<unknown>, key: { options?: { encoding?: string } }) {
    if (isArmed && key.options?.encoding === 'base58') {
      isArmed = false;
      throw new Error('injected');
    }
    return to.call(this, key);
  });
  const closed = once(one.socket, 'close');
  mine([signed({ nonce: 0n, value: 4n * 10n ** 9n })]);
  assert.equal((await closed)[0], 1011);
  await other.ask('getVersion');
  mine([signed({ nonce: 1n, value: 4n * 10n ** 9n })]);
  await until(() => other.news.length >= 2, 'a notification of each block');
  assert.deepEqual([isArmed, one.news.length, other.news.length], [false, 0, 2]);
  assert.deepEqual([...faults.counts], [['message of a subscription', 1]]);
});

test('accounts that the chain writes are notified with every block, encoded once for each requested form', async (t) => {
  const { webSocketUrl, mine } = await openSvmInterface(t);
  const { ask, news } = await connect(t, webSocketUrl);
  const key = 'SysvarS1otHashes111111111111111111111111111';
  const whole = await ask('accountSubscribe', key, { encoding: 'base64' });
  const again = await ask('accountSubscribe', key, { encoding: 'base64' });
  const part = await ask('accountSubscribe', key, { encoding: 'base58', dataSlice: { offset: 0, length: 8 } });
  const tooLong = await ask('accountSubscribe', key, { encoding: 'base58' });
  for (let block = 0; block < 5; block++) mine();
  await until(() => news.length >= 4 * 5, 'the notifications of five blocks');
  type Told = { subscription: number; result: { context: { slot: number }; value: { data: string[] } } };
  const last = news.slice(-4).map(({ params }) => params as Told);
  assert.equal(news.length, 4 * 5);
  assert.deepEqual(
    last.map(({ subscription, result }) => [subscription, result.context.slot, result.value.data.at(-1)]),
    [
      [whole, 5, 'base64'],
      [again, 5, 'base64'],
      [part, 5, 'base58'],
      [tooLong, 5, 'base58'],
    ],
  );
  assert.equal(last[3]?.result.value.data[0], 'error: data too large for bs58 encoding');
  assert.equal(await ask('accountUnsubscribe', again), true);
  mine();
  await until(() => news.length >= 23, 'three further notifications');
  assert.deepEqual(
    news.slice(20).map(({ params }) => (params as Told).subscription),
    [whole, part, tooLong],
  );
});

test('subscriptions are limited, errors name the limits, and closing the connection releases them', async (t) => {
  const { webSocketUrl } = await openSvmInterface(t, undefined, {
    'max-subscriptions-per-connection': 2,
    'max-subscriptions-per-address': 3,
  });
  const [first, second] = [await connect(t, webSocketUrl), await connect(t, webSocketUrl)];
  const known = 'Internal Error: Subscription rejected. Node subscription limit reached';
  const words = (what: string, key: string) => ({
    code: -32603,
    message: `${known}: too many subscriptions ${what} (svm-rpc.${key}); end some that are not needed`,
  });
  for (let i = 0; i < 2; i++) assert.equal(typeof (await first.ask('accountSubscribe', toBase58(alice))), 'number');
  assert.deepEqual(
    await first.ask('slotSubscribe'),
    words('on one connection: at most 2', 'max-subscriptions-per-connection'),
  );
  const id = await second.ask('slotSubscribe');
  const ofAddress = words('from your address: at most 3', 'max-subscriptions-per-address');
  assert.deepEqual(await second.ask('slotSubscribe'), ofAddress);
  assert.equal(await second.ask('slotUnsubscribe', id), true);
  assert.equal(typeof (await second.ask('rootSubscribe')), 'number');
  first.socket.close();
  await once(first.socket, 'close');
  await until(async () => typeof (await second.ask('slotSubscribe')) === 'number', 'a free subscription');
});

test('filters of programs decide about accounts without data', async (t) => {
  const { webSocketUrl, mine } = await openSvmInterface(t);
  const { ask, news } = await connect(t, webSocketUrl);
  const system = '11111111111111111111111111111111';
  const all = await ask('programSubscribe', system, { encoding: 'base64', filters: [{ dataSize: 0 }] });
  await ask('programSubscribe', system, { filters: [{ dataSize: 165 }] });
  await ask('programSubscribe', system, { filters: [{ memcmp: { offset: 0, bytes: '2' } }] });
  await ask('programSubscribe', toBase58(alice));
  mine([signed({ nonce: 0n })]);
  await until(() => news.length >= 2, 'the notifications');
  const told = news.map(({ params }) => params as { subscription: number; result: { value: { pubkey: string } } });
  assert.deepEqual(
    told.map(({ subscription }) => subscription),
    [all, all],
  );
  assert.deepEqual(told.map(({ result }) => result.value.pubkey).sort(), [toBase58(alice), toBase58(bob)].sort());
});

test('a past transaction is notified at once, and the subscription ends', async (t) => {
  const { webSocketUrl, mine } = await openSvmInterface(t);
  const { ask, news } = await connect(t, webSocketUrl);
  const tx = signed({ nonce: 0n });
  mine([tx]);
  mine();
  const id = await ask('signatureSubscribe', toSignature(tx.hash));
  await until(() => news.length > 0, 'a notification');
  assert.deepEqual(news, [
    {
      jsonrpc: '2.0',
      method: 'signatureNotification',
      params: { result: { context: { apiVersion: '1.18.0-qord', slot: 1 }, value: { err: null } }, subscription: id },
    },
  ]);
  assert.deepEqual(await ask('signatureUnsubscribe', id), rejected('Invalid subscription id.'));
});

test('the first messages of signature subscriptions take turns, as all messages do', async (t) => {
  const { webSocketUrl, mine, mainThread } = await openSvmInterface(t);
  const { ask, news } = await connect(t, webSocketUrl);
  const tx = signed({ nonce: 0n });
  mine([tx]);
  mainThread.charge('delivery', 1_000);
  await Promise.all([1, 2, 3].map(() => ask('signatureSubscribe', toSignature(tx.hash))));
  await until(() => news.length === 3, 'the notifications');
  assert.ok(mainThread.statistics.delivery.spentMs > 1_000, 'their time counts');
});

test('impossible subscriptions are rejected in the words of pubsub', async (t) => {
  const { webSocketUrl } = await openSvmInterface(t);
  const { ask } = await connect(t, webSocketUrl);
  const key = toBase58(alice);
  assert.deepEqual(await ask('accountSubscribe', 'x'), rejected('Invalid Request: Invalid pubkey provided'));
  assert.deepEqual(await ask('programSubscribe', 'x'), rejected('Invalid Request: Invalid pubkey provided'));
  assert.deepEqual(await ask('signatureSubscribe', 'x'), rejected('Invalid Request: Invalid signature provided'));
  assert.deepEqual(
    await ask('logsSubscribe', { mentions: ['x'] }),
    rejected('Invalid Request: Invalid mentions provided'),
  );
  assert.deepEqual(
    await ask('logsSubscribe', { mentions: [key, key] }),
    rejected('Invalid Request: Only 1 address supported'),
  );
  assert.deepEqual(await ask('logsSubscribe', { mentions: [] }), rejected('Invalid Request: Only 1 address supported'));
  const absent = { code: -32601, message: 'Method not found' };
  for (const method of ['getBalance', 'blockSubscribe', 'voteSubscribe']) {
    assert.deepEqual(await ask(method, key), absent);
  }
});

test('there are no subscriptions over plain HTTP', async (t) => {
  const { webSocketUrl, call } = await openSvmInterface(t);
  const absent = { code: -32601, message: 'Method not found' };
  assert.deepEqual(await call('slotSubscribe'), absent);
  const response = await fetch(webSocketUrl.replace('ws', 'http'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"slotSubscribe"}',
  });
  assert.deepEqual(((await response.json()) as { error: unknown }).error, absent);
});

test('the port of the subscriptions serves health and description', async (t) => {
  const { webSocketUrl } = await openSvmInterface(t);
  assert.equal(await (await fetch(`${webSocketUrl.replace('ws', 'http')}/health`)).text(), 'ok');
  const { ask } = await connect(t, webSocketUrl);
  const { info, methods } = (await ask('rpc.discover')) as { info: { title: string }; methods: { name: string }[] };
  assert.equal(info.title, 'qord: subscriptions of the SVM-compatible interface');
  const names = methods.map(({ name }) => name);
  for (const name of ['accountSubscribe', 'slotUnsubscribe', 'getVersion', 'rpc.discover']) {
    assert.ok(names.includes(name), name);
  }
});
