import { epochLength } from '../../../modules/readers.ts';
import { define } from '../../dispatch/define.ts';
import type { Methods, Param } from '../../method.ts';
import { mapValue } from '../../params/param-type.ts';
import { headState } from '../context.ts';
import type { SvmDependencies } from '../dependencies.ts';
import { invalidParams, noSnapshot } from '../errors.ts';
import { anySlot, contextParam, headFor } from '../params/context-options.ts';
import { optionalParam, usizeType } from '../params/svm-type.ts';
import { performanceSamplesExecution } from '../performance-samples.ts';
import { integer, listOf, object } from '../schemas.ts';

const maxSamples = 720;

const sampleLimitParam: Param<number> = optionalParam(
  'limit',
  `How many samples, at most ${maxSamples}.`,
  mapValue(
    usizeType,
    (limit) => {
      if (limit > maxSamples) throw invalidParams(`Invalid limit; max ${maxSamples}`);
      return Number(limit);
    },
    { maximum: maxSamples },
  ),
  maxSamples,
);

/** The height of the chain. A slot is a block height, and every block is final. */
export function slotMethods({ chain, executor }: Pick<SvmDependencies, 'chain' | 'executor'>): Methods {
  const head = (summary: string) =>
    define(summary, [contextParam], integer, ([options]) => headFor(chain, options).number);
  const genesis = (summary: string) => define(summary, [], integer, () => chain.identity.genesisHeight);
  return {
    getRecentPerformanceSamples: define(
      'Blocks and transactions in each of the last minutes, newest first.',
      [sampleLimitParam],
      listOf(object),
      ([limit], call) => executor.run(performanceSamplesExecution, { limit }, call),
    ),
    getSlot: head('The newest slot.'),
    getBlockHeight: head('Height of the newest block; the same as its slot.'),
    getTransactionCount: define('Transactions since genesis.', [contextParam], integer, ([options]) => {
      headFor(chain, options);
      return chain.transactionTotal();
    }),
    getFirstAvailableBlock: genesis('The lowest slot whose block this node has.'),
    minimumLedgerSlot: genesis('The lowest slot that this node has.'),
    getMaxRetransmitSlot: define(
      'The newest slot: no node passes parts of blocks on.',
      [],
      integer,
      () => chain.head().number,
    ),
    getMaxShredInsertSlot: define('The newest slot: blocks are stored whole.', [], integer, () => chain.head().number),
    getHighestSnapshotSlot: define('Always an error: this node makes no snapshots.', [], object, () => {
      throw noSnapshot();
    }),
    getEpochInfo: define('The current epoch.', [contextParam], object, ([options]) => {
      const { slot, state } = headState(chain, options);
      const slotsInEpoch = epochLength(state);
      return {
        absoluteSlot: slot,
        blockHeight: slot,
        epoch: Math.floor(slot / slotsInEpoch),
        slotIndex: slot % slotsInEpoch,
        slotsInEpoch,
        transactionCount: chain.transactionTotal(),
      };
    }),
    getEpochSchedule: define('How slots are divided into epochs.', [], object, () => {
      const slots = epochLength(headState(chain, anySlot).state);
      return {
        firstNormalEpoch: 0,
        firstNormalSlot: 0,
        leaderScheduleSlotOffset: slots,
        slotsPerEpoch: slots,
        warmup: false,
      };
    }),
  };
}
