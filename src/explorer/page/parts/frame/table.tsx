import type { ComponentChildren } from 'preact';
import { TableFrame } from './table-frame.tsx';

export type Column<T> = {
  /** one that begins with > stands on the right, above numbers */
  readonly title: string;
  /** what the title means, on hover */
  readonly doc?: string | undefined;
  /** whether the title is there for screen readers only */
  readonly isTitleHidden?: boolean;
  readonly cell: (row: T, index: number) => ComponentChildren;
  /** class of its cells */
  readonly cellClass?: string;
};

type Props<T> = {
  readonly rows: readonly T[];
  readonly columns: readonly Column<T>[];
  /** what a row is, wherever it moves */
  readonly rowKey: (row: T, index: number) => string | number;
  /** what screen readers say */
  readonly caption?: string;
};

/** A row for each thing, a column for each thing said of it. */
export function Table<T>({ rows, columns, rowKey, caption }: Props<T>) {
  return (
    <TableFrame>
      <table>
        {caption !== undefined && <caption class="visually-hidden">{caption}</caption>}
        <thead>
          <tr>
            {columns.map(({ title, doc, isTitleHidden = false }) => (
              <th key={title} class={sideOf(title)} title={doc}>
                {isTitleHidden ? <span class="visually-hidden">{titleText(title)}</span> : titleText(title)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowKey(row, index)}>
              {columns.map(({ title, cell, cellClass = title.startsWith('>') ? 'number right' : '' }) => (
                <td key={title} class={cellClass}>
                  {cell(row, index)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

/** The class of the cells below a title: > puts them on the right. */
export const sideOf = (title: string) => (title.startsWith('>') ? 'right' : '');

/** A title without the sign for its side. */
export const titleText = (title: string) => title.replace(/^>/, '');
