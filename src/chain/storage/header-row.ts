import { keccak256 } from '@qord/curves/keccak';
import type { Address } from '../../primitives/address.ts';
import { ByteReader } from '../../primitives/byte-reader.ts';
import { ByteWriter } from '../../primitives/byte-writer.ts';
import { bytesToBigint, emptyBytes } from '../../primitives/bytes.ts';
import { keccakHash } from '../../primitives/crypto/keccak.ts';
import { type Hash, hashFromBytes } from '../../primitives/hash.ts';
import { fromHex, type Hex, toHex, toHexDigits } from '../../primitives/hex.ts';
import { packZeros, unpackZeros } from '../../primitives/zero-runs.ts';
import { emptyTreeRoot } from '../../state/tree/update-tree.ts';
import { emptyBloom } from '../bloom.ts';
import type { SealedHeader, Span, StoredHeader } from '../types.ts';
import { type BlockPart, shortParts } from './block-parts.ts';

const hashLength = 32;
const addressLength = 20;
const identityLength = 2 * hashLength + addressLength;
const emptyBloomText = toHex(emptyBloom);

/** Bits of the first byte, for what is stored only where it is not what it mostly is. */
const hasTransactions = 1; // a root of its transactions, and of their receipts
const hasBloom = 2; // a bloom that is not empty
const hasRandao = 4; // a prevRandao that is not the hash of the parent's hash
const hasParent = 8; // the parent's hash: the block is not small, or the first
const hasParts = 16; // the parts of a small block

/** How a row is written. */
export type HeaderRowOptions = {
  /** without the hash of the parent, with which the row of the parent begins */
  readonly omitsParent: boolean;
  /** the rows of `shortParts`; undefined: they are rows of their own */
  readonly parts?: readonly Uint8Array[] | undefined;
};

/**
 * Sealed header → row: what follows; hash, state root, proposer, and the hashes that are stored; parts of the block;
 * timestamp, size, transactions, gas, base fee, extra data, bloom. The number is in the key of the row.
 */
export function encodeHeaderRow(header: SealedHeader, { omitsParent, parts }: HeaderRowOptions): Uint8Array {
  const { hash, parentHash, stateRoot, transactionsRoot, receiptsRoot, prevRandao, logsBloom } = header;
  const stored =
    (transactionsRoot !== emptyTreeRoot || receiptsRoot !== emptyTreeRoot ? hasTransactions : 0) |
    (logsBloom !== emptyBloomText ? hasBloom : 0) |
    (prevRandao !== keccakHash(fromHex(parentHash)) ? hasRandao : 0) |
    (omitsParent ? 0 : hasParent) |
    (parts === undefined ? 0 : hasParts);
  const writer = new ByteWriter();
  writer.byte(stored);
  for (const item of [hash, stateRoot, header.miner]) writer.hex(item);
  if (stored & hasTransactions) for (const item of [transactionsRoot, receiptsRoot]) writer.hex(item);
  if (stored & hasParent) writer.hex(parentHash);
  if (stored & hasRandao) writer.hex(prevRandao);
  for (const part of parts ?? []) writer.bytes(part);
  for (const count of [header.timestamp, header.size, header.transactionCount]) writer.integer(count);
  for (const amount of [header.gasLimit, header.gasUsed, header.baseFee]) writer.bigint(amount);
  writer.bytes(header.extraData);
  if (stored & hasBloom) writer.bytes(packZeros(fromHex(logsBloom)));
  return writer.finish();
}

/** What the row of a header does not have. */
export type HeaderPosition = {
  readonly number: number;
  /** of the parent, 32 bytes; undefined: the row has it */
  readonly parentHash: Uint8Array | undefined;
};

/** Inverse of `encodeHeaderRow`; does not keep a view of the row. Throws a RangeError when the row ends too early. */
export function decodeHeaderRow(row: Uint8Array, position: HeaderPosition): SealedHeader {
  const stored = readHeaderRow(row, position);
  const { roots, packedBloom } = stored;
  const digits = toHexDigits(row.subarray(1, 1 + identityLength + (roots?.length ?? 0))); // at once: one call costs most
  return {
    hash: hexAt(digits, 0, hashLength) as Hash,
    parentHash: hashFromBytes(stored.parentHash),
    stateRoot: hexAt(digits, hashLength, hashLength) as Hash,
    miner: hexAt(digits, 2 * hashLength, addressLength) as Address,
    transactionsRoot: roots === undefined ? emptyTreeRoot : (hexAt(digits, identityLength, hashLength) as Hash),
    receiptsRoot:
      roots === undefined ? emptyTreeRoot : (hexAt(digits, identityLength + hashLength, hashLength) as Hash),
    prevRandao: hashFromBytes(stored.prevRandao),
    number: stored.number,
    timestamp: stored.timestamp,
    size: stored.size,
    transactionCount: stored.transactionCount,
    gasLimit: bytesToBigint(bytesOf(row, stored.gasLimit)),
    gasUsed: bytesToBigint(bytesOf(row, stored.gasUsed)),
    baseFee: bytesToBigint(bytesOf(row, stored.baseFee)),
    extraData: bytesOf(row, stored.extraData).slice(),
    logsBloom: packedBloom === undefined ? emptyBloomText : toHex(unpackZeros(bytesOf(row, packedBloom))),
  };
}

/**
 * Row → where its parts are, for readers that need bytes; a view of each would take as long as its digits. Throws a
 * RangeError when the row ends too early.
 */
export function readHeaderRow(row: Uint8Array, { number, parentHash: known }: HeaderPosition): StoredHeader {
  const rest = new ByteReader(row);
  const stored = rest.byte();
  const identity = spanOf(rest, identityLength);
  const roots = stored & hasTransactions ? spanOf(rest, 2 * hashLength) : undefined;
  const parentHash = stored & hasParent ? rest.fixed(hashLength) : known;
  if (parentHash === undefined) throw new RangeError(`the parent of block ${number} is missing`);
  const prevRandao = stored & hasRandao ? rest.fixed(hashLength) : keccak256(parentHash);
  if (stored & hasParts) for (const _ of shortParts) rest.skip(rest.integer());
  return {
    row,
    identity,
    parentHash,
    roots,
    prevRandao,
    number,
    timestamp: rest.integer(),
    size: rest.integer(),
    transactionCount: rest.integer(),
    gasLimit: spanOf(rest, rest.integer()),
    gasUsed: spanOf(rest, rest.integer()),
    baseFee: spanOf(rest, rest.integer()),
    extraData: spanOf(rest, rest.integer()),
    packedBloom: stored & hasBloom ? spanOf(rest, rest.integer()) : undefined,
  };
}

function spanOf(rest: ByteReader, length: number): Span {
  return { at: rest.skip(length), length };
}

function bytesOf(row: Uint8Array, { at, length }: Span): Uint8Array {
  return row.subarray(at, at + length);
}

/** Whether the row omits the hash of the parent. */
export function omitsParentHash(row: Uint8Array): boolean {
  return ((row[0] ?? 0) & hasParent) === 0;
}

/** Whether the row has the parts of the block. Without them it has the hash of the parent. */
export function isSmallBlock(row: Uint8Array): boolean {
  return ((row[0] ?? 0) & hasParts) !== 0;
}

/** The hash of the block of a row, as a copy. */
export function hashOfHeaderRow(row: Uint8Array): Uint8Array {
  return row.slice(1, 1 + hashLength);
}

/**
 * A part of the block, as a view of the row of its header: no bytes when the block has none of it. undefined: the parts
 * are rows of their own.
 */
export function partInHeaderRow(row: Uint8Array, part: BlockPart): Uint8Array | undefined {
  const rest = new ByteReader(row);
  const stored = rest.byte();
  if (!(stored & hasParts)) return undefined;
  rest.skip(identityLength);
  if (stored & hasTransactions) rest.skip(2 * hashLength);
  if (stored & hasParent) rest.skip(hashLength);
  if (stored & hasRandao) rest.skip(hashLength);
  for (const each of shortParts) {
    const length = rest.integer();
    if (each === part) return rest.fixed(length);
    rest.skip(length);
  }
  return emptyBytes;
}

/** Offset and length in bytes. */
function hexAt(digits: string, at: number, length: number): Hex {
  return `0x${digits.slice(2 * at, 2 * (at + length))}`;
}
