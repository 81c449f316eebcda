import type { ChainReader } from '../../../chain/types.ts';

/** Blocks over which the time between two is measured. */
const measured = 100;

/**
 * The height that the network should have by now: one block more than the newest for each interval that has passed
 * since, as far as the blocks before it took so long. It needs nobody's word. `now`: milliseconds since 1970;
 * `intervalMs`: milliseconds between blocks of a chain that has none yet.
 */
export function expectedHeight(
  reader: Pick<ChainReader, 'head' | 'header' | 'identity'>,
  now: number,
  intervalMs: number,
): number {
  const { number, timestamp } = reader.head();
  const earlier = reader.header(Math.max(reader.identity.genesisHeight + 1, number - measured));
  const blocks = number - (earlier?.number ?? number);
  const average = blocks > 0 ? ((timestamp - (earlier?.timestamp ?? timestamp)) * 1_000) / blocks : intervalMs;
  const age = now - timestamp * 1_000;
  return average > 0 && age > 0 ? number + Math.floor(age / average) : number;
}
