import type { Hex, Transaction } from '../../lib/node/types.ts';
import { Account } from './ids.tsx';

type RecipientProps = { readonly transaction: Pick<Transaction, 'to'>; readonly created: Hex | null };

/** The recipient, or the contract that was created. */
export function Recipient({ transaction: { to }, created }: RecipientProps) {
  if (to !== null) return <Account address={to} />;
  return (
    <span class="nowrap">
      <span class="badge accent">creates</span> {created !== null && <Account address={created} />}
    </span>
  );
}
