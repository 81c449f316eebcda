import { addressFromBytes } from '../../../primitives/address.ts';
import { ByteReader } from '../../../primitives/byte-reader.ts';
import { keccakHash } from '../../../primitives/crypto/keccak.ts';
import { type Hash, hashFromBytes } from '../../../primitives/hash.ts';
import { toHex } from '../../../primitives/hex.ts';
import { emptyTreeRoot } from '../../../state/tree/update-tree.ts';
import { emptyBloom } from '../../bloom.ts';
import type { SealedHeader } from '../../types.ts';
import { unpackZeros } from './zero-runs.ts';

const hashLength = 32;

/** Bits of the first byte, for what is stored only where it is not what it mostly is. */
const hasTransactions = 1; // a root of its transactions, and of their receipts
const hasBloom = 2; // a bloom that is not empty
const hasRandao = 4; // a prevRandao that is not the hash of the parent's hash
const hasParent = 8; // the parent's hash: the block is not small, or the first
const hasParts = 16; // the parts of a small block

/** Parts that a small block has in the row of its header: transactions, receipts, logs, events, changes of hooks. */
const shortParts = 5;

/** What the row of a header has. */
export type HeaderRow = {
  readonly header: SealedHeader;
  /** the rows of `shortParts`, empty where the block has none of it; undefined: they are rows of their own */
  readonly parts: readonly Uint8Array[] | undefined;
};

/** `parentRow`: the row of the parent's header, when there is one. */
export function decodeHeaderRow(row: Uint8Array, number: number, parentRow: Uint8Array | undefined): HeaderRow {
  const rest = new ByteReader(row);
  const stored = rest.byte();
  const hash = readHash(rest);
  const stateRoot = readHash(rest);
  const miner = addressFromBytes(rest.fixed(20));
  const transactionsRoot = stored & hasTransactions ? readHash(rest) : emptyTreeRoot;
  const receiptsRoot = stored & hasTransactions ? readHash(rest) : emptyTreeRoot;
  const parentHash = stored & hasParent ? rest.fixed(hashLength) : parentRow?.subarray(1, 1 + hashLength);
  if (parentHash === undefined) throw new RangeError(`the parent of block ${number} is missing`);
  const prevRandao = stored & hasRandao ? readHash(rest) : keccakHash(parentHash);
  const parts = stored & hasParts ? Array.from({ length: shortParts }, () => rest.bytes()) : undefined;
  const header = {
    ...{ hash, number, parentHash: hashFromBytes(parentHash), miner, stateRoot, transactionsRoot, receiptsRoot },
    prevRandao,
    timestamp: rest.integer(),
    size: rest.integer(),
    transactionCount: rest.integer(),
    gasLimit: rest.bigint(),
    gasUsed: rest.bigint(),
    baseFee: rest.bigint(),
    extraData: rest.bytes(),
    logsBloom: toHex(stored & hasBloom ? unpackZeros(rest.bytes()) : emptyBloom),
  };
  return { header, parts };
}

function readHash(rest: ByteReader): Hash {
  return hashFromBytes(rest.fixed(hashLength));
}
