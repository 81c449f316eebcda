import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { messageOf } from '../../lib/node/error-text.ts';
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

/** What became of the last action of a form, and `run`, which runs the next one: one at a time. */
export function useOutcome(describe: (error: unknown) => string = messageOf) {
  const outcome = useSignal<OutcomeState>({ kind: 'none' });
  const run = async (act: () => Promise<OutcomeState>) => {
    if (outcome.peek().kind === 'running') return;
    outcome.value = { kind: 'running' };
    outcome.value = await act().catch((error: unknown) => ({ kind: 'failed', message: describe(error) }) as const);
  };
  return { outcome: outcome.value, isRunning: outcome.value.kind === 'running', run };
}

/** What became of the last action of a form. */
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
