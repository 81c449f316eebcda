import type { NativeModule } from '#qord/kernel/module-sdk/define-module.ts';
import { authorityParams } from '#qord/modules/authority/params.ts';
import { statusOf } from '#qord/modules/rdk/batches/batch-chain.ts';
import { rdkParams } from '#qord/modules/rdk/params.ts';
import { batches, challenges, rollupNamed } from '#qord/modules/rdk/records.ts';
import { type Address, parseAddress } from '#qord/primitives/address.ts';
import { weiPerUqor } from '#qord/primitives/units.ts';
import type { StateView } from '#qord/state/types.ts';
import type { JournaledState } from '#qord/state/world-state.ts';
import type { Dice } from '#qord/testing/interfaces/any-value.ts';
import type { ModuleChain } from '#qord/testing/module-chain.ts';
import { batchInputs } from '#qord/testing/modules/rollup-harness.ts';
import { createImagination, type ImaginedCalls } from './imagined-calls.ts';

/** Decimals have 18 digits. */
const decimalScale = 10n ** 18n;
/** Accounts that nobody else has. */
const bystander = parseAddress('0x00000000000000000000000000000000000f4a0d');
const creator = parseAddress('0x00000000000000000000000000000000000f4a0e');
const imaginedStake = 100_000_000_000n;

/**
 * Returns what lets a batch that may still be wrong be challenged, unless it is, and the authority uphold that, without
 * effect on the chain: the rollup must lose the part of its stake that the rules name, the challenger get its bond and its
 * share, and the rest be burned. Half of the time, and where no batch may be
 * wrong, a rollup with one is imagined.
 */
export function createFraudCheck(modules: readonly NativeModule[]) {
  const imagine = createImagination(modules);
  return (pick: Dice, network: ModuleChain): readonly string[] => {
    const imagined = imagine(network);
    const { state, call } = imagined;
    const open = openBatches(state);
    const isImagined = open.length === 0 || pick([true, false]);
    const [rollupId, index] = isImagined ? imagineBatch(imagined) : pick(open);
    const named = { rollupId, batchIndex: BigInt(index) };
    if (challenges.get(state, rollupId, index) === undefined) {
      state.mint(bystander, (rollupNamed(state, rollupId)?.proof_config.challenge_bond ?? 0n) * weiPerUqor);
      call(bystander, 'rdk', 'challengeBatch', { ...named, proof: new Uint8Array(1) });
    }
    const challenge = challenges.get(state, rollupId, index);
    if (challenge === undefined) return []; // there is no such batch, or its window is closed
    const read = () => figuresOf(state, rollupId, challenge.challenger);
    const before = read();
    const resolution = { ...named, fraudUpheld: true };
    if (call(authorityParams.get(state).account, 'rdk', 'resolveChallenge', resolution) !== undefined) return []; // a party
    const wanted = upheld(state, before, challenge.bond);
    return Object.entries(read()).flatMap(([name, found]) =>
      found === wanted[name as keyof Figures]
        ? []
        : [`fraud of batch ${index} of ${rollupId} leaves ${name} at ${found}, not ${wanted[name as keyof Figures]}`],
    );
  };
}

/** Batches that can still be shown to be wrong. */
function openBatches(state: StateView): readonly (readonly [rollupId: string, index: number])[] {
  return [...batches.list(state)].flatMap(([[id, index], batch]) => {
    const status = statusOf(state, id, { index, batch });
    return status === 'submitted' || status === 'challenged' ? [[id, index] as const] : [];
  });
}

/** Creates a rollup with a batch, as far as the parameters allow that. */
function imagineBatch({ state, call }: ImaginedCalls): readonly [rollupId: string, index: number] {
  const rollupId = 'imagined';
  state.mint(creator, imaginedStake * weiPerUqor);
  call(creator, 'rdk', 'createRollup', { rollupId, profile: 'custom', vm: '', stake: imaginedStake });
  call(creator, 'rdk', 'submitBatch', batchInputs(rollupId, 1));
  return [rollupId, 1];
}

type Figures = ReturnType<typeof figuresOf>;

/** Stake in uqor, the others in wei. */
function figuresOf(state: JournaledState, rollupId: string, challenger: Address) {
  const stake = rollupNamed(state, rollupId)?.held_stake ?? 0n;
  return { stake, challenger: state.balance(challenger), burned: state.changes().burned };
}

/** The figures after fraud, from those before. */
function upheld(state: JournaledState, { stake, challenger, burned }: Figures, bond: bigint): Figures {
  const { fraud_slash_rate, challenger_share } = rdkParams.get(state);
  const slashed = (stake * fraud_slash_rate) / decimalScale;
  const rewarded = (slashed * challenger_share) / decimalScale;
  return {
    stake: stake - slashed,
    challenger: challenger + (bond + rewarded) * weiPerUqor,
    burned: burned + (slashed - rewarded) * weiPerUqor,
  };
}
