import { type CallContext, type CheckContext, call, view } from '../../kernel/module-sdk/call.ts';
import { transferUqor, uqorBalance } from '../../kernel/module-sdk/coins.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { bytesField, listField, maxDataBytes, textField, uint, uqor } from '../../kernel/module-sdk/field.ts';
import { add, type Decimal, decimal, divide, formatDecimal, one } from '../../primitives/decimal/decimal.ts';
import type { StateView } from '../../state/types.ts';
import { multilayerAddress } from '../addresses.ts';
import { crossLayerMessageEvent, transactionRoutedEvent } from './events.ts';
import { fault } from './faults.ts';
import { multilayerParams } from './params.ts';
import { layerNamed, layers, messages, messageTimeouts, totalsRecord } from './records.ts';
import {
  bestLayer,
  bundledFee,
  mainLayer,
  payloadGas,
  preferredThreshold,
  type Scored,
  savings,
  scoreOf,
  separateFees,
} from './router.ts';

const maxPayloadBytes = 65_536;
const maxFeeLayers = 16;

type Routing = { readonly payload: Uint8Array; readonly preferredLayer: string; readonly maxLatencyMs: bigint };

export const routeTransaction = call('routeTransaction', {
  doc: 'Give a transaction to the layer that suits it best: .30 (1 − congestion) + .40 capability + .20 (1 − cost) + .10 (1 − latency). The fee goes to the creator of the layer when it takes the transaction, and back to the sender when the message times out. When no layer reaches the threshold it belongs on this chain, and nothing is charged.',
  inputs: {
    payload: bytesField('the transaction, 1 to 65536 bytes', { maxBytes: maxDataBytes }),
    preferredLayer: textField('accepted from 80 % of the threshold; empty for none'),
    maxLatencyMs: uint(32, 'latency that counts as the worst'),
    maxFee: uqor('the most that may be charged'),
  },
  outputs: {
    selectedLayer: textField('layer, or main'),
    reason: textField('why that one'),
    messageId: uint(64, 'number of the message; 0 for main'),
    fee: uqor('charged'),
  },
  gas: 300_000n,
  gasPerByte: 200n,
  example: ['0x…', '', '10000', '1qor'],
  fault: (context, inputs) => {
    const { payload, maxFee } = inputs;
    if (!multilayerParams.get(context.state).routing_enabled) return fault.routingOff();
    if (payload.length === 0 || payload.length > maxPayloadBytes) return fault.badPayload();
    const rejection = preferredFault(context, inputs);
    if (rejection !== undefined) return rejection;
    const chosen = choose(context.state, inputs);
    if (chosen === undefined) return undefined;
    const fee = routeFee(context.state, payload.length, [one, chosen.layer.base_fee_multiplier]);
    if (fee > maxFee) return fault.aboveMaximumFee(`${fee} uqor`);
    return fee > uqorBalance(context.state, context.caller) ? fault.insufficientFee(`${fee} uqor`) : undefined;
  },
  run: (context, inputs) => {
    const { caller, emit } = context;
    const chosen = choose(context.state, inputs);
    countRouted(context, chosen);
    const selectedLayer = chosen?.id ?? mainLayer;
    const reason =
      chosen === undefined
        ? 'no layer suits it better than this chain'
        : `score ${formatDecimal(chosen.score, 2)}${inputs.preferredLayer === '' ? '' : ' of the preferred layer'}`;
    emit(transactionRoutedEvent.log({ sender: caller, selectedLayer, reason }));
    const sent = chosen === undefined ? { messageId: 0n, fee: 0n } : send(context, chosen, inputs.payload);
    return { selectedLayer, reason, ...sent };
  },
});

export const bundledFeeOf = view('bundledFee', {
  doc: 'The fee for gas used across several layers: total gas / 1000 × the mean of their multipliers, at least 1 uqor.',
  inputs: {
    gas: uint(64, 'gas of all layers together'),
    layerIds: listField(textField('layer, or main'), 'layers it is used on, 1 to 16'),
  },
  outputs: { fee: uqor('the fee') },
  gas: 20_000n,
  gasPerByte: 16n,
  fault: ({ state }, { layerIds }) => {
    const isKnown = (id: string) => id === mainLayer || layerNamed(state, id) !== undefined;
    return layerIds.length > 0 && layerIds.length <= maxFeeLayers && layerIds.every(isKnown)
      ? undefined
      : fault.notFound();
  },
  run: ({ state }, { gas, layerIds }) => ({
    fee: bundledFee(
      gas,
      layerIds.map((id) => layerNamed(state, id)?.base_fee_multiplier ?? one),
    ),
  }),
});

export const routingStats = view('routingStats', {
  doc: 'What was routed since genesis. The savings are those that the chosen layers declare of themselves when they register (attested): nothing here measures them, and they count whether or not a layer takes the transaction.',
  inputs: {},
  outputs: {
    totalRouted: uint(64, 'transactions'),
    routedToMain: uint(64, 'of them kept on this chain'),
    routedToSidechains: uint(64, 'of them given to sidechains'),
    routedToPaychains: uint(64, 'of them given to paychains'),
    averageGasSavingsPercent: textField('as the layers declare; decimal text'),
    averageLatencyImprovementPercent: textField('as the layers declare; decimal text'),
  },
  gas: 2_600n,
  run: ({ state }) => {
    const totals = totalsRecord.get(state);
    const mean = (sum: Decimal) =>
      totals.total_routed === 0 ? '0.00' : formatDecimal(divide(sum, decimal(totals.total_routed)), 2);
    return {
      totalRouted: BigInt(totals.total_routed),
      routedToMain: BigInt(totals.routed_to_main),
      routedToSidechains: BigInt(totals.routed_to_sidechains),
      routedToPaychains: BigInt(totals.routed_to_paychains),
      averageGasSavingsPercent: mean(totals.gas_savings),
      averageLatencyImprovementPercent: mean(totals.latency_improvement),
    };
  },
});

function preferredFault({ state }: CheckContext, inputs: Routing): ModuleFault | undefined {
  if (inputs.preferredLayer === '') return undefined;
  const layer = layerNamed(state, inputs.preferredLayer);
  if (layer === undefined) return fault.notFound();
  if (layer.status !== 'active') return fault.layerNotActive();
  const needed = preferredThreshold(multilayerParams.get(state).routing_confidence_threshold);
  const score = scoreOf(layer, inputs.payload.length, inputs.maxLatencyMs);
  return score >= needed
    ? undefined
    : fault.preferredLayerTooLow(`${formatDecimal(score, 2)} of ${formatDecimal(needed, 2)}`);
}

/** The layer for the transaction; undefined for this chain. A preferred one was checked before. */
function choose(state: StateView, { payload, preferredLayer, maxLatencyMs }: Routing): Scored | undefined {
  const preferred = layerNamed(state, preferredLayer);
  if (preferred !== undefined) {
    return { id: preferredLayer, layer: preferred, score: scoreOf(preferred, payload.length, maxLatencyMs) };
  }
  return bestLayer(state, payload.length, maxLatencyMs, multilayerParams.get(state).routing_confidence_threshold);
}

function routeFee(state: StateView, payloadBytes: number, multipliers: readonly Decimal[]): bigint {
  const fee = multilayerParams.get(state).cross_layer_fee_bundling ? bundledFee : separateFees;
  return fee(payloadGas(payloadBytes), multipliers);
}

function countRouted({ state }: CallContext, chosen: Scored | undefined): void {
  const totals = totalsRecord.get(state);
  const gained = chosen && savings(chosen.layer);
  const isTo = (kind: string) => (chosen?.layer.layer_type === kind ? 1 : 0);
  totalsRecord.set(state, {
    ...totals,
    total_routed: totals.total_routed + 1,
    routed_to_main: totals.routed_to_main + (chosen === undefined ? 1 : 0),
    routed_to_sidechains: totals.routed_to_sidechains + isTo('sidechain'),
    routed_to_paychains: totals.routed_to_paychains + isTo('paychain'),
    ...(gained && {
      gas_savings: add(totals.gas_savings, gained.gas),
      latency_improvement: add(totals.latency_improvement, gained.latency),
    }),
  });
}

/** Keeps the fee and lets the message wait for the layer. */
function send({ state, block, caller, emit }: CallContext, { id, layer, score }: Scored, payload: Uint8Array) {
  const fee = routeFee(state, payload.length, [one, layer.base_fee_multiplier]);
  transferUqor(state, caller, multilayerAddress, fee);
  const totals = totalsRecord.get(state);
  const number = totals.next_message;
  const height = Number(block.number);
  const timeout_height = height + multilayerParams.get(state).message_timeout;
  const ends = { source_layer: mainLayer, destination_layer: id };
  messages.set(
    state,
    { ...ends, payload, fees: fee, sender: caller, created_at: height, timeout_height, score },
    number,
  );
  messageTimeouts.set(state, true, timeout_height, number);
  layers.set(state, { ...layer, waiting_messages: layer.waiting_messages + 1 }, id);
  totalsRecord.set(state, { ...totals, next_message: number + 1 });
  emit(crossLayerMessageEvent.log({ messageId: BigInt(number), destinationLayer: id, fees: fee }));
  return { messageId: BigInt(number), fee };
}
