import assert from 'node:assert/strict';
import { test } from 'node:test';
import { devGenesis } from '../../chain/genesis/dev-genesis.ts';
import { defaultSections } from '../../kernel/natives.ts';
import { createModules } from '../../modules/index.ts';
import { fromHex } from '../../primitives/hex.ts';
import { cometMissing } from '../../testing/network/comet-binary.ts';
import { assertSameChain } from '../../testing/network/compare-nodes.ts';
import { send } from '../../testing/network/mixed-load.ts';
import { callModule } from '../../testing/network/module-sender.ts';
import { allAt, type NetworkNode, startNetwork } from '../../testing/network/network.ts';
import { accountOf, signFrom } from '../../testing/sign-from.ts';
import { until } from '../../testing/until.ts';

/** Two transactions of the load fill a block to 73 %; the policy calls it loaded from 55 % on. */
const gasLimit = 6_000_000n;
const gasEach = 2_200_000n;
/** Transactions of a sender that wait. */
const ahead = 8;
/** Creation code that never ends, so that all its gas is used. */
const endless = fromHex('0x5b600056');
const interval = 10;
const defaultPrice = 100;

type Agent = { readonly mode: string; readonly block_time_ms: number; readonly base_gas_price: number };
type Action = { readonly kind: string; readonly values: readonly string[] };

const tagOf = (height: number) => `0x${height.toString(16)}`;
const agentAt = (node: NetworkNode, height: number) =>
  node.call<Agent>('qord_getRecord', 'rlconsensus', 'agent', [], tagOf(height));
const actionAt = (node: NetworkNode, height: number) =>
  node.call<Action | null>('qord_getRecord', 'rlconsensus', 'action', [String(height)]);

async function baseFeeAt(node: NetworkNode, tag: string): Promise<bigint> {
  return BigInt((await node.call<{ baseFeePerGas: string }>('eth_getBlockByNumber', tag, false)).baseFeePerGas);
}

/** Keeps blocks loaded until the signal aborts. */
async function keepLoaded(node: NetworkNode, account: number, signal: AbortSignal): Promise<void> {
  let nonce = 0;
  while (!signal.aborted) {
    const included = Number(await node.call<string>('eth_getTransactionCount', accountOf(account), 'latest'));
    for (; nonce < included + ahead; nonce++) {
      const fields = { nonce: BigInt(nonce), to: undefined, value: 0n, data: endless, gasLimit: gasEach };
      await send(node, signFrom(account, { ...fields, cap: 10n ** 15n, tip: 0n }));
    }
    await allAt([node], (await node.height()) + 1);
  }
}

/** The first height with a sample after which PRISM wants a higher price, with that action. */
async function firstRise(node: NetworkNode, kind: string): Promise<number> {
  const begin = await node.height();
  for (let height = begin - (begin % interval) + interval; ; height += interval) {
    await allAt([node], height);
    const found = await actionAt(node, height);
    if (found?.kind === kind && Number(found.values[1]) > 0) return height;
    assert.ok(height < begin + 10 * interval, `no ${kind} rise of the price: ${JSON.stringify(found)}`);
  }
}

test('PRISM on a network under load: it suggests and applies the same price everywhere, and the base fee follows', {
  skip: cometMissing,
}, async (t) => {
  const genesis = devGenesis(defaultSections(createModules(), 'dev'));
  const limited = { ...genesis, parameters: { ...genesis.parameters, gasLimit } };
  const nodes = await startNetwork(t, { validators: 4, genesis: limited });
  const [first, second, third] = nodes;
  assert.ok(first && second && third);
  const setMode = (mode: string) => callModule(first, 0, ['rlconsensusAuthority', 'setAgentMode'], { mode });
  await allAt(nodes, 1);
  const lowest = await baseFeeAt(first, '0x0');
  const stop = new AbortController();
  const load = [second, third].map((node, index) => keepLoaded(node, 1 + index, stop.signal));

  await setMode('suggest');
  const suggested = await firstRise(first, 'suggested');
  assert.equal((await agentAt(first, suggested)).base_gas_price, defaultPrice, 'only offered');
  const accepted = await callModule(first, 0, ['rlconsensusAuthority', 'acceptSuggestion'], {
    height: BigInt(suggested),
  });
  const offered = (await agentAt(first, accepted)).base_gas_price;
  assert.ok(offered > defaultPrice, `${offered}`);

  await setMode('auto');
  const applied = await firstRise(first, 'applied');
  const raised = (await agentAt(first, applied)).base_gas_price;
  assert.ok(raised > offered, `${offered} to ${raised}`);
  const kept = await setMode('observe'); // else it leads the price back
  stop.abort();
  await Promise.all(load);
  const { base_gas_price: price } = await agentAt(first, kept);
  t.diagnostic(`price ${defaultPrice}, ${offered} accepted, ${raised} after the first sample in auto mode, ${price}`);
  const floor = (lowest * BigInt(price)) / BigInt(defaultPrice);
  await until(async () => (await baseFeeAt(first, 'latest')) === floor, 'the base fee at the raised floor');

  const to = await first.height();
  await allAt(nodes, to);
  for (const height of [suggested, accepted, applied, kept, to]) {
    const [expected, ...others] = await Promise.all(nodes.map((node) => agentAt(node, height)));
    for (const other of others) assert.deepEqual(other, expected, `PRISM at block ${height}`);
  }
  const actions = await Promise.all(nodes.map((node) => actionAt(node, applied)));
  for (const action of actions) assert.deepEqual(action, actions[0]);
  await assertSameChain(nodes, 1, to);
});
