import type { Address } from '../../primitives/address.ts';
import { ByteReader } from '../../primitives/byte-reader.ts';
import { ByteWriter } from '../../primitives/byte-writer.ts';
import { keccakHash } from '../../primitives/crypto/keccak.ts';
import type { Hash } from '../../primitives/hash.ts';
import { fromHex, type Hex, toHex, toHexDigits } from '../../primitives/hex.ts';
import { packZeros, unpackZeros } from '../../primitives/zero-runs.ts';
import { emptyTreeRoot } from '../../state/tree/update-tree.ts';
import { emptyBloom } from '../bloom.ts';
import type { SealedHeader } from '../types.ts';

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
  const rest = new ByteReader(row);
  const stored = rest.byte();
  const hashes = 3 + (stored & hasTransactions ? 2 : 0) + (stored & hasRandao ? 1 : 0);
  const digits = toHexDigits(rest.fixed(hashes * hashLength + addressLength)); // all at once: one call costs most
  const hashAt = (index: number) => hexAt(digits, index * hashLength, hashLength) as Hash;
  const later = (index: number) => hexAt(digits, index * hashLength + addressLength, hashLength) as Hash;
  const parentHash = hashAt(1);
  return {
    hash: hashAt(0),
    parentHash,
    stateRoot: hashAt(2),
    miner: hexAt(digits, 3 * hashLength, addressLength) as Address,
    transactionsRoot: stored & hasTransactions ? later(3) : emptyTreeRoot,
    receiptsRoot: stored & hasTransactions ? later(4) : emptyTreeRoot,
    prevRandao: stored & hasRandao ? later(hashes - 1) : keccakHash(fromHex(parentHash)),
    number: rest.integer(),
    timestamp: rest.integer(),
    size: rest.integer(),
    transactionCount: rest.integer(),
    gasLimit: rest.bigint(),
    gasUsed: rest.bigint(),
    baseFee: rest.bigint(),
    extraData: rest.bytes().slice(),
    logsBloom: stored & hasBloom ? toHex(unpackZeros(rest.bytes())) : emptyBloomText,
  };
}

/** Offset and length in bytes. */
function hexAt(digits: string, at: number, length: number): Hex {
  return `0x${digits.slice(2 * at, 2 * (at + length))}`;
}
