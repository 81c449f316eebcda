import type { ComponentChildren } from 'preact';
import type { QueryState } from '../../lib/node/query.ts';
import { RpcError } from '../../lib/node/rpc.ts';
import { visibleText } from '../../lib/text/visible-text.ts';

/** A place for text that is on its way; keeps its room. */
export function Skeleton({ width = '8em' }: { readonly width?: string }) {
  return <span class="skeleton" style={{ width }} aria-hidden="true" />;
}

/** An error, and what can be done about it. */
export function Problem({ error }: { readonly error: Error }) {
  return (
    <div class="problem" role="alert">
      <p>
        <bdi>{visibleText(error.message, 600)}</bdi>
      </p>
      {error instanceof RpcError && <p class="hint">{remedyFor(error)}</p>}
    </div>
  );
}

function remedyFor({ code, method, data }: RpcError): string {
  const namespace = method.split('_')[0];
  const detail = typeof data === 'string' ? `${visibleText(data, 300)}. ` : '';
  if (code === -32601)
    return `This node does not serve ${method}. Its operator can add ${namespace} to api in section [json-rpc] of app.toml.`;
  if (code === -32005) return `${detail}The node limits ${method}; the text above names the key of its configuration.`;
  if (code === 4100 || code === 403) return `${method}: the node does not let pages of this origin call it.`;
  if (code === 0) return 'The page tries again by itself and keeps what it has shown so far.';
  return `${detail}${method}, code ${code}`;
}

type AsyncProps<T> = {
  readonly state: QueryState<T>;
  readonly children: (data: T) => ComponentChildren;
  readonly loading?: ComponentChildren;
};

/** Shows data when they are there, else that they are on their way or what went wrong. */
export function Async<T>({ state: { data, error }, children, loading }: AsyncProps<T>) {
  if (data !== undefined) return <>{children(data)}</>;
  if (error !== undefined) return <Problem error={error} />;
  return <>{loading ?? <div class="note">Reading …</div>}</>;
}

/** Nothing to show, and how to make something appear. */
export function Empty({ children }: { readonly children: ComponentChildren }) {
  return <div class="note">{children}</div>;
}
