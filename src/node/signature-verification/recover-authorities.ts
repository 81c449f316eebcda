import { type Authorities, authoritiesOf } from '../../evm/transaction/authorize.ts';
import { restoreTransaction } from '../../kernel/transaction/codec.ts';
import { authorizationsOf } from '../../kernel/transaction/transaction.ts';
import type { AuthoritiesRequest } from '../../mempool/delegations.ts';

/** Who signed the authorizations of the transaction. */
export function recoverAuthorities({ raw, sender, hash, chainId }: AuthoritiesRequest): Authorities {
  return authoritiesOf(authorizationsOf(restoreTransaction(raw, sender, hash)), chainId);
}
