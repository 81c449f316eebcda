import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

type Props = {
  readonly count: number;
  readonly label: string;
  /** CSS grid columns of a row */
  readonly columns: string;
  /** one that begins with > stands on the right, above numbers */
  readonly titles: readonly string[];
  /** the cells of a row */
  readonly row: (index: number) => readonly ComponentChildren[];
  /** called when the last rows come into view */
  readonly onEnd?: () => void;
};

const rowHeight = 34;
const overscan = 10;
/** Browsers limit the height of an element to some 17 million pixels. */
const maxRows = 400_000;

/** A table of which only the rows in view exist, so that any number of rows scrolls smoothly. */
export function VirtualList({ count, label, columns, titles, row, onEnd }: Props) {
  const frame = useRef<HTMLElement>(null);
  const [top, setTop] = useState(0);
  const height = useHeight(frame);
  const rows = Math.min(count, maxRows);
  const first = Math.max(0, Math.floor(top / rowHeight) - overscan);
  const last = Math.min(rows, Math.ceil((top + height) / rowHeight) + overscan);
  useEffect(() => {
    if (last >= rows && rows > 0) onEnd?.();
  }, [last >= rows, rows]);
  const side = (at: number) => (titles[at]?.startsWith('>') ? 'right' : '');
  return (
    <section
      ref={frame}
      class="virtual"
      style={{ height: `min(70vh, ${(rows + 1) * rowHeight + 18}px)` }}
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what has the focus
      tabIndex={0}
    >
      <table aria-rowcount={count + 1}>
        <thead>
          <tr style={{ gridTemplateColumns: columns, height: `${rowHeight}px` }}>
            {titles.map((title, at) => (
              <th key={title} class={side(at)}>
                {title.replace(/^>/, '')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody style={{ height: `${rows * rowHeight}px` }}>
          {Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at).map((index) => (
            <tr
              key={index}
              aria-rowindex={index + 2}
              style={{ top: `${index * rowHeight}px`, height: `${rowHeight}px`, gridTemplateColumns: columns }}
            >
              {row(index).map((cell, at) => (
                <td key={titles[at]} class={side(at)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The height of an element, renewed when it changes. */
function useHeight(frame: { readonly current: HTMLElement | null }): number {
  const [height, setHeight] = useState(600);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return height;
}
