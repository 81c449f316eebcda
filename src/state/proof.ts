import type { Hash } from '../primitives/hash.ts';
import type { Hex } from '../primitives/hex.ts';
import type { Account } from './types.ts';

/** A Merkle proof of one account and some of its entries (EIP-1186). Nodes are in RLP, the root first. */
export type StateProof = {
  /** undefined: the proof shows that the account does not exist */
  readonly account: Account | undefined;
  readonly storageRoot: Hash;
  readonly nodes: readonly Uint8Array[];
  /** in the order of the request */
  readonly entries: readonly EntryProof[];
};

export type EntryProof = {
  readonly key: Hex;
  /** undefined: the proof shows that nothing is stored */
  readonly value: Uint8Array | undefined;
  readonly nodes: readonly Uint8Array[];
};

/** What only the origin of a fork has is not part of a local tree. */
export class OriginProofError extends Error {
  override name = 'OriginProofError';

  constructor(address: string) {
    super(`${address} is not part of the tree of this fork: request its proof from the origin, or at the fork block`);
  }
}

/** Too much has changed since that height to rebuild its tree. */
export class ProofTooOldError extends Error {
  override name = 'ProofTooOldError';
  readonly height: number;

  constructor(height: number) {
    super(`too much has changed since block ${height} to prove its state: ask for a later block`);
    this.height = height;
  }
}
