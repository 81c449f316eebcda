import assert from 'node:assert/strict';
import { test } from 'node:test';
import { feeCollector, lightNodePool } from '../../kernel/module-account.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { Address } from '../../primitives/address.ts';
import { developmentAccounts } from '../../primitives/development-accounts.ts';
import { genesisWith, type ModuleChain, openModuleChain } from '../../testing/module-chain.ts';
import { openQuestion, rightAnswer } from './question.ts';
import { operators, operatorsByKey, progressRecord, shares } from './records.ts';

const [validator, alice, bob, aliceKey] = developmentAccounts.map(({ address }) => address) as [
  Address,
  Address,
  Address,
  Address,
];
const delegation = 1_000_000_000n; // uqor
const epochBlocks = 20;

/** A chain on which alice, whose key is an account of its own, and bob operate light nodes, at the start of an epoch. */
function open(): ModuleChain {
  const chain = openModuleChain(genesisWith({}));
  const delegate = (account: number) => chain.call(account, 'staking', 'delegate', { validator, amount: delegation });
  chain.mine({
    transactions: [
      delegate(1),
      delegate(2),
      chain.call(1, 'lightnode', 'register', { key: aliceKey }),
      chain.call(2, 'lightnode', 'register', { key: bob }),
    ],
  });
  mineTo(chain, epochBlocks);
  return chain;
}

/** Mines until that block is the head. */
function mineTo(chain: ModuleChain, height: number): void {
  while (chain.chain.reader.head().number < height) chain.mine();
}

const stateOf = ({ chain }: ModuleChain) => chain.headState();
const progressOf = (chain: ModuleChain) => progressRecord.get(stateOf(chain));

/** An answer that an account sends for an operator: the right one, or that of another operator. */
function answer(chain: ModuleChain, account: number, operator: Address, of = operator) {
  const block = chain.chain.reader.states.environmentAt('next');
  assert.ok(block !== undefined);
  const question = openQuestion(stateOf(chain), block);
  assert.ok(question !== undefined);
  const inputs = { operator, epoch: BigInt(question.epoch), answer: rightAnswer(question, of, block) };
  return chain.call(account, 'lightnode', 'answer', inputs);
}

/** Whether each of these transactions of one block succeeded. */
function outcomes(chain: ModuleChain, ...transactions: readonly Transaction[]): readonly boolean[] {
  const { receipts } = chain.mine({ transactions });
  return receipts.map(({ status }) => status === 1);
}

/** The pool never owes more than it has, and what it owes is what the shares of unpaid operators make. */
function assertPool(chain: ModuleChain): void {
  const state = stateOf(chain);
  let owed = 0n;
  for (const [, { share, unpaid }] of shares.list(state)) owed += share * BigInt(unpaid);
  assert.equal(progressOf(chain).owed, owed);
  assert.ok(owed <= (state.account(lightNodePool)?.balance ?? 0n));
  chain.assertSupply();
}

test('those who answered share the pool equally, and the rest is carried over', () => {
  const chain = open();
  assert.deepEqual(outcomes(chain, answer(chain, 3, alice), answer(chain, 2, bob)), [true, true]);
  mineTo(chain, 2 * epochBlocks - 1);
  const before = stateOf(chain).account(lightNodePool)?.balance ?? 0n;
  assert.ok(before > 0n);
  chain.mine();
  assert.equal(shares.get(stateOf(chain), 1)?.share, before / 2n);
  assertPool(chain);
  const [aliceBefore, pool] = [stateOf(chain).account(alice)?.balance ?? 0n, before / 2n];
  assert.deepEqual(outcomes(chain, answer(chain, 3, alice)), [true], 'an answer pays what was earned before');
  assert.equal(stateOf(chain).account(alice)?.balance, aliceBefore + pool);
  assert.deepEqual(outcomes(chain, chain.call(2, 'lightnode', 'withdraw', { operator: bob })), [true]);
  assert.equal(shares.get(stateOf(chain), 1), undefined, 'all of the epoch are paid');
  assert.equal(progressOf(chain).owed, 0n);
  assertPool(chain);
});

test('without answers the pool waits for the next epoch', () => {
  const chain = open();
  mineTo(chain, 2 * epochBlocks);
  assert.equal(shares.get(stateOf(chain), 1), undefined);
  assert.ok((stateOf(chain).account(lightNodePool)?.balance ?? 0n) > 0n);
  assert.equal(progressOf(chain).owed, 0n);
  outcomes(chain, answer(chain, 2, bob));
  mineTo(chain, 3 * epochBlocks);
  assert.equal(shares.get(stateOf(chain), 2)?.share, stateOf(chain).account(lightNodePool)?.balance);
  assertPool(chain);
});

test('an answer counts once, in time, from the operator or its key, and is its own', () => {
  const chain = open();
  assert.deepEqual(outcomes(chain, answer(chain, 1, alice, bob)), [false], 'the answer of another');
  assert.deepEqual(outcomes(chain, answer(chain, 2, alice)), [false], 'sent by a stranger');
  assert.deepEqual(outcomes(chain, answer(chain, 4, developmentAccounts[4]?.address as Address)), [false]);
  assert.deepEqual(outcomes(chain, answer(chain, 1, alice), answer(chain, 3, alice)), [true, false], 'twice');
  assert.equal(progressOf(chain).answers, 1);
  mineTo(chain, epochBlocks + 15);
  const block = chain.chain.reader.states.environmentAt('next');
  assert.ok(block !== undefined);
  assert.equal(openQuestion(stateOf(chain), block), undefined, 'answers count in 15 blocks');
});

test('an operator needs the delegation when it registers and when it answers', () => {
  const chain = open();
  assert.deepEqual(outcomes(chain, chain.call(5, 'lightnode', 'register', { key: bob })), [false], 'nothing delegated');
  assert.deepEqual(
    outcomes(chain, chain.call(1, 'lightnode', 'register', { key: bob })),
    [false],
    'the key of another',
  );
  assert.deepEqual(outcomes(chain, chain.call(1, 'staking', 'undelegate', { validator, amount: 1n })), [true]);
  assert.deepEqual(outcomes(chain, answer(chain, 3, alice)), [false]);
});

test('who leaves is paid, and its answer in the running epoch does not count', () => {
  const chain = open();
  outcomes(chain, answer(chain, 3, alice), answer(chain, 2, bob));
  assert.deepEqual(outcomes(chain, chain.call(1, 'lightnode', 'leave', {})), [true]);
  assert.equal(operators.get(stateOf(chain), alice), undefined);
  assert.equal(operatorsByKey.get(stateOf(chain), aliceKey), undefined);
  assert.equal(progressOf(chain).answers, 1);
  mineTo(chain, 2 * epochBlocks);
  const share = shares.get(stateOf(chain), 1)?.share ?? 0n;
  assert.equal(share, stateOf(chain).account(lightNodePool)?.balance);
  const before = stateOf(chain).account(bob)?.balance ?? 0n;
  const [receipt] = chain.mine({ transactions: [chain.call(2, 'lightnode', 'leave', {})] }).receipts;
  assert.ok(receipt?.status === 1);
  const fee = receipt.gasUsed * receipt.effectiveGasPrice;
  assert.equal(stateOf(chain).account(bob)?.balance, before + share - fee);
  assert.equal(progressOf(chain).operators, 0);
  assertPool(chain);
});

test('a key can be changed, and the old one answers no more', () => {
  const chain = open();
  outcomes(chain, chain.call(1, 'lightnode', 'register', { key: alice }));
  assert.deepEqual(outcomes(chain, answer(chain, 3, alice)), [false]);
  assert.deepEqual(outcomes(chain, answer(chain, 1, alice)), [true]);
  assert.equal(progressOf(chain).operators, 2);
});

test('nobody can take an account from its owner by naming it as a key', () => {
  const chain = open();
  const [carol, dave] = [developmentAccounts[5]?.address as Address, developmentAccounts[6]?.address as Address];
  const register = (account: number, key: Address) => chain.call(account, 'lightnode', 'register', { key });
  outcomes(chain, register(1, carol));
  const delegate = (account: number) => chain.call(account, 'staking', 'delegate', { validator, amount: delegation });
  assert.deepEqual(outcomes(chain, delegate(5), register(5, carol)), [true, true]);
  assert.equal(operatorsByKey.get(stateOf(chain), carol), carol);
  assert.equal(operators.get(stateOf(chain), alice)?.key, alice);
  assert.deepEqual(outcomes(chain, answer(chain, 5, alice)), [false], 'carol no longer answers for alice');
  assert.deepEqual(outcomes(chain, answer(chain, 5, carol), answer(chain, 1, alice)), [true, true]);
  assert.deepEqual(outcomes(chain, register(2, dave), register(1, dave)), [true, false], 'another key stays with bob');
  assert.deepEqual(outcomes(chain, register(1, bob), register(2, bob)), [true, true]);
  assert.deepEqual(outcomes(chain, chain.call(1, 'lightnode', 'leave', {})), [true]);
  assert.equal(operatorsByKey.get(stateOf(chain), bob), bob, 'who leaves takes nothing from others');
  assert.equal(progressOf(chain).operators, 2);
});

test('a chain that continues from an exported one owes the same, and asks from its next epoch on', () => {
  const chain = open();
  outcomes(chain, answer(chain, 3, alice));
  mineTo(chain, 2 * epochBlocks + 3);
  const owed = progressOf(chain).owed;
  assert.ok(owed > 0n);
  const next = openModuleChain(chain.exported());
  next.mine();
  assert.equal(progressOf(next).owed, owed);
  const block = next.chain.reader.states.environmentAt('next');
  assert.ok(block !== undefined);
  assert.equal(openQuestion(stateOf(next), block), undefined);
  mineTo(next, 3 * epochBlocks);
  assert.deepEqual(outcomes(next, answer(next, 3, alice)), [true]);
  assert.equal(progressOf(next).owed, 0n);
  assertPool(next);
});

test('what somebody sends to the pool is shared as fees are', () => {
  const chain = open();
  outcomes(chain, answer(chain, 2, bob));
  const gift = 10n ** 18n;
  assert.deepEqual(
    outcomes(chain, chain.call(4, 'bank', 'send', { to: lightNodePool, amount: gift / 10n ** 12n, memo: '' })),
    [true],
  );
  assert.equal(stateOf(chain).account(feeCollector)?.balance ?? 0n, 0n);
  mineTo(chain, 2 * epochBlocks);
  assert.ok((shares.get(stateOf(chain), 1)?.share ?? 0n) > gift);
  assertPool(chain);
});

test('a genesis whose operators earned more than the pool has takes it from the treasury, or is refused', () => {
  const chain = open();
  outcomes(chain, answer(chain, 3, alice));
  mineTo(chain, 2 * epochBlocks + 3);
  const withShare = (wei: bigint) => {
    const document = structuredClone(chain.exported());
    const { share: rows } = document.modules.lightnode as { share: { value: { share: string } }[] };
    for (const { value } of rows) value.share = String(wei);
    return document;
  };
  const richer = openModuleChain(withShare(10n ** 18n));
  assert.equal(progressOf(richer).owed, 10n ** 18n);
  mineTo(richer, 3 * epochBlocks + 1);
  assertPool(richer);
  assert.throws(
    () => openModuleChain(withShare(10n ** 36n)),
    /modules\.lightnode: the records of \w+ need \d+ wei more/,
  );
});
