import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Interface } from 'ethers';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import { aiAddress, authorityAddress } from '../modules/addresses.ts';
import { aiRiskScore } from '../modules/ai/calls.ts';
import { fromHex, toHex } from '../primitives/hex.ts';
import { SocketClient } from '../testing/interfaces/socket-client.ts';
import { accountOf, signFrom } from '../testing/sign-from.ts';
import { assertSupplyIsSumOfBalances } from '../testing/supply.ts';
import { startTestNode } from '../testing/test-node.ts';
import { until } from '../testing/until.ts';

const gasLimit = 200_000n;

/** Two accounts that pay well for ordinary transactions, one that calls the AI precompile, and one that pays no tip. */
function candidates(round: bigint): Readonly<Record<string, Transaction>> {
  const ordinary = (index: bigint) => signFrom(4, { nonce: round * 3n + index, tip: 100n, gasLimit });
  return {
    free: signFrom(7, { nonce: round, tip: 0n, gasLimit }),
    ai: signFrom(6, { nonce: round, tip: 1n, to: aiAddress, value: 0n, data: fromHex(aiRiskScore.selector), gasLimit }),
    middle: signFrom(5, { nonce: round, tip: 50n, gasLimit }),
    first: ordinary(0n),
    second: ordinary(1n),
    third: ordinary(2n),
  };
}

async function openFixture(t: Parameters<typeof startTestNode>[0]) {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const socket = await SocketClient.connect(node.urls.webSocket);
  t.after(async () => socket.socket.terminate());
  const ask = async <T>(method: string, ...params: readonly unknown[]): Promise<T> => {
    const { result, error } = await socket.ask(method, ...params);
    assert.equal(error, undefined, method);
    return result as T;
  };
  await ask('evm_setAutomine', false);
  const close = async () => {
    socket.socket.terminate();
    await node.close();
    await assertSupplyIsSumOfBalances(node.home);
  };
  const submit = ({ raw }: Transaction) => ask<string>('eth_sendRawTransaction', toHex(raw));
  const strategyOf = async () =>
    (await ask<{ config: { routing_strategy: string } }>('qor_getAIStats')).config.routing_strategy;
  return { ask, submit, strategyOf, close };
}

type Fixture = Awaited<ReturnType<typeof openFixture>>;

/** Status of a call by which the authority sets the strategy. */
async function setStrategy({ ask, submit }: Fixture, nonce: bigint, strategy: string): Promise<string> {
  const authority = new Interface(['function setParams(string module, string changes)']);
  const changes = JSON.stringify({ routing_strategy: strategy });
  const data = fromHex(authority.encodeFunctionData('setParams', ['ai', changes]));
  const call = { nonce, to: authorityAddress, value: 0n, data, gasLimit: 1_000_000n };
  const hash = await submit(signFrom(0, call));
  await ask('evm_mine');
  return (await ask<{ status: string }>('eth_getTransactionReceipt', hash)).status;
}

type Rounds = { count: bigint };

/**
 * Names of the candidates in the order of the block that has them all: a block ends at its deadline, which may come
 * early on a busy machine; then the rest goes into more blocks and the next candidates are tried. `rounds` counts the
 * attempts.
 */
async function orderOf({ ask, submit }: Fixture, rounds: Rounds): Promise<readonly (string | undefined)[]> {
  for (let trial = 0; trial < 20; trial++) {
    const all = candidates(rounds.count++);
    const names = new Map(Object.entries(all).map(([name, { hash }]) => [String(hash), name]));
    for (const tx of Object.values(all)) await submit(tx);
    const lanes = await ask<Record<string, string[]>>('qord_getPoolLanes');
    assert.deepEqual([lanes.ai, lanes.free, lanes.default?.length], [[all.ai?.hash], [all.free?.hash], 4]);
    await ask('evm_mine');
    const block = await ask<{ transactions: string[] }>('eth_getBlockByNumber', 'latest', false);
    if (block.transactions.length === names.size) return block.transactions.map((hash) => names.get(hash));
    await until(async () => {
      await ask('evm_mine');
      return (await ask<{ pending: string }>('txpool_status')).pending === '0x0';
    }, 'an empty pool');
  }
  return assert.fail('no block has all candidates');
}

test('the routing strategy decides whether price or turns of the lanes order a block', async (t) => {
  const fixture = await openFixture(t);
  const rounds = { count: 0n };
  const byPrice = ['first', 'second', 'third', 'middle', 'ai', 'free'];
  assert.equal(await fixture.strategyOf(), 'reputation_weighted');
  assert.deepEqual(await orderOf(fixture, rounds), byPrice);

  assert.equal(await setStrategy(fixture, 0n, 'round_robin'), '0x1');
  assert.equal(await fixture.strategyOf(), 'round_robin');
  assert.deepEqual(await orderOf(fixture, rounds), ['ai', 'first', 'free', 'second', 'third', 'middle']);

  assert.equal(await setStrategy(fixture, 1n, 'fastest'), '0x0', 'there is no such strategy');
  assert.equal(await fixture.strategyOf(), 'round_robin');
  assert.equal(await setStrategy(fixture, 2n, 'reputation_weighted'), '0x1');
  assert.deepEqual(await orderOf(fixture, rounds), byPrice);
  const sent = `0x${(rounds.count * 3n).toString(16)}`;
  assert.equal(await fixture.ask('eth_getTransactionCount', accountOf(4), 'latest'), sent, 'all are executed');
  await fixture.close();
});
