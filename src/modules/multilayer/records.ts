import type { DecodedBy } from '../../kernel/codec/codec.ts';
import { account, blob, count, flag, fraction, oneOf, text } from '../../kernel/codec/scalars.ts';
import { list, struct } from '../../kernel/codec/structures.ts';
import { blockHeight, countIn, dueHeight, unixTime, uqorAmount } from '../../kernel/codec/units.ts';
import { recordsOf } from '../../kernel/module-sdk/record.ts';
import { numberKey, textKey } from '../../kernel/module-sdk/record-key.ts';
import { zero } from '../../primitives/decimal/decimal.ts';
import type { StateView, WorldState } from '../../state/types.ts';
import { multilayerAddress } from '../addresses.ts';

const { table, single } = recordsOf(multilayerAddress);

export const layerStatuses = ['proposed', 'active', 'suspended', 'decommissioned'] as const;
export type LayerStatus = (typeof layerStatuses)[number];

const layer = struct({
  layer_type: oneOf('sidechain', 'paychain', 'rollup'),
  status: oneOf(...layerStatuses),
  chain_id: text,
  description: text,
  target_block_time_ms: count,
  max_transactions_per_block: count,
  max_gas_per_block: count,
  min_validators: count,
  settlement_interval_blocks: count,
  challenge_period_seconds: countIn('seconds'),
  base_fee_multiplier: fraction,
  cross_layer_fee_bundling_enabled: flag,
  supported_vm_types: list(text),
  supported_domains: list(text),
  registered_at: unixTime,
  /** seconds since 1970; 0 before the first anchor */
  last_anchor_at: unixTime,
  creator: account,
  /** uqor held by the module */
  stake: uqorAmount,
  /** height of this chain with the last anchor, or of the activation when there is none yet */
  anchored_height: blockHeight,
  /** layer height of the last anchor; 0 before the first */
  last_layer_height: count,
  /** height in `anchor_deadline` */
  anchor_deadline: dueHeight,
  /** messages that wait for the layer */
  waiting_messages: count,
});
export type Layer = DecodedBy<typeof layer>;

const anchor = struct({
  state_root: blob,
  validator_set_hash: blob,
  main_chain_height: blockHeight,
  anchored_at: unixTime,
  pqc_aggregate_signature: blob,
  /** key that signed it: later anchors may be signed by another */
  public_key: blob,
  transaction_count: count,
  compressed_state_proof: blob,
  relayer: account,
  rejected: flag,
});
export type Anchor = DecodedBy<typeof anchor>;

const message = struct({
  source_layer: text,
  destination_layer: text,
  payload: blob,
  /** uqor that the module keeps: for the creator of the layer when it takes the message, else for the sender */
  fees: uqorAmount,
  sender: account,
  created_at: blockHeight,
  timeout_height: dueHeight,
  score: fraction,
});
export type Message = DecodedBy<typeof message>;

const layerId = textKey('layer_id', 'name of the layer');
export const layers = table(1, 'layer', 'Registered layers.', [layerId], layer);
export const anchors = table(
  2,
  'anchor',
  'States of layers as they were anchored here.',
  [layerId, numberKey('layer_height', 'height of the layer')],
  anchor,
);
export const messages = table(
  3,
  'message',
  'Transactions routed to layers, until their layer takes them or they time out.',
  [numberKey('message_id', 'running number')],
  message,
);
export const messageTimeouts = table(
  4,
  'message_timeout',
  'Messages by the height at which they are dropped.',
  [numberKey('height', 'block height'), numberKey('message_id', 'running number')],
  flag,
);
export const anchorDeadlines = table(
  5,
  'anchor_deadline',
  'Active layers by the height at which an anchor is overdue.',
  [numberKey('height', 'block height'), layerId],
  flag,
);
export const stakeReleases = table(
  6,
  'stake_release',
  'Stakes of decommissioned layers by the time they are paid back.',
  [numberKey('time', 'seconds since 1970'), layerId],
  flag,
);
export const activeLayers = table(8, 'active_layer', 'Layers that transactions can be routed to.', [layerId], flag);
const totals = struct({
  /** registered and not decommissioned */
  sidechains: count,
  paychains: count,
  next_message: count,
  total_routed: count,
  routed_to_main: count,
  routed_to_sidechains: count,
  routed_to_paychains: count,
  /** sums of percentages that the chosen layers declare; divided by `total_routed` they are the averages */
  gas_savings: fraction,
  latency_improvement: fraction,
});
export const totalsRecord = single(7, 'totals', 'Counters of layers and of routing.', totals, {
  sidechains: 0,
  paychains: 0,
  next_message: 1,
  total_routed: 0,
  routed_to_main: 0,
  routed_to_sidechains: 0,
  routed_to_paychains: 0,
  gas_savings: zero,
  latency_improvement: zero,
});

const maxLayerIdBytes = 64;

/** Writes a layer whose status may have changed, and lists it where it is active. */
export function setLayer(state: WorldState, layer: Layer, id: string): void {
  layers.set(state, layer, id);
  if (layer.status === 'active') activeLayers.set(state, true, id);
  else activeLayers.remove(state, id);
}

/** The layer of that name; undefined for any other text. */
export function layerNamed(state: StateView, id: string): Layer | undefined {
  return Buffer.byteLength(id) > maxLayerIdBytes ? undefined : layers.get(state, id);
}
