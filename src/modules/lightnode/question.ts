import { keccak256 } from '@qord/curves/keccak';
import type { BlockEnvironment } from '../../kernel/engine.ts';
import type { Address } from '../../primitives/address.ts';
import { joinBytes } from '../../primitives/bytes.ts';
import { zeroHash } from '../../primitives/hash.ts';
import { fromHex } from '../../primitives/hex.ts';
import type { StateView } from '../../state/types.ts';
import { lightnodeParams, questionBlocks } from './params.ts';
import { progressRecord } from './records.ts';

/** Headers that a question asks for. */
const headerCount = 8;

/** The question of an epoch: the hashes of these headers, which whoever follows the chain has at hand. */
export type Question = {
  readonly epoch: number;
  /** 32 bytes: randomness of the block with which the epoch began, and which nobody knew before */
  readonly seed: Uint8Array;
  /** blocks whose hashes are asked for, in this order; one can be there twice */
  readonly heights: readonly number[];
  /** last block in which an answer counts */
  readonly answerUntil: number;
};

/**
 * The open question, or undefined: none before the first epoch has begun, none when the time to answer is over, and none
 * that asks for blocks before the first of this chain only.
 */
export function openQuestion(state: StateView, block: BlockEnvironment): Question | undefined {
  const { epoch, started_at, seed } = progressRecord.get(state);
  const answerUntil = started_at + lightnodeParams.get(state).answer_blocks;
  if (started_at === 0 || Number(block.number) > answerUntil) return undefined;
  const heights = heightsOf(seed, started_at).filter((height) => isOfChain(height, block));
  return heights.length === 0 ? undefined : { epoch, seed, heights, answerUntil };
}

/** A chain that continues an exported one has no blocks of that. */
function isOfChain(height: number, { number, blockHash }: BlockEnvironment): boolean {
  return height >= number || blockHash(BigInt(height)) !== zeroHash;
}

/** Byte `i` of the seed says how far below the start of the epoch header `i` is. */
function heightsOf(seed: Uint8Array, startedAt: number): readonly number[] {
  const reach = Math.min(questionBlocks, startedAt + 1);
  return [...seed.subarray(0, headerCount)].map((byte) => startedAt - (byte % reach));
}

/**
 * The answer of one operator: Keccak-256 of seed, operator (20 bytes) and the hashes of the headers. No two operators
 * have the same, so none can copy that of another.
 */
export function answerTo(
  { seed, heights }: Pick<Question, 'seed' | 'heights'>,
  operator: Address,
  hashOf: (height: number) => Uint8Array,
): Uint8Array {
  return keccak256(joinBytes([seed, fromHex(operator), ...heights.map(hashOf)]));
}

/** By the hashes that the chain itself has. */
export function rightAnswer(question: Question, operator: Address, block: BlockEnvironment): Uint8Array {
  return answerTo(question, operator, (height) => fromHex(block.blockHash(BigInt(height))));
}
