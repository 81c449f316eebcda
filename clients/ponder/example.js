// Ponder: indexes the events of a contract, those of blocks before its start and those that come after it, and serves them.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createWalletClient, defineChain, http, publicActions, toEventSelector, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

const url = process.env.QORD_URL;
const port = process.env.PONDER_PORT ?? '14269';
const chain = defineChain({
  id: 9800,
  name: 'qord development',
  nativeCurrency: { name: 'QOR', symbol: 'QOR', decimals: 18 },
  rpcUrls: { default: { http: [url] } },
});
// the first account of every development network; its key is public
const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
const client = createWalletClient({ chain, account, transport: http(), pollingInterval: 200 }).extend(publicActions);
const mined = async (hash) => client.waitForTransactionReceipt({ hash: await hash });

// its constructor returns code that emits Ping with the word that it is called with
const topic = toEventSelector('Ping(uint256)').slice(2);
const data = `0x602a600c600039602a6000f35f355f527f${topic}60205fa100`;
const { contractAddress: pings, blockNumber } = await mined(client.sendTransaction({ data }));
const ping = (number) => mined(client.sendTransaction({ to: pings, data: toHex(number, { size: 32 }) }));
await ping(1);
await ping(2);

const ponder = spawn('npx', ['ponder', 'start', '--schema', 'example', '--port', port, '--log-level', 'warn'], {
  env: {
    ...process.env,
    PINGS: pings,
    START: String(blockNumber),
    DO_NOT_TRACK: '1',
    PONDER_TELEMETRY_DISABLED: 'true',
  },
  stdio: ['ignore', 'inherit', 'inherit'],
  detached: true, // a group of its own, which ends as a whole
});

/** The numbers that are indexed; waits until there are so many. */
async function indexed(count) {
  const body = JSON.stringify({ query: '{ pings(orderBy: "number") { items { number balance } } }' });
  const headers = { 'content-type': 'application/json' };
  for (let tries = 0; tries < 480; tries++) {
    const response = await fetch(`http://127.0.0.1:${port}/graphql`, { method: 'POST', headers, body }).catch(() => {});
    const { data: found } = response?.ok ? await response.json() : {};
    if (found?.pings.items.length === count) return found.pings.items.map(({ number }) => Number(number));
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`not ${count} events`);
}

try {
  assert.deepEqual(await indexed(2), [1, 2]);
  await ping(3);
  assert.deepEqual(await indexed(3), [1, 2, 3]);
  console.log('Ponder ok');
} finally {
  process.kill(-ponder.pid);
}
