import type { EndBlockContext } from '../../kernel/module.ts';
import { rewardPool } from '../../kernel/module-account.ts';
import { mintUqor } from '../../kernel/module-sdk/coins.ts';
import { endsInterval } from '../../kernel/module-sdk/intervals.ts';
import { totalSupply } from '../../kernel/supply.ts';
import { weiPerUqor, weiToUqor } from '../../primitives/units.ts';
import type { Dependencies } from './dependencies.ts';
import { annualRate, epochEmission } from './emission.ts';
import { epochMintedEvent } from './events.ts';
import { endEpochTime, epochMs, leaveOutWait, paceRecord, skipEpochTime, yearAfter } from './pace.ts';
import { inflationParams } from './params.ts';
import { epochRecord } from './records.ts';

/** At the last block of an epoch: mints its emission to the pool that pays validators and stakers. */
export function mintEpoch(context: EndBlockContext, { rewardStakers, targetBlockMs }: Dependencies): void {
  const { state, block, emit } = context;
  const params = inflationParams.get(state);
  leaveOutWait(context, targetBlockMs(state));
  if (!endsInterval(block, params.epoch_length)) return;
  if (!params.enabled) {
    skipEpochTime(context);
    return;
  }
  const epoch = epochRecord.get(state);
  const supply = weiToUqor(totalSupply(state));
  const minted = epochEmission(params, epoch, supply, endEpochTime(context));
  const next = epoch.current_epoch + 1;
  epochRecord.set(state, {
    current_epoch: next,
    current_year: yearAfter(paceRecord.get(state).elapsed),
    block_start: Number(block.number) + 1,
    total_minted: epoch.total_minted + minted,
  });
  if (minted === 0n) return;
  mintUqor(state, rewardPool, minted);
  rewardStakers(context, minted * weiPerUqor);
  const pace = epochMs(state, params.epoch_length, targetBlockMs(state));
  const { elapsed } = paceRecord.get(state);
  const inflationRate = annualRate(params, epochRecord.get(state), supply + minted, pace, elapsed);
  emit(epochMintedEvent.log({ epoch: BigInt(next), mintedAmount: minted, inflationRate }));
}
