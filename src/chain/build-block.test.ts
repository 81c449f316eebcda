import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TransactionFaultError } from '../evm/transaction/fault.ts';
import { emptyReport } from '../kernel/module.ts';
import { createNatives } from '../kernel/natives.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import { parseAddress, zeroAddress } from '../primitives/address.ts';
import { emptyCodeHash } from '../primitives/crypto/keccak.ts';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { fromHex } from '../primitives/hex.ts';
import { weiPerQor } from '../primitives/units.ts';
import type { WorldState } from '../state/types.ts';
import { createMemoryChain } from '../testing/memory-chain.ts';
import { accountOf, signFrom, unusedAccount } from '../testing/sign-from.ts';
import type { Deadline } from './build-block.ts';

/** loops until it is out of gas */
const burner = parseAddress('0x00000000000000000000000000000000000000cc');
const faulty = parseAddress('0x00000000000000000000000000000000000000fa');
const defect = new Error('a defect');
const natives = createNatives(
  new Map([
    [
      faulty,
      {
        name: 'faulty',
        stateful: true,
        gas: () => 0n,
        run: () => {
          throw defect;
        },
      },
    ],
  ]),
);
const balance = weiPerQor * 10n;
const report = emptyReport(0);

function build(
  candidates: readonly Transaction[],
  isOver: Deadline['isOver'] = () => false,
  hasTimeFor: Deadline['hasTimeFor'] = () => true,
) {
  const fill = (state: WorldState) => {
    for (const { address } of developmentAccounts) state.mint(address, balance);
    state.setAccount(burner, { nonce: 1n, balance: 0n, codeHash: state.addCode(fromHex('0x5b5f56')) });
  };
  const { chain } = createMemoryChain(fill, { natives });
  const { executed, rejected: rejections } = chain.next.build({ miner: zeroAddress, report }, candidates, {
    isOver,
    hasTimeFor,
  });
  chain.commit(executed);
  return { state: chain.reader.states.at(1), taken: executed.block.transactions, block: executed.block, rejections };
}

test('candidates are included in their order', () => {
  const candidates = [signFrom(2), signFrom(0), signFrom(1), signFrom(0, { nonce: 1n })];
  assert.deepEqual(build(candidates).taken, candidates);
});

test('a candidate that cannot be executed is rejected with its reason, and later ones of its sender are left out', () => {
  const dear = signFrom(0, { value: balance });
  const later = signFrom(0, { nonce: 1n });
  const other = signFrom(1);
  const { taken, rejections } = build([dear, later, other]);
  assert.deepEqual(taken, [other]);
  assert.deepEqual(
    rejections.map(({ transaction, error }) => [
      transaction,
      error instanceof TransactionFaultError && error.fault.code,
    ]),
    [[dear, 'insufficient-funds']],
  );
});

test('coins received in the block can be spent in it', () => {
  const rest = balance - 21_000n * 2n * 10n ** 11n;
  const gift = signFrom(0, { to: accountOf(1), value: rest });
  const spent = signFrom(1, { to: unusedAccount, value: balance + rest / 2n });
  assert.deepEqual(build([gift, spent]).taken, [gift, spent]);
});

test('an internal error only drops one transaction, and leaves no trace in the state', () => {
  const [before, fatal, after] = [signFrom(0), signFrom(1, { to: faulty, gasLimit: 90_000n }), signFrom(2)];
  const { taken, rejections, state } = build([before, fatal, signFrom(1, { nonce: 1n }), after]);
  assert.deepEqual(taken, [before, after]);
  assert.deepEqual(rejections, [{ transaction: fatal, error: defect }]);
  assert.deepEqual(state?.account(accountOf(1)), { nonce: 0n, balance, codeHash: emptyCodeHash });
});

test('a transaction with a higher gas limit than the gas left is skipped for smaller ones', () => {
  const [large, tooLarge, small] = [60n, 50n, 30n].map((millions, account) =>
    signFrom(account, { to: burner, gasLimit: millions * 1_000_000n, cap: 10n ** 11n, tip: 0n, value: 0n }),
  );
  assert.ok(large && tooLarge && small);
  const { taken, rejections, block } = build([large, tooLarge, signFrom(1, { nonce: 1n }), small]);
  assert.deepEqual(taken, [large, small]);
  assert.deepEqual(rejections, []);
  assert.equal(block.header.gasUsed, 90_000_000n);
});

test('the size of a block in bytes is limited', () => {
  const data = new Uint8Array(120_000);
  const candidates = Array.from({ length: 40 }, (_, i) =>
    signFrom(i % 10, { nonce: BigInt(Math.floor(i / 10)), data, gasLimit: 1_300_000n, cap: 10n ** 11n, tip: 0n }),
  );
  const { block, taken, rejections } = build(candidates);
  assert.equal(taken.length, 34);
  assert.ok(block.header.size <= 4_194_304 && block.header.size > 4_000_000);
  assert.deepEqual(rejections, []);
});

test('a block ends when its time is up', () => {
  const candidates = [0, 1, 2].map((i) => signFrom(i, { gasLimit: 10_000_000n })); // too much gas for one step
  assert.equal(build(candidates, (taken) => taken === 2).taken.length, 2);
  assert.equal(build(candidates, () => true).taken.length, 1, 'the first is tried even when it comes too late');
});

test('a transaction whose gas may exceed the deadline waits, unless it is the first', () => {
  const large = (i: number) => signFrom(i, { gasLimit: 10_000_000n });
  const small = signFrom(3);
  const hasTimeFor = (gas: bigint) => gas < 1_000_000n;
  assert.deepEqual(build([large(0), large(1), small], undefined, hasTimeFor).taken, [large(0), small]);
  const next = signFrom(1, { nonce: 1n });
  assert.deepEqual(build([small, large(1), next], undefined, hasTimeFor).taken, [small], 'and those that build on it');
});

test('less than 2,000 candidates that do not fit keep no later one out', () => {
  const [first, small] = [signFrom(0), signFrom(1)];
  const large = signFrom(2, { gasLimit: 10_000_000n });
  const hasTimeFor = (gas: bigint) => gas < 1_000_000n;
  const takenAfter = (count: number) => {
    const sender = (index: number) => parseAddress(`0x${(index + 1).toString(16).padStart(40, '0')}`);
    const misfits = Array.from({ length: count }, (_, index) => ({ ...large, sender: sender(index) }));
    return build([first, ...misfits, small], undefined, hasTimeFor).taken;
  };
  assert.deepEqual(takenAfter(1_999), [first, small]);
  assert.deepEqual(takenAfter(2_000), [first]);
});
