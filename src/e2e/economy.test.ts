import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Contract, JsonRpcProvider } from 'ethers';
import * as z from 'zod';
import { feeCollector, rewardPool } from '../kernel/module-account.ts';
import { signTransaction } from '../kernel/transaction/codec.ts';
import { authorityAddress, distributionAddress, stakingAddress, xqoreAddress } from '../modules/addresses.ts';
import { parseAddress, toBech32 } from '../primitives/address.ts';
import { emptyBytes } from '../primitives/bytes.ts';
import { fromHex, toHex } from '../primitives/hex.ts';
import { weiPerUqor } from '../primitives/units.ts';
import { moduleContract } from '../testing/modules/module-contracts.ts';
import { connectWallets } from '../testing/node/node-wallets.ts';
import { assertSupplyIsSumOfBalances } from '../testing/supply.ts';
import { startTestNode, type TestNode } from '../testing/test-node.ts';
import { until } from '../testing/until.ts';

const qor = 1_000_000n;

async function openFixture(t: Parameters<typeof startTestNode>[0], flags: Record<string, string> = {}) {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '20ms', ...flags } });
  const { provider, walletAt } = connectWallets(node);
  return { node, provider, walletAt };
}

/** Sends a call and returns its receipt. */
async function send(contract: Contract, name: string, ...args: readonly unknown[]) {
  const sent = await contract.getFunction(name).send(...args);
  const receipt = await sent.wait();
  assert.equal(receipt?.status, 1, name);
  return receipt;
}

const read = (contract: Contract, name: string, ...args: readonly unknown[]): Promise<bigint> =>
  contract.getFunction(name).staticCall(...args);

/** Closes the node and checks that the supply is the sum of all balances. */
async function closeAndCount(provider: JsonRpcProvider, node: TestNode) {
  provider.destroy();
  await node.close();
  await assertSupplyIsSumOfBalances(node.home);
}

const blockOf = z.object({ number: z.string(), transactions: z.array(z.unknown()) });

test('the fees of 1,000 transactions are split to the last wei', async (t) => {
  const { node, provider } = await openFixture(t, { 'json-rpc.filter-cap': '10000' });
  for (const [index, { privateKey }] of node.accounts.entries()) {
    const signed = Array.from({ length: 100 }, (_, at) => {
      const nonce = BigInt(at);
      const fees = { maxFeePerGas: 10n ** 13n, maxPriorityFeePerGas: BigInt(index * 7 + 1) };
      const to = parseAddress(`0x${'42'.repeat(20)}`);
      const call = { gasLimit: 21_000n, to, value: nonce + 1n, data: emptyBytes, accessList: [] };
      return signTransaction({ type: 2, chainId: 9800n, nonce, ...fees, ...call }, fromHex(privateKey));
    });
    await Promise.all(signed.map(({ raw }) => provider.send('eth_sendRawTransaction', [toHex(raw)])));
    await (await provider.getTransaction(signed[99]?.hash ?? ''))?.wait();
  }
  let burned = 0n;
  let distributed = 0n;
  const head = await provider.getBlockNumber();
  for (let height = 1; height <= head; height++) {
    const { transactions } = blockOf.parse(
      await provider.send('eth_getBlockByNumber', [`0x${height.toString(16)}`, false]),
    );
    if (transactions.length === 0) continue;
    const receipts = z
      .array(z.object({ gasUsed: z.string(), effectiveGasPrice: z.string() }))
      .parse(await provider.send('eth_getBlockReceipts', [`0x${height.toString(16)}`]));
    const fees = receipts.reduce(
      (sum, { gasUsed, effectiveGasPrice }) => sum + BigInt(gasUsed) * BigInt(effectiveGasPrice),
      0n,
    );
    burned += (fees * 30n) / 100n;
    distributed += fees - (fees * 30n) / 100n;
  }
  const stats = await provider.send('qor_getBurnStats', []);
  assert.equal(stats.total_burned, (burned / weiPerUqor).toString());
  assert.equal(stats.total_distributed, (distributed / weiPerUqor).toString());
  assert.equal(await provider.getBalance(feeCollector), 0n);
  assert.equal(
    await read(moduleContract('IBurn', parseAddress(`0x${'0d08'.padStart(40, '0')}`), provider), 'totalBurned'),
    burned,
  );
  await closeAndCount(provider, node);
});

test('coins are locked and unlocked early, and the others share the penalty', async (t) => {
  const { node, provider, walletAt } = await openFixture(t);
  const [alice, bob] = [walletAt(1), walletAt(2)];
  const asAlice = moduleContract('IXqore', xqoreAddress, alice);
  const asBob = moduleContract('IXqore', xqoreAddress, bob);
  await send(asAlice, 'lock', 1_000n * qor);
  await send(asBob, 'lock', 500n * qor);
  await send(asAlice, 'unlock', 1_000n * qor);
  const bobsAddress = toBech32(parseAddress(bob.address));
  const positionOf = () => provider.send('qor_getXQOREPosition', [bobsAddress]);
  await until(async () => (await positionOf()).accrued_rebase !== '0', 'the share of the penalty');
  const position = await positionOf();
  assert.equal(position.locked_amount, (500n * qor).toString());
  assert.equal(position.accrued_rebase, (500n * qor).toString());
  assert.equal(position.current_penalty_rate, '0.50');
  await assert.rejects(provider.send('qor_getXQOREPosition', [alice.address]), /-32001/);
  await assert.rejects(asBob.getFunction('lock').staticCall(1n), /xqore: below the minimum \(5\)/);
  await closeAndCount(provider, node);
});

test('who locks in front of a large early unlock gets nothing of its penalty', async (t) => {
  const { node, provider, walletAt } = await openFixture(t, { 'consensus.block-interval': '0s' });
  const authority = moduleContract('IAuthority', authorityAddress, walletAt(0));
  await send(authority, 'setParams', 'xqore', '{"share_after_seconds":600}');
  const xqoreOf = (account: number) => moduleContract('IXqore', xqoreAddress, walletAt(account));
  const accrued = async (account: number) => {
    const owner = walletAt(account).address;
    return (await xqoreOf(account).getFunction('positionOf').staticCall(owner)).accrued;
  };
  await send(xqoreOf(1), 'lock', 900n * qor);
  await send(xqoreOf(2), 'lock', 3n * qor);
  await provider.send('evm_increaseTime', [600]);
  await send(xqoreOf(3), 'lock', 9_000n * qor);
  await send(xqoreOf(1), 'unlock', 900n * qor);
  assert.deepEqual([await accrued(2), await accrued(3)], [450n * qor * weiPerUqor, 0n]);
  await node.restart();
  const again = connectWallets(node);
  await again.provider.send('evm_increaseTime', [600]);
  await send(moduleContract('IXqore', xqoreAddress, again.walletAt(2)), 'unlock', 2n * qor);
  const late = moduleContract('IXqore', xqoreAddress, again.walletAt(3));
  const position = await late.getFunction('positionOf').staticCall(walletAt(3).address);
  assert.equal(position.accrued, qor * weiPerUqor - 1n, 'it shares what is paid later, rounded down');
  provider.destroy();
  await closeAndCount(again.provider, node);
});

test('a delegator earns, withdraws rewards, undelegates and is paid', async (t) => {
  const { node, provider, walletAt } = await openFixture(t);
  const delegator = walletAt(3);
  const validator = walletAt(0).address;
  const staking = moduleContract('IStaking', stakingAddress, delegator);
  const distribution = moduleContract('IDistribution', distributionAddress, delegator);
  const bondedTokens = async () => (await provider.send('qor_getTokenomicsOverview', [])).supply.bonded_tokens;
  const bonded = BigInt(1 + node.peers) * 1_000_000n * qor; // each validator has the stake of a development network
  assert.equal(await bondedTokens(), bonded.toString());
  await send(staking, 'delegate', validator, 500_000n * qor);
  assert.equal(await bondedTokens(), (bonded + 500_000n * qor).toString());
  for (let payment = 0; payment < 5; payment++)
    await (await delegator.sendTransaction({ to: delegator.address })).wait();
  const earned = await read(distribution, 'rewardsOf', delegator.address, validator);
  assert.ok(earned > 0n);
  const before = await provider.getBalance(rewardPool);
  await send(distribution, 'withdrawRewards', validator);
  assert.ok((await provider.getBalance(rewardPool)) < before + 10n ** 18n * 20_000n);
  await assert.rejects(
    staking.getFunction('undelegate').staticCall(validator, 500_001n * qor),
    /staking: less is delegated than that \(6\)/,
  );
  await send(staking, 'undelegate', validator, 500_000n * qor);
  assert.equal(((await read(staking, 'delegationOf', delegator.address, validator)) as unknown as bigint[])[0], 0n);
  assert.equal(await bondedTokens(), bonded.toString());
  await closeAndCount(provider, node);
});

test('every qor_ method of the modules returns values of the chain', async (t) => {
  const { node, provider, walletAt } = await openFixture(t);
  await (await walletAt(1).sendTransaction({ to: walletAt(2).address, value: 1n })).wait();
  const operator = toBech32(parseAddress(walletAt(0).address), 'qorvaloper');
  const call = (name: string, ...params: unknown[]) => provider.send(name, params);
  await until(async () => (await provider.getBlockNumber()) >= 25, 'block 25');
  const reputation = await call('qor_getReputationScore', operator);
  assert.ok(reputation.uptime_blocks > 10);
  if (node.peers === 0) assert.equal(reputation.missed_blocks, 0); // in a network on a busy machine votes can be late
  assert.equal((await call('qor_getPoolClassification', operator)).pool, 'rpos');
  assert.equal((await call('qor_getAIStats')).txs_routed, 1);
  assert.equal((await call('qor_getPQCKeyStatus', walletAt(0).address)).registered, false);
  assert.deepEqual((await call('qor_getHybridSignatureMode')).mode, 2);
  assert.equal((await call('qor_getFairBlockStatus')).enabled, false);
  assert.equal((await call('qor_getGasAbstractionConfig')).accepted_tokens.length, 3);
  assert.equal((await call('qor_getLaneConfiguration')).lanes.length, 5);
  assert.equal(Object.keys((await call('qor_getRLObservation')).dimensions).length, 25);
  assert.ok((await call('qor_getRLReward')).height >= 20);
  assert.equal((await call('qor_getRLAgentStatus')).agent_mode, 'observe');
  assert.equal((await call('qor_getInflationRate')).emission_mode, 'fixed');
  const unknown = toBech32(parseAddress(walletAt(9).address), 'qorvaloper');
  await assert.rejects(call('qor_getPoolClassification', unknown), /-32001.*Entity not found|Entity not found/);
  await assert.rejects(call('qor_getXQOREPosition', 'nonsense'), /Invalid params/);
  await closeAndCount(provider, node);
});
