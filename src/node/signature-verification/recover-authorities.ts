import { type Authorities, authoritiesOf } from '../../evm/transaction/authorize.ts';
import { restoreTransaction } from '../../kernel/transaction/codec.ts';
import { authorizationsOf, type Transaction } from '../../kernel/transaction/transaction.ts';

/**
 * A transaction whose authorizations are asked about, as it was received: its bytes are copied faster than its fields.
 */
export type AuthoritiesRequest = Pick<Transaction, 'raw' | 'sender' | 'hash'> & { readonly chainId: bigint };

/** Who signed the authorizations of the transaction. */
export function recoverAuthorities({ raw, sender, hash, chainId }: AuthoritiesRequest): Authorities {
  return authoritiesOf(authorizationsOf(restoreTransaction(raw, sender, hash)), chainId);
}
