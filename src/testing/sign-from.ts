import { encodeSigned, restoreTransaction, signingDigest } from '../kernel/transaction/codec.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import { type Address, parseAddress } from '../primitives/address.ts';
import { emptyBytes } from '../primitives/bytes.ts';
import { signDigest } from '../primitives/crypto/secp256k1.ts';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { fromHex } from '../primitives/hex.ts';

/** Recipient of test transfers; nobody has its key. */
export const unusedAccount = parseAddress('0x00000000000000000000000000000000000000aa');

export type TransferFields = {
  readonly nonce?: bigint;
  /** undefined creates a contract */
  readonly to?: Address | undefined;
  /** wei */
  readonly value?: bigint;
  readonly data?: Uint8Array;
  readonly gasLimit?: bigint;
  /** fee cap and tip cap, in wei per gas */
  readonly cap?: bigint;
  readonly tip?: bigint;
};

/** A type 2 transaction of a development account, by default the transfer of 1 wei. */
export function signFrom(account: number, fields: TransferFields = {}): Transaction {
  const { nonce = 0n, value = 1n, data = emptyBytes, gasLimit = 21_000n, cap = 2n * 10n ** 11n, tip = 1n } = fields;
  const to = 'to' in fields ? fields.to : unusedAccount;
  const fees = { maxFeePerGas: cap, maxPriorityFeePerGas: tip };
  const tx = { type: 2, chainId: 9800n, nonce, ...fees, gasLimit, to, value, data, accessList: [] } as const;
  const signature = signDigest(signingDigest(tx), privateKeyOf(account));
  return restoreTransaction(encodeSigned(tx, signature), accountOf(account));
}

/** Private key of a development account. */
export function privateKeyOf(account: number): Uint8Array {
  return fromHex(developmentAccounts[account]?.privateKey ?? '0x');
}

/** Address of a development account. Throws a RangeError when there is none with this index. */
export function accountOf(index: number): Address {
  const account = developmentAccounts[index];
  if (account === undefined) throw new RangeError(`there is no development account ${index}`);
  return account.address;
}
