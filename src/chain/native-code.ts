import { supplyAccount } from '../kernel/supply.ts';
import type { Address } from '../primitives/address.ts';
import { keccakHash } from '../primitives/crypto/keccak.ts';
import type { Hash } from '../primitives/hash.ts';
import type { ExecutionContext } from './block-builder.ts';

/** The code of native contracts, the opcode INVALID: Solidity only calls addresses with code; it is never executed. */
export const nativeCode = Uint8Array.of(0xfe);
const nativeCodeHash = keccakHash(nativeCode);

/** Whether an account with that code is a native contract. */
export function isNativeCode(codeHash: Hash): boolean {
  return codeHash === nativeCodeHash;
}

/** All addresses of native contracts. The precompiles of Ethereum have no code, as on Ethereum. */
export function nativeAddresses({
  modules,
  natives,
}: Pick<ExecutionContext, 'modules' | 'natives'>): ReadonlySet<Address> {
  const stateful = natives.addresses.filter((address) => natives.at(address)?.stateful === true);
  return new Set([supplyAccount, ...modules.map(({ address }) => address), ...stateful]);
}
