import { call } from '../../kernel/module-sdk/call.ts';
import { transferUqor } from '../../kernel/module-sdk/coins.ts';
import { listField, textField, uint, uqor } from '../../kernel/module-sdk/field.ts';
import type { StateView, WorldState } from '../../state/types.ts';
import { multilayerAddress } from '../addresses.ts';
import { crossLayerTakenEvent } from './events.ts';
import { fault } from './faults.ts';
import { layerNamed, layers, type Message, messages, messageTimeouts } from './records.ts';

const maxMessages = 64;
/** 10,000 for the writes of each message */
const gasPerWord = 320n;

export const takeMessages = call('takeMessages', {
  doc: 'Say that a layer has taken messages which wait for it: their fees go to its creator, who calls this. A fee whose message nobody takes before it times out goes back to its sender.',
  inputs: {
    layerId: textField('name of the layer'),
    messageIds: listField(uint(48, 'number of a message'), `messages that it has taken, 1 to ${maxMessages}`),
  },
  outputs: { fees: uqor('paid to the creator') },
  gas: 60_000n,
  gasPerByte: gasPerWord,
  example: ['game-chain', '1,2'],
  fault: ({ state, caller }, { layerId, messageIds }) => {
    const layer = layerNamed(state, layerId);
    if (layer === undefined) return fault.notFound();
    if (layer.creator !== caller) return fault.notCreator();
    if (layer.status !== 'active') return fault.layerNotActive();
    if (messageIds.length === 0 || new Set(messageIds).size < messageIds.length)
      return fault.noSuchMessage('name each once, and at least one');
    const missing = messageIds.find((id) => waitingFor(state, layerId, id) === undefined);
    return missing === undefined ? undefined : fault.noSuchMessage(`${missing}`);
  },
  run: ({ state, caller, emit }, { layerId, messageIds }) => {
    let fees = 0n;
    for (const messageId of messageIds) {
      const message = waitingFor(state, layerId, messageId);
      if (message === undefined) continue;
      messageTimeouts.remove(state, message.timeout_height, Number(messageId));
      removeMessage(state, Number(messageId), message);
      fees += message.fees;
      emit(crossLayerTakenEvent.log({ messageId, destinationLayer: layerId, fees: message.fees }));
    }
    transferUqor(state, multilayerAddress, caller, fees);
    return { fees };
  },
});

/** Forgets a message, so that it no longer waits for its layer. */
export function removeMessage(state: WorldState, id: number, { destination_layer }: Message): void {
  messages.remove(state, id);
  const layer = layers.get(state, destination_layer);
  if (layer === undefined) return;
  layers.set(state, { ...layer, waiting_messages: layer.waiting_messages - 1 }, destination_layer);
}

function waitingFor(state: StateView, layerId: string, messageId: bigint): Message | undefined {
  const message = messages.get(state, Number(messageId));
  return message?.destination_layer === layerId ? message : undefined;
}

/** How many messages wait for each layer; reads all of them. */
export function waitingByLayer(state: StateView): ReadonlyMap<string, number> {
  const waiting = new Map<string, number>();
  for (const [, { destination_layer: id }] of messages.list(state)) waiting.set(id, (waiting.get(id) ?? 0) + 1);
  return waiting;
}
