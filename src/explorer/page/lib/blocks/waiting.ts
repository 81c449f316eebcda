import type { Hex, Transaction } from '../node/types.ts';

type BySender = Readonly<Record<Hex, Readonly<Record<string, Transaction>>>>;
/** txpool_content */
export type Content = { readonly pending: BySender; readonly queued: BySender };
/** qord_getPoolLanes */
export type Lanes = Readonly<Record<string, readonly Hex[]>>;

export type Waiting = {
  readonly transaction: Transaction;
  /** whether the next block may have it */
  readonly isReady: boolean;
  readonly why: string;
  readonly lane: string;
};

/** What waits and why: first what the next block may have. `baseFee`: of the next block, in wei. */
export function waitingRows({ pending, queued }: Content, lanes: Lanes, baseFee: bigint): readonly Waiting[] {
  const laneOf = new Map(
    Object.entries(lanes).flatMap(([lane, hashes]) =>
      (Array.isArray(hashes) ? hashes : []).map((hash) => [hash, lane]),
    ),
  );
  const executable = Object.values(pending).flatMap((byNonce) => {
    let isBlocked = false;
    return inOrder(byNonce).map((transaction) => {
      const isCheap = BigInt(transaction.maxFeePerGas ?? transaction.gasPrice) < baseFee;
      const why = isCheap
        ? 'a base fee it can pay'
        : isBlocked
          ? `nonce ${BigInt(transaction.nonce) - 1n}, which offers too little`
          : 'room in the next block';
      isBlocked ||= isCheap;
      return { transaction, isReady: !isBlocked, why, lane: laneOf.get(transaction.hash) ?? '' };
    });
  });
  const later = Object.values(queued).flatMap((byNonce) => {
    const nonces = new Set(Object.values(byNonce).map(({ nonce }) => BigInt(nonce)));
    return inOrder(byNonce).map((transaction) => {
      const before = BigInt(transaction.nonce) - 1n;
      const why = nonces.has(before) ? `nonce ${before}, which waits too` : `nonce ${before}, which is missing`;
      return { transaction, isReady: false, why, lane: '' };
    });
  });
  return [...executable.toSorted((a, b) => Number(b.isReady) - Number(a.isReady)), ...later];
}

function inOrder(byNonce: Readonly<Record<string, Transaction>>): readonly Transaction[] {
  return Object.values(byNonce).toSorted((a, b) => Number(BigInt(a.nonce) - BigInt(b.nonce)));
}
