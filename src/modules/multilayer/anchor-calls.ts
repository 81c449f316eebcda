import { verifyMlDsa } from '@qord/curves/ml-dsa';
import { type CheckContext, call, view } from '../../kernel/module-sdk/call.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import {
  bytes32Field,
  bytesField,
  flagField,
  maxDataBytes,
  maxPqcBytes,
  textField,
  uint,
  withUnit,
} from '../../kernel/module-sdk/field.ts';
import { anchorDigest, anchorTextV1 } from './anchor-text.ts';
import type { Dependencies } from './dependencies.ts';
import { stateAnchoredEvent } from './events.ts';
import { fault } from './faults.ts';
import { multilayerParams } from './params.ts';
import { anchorDeadlines, anchors, type Layer, layerNamed } from './records.ts';
import { setDeadline } from './status.ts';

const maxProofBytes = 65_536;

export const anchorState = ({ mlDsa87KeyOf }: Dependencies) =>
  call('anchorState', {
    doc: "Anchor the state of an active layer, signed by its creator's registered ML-DSA-87 key over the result of anchorDigest. Anybody may bring it. The creator itself may sign version 1 instead, the result of anchorText, which names no network.",
    inputs: {
      layerId: textField('name of the layer'),
      layerHeight: uint(48, 'height of the layer, above that of its last anchor'),
      stateRoot: bytes32Field('root of its state'),
      validatorSetHash: bytes32Field('hash of its validators'),
      signature: bytesField('ML-DSA-87 signature, 4627 bytes', { maxBytes: maxPqcBytes }),
      transactionCount: uint(48, 'transactions since the last anchor'),
      compressedStateProof: bytesField('kept with the anchor for those who check the layer; may be empty', {
        maxBytes: maxDataBytes,
      }),
    },
    outputs: { mainChainHeight: uint(64, 'height of this chain it was anchored at') },
    gas: 200_000n,
    gasPerByte: 200n,
    example: ['game-chain', '100', '0x…', '0x…', '0x…', '5000', '0x'],
    fault: (context, inputs) => {
      const layer = layerNamed(context.state, inputs.layerId);
      if (layer === undefined) return fault.notFound();
      const early = timingFault(context, layer, inputs.layerHeight);
      if (early !== undefined) return early;
      if (inputs.stateRoot.every((byte) => byte === 0)) return fault.badAnchor('the state root is empty');
      if (inputs.compressedStateProof.length > maxProofBytes)
        return fault.badAnchor(`the state proof must have at most ${maxProofBytes} bytes`);
      const key = mlDsa87KeyOf(context.state, layer.creator);
      if (key === undefined) return fault.badSignature();
      const signs = (text: Uint8Array) => verifyMlDsa('ml-dsa-87', key, inputs.signature, text);
      if (signs(anchorDigest(context.block, inputs))) return undefined;
      return context.caller === layer.creator && signs(anchorTextV1(inputs)) ? undefined : fault.badSignature();
    },
    run: (context, inputs) => {
      const { state, block, caller, emit } = context;
      const { layerId, layerHeight, stateRoot } = inputs;
      const layer = layerNamed(state, layerId);
      const public_key = layer && mlDsa87KeyOf(state, layer.creator);
      if (layer === undefined || public_key === undefined) return { mainChainHeight: 0n };
      const height = Number(block.number);
      const anchor = {
        state_root: stateRoot,
        validator_set_hash: inputs.validatorSetHash,
        main_chain_height: height,
        anchored_at: Number(block.timestamp),
        pqc_aggregate_signature: inputs.signature,
        public_key,
        transaction_count: Number(inputs.transactionCount),
        compressed_state_proof: inputs.compressedStateProof,
        relayer: caller,
        rejected: false,
      };
      anchors.set(state, anchor, layerId, Number(layerHeight));
      anchorDeadlines.remove(state, layer.anchor_deadline, layerId);
      const last = { last_anchor_at: anchor.anchored_at, last_layer_height: Number(layerHeight) };
      setDeadline(context, layerId, { ...layer, ...last, anchored_height: height }, height);
      emit(stateAnchoredEvent.log({ layerId, layerHeight, stateRoot, relayer: caller }));
      return { mainChainHeight: block.number };
    },
  });

function timingFault({ state, block }: CheckContext, layer: Layer, layerHeight: bigint): ModuleFault | undefined {
  if (layer.status !== 'active') return fault.layerNotActive();
  if (layerHeight <= BigInt(layer.last_layer_height)) return fault.heightNotAbove();
  if (layer.last_anchor_at === 0) return undefined;
  const due = layer.anchored_height + multilayerParams.get(state).min_anchor_interval;
  return block.number < BigInt(due) ? fault.anchorTooEarly(`the next may come in block ${due}`) : undefined;
}

const stateInputs = {
  layerId: textField('name of the layer'),
  layerHeight: uint(48, 'height of the layer'),
  stateRoot: bytes32Field('root of its state'),
  validatorSetHash: bytes32Field('hash of its validators'),
};

export const anchorDigestOf = view('anchorDigest', {
  doc: 'What the creator of a layer signs for an anchor: `qor-anchor-v2`, see the signed texts below.',
  inputs: stateInputs,
  outputs: { digest: bytes32Field('to be signed by the ML-DSA-87 key of the creator') },
  gas: 3_000n,
  gasPerByte: 8n,
  example: ['game-chain', '100', '0x…', '0x…'],
  run: ({ block }, state) => ({ digest: anchorDigest(block, state) }),
});

export const anchorTextOf = view('anchorText', {
  doc: 'Version 1 of what the creator of a layer signs: layer_id ‖ layer_height (8 bytes, big endian) ‖ state_root ‖ validator_set_hash. It names no network, so only the creator may bring it, and it is evidence of nothing.',
  inputs: stateInputs,
  outputs: { text: bytesField('to be signed by the ML-DSA-87 key of the creator') },
  gas: 3_000n,
  gasPerByte: 8n,
  example: ['game-chain', '100', '0x…', '0x…'],
  run: (_, state) => ({ text: anchorTextV1(state) }),
});

export const anchorOf = view('anchorOf', {
  doc: 'An anchor of a layer. All zero when there is none at that height.',
  inputs: { layerId: textField('name of the layer'), layerHeight: uint(48, 'height of the layer') },
  outputs: {
    stateRoot: bytes32Field('root of its state'),
    mainChainHeight: uint(64, 'height of this chain it was anchored at'),
    finalAt: withUnit('seconds', uint(64, 'time after which it cannot be challenged, since 1970')),
    rejected: flagField('whether it was proven wrong'),
  },
  gas: 5_000n,
  example: ['game-chain', '100'],
  run: ({ state }, { layerId, layerHeight }) => {
    const layer = layerNamed(state, layerId);
    const anchor = layer && anchors.get(state, layerId, Number(layerHeight));
    if (layer === undefined || anchor === undefined)
      return { stateRoot: new Uint8Array(32), mainChainHeight: 0n, finalAt: 0n, rejected: false };
    return {
      stateRoot: anchor.state_root,
      mainChainHeight: BigInt(anchor.main_chain_height),
      finalAt: BigInt(anchor.anchored_at + layer.challenge_period_seconds),
      rejected: anchor.rejected,
    };
  },
});
