import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moduleAddress } from '../../kernel/module-address.ts';
import { signTransaction } from '../../kernel/transaction/codec.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { type Address, parseAddress } from '../../primitives/address.ts';
import { developmentAccounts } from '../../primitives/development-accounts.ts';
import { fromHex } from '../../primitives/hex.ts';
import { createModuleHarness } from '../../testing/module-harness.ts';
import { arrangeByLanes } from './arrange.ts';
import { lanes } from './index.ts';

const plain = parseAddress(`0x${'42'.repeat(20)}`);
const aiPrecompile = moduleAddress(0x0b01);

function transaction(account: number, nonce: bigint, gasLimit: bigint, to: Address = plain): Transaction {
  const fees = { maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 1n };
  const call = { gasLimit, to, value: 0n, data: new Uint8Array(0), accessList: [] };
  const key = fromHex(developmentAccounts[account]?.privateKey ?? '0x');
  return signTransaction({ type: 2, chainId: 9800n, nonce, ...fees, ...call }, key);
}

function arrange(candidates: readonly Transaction[], takeTurns = false): string[] {
  const { state } = createModuleHarness([lanes]);
  const arranged = [...arrangeByLanes(candidates, state, 1_000_000n, ({ to }) => to === aiPrecompile, takeTurns)];
  return arranged.map(
    ({ sender, nonce }) => `${developmentAccounts.findIndex(({ address }) => address === sender)}:${nonce}`,
  );
}

test('a flood in one lane leaves the others their share', () => {
  const flood = [0n, 1n, 2n, 3n, 4n, 5n].map((nonce) => transaction(0, nonce, 100_000n));
  const ai = transaction(1, 0n, 100_000n, aiPrecompile);
  assert.deepEqual(arrange([...flood, ai]), ['0:0', '0:1', '0:2', '0:3', '1:0', '0:4', '0:5']);
});

test('gas that a lane does not use is used by the others, in their order', () => {
  const candidates = [transaction(0, 0n, 400_000n), transaction(2, 0n, 300_000n), transaction(3, 0n, 300_000n)];
  assert.deepEqual(arrange(candidates), ['0:0', '2:0', '3:0']);
});

test('transactions of a sender keep the order of their nonces also across lanes', () => {
  const candidates = [
    transaction(0, 0n, 500_000n),
    transaction(0, 1n, 50_000n, aiPrecompile),
    transaction(1, 0n, 50_000n),
  ];
  assert.deepEqual(arrange(candidates), ['1:0', '0:0', '0:1']);
});

test('in turns, one of each lane goes at a time, by priority', () => {
  const flood = [0n, 1n, 2n].map((nonce) => transaction(0, nonce, 100_000n));
  const ai = [0n, 1n].map((nonce) => transaction(1, nonce, 50_000n, aiPrecompile));
  assert.deepEqual(arrange([...flood, ...ai], true), ['1:0', '0:0', '1:1', '0:1', '0:2']);
});

test('in turns, the shares hold, and a sender keeps the order of its nonces', () => {
  const flood = [0n, 1n, 2n, 3n, 4n, 5n].map((nonce) => transaction(0, nonce, 100_000n));
  const mixed = [transaction(2, 0n, 50_000n), transaction(2, 1n, 50_000n, aiPrecompile), transaction(2, 2n, 21_000n)];
  const ai = transaction(1, 0n, 100_000n, aiPrecompile);
  const arranged = arrange([...mixed, ...flood, ai], true);
  assert.deepEqual(arranged, ['1:0', '2:0', '0:0', '0:1', '0:2', '2:1', '2:2', '0:3', '0:4', '0:5']);
});
