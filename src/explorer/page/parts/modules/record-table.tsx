import type { ComponentChildren } from 'preact';
import type { Row } from '../../lib/modules/records.ts';
import type { QueryState } from '../../lib/node/query.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import { Async, Empty } from '../frame/states.tsx';
import { TableFrame } from '../frame/table-frame.tsx';

type Column<T> = {
  /** one that begins with > stands on the right, above numbers */
  readonly title: string;
  readonly cell: (row: Row<T>) => ComponentChildren;
};
type Props<T> = {
  readonly state: QueryState<readonly Row<T>[]>;
  readonly columns: readonly Column<T>[];
  readonly empty: ComponentChildren;
};

/** Rows of a module's table in chosen columns. */
export function RecordTable<T>({ state, columns, empty }: Props<T>) {
  const side = (title: string) => (title.startsWith('>') ? 'right' : '');
  return (
    <Async state={state}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty>{empty}</Empty>
        ) : (
          <TableFrame>
            <table>
              <thead>
                <tr>
                  {columns.map(({ title }) => (
                    <th key={title} class={side(title)}>
                      {title.replace(/^>/, '')}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.key.join(' ')}>
                    {columns.map(({ title, cell }) => (
                      <td key={title} class={side(title)}>
                        {cell(row)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </TableFrame>
        )
      }
    </Async>
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
