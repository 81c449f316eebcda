import { type CheckContext, call } from '../../kernel/module-sdk/call.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { accountField, uint } from '../../kernel/module-sdk/field.ts';
import type { Address } from '../../primitives/address.ts';
import type { StateView, WorldState } from '../../state/types.ts';
import { stakingTransaction } from './attest-call.ts';
import { isAttester } from './attesters.ts';
import { hashText, supplyAt } from './bitcoin.ts';
import type { Dependencies } from './dependencies.ts';
import { restakedEvent, unbondingEvent } from './events.ts';
import { fault } from './faults.ts';
import { babylonParams } from './params.ts';
import { setPosition, stakeSeenByFewer } from './positions.ts';
import {
  attestations,
  dissents,
  endings,
  type Position,
  positions,
  progressRecord,
  totalsRecord,
  witnesses,
} from './records.ts';
import { reportsOf, reportsThatStand } from './reports.ts';

export const restake = (dependencies: Dependencies) =>
  call('restake', {
    doc: 'Put bitcoin that the caller has staked on Bitcoin behind a validator here. Its transaction must be attested for the caller and that amount, and can be used once. Above large_stake_amount it takes large_stake_attesters, and so does a transaction that attesters dispute, and whatever would make all positions together that fewer have seen more than that: one attester alone can only make up so much, however it splits it. It counts in the figures of the validator; no vote and no reward comes with it.',
    inputs: { ...stakingTransaction, validator: accountField('operator of the validator') },
    outputs: { positionId: uint(64, 'the position') },
    gas: 150_000n,
    example: ['0x…', '250000', 'qor17w0adeg64ky0daxwd2ugyuneellmjgnxhkv37z'],
    fault: (context, { btcTxHash, amountSatoshis: wished, validator }) => {
      const { enabled, min_stake_amount } = babylonParams.get(context.state);
      if (!enabled) return fault.moduleOff();
      if (wished < BigInt(min_stake_amount)) return fault.badStake(`it must have at least ${min_stake_amount} sat`);
      const unseen = transactionFault(context, dependencies, btcTxHash, wished);
      if (unseen !== undefined) return unseen;
      return dependencies.operatesValidator(context.state, validator)
        ? undefined
        : fault.badStake('there is no such validator');
    },
    run: ({ state, caller, block, emit }, inputs) => {
      const { btcTxHash, validator } = inputs;
      const attestation = attestations.get(state, hashText(btcTxHash));
      if (attestation === undefined) return { positionId: 0n };
      const totals = totalsRecord.get(state);
      const id = totals.next_position;
      totalsRecord.set(state, { ...totals, next_position: id + 1 });
      attestations.set(state, { ...attestation, position: id }, hashText(btcTxHash));
      const reports = reportsOf(state, dependencies, hashText(btcTxHash));
      const seenBy = reportsThatStand(state, hashText(btcTxHash), reports).map(({ attester }) => attester);
      witnesses.set(state, seenBy, hashText(btcTxHash));
      dissents.remove(state, hashText(btcTxHash));
      const stake = { staker: caller, btc_tx_hash: btcTxHash, amount_satoshis: attestation.amount_satoshis, validator };
      const fresh = { staked_at: Number(block.timestamp), unbonding_height: 0, status: 'active' } as const;
      setPosition(state, id, { ...stake, ...fresh });
      emit(restakedEvent.log({ ...inputs, staker: caller, positionId: BigInt(id) }));
      return { positionId: BigInt(id) };
    },
  });

/** Why the caller cannot stake on that transaction, or undefined. */
function transactionFault(
  context: CheckContext,
  dependencies: Dependencies,
  btcTxHash: Uint8Array,
  satoshis: bigint,
): ModuleFault | undefined {
  const { state, caller } = context;
  const attestation = attestations.get(state, hashText(btcTxHash));
  if (attestation === undefined) return fault.badBitcoinTransaction('no attester has seen it');
  if (attestation.position > 0) return fault.badBitcoinTransaction(`position ${attestation.position} stands on it`);
  if (attestation.staker !== caller) return fault.badBitcoinTransaction('it locks for another staker');
  const { amount_satoshis } = attestation;
  if (BigInt(amount_satoshis) !== satoshis) return fault.badBitcoinTransaction(`it locks ${amount_satoshis} sat`);
  const unseen = seenByFewFault(state, amount_satoshis, hashText(btcTxHash), dependencies);
  if (unseen !== undefined) return unseen;
  const staked = BigInt(totalsRecord.get(state).total_staked) + satoshis;
  return staked > supplyAt(BigInt(progressRecord.get(state).btc_height))
    ? fault.badBitcoinTransaction('more would be staked than exists')
    : undefined;
}

/** Why too few attesters say so for the amount, or for all that few have seen together; undefined when they suffice. */
function seenByFewFault(
  state: StateView,
  satoshis: number,
  hash: string,
  dependencies: Dependencies,
): ModuleFault | undefined {
  const { large_stake_amount, large_stake_attesters } = babylonParams.get(state);
  const reports = reportsOf(state, dependencies, hash);
  const seenBy = reportsThatStand(state, hash, reports).length;
  if (seenBy >= large_stake_attesters) return undefined;
  const ofAll = `${seenBy} of ${large_stake_attesters} attesters have seen it`;
  if (seenBy === 0) return fault.badBitcoinTransaction(`${ofAll}: who did is none any more`);
  if (reports.length > seenBy) return fault.badBitcoinTransaction(`${ofAll}, whom it needs as others say otherwise`);
  const before = stakeSeenByFewer(state, large_stake_attesters);
  if (before + satoshis <= large_stake_amount) return undefined;
  const others = before > 0 ? `, also together with ${before} sat of other positions that fewer have seen` : '';
  return fault.badBitcoinTransaction(`${ofAll}, whom more than ${large_stake_amount} sat need${others}`);
}

export const unbond = (dependencies: Dependencies) =>
  call('unbond', {
    doc: 'End an active position: it is released when Bitcoin has grown by the unbonding period from the highest block that this chain knows of. For its staker, and for attesters that saw the bitcoin move: as many as had seen the stake, but no more than large_stake_attesters; until then nothing changes and the height is 0. Once more for one that waits for a height that is too high, after attesters have corrected the known one.',
    inputs: { positionId: uint(48, 'the position') },
    outputs: { unbondingHeight: uint(64, 'Bitcoin height of the release; 0 when more attesters must say so') },
    gas: 100_000n,
    example: ['1'],
    fault: (context, { positionId }) => {
      if (!babylonParams.get(context.state).enabled) return fault.moduleOff();
      const position = positions.get(context.state, Number(positionId));
      if (position === undefined) return fault.noSuchPosition();
      if (position.staker !== context.caller && !isAttester(context, dependencies)) return fault.mayNotEndPosition();
      const isSooner = position.status === 'unbonding' && releaseHeight(context.state) < position.unbonding_height;
      return position.status === 'active' || isSooner ? undefined : fault.badStake(`it is ${position.status} already`);
    },
    run: ({ state, caller, emit }, { positionId }) => {
      const id = Number(positionId);
      const position = positions.get(state, id);
      if (position === undefined) return { unbondingHeight: 0n };
      if (position.staker !== caller && !isEndedBy(state, dependencies, caller, id, position))
        return { unbondingHeight: 0n };
      endings.remove(state, id);
      const unbonding_height = releaseHeight(state);
      setPosition(state, id, { ...position, status: 'unbonding', unbonding_height });
      const unbondingHeight = BigInt(unbonding_height);
      emit(unbondingEvent.log({ staker: position.staker, positionId, unbondingHeight }));
      return { unbondingHeight };
    },
  });

/** Notes that the attester says so, and returns whether enough do: what several have seen, one alone cannot end. */
function isEndedBy(
  state: WorldState,
  dependencies: Dependencies,
  caller: Address,
  id: number,
  { btc_tx_hash }: Position,
): boolean {
  const seenBy = witnesses.get(state, hashText(btc_tx_hash))?.length ?? 1;
  const needed = Math.min(seenBy, babylonParams.get(state).large_stake_attesters);
  const others = (endings.get(state, id) ?? []).filter(
    (attester) => attester !== caller && isAttester({ state, caller: attester }, dependencies),
  );
  endings.set(state, [...others, caller], id);
  return others.length + 1 >= needed;
}

/** Bitcoin height at which a position is released that unbonds now. */
function releaseHeight(state: StateView): number {
  return progressRecord.get(state).btc_height + babylonParams.get(state).unbonding_period;
}
