import { mlDsaSizes, verifyMlDsa } from '@qord/curves/ml-dsa';
import { treasury } from '../../kernel/module-account.ts';
import { type CallContext, call } from '../../kernel/module-sdk/call.ts';
import { transferUqor } from '../../kernel/module-sdk/coins.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { bytesField, maxPqcBytes, textField, uint, uqor } from '../../kernel/module-sdk/field.ts';
import type { NetworkIdentity } from '../../kernel/module-sdk/signed-text.ts';
import { equalBytes } from '../../primitives/bytes.ts';
import { multilayerAddress } from '../addresses.ts';
import { anchorDigest } from './anchor-text.ts';
import { anchorChallengedEvent } from './events.ts';
import { fault } from './faults.ts';
import { type Anchor, anchors, type Layer, layerNamed, layers } from './records.ts';
import { setStatus } from './status.ts';

const hashBytes = 32;
const proofBytes = 2 * hashBytes + mlDsaSizes['ml-dsa-87'].signature;

export const challengeAnchor = call('challengeAnchor', {
  doc: 'Prove that the creator of a layer signed two different states for one layer height. The proof is the other state: state_root (32 bytes) ‖ validator_set_hash (32 bytes) ‖ ML-DSA-87 signature (4627 bytes) by the key of the anchor over the result of anchorDigest, which names this network. When it holds, the anchor is rejected, the layer is decommissioned, and its stake goes half to the challenger and half to the treasury.',
  inputs: {
    layerId: textField('name of the layer'),
    anchorHeight: uint(48, 'height of the layer in the anchor'),
    fraudProof: bytesField('the other signed state, 4691 bytes', { maxBytes: maxPqcBytes }),
    reason: textField('for people who read the event'),
  },
  outputs: { reward: uqor('paid to the challenger') },
  gas: 250_000n,
  gasPerByte: 16n,
  example: ['game-chain', '100', '0x…', 'two states at one height'],
  fault: ({ state, block }, { layerId, anchorHeight, fraudProof }) => {
    const layer = layerNamed(state, layerId);
    const anchor = layer && anchors.get(state, layerId, Number(anchorHeight));
    if (layer === undefined || anchor === undefined) return fault.notFound();
    if (block.timestamp > BigInt(anchor.anchored_at + layer.challenge_period_seconds))
      return fault.challengePeriodOver();
    if (anchor.rejected) return fault.badFraudProof('the anchor is rejected already');
    return proofFault(block, { layerId, layerHeight: anchorHeight }, anchor, fraudProof);
  },
  run: (context, { layerId, anchorHeight, reason }) => {
    const { state, caller, emit } = context;
    const layer = layerNamed(state, layerId);
    const anchor = layer && anchors.get(state, layerId, Number(anchorHeight));
    if (layer === undefined || anchor === undefined) return { reward: 0n };
    anchors.set(state, { ...anchor, rejected: true }, layerId, Number(anchorHeight));
    const reward = forfeitStake(context, layerId, layer);
    emit(anchorChallengedEvent.log({ layerId, layerHeight: anchorHeight, challenger: caller, reward, reason }));
    return { reward };
  },
});

/** Why the bytes do not show a second state of that height under the anchor's own key, or undefined. */
function proofFault(
  network: NetworkIdentity,
  at: { readonly layerId: string; readonly layerHeight: bigint },
  anchor: Anchor,
  proof: Uint8Array,
): ModuleFault | undefined {
  if (proof.length !== proofBytes) return fault.badFraudProof(`it must have ${proofBytes} bytes`);
  const stateRoot = proof.subarray(0, hashBytes);
  const validatorSetHash = proof.subarray(hashBytes, 2 * hashBytes);
  if (equalBytes(stateRoot, anchor.state_root) && equalBytes(validatorSetHash, anchor.validator_set_hash))
    return fault.badFraudProof('it shows the same state');
  const text = anchorDigest(network, { ...at, stateRoot, validatorSetHash });
  const isSigned = verifyMlDsa('ml-dsa-87', anchor.public_key, proof.subarray(2 * hashBytes), text);
  return isSigned ? undefined : fault.badFraudProof('the signature is not that of the key of the anchor');
}

/** Ends the layer and pays out what is left of its stake: half to the caller, the rest to the treasury. */
function forfeitStake(context: CallContext, layerId: string, layer: Layer): bigint {
  const { state, caller } = context;
  const reward = layer.stake / 2n;
  transferUqor(state, multilayerAddress, caller, reward);
  transferUqor(state, multilayerAddress, treasury, layer.stake - reward);
  const empty = { ...layer, stake: 0n };
  if (layer.status === 'decommissioned') layers.set(state, empty, layerId);
  else setStatus(context, layerId, empty, 'decommissioned', 'an anchor was proven wrong');
  return reward;
}
