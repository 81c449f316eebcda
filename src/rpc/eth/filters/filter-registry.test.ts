import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RemovedBlock } from '../../../chain/types.ts';
import { contracts, fillGenesis, signed } from '../../../testing/evm-interface.ts';
import { localCall } from '../../../testing/interfaces/local-call.ts';
import { createMemoryChain } from '../../../testing/memory-chain.ts';
import { WatchQuotas } from '../../evm-common/watch-quotas.ts';
import { jsonRpcOptions } from '../../options.ts';
import { FilterRegistry, type LogsFilter, maxOwedBytes } from './filter-registry.ts';

const { mine } = createMemoryChain(fillGenesis);
const { block, receipts } = mine([signed({ nonce: 0n, to: contracts.logger })]);
const log = receipts[0]?.logs[0];

/** The block with another log, which takes so many bytes of memory. */
function removedBlock(bytes: number): RemovedBlock {
  assert.ok(log !== undefined);
  return { block, receipts: [{ firstLogIndex: 0, logs: [{ ...log, data: new Uint8Array(bytes - 700) }] }] };
}

/** What a filter owes that was past block 1 at each of several removals; undefined when it has ended. */
function owedAfter(removals: readonly (readonly number[])[], forgotten = Number.POSITIVE_INFINITY): number | undefined {
  const registry = new FilterRegistry(() => 0, new WatchQuotas(jsonRpcOptions.parse({})));
  const request = { addresses: [], topics: [], blockHash: undefined, from: undefined, to: undefined };
  const filter: LogsFilter = { kind: 'logs', request, nextHeight: 2, owed: [] };
  registry.add(localCall.client, filter);
  for (const sizes of removals) {
    filter.nextHeight = 2;
    const removed = sizes.map(removedBlock);
    registry.rewind({ height: 0, changed: new Set(), balances: new Map(), removed, forgotten });
  }
  return filter.owed?.length;
}

test('a filter owes 64 MB of removed logs, one byte less, and what one removal has; with one byte more it ends', () => {
  const half = maxOwedBytes / 2;
  assert.equal(owedAfter([[half], [half - 1]]), 2);
  assert.equal(owedAfter([[half], [half]]), 2);
  assert.equal(owedAfter([[half], [half + 1]]), undefined);
  assert.equal(owedAfter([[half], [half + 1], [1000]]), undefined, 'for good');
  assert.equal(owedAfter([[half, half + 1]]), 1);
});

test('a filter ends that was past a removed block whose logs are not kept', () => {
  assert.equal(owedAfter([[1000]], 1), undefined);
  assert.equal(owedAfter([[1000]], 2), 1, 'it had not told them');
});
