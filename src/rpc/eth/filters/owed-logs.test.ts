import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashFromNumber } from '../../../primitives/hash.ts';
import { contracts, fillGenesis, signed } from '../../../testing/evm-interface.ts';
import { createMemoryChain } from '../../../testing/memory-chain.ts';
import { firstOwed } from './owed-logs.ts';

const topics = Array.from({ length: 1000 }, (_, index) => hashFromNumber(BigInt(99_500 + index)));

test('removed logs are searched for many topics, whose list is read once for all of them', () => {
  const { mine } = createMemoryChain(fillGenesis);
  const { block, receipts } = mine([signed({ nonce: 0n, to: contracts.logger })]);
  const log = receipts[0]?.logs[0];
  assert.ok(log !== undefined);
  const logs = Array.from({ length: 100_000 }, (_, index) => ({ ...log, topics: [hashFromNumber(BigInt(index))] }));
  const owed = [{ removed: [{ block, receipts: [{ logs, firstLogIndex: 0 }] }], below: 2, bytes: 0 }];
  let reads = 0;
  const wanted = new Proxy(topics, {
    get(list, key, proxy) {
      reads++;
      return Reflect.get(list, key, proxy);
    },
  });
  const request = { addresses: [], topics: [wanted], blockHash: undefined, from: undefined, to: undefined };
  assert.equal(firstOwed(request, owed, 1_000_000).texts.length, 500);
  assert.ok(reads < 3 * topics.length, `${reads} reads of ${topics.length} topics for ${logs.length} logs`);
});
