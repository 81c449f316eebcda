import type { ChainReader } from '../../chain/types.ts';
import type { Hash } from '../../primitives/hash.ts';
import {
  assertNotStopped,
  defineExecution,
  type ExecutionControl,
  type ExecutionRequest,
} from '../execution/execution-kind.ts';
import type { JsonValue } from '../json-value.ts';

/** Seconds that samples are formed by: minutes since 1970. */
const minuteSeconds = 60;
/** Clients read the seconds of a sample as 16 bits. */
const maxPeriodSeconds = 65_535;
/** Samples kept at most, and headers read for one response at most: later responses then hold more samples. */
const maxKept = 1_440;
const maxHeaders = 50_000;
/** Headers between two checks whether to end. */
const headersPerCheck = 64;

type Sample = {
  readonly slot: number;
  readonly numTransactions: number;
  readonly numSlots: number;
  /** Seconds from the block before the first to the last. */
  readonly samplePeriodSecs: number;
};

/** Milliseconds on the main thread, where the newest samples are cached. */
const inlineMs = 4;

/** Keyed by reader: samples by the hash of their last block, since a development network may be rewound. */
const samplesOf = new WeakMap<object, Map<Hash, Sample>>();

/**
 * getRecentPerformanceSamples: blocks and transactions per minute, newest whole minute first; minutes without a block
 * are left out. The seconds of a sample are what its blocks took by their headers: less than 60 in the first minute,
 * more after a pause.
 */
export const performanceSamplesExecution = defineExecution<ExecutionRequest & { readonly limit: number }>(
  'performanceSamples',
  {
    inlineMs,
    run: (node, { limit }, control) => {
      const { chain } = node;
      const kept = samplesOf.get(node) ?? new Map<Hash, Sample>();
      samplesOf.set(node, kept);
      if (kept.size > maxKept) kept.clear();
      const samples: JsonValue[] = [];
      const head = chain.head().number;
      let slot = head - slotsOfMinute(chain, head, control).numSlots;
      for (let headers = 0; samples.length < limit && slot > chain.identity.genesisHeight && headers < maxHeaders; ) {
        const hash = chain.header(slot)?.hash;
        const known = hash && kept.get(hash);
        const sample = known ?? slotsOfMinute(chain, slot, control);
        if (known === undefined) headers += sample.numSlots;
        if (hash !== undefined) kept.set(hash, sample);
        samples.push({ ...sample, numNonVoteTransactions: sample.numTransactions });
        slot -= sample.numSlots;
      }
      return samples;
    },
  },
);

/** The blocks up to `last` that were made in the same minute. */
function slotsOfMinute(chain: ChainReader, last: number, control: ExecutionControl): Sample {
  let minute: number | undefined;
  let numTransactions = 0;
  let slot = last;
  for (; slot > chain.identity.genesisHeight; slot--) {
    if (slot % headersPerCheck === 0) assertNotStopped(control);
    const header = chain.header(slot);
    if (header === undefined) break;
    const its = Math.floor(header.timestamp / minuteSeconds);
    minute ??= its;
    if (its !== minute) break;
    numTransactions += header.transactionCount;
  }
  const seconds = (chain.header(last)?.timestamp ?? 0) - (chain.header(slot)?.timestamp ?? 0);
  const samplePeriodSecs = Math.min(maxPeriodSeconds, Math.max(1, seconds));
  return { slot: last, numTransactions, numSlots: last - slot, samplePeriodSecs };
}
