import { type NetworkIdentity, signedText } from '../../kernel/module-sdk/signed-text.ts';
import { bigintToFixedBytes, concatBytes } from '../../primitives/bytes.ts';

export const anchorText = signedText('qor-anchor-v2', {
  doc: 'The creator of a layer signs its state at a height. Only this text is evidence of two states at one height.',
  fields: ['layer', 'height', 'state root', 'validator set hash'],
});

/** A state of a layer, as an anchor has it. */
type AnchoredState = {
  readonly layerId: string;
  readonly layerHeight: bigint;
  readonly stateRoot: Uint8Array;
  readonly validatorSetHash: Uint8Array;
};

/** What the creator of a layer signs. */
export function anchorDigest(network: NetworkIdentity, state: AnchoredState): Uint8Array {
  const { layerId, layerHeight, stateRoot, validatorSetHash } = state;
  const roots = { 'state root': stateRoot, 'validator set hash': validatorSetHash };
  return anchorText.digest(network, { layer: layerId, height: layerHeight.toString(), ...roots });
}

/** Version 1 of it: layer_id ‖ layer_height (8 bytes, big endian) ‖ state_root ‖ validator_set_hash. */
export function anchorTextV1({ layerId, layerHeight, stateRoot, validatorSetHash }: AnchoredState): Uint8Array {
  return concatBytes(
    new TextEncoder().encode(layerId),
    bigintToFixedBytes(layerHeight, 8),
    stateRoot,
    validatorSetHash,
  );
}
