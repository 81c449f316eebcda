import { heightForReaders } from '../../kernel/codec/heights.ts';
import type { EndBlockContext } from '../../kernel/module.ts';
import { transferUqor } from '../../kernel/module-sdk/coins.ts';
import { takeDue } from '../../kernel/module-sdk/due.ts';
import { multilayerAddress } from '../addresses.ts';
import { anchorIntervalWarning, crossLayerTimeout, feeRefunded, stakeReleased } from './events.ts';
import { removeMessage } from './message-calls.ts';
import { anchorDeadlines, layers, messages, messageTimeouts, stakeReleases } from './records.ts';

/** Pays back stakes, drops messages whose fees go back, and reports overdue anchors that are due. */
export function settleQueues(context: EndBlockContext): void {
  releaseStakes(context);
  dropMessages(context);
  reportOverdue(context);
}

function releaseStakes({ state, block, emit }: EndBlockContext): void {
  for (const [[, id]] of takeDue(state, stakeReleases, block.timestamp)) {
    const layer = layers.get(state, id);
    if (layer === undefined || layer.stake === 0n) continue;
    transferUqor(state, multilayerAddress, layer.creator, layer.stake);
    layers.set(state, { ...layer, stake: 0n }, id);
    emit(stakeReleased.log({ layerId: id, creator: layer.creator, amount: layer.stake }));
  }
}

function dropMessages({ state, block, emit }: EndBlockContext): void {
  for (const [[, id]] of takeDue(state, messageTimeouts, block.number)) {
    const message = messages.get(state, id);
    if (message === undefined) continue;
    removeMessage(state, id, message);
    transferUqor(state, multilayerAddress, message.sender, message.fees);
    const messageId = BigInt(id);
    emit(crossLayerTimeout.log({ messageId, destinationLayer: message.destination_layer }));
    emit(feeRefunded.log({ messageId, sender: message.sender, fees: message.fees }));
  }
}

function reportOverdue({ state, block, emit }: EndBlockContext): void {
  for (const [[, id]] of takeDue(state, anchorDeadlines, block.number)) {
    const layer = layers.get(state, id);
    if (layer === undefined) continue;
    emit(anchorIntervalWarning.log({ layerId: id, lastAnchorHeight: BigInt(heightForReaders(layer.anchored_height)) }));
  }
}
