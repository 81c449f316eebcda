import type { ChainReader } from '../../chain/types.ts';
import type { JsonValue } from '../types.ts';

/** Seconds that samples are formed by: minutes since 1970. */
const minuteSeconds = 60;
/** Clients read the seconds of a sample as 16 bits. */
const maxPeriod = 65_535;
/** Samples kept at most, and headers read for one response at most: later responses then hold more samples. */
const maxKept = 1_440;
const maxHeaders = 50_000;

type Sample = {
  readonly slot: number;
  readonly numTransactions: number;
  readonly numSlots: number;
  /** from the block before the first to the last */
  readonly samplePeriodSecs: number;
};

/**
 * Blocks and transactions per minute, newest whole minute first; minutes without a block are left out. The seconds of a
 * sample are what its blocks took by their headers: less than 60 in the first minute, more after a pause. Results are cached,
 * as blocks do not change.
 */
export function createPerformanceSamples(chain: ChainReader): (limit: number) => JsonValue {
  const kept = new Map<number, Sample>();
  return (limit) => {
    const samples: JsonValue[] = [];
    const head = chain.head().number;
    let slot = head - slotsOfMinute(chain, head).numSlots;
    for (let headers = 0; samples.length < limit && slot > 0 && headers < maxHeaders; ) {
      const known = kept.get(slot);
      const sample = known ?? slotsOfMinute(chain, slot);
      if (known === undefined) headers += sample.numSlots;
      kept.set(slot, sample);
      samples.push({ ...sample, numNonVoteTransactions: sample.numTransactions });
      slot -= sample.numSlots;
    }
    if (kept.size > maxKept) kept.clear();
    return samples;
  };
}

/** The blocks up to `last` that were made in the same minute. */
function slotsOfMinute(chain: ChainReader, last: number): Sample {
  let minute: number | undefined;
  let numTransactions = 0;
  let slot = last;
  for (; slot > 0; slot--) {
    const header = chain.header(slot);
    if (header === undefined) break;
    const its = Math.floor(header.timestamp / minuteSeconds);
    minute ??= its;
    if (its !== minute) break;
    numTransactions += header.transactionCount;
  }
  const seconds = (chain.header(last)?.timestamp ?? 0) - (chain.header(slot)?.timestamp ?? 0);
  const samplePeriodSecs = Math.min(maxPeriod, Math.max(1, seconds));
  return { slot: last, numTransactions, numSlots: last - slot, samplePeriodSecs };
}
