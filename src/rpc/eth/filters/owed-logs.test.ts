import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashFromNumber } from '../../../primitives/hash.ts';
import { contracts, fillGenesis, signed } from '../../../testing/evm-interface.ts';
import { createMemoryChain } from '../../../testing/memory-chain.ts';
import { firstOwed } from './owed-logs.ts';

const topicsFrom = (first: number) => Array.from({ length: 1000 }, (_, index) => hashFromNumber(BigInt(first + index)));

test('a hundred thousand removed logs are searched for a thousand topics in a fraction of a second', () => {
  const { mine } = createMemoryChain(fillGenesis);
  const { block, receipts } = mine([signed({ nonce: 0n, to: contracts.logger })]);
  const log = receipts[0]?.logs[0];
  assert.ok(log !== undefined);
  const logs = Array.from({ length: 100_000 }, (_, index) => ({ ...log, topics: [hashFromNumber(BigInt(index))] }));
  const owed = [{ removed: [{ block, receipts: [{ logs, firstLogIndex: 0 }] }], below: 2, bytes: 0 }];
  const countOf = (first: number) => {
    const request = {
      addresses: [],
      topics: [topicsFrom(first)],
      blockHash: undefined,
      from: undefined,
      to: undefined,
    };
    return firstOwed(request, owed, 1_000_000).texts.length;
  };
  const began = performance.now();
  assert.equal(countOf(1_000_000), 0);
  assert.ok(performance.now() - began < 500);
  assert.equal(countOf(99_500), 500);
});
