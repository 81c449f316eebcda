import { addressFromBytes, addressToBytes } from '../primitives/address.ts';
import { emptyBytes } from '../primitives/bytes.ts';
import { keccakHash } from '../primitives/crypto/keccak.ts';
import { sha256 } from '../primitives/crypto/sha256.ts';
import { type Hash, hashFromBytes, zeroHash } from '../primitives/hash.ts';
import { fromHex } from '../primitives/hex.ts';
import {
  bytesFromRlp,
  decodeRlp,
  encodeRlp,
  integerFromRlp,
  listFromRlp,
  type RlpDecoded,
  RlpError,
  rlpInteger,
} from '../primitives/rlp.ts';
import { emptyTreeRoot } from '../state/tree/update-tree.ts';
import type { Header } from './contract.ts';

/** keccak(rlp([])): there are no ommers */
export const emptyOmmersHash = keccakHash(encodeRlp([]));
/** EIP-7685: sha256 of nothing, because no request ever leaves this chain */
export const emptyRequestsHash = hashFromBytes(sha256(emptyBytes));

/** proof of work is gone since Ethereum's merge: eight zero bytes */
const nonce = new Uint8Array(8);
const fieldCount = 21;

/**
 * Header → RLP in the field order of Osaka (EIP-1559, 4895, 4844, 4788, 7685). Proof of work, withdrawals, blobs, beacon
 * chain and requests do not exist here: their fields are zero or the hash of nothing.
 */
export function encodeHeader(header: Header): Uint8Array {
  return encodeRlp([
    fromHex(header.parentHash),
    fromHex(emptyOmmersHash),
    addressToBytes(header.miner),
    fromHex(header.stateRoot),
    fromHex(header.transactionsRoot),
    fromHex(header.receiptsRoot),
    header.logsBloom,
    emptyBytes, // difficulty
    rlpInteger(header.number),
    rlpInteger(header.gasLimit),
    rlpInteger(header.gasUsed),
    rlpInteger(header.timestamp),
    header.extraData,
    fromHex(header.prevRandao),
    nonce,
    rlpInteger(header.baseFee),
    fromHex(emptyTreeRoot), // no withdrawals
    emptyBytes, // blobGasUsed
    emptyBytes, // excessBlobGas
    fromHex(zeroHash), // parentBeaconBlockRoot
    fromHex(emptyRequestsHash),
  ]);
}

/** Inverse of `encodeHeader`. Throws an RlpError. */
export function decodeHeader(rlp: Uint8Array): Header {
  const items = listFromRlp(decodeRlp(rlp));
  if (items.length !== fieldCount) throw new RlpError(`rlp: a header has ${fieldCount} fields, not ${items.length}`);
  return {
    parentHash: hashItem(items[0]),
    miner: addressFromBytes(bytesFromRlp(items[2])),
    stateRoot: hashItem(items[3]),
    transactionsRoot: hashItem(items[4]),
    receiptsRoot: hashItem(items[5]),
    logsBloom: bytesFromRlp(items[6], 256),
    number: Number(integerFromRlp(items[8], 6)),
    gasLimit: integerFromRlp(items[9], 8),
    gasUsed: integerFromRlp(items[10], 8),
    timestamp: Number(integerFromRlp(items[11], 6)),
    extraData: bytesFromRlp(items[12]),
    prevRandao: hashItem(items[13]),
    baseFee: integerFromRlp(items[15]),
  };
}

/** The block's hash: keccak of its header's RLP. */
export function hashOfHeader(header: Header): Hash {
  return keccakHash(encodeHeader(header));
}

function hashItem(item: RlpDecoded | undefined): Hash {
  return hashFromBytes(bytesFromRlp(item, 32));
}
