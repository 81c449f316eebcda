import { authorizationDigest } from '../../evm/transaction/authorize.ts';
import { signTransaction } from '../../kernel/transaction/codec.ts';
import type { Authorization, Transaction } from '../../kernel/transaction/transaction.ts';
import type { Address } from '../../primitives/address.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { signDigest } from '../../primitives/crypto/secp256k1.ts';
import { privateKeyOf, unusedAccount } from '../sign-from.ts';

const chainId = 9800n;

type AuthorizationFields = { readonly nonce?: bigint; readonly address?: Address; readonly chain?: bigint };

type AuthorizingFields = {
  /** development accounts, of each of which it carries an authorization */
  readonly authorities: readonly number[];
  readonly nonce?: bigint;
  /** Nonce of the first authorization; the others follow. */
  readonly authorizationNonce?: bigint;
  /** wei */
  readonly value?: bigint;
  /** fee cap, in wei per gas */
  readonly cap?: bigint;
};

/** An authorization (EIP-7702) of a development account: `address` is whose code it runs, chain 0 any chain. */
export function signAuthorization(
  authority: number,
  { nonce = 0n, address = unusedAccount, chain = chainId }: AuthorizationFields,
): Authorization {
  const unsigned = { chainId: chain, address, nonce };
  const { r, s, yParity } = signDigest(authorizationDigest(unsigned), privateKeyOf(authority));
  return { ...unsigned, r, s, yParity: BigInt(yParity) };
}

/** A type 4 transaction of a development account with the gas that its authorizations need. */
export function signAuthorizing(sender: number, fields: AuthorizingFields): Transaction {
  const { authorities, nonce = 0n, authorizationNonce = 0n, value = 0n, cap = 2n * 10n ** 11n } = fields;
  const authorizationList = authorities.map((each, index) =>
    signAuthorization(each, { nonce: authorizationNonce + BigInt(index) }),
  );
  const gasLimit = 100_000n + 25_000n * BigInt(authorities.length);
  const fees = { maxFeePerGas: cap, maxPriorityFeePerGas: 1n };
  const call = { gasLimit, to: unusedAccount, value, data: emptyBytes, accessList: [] };
  return signTransaction({ type: 4, chainId, nonce, ...fees, ...call, authorizationList }, privateKeyOf(sender));
}
