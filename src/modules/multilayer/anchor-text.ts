import { bigintToFixedBytes, concatBytes } from '../../primitives/bytes.ts';

/**
 * What the creator of a layer signs: layer_id ‖ layer_height (8 bytes, big endian) ‖ state_root ‖ validator_set_hash.
 */
export function anchorText(
  layerId: string,
  layerHeight: bigint,
  stateRoot: Uint8Array,
  validatorSetHash: Uint8Array,
): Uint8Array {
  return concatBytes(
    new TextEncoder().encode(layerId),
    bigintToFixedBytes(layerHeight, 8),
    stateRoot,
    validatorSetHash,
  );
}
