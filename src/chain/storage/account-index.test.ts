import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromHex, toHex } from '../../primitives/hex.ts';
import { alice, bob, carol, signed } from '../../testing/interfaces/svm-interface.ts';
import { createMemoryChain } from '../../testing/memory-chain.ts';

const open = () => createMemoryChain((state) => state.mint(alice, 10n ** 24n));

test('a history is newest first, with a summary of each transaction', () => {
  const { mine, reader } = open();
  const first = signed({ nonce: 0n });
  const second = signed({ nonce: 1n, to: carol });
  const { block } = mine([first, second]);
  const { timestamp } = block.header;
  assert.deepEqual(reader.histories.transactionsOf(bob, undefined, 10), [
    { height: 1, index: 0, hash: fromHex(first.hash), status: 1, timestamp },
  ]);
  assert.deepEqual(
    reader.histories.transactionsOf(alice, undefined, 10).map(({ hash }) => toHex(hash)),
    [second.hash, first.hash],
  );
});

test('a history is paged strictly before any position, within and between blocks', () => {
  const { mine, reader } = open();
  for (let height = 1; height <= 4; height++) {
    mine([0, 1, 2].map((index) => signed({ nonce: BigInt(3 * (height - 1) + index) })));
  }
  const places = (before: { height: number; index: number } | undefined, limit: number) =>
    reader.histories.transactionsOf(bob, before, limit).map(({ height, index }) => `${height}/${index}`);
  assert.deepEqual(places(undefined, 4), ['4/2', '4/1', '4/0', '3/2']);
  assert.deepEqual(places({ height: 3, index: 1 }, 3), ['3/0', '2/2', '2/1']);
  assert.deepEqual(places({ height: 2, index: 0 }, 10), ['1/2', '1/1', '1/0']);
  assert.deepEqual(places({ height: 1, index: 0 }, 10), []);
  assert.deepEqual(places(undefined, 0), []);
});

test('a history is the same whatever rows its blocks are in, and after a rewind', () => {
  const { mine, reader, chain } = open();
  const sent = Array.from({ length: 40 }, (_, nonce) => {
    const transaction = signed({ nonce: BigInt(nonce), to: nonce % 3 === 0 ? carol : bob });
    mine([transaction]);
    return transaction.hash;
  });
  const hashes = (found: readonly { readonly hash: Uint8Array }[]) => found.map(({ hash }) => toHex(hash));
  const all = reader.histories.transactionsOf(alice, undefined, 100);
  assert.deepEqual(hashes(all), sent.toReversed());
  for (const { height, timestamp } of all) assert.equal(timestamp, reader.header(height)?.timestamp);
  assert.deepEqual(hashes(reader.histories.transactionsAfter(alice, 30, 4)), sent.slice(30, 34));
  assert.deepEqual(
    hashes(reader.histories.transactionsAfter(carol, 0, 100)),
    sent.filter((_, nonce) => nonce % 3 === 0),
  );
  assert.deepEqual(hashes(reader.histories.transactionsOf('all', undefined, 100)), sent.toReversed());
  assert.deepEqual(
    hashes(reader.histories.transactionsOf('all', { height: 17, index: 0 }, 3)),
    sent.slice(13, 16).reverse(),
  );
  chain.rewind(20);
  for (const owner of [alice, 'all'] as const) {
    assert.deepEqual(hashes(reader.histories.transactionsOf(owner, undefined, 100)), sent.slice(0, 20).reverse());
  }
});
