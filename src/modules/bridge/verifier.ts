import type { CheckContext } from '../../kernel/module-sdk/call.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { verifyEd25519 } from '../../primitives/crypto/ed25519.ts';
import { fault } from './faults.ts';
import { committees } from './records.ts';
import { type Claim, isAttested } from './signed-messages.ts';

/** Index of the key, then its signature. */
const entryBytes = 65;

/**
 * Why the proof of a deposit is not valid. It consists of the signatures of the chain's Ed25519 committee over what
 * bridge validators sign: for each, the index of the key (1 byte) and the signature (64 bytes), indexes rising.
 */
export function proofFault(
  { state, block }: Pick<CheckContext, 'state' | 'block'>,
  claim: Claim,
  proof: Uint8Array,
): ModuleFault | undefined {
  const committee = committees.get(state, claim.chain);
  if (committee === undefined) return fault.verifierUnavailable();
  const { keys, threshold } = committee;
  const entries = proof.length / entryBytes;
  if (!Number.isInteger(entries) || entries < threshold || entries > keys.length)
    return fault.badDepositProof(`it must have ${threshold} to ${keys.length} signatures of ${entryBytes} bytes`);
  let last = -1;
  for (let at = 0; at < proof.length; at += entryBytes) {
    const index = proof[at] ?? 0;
    const key = keys[index];
    if (key === undefined || index <= last) return fault.badDepositProof('the indexes of its keys must rise');
    const signature = proof.subarray(at + 1, at + entryBytes);
    if (!isAttested(block, claim, (message) => verifyEd25519(key, message, signature)))
      return fault.badDepositProof(`signature ${index} is wrong`);
    last = index;
  }
  return undefined;
}
