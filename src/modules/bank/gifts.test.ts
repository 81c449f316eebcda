import assert from 'node:assert/strict';
import { test } from 'node:test';
import { governanceDeposits, rewardPool, treasury } from '../../kernel/module-account.ts';
import { giftMovedEvent, giftsRecord, moveGifts, moveWei, payWei, startPools } from '../../kernel/pools.ts';
import { signTransaction } from '../../kernel/transaction/codec.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { type Address, addressToBytes, toBech32 } from '../../primitives/address.ts';
import { concatBytes, emptyBytes } from '../../primitives/bytes.ts';
import { developmentAccounts } from '../../primitives/development-accounts.ts';
import { fromHex } from '../../primitives/hex.ts';
import { emptyView } from '../../state/empty-view.ts';
import { createWorldState } from '../../state/world-state.ts';
import { genesisWith, type ModuleChain, openModuleChain } from '../../testing/module-chain.ts';
import { addressOf } from '../../testing/signing/hybrid.ts';
import * as addresses from '../addresses.ts';

const qor = 1_000_000n;
const weiPerQor = 10n ** 18n;
/** Every account of the chain itself that holds coins for others, or holds none. */
const { gasabstractionAddress: _, ...closed } = addresses;
const owners: readonly Address[] = [...new Set([...Object.values(closed), governanceDeposits, rewardPool])];

/** Code that destroys itself for the account, as a contract creation runs it. */
const selfdestructTo = (account: Address) => concatBytes(fromHex('0x73'), addressToBytes(account), fromHex('0xff'));

function raw(nonce: bigint, to: Address | undefined, value: bigint, data: Uint8Array = emptyBytes): Transaction {
  const fees = { maxFeePerGas: 10n ** 13n, maxPriorityFeePerGas: 1n, gasLimit: 1_000_000n };
  const key = developmentAccounts[1]?.privateKey ?? '0x';
  return signTransaction({ type: 2, chainId: 9800n, nonce, ...fees, to, value, data, accessList: [] }, fromHex(key));
}

/** A section of xqore in which an account has locked so many uqor, whose coins nobody has put into the module. */
function lockedBy(account: Address, uqor: bigint): object {
  const value = { locked: `${uqor}`, x_balance: `${uqor}`, lock_height: 0, lock_time: 0, index: '0', accrued: '0' };
  return { position: [{ key: [toBech32(account)], value }] };
}

const balanceOf = ({ chain }: ModuleChain, account: Address) => chain.headState().account(account)?.balance ?? 0n;

/** Mines the transactions, asserts that all of the accounts hold what they did, and returns what was counted. */
function giftsOf(network: ModuleChain, accounts: readonly Address[], transactions: readonly Transaction[]): bigint {
  const before = giftsRecord.get(network.chain.headState());
  const held = accounts.map((account) => balanceOf(network, account));
  const { receipts, events } = network.mine({ transactions });
  assert.ok(receipts.every(({ status }) => status === 1));
  const after = accounts.map((account) => balanceOf(network, account));
  for (const [at, account] of accounts.entries())
    if (account !== rewardPool) assert.equal(after[at], held[at], account); // the fees of the block came to it
  assert.equal(events.filter(({ topics }) => topics[0] === giftMovedEvent.topic).length, accounts.length);
  return giftsRecord.get(network.chain.headState()) - before;
}

test('coins that contracts leave to any account of the chain itself go to the treasury', () => {
  const network = openModuleChain(genesisWith({}));
  const before = balanceOf(network, treasury);
  const transactions = owners.map((owner, at) =>
    raw(BigInt(at), undefined, weiPerQor + BigInt(at), selfdestructTo(owner)),
  );
  const sent = BigInt(owners.length) * weiPerQor + BigInt((owners.length * (owners.length - 1)) / 2);
  assert.equal(giftsOf(network, owners, transactions), sent);
  assert.ok(balanceOf(network, treasury) - before > sent, 'with its share of the fees');
});

test('so do those of transfers, and of modules that pay whom somebody has chosen', () => {
  const network = openModuleChain(genesisWith({}));
  assert.equal(
    giftsOf(network, [governanceDeposits, rewardPool], [raw(0n, governanceDeposits, 5n), raw(1n, rewardPool, 7n)]),
    12n,
  );
  const bank = owners.map((owner) => network.call(2, 'bank', 'send', { to: toBech32(owner), amount: qor, memo: '' }));
  assert.equal(giftsOf(network, owners, bank), BigInt(owners.length) * weiPerQor);
  const treasurySpends = owners.map((to) => network.call(0, 'authority', 'spendTreasury', { to, amount: qor }));
  assert.equal(giftsOf(network, owners, treasurySpends), BigInt(owners.length) * weiPerQor);
});

test('a gift of the genesis, and a pool that holds coins, are told apart', () => {
  const document = genesisWith({});
  const given = owners.map(
    (owner) => [owner, { balance: 3n * weiPerQor, nonce: 0n, code: emptyBytes, storage: {} }] as const,
  );
  // Bonded stake comes from the account of staking first, so there it is no gift.
  const alloc = new Map([...document.alloc, ...given]);
  const network = openModuleChain({ ...document, alloc });
  const bonded = balanceOf(network, addresses.stakingAddress);
  network.mine();
  assert.equal(giftsRecord.get(network.chain.headState()), BigInt(owners.length - 1) * 3n * weiPerQor);
  assert.equal(balanceOf(network, addresses.stakingAddress), bonded);
  const lock = network.call(3, 'xqore', 'lock', { amount: 100n * qor });
  const gift = raw(0n, undefined, 1n, selfdestructTo(addresses.xqoreAddress));
  assert.equal(giftsOf(network, [], []), 0n);
  const { receipts } = network.mine({ transactions: [lock, gift] });
  assert.deepEqual(
    receipts.map(({ status }) => status),
    [1, 1],
  );
  assert.equal(balanceOf(network, addresses.xqoreAddress), 100n * weiPerQor);
  const again = openModuleChain(network.exported());
  again.mine();
  assert.equal(balanceOf(again, addresses.xqoreAddress), 100n * weiPerQor, 'an exported chain counts the same');
  assert.equal(giftsRecord.get(again.chain.headState()), giftsRecord.get(network.chain.headState()));
});

test('a genesis whose records say more than pools hold takes it from the treasury, or is refused', () => {
  const alice = developmentAccounts[1]?.address ?? treasury;
  const empty = genesisWith({ xqore: lockedBy(alice, 100n * qor) });
  const network = openModuleChain(empty);
  network.mine();
  assert.equal(balanceOf(network, addresses.xqoreAddress), 100n * weiPerQor);
  const unlock = network.call(1, 'xqore', 'unlock', { amount: 100n * qor });
  assert.equal(network.mine({ transactions: [unlock] }).receipts[0]?.status, 1);
  const tooMuch = genesisWith({ xqore: lockedBy(alice, 10n ** 18n) });
  assert.throws(
    () => openModuleChain(tooMuch),
    /modules\.xqore: the records of \w+ need \d+ wei more than it holds, and the treasury has less/,
  );
});

test('a pool pays no more than was put into it, whatever it has been given', () => {
  const state = createWorldState(emptyView);
  const [pool, alice] = [addresses.xqoreAddress, addressOf(4)];
  state.mint(pool, 10n);
  startPools(state, [{ name: 'one', account: pool, owed: () => 5n }]);
  assert.throws(() => moveWei(state, pool, alice, 6n), /holds less than is taken out of it/);
  const other = createWorldState(emptyView);
  other.mint(pool, 10n);
  startPools(other, [{ name: 'one', account: pool, owed: () => 5n }]);
  moveWei(other, pool, alice, 5n);
  payWei(other, alice, pool, 2n);
  assert.equal(moveGifts(other, [{ account: pool, owed: () => 0n }], []).length, 1);
  assert.deepEqual(
    [pool, alice, treasury].map((account) => other.balance(account)),
    [0n, 3n, 7n],
  );
});
