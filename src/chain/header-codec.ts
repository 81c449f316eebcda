import { emptyBytes } from '../primitives/bytes.ts';
import { keccakHash } from '../primitives/crypto/keccak.ts';
import { sha256 } from '../primitives/crypto/sha256.ts';
import { type Hash, hashFromBytes, zeroHash } from '../primitives/hash.ts';
import { encodeRlp } from '../primitives/rlp/encode.ts';
import { emptyTreeRoot } from '../state/tree/update-tree.ts';
import type { Header } from './types.ts';

/** keccak(rlp([])): there are no ommers */
export const emptyOmmersHash = keccakHash(encodeRlp([]));
/** EIP-7685: sha256 of no bytes, since there are no requests */
export const emptyRequestsHash = hashFromBytes(sha256(emptyBytes));

/** no proof of work: eight zero bytes, as on Ethereum since the merge */
const nonce = new Uint8Array(8);

/**
 * Header → RLP in the field order of Osaka (EIP-1559, 4895, 4844, 4788, 7685). Proof of work, withdrawals, blobs,
 * beacon chain and requests do not exist here: their fields are zero or the hash of no bytes.
 */
export function encodeHeader(header: Header): Uint8Array {
  return encodeRlp([
    header.parentHash,
    emptyOmmersHash,
    header.miner,
    header.stateRoot,
    header.transactionsRoot,
    header.receiptsRoot,
    header.logsBloom,
    emptyBytes, // difficulty
    header.number,
    header.gasLimit,
    header.gasUsed,
    header.timestamp,
    header.extraData,
    header.prevRandao,
    nonce,
    header.baseFee,
    emptyTreeRoot, // no withdrawals
    emptyBytes, // blobGasUsed
    emptyBytes, // excessBlobGas
    zeroHash, // parentBeaconBlockRoot
    emptyRequestsHash,
  ]);
}

/** The block's hash: keccak of its header's RLP. */
export function hashOfHeader(header: Header): Hash {
  return keccakHash(encodeHeader(header));
}
