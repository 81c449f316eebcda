import type { BlockEnvironment } from '../../../kernel/engine.ts';
import type { StateView } from '../../../state/types.ts';
import { batchAt, progressOf } from '../batches/batch-chain.ts';
import type { Dependencies } from '../dependencies.ts';
import { defaultChallengeBond, rdkParams } from '../params.ts';
import type { Rollup } from '../records.ts';

/**
 * Why a rollup must not hold coins of depositors; undefined when it may. Coins leave by withdrawals of final batches, so
 * a batch must be proven, or challengeable before a judge who gains nothing by it. Who decides the order of transactions
 * says nothing about their validity.
 */
export function escrowFault(
  { isAuthority }: Pick<Dependencies, 'isAuthority'>,
  state: StateView,
  rollup: Rollup,
): string | undefined {
  switch (rollup.settlement_mode) {
    case 'sovereign':
      return 'batches of sovereign rollups are never final';
    case 'based':
      return 'batches of based rollups become final without a proof or a challenge';
    case 'zk':
      return isProven(rollup) ? undefined : 'batches of a zk rollup without a verification key are not proven';
    case 'optimistic': {
      const parties = [rollup.creator, ...rollup.sequencer_config.sequencers];
      return parties.some((party) => isAuthority(state, party))
        ? 'the authority, which decides challenges, is a party of the rollup'
        : termsFault(state, rollup);
    }
  }
}

/** Why hardly anybody could challenge a batch of the rollup in time, or undefined: its creator chose the terms. */
function termsFault(state: StateView, { proof_config }: Rollup): string | undefined {
  const { challenge_window_sec, challenge_bond } = proof_config;
  const { default_challenge_window } = rdkParams.get(state);
  if (challenge_window_sec < default_challenge_window)
    return `its batches can be challenged for less than ${default_challenge_window} seconds`;
  return challenge_bond > defaultChallengeBond
    ? `a challenge takes a bond of more than ${defaultChallengeBond} uqor`
    : undefined;
}

/**
 * Why a proven rollup takes no deposits yet, or undefined. A proof says what follows from the state before a batch, and
 * whoever submits the first one names that state: it could be one in which everything deposited is theirs.
 */
export function firstStateFault(state: StateView, id: string, rollup: Rollup): string | undefined {
  const isKnown = progressOf(state, id).finalized_length > 0;
  return isProven(rollup) && !isKnown ? 'nobody knows the first state of the rollup before its first batch' : undefined;
}

/** Whether batches of the rollup are verified before they become final. */
export function isProven({ settlement_mode, proof_config }: Rollup): boolean {
  return settlement_mode === 'zk' && proof_config.system === 'snark' && proof_config.verification_key.length > 0;
}

/** Seconds since 1970 at which the last batch of the rollup became final that has; undefined when none has. */
export function lastFinalTime(state: StateView, id: string): number | undefined {
  return batchAt(state, id, progressOf(state, id).finalized_length)?.batch.finalized_time;
}

/**
 * Whether anybody may submit the next batch: of a proven rollup that holds coins and has stopped, or had no batch for
 * max_deposit_wait. Its proof decides, so that nobody has to wait for a sequencer that is gone.
 */
export function isLeftToAll(state: StateView, block: BlockEnvironment, id: string, rollup: Rollup): boolean {
  const since = lastFinalTime(state, id);
  if (!isProven(rollup) || since === undefined || progressOf(state, id).escrow === 0n) return false;
  return rollup.status === 'stopped' || block.timestamp >= BigInt(since + rdkParams.get(state).max_deposit_wait);
}
