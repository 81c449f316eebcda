import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fromHex, toHex } from '../../primitives/hex.ts';
import { SocketClient } from '../../testing/interfaces/socket-client.ts';
import { readMetricAt } from '../../testing/network/read-metric.ts';
import { usedBytes } from '../../testing/process/heap.ts';
import { errorText, postJson, requestText } from '../../testing/raw-rpc.ts';
import { accountOf, signFrom } from '../../testing/sign-from.ts';
import { startTestNode } from '../../testing/test-node.ts';
import { until } from '../../testing/until.ts';

const logCount = 3000;
/**
 * Creation code that emits a log for each number n from 3000 down to 1, with the topics 1 and n.
 * PUSH2 0bb8 JUMPDEST DUP1 PUSH1 01 PUSH0 PUSH0 LOG2 PUSH1 01 SWAP1 SUB DUP1 PUSH1 03 JUMPI STOP
 */
const emitsLogs = '0x610bb85b8060015f5fa2600190038060035700';

const word = (number: number) => `0x${number.toString(16).padStart(64, '0')}`;

/** Emits the logs and waits for their receipt, over a WebSocket: no idle HTTP connection ends on a busy machine. */
async function emitLogs(client: SocketClient) {
  const { result: nonce } = await client.ask('eth_getTransactionCount', accountOf(0), 'pending');
  const creation = { to: undefined, value: 0n, data: fromHex(emitsLogs), gasLimit: 12_000_000n, cap: 10n ** 13n };
  const { raw, hash } = signFrom(0, { ...creation, nonce: BigInt(String(nonce)) });
  assert.equal((await client.ask('eth_sendRawTransaction', toHex(raw))).result, hash);
  const find = async () => (await client.ask('eth_getTransactionReceipt', hash)).result as { logs: unknown[] } | null;
  assert.equal((await until(find, 'a receipt')).logs.length, logCount);
}

async function connectMany(t: TestContext, url: string, count: number): Promise<readonly SocketClient[]> {
  const clients = await Promise.all(Array.from({ length: count }, () => SocketClient.connect(url)));
  t.after(() => {
    for (const { socket } of clients) socket.terminate();
  });
  return clients;
}

test('20,000 subscriptions without a match get nothing, and matching ones get their logs', async (t) => {
  const { urls } = await startTestNode(t);
  const attackers = await connectMany(t, urls.webSocket, 20);
  for (const [index, attacker] of attackers.entries()) {
    const replies = await attacker.askAll(
      Array.from({ length: 1000 }, (_, number) => [
        'eth_subscribe',
        'logs',
        { topics: [word(1), word(1_000_000 + index * 1000 + number)] },
      ]),
    );
    assert.ok(replies.every(({ error }) => error === undefined));
  }
  const [reader] = await connectMany(t, urls.webSocket, 1);
  assert.ok(reader);
  assert.equal((await reader.ask('eth_subscribe', 'logs', { topics: [word(1)] })).error, undefined);
  await emitLogs(reader);
  await until(() => reader.notifications.length >= logCount, 'all logs');
  const topics = reader.notifications.map(({ params }) => (params.result as { topics: string[] }).topics[1]);
  assert.deepEqual(
    topics,
    Array.from({ length: logCount }, (_, index) => word(logCount - index)),
  );
  assert.ok(attackers.every(({ notifications }) => notifications.length === 0));
});

test('connections that request every log a thousand times delay nobody else', async (t) => {
  const { urls } = await startTestNode(t);
  const attackers = await connectMany(t, urls.webSocket, 5);
  for (const attacker of attackers) {
    await attacker.askAll(Array.from({ length: 1000 }, () => ['eth_subscribe', 'logs', {}]));
    attacker.socket.pause();
  }
  const [reader] = await connectMany(t, urls.webSocket, 1);
  assert.ok(reader);
  await reader.ask('eth_subscribe', 'newHeads');
  await emitLogs(reader);
  await postJson(urls.http, requestText('eth_blockNumber', []));
  await until(() => reader.notifications.length > 0, 'a head');
  for (const { socket } of attackers) socket.resume();
  const codes = await Promise.all(
    attackers.map(({ socket }) => new Promise<number>((resolve) => socket.once('close', resolve))),
  );
  assert.ok(codes.every((code) => code === 1008 || code === 1006));
  assert.equal(reader.socket.readyState, reader.socket.OPEN);
});

test('the largest filters reach a limit that the error names, release their memory, and leave room for others', async (t) => {
  const { urls } = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const ask = (method: string, ...params: readonly string[]) => postJson(urls.http, requestText(method, params));
  const terms = (salt: number) => Array.from({ length: 1000 }, (_, number) => word(salt * 10_000 + number));
  const largest = (salt: number) => {
    const address = terms(salt).map((term) => `0x${term.slice(26)}`);
    return JSON.stringify({ address, topics: [0, 1, 2, 3].map((place) => terms(salt * 4 + place)) });
  };
  const before = usedBytes();
  for (let salt = 0; salt < 15; salt++) {
    const { error } = await ask('eth_newFilter', largest(salt));
    assert.equal(error, undefined);
  }
  const limitError =
    /^-32005 too many addresses and topics .* at most 75000 \(json-rpc\.max-filter-terms-per-address\)/;
  for (let salt = 15; salt < 40; salt++) assert.match(errorText(await ask('eth_newFilter', largest(salt))), limitError);
  const [attacker] = await connectMany(t, urls.webSocket, 1);
  const reply = await attacker?.ask('eth_subscribe', 'logs', JSON.parse(largest(60)));
  assert.match(`${reply?.error?.code} ${reply?.error?.message}`, limitError);
  assert.ok(usedBytes() - before < 40 * 2 ** 20);
  assert.equal((await ask('eth_newBlockFilter')).error, undefined);
  const requests = Array.from({ length: 1000 }, (_, id) => requestText('eth_newBlockFilter', [], id));
  const replies = await postJson<{ error?: { message: string } }[]>(urls.http, `[${requests.join()}]`);
  assert.match(replies.at(-1)?.error?.message ?? '', /json-rpc\.max-filters-per-address/);
});

test('subscriptions requested in a batch whose client has left are not kept', async (t) => {
  const { urls } = await startTestNode(t, {
    flags: {
      'json-rpc.max-subscriptions': '600',
      'json-rpc.gas-cap': '0',
      'json-rpc.evm-timeout': '1h',
      'metrics.enable': 'true',
    },
  });
  const spin = { to: null, data: '0x5b5f56' }; // until its client has left
  const running = () => readMetricAt(urls.metrics, 'qord_thread_tasks_running{pool="executions"}');
  for (let round = 0; round < 3; round++) {
    const [client] = await connectMany(t, urls.webSocket, 1);
    void client?.askAll([
      ['eth_call', spin, 'latest'],
      ...Array.from({ length: 400 }, () => ['eth_subscribe', 'newHeads'] as const),
    ]);
    await until(async () => (await running()) > 0, 'the first call');
    client?.socket.terminate();
    await until(async () => (await running()) === 0, 'the end of the call');
  }
  const [client] = await connectMany(t, urls.webSocket, 1);
  const replies = (await client?.askAll(Array.from({ length: 400 }, () => ['eth_subscribe', 'newHeads']))) ?? [];
  assert.ok(replies.length === 400 && replies.every(({ error }) => error === undefined));
});
