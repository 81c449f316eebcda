import { type CallContext, type CheckContext, call } from '../../kernel/module-sdk/call.ts';
import { transferUqor, uqorBalance } from '../../kernel/module-sdk/coins.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { listField, textField, uint, withUnit } from '../../kernel/module-sdk/field.ts';
import { fromScaled, one, parseDecimal } from '../../primitives/decimal/decimal.ts';
import { multilayerAddress } from '../addresses.ts';
import { paychainRegisteredEvent, sidechainRegisteredEvent } from './events.ts';
import { fault } from './faults.ts';
import { multilayerParams } from './params.ts';
import { type Layer, layerNamed, layers, totalsRecord } from './records.ts';

/** Cost of a transaction on a sidechain, relative to one on this chain. */
const sidechainFeeMultiplier = parseDecimal('0.5');
/** A paychain settles at once for those who use it, ms. */
const paychainBlockTimeMs = 500;
const maxDescriptionBytes = 1_000;
const maxListed = 16;
const maxListedBytes = 32;

const layerIdInput = textField('name of the layer: 1 to 64 of a-z, 0-9, - and _');
const descriptionInput = textField('what it is for, at most 1000 bytes', { maxBytes: 2 * maxDescriptionBytes });
const outputs = { chainId: textField('chain id of the layer'), status: textField('proposed') };

export const registerSidechain = call('registerSidechain', {
  doc: 'Propose a sidechain. The minimum stake moves from the caller to the module until the layer is decommissioned.',
  inputs: {
    layerId: layerIdInput,
    description: descriptionInput,
    targetBlockTimeMs: uint(32, 'milliseconds between its blocks'),
    maxTransactionsPerBlock: uint(32, 'transactions its blocks can hold'),
    minValidators: uint(32, 'validators it needs'),
    settlementIntervalBlocks: withUnit('blocks', uint(32, 'its blocks between two anchors')),
    supportedVmTypes: listField(textField('such as evm'), 'virtual machines it runs'),
    supportedDomains: listField(textField('such as defi'), 'what it is meant for'),
  },
  outputs,
  gas: 150_000n,
  gasPerByte: 200n,
  example: ['game-chain', 'Games', '2000', '1000', '1', '100', 'evm', 'gaming'],
  fault: (context, inputs) => {
    const { max_sidechains, min_sidechain_stake } = multilayerParams.get(context.state);
    const wrong =
      descriptionFault(inputs) ??
      positiveFault('targetBlockTimeMs', inputs.targetBlockTimeMs) ??
      positiveFault('minValidators', inputs.minValidators) ??
      listFault('supportedVmTypes', inputs.supportedVmTypes) ??
      listFault('supportedDomains', inputs.supportedDomains);
    if (wrong !== undefined) return wrong;
    if (layerNamed(context.state, inputs.layerId) !== undefined) return fault.nameTaken();
    if (totalsRecord.get(context.state).sidechains >= max_sidechains) return fault.tooManySidechains();
    return stakeFault(context, min_sidechain_stake);
  },
  run: (context, inputs) => {
    const { state, caller, emit } = context;
    const stake = multilayerParams.get(state).min_sidechain_stake;
    const layer = addLayer(context, inputs, stake, {
      layer_type: 'sidechain',
      target_block_time_ms: Number(inputs.targetBlockTimeMs),
      min_validators: Number(inputs.minValidators),
      base_fee_multiplier: sidechainFeeMultiplier,
      supported_vm_types: inputs.supportedVmTypes,
      supported_domains: inputs.supportedDomains,
    });
    const totals = totalsRecord.get(state);
    totalsRecord.set(state, { ...totals, sidechains: totals.sidechains + 1 });
    emit(sidechainRegisteredEvent.log({ layerId: inputs.layerId, creator: caller, stake }));
    return { chainId: layer.chain_id, status: layer.status };
  },
});

export const registerPaychain = call('registerPaychain', {
  doc: 'Propose a paychain: a layer for small payments. The minimum stake moves as for a sidechain.',
  inputs: {
    layerId: layerIdInput,
    description: descriptionInput,
    maxTransactionsPerBlock: uint(32, 'transactions its blocks can hold'),
    settlementIntervalBlocks: withUnit('blocks', uint(32, 'its blocks between two anchors')),
    baseFeeMultiplier: uint(256, 'what a transaction costs beside one on this chain, times 10^18; at most 10^18'),
  },
  outputs,
  gas: 150_000n,
  gasPerByte: 200n,
  example: ['coffee', 'Small payments', '5000', '50', '10000000000000000'],
  fault: (context, inputs) => {
    const { max_paychains, min_paychain_stake } = multilayerParams.get(context.state);
    const wrong = descriptionFault(inputs);
    if (wrong !== undefined) return wrong;
    if (inputs.baseFeeMultiplier === 0n || inputs.baseFeeMultiplier > one)
      return fault.badLayer('baseFeeMultiplier must be from 1 to 10^18');
    if (layerNamed(context.state, inputs.layerId) !== undefined) return fault.nameTaken();
    if (totalsRecord.get(context.state).paychains >= max_paychains) return fault.tooManyPaychains();
    return stakeFault(context, min_paychain_stake);
  },
  run: (context, inputs) => {
    const { state, caller, emit } = context;
    const stake = multilayerParams.get(state).min_paychain_stake;
    const layer = addLayer(context, inputs, stake, {
      layer_type: 'paychain',
      target_block_time_ms: paychainBlockTimeMs,
      min_validators: 1,
      base_fee_multiplier: fromScaled(inputs.baseFeeMultiplier),
      supported_vm_types: [],
      supported_domains: ['payments'],
    });
    const totals = totalsRecord.get(state);
    totalsRecord.set(state, { ...totals, paychains: totals.paychains + 1 });
    emit(paychainRegisteredEvent.log({ layerId: inputs.layerId, creator: caller, stake }));
    return { chainId: layer.chain_id, status: layer.status };
  },
});

/** The members by which both kinds of layers are described. */
type Description = {
  readonly layerId: string;
  readonly description: string;
  readonly maxTransactionsPerBlock: bigint;
  readonly settlementIntervalBlocks: bigint;
};
type Kind = Pick<
  Layer,
  | 'layer_type'
  | 'target_block_time_ms'
  | 'min_validators'
  | 'base_fee_multiplier'
  | 'supported_vm_types'
  | 'supported_domains'
>;

function addLayer({ state, block, caller }: CallContext, inputs: Description, stake: bigint, kind: Kind): Layer {
  const params = multilayerParams.get(state);
  const layer: Layer = {
    ...kind,
    status: 'proposed',
    chain_id: `qor-${inputs.layerId}-1`,
    description: inputs.description,
    max_transactions_per_block: Number(inputs.maxTransactionsPerBlock),
    max_gas_per_block: Number(block.gasLimit),
    settlement_interval_blocks: Number(inputs.settlementIntervalBlocks),
    challenge_period_seconds: params.default_challenge_period,
    cross_layer_fee_bundling_enabled: params.cross_layer_fee_bundling,
    registered_at: Number(block.timestamp),
    last_anchor_at: 0,
    creator: caller,
    stake,
    anchored_height: 0,
    last_layer_height: 0,
    anchor_deadline: 0,
    waiting_messages: 0,
  };
  transferUqor(state, caller, multilayerAddress, stake);
  layers.set(state, layer, inputs.layerId);
  return layer;
}

function descriptionFault(inputs: Description): ModuleFault | undefined {
  const { layerId, description, maxTransactionsPerBlock, settlementIntervalBlocks } = inputs;
  if (!/^[a-z0-9_-]{1,64}$/.test(layerId) || layerId === 'main')
    return fault.badLayer('layerId must have 1 to 64 of a-z, 0-9, - and _, and not be main');
  if (Buffer.byteLength(description) > maxDescriptionBytes)
    return fault.badLayer(`description must have at most ${maxDescriptionBytes} bytes`);
  return (
    positiveFault('maxTransactionsPerBlock', maxTransactionsPerBlock) ??
    positiveFault('settlementIntervalBlocks', settlementIntervalBlocks)
  );
}

function positiveFault(name: string, value: bigint): ModuleFault | undefined {
  return value > 0n ? undefined : fault.badLayer(`${name} must be above zero`);
}

function listFault(name: string, words: readonly string[]): ModuleFault | undefined {
  const isRight =
    words.length <= maxListed && words.every((word) => word !== '' && Buffer.byteLength(word) <= maxListedBytes);
  return isRight
    ? undefined
    : fault.badLayer(`${name} must have at most ${maxListed} words of 1 to ${maxListedBytes} bytes`);
}

function stakeFault({ state, caller }: CheckContext, stake: bigint): ModuleFault | undefined {
  return uqorBalance(state, caller) < stake ? fault.insufficientStake(`${stake} uqor`) : undefined;
}
