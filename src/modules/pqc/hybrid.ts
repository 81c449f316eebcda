import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import type { SignatureRejection, SignatureRules } from '../../kernel/signature-rules.ts';
import { type HybridTransaction, hybridType } from '../../kernel/transaction/transaction.ts';
import type { Address } from '../../primitives/address.ts';
import { equalBytes } from '../../primitives/bytes.ts';
import type { StateView } from '../../state/types.ts';
import { pqcAddress } from '../addresses.ts';
import { isSignatureScheme, verifies } from './algorithms.ts';
import { hybridVerifiedEvent } from './events.ts';
import { fault } from './faults.ts';
import { pqcParams } from './params.ts';
import { type Algorithm, algorithms, keys, protections, type RegisteredKey } from './records.ts';
import { rememberValid } from './verified-signatures.ts';

/** Values of the parameter `hybrid_signature_mode`. */
const disabled = 0;
const required = 2;

/** The prefix of the faults that clients see. */
const moduleName = 'pqc';

/** Valid signatures that are remembered when their transaction is decoded again: those of ten full blocks. */
const rememberedSignatures = 8192;

/**
 * What transactions must be signed with: hybrid ones by the registered key, and those of protected accounts hybrid.
 * Each call returns rules that remember what they have verified.
 */
export function createHybridRules(): SignatureRules {
  const verified = new VerifiedHybrids();
  return {
    readsOf: [pqcAddress],
    senderFault: (state, tx) => {
      if (tx.type === hybridType) return rejection(hybridFault(state, tx));
      return isProtected(state, tx.sender) ? rejection(fault.hybridRequired()) : undefined;
    },
    verificationFault: (state, tx) => {
      const { key, algorithm } = keyOf(state, tx.sender) ?? {};
      if (key === undefined || algorithm === undefined) return rejection(fault.noRegisteredKey());
      return verified.verify(tx, key.public_key, algorithm) ? undefined : rejection(fault.hybridInvalid());
    },
    pendingVerification: (state, tx) => {
      const { key, algorithm } = keyOf(state, tx.sender) ?? {};
      if (key === undefined || algorithm === undefined || algorithm.status === 'disabled') return undefined;
      const { public_key: publicKey } = key;
      const { scheme } = algorithm;
      if (!isSignatureScheme(scheme) || verified.resultFor(tx, publicKey) !== undefined) return undefined;
      return {
        request: { scheme, publicKey, signature: tx.pqcSignature, message: tx.pqcDigest },
        rejection: toRejection(fault.hybridInvalid()),
        keep: (again) => verified.keep(again, publicKey, algorithm),
      };
    },
    isProtected,
    verifiedLog: (state, { sender, algorithmId }) =>
      hybridVerifiedEvent.log({
        account: sender,
        algorithmId: BigInt(algorithmId),
        mode: BigInt(pqcParams.get(state).hybrid_signature_mode),
      }),
  };
}

/** Second signatures that were verified for the pool, so that the block need not verify them again. */
class VerifiedHybrids {
  readonly #results = new WeakMap<HybridTransaction, { readonly key: Uint8Array; readonly isValid: boolean }>();
  /** For transactions that are decoded again. */
  readonly #valid = rememberValid(verifies, rememberedSignatures);

  /** Whether the signature is valid under that key; undefined when nobody has verified it. */
  resultFor(tx: HybridTransaction, key: Uint8Array): boolean | undefined {
    const known = this.#results.get(tx);
    return known !== undefined && (known.key === key || equalBytes(known.key, key)) ? known.isValid : undefined;
  }

  verify(tx: HybridTransaction, key: Uint8Array, algorithm: Algorithm): boolean {
    const isValid = this.resultFor(tx, key) ?? this.#valid.verify(algorithm, key, tx.pqcSignature, tx.pqcDigest);
    this.#results.set(tx, { key, isValid });
    return isValid;
  }

  /** Remembers that the thread that verifies signatures has found this one valid. */
  keep(tx: HybridTransaction, key: Uint8Array, algorithm: Algorithm): void {
    this.#results.set(tx, { key, isValid: true });
    this.#valid.add(algorithm, key, tx.pqcSignature, tx.pqcDigest);
  }
}

/**
 * Whether an account acts by hybrid transactions only. Its protection has no effect in the modes that do not require
 * it, and while the algorithm of its key is disabled, because nobody could verify a signature then and its coins would
 * be locked.
 */
export function isProtected(state: StateView, account: Address): boolean {
  if (protections.get(state, account) === undefined) return false;
  if (pqcParams.get(state).hybrid_signature_mode !== required) return false;
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
