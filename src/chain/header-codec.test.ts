import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBlockHeader } from '@ethereumjs/block';
import { Common, Hardfork, Mainnet } from '@ethereumjs/common';
import fc from 'fast-check';
import { addressFromBytes } from '../primitives/address.ts';
import { emptyBytes } from '../primitives/bytes.ts';
import { keccakHash } from '../primitives/crypto/keccak.ts';
import { hashFromBytes } from '../primitives/hash.ts';
import { fromHex, toHex } from '../primitives/hex.ts';
import { encodeRlp } from '../primitives/rlp/encode.ts';
import { emptyTreeRoot } from '../state/tree/update-tree.ts';
import { emptyOmmersHash, emptyRequestsHash, hashOfHeader } from './header-codec.ts';
import { blockParts, shortParts } from './storage/block-parts.ts';
import { decodeHeaderRow, encodeHeaderRow, hashOfHeaderRow, partInHeaderRow } from './storage/header-row.ts';
import type { Header } from './types.ts';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const hash = bytes(32).map(hashFromBytes);
const uint64 = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n });

const headers: fc.Arbitrary<Header> = fc.record(
  {
    number: fc.integer({ min: 0, max: 2 ** 40 }),
    parentHash: hash,
    miner: bytes(20).map(addressFromBytes),
    stateRoot: hash,
    transactionsRoot: hash,
    receiptsRoot: hash,
    logsBloom: bytes(256).map(toHex),
    gasLimit: uint64,
    gasUsed: uint64,
    timestamp: fc.integer({ min: 0, max: 2 ** 40 }),
    extraData: fc.uint8Array({ maxLength: 32 }),
    prevRandao: hash,
    baseFee: fc.bigInt({ min: 0n, max: 2n ** 128n }),
  },
  { noNullPrototype: true },
);

const common = new Common({ chain: Mainnet, hardfork: Hardfork.Osaka });

/** The same header, built by an independent implementation. */
function referenceHash(header: Header): string {
  const { number, miner, stateRoot, transactionsRoot, receiptsRoot, prevRandao, baseFee, ...rest } = header;
  const reference = createBlockHeader(
    {
      parentHash: fromHex(rest.parentHash),
      coinbase: miner,
      stateRoot: fromHex(stateRoot),
      transactionsTrie: fromHex(transactionsRoot),
      receiptTrie: fromHex(receiptsRoot),
      logsBloom: fromHex(rest.logsBloom),
      number: BigInt(number),
      gasLimit: rest.gasLimit,
      gasUsed: rest.gasUsed,
      timestamp: BigInt(rest.timestamp),
      extraData: rest.extraData,
      mixHash: fromHex(prevRandao),
      baseFeePerGas: baseFee,
    },
    { common, setHardfork: false, skipConsensusFormatValidation: true },
  );
  return toHex(reference.hash());
}

test('the hash of a header equals that of another implementation of Osaka', () => {
  fc.assert(
    fc.property(headers, (header) => {
      fc.pre(header.gasUsed <= header.gasLimit);
      assert.equal(hashOfHeader(header), referenceHash(header));
    }),
    { numRuns: 200 },
  );
});

const seal = { hash: hashFromBytes(new Uint8Array(32).fill(7)), size: 700, transactionCount: 3 };
const omitsParent = true;
const positionOf = ({ number, parentHash }: Header) => ({ number, parentHash: fromHex(parentHash) });
const someParts = shortParts.map((part) => new Uint8Array(2 * part).fill(part));

test('a header is decoded from its row and the hash of its parent, of which it keeps no view', () => {
  fc.assert(
    fc.property(headers, fc.constantFrom(undefined, someParts), (header, parts) => {
      const row = encodeHeaderRow({ ...header, ...seal }, { omitsParent, parts });
      const position = positionOf(header);
      const decoded = decodeHeaderRow(row, position);
      row.fill(0);
      position.parentHash.fill(0);
      assert.deepEqual(decoded, { ...header, ...seal });
    }),
  );
});

test('a row that does not omit the hash of the parent has it', () => {
  const [header] = fc.sample(headers, 1);
  assert.ok(header);
  const { number } = header;
  const alone = encodeHeaderRow({ ...header, ...seal }, { omitsParent: false });
  assert.deepEqual(decodeHeaderRow(alone, { number, parentHash: undefined }), { ...header, ...seal });
  assert.deepEqual(decodeHeaderRow(alone, { number, parentHash: new Uint8Array(32) }), { ...header, ...seal });
  const later = encodeHeaderRow({ ...header, ...seal }, { omitsParent });
  assert.throws(() => decodeHeaderRow(later, { number, parentHash: undefined }), RangeError);
  assert.equal(toHex(hashOfHeaderRow(alone)), seal.hash);
  assert.equal(toHex(hashOfHeaderRow(later)), seal.hash);
});

test('the parts of a small block are read from the row of its header', () => {
  fc.assert(
    fc.property(headers, fc.boolean(), (header, omitsParent) => {
      const options = { omitsParent, parts: [...someParts.slice(0, 4), emptyBytes] };
      const row = encodeHeaderRow({ ...header, ...seal }, options);
      for (const [index, part] of shortParts.entries()) {
        assert.deepEqual(partInHeaderRow(row, part), options.parts[index]);
      }
      assert.deepEqual(partInHeaderRow(row, blockParts.hashes), emptyBytes);
      const alone = encodeHeaderRow({ ...header, ...seal }, { omitsParent });
      assert.equal(partInHeaderRow(alone, blockParts.receipts), undefined);
    }),
  );
});

test('a truncated row is rejected', () => {
  const [header] = fc.sample(headers, 1);
  assert.ok(header);
  const row = encodeHeaderRow({ ...header, ...seal }, { omitsParent, parts: someParts });
  const position = positionOf(header);
  for (let end = 0; end < row.length; end++) {
    assert.throws(() => decodeHeaderRow(row.subarray(0, end), position), RangeError);
  }
});

test('the constants of a chain without ommers, withdrawals and requests', () => {
  assert.equal(emptyOmmersHash, '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347');
  assert.equal(emptyTreeRoot, '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421');
  assert.equal(emptyRequestsHash, '0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  assert.equal(keccakHash(encodeRlp([])), emptyOmmersHash);
});
