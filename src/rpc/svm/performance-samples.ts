import type { ChainReader } from '../../chain/types.ts';
import type { JsonValue } from '../types.ts';

/** Seconds that a sample covers: whole minutes since 1970. */
const samplePeriod = 60;
/** Samples kept at most, and headers read for one response at most: later responses then hold more samples. */
const maxKept = 1_440;
const maxHeaders = 50_000;

type Sample = { readonly slot: number; readonly numTransactions: number; readonly numSlots: number };

/**
 * Blocks and transactions per minute, newest whole minute first; minutes without a block are left out. Results are
 * cached, as blocks do not change.
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
      samples.push({ ...sample, numNonVoteTransactions: sample.numTransactions, samplePeriodSecs: samplePeriod });
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
    const its = Math.floor(header.timestamp / samplePeriod);
    minute ??= its;
    if (its !== minute) break;
    numTransactions += header.transactionCount;
  }
  return { slot: last, numTransactions, numSlots: last - slot };
}
