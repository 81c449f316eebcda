import { bigintToFixedBytes, bytesToBigint, concatBytes } from '../../primitives/bytes.ts';
import { sha256 } from '../../primitives/crypto/sha256.ts';

/** The values that a validity proof of a batch commits to. */
type BatchStatement = {
  readonly rollupId: string;
  readonly batchIndex: number;
  /** 32 bytes each; zero for none */
  readonly prevStateRoot: Uint8Array;
  readonly stateRoot: Uint8Array;
  readonly dataHash: Uint8Array;
  readonly withdrawalsRoot: Uint8Array;
  readonly txCount: number;
};

/** Numbers below this are elements of the scalar field of BLS12-381, whose order has 255 bits. */
const fieldLimit = 1n << 253n;

/**
 * The public inputs of a batch's proof: one field element, the lower 253 bits of the SHA-256 of `qor/rdk/batch/v1`,
 * length and bytes of the name, batch index (8 bytes), the four roots in the order above, and the number of
 * transactions (8 bytes).
 */
export function batchPublicInputs(statement: BatchStatement): readonly [bigint] {
  const name = Buffer.from(statement.rollupId, 'utf8');
  const digest = sha256(
    concatBytes(
      Buffer.from('qor/rdk/batch/v1', 'utf8'),
      Uint8Array.of(name.length),
      name,
      bigintToFixedBytes(BigInt(statement.batchIndex), 8),
      statement.prevStateRoot,
      statement.stateRoot,
      statement.dataHash,
      statement.withdrawalsRoot,
      bigintToFixedBytes(BigInt(statement.txCount), 8),
    ),
  );
  return [bytesToBigint(digest) % fieldLimit];
}
