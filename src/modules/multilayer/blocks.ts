import type { EndBlockContext } from '../../kernel/module.ts';
import { transferUqor } from '../../kernel/module-sdk/coins.ts';
import { retryAfter, takeDue } from '../../kernel/module-sdk/due.ts';
import { multilayerAddress } from '../addresses.ts';
import { anchorIntervalWarningEvent, crossLayerTimeoutEvent, feeRefundedEvent, stakeReleasedEvent } from './events.ts';
import { removeMessage } from './message-calls.ts';
import { anchorDeadlines, layers, messages, messageTimeouts, stakeReleases } from './records.ts';

/** Pays back stakes, drops messages whose fees go back, and reports overdue anchors that are due. */
export function settleQueues(context: EndBlockContext): void {
  releaseStakes(context);
  dropMessages(context);
  reportOverdue(context);
}

function releaseStakes(context: EndBlockContext): void {
  const { state, block, settle } = context;
  for (const [[, id]] of takeDue(state, stakeReleases, block.timestamp)) {
    const isPaid = settle(stakeReleases.name, id, () => releaseStake(context, id));
    if (!isPaid) stakeReleases.set(state, true, Number(block.timestamp) + retryAfter.seconds, id);
  }
}

function releaseStake({ state, emit }: EndBlockContext, id: string): void {
  const layer = layers.get(state, id);
  if (layer === undefined || layer.stake === 0n) return;
  transferUqor(state, multilayerAddress, layer.creator, layer.stake);
  layers.set(state, { ...layer, stake: 0n }, id);
  emit(stakeReleasedEvent.log({ layerId: id, creator: layer.creator, amount: layer.stake }));
}

function dropMessages(context: EndBlockContext): void {
  const { state, block, settle } = context;
  for (const [[, id]] of takeDue(state, messageTimeouts, block.number)) {
    const isDropped = settle(messageTimeouts.name, String(id), () => dropMessage(context, id));
    if (!isDropped) messageTimeouts.set(state, true, Number(block.number) + retryAfter.blocks, id);
  }
}

function dropMessage({ state, emit }: EndBlockContext, id: number): void {
  const message = messages.get(state, id);
  if (message === undefined) return;
  removeMessage(state, id, message);
  transferUqor(state, multilayerAddress, message.sender, message.fees);
  const messageId = BigInt(id);
  emit(crossLayerTimeoutEvent.log({ messageId, destinationLayer: message.destination_layer }));
  emit(feeRefundedEvent.log({ messageId, sender: message.sender, fees: message.fees }));
}

function reportOverdue({ state, block, emit, settle }: EndBlockContext): void {
  for (const [[, id]] of takeDue(state, anchorDeadlines, block.number)) {
    settle(anchorDeadlines.name, id, () => {
      const layer = layers.get(state, id);
      if (layer === undefined) return;
      const lastAnchorHeight = BigInt(layer.anchored_height);
      emit(anchorIntervalWarningEvent.log({ layerId: id, lastAnchorHeight }));
    });
  }
}
