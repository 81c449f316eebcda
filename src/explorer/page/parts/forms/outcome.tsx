import type { ComponentChildren } from 'preact';
import { useRpc } from '../../lib/node/query.ts';
import type { Hex, Receipt } from '../../lib/node/types.ts';
import { Foreign } from '../values/foreign.tsx';
import { TransactionId } from '../values/ids.tsx';
import { Status } from '../values/status.tsx';

/** The outcome of an action of the user. */
export type OutcomeState =
  | { readonly kind: 'none' | 'running' }
  | { readonly kind: 'read'; readonly result: ComponentChildren }
  | { readonly kind: 'sent'; readonly hash: Hex }
  | { readonly kind: 'done'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string };

/** What became of the last submission of a form. */
export function Outcome({ state }: { readonly state: OutcomeState }) {
  switch (state.kind) {
    case 'none':
      return null;
    case 'running':
      return <span class="hint">…</span>;
    case 'read':
      return <>{state.result}</>;
    case 'sent':
      return <Sent hash={state.hash} />;
    case 'done':
      return <span class="badge good">✓ {state.message}</span>;
    case 'failed':
      return (
        <div class="problem">
          ✗ <Foreign text={state.message} most={600} />
        </div>
      );
  }
}

function Sent({ hash }: { readonly hash: Hex }) {
  const receipt = useRpc<Receipt | null>('eth_getTransactionReceipt', [hash], { live: true }).data;
  return (
    <span class="row">
      <TransactionId hash={hash} />
      <Status ok={receipt ? receipt.status === '0x1' : undefined} />
    </span>
  );
}
