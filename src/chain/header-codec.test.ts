import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBlockHeader } from '@ethereumjs/block';
import { Common, Hardfork, Mainnet } from '@ethereumjs/common';
import fc from 'fast-check';
import { addressFromBytes } from '../primitives/address.ts';
import { concatBytes } from '../primitives/bytes.ts';
import { keccakHash } from '../primitives/crypto/keccak.ts';
import { hashFromBytes } from '../primitives/hash.ts';
import { fromHex, toHex } from '../primitives/hex.ts';
import { encodeRlp } from '../primitives/rlp/encode.ts';
import { RlpError } from '../primitives/rlp/item.ts';
import { emptyTreeRoot } from '../state/tree/update-tree.ts';
import { emptyBloom } from './bloom.ts';
import { emptyOmmersHash, emptyRequestsHash, hashOfHeader } from './header-codec.ts';
import { decodeHeaderRow, encodeHeaderRow } from './storage/header-row.ts';
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
const emptyBloomText = toHex(emptyBloom);

test('a header is read back from its row, and keeps no view of it', () => {
  fc.assert(
    fc.property(headers, fc.boolean(), (header, hasLogs) => {
      const sealed = { ...header, ...seal, ...(!hasLogs && { logsBloom: emptyBloomText }) };
      const row = encodeHeaderRow(sealed);
      const decoded = decodeHeaderRow(row, header.number);
      row.fill(0);
      assert.deepEqual(decoded, sealed);
    }),
  );
});

test('a row that ends too early or too late is rejected', () => {
  const [header] = fc.sample(headers, 1);
  assert.ok(header);
  const row = encodeHeaderRow({ ...header, ...seal });
  for (let end = 0; end < row.length; end++) {
    assert.throws(() => decodeHeaderRow(row.subarray(0, end), header.number), RlpError);
  }
  assert.throws(() => decodeHeaderRow(concatBytes(row, Uint8Array.of(0)), header.number), RlpError);
});

test('the constants of a chain without ommers, withdrawals and requests', () => {
  assert.equal(emptyOmmersHash, '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347');
  assert.equal(emptyTreeRoot, '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421');
  assert.equal(emptyRequestsHash, '0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  assert.equal(keccakHash(encodeRlp([])), emptyOmmersHash);
});
