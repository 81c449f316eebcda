import { keccak256 } from '@qord/curves/keccak';
import type { BlockEnvironment } from '../../kernel/engine.ts';
import { type Address, addressToBytes } from '../../primitives/address.ts';
import { bigintToFixedBytes, concatBytes, joinBytes } from '../../primitives/bytes.ts';
import { groupOrder, recoverAddress } from '../../primitives/crypto/secp256k1.ts';

/** Allowances by signature (EIP-2612), under the domain of EIP-712 that each token has. */

export const domainVersion = '1';

const hashOf = (text: string) => keccak256(new TextEncoder().encode(text));
const domainType = hashOf('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)');
const permitType = hashOf('Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)');
const word = (value: bigint) => bigintToFixedBytes(value, 32);
const addressWord = (address: Address) => concatBytes(new Uint8Array(12), addressToBytes(address));

/** A token as permits name it. */
type Named = { readonly name: string; readonly address: Address };

/** The hash of the domain of a token: its name, version 1, chain id and address. */
export function domainSeparator({ chainId }: Pick<BlockEnvironment, 'chainId'>, { name, address }: Named): Uint8Array {
  const names = [domainType, hashOf(name), hashOf(domainVersion)];
  return keccak256(joinBytes([...names, word(chainId), addressWord(address)]));
}

/** What the owner of an asset signs. */
export type Permit = {
  readonly owner: Address;
  readonly spender: Address;
  /** millionths */
  readonly value: bigint;
  /** last second at which it counts, since 1970 */
  readonly deadline: bigint;
};

/** The 32 bytes that the owner signs. */
export function permitDigest(
  block: Pick<BlockEnvironment, 'chainId'>,
  token: Named,
  { owner, spender, value, deadline }: Permit,
  nonce: bigint,
): Uint8Array {
  const words = [addressWord(owner), addressWord(spender), word(value), word(nonce), word(deadline)];
  const struct = keccak256(joinBytes([permitType, ...words]));
  return keccak256(concatBytes(Uint8Array.of(0x19, 0x01), domainSeparator(block, token), struct));
}

/** Whether the account made the signature, which has the lower of its two forms. */
export function isSignedBy(account: Address, digest: Uint8Array, v: bigint, r: bigint, s: bigint): boolean {
  if ((v !== 27n && v !== 28n) || s > groupOrder / 2n) return false;
  return recoverAddress(digest, { r, s, yParity: v === 28n ? 1 : 0 }) === account;
}
