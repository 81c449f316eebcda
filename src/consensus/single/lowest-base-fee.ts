import type { ChainReader } from '../../chain/types.ts';

/** The base fee, in wei per gas, after so many empty blocks that it falls no more. */
export function lowestBaseFee(reader: Pick<ChainReader, 'head' | 'states'>, baseFee: bigint): bigint {
  const { gasLimit } = reader.head();
  let lowest = baseFee;
  for (;;) {
    const next = reader.states.baseFeeAfter({ gasUsed: 0n, gasLimit, baseFee: lowest });
    if (next >= lowest) return lowest;
    lowest = next;
  }
}
