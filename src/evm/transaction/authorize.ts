import type { SignatureRules } from '../../kernel/signature-rules.ts';
import type { Authorization } from '../../kernel/transaction/transaction.ts';
import { type Address, addressToBytes, zeroAddress } from '../../primitives/address.ts';
import { concatBytes, emptyBytes } from '../../primitives/bytes.ts';
import { emptyCodeHash, keccak256 } from '../../primitives/crypto/keccak.ts';
import { groupOrder, recoverAddress } from '../../primitives/crypto/secp256k1.ts';
import { encodeRlp } from '../../primitives/rlp/encode.ts';
import { rlpInteger } from '../../primitives/rlp/item.ts';
import type { WorldState } from '../../state/types.ts';
import { delegateOf, delegationTo } from '../delegation.ts';
import { accountOrNew } from './accounts.ts';
import { maxNonce } from './sender-fault.ts';

/** EIP-7702: refund for an authorization of an existing account, PER_EMPTY_ACCOUNT_COST - PER_AUTH_BASE_COST. */
const existingAccountRefund = 12_500n;
const signingPrefix = Uint8Array.of(0x05);
const maxSignatureS = groupOrder / 2n;

/** Effects of the authorizations on the execution: warm accounts, and the initial refund counter. */
export type Authorized = { readonly warm: readonly Address[]; readonly refund: bigint };

/**
 * Sets the delegations that the transaction carries (EIP-7702), in order; an invalid one is skipped, and so is one of an
 * account that acts by hybrid transactions only.
 */
export function applyAuthorizations(
  authorizations: readonly Authorization[],
  chainId: bigint,
  state: WorldState,
  signatures: SignatureRules | undefined,
): Authorized {
  const warm: Address[] = [];
  let refund = 0n;
  for (const authorization of authorizations) {
    const authority = authorityOf(authorization, chainId);
    if (authority === undefined) continue;
    warm.push(authority);
    if (!mayDelegate(authority, authorization.nonce, state) || signatures?.isProtected(state, authority)) continue;
    if (state.account(authority) !== undefined) refund += existingAccountRefund;
    delegate(authority, authorization.address, state);
  }
  return { warm, refund };
}

/** The account that signed; undefined when the authorization is for another chain or invalid. */
export function authorityOf(authorization: Authorization, chainId: bigint): Address | undefined {
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
