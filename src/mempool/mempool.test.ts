import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Receipt, SealedHeader } from '../chain/types.ts';
import { TransactionFaultError } from '../evm/transaction/fault.ts';
import { signTransaction } from '../kernel/transaction/codec.ts';
import type { Transaction, UnsignedTransaction } from '../kernel/transaction/transaction.ts';
import { zeroAddress } from '../primitives/address.ts';
import { emptyCodeHash } from '../primitives/crypto/keccak.ts';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { zeroHash } from '../primitives/hash.ts';
import { toHex } from '../primitives/hex.ts';
import { emptyView } from '../state/empty-view.ts';
import { createWorldState } from '../state/world-state.ts';
import { createMemoryChain } from '../testing/memory-chain.ts';
import { accountOf, privateKeyOf, signFrom, unusedAccount } from '../testing/sign-from.ts';
import { MempoolError } from './fault.ts';
import { Mempool } from './mempool.ts';
import { openMempool } from './open-mempool.ts';
import { type MempoolOptions, mempoolOptions } from './options.ts';

const floor = 10n ** 11n;
const qor = 10n ** 18n;
const senders = developmentAccounts.map(({ address }) => address);
const to = unusedAccount;

type Settings = Partial<MempoolOptions> & {
  readonly feeLimit?: bigint;
  readonly balance?: bigint;
  readonly allowsUnprotected?: boolean;
};

/** A pool over a state in which every sender has `balance`. */
function poolOf({ feeLimit = qor, balance = 1000n * qor, allowsUnprotected = false, ...options }: Settings = {}) {
  const state = createWorldState(emptyView);
  for (const sender of senders) state.mint(sender, balance);
  const rules = {
    chain: { fork: 'osaka', chainId: 9800n, gasLimit: 100_000_000n },
    baseFeeFloor: floor,
    feeLimit,
    allowsUnprotected,
  } as const;
  const pool = new Mempool({ headState: () => state, rules, options: { ...mempoolOptions.parse({}), ...options } });
  return { pool, state };
}

const transfer = signFrom;

function signed(sender: number, tx: UnsignedTransaction): Transaction {
  return signTransaction(tx, privateKeyOf(sender));
}

/** The code and the message of a rejection. */
function refusal(pool: Mempool, tx: Transaction): { code: string; text: string } {
  const before = pool.counts();
  try {
    pool.add(tx);
  } catch (error) {
    assert.ok(error instanceof MempoolError || error instanceof TransactionFaultError);
    assert.deepEqual(pool.counts(), before);
    return { code: error.fault.code, text: error.message };
  }
  throw new Error('the pool took the transaction');
}

/** Simulates a block with these transactions: nonces rise, and each sender spends `spent` wei. */
function playBlock({ pool, state }: ReturnType<typeof poolOf>, transactions: readonly Transaction[], spent = 0n): void {
  const receipts = transactions.map((tx): Receipt => {
    const before = state.balance(tx.sender);
    const account = { nonce: tx.nonce + 1n, balance: before - spent, codeHash: emptyCodeHash };
    state.setAccount(tx.sender, account);
    const balanceChanges = [{ address: tx.sender, before, after: account.balance }];
    return { ...emptyReceipt, balanceChanges };
  });
  const block = { header: emptyHeader, transactions };
  pool.update({ block, receipts, events: [], hookChanges: [] });
}

const bloom = new Uint8Array(256);
const emptyReceipt: Receipt = {
  type: 2,
  status: 1,
  gasUsed: 21_000n,
  cumulativeGasUsed: 21_000n,
  effectiveGasPrice: floor,
  contractAddress: undefined,
  logs: [],
  firstLogIndex: 0,
  logsBloom: bloom,
  balanceChanges: [],
};
const emptyHeader: SealedHeader = {
  number: 1,
  parentHash: zeroHash,
  miner: zeroAddress,
  stateRoot: zeroHash,
  transactionsRoot: zeroHash,
  receiptsRoot: zeroHash,
  logsBloom: toHex(bloom),
  gasLimit: 100_000_000n,
  gasUsed: 0n,
  timestamp: 1,
  extraData: new Uint8Array(0),
  prevRandao: zeroHash,
  baseFee: floor,
  hash: zeroHash,
  size: 0,
  transactionCount: 0,
};

test('gapless nonces are pending, the rest is queued until the gap closes', () => {
  const { pool } = poolOf();
  const announced: Transaction[] = [];
  pool.onPending((tx) => announced.push(tx));
  const [first, second, third] = [0n, 1n, 2n].map((nonce) => transfer(0, { nonce }));
  assert.ok(first && second && third);
  pool.add(third);
  assert.deepEqual(pool.counts(), { pending: 0, queued: 1 });
  assert.equal(pool.nextNonce(accountOf(0)), 0n);
  pool.add(first);
  assert.deepEqual(pool.counts(), { pending: 1, queued: 1 });
  assert.equal(pool.nextNonce(accountOf(0)), 1n);
  pool.add(second);
  assert.deepEqual(pool.counts(), { pending: 3, queued: 0 });
  assert.equal(pool.nextNonce(accountOf(0)), 3n);
  assert.deepEqual(announced, [first, second, third]);
  assert.equal(pool.byteSize(), first.raw.length + second.raw.length + third.raw.length);
  assert.deepEqual(pool.contentOf(accountOf(0)).pending, [first, second, third]);
  assert.equal(pool.get(second.hash), second);
});

test('content is by sender in address order, then by nonce', () => {
  const { pool } = poolOf();
  for (const sender of [0, 1, 2]) for (const nonce of [3n, 0n]) pool.add(transfer(sender, { nonce }));
  const ordered = [0, 1, 2].map(accountOf).sort();
  assert.deepEqual(
    pool.content().pending.map(({ sender }) => sender),
    ordered,
  );
  assert.deepEqual(
    pool.content().queued.map(({ sender, nonce }) => [sender, nonce]),
    ordered.map((sender) => [sender, 3n]),
  );
});

test('block order: highest tip first, of equal ones the oldest, each sender in the order of nonces', () => {
  const { pool } = poolOf();
  const [low, high, older, newer, behind] = [
    transfer(0, { tip: 1n }),
    transfer(1, { tip: 9n }),
    transfer(2, { tip: 5n }),
    transfer(3, { tip: 5n }),
    transfer(0, { nonce: 1n, tip: 100n }),
  ];
  for (const tx of [low, high, older, newer, behind]) if (tx !== undefined) pool.add(tx);
  assert.deepEqual([...pool.candidates(floor)], [high, older, newer, low, behind]);
});

test('a transaction that cannot pay the base fee waits, and later ones of its sender with it', () => {
  const { pool } = poolOf();
  pool.add(transfer(0, { cap: floor + 5n }));
  pool.add(transfer(0, { nonce: 1n, cap: 9n * floor }));
  assert.deepEqual([...pool.candidates(floor + 6n)], []);
  assert.equal(pool.hasCandidates(floor + 6n), false);
  assert.equal(pool.hasCandidates(floor + 5n), true);
  assert.equal([...pool.candidates(floor + 5n)].length, 2);
});

test('a replacement must raise both fees by ten percent', () => {
  const { pool } = poolOf();
  const first = transfer(0, { cap: 2n * floor, tip: 100n });
  pool.add(first);
  const needed = { code: 'replacement-underpriced' };
  for (const fees of [
    { cap: 3n * floor, tip: 109n },
    { cap: (22n * floor) / 10n - 1n, tip: 110n },
  ]) {
    const { code, text } = refusal(pool, transfer(0, fees));
    assert.equal(code, needed.code);
    assert.match(text, /^replacement transaction underpriced/);
  }
  const announced: Transaction[] = [];
  pool.onPending((tx) => announced.push(tx));
  const second = transfer(0, { cap: (22n * floor) / 10n, tip: 110n });
  pool.add(second);
  assert.equal(pool.get(first.hash), undefined);
  assert.deepEqual(pool.contentOf(accountOf(0)), { pending: [second], queued: [] });
  assert.deepEqual(announced, [second]);
  assert.equal(pool.byteSize(), second.raw.length);
});

test('replacing a queued transaction calls no listener', () => {
  const { pool } = poolOf();
  const announced: Transaction[] = [];
  pool.onPending((tx) => announced.push(tx));
  pool.add(transfer(0, { nonce: 2n }));
  pool.add(transfer(0, { nonce: 3n }));
  pool.add(transfer(0, { nonce: 3n, cap: 3n * floor, tip: 2n }));
  assert.deepEqual(announced, []);
  assert.deepEqual(pool.counts(), { pending: 0, queued: 2 });
});

test('rejections have the messages that clients match on', () => {
  const cases: readonly (readonly [Transaction, string, RegExp])[] = [
    [
      transfer(0, { data: new Uint8Array(131_072) }),
      'oversized',
      /^oversized data: transaction size \d+, limit 131072$/,
    ],
    [
      signed(0, {
        type: 0,
        chainId: undefined,
        nonce: 0n,
        gasPrice: floor,
        gasLimit: 21_000n,
        to,
        value: 0n,
        data: bloom,
      }),
      'unprotected',
      /^only replay-protected \(EIP-155\) transactions allowed over RPC$/,
    ],
    [
      signed(0, { type: 0, chainId: 1n, nonce: 0n, gasPrice: floor, gasLimit: 90_000n, to, value: 0n, data: bloom }),
      'wrong-chain-id',
      /^invalid sender: invalid chain id for signer: have 1 want 9800/,
    ],
    [
      transfer(0, { cap: floor - 1n, tip: 0n }),
      'fee-cap-below-floor',
      /^max fee per gas less than block base fee: address 0x\w{40}, maxFeePerGas: 99999999999, baseFee: 100000000000; .*0\.1 uqor per gas = 100000000000 wei$/,
    ],
    [
      transfer(0, { gasLimit: 1_000_000n, cap: 15n * 10n ** 11n }),
      'fee-above-cap',
      /^tx fee \(1\.5 QOR\) exceeds the configured cap \(1 QOR\)$/,
    ],
    [
      transfer(0, { gasLimit: 20_000n }),
      'intrinsic-gas-too-low',
      /^intrinsic gas too low: gas 20000, minimum needed 21000$/,
    ],
    [transfer(0, { gasLimit: 100_000_001n }), 'gas-limit-above-block', /^exceeds block gas limit/],
    [transfer(0, { tip: 3n * floor }), 'tip-above-fee-cap', /^max priority fee per gas higher than max fee per gas/],
    [
      transfer(0, { value: 1000n * qor }),
      'insufficient-funds',
      /^insufficient funds for gas \* price \+ value: balance 1000000000000000000000, tx cost 1000004200000000000000, overshot 4200000000000000$/,
    ],
  ];
  for (const [tx, code, words] of cases) {
    const found = refusal(poolOf().pool, tx);
    assert.equal(found.code, code);
    assert.match(found.text, words);
  }
});

test('a stale nonce and a known transaction are rejected with their messages', () => {
  const world = poolOf();
  const tx = transfer(0);
  world.pool.add(tx);
  assert.deepEqual(refusal(world.pool, tx), { code: 'already-known', text: 'already known' });
  playBlock(world, [tx]);
  const stale = refusal(world.pool, transfer(0, { value: 2n }));
  assert.deepEqual(stale, { code: 'nonce-too-low', text: 'nonce too low: next nonce 1, tx nonce 0' });
});

test('a sender must have the funds for all its transactions in the pool', () => {
  const { pool } = poolOf({ balance: 10n * qor });
  pool.add(transfer(0, { value: 6n * qor }));
  assert.equal(refusal(pool, transfer(0, { nonce: 1n, value: 6n * qor })).code, 'insufficient-funds');
  pool.add(transfer(0, { value: 9n * qor, cap: 3n * floor, tip: 2n }));
  assert.deepEqual(pool.counts(), { pending: 1, queued: 0 });
});

test('limits per account count pending and queued transactions separately', () => {
  const { pool } = poolOf({ 'max-pending-per-account': 2, 'max-queued-per-account': 1 });
  pool.add(transfer(0, { nonce: 0n }));
  pool.add(transfer(0, { nonce: 1n }));
  const full = refusal(pool, transfer(0, { nonce: 2n }));
  assert.equal(full.code, 'account-limit');
  assert.match(full.text, /^account limit exceeded: 2 transactions/);
  pool.add(transfer(0, { nonce: 5n }));
  assert.equal(refusal(pool, transfer(0, { nonce: 6n })).code, 'account-limit');
  pool.add(transfer(1));
});

test('a full pool evicts the cheapest for one that pays more, and rejects others', () => {
  const { pool } = poolOf({ 'max-transactions': 3 });
  const [cheap, middle, best] = [transfer(0, { tip: 1n }), transfer(1, { tip: 5n }), transfer(2, { tip: 9n })];
  assert.ok(cheap && middle && best);
  for (const tx of [cheap, middle, best]) pool.add(tx);
  const refused = refusal(pool, transfer(3, { tip: 1n }));
  assert.equal(refused.code, 'underpriced');
  assert.match(refused.text, /^transaction underpriced/);
  assert.equal(refusal(pool, transfer(3, { tip: 50n, nonce: 4n })).code, 'pool-full');
  const better = transfer(3, { tip: 2n });
  pool.add(better);
  assert.equal(pool.get(cheap.hash), undefined);
  assert.deepEqual([...pool.candidates(floor)], [best, middle, better]);
});

test('a pool at its byte limit evicts as many as necessary', () => {
  const { pool } = poolOf({ 'max-bytes': 131_072 });
  const data = new Uint8Array(50_000);
  const gasLimit = 600_000n;
  for (const sender of [0, 1]) pool.add(transfer(sender, { data, gasLimit, tip: 1n }));
  pool.add(transfer(2, { data: new Uint8Array(120_000), gasLimit: 1_300_000n, tip: 2n }));
  assert.deepEqual(pool.counts(), { pending: 1, queued: 0 });
  assert.ok(pool.byteSize() > 120_000 && pool.byteSize() < 131_072);
});

test('after a block the executed ones are removed, the next are pending, and unpayable ones are dropped', () => {
  const world = poolOf({ balance: 10n * qor });
  const [first, second, third] = [0n, 1n, 2n].map((nonce) =>
    transfer(0, { nonce, value: nonce === 2n ? 4n * qor : qor }),
  );
  assert.ok(first && second && third);
  for (const tx of [first, second, third]) world.pool.add(tx);
  playBlock(world, [first], 7n * qor);
  assert.deepEqual(world.pool.contentOf(accountOf(0)), { pending: [second], queued: [] });
  assert.equal(world.pool.byteSize(), second.raw.length);
});

test('a block with another transaction of the same nonce removes the waiting one', () => {
  const world = poolOf();
  world.pool.add(transfer(0));
  playBlock(world, [transfer(0, { value: 5n })]);
  assert.deepEqual(world.pool.counts(), { pending: 0, queued: 0 });
  assert.equal(world.pool.nextNonce(accountOf(0)), 1n);
});

test('after removal by hash the later ones of the sender are queued', () => {
  const { pool } = poolOf();
  const [first, second] = [transfer(0), transfer(0, { nonce: 1n })];
  pool.add(first);
  pool.add(second);
  assert.equal(pool.remove(first.hash), true);
  assert.equal(pool.remove(first.hash), false);
  assert.deepEqual(pool.contentOf(accountOf(0)), { pending: [], queued: [second] });
});

test('after a rewind transactions are pending or queued by the nonces of that state', () => {
  const { chain, mine } = createMemoryChain((state) => {
    for (const sender of senders) state.mint(sender, 10n * qor);
  });
  const pool = openMempool(chain, mempoolOptions.parse({}), { feeLimit: 0n, allowsUnprotected: false });
  const [first, second, third] = [0n, 1n, 2n].map((nonce) => transfer(0, { nonce }));
  const other = transfer(1, { value: 9n * qor });
  assert.ok(first && second && third);
  mine([first]);
  for (const tx of [second, third, other]) pool.add(tx);
  chain.rewind(0);
  assert.deepEqual(pool.contentOf(accountOf(0)), { pending: [], queued: [second, third] });
  assert.equal(pool.nextNonce(accountOf(0)), 0n);
  pool.add(first);
  assert.deepEqual(pool.counts(), { pending: 4, queued: 0 });
  chain.amend((state) => state.burn(accountOf(1), 5n * qor));
  assert.deepEqual(pool.contentOf(accountOf(1)), { pending: [], queued: [] });
  assert.deepEqual([...pool.candidates(floor)], [first, second, third]);
  assert.equal(pool.byteSize(), first.raw.length + second.raw.length + third.raw.length);
});

test('a transaction without a chain id is accepted where that is allowed', () => {
  const { pool } = poolOf({ allowsUnprotected: true });
  const anywhere = { type: 0, chainId: undefined, nonce: 0n, gasPrice: floor, gasLimit: 21_000n } as const;
  const tx = signed(0, { ...anywhere, to, value: 0n, data: new Uint8Array(0) });
  pool.add(tx);
  assert.equal(pool.get(tx.hash), tx);
});
