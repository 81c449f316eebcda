import type { CallContext } from '../../kernel/module-sdk/call.ts';
import { parseDecimal } from '../../primitives/decimal/decimal.ts';
import { layerStatusUpdatedEvent } from './events.ts';
import { multilayerParams } from './params.ts';
import { type Layer, layerNamed, setLayer } from './records.ts';
import { mainLayer } from './router.ts';
import { canBecome, setStatus } from './status.ts';

/** Cost of a transaction on a rollup, relative to one on this chain. */
const rollupFeeMultiplier = parseDecimal('0.5');

/** The properties of a rollup that its layer copies. */
type RollupFacts = {
  readonly blockTimeMs: number;
  readonly maxTransactions: number;
  readonly maxGas: number;
  readonly challengeSeconds: number;
  readonly vm: string;
  readonly profile: string;
};

/**
 * Registers the layer of a rollup, active at once: its stake and its batches belong to the rollup, so that it needs no
 * anchors. Returns its name, or empty text when a layer has that name already.
 */
export function registerRollupLayer(context: CallContext, id: string, facts: RollupFacts): string {
  const { state, block, caller, emit } = context;
  if (id === mainLayer || layerNamed(state, id) !== undefined) return '';
  const layer: Layer = {
    layer_type: 'rollup',
    status: 'active',
    chain_id: `qor-${id}-1`,
    description: `Rollup of profile ${facts.profile}`,
    target_block_time_ms: facts.blockTimeMs,
    max_transactions_per_block: facts.maxTransactions,
    max_gas_per_block: facts.maxGas,
    min_validators: 1,
    settlement_interval_blocks: 1,
    challenge_period_seconds: facts.challengeSeconds,
    base_fee_multiplier: rollupFeeMultiplier,
    cross_layer_fee_bundling_enabled: multilayerParams.get(state).cross_layer_fee_bundling,
    supported_vm_types: [facts.vm],
    supported_domains: [facts.profile],
    registered_at: Number(block.timestamp),
    last_anchor_at: 0,
    creator: caller,
    stake: 0n,
    anchored_height: Number(block.number),
    last_layer_height: 0,
    anchor_deadline: 0,
    waiting_messages: 0,
  };
  setLayer(state, layer, id);
  emit(
    layerStatusUpdatedEvent.log({
      layerId: id,
      previousStatus: '',
      newStatus: 'active',
      reason: 'a rollup was created',
    }),
  );
  return id;
}

/** Copies what has changed in a rollup to its layer, if it has one. */
export function updateRollupLayer({ state }: CallContext, id: string, facts: RollupFacts): void {
  const layer = layerNamed(state, id);
  if (layer === undefined) return;
  const changed = {
    target_block_time_ms: facts.blockTimeMs,
    max_transactions_per_block: facts.maxTransactions,
    max_gas_per_block: facts.maxGas,
    challenge_period_seconds: facts.challengeSeconds,
  };
  setLayer(state, { ...layer, ...changed }, id);
}

/** Keeps the layer of a rollup in step with it, unless the layer cannot go there, or there is none. */
export function moveRollupLayer(context: CallContext, id: string, status: Layer['status'], reason: string): void {
  const layer = layerNamed(context.state, id);
  if (layer !== undefined && canBecome(layer, status)) setStatus(context, id, layer, status, reason);
}
