import type { ComponentChildren } from 'preact';
import type { Row } from '../../lib/modules/records.ts';
import type { QueryState } from '../../lib/node/query.ts';
import { href } from '../../lib/site/router.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import { Async, Empty } from '../frame/states.tsx';
import { type Column, Table } from '../frame/table.tsx';
import { Foreign } from '../values/foreign.tsx';

type Props<T> = {
  readonly state: QueryState<readonly Row<T>[]>;
  readonly columns: readonly Column<Row<T>>[];
  readonly empty: ComponentChildren;
};

/** Rows of a module's table in chosen columns. */
export function RecordTable<T>({ state, columns, empty }: Props<T>) {
  return (
    <Async state={state}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty>{empty}</Empty>
        ) : (
          <Table rows={rows} columns={columns} rowKey={({ key }) => key.join(' ')} />
        )
      }
    </Async>
  );
}

/** The name of a record, a stranger's text, which links to the page of the record. */
export function RecordLink({ to, text }: { readonly to: string; readonly text: string }) {
  return (
    <a href={href(to)}>
      <Foreign text={text} />
    </a>
  );
}

const good = ['passed', 'active', 'finalized', 'executed', 'completed', 'confirmed', 'success', 'open'];
const bad = [
  ...['failed', 'rejected', 'challenged', 'halted', 'stopped', 'suspended', 'expired', 'paused', 'error'],
  ...['timed_out', 'cancelled', 'decommissioned', 'vetoed'],
];

/** A status of a record: colour, a sign and the word. */
export function StatusWord({ status }: { readonly status: string }) {
  const words = visibleText(status.replaceAll('_', ' '), 40);
  if (good.includes(status)) return <span class="badge good">✓ {words}</span>;
  if (bad.includes(status)) return <span class="badge bad">✗ {words}</span>;
  return <span class="badge">◷ {words}</span>;
}
