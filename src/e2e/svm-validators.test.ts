import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSolanaRpc } from '@solana/kit';
import { Connection, PublicKey } from '@solana/web3.js';
import { JsonRpcProvider, Wallet } from 'ethers';
import { bondedUqor } from '../modules/staking/readers.ts';
import { startTestNode } from '../testing/test-node.ts';

test('validators, leaders and inflation agree with the modules', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const provider = new JsonRpcProvider(node.urls.http, 9800, {
    staticNetwork: true,
    cacheTimeout: -1,
    batchStallTime: 0,
  });
  t.after(() => provider.destroy());
  const wallet = new Wallet(node.accounts[0]?.privateKey ?? '', provider);
  for (let i = 0; i < 3; i++) await (await wallet.sendTransaction({ to: wallet.address, value: 1n })).wait();
  const web3 = new Connection(node.urls.svm, 'confirmed');
  const kit = createSolanaRpc(node.urls.svm);
  const { reader } = node.node.chain;

  const { current, delinquent } = await kit.getVoteAccounts().send();
  assert.deepEqual(delinquent, []);
  const [validator] = current;
  assert.ok(validator);
  const stake = current.reduce((sum, { activatedStake }) => sum + activatedStake, 0n);
  const state = reader.states.at(reader.head().number);
  assert.ok(state);
  assert.equal(stake, bondedUqor(state) * 1_000n);
  assert.equal((await web3.getVoteAccounts()).current.length, current.length);
  const { votePubkey } = validator;
  assert.deepEqual(await kit.getVoteAccounts({ votePubkey }).send(), { current: [validator], delinquent: [] });
  assert.equal((await web3.getStakeMinimumDelegation()).value, 1_000);

  const leader = await web3.getSlotLeader();
  assert.equal(leader, validator.nodePubkey);
  assert.equal((await kit.getIdentity().send()).identity, leader);
  const leaders = await web3.getSlotLeaders(1, 100);
  assert.deepEqual(
    leaders.map((key) => key.toBase58()),
    Array.from({ length: 100 }, () => leader),
  );
  const { slotsInEpoch } = await web3.getEpochInfo();
  const schedule = await web3.getLeaderSchedule();
  const scheduled = Object.values(schedule).flat();
  assert.equal(scheduled.length, slotsInEpoch);
  const { value: production } = await web3.getBlockProduction();
  assert.deepEqual(production.range, { firstSlot: 0, lastSlot: 3 });
  assert.deepEqual(production.byIdentity[leader], [3, 3]);
  const filtered = await web3.getBlockProduction({ identity: leader });
  assert.deepEqual(Object.keys(filtered.value.byIdentity), [new PublicKey(leader).toBase58()]);

  const rate = await kit.getInflationRate().send();
  assert.ok(rate.total > 0 && rate.total === rate.validator && rate.foundation === 0);
  const { value: supply } = await kit.getSupply().send();
  assert.equal(supply.circulating + supply.nonCirculating, supply.total);
  assert.ok(supply.total > 100_000_000n * 10n ** 9n);
});
