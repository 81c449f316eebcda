import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base58 } from '@scure/base';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { type Address, toBase58, zeroAddress } from '../../primitives/address.ts';
import { fromHex } from '../../primitives/hex.ts';
import { weiPerQor } from '../../primitives/units.ts';
import type { WorldState } from '../../state/types.ts';
import { toSignature } from '../../svm/signature.ts';
import { contracts, deployContracts, inputOf } from '../../testing/interfaces/svm-contracts.ts';
import { alice, bob, carol, openSvmInterface, signed } from '../../testing/interfaces/svm-interface.ts';

const lamport = 10n ** 9n;
const systemProgram = '11111111111111111111111111111111';
const noTransaction = base58.encode(new Uint8Array(64).fill(7));

function fill(state: WorldState): void {
  state.mint(alice, 1_000n * weiPerQor);
  state.mint(zeroAddress, 5n * lamport);
  deployContracts(state);
}

type Entry = { signature: string; slot: number; err: unknown; transactionIndex: number };
type Shown = {
  slot: number;
  blockTime: number;
  version?: unknown;
  transaction: { signatures: string[]; message: { accountKeys: string[]; instructions: { data: string }[] } };
  meta: { err: unknown; fee: number; preBalances: number[]; postBalances: number[]; logMessages: string[] };
};

async function open(t: Parameters<typeof openSvmInterface>[0]) {
  const svm = await openSvmInterface(t, fill);
  return {
    ...svm,
    history: async (account: Address, options = {}) =>
      (await svm.call('getSignaturesForAddress', toBase58(account), options)) as Entry[],
    shown: async (tx: Transaction, options = {}) =>
      (await svm.call('getTransaction', toSignature(tx.hash), options)) as Shown,
  };
}

const signatures = (entries: readonly Entry[]) => entries.map(({ signature }) => signature);

test('a transfer is found under both of its accounts, with exact balances', async (t) => {
  const { mine, history, shown, chain } = await open(t);
  const tx = signed({ nonce: 0n, value: 3n * lamport + 5n });
  mine([tx]);
  const [entry] = await history(bob);
  assert.deepEqual(entry, {
    blockTime: chain.header(1)?.timestamp,
    confirmationStatus: 'finalized',
    err: null,
    memo: null,
    signature: toSignature(tx.hash),
    slot: 1,
    transactionIndex: 0,
  });
  assert.deepEqual(await history(alice), [entry]);
  const { meta, transaction, slot, version } = await shown(tx, { maxSupportedTransactionVersion: 0 });
  const fee = (21_000n * 101_000_000_000n) / lamport;
  const before = 1_000n * 10n ** 9n;
  assert.deepEqual(
    { slot, version, err: meta.err, fee: meta.fee },
    { slot: 1, version: 'legacy', err: null, fee: Number(fee) },
  );
  assert.deepEqual(transaction.message.accountKeys, [toBase58(alice), toBase58(bob), systemProgram]);
  assert.deepEqual(meta.preBalances, [Number(before), 0, 6]);
  // What alice has left is rounded down: 5 wei went to bob besides the 3 lamports.
  assert.deepEqual(meta.postBalances, [Number(before - fee) - 4, 3, 6]);
  assert.deepEqual(transaction.signatures, [toSignature(tx.hash)]);
  assert.equal('version' in (await shown(tx)), false);
});

test('an account that is paid from within a call finds the transaction', async (t) => {
  const { mine, history, shown } = await open(t);
  const tx = signed({ nonce: 0n, to: contracts.forwarder, value: 7n * lamport, data: inputOf(carol) });
  mine([tx]);
  assert.deepEqual(signatures(await history(carol)), [toSignature(tx.hash)]);
  const { transaction, meta } = await shown(tx);
  const index = transaction.message.accountKeys.indexOf(toBase58(carol));
  assert.equal((meta.postBalances[index] ?? 0) - (meta.preBalances[index] ?? 0), 7);
  const program = transaction.message.accountKeys.indexOf(toBase58(contracts.forwarder));
  assert.deepEqual([meta.preBalances[program], meta.postBalances[program]], [0, 0]);
  assert.equal(transaction.message.instructions[1]?.data, base58.encode(inputOf(carol)));
});

test('a contract keeps the balance it had at that moment, also within one block', async (t) => {
  const { mine, shown, call } = await open(t);
  const pay = (nonce: bigint, lamports: bigint) => signed({ nonce, to: contracts.logger, value: lamports * lamport });
  const ask = (nonce: bigint) => signed({ nonce, to: contracts.logger, value: 0n, data: Uint8Array.of(1) });
  const block = [pay(0n, 5n), ask(1n), pay(2n, 6n), ask(3n)];
  mine(block);
  const held = ({ transaction, meta }: Pick<Shown, 'transaction' | 'meta'>) =>
    meta.preBalances[transaction.message.accountKeys.indexOf(toBase58(contracts.logger))];
  const one = await Promise.all(block.map(async (tx) => held(await shown(tx))));
  assert.deepEqual(one, [0, 5, 5, 11]);
  const { transactions } = (await call('getBlock', 1)) as { transactions: Shown[] };
  assert.deepEqual(transactions.map(held), one);
});

test('reverted transactions, events and creations are shown as such', async (t) => {
  const { mine, history, shown } = await open(t);
  const failed = signed({ nonce: 0n, to: contracts.reverter, value: lamport, data: Uint8Array.of(1) });
  const logged = signed({ nonce: 1n, to: contracts.logger, value: 0n, data: Uint8Array.of(1, 2, 3) });
  const created = signed({ nonce: 2n, to: undefined, value: 2n * lamport, data: fromHex('0x00') });
  const { receipts } = mine([failed, logged, created]);
  const error = { InstructionError: [1, 'GenericError'] };
  assert.deepEqual((await history(contracts.reverter))[0]?.err, error);
  const failure = await shown(failed);
  assert.deepEqual(failure.meta.err, error);
  assert.equal(
    failure.meta.logMessages.at(-1),
    `Program ${toBase58(contracts.reverter)} failed: generic instruction error`,
  );
  const log = (await shown(logged)).meta.logMessages.find((line) => line.startsWith('Program data: '));
  assert.equal(Buffer.from(log?.split(' ').at(-1) ?? '', 'base64').toString('hex'), '010203');
  const contract = receipts[2]?.contractAddress;
  assert.ok(contract);
  assert.deepEqual(signatures(await history(contract)), [toSignature(created.hash)]);
  assert.ok((await shown(created)).transaction.message.accountKeys.includes(toBase58(contract)));
});

test('histories are paged exactly, newest first', async (t) => {
  const { mine, history, call } = await open(t);
  const all = Array.from({ length: 25 }, (_, i) => signed({ nonce: BigInt(i) }));
  for (let i = 0; i < 25; i += 5) mine(all.slice(i, i + 5));
  const expected = all.map(({ hash }) => toSignature(hash)).reverse();
  const at = (index: number) => expected[index] ?? '';
  assert.deepEqual(signatures(await history(bob)), expected);
  const paged: string[] = [];
  for (let before: string | undefined; ; before = paged.at(-1)) {
    const page = signatures(await history(bob, { limit: 4, before }));
    paged.push(...page);
    if (page.length < 4) break;
  }
  assert.deepEqual(paged, expected);
  assert.deepEqual(signatures(await history(bob, { until: at(7) })), expected.slice(0, 7));
  assert.deepEqual(signatures(await history(bob, { before: at(3), until: at(7) })), expected.slice(4, 7));
  assert.deepEqual(await history(bob, { before: at(24) }), []);
  const invalid = (message: string, code = -32602) => ({ code, message });
  const ask = (options: object) => call('getSignaturesForAddress', toBase58(bob), options);
  assert.deepEqual(await ask({ limit: 0 }), invalid('Invalid limit; max 1000'));
  assert.deepEqual(await ask({ limit: 1001 }), invalid('Invalid limit; max 1000'));
  assert.deepEqual(await ask({ before: 'x' }), invalid('Invalid param: WrongSize'));
  assert.deepEqual(await ask({ before: noTransaction }), invalid(`Transaction ${noTransaction} not found`, -32020));
  assert.deepEqual(await ask({ until: noTransaction }), invalid(`Transaction ${noTransaction} not found`, -32020));
});

test('limits of a page may be transactions of other accounts', async (t) => {
  const { mine, history } = await open(t);
  const [first, other, last] = [
    signed({ nonce: 0n }),
    signed({ nonce: 1n, to: carol }),
    signed({ nonce: 2n }),
  ] as const;
  mine([first, other]);
  mine([last]);
  const mark = toSignature(other.hash);
  assert.deepEqual(signatures(await history(bob, { before: mark })), [toSignature(first.hash)]);
  assert.deepEqual(signatures(await history(bob, { until: mark })), [toSignature(last.hash)]);
});

test('signature statuses show the outcome of transactions', async (t) => {
  const { mine, call } = await open(t);
  const tx = signed({ nonce: 0n });
  mine([tx]);
  const { value } = (await call('getSignatureStatuses', [toSignature(tx.hash), noTransaction], {
    searchTransactionHistory: true,
  })) as { value: unknown[] };
  assert.deepEqual(value, [
    { confirmationStatus: 'finalized', confirmations: null, err: null, slot: 1, status: { Ok: null } },
    null,
  ]);
  assert.equal(await call('getTransaction', noTransaction), null);
  assert.deepEqual(await call('getTransaction', 'x'), { code: -32602, message: 'Invalid param: WrongSize' });
});

test('a key with any of its last 12 bytes set has no history', async (t) => {
  const { mine, call } = await open(t);
  mine([signed({ nonce: 0n })]);
  const key = fromHex(`${bob}${'00'.repeat(11)}01`);
  assert.deepEqual(await call('getSignaturesForAddress', base58.encode(key)), []);
});

test('blocks are shown with the requested details of their transactions', async (t) => {
  const { mine, call, chain } = await open(t);
  const tx = signed({ nonce: 0n });
  mine([tx]);
  const ask = async (options: object) => (await call('getBlock', 1, options)) as Record<string, unknown>;
  const full = await ask({ maxSupportedTransactionVersion: 0 });
  assert.equal(full.blockhash, base58.encode(fromHex(chain.header(1)?.hash ?? '0x')));
  assert.equal(full.previousBlockhash, base58.encode(fromHex(chain.header(0)?.hash ?? '0x')));
  assert.deepEqual(
    [full.parentSlot, full.blockHeight, full.blockTime, full.rewards],
    [0, 1, chain.header(1)?.timestamp, []],
  );
  assert.deepEqual(Object.keys(full).includes('signatures'), false);
  assert.deepEqual((await ask({ transactionDetails: 'signatures', rewards: false })).signatures, [
    toSignature(tx.hash),
  ]);
  assert.equal('rewards' in (await ask({ rewards: false })), false);
  assert.equal('transactions' in (await ask({ transactionDetails: 'none' })), false);
  const [accounts] = (await ask({ transactionDetails: 'accounts' })).transactions as { transaction: object }[];
  assert.deepEqual(Object.keys(accounts?.transaction ?? {}).sort(), ['accountKeys', 'signatures']);
  const genesis = (await call('getBlock', 0)) as Record<string, unknown>;
  assert.deepEqual([genesis.parentSlot, genesis.transactions], [0, []]);
  assert.equal(genesis.previousBlockhash, base58.encode(fromHex(noHash)));
});

const noHash = `0x${'00'.repeat(32)}`;

test('the system program is in every transaction, and its history is all of them', async (t) => {
  const { call, mine } = await openSvmInterface(t);
  const last: Address = `0x${'ff'.repeat(20)}` as Address;
  const recipients = [bob, zeroAddress, last, carol];
  const sent = recipients.map((to, nonce) => signed({ nonce: BigInt(nonce), to }));
  for (const transaction of sent) mine([transaction]);
  const historyOf = async (key: string) =>
    ((await call('getSignaturesForAddress', key)) as Entry[]).map(({ signature }) => signature);
  const signatures = sent.map(({ hash }) => toSignature(hash));
  assert.deepEqual(await historyOf(systemProgram), signatures.toReversed());
  assert.deepEqual(await historyOf(toBase58(last)), signatures.slice(2, 3));
});
