import { type CallContext, type CheckContext, call } from '../../kernel/module-sdk/call.ts';
import { transferUqor, uqorBalance } from '../../kernel/module-sdk/coins.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { asOption, textField, uqor } from '../../kernel/module-sdk/field.ts';
import type { Address } from '../../primitives/address.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { parseDecimal, shareOf, zero } from '../../primitives/decimal/decimal.ts';
import { weiPerUqor } from '../../primitives/units.ts';
import { rdkAddress } from '../addresses.ts';
import type { Dependencies, LayerFacts } from './dependencies.ts';
import { rollupCreatedEvent } from './events.ts';
import { fault } from './faults.ts';
import { defaultChallengeBond, type RdkParams, rdkParams } from './params.ts';
import { isOneOf, type ProfileName, presets, profileNames, type VmType, vmNamed } from './profiles/profiles.ts';
import { type Rollup, rollupNamed, rollups, rollupsByCreation, totalsRecord } from './records.ts';

/** Initial values of every rollup that its profile does not decide. */
const maxGasLimit = 10_000_000;
const baseGasPrice = parseDecimal('0.001');
const maxProofBytes = 1_048_576;
const inclusionDelayBlocks = 10;

export const createRollup = (dependencies: Dependencies) =>
  call('createRollup', {
    doc: 'Create a rollup as its profile describes it. One per cent of the stake is burned, the rest is held until the rollup stops.',
    inputs: {
      rollupId: textField('name of the rollup: 1 to 64 of a-z, 0-9, - and _'),
      profile: textField(`one of ${profileNames.join(', ')}`, { choices: profileNames }),
      stake: uqor('at least the minimum of 10,000 QOR'),
      vm: asOption(
        textField('evm, cosmwasm (also native), svm or custom; empty for that of the profile', {
          choices: ['', 'evm', 'cosmwasm', 'svm', 'custom'],
        }),
        '',
      ),
    },
    outputs: { layerId: textField('layer it was registered as; empty when the name was taken there') },
    gas: 250_000n,
    gasPerByte: 16n,
    example: ['my-rollup', 'custom', '10000qor'],
    fault: (context, inputs) => descriptionFault(inputs) ?? roomFault(context, inputs),
    run: (context, { rollupId, profile, vm, stake }) => {
      const preset = isOneOf(profileNames, profile) ? profile : 'custom';
      const burned = shareOf(stake, rdkParams.get(context.state).rollup_creation_burn_rate);
      const { caller, state, emit } = context;
      const described = describe(context, preset, vmFor(preset, vm) ?? presets[preset].vm, stake, stake - burned);
      dependencies.burnCoins(context, caller, burned * weiPerUqor, 'rollup_create');
      transferUqor(state, caller, rdkAddress, stake - burned);
      const layerId = registerLayer(dependencies, context, rollupId, described);
      rollups.set(state, { ...described, layer_id: layerId }, rollupId);
      rollupsByCreation.set(state, true, described.created_height, rollupId);
      totalsRecord.set(state, { live: totalsRecord.get(state).live + 1 });
      emit(
        rollupCreatedEvent.log({
          rollupId,
          operator: caller,
          settlementType: described.settlement_mode,
          profile: preset,
        }),
      );
      return { layerId };
    },
  });

type CreationInput = {
  readonly rollupId: string;
  readonly profile: string;
  readonly vm: string;
  readonly stake: bigint;
};

function descriptionFault({ rollupId, profile, vm }: CreationInput): ModuleFault | undefined {
  if (!/^[a-z0-9_-]{1,64}$/.test(rollupId)) return fault.badRollup('rollupId must have 1 to 64 of a-z, 0-9, - and _');
  if (!isOneOf(profileNames, profile)) return fault.badRollup(`profile must be one of ${profileNames.join(', ')}`);
  return vmFor(profile, vm) === undefined
    ? fault.badRollup('vm must be evm, cosmwasm, svm, custom or empty')
    : undefined;
}

function roomFault({ state, caller }: CheckContext, { rollupId, stake }: CreationInput): ModuleFault | undefined {
  const { max_rollups, min_stake_for_rollup } = rdkParams.get(state);
  if (rollupNamed(state, rollupId) !== undefined) return fault.nameTaken();
  if (totalsRecord.get(state).live >= max_rollups) return fault.tooManyRollups();
  if (stake < min_stake_for_rollup) return fault.badStake(`it takes ${min_stake_for_rollup} uqor`);
  return stake > uqorBalance(state, caller)
    ? fault.badStake(`the account has ${uqorBalance(state, caller)} uqor`)
    : undefined;
}

function vmFor(profile: ProfileName, vm: string): VmType | undefined {
  return vm === '' ? presets[profile].vm : vmNamed(vm);
}

function describe(
  { state, block, caller }: CallContext,
  profile: ProfileName,
  vm_type: VmType,
  stake_amount: bigint,
  held_stake: bigint,
): Rollup {
  const preset = presets[profile];
  return {
    creator: caller,
    profile,
    settlement_mode: preset.settlement,
    sequencer_config: {
      mode: preset.sequencer,
      sequencers: sequencersAtFirst(preset.sequencer, caller),
      shared_set_min_size: 1,
      inclusion_delay: inclusionDelayBlocks,
      priority_fee_share: zero,
    },
    da_backend: preset.da,
    block_time_ms: preset.blockTimeMs,
    max_tx_per_block: preset.maxTransactions,
    gas_config: { gas_model: preset.gas, base_gas_price: baseGasPrice, max_gas_limit: maxGasLimit },
    vm_type,
    proof_config: proofConfigOf(preset.proof, rdkParams.get(state)),
    status: 'active',
    status_reason: '',
    stake_amount,
    held_stake,
    layer_id: '',
    created_height: Number(block.number),
    created_at: Number(block.timestamp),
  };
}

/** Who may submit before the creator names others; a based rollup names nobody. */
export function sequencersAtFirst(mode: Rollup['sequencer_config']['mode'], creator: Address): readonly Address[] {
  return mode === 'based' ? [] : [creator];
}

function proofConfigOf(system: Rollup['proof_config']['system'], params: RdkParams): Rollup['proof_config'] {
  return {
    system,
    verification_key: emptyBytes,
    challenge_window_sec: params.default_challenge_window,
    challenge_bond: defaultChallengeBond,
    max_proof_size: maxProofBytes,
    recursion_depth: 1,
  };
}

function registerLayer(
  { registerLayer: register }: Dependencies,
  context: CallContext,
  id: string,
  rollup: Rollup,
): string {
  return register(context, id, layerFactsOf(rollup));
}

/** What the layer of a rollup copies of it. */
export function layerFactsOf(rollup: Rollup): LayerFacts {
  return {
    blockTimeMs: rollup.block_time_ms,
    maxTransactions: rollup.max_tx_per_block,
    maxGas: rollup.gas_config.max_gas_limit,
    challengeSeconds: rollup.proof_config.challenge_window_sec,
    vm: rollup.vm_type,
    profile: rollup.profile,
  };
}
