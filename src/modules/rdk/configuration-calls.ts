import { maxUqor } from '../../kernel/codec/units.ts';
import { type CallContext, type CheckContext, call } from '../../kernel/module-sdk/call.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { accountField, bytesField, listField, textField, uint, uqor, withUnit } from '../../kernel/module-sdk/field.ts';
import type { Address } from '../../primitives/address.ts';
import { progressOf } from './batches/batch-chain.ts';
import { layerFactsOf, sequencersAtFirst } from './creation-calls.ts';
import { type Dependencies, isCreator } from './dependencies.ts';
import { rollupConfiguredEvent } from './events.ts';
import { fault } from './faults.ts';
import {
  combinationFault,
  daBackends,
  gasModels,
  isOneOf,
  proofSystems,
  sequencerModes,
  settlementModes,
} from './profiles/profiles.ts';
import { verifyingKeyFault } from './proofs/groth16.ts';
import { groth16FaultText } from './proofs/groth16-fault.ts';
import { type Rollup, rollupNamed, rollups } from './records.ts';

const rollupId = textField('name of the rollup');
const customOnly = 'For the creator of a rollup of profile custom, before its first batch and its first deposit.';
const maxSequencers = 16;
/** seconds: ten years */
const maxWindowSeconds = 315_360_000n;

const setSettlement = call('setSettlement', {
  doc: `Choose how a rollup settles: optimistic with fraud, zk with snark, based with none and a based sequencer, sovereign with none. Its creator becomes the sequencer. ${customOnly}`,
  inputs: {
    rollupId,
    settlement: textField(`one of ${settlementModes.join(', ')}`, { choices: settlementModes }),
    proof: textField(`one of ${proofSystems.join(', ')}`, { choices: proofSystems }),
    sequencer: textField(`one of ${sequencerModes.join(', ')}`, { choices: sequencerModes }),
  },
  gas: 80_000n,
  gasPerByte: 16n,
  example: ['my-rollup', 'zk', 'snark', 'dedicated'],
  fault: (context, { rollupId: id, settlement, proof, sequencer }) => {
    const closed = customFault(context, id);
    if (closed !== undefined) return closed;
    if (!isOneOf(settlementModes, settlement))
      return fault.unknownSettlementMode(`one of ${settlementModes.join(', ')}`);
    if (!isOneOf(sequencerModes, sequencer)) return fault.unknownSequencerMode(`one of ${sequencerModes.join(', ')}`);
    if (!isOneOf(proofSystems, proof)) return fault.unknownProofSystem(`one of ${proofSystems.join(', ')}`);
    return (
      combinationFault(settlement, proof, sequencer) ?? (proof === 'stark' ? fault.starkNotVerifiable() : undefined)
    );
  },
  run: (context, { rollupId: id, settlement, proof, sequencer }) => {
    const isKnown = isOneOf(settlementModes, settlement) && isOneOf(proofSystems, proof);
    if (!isKnown || !isOneOf(sequencerModes, sequencer)) return;
    return configure(context, id, (rollup) => ({
      settlement_mode: settlement,
      proof_config: { ...rollup.proof_config, system: proof },
      sequencer_config: {
        ...rollup.sequencer_config,
        mode: sequencer,
        sequencers: sequencersAtFirst(sequencer, rollup.creator),
      },
    }));
  },
});

const setSequencers = ({ isAuthority }: Pick<Dependencies, 'isAuthority'>) =>
  call('setSequencers', {
    doc: 'Name who may submit batches and store their data: one account when dedicated, up to 16 when shared, none when based. For the creator, at any time.',
    inputs: { rollupId, sequencers: listField(accountField('an account'), 'all of them') },
    gas: 80_000n,
    gasPerByte: 200n,
    example: ['my-rollup', 'dev1'],
    fault: (context, { rollupId: id, sequencers }) => {
      const rollup = rollupNamed(context.state, id);
      if (rollup === undefined) return fault.noSuchRollup();
      if (!isCreator(context, rollup)) return fault.notPermitted('its creator may');
      const judges = rollup.settlement_mode === 'optimistic' && progressOf(context.state, id).deposits > 0;
      if (judges && sequencers.some((account) => isAuthority(context.state, account))) {
        return fault.notPermitted('the authority decides challenges of depositors: it cannot be a sequencer');
      }
      return sequencersFault(rollup, sequencers);
    },
    run: (context, { rollupId: id, sequencers }) =>
      configure(context, id, ({ sequencer_config }) => ({ sequencer_config: { ...sequencer_config, sequencers } })),
  });

const setVerificationKey = call('setVerificationKey', {
  doc: 'Give a zk rollup the key its proofs are verified with: Groth16 over BLS12-381 with one public input, points as in EIP-2537: alpha (G1), beta, gamma, delta (G2), then two G1 points. The input is the result of batchInput; docs/proofs.md shows how to make both. Its batches are final at once from then on. For the creator, before the first batch and the first deposit.',
  inputs: { rollupId, key: bytesField('the key, 1152 bytes', { maxBytes: 4_096 }) },
  gas: 600_000n,
  gasPerByte: 200n,
  example: ['my-rollup', '@key.bin'],
  fault: (context, { rollupId: id, key }) => {
    const rollup = rollupNamed(context.state, id);
    if (rollup === undefined) return fault.noSuchRollup();
    if (!isCreator(context, rollup)) return fault.notPermitted('its creator may');
    if (rollup.proof_config.system !== 'snark') return fault.unknownProofSystem('the rollup takes no snark proofs');
    const begun = begunFault(context, id);
    if (begun !== undefined) return begun;
    const wrong = verifyingKeyFault(key, 1);
    return wrong === undefined ? undefined : fault.badVerificationKey(groth16FaultText(wrong));
  },
  run: (context, { rollupId: id, key }) =>
    configure(context, id, ({ proof_config }) => ({ proof_config: { ...proof_config, verification_key: key } })),
});

const setChallengeTerms = (dependencies: LayerUpdate) =>
  call('setChallengeTerms', {
    doc: `Set how long a batch can be challenged and what a challenger must put up. A rollup with a shorter window or a higher bond than others begin with holds no deposits. ${customOnly}`,
    inputs: {
      rollupId,
      window: withUnit('seconds', uint(64, 'from 1 to 315360000')),
      bond: uqor('what a challenger puts up, above zero'),
    },
    gas: 60_000n,
    example: ['my-rollup', '604800', '1000qor'],
    fault: (context, { rollupId: id, window, bond }) => {
      const closed = customFault(context, id);
      if (closed !== undefined) return closed;
      if (window < 1n || window > maxWindowSeconds)
        return fault.badRollup(`window must be from 1 to ${maxWindowSeconds} seconds`);
      if (bond > maxUqor) return fault.badRollup(`bond must be at most ${maxUqor} uqor`);
      return bond === 0n ? fault.badRollup('bond must be above zero') : undefined;
    },
    run: (context, { rollupId: id, window, bond }) =>
      configureWithLayer(dependencies, context, id, ({ proof_config }) => ({
        proof_config: { ...proof_config, challenge_window_sec: Number(window), challenge_bond: bond },
      })),
  });

const setExecution = (dependencies: LayerUpdate) =>
  call('setExecution', {
    doc: `Describe the blocks of the rollup and where its data goes. ${customOnly}`,
    inputs: {
      rollupId,
      blockTimeMs: uint(32, 'milliseconds between its blocks, above zero'),
      maxTxPerBlock: uint(32, 'transactions its blocks can hold, above zero'),
      gasModel: textField(`one of ${gasModels.join(', ')}`, { choices: gasModels }),
      daBackend: textField(`one of ${daBackends.join(', ')}`, { choices: daBackends }),
    },
    gas: 60_000n,
    gasPerByte: 16n,
    example: ['my-rollup', '1000', '10000', 'standard', 'native'],
    fault: (context, { rollupId: id, blockTimeMs, maxTxPerBlock, gasModel, daBackend }) => {
      const closed = customFault(context, id);
      if (closed !== undefined) return closed;
      if (blockTimeMs === 0n) return fault.badRollup('blockTimeMs must be above zero');
      if (maxTxPerBlock === 0n) return fault.badRollup('maxTxPerBlock must be above zero');
      if (!isOneOf(gasModels, gasModel)) return fault.badRollup(`gasModel must be one of ${gasModels.join(', ')}`);
      if (isOneOf(daBackends, daBackend)) return undefined;
      return fault.badRollup(`daBackend must be one of ${daBackends.join(', ')}`);
    },
    run: (context, { rollupId: id, blockTimeMs, maxTxPerBlock, gasModel, daBackend }) => {
      if (!isOneOf(gasModels, gasModel) || !isOneOf(daBackends, daBackend)) return;
      return configureWithLayer(dependencies, context, id, ({ gas_config }) => ({
        block_time_ms: Number(blockTimeMs),
        max_tx_per_block: Number(maxTxPerBlock),
        gas_config: { ...gas_config, gas_model: gasModel },
        da_backend: daBackend,
      }));
    },
  });

/** The calls by which a creator sets up a rollup. */
export function configurationCalls(dependencies: Dependencies) {
  return [
    setSettlement,
    setSequencers(dependencies),
    setVerificationKey,
    setChallengeTerms(dependencies),
    setExecution(dependencies),
  ];
}

function customFault(context: CheckContext, id: string): ModuleFault | undefined {
  const rollup = rollupNamed(context.state, id);
  if (rollup === undefined) return fault.noSuchRollup();
  if (!isCreator(context, rollup)) return fault.notPermitted('its creator may');
  if (rollup.profile !== 'custom') return fault.notPermitted(`profile ${rollup.profile} decides this`);
  return begunFault(context, id);
}

/**
 * Depositors rely on the rules at the time of their deposit: a later key could prove withdrawals that never happened.
 */
function begunFault({ state }: CheckContext, id: string): ModuleFault | undefined {
  const { total_batches, deposits } = progressOf(state, id);
  return total_batches + deposits > 0 ? fault.notPermitted('the rollup has batches or deposits already') : undefined;
}

function sequencersFault({ sequencer_config }: Rollup, sequencers: readonly Address[]): ModuleFault | undefined {
  const { mode, shared_set_min_size } = sequencer_config;
  if (new Set(sequencers).size !== sequencers.length) return fault.unknownSequencerMode('every account once');
  switch (mode) {
    case 'dedicated':
      return sequencers.length === 1 ? undefined : fault.unknownSequencerMode('dedicated takes one');
    case 'shared': {
      const isRight = sequencers.length >= shared_set_min_size && sequencers.length <= maxSequencers;
      return isRight
        ? undefined
        : fault.unknownSequencerMode(`shared takes ${shared_set_min_size} to ${maxSequencers}`);
    }
    case 'based':
      return fault.unknownSequencerMode('based takes none: the validators of this chain and the creator submit');
  }
}

type LayerUpdate = Pick<Dependencies, 'updateLayer'>;

/** What the layer of a rollup shows changes with the rollup. */
function configureWithLayer(
  { updateLayer }: LayerUpdate,
  context: CallContext,
  id: string,
  change: (rollup: Rollup) => Partial<Rollup>,
): void {
  configure(context, id, change);
  const rollup = rollupNamed(context.state, id);
  if (rollup !== undefined && rollup.layer_id !== '') updateLayer(context, rollup.layer_id, layerFactsOf(rollup));
}

function configure({ state, emit }: CallContext, id: string, change: (rollup: Rollup) => Partial<Rollup>): void {
  const rollup = rollupNamed(state, id);
  if (rollup === undefined) return;
  const changed = { ...rollup, ...change(rollup) };
  rollups.set(state, changed, id);
  emit(rollupConfiguredEvent.log({ rollupId: id, settlementType: changed.settlement_mode }));
}
