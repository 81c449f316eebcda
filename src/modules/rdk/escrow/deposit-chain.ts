import { view } from '../../../kernel/module-sdk/call.ts';
import { bytes32Field, textField, uint } from '../../../kernel/module-sdk/field.ts';
import { type Address, addressToBytes } from '../../../primitives/address.ts';
import { bigintToFixedBytes, joinBytes } from '../../../primitives/bytes.ts';
import { sha256 } from '../../../primitives/crypto/sha256.ts';
import type { StateView } from '../../../state/types.ts';
import { coveredDeposits, progressOf } from '../batches/batch-chain.ts';
import { deposits } from '../records.ts';

/*
 * The deposits of a rollup as a chain of hashes, to which the proof of a batch commits: without it no circuit could know
 * that what it credits was deposited, and who submits a batch could withdraw what others have paid.
 */

const noDeposits = new Uint8Array(32);

type Made = {
  readonly index: number;
  readonly sender: Address;
  /** uqor */
  readonly amount: bigint;
  /** account on the rollup */
  readonly recipient: Uint8Array;
};

/**
 * The hash of a deposit and of all before it: SHA-256 of `qor/rdk/deposit/v1`, the hash before it, its index (8 bytes),
 * sender (20 bytes), amount (32 bytes) and recipient.
 */
export function chainedHash(state: StateView, id: string, { index, sender, amount, recipient }: Made): Uint8Array {
  const tag = Buffer.from('qor/rdk/deposit/v1', 'utf8');
  const numbers = [bigintToFixedBytes(BigInt(index), 8), addressToBytes(sender), bigintToFixedBytes(amount, 32)];
  return sha256(joinBytes([tag, hashOfFirst(state, id, index - 1), ...numbers, recipient]));
}

/** The deposits that the next batch of a rollup covers: how many of the first there are, and their hash. */
export function nextDeposits(state: StateView, id: string): { readonly count: number; readonly hash: Uint8Array } {
  const count = coveredDeposits(state, id, progressOf(state, id).chain_length + 1);
  return { count, hash: hashOfFirst(state, id, count) };
}

function hashOfFirst(state: StateView, id: string, count: number): Uint8Array {
  return (count > 0 && deposits.get(state, id, count)?.chained_hash) || noDeposits;
}

export const nextDepositsOf = view('nextDeposits', {
  doc: 'The deposits that the next batch of a rollup covers and, where it is proven, its proof commits to. The hash of a deposit is the SHA-256 of `qor/rdk/deposit/v1`, the hash of the one before it (zero for the first), its index (8 bytes), sender (20 bytes), amount in uqor (32 bytes) and recipient.',
  inputs: { rollupId: textField('name of the rollup') },
  outputs: {
    count: uint(64, 'the deposits from 1 up to this number'),
    hash: bytes32Field('of the last of them; zero for none'),
  },
  gas: 8_000n,
  run: ({ state }, { rollupId }) => {
    const { count, hash } = nextDeposits(state, rollupId);
    return { count: BigInt(count), hash };
  },
});
