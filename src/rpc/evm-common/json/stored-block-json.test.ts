import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { emptyBloom } from '../../../chain/bloom.ts';
import { encodeHeaderRow, readHeaderRow } from '../../../chain/storage/header-row.ts';
import type { SealedHeader } from '../../../chain/types.ts';
import { addressFromBytes } from '../../../primitives/address.ts';
import { concatBytes } from '../../../primitives/bytes.ts';
import { keccakHash } from '../../../primitives/crypto/keccak.ts';
import { hashFromBytes } from '../../../primitives/hash.ts';
import { fromHex, toHex } from '../../../primitives/hex.ts';
import { emptyTreeRoot } from '../../../state/tree/update-tree.ts';
import { headerMembers } from './header-json.ts';
import { StoredBlockText } from './stored-block-json.ts';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const hash = bytes(32).map(hashFromBytes);
const amount = fc.bigInt({ min: 0n, max: 2n ** 128n - 1n });
const count = fc.integer({ min: 0, max: 2 ** 40 });
/** Mostly zeros, as blooms are. */
const fewBits = fc.array(fc.tuple(fc.nat(255), fc.integer({ min: 1, max: 255 })), { maxLength: 12 }).map((set) => {
  const bloom = new Uint8Array(256);
  for (const [at, byte] of set) bloom[at] = byte;
  return bloom;
});

const headers: fc.Arbitrary<SealedHeader> = fc
  .record(
    {
      hash,
      parentHash: hash,
      miner: bytes(20).map(addressFromBytes),
      stateRoot: hash,
      logsBloom: fc.oneof(bytes(256), fewBits, fc.constant(emptyBloom)).map(toHex),
      number: count,
      gasLimit: amount,
      gasUsed: amount,
      timestamp: count,
      size: count,
      transactionCount: fc.constant(1),
      extraData: fc.uint8Array({ maxLength: 300 }),
      baseFee: amount,
    },
    { noNullPrototype: true },
  )
  .chain((header) =>
    fc
      .tuple(
        fc.oneof(hash, fc.constant(keccakHash(fromHex(header.parentHash)))),
        fc.oneof(fc.tuple(hash, hash), fc.constant([emptyTreeRoot, emptyTreeRoot] as const)),
      )
      .map(([prevRandao, [transactionsRoot, receiptsRoot]]) => ({
        ...header,
        prevRandao,
        transactionsRoot,
        receiptsRoot,
      })),
  );

test('the text of a stored block is that of its header and its hashes', () => {
  fc.assert(
    fc.property(headers, fc.oneof(fc.nat(5), fc.integer({ min: 60, max: 200 })), hash, (header, length, some) => {
      const hashes = Array.from({ length }, (_, index) => keccakHash(concatBytes(fromHex(some), Uint8Array.of(index))));
      const text = new StoredBlockText();
      const row = encodeHeaderRow({ ...header, transactionCount: length }, { omitsParent: true });
      text.header(readHeaderRow(row, { number: header.number, parentHash: fromHex(header.parentHash) }));
      if (length > 0) text.hashes(concatBytes(...hashes.map(fromHex)));
      const { size, ...block } = JSON.parse(text.finish() ?? '');
      const rest = { transactions: hashes, uncles: [], withdrawals: [] };
      assert.deepEqual({ size, ...block }, { ...JSON.parse(`{${headerMembers(header)}}`), size, ...rest });
      assert.equal(size, `0x${header.size.toString(16)}`);
    }),
  );
});
