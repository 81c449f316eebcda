import { endpoints } from '../../lib/node/endpoints.ts';
import { isLive } from '../../lib/node/head.ts';
import { type QueryState, useRpc, useSvm } from '../../lib/node/query.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import { Card, Facts } from '../frame/card.tsx';
import { Skeleton } from '../frame/states.tsx';

/** Whether the three interfaces and the subscriptions respond. */
export function InterfaceHealth() {
  const evm = useRpc<false | object>('eth_syncing', [], { every: 10_000 });
  const svm = useSvm<string>('getHealth', [], { every: 10_000, skip: endpoints.svm === null });
  const own = useRpc<object>('qor_getBurnStats', [], { every: 30_000 });
  return (
    <Card title="Interfaces">
      <Facts
        entries={{
          'EVM (eth_)': <Health state={evm} ok={evm.data === false} text="synchronising" />,
          "the chain's own (qor_)": <Health state={own} ok={own.data !== undefined} />,
          SVM: endpoints.svm === null ? <span class="badge">off</span> : <Health state={svm} ok={svm.data === 'ok'} />,
          'new blocks by WebSocket': isLive.value ? (
            <Good />
          ) : (
            <span class="badge warn">◷ not connected, polled instead</span>
          ),
        }}
      />
    </Card>
  );
}

type HealthProps = { readonly state: QueryState<unknown>; readonly ok: boolean; readonly text?: string };

function Health({ state: { data, error }, ok, text = '' }: HealthProps) {
  if (error !== undefined) return <span class="badge bad">✗ {visibleText(error.message, 80)}</span>;
  if (data === undefined) return <Skeleton width="5em" />;
  return ok ? <Good /> : <span class="badge warn">◷ {text}</span>;
}

function Good() {
  return <span class="badge good">✓ responds</span>;
}
