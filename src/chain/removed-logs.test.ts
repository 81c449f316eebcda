import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contracts, fillGenesis, signed } from '../testing/evm-interface.ts';
import { createMemoryChain } from '../testing/memory-chain.ts';
import { RemovedLogs } from './removed-logs.ts';

test('logs of removed blocks are kept up to 4 MB of blocks, one byte more ends it', () => {
  const { chain, mine } = createMemoryChain(fillGenesis);
  mine([signed({ nonce: 0n, to: contracts.logger })]);
  const { block, receipts } = mine([signed({ nonce: 1n, to: contracts.logger }), signed({ nonce: 2n })]);
  const sizes = [2 ** 22 - 1, 1, 1];
  const logs = new RemovedLogs();
  const counts = sizes.map((bytes) => {
    logs.add({ block, receipts }, bytes);
    const { removed, forgotten } = logs.told();
    return [removed.length, forgotten];
  });
  assert.deepEqual(counts, [
    [1, Number.POSITIVE_INFINITY],
    [2, Number.POSITIVE_INFINITY],
    [2, 2],
  ]);
  const told: unknown[] = [];
  chain.onRewind({ kind: 'client', name: 'test' }, ({ height, removed }) => {
    const counts = removed.map((each) => [
      each.block.header.number,
      each.receipts.flatMap((receipt) => receipt.logs).length,
    ]);
    told.push([height, counts]);
  });
  chain.rewind(0);
  const expected = [
    [1, 1],
    [2, 1],
  ];
  assert.deepEqual(told, [[0, expected]]);
});
