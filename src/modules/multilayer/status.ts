import type { CallContext } from '../../kernel/module-sdk/call.ts';
import { layerStatusUpdatedEvent } from './events.ts';
import { multilayerParams } from './params.ts';
import { anchorDeadlines, type Layer, type LayerStatus, setLayer, stakeReleases, totalsRecord } from './records.ts';

const transitions: Readonly<Record<LayerStatus, readonly LayerStatus[]>> = {
  proposed: ['active', 'decommissioned'],
  active: ['suspended', 'decommissioned'],
  suspended: ['active', 'decommissioned'],
  decommissioned: [],
};

/** Whether the status machine allows the transition. */
export function canBecome({ status }: Layer, next: string): next is LayerStatus {
  return transitions[status].some((known) => known === next);
}

/**
 * Changes the status and the records that depend on it: an active layer must submit anchors, a decommissioned one no
 * longer counts against the limit, and its stake is released when its last anchor can no longer be challenged.
 */
export function setStatus(context: CallContext, id: string, layer: Layer, next: LayerStatus, reason: string): void {
  const { state, block, emit } = context;
  const height = Number(block.number);
  if (layer.status === 'active') anchorDeadlines.remove(state, layer.anchor_deadline, id);
  const isNew = layer.status === 'proposed';
  const changed = { ...layer, status: next, ...(isNew && next === 'active' && { anchored_height: height }) };
  if (next === 'active') setDeadline(context, id, changed, height);
  else setLayer(state, changed, id);
  if (next === 'decommissioned') retire(context, id, changed);
  emit(layerStatusUpdatedEvent.log({ layerId: id, previousStatus: layer.status, newStatus: next, reason }));
}

/** Writes the layer with a new deadline for its next anchor. A rollup has none: it settles through its batches. */
export function setDeadline({ state }: CallContext, id: string, layer: Layer, height: number): void {
  const isRollup = layer.layer_type === 'rollup';
  const anchor_deadline = isRollup ? 0 : height + multilayerParams.get(state).max_anchor_interval;
  if (!isRollup) anchorDeadlines.set(state, true, anchor_deadline, id);
  setLayer(state, { ...layer, anchor_deadline }, id);
}

function retire({ state, block }: CallContext, id: string, layer: Layer): void {
  const totals = totalsRecord.get(state);
  const sidechains = totals.sidechains - (layer.layer_type === 'sidechain' ? 1 : 0);
  const paychains = totals.paychains - (layer.layer_type === 'paychain' ? 1 : 0);
  totalsRecord.set(state, { ...totals, sidechains, paychains });
  if (layer.stake === 0n) return;
  stakeReleases.set(state, true, Number(block.timestamp) + layer.challenge_period_seconds, id);
}
