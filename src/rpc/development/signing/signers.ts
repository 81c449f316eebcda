import { keccak256 } from '@qord/curves/keccak';
import { encodeSigned, restoreTransaction, signTransaction } from '../../../kernel/transaction/codec.ts';
import { impersonatedSignature } from '../../../kernel/transaction/impersonation.ts';
import type { Transaction, UnsignedTransaction } from '../../../kernel/transaction/transaction.ts';
import type { Address } from '../../../primitives/address.ts';
import { bigintToFixedBytes, concatBytes } from '../../../primitives/bytes.ts';
import { signDigest } from '../../../primitives/crypto/secp256k1.ts';
import type { DevelopmentAccount } from '../../../primitives/development-accounts.ts';
import { fromHex } from '../../../primitives/hex.ts';
import { isHardhatName } from '../../development-control.ts';
import { RpcError } from '../../rpc-error.ts';

/** Accounts that may be impersonated one by one; all of them are in `eth_accounts`. */
export const maxImpersonated = 10_000;

/** The accounts that a development network signs for: those whose keys it has, and impersonated ones. */
export class Signers {
  readonly #keys: ReadonlyMap<Address, Uint8Array>;
  readonly #impersonated = new Set<Address>();
  impersonatesAll: boolean;
  readonly #listsImpersonated: boolean;

  constructor(accounts: readonly DevelopmentAccount[], impersonatesAll: boolean, clientVersion: string) {
    this.#listsImpersonated = !isHardhatName(clientVersion);
    this.impersonatesAll = impersonatesAll;
    this.#keys = new Map(accounts.map(({ address, privateKey }) => [address, fromHex(privateKey)]));
  }

  get addresses(): readonly Address[] {
    return [...new Set([...this.#keys.keys(), ...this.#impersonated])];
  }

  /** Those that clients are told of: as anvil also impersonated ones, by the name of Hardhat those with keys, as there. */
  get listed(): readonly Address[] {
    return this.#listsImpersonated ? this.addresses : [...this.#keys.keys()];
  }

  /** Throws an RpcError when there are too many. */
  impersonate(address: Address): void {
    if (this.#impersonated.size >= maxImpersonated && !this.#impersonated.has(address)) throw tooMany();
    this.#impersonated.add(address);
  }

  stopImpersonating(address: Address): void {
    this.#impersonated.delete(address);
  }

  /** Signs, or marks a transaction as sent by an impersonated account. Throws an RpcError for other accounts. */
  sign(tx: UnsignedTransaction, sender: Address): Transaction {
    const key = this.#keys.get(sender);
    if (key !== undefined) return signTransaction(tx, key);
    if (this.#impersonated.has(sender) || this.impersonatesAll) return withoutKey(tx, sender);
    throw unknownAccount(sender);
  }

  /** The same for every account. */
  signForAll(tx: UnsignedTransaction, sender: Address): Transaction {
    const key = this.#keys.get(sender);
    return key === undefined ? withoutKey(tx, sender) : signTransaction(tx, key);
  }

  /** 65 bytes: r, s, and 27 or 28. Throws an RpcError. */
  signDigest(digest: Uint8Array, signer: Address): Uint8Array {
    const key = this.#keys.get(signer);
    if (key === undefined) throw unknownAccount(signer);
    const { r, s, yParity } = signDigest(digest, key);
    return concatBytes(bigintToFixedBytes(r, 32), bigintToFixedBytes(s, 32), Uint8Array.of(27 + yParity));
  }
}

/** The digest of a message, which differs from that of every transaction (EIP-191). */
export function messageDigest(message: Uint8Array): Uint8Array {
  return keccak256(concatBytes(Buffer.from(`\x19Ethereum Signed Message:\n${message.length}`), message));
}

function withoutKey(tx: UnsignedTransaction, sender: Address): Transaction {
  return restoreTransaction(encodeSigned(tx, impersonatedSignature(sender)), sender);
}

function unknownAccount(address: Address): RpcError {
  return new RpcError(-32000, `unknown account: the node has no key of ${address}`);
}

function tooMany(): RpcError {
  const words = `${maxImpersonated} accounts are impersonated already`;
  return new RpcError(-32005, `${words}: stop some, or impersonate all with anvil_autoImpersonateAccount`);
}
