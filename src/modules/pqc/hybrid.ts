import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import type { SignatureRejection, SignatureRules } from '../../kernel/signature-rules.ts';
import { type HybridTransaction, hybridType } from '../../kernel/transaction/transaction.ts';
import type { Address } from '../../primitives/address.ts';
import { equalBytes } from '../../primitives/bytes.ts';
import type { StateView } from '../../state/types.ts';
import { isSignatureScheme, verifies } from './algorithms.ts';
import { hybridVerified } from './events.ts';
import { fault } from './faults.ts';
import { pqcParams } from './params.ts';
import { type Algorithm, algorithms, keys, protections, type RegisteredKey } from './records.ts';
import { rememberValid } from './verified-signatures.ts';

/** Values of the parameter `hybrid_signature_mode`. */
const disabled = 0;
const required = 2;

/** The prefix of the faults that clients see. */
const moduleName = 'pqc';

/** Valid signatures that are remembered when their transaction is decoded anew: those of ten full blocks. */
const rememberedSignatures = 8192;

const validSignatures = rememberValid(verifies, rememberedSignatures);

/**
 * Whether the second signatures of transactions are valid, with the key: what was verified for the pool, the block need
 * not verify again.
 */
const results = new WeakMap<HybridTransaction, { readonly key: Uint8Array; readonly isValid: boolean }>();

/** What transactions must be signed with: hybrid ones by the registered key, and those of protected accounts hybrid. */
export const hybridRules: SignatureRules = {
  senderFault: (state, tx) => {
    if (tx.type === hybridType) return rejection(hybridFault(state, tx));
    return isProtected(state, tx.sender) ? rejection(fault.hybridRequired()) : undefined;
  },
  verificationFault: (state, tx) => {
    const { key, algorithm } = keyOf(state, tx.sender) ?? {};
    if (key === undefined || algorithm === undefined) return rejection(fault.noRegisteredKey());
    const isValid =
      knownResult(tx, key.public_key) ??
      validSignatures.verify(algorithm, key.public_key, tx.pqcSignature, tx.pqcDigest);
    results.set(tx, { key: key.public_key, isValid });
    return isValid ? undefined : rejection(fault.hybridInvalid());
  },
  pendingVerification: (state, tx) => {
    const { key, algorithm } = keyOf(state, tx.sender) ?? {};
    if (key === undefined || algorithm === undefined || algorithm.status === 'disabled') return undefined;
    const { public_key: publicKey } = key;
    const { scheme } = algorithm;
    if (!isSignatureScheme(scheme) || knownResult(tx, publicKey) !== undefined) return undefined;
    const { pqcSignature: signature, pqcDigest: message } = tx;
    return {
      request: { scheme, publicKey, signature, message },
      rejection: toRejection(fault.hybridInvalid()),
      keep: (isValid) => {
        results.set(tx, { key: publicKey, isValid });
        if (isValid) validSignatures.add(algorithm, publicKey, signature, message);
      },
    };
  },
  isProtected,
  verifiedLog: (state, { sender, algorithmId }) =>
    hybridVerified.log({
      account: sender,
      algorithmId: BigInt(algorithmId),
      mode: BigInt(pqcParams.get(state).hybrid_signature_mode),
    }),
};

/** Whether the signature is valid under that key; undefined when nobody has verified it. */
function knownResult(tx: HybridTransaction, key: Uint8Array): boolean | undefined {
  const known = results.get(tx);
  return known !== undefined && (known.key === key || equalBytes(known.key, key)) ? known.isValid : undefined;
}

/**
 * Whether an account acts by hybrid transactions only. Its protection has no effect in the modes that do not require
 * it, and while the algorithm of its key is disabled, because nobody could verify a signature then and its coins would
 * be locked.
 */
export function isProtected(state: StateView, account: Address): boolean {
  if (pqcParams.get(state).hybrid_signature_mode !== required) return false;
  if (protections.get(state, account) === undefined) return false;
  const algorithm = keyOf(state, account)?.algorithm;
  return algorithm !== undefined && algorithm.status !== 'disabled';
}

function hybridFault(state: StateView, { sender, algorithmId, pqcSignature }: HybridTransaction & { sender: Address }) {
  if (pqcParams.get(state).hybrid_signature_mode === disabled) return fault.hybridDisabled();
  const found = keyOf(state, sender);
  if (found === undefined) return fault.noRegisteredKey();
  const { key, algorithm } = found;
  if (algorithmId !== key.algorithm_id) return fault.badHybridFormat(`the key is of algorithm ${key.algorithm_id}`);
  if (algorithm.status === 'disabled') return fault.algorithmDisabled();
  const size = algorithm.signature_size;
  return pqcSignature.length === size ? undefined : fault.badHybridFormat(`a signature has ${size} bytes`);
}

/** The registered key of the account, with its algorithm; undefined when it has none that can sign. */
export function keyOf(
  state: StateView,
  account: Address,
): { readonly key: RegisteredKey; readonly algorithm: Algorithm } | undefined {
  const key = keys.get(state, account);
  const algorithm = key && algorithms.get(state, key.algorithm_id);
  return key === undefined || algorithm === undefined || key.public_key.length === 0 ? undefined : { key, algorithm };
}

function rejection(found: ModuleFault | undefined): SignatureRejection | undefined {
  return found && toRejection(found);
}

function toRejection({ code, reason }: ModuleFault): SignatureRejection {
  return { module: moduleName, number: code, reason };
}
