import type { Address } from '../../primitives/address.ts';
import { ByteReader } from '../../primitives/byte-reader.ts';
import { ByteWriter } from '../../primitives/byte-writer.ts';
import { keccak256, keccakHash } from '../../primitives/crypto/keccak.ts';
import { type Hash, hashFromBytes } from '../../primitives/hash.ts';
import { fromHex, type Hex, toHex, toHexDigits } from '../../primitives/hex.ts';
import { packZeros, unpackZeros } from '../../primitives/zero-runs.ts';
import { emptyTreeRoot } from '../../state/tree/update-tree.ts';
import { emptyBloom } from '../bloom.ts';
import type { SealedHeader, StoredHeader } from '../types.ts';

const hashLength = 32;
const addressLength = 20;
const emptyBloomText = toHex(emptyBloom);

/** Bits of the first byte, for what is stored only where it is not what it mostly is. */
const hasTransactions = 1; // a root of its transactions, and of their receipts
const hasBloom = 2; // a bloom that is not empty
const hasRandao = 4; // a prevRandao that is not the hash of the parent's hash

/**
 * Sealed header → row: what follows, hash, parent, state root, proposer, and the hashes that are stored; number,
 * timestamp, size, transactions, gas, base fee, extra data, bloom.
 */
export function encodeHeaderRow(header: SealedHeader): Uint8Array {
  const { hash, parentHash, stateRoot, transactionsRoot, receiptsRoot, prevRandao, logsBloom } = header;
  const stored =
    (transactionsRoot !== emptyTreeRoot || receiptsRoot !== emptyTreeRoot ? hasTransactions : 0) |
    (logsBloom !== emptyBloomText ? hasBloom : 0) |
    (prevRandao !== keccakHash(fromHex(parentHash)) ? hasRandao : 0);
  const writer = new ByteWriter();
  writer.byte(stored);
  for (const item of [hash, parentHash, stateRoot, header.miner]) writer.hex(item);
  if (stored & hasTransactions) for (const item of [transactionsRoot, receiptsRoot]) writer.hex(item);
  if (stored & hasRandao) writer.hex(prevRandao);
  for (const count of [header.number, header.timestamp, header.size, header.transactionCount]) writer.integer(count);
  for (const amount of [header.gasLimit, header.gasUsed, header.baseFee]) writer.bigint(amount);
  writer.bytes(header.extraData);
  if (stored & hasBloom) writer.bytes(packZeros(fromHex(logsBloom)));
  return writer.finish();
}

/** Inverse of `encodeHeaderRow`; does not keep a view of the row. Throws a RangeError when the row ends too early. */
export function decodeHeaderRow(row: Uint8Array): SealedHeader {
  const stored = readHeaderRow(row);
  const { roots, packedBloom } = stored;
  const rootsAt = 3 * hashLength + addressLength; // they follow the identity
  const digits = toHexDigits(row.subarray(1, 1 + rootsAt + (roots?.length ?? 0))); // at once: one call costs most
  return {
    hash: hexAt(digits, 0, hashLength) as Hash,
    parentHash: hexAt(digits, hashLength, hashLength) as Hash,
    stateRoot: hexAt(digits, 2 * hashLength, hashLength) as Hash,
    miner: hexAt(digits, 3 * hashLength, addressLength) as Address,
    transactionsRoot: roots === undefined ? emptyTreeRoot : (hexAt(digits, rootsAt, hashLength) as Hash),
    receiptsRoot: roots === undefined ? emptyTreeRoot : (hexAt(digits, rootsAt + hashLength, hashLength) as Hash),
    prevRandao: hashFromBytes(stored.prevRandao),
    number: stored.number,
    timestamp: stored.timestamp,
    size: stored.size,
    transactionCount: stored.transactionCount,
    gasLimit: stored.gasLimit,
    gasUsed: stored.gasUsed,
    baseFee: stored.baseFee,
    extraData: stored.extraData.slice(),
    logsBloom: packedBloom === undefined ? emptyBloomText : toHex(unpackZeros(packedBloom)),
  };
}

/** Row → its parts as views of it, for readers that need bytes. Throws a RangeError when the row ends too early. */
export function readHeaderRow(row: Uint8Array): StoredHeader {
  const rest = new ByteReader(row);
  const stored = rest.byte();
  const identity = rest.fixed(3 * hashLength + addressLength);
  return {
    identity,
    roots: stored & hasTransactions ? rest.fixed(2 * hashLength) : undefined,
    prevRandao: stored & hasRandao ? rest.fixed(hashLength) : keccak256(identity.subarray(hashLength, 2 * hashLength)),
    number: rest.integer(),
    timestamp: rest.integer(),
    size: rest.integer(),
    transactionCount: rest.integer(),
    gasLimit: rest.bigint(),
    gasUsed: rest.bigint(),
    baseFee: rest.bigint(),
    extraData: rest.bytes(),
    packedBloom: stored & hasBloom ? rest.bytes() : undefined,
  };
}

/** Offset and length in bytes. */
function hexAt(digits: string, at: number, length: number): Hex {
  return `0x${digits.slice(2 * at, 2 * (at + length))}`;
}
