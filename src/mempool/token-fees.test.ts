import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signTransaction } from '../kernel/transaction/codec.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import { gasabstractionAddress } from '../modules/addresses.ts';
import { toBech32 } from '../primitives/address.ts';
import { emptyBytes } from '../primitives/bytes.ts';
import { genesisWith, openModuleChain } from '../testing/module-chain.ts';
import { accountOf, privateKeyOf } from '../testing/sign-from.ts';
import { dropReasons } from './drop-reasons.ts';
import { openMempool } from './open-mempool.ts';
import { mempoolOptions } from './options.ts';

const usdc = 10n ** 9n;
const gwei = 10n ** 9n;
const holders = [1, 2, 3, 4, 5];
/** Has the token, and pays in QOR. */
const other = 7;
/** Wei per gas of all transactions here; with the limit of 50,000 gas each may cost 0.05 QOR. */
const price = 1_000n * gwei;
const fee = 50_000n * price;

/** A pool on a network where five accounts pay their fees in USDC, and the module has QOR for two transactions. */
function openPool() {
  const held = { value: usdc.toString() };
  const network = openModuleChain(
    genesisWith({
      bridge: {
        balance: [...holders, other].map((account) => ({
          key: ['ethereum', 'USDC', toBech32(accountOf(account))],
          ...held,
        })),
        total: [{ key: ['ethereum', 'USDC'], value: { total_locked: `${6n * usdc}`, total_minted: `${6n * usdc}` } }],
      },
      gasabstraction: {
        fee_token: holders.map((account) => ({ key: [toBech32(accountOf(account))], value: 'ibc/USDC' })),
      },
    }),
  );
  const mempool = openMempool(network.chain, mempoolOptions.parse({}), { feeLimitWei: 0n, allowsUnprotected: false });
  const fund = (value: bigint) =>
    network.mine({ transactions: [network.call(6, 'gasabstraction', 'addLiquidity', {}, value)] });
  fund(2n * fee);
  return { network, mempool };
}

function transferFrom(
  account: number,
  tip: bigint,
  changes: { nonce?: bigint; gasLimit?: bigint; maxFeePerGas?: bigint; to?: Transaction['to']; data?: Uint8Array } = {},
): Transaction {
  const fees = { maxFeePerGas: price, maxPriorityFeePerGas: tip };
  const call = { to: accountOf(9), value: 1n, data: emptyBytes, accessList: [], nonce: 0n, gasLimit: 50_000n };
  return signTransaction({ type: 2, chainId: 9800n, ...fees, ...call, ...changes }, privateKeyOf(account));
}

const noLiquidity = /gasabstraction: the module holds too little QOR to pay fees for other tokens \(6\)/;

test('many senders cannot fill the pool with fees that one liquidity does not cover', () => {
  const { mempool } = openPool();
  mempool.add(transferFrom(1, 2n * gwei));
  mempool.add(transferFrom(2, 3n * gwei));
  for (const account of [3, 4, 5]) assert.throws(() => mempool.add(transferFrom(account, 2n * gwei)), noLiquidity);
  assert.throws(() => mempool.add(transferFrom(2, gwei, { nonce: 1n })), noLiquidity);
  mempool.add(transferFrom(7, gwei)); // pays in QOR
  assert.deepEqual(mempool.counts(), { pending: 3, queued: 0 });
});

test('who pays a higher tip takes the place of the lowest, unless its fee is larger', () => {
  const { mempool } = openPool();
  const [lowest, other] = [transferFrom(1, 2n * gwei), transferFrom(2, 3n * gwei)];
  mempool.add(lowest);
  mempool.add(other);
  assert.throws(() => mempool.add(transferFrom(3, 9n * gwei, { gasLimit: 50_001n })), noLiquidity);
  const next = transferFrom(3, 9n * gwei);
  mempool.add(next);
  assert.deepEqual(
    [lowest, other, next].map(({ hash }) => mempool.get(hash) !== undefined),
    [false, true, true],
  );
  mempool.remove(other.hash);
  mempool.add(lowest);
  mempool.clear();
  mempool.add(other);
  assert.deepEqual(mempool.counts(), { pending: 1, queued: 0 });
});

test('what waits behind a gap keeps no liquidity from others, and takes none of it when the gap closes', () => {
  const { mempool } = openPool();
  const waiting = transferFrom(1, 500n * gwei, { nonce: 1n });
  mempool.add(waiting);
  mempool.add(transferFrom(2, 2n * gwei));
  mempool.add(transferFrom(3, 3n * gwei));
  assert.deepEqual(mempool.counts(), { pending: 2, queued: 1 });
  mempool.add(transferFrom(1, 9n * gwei));
  assert.deepEqual(mempool.counts(), { pending: 2, queued: 0 }, 'in the place of the lowest, and no more');
  assert.equal(mempool.get(waiting.hash), undefined);
});

test('what comes to wait behind a gap leaves its part to others, and takes it again when there is enough', () => {
  const { network, mempool } = openPool();
  const [first, second] = [transferFrom(1, gwei), transferFrom(1, 9n * gwei, { nonce: 1n })];
  mempool.add(first);
  mempool.add(second);
  mempool.add(transferFrom(2, 2n * gwei));
  assert.deepEqual(mempool.counts(), { pending: 1, queued: 1 }, 'the first has left for a higher tip');
  mempool.add(transferFrom(3, gwei));
  assert.throws(() => mempool.add(transferFrom(4, gwei)), noLiquidity);
  const funding = network.call(6, 'gasabstraction', 'addLiquidity', {}, 2n * fee);
  network.mine({ transactions: [funding, first] });
  assert.deepEqual(mempool.counts(), { pending: 3, queued: 0 });
  assert.throws(() => mempool.add(transferFrom(4, gwei)), noLiquidity);
});

test('who pays in a token, or is about to, has few transactions in the pool: one more, and one in place of another', () => {
  const { network, mempool } = openPool();
  network.mine({ transactions: [network.call(6, 'gasabstraction', 'addLiquidity', {}, 10n ** 18n)] });
  const limit = /account limit exceeded: 4 transactions/;
  for (const nonce of [0n, 1n, 2n, 3n]) mempool.add(transferFrom(1, 2n * gwei, { nonce }));
  for (const nonce of [4n, 5n]) assert.throws(() => mempool.add(transferFrom(1, 2n * gwei, { nonce })), limit);
  mempool.add(transferFrom(1, 3n * gwei, { nonce: 3n, maxFeePerGas: 2n * price }));

  const { to, data } = network.call(other, 'gasabstraction', 'setFeeToken', { denom: 'ibc/USDC' });
  const chooses = (nonce: bigint) => ({ to, data, nonce, maxFeePerGas: 2n * price, gasLimit: 80_000n });
  for (const nonce of [0n, 1n, 2n, 3n, 4n]) mempool.add(transferFrom(other, 2n * gwei, { nonce }));
  for (const nonce of [0n, 5n]) assert.throws(() => mempool.add(transferFrom(other, 9n * gwei, chooses(nonce))), limit);
  mempool.remove(transferFrom(other, 2n * gwei, { nonce: 4n }).hash);
  mempool.add(transferFrom(other, 9n * gwei, chooses(0n)));
  assert.throws(() => mempool.add(transferFrom(other, 2n * gwei, { nonce: 4n })), limit);
});

test('what waits for a lower base fee keeps no liquidity from others, whatever it would give', () => {
  const { network, mempool } = openPool();
  const { overrides } = network.chain.rules;
  overrides.baseFee = price + 1n;
  const dear = { maxFeePerGas: 2n * price, gasLimit: 25_000n };
  mempool.add(transferFrom(1, 900n * gwei));
  mempool.add(transferFrom(1, 900n * gwei, { nonce: 1n, ...dear }));
  mempool.add(transferFrom(2, gwei, dear));
  mempool.add(transferFrom(3, 2n * gwei, dear));
  assert.throws(() => mempool.add(transferFrom(4, gwei, dear)), noLiquidity);
  overrides.baseFee = price;
  network.mine();
  assert.deepEqual(mempool.counts(), { pending: 2, queued: 1 }, 'its turn has come, and there is nothing left for it');
});

test('when the liquidity falls, those with the lowest tips leave; a block pays for all others', () => {
  const { network, mempool } = openPool();
  const [first, second] = [transferFrom(1, 2n * gwei), transferFrom(2, 3n * gwei)];
  mempool.add(first);
  mempool.add(second);
  const removed = { to: accountOf(0), amount: fee / 10n ** 12n };
  network.mine({ transactions: [network.call(0, 'gasabstraction', 'removeLiquidity', removed)] });
  assert.deepEqual(
    [first, second].map(({ hash }) => mempool.get(hash) !== undefined),
    [false, true],
  );
  const { receipts } = network.mine({ transactions: [...mempool.candidates(network.chain.next.baseFee())] });
  assert.deepEqual(
    receipts.map(({ status }) => status),
    [1],
  );
  const left = network.chain.headState().account(gasabstractionAddress)?.balance ?? 0n;
  assert.ok(left < fee);
  assert.throws(() => mempool.add(first), noLiquidity);
  mempool.add(transferFrom(1, gwei, { gasLimit: 21_000n }));
  network.assertSupply();
});

test('who chooses another token, or QOR again, cannot leave behind what it never has to pay', () => {
  const { network, mempool } = openPool();
  const choose = (account: number, denom: string) => network.call(account, 'gasabstraction', 'setFeeToken', { denom });
  const poor = transferFrom(1, gwei, { nonce: 1n, gasLimit: 40_000n });
  mempool.add(poor); // in USDC, behind the choice of QOR
  assert.equal(network.mine({ transactions: [choose(1, 'uqor')] }).receipts[0]?.status, 1);
  assert.equal(mempool.dropReason(poor.hash), dropReasons.otherToken);
  assert.deepEqual(mempool.counts(), { pending: 0, queued: 0 });
  mempool.add(transferFrom(1, gwei, { nonce: 1n }));
  assert.equal(mempool.counts().pending, 1, 'it has QOR');
});

test('what a block could not execute takes along what its sender would now pay in another way', () => {
  const { network, mempool } = openPool();
  const small = { gasLimit: 30_000n };
  const [first, second] = [transferFrom(1, gwei, small), transferFrom(1, gwei, { ...small, nonce: 1n })];
  const other = transferFrom(2, gwei, small);
  for (const tx of [first, second, other]) mempool.add(tx);
  mempool.remove(first.hash); // as a driver does with what could not be executed
  const off = { module: 'gasabstraction', changes: '{"enabled":false}' };
  assert.equal(network.mine({ transactions: [network.call(0, 'authority', 'setParams', off)] }).receipts[0]?.status, 1);
  const found = [second, other].map(({ hash }) => mempool.get(hash) !== undefined);
  assert.deepEqual(found, [false, true]);
});
