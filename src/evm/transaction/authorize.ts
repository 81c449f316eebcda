import { keccak256 } from '@qord/curves/keccak';
import { ExecutionStoppedError, type RunOptions } from '../../kernel/engine.ts';
import { type Authorization, maxNonce } from '../../kernel/transaction/transaction.ts';
import { type Address, addressToBytes, zeroAddress } from '../../primitives/address.ts';
import { concatBytes, emptyBytes } from '../../primitives/bytes.ts';
import { emptyCodeHash } from '../../primitives/crypto/keccak.ts';
import { groupOrder, recoverAddress } from '../../primitives/crypto/secp256k1.ts';
import { encodeRlp } from '../../primitives/rlp/encode.ts';
import { rlpInteger } from '../../primitives/rlp/item.ts';
import type { WorldState } from '../../state/types.ts';
import { delegateOf, delegationTo } from '../delegation.ts';
import { accountOrNew } from './accounts.ts';

/** EIP-7702: refund for an authorization of an existing account, PER_EMPTY_ACCOUNT_COST - PER_AUTH_BASE_COST. */
const existingAccountRefund = 12_500n;
const signingPrefix = Uint8Array.of(0x05);
const maxSignatureS = groupOrder / 2n;

/** Authorizations between two checks of `shouldStop`: half a millisecond of recoveries. */
const perQuestion = 16;

/** Who signed each authorization of a list; undefined for one that is for another chain or invalid. */
export type Authorities = readonly (Address | undefined)[];

type Recovered = { readonly chainId: bigint; readonly authorities: Authorities };

/**
 * Of the lists that a pool, a call or a block holds: a recovery takes as long as all else that an authorization needs.
 */
const recovered = new WeakMap<readonly Authorization[], Recovered>();

/** Effects of the authorizations on the execution: warm accounts, and the initial refund counter. */
export type Authorized = { readonly warm: readonly Address[]; readonly refund: bigint };

/**
 * Sets the delegations that the transaction carries (EIP-7702), in order; an invalid one is skipped, and so is one of
 * an account that acts by hybrid transactions only. Throws an ExecutionStoppedError when `shouldStop` ends it.
 */
export function applyAuthorizations(
  authorizations: readonly Authorization[],
  chainId: bigint,
  state: WorldState,
  { natives: { signatures }, shouldStop }: Pick<RunOptions, 'natives' | 'shouldStop'>,
): Authorized {
  const warm: Address[] = [];
  let refund = 0n;
  const authorities = authoritiesOf(authorizations, chainId, shouldStop);
  for (const [index, authorization] of authorizations.entries()) {
    const authority = authorities[index];
    if (authority === undefined) continue;
    warm.push(authority);
    if (!mayDelegate(authority, authorization.nonce, state) || signatures?.isProtected(state, authority)) continue;
    if (state.account(authority) !== undefined) refund += existingAccountRefund;
    delegate(authority, authorization.address, state);
  }
  return { warm, refund };
}

/**
 * Who signed the authorizations; some 35 µs each the first time that the list is asked about. Throws an
 * ExecutionStoppedError when `shouldStop` ends it.
 */
export function authoritiesOf(
  authorizations: readonly Authorization[],
  chainId: bigint,
  shouldStop?: () => boolean,
): Authorities {
  if (authorizations.length === 0) return [];
  const known = recovered.get(authorizations);
  if (known?.chainId === chainId) return known.authorities;
  const authorities = authorizations.map((authorization, index) => {
    if (index % perQuestion === perQuestion - 1 && shouldStop?.() === true)
      throw new ExecutionStoppedError('execution stopped');
    return authorityOf(authorization, chainId);
  });
  keepAuthorities(authorizations, chainId, authorities);
  return authorities;
}

/** Whether `authoritiesOf` would recover nothing. */
export function areAuthoritiesKnown(authorizations: readonly Authorization[], chainId: bigint): boolean {
  return authorizations.length === 0 || recovered.get(authorizations)?.chainId === chainId;
}

/** Keeps what another thread has recovered for `authoritiesOf`. */
export function keepAuthorities(
  authorizations: readonly Authorization[],
  chainId: bigint,
  authorities: Authorities,
): void {
  recovered.set(authorizations, { chainId, authorities });
}

function authorityOf(authorization: Authorization, chainId: bigint): Address | undefined {
  if (authorization.chainId !== 0n && authorization.chainId !== chainId) return undefined;
  const { r, s, yParity, nonce } = authorization;
  if (nonce >= maxNonce || s > maxSignatureS || (yParity !== 0n && yParity !== 1n)) return undefined;
  return recoverAddress(authorizationDigest(authorization), { r, s, yParity: yParity === 0n ? 0 : 1 });
}

/** The digest an authority signs: keccak256(0x05 ‖ rlp([chain id, address, nonce])). */
export function authorizationDigest({
  chainId,
  address,
  nonce,
}: Omit<Authorization, 'yParity' | 'r' | 's'>): Uint8Array {
  const fields = [rlpInteger(chainId), addressToBytes(address), rlpInteger(nonce)];
  return keccak256(concatBytes(signingPrefix, encodeRlp(fields)));
}

function mayDelegate(authority: Address, nonce: bigint, state: WorldState): boolean {
  const account = accountOrNew(state, authority);
  const isPlain = account.codeHash === emptyCodeHash || delegateOf(state.code(account.codeHash)) !== undefined;
  return isPlain && account.nonce === nonce;
}

/** Delegating to the zero address removes the delegation. */
function delegate(authority: Address, to: Address, state: WorldState): void {
  const account = accountOrNew(state, authority);
  const codeHash = state.addCode(to === zeroAddress ? emptyBytes : delegationTo(to));
  state.setAccount(authority, { ...account, codeHash, nonce: account.nonce + 1n });
}
