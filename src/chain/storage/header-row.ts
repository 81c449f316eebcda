import type { Address } from '../../primitives/address.ts';
import { ByteReader } from '../../primitives/byte-reader.ts';
import { ByteWriter } from '../../primitives/byte-writer.ts';
import type { Hash } from '../../primitives/hash.ts';
import { type Hex, toHexDigits } from '../../primitives/hex.ts';
import type { SealedHeader } from '../types.ts';

const hashLength = 32;
const addressLength = 20;
const bloomLength = 256;
const hashCount = 6;
/** The fields that are decoded to hex come first, so that all are converted at once. */
const hexLength = hashCount * hashLength + addressLength + bloomLength;

/** Sealed header → row: six hashes, proposer, bloom; number, timestamp, size, transactions, gas, base fee, extra data. */
export function encodeHeaderRow(header: SealedHeader): Uint8Array {
  const { hash, parentHash, stateRoot, transactionsRoot, receiptsRoot, prevRandao } = header;
  const writer = new ByteWriter();
  for (const item of [hash, parentHash, stateRoot, transactionsRoot, receiptsRoot, prevRandao]) {
    writer.hex(item);
  }
  writer.hex(header.miner);
  writer.hex(header.logsBloom);
  for (const count of [header.number, header.timestamp, header.size, header.transactionCount]) writer.integer(count);
  for (const amount of [header.gasLimit, header.gasUsed, header.baseFee]) writer.bigint(amount);
  writer.bytes(header.extraData);
  return writer.finish();
}

/** Inverse of `encodeHeaderRow`; does not keep a view of the row. */
export function decodeHeaderRow(row: Uint8Array): SealedHeader {
  const digits = toHexDigits(row.subarray(0, hexLength));
  const hashAt = (index: number) => hexAt(digits, index * hashLength, hashLength) as Hash;
  const rest = new ByteReader(row.subarray(hexLength));
  return {
    hash: hashAt(0),
    parentHash: hashAt(1),
    stateRoot: hashAt(2),
    transactionsRoot: hashAt(3),
    receiptsRoot: hashAt(4),
    prevRandao: hashAt(5),
    miner: hexAt(digits, hashCount * hashLength, addressLength) as Address,
    logsBloom: hexAt(digits, hexLength - bloomLength, bloomLength),
    number: rest.integer(),
    timestamp: rest.integer(),
    size: rest.integer(),
    transactionCount: rest.integer(),
    gasLimit: rest.bigint(),
    gasUsed: rest.bigint(),
    baseFee: rest.bigint(),
    extraData: rest.bytes().slice(),
  };
}

/** Offset and length in bytes. */
function hexAt(digits: string, at: number, length: number): Hex {
  return `0x${digits.slice(2 * at, 2 * (at + length))}`;
}
