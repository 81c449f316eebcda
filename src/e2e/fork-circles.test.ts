import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { listen } from '../testing/node/listen.ts';
import { errorText, postJson } from '../testing/raw-rpc.ts';
import { startTestNode, type TestNode } from '../testing/test-node.ts';

const flags = { 'consensus.block-interval': '0s', 'fork.retries': '0' };
const itself = /^-32000 origin http:\S+: this is the node itself, not another network$/;
const circle = /^-32000 origin http:\S+: its state comes from this node$/;

const ask = ({ urls }: TestNode, method: string, ...params: readonly unknown[]) =>
  postJson(urls.http, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));

let accounts = 0;
/** The answer to a read of an account that nobody has read before. */
const freshRead = async (node: TestNode) =>
  errorText(await ask(node, 'eth_getBalance', `0x${(++accounts).toString().padStart(40, 'f')}`, 'latest'));

/** A network, a fork of it, and forks of forks. */
async function startForks(t: Parameters<typeof startTestNode>[0], count: number): Promise<TestNode[]> {
  const nodes = [await startTestNode(t, { flags })];
  while (nodes.length <= count) {
    nodes.push(await startTestNode(t, { flags: { ...flags, 'fork.url': nodes.at(-1)?.urls.http ?? '' } }));
  }
  return nodes;
}

test('a fork rejects an address behind which it finds itself', { timeout: 600_000 }, async (t) => {
  const [network, first, second, third] = await startForks(t, 3);
  assert.ok(network && first && second && third);
  const setUrl = async (node: TestNode, url: string) => errorText(await ask(node, 'anvil_setRpcUrl', url));

  for (const url of [first.urls.http, first.urls.http.replace('127.0.0.1', 'localhost'), `${first.urls.http}/path`]) {
    assert.match(await setUrl(first, url), itself);
  }
  assert.match(await setUrl(first, second.urls.http), circle);
  assert.match(await setUrl(first, third.urls.http), circle, 'through two forks');
  const forking = { jsonRpcUrl: second.urls.http };
  assert.match(errorText(await ask(first, 'anvil_reset', { forking })), circle);
  assert.match(errorText(await ask(network, 'anvil_reset', { forking })), circle, 'also a network that is no fork');
  for (const node of [first, second, third]) assert.equal(await freshRead(node), 'result "0x0"', 'nothing has changed');

  await ask(first, 'anvil_mine', '0x4'); // up to the blocks that the others have forked
  assert.equal(await setUrl(third, first.urls.http), 'result null', 'another node behind which it is not');
  assert.equal(await freshRead(third), 'result "0x0"');
  assert.equal(await setUrl(second, third.urls.http), 'result null', 'which does not ask it any more');
  assert.equal(await freshRead(second), 'result "0x0"');
});

test('a circle that a restart closes ends with an error', { timeout: 600_000 }, async (t) => {
  const network = await startTestNode(t, { flags });
  const first = await startTestNode(t, { flags: { ...flags, 'fork.url': network.urls.http } });
  let behind = first;
  const server = createServer(async (request, response) => {
    response.end(JSON.stringify(await postJson(behind.urls.http, await text(request))));
  });
  const address = `http://127.0.0.1:${await listen(t, server)}`;
  const second = await startTestNode(t, { flags: { ...flags, 'fork.url': address } });
  assert.equal(await freshRead(second), 'result "0x0"');
  await first.close();
  behind = await startTestNode(t, { home: first.home, flags: { ...flags, 'fork.url': second.urls.http } });
  assert.match(await freshRead(behind), circle);
  assert.match(await freshRead(second), /^-32000 origin http:\S+: origin http:\S+: its state comes from this node$/);
  assert.equal(errorText(await ask(behind, 'anvil_setRpcUrl', network.urls.http)), 'result null');
  for (const node of [behind, second]) assert.equal(await freshRead(node), 'result "0x0"');
});
