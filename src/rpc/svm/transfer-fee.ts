import type { ChainReader } from '../../chain/types.ts';
import { weiPerLamport } from '../../primitives/units.ts';

/** Gas of a plain transfer: what one signature pays for. */
export const transferGas = 21_000n;

/** Lamports that plain transfers cost at a base fee in wei per gas, rounded up. */
export function transferLamports(baseFee: bigint, transfers = 1): bigint {
  return (transferGas * baseFee * BigInt(transfers) + weiPerLamport - 1n) / weiPerLamport;
}

/** Base fee of the next block, in wei per gas. */
export function nextBaseFee(chain: ChainReader): bigint {
  return chain.states.environmentAt('next')?.baseFee ?? 0n;
}
