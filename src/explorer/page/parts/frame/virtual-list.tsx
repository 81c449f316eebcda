import { type ReadonlySignal, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { reachTop, wantedTop } from '../../lib/site/places.ts';
import { sideOf, titleText } from './table.tsx';

type Props = {
  readonly count: number;
  readonly label: string;
  /** CSS grid columns of a row */
  readonly columns: string;
  /** one that begins with > stands on the right, above numbers */
  readonly titles: readonly string[];
  /** the cells of a row */
  readonly row: (index: number) => readonly ComponentChildren[];
  /** called before the last rows come into view */
  readonly onEnd?: () => void;
  /** how many rows were put before the first so far: rows that somebody looks at stay where they are */
  readonly added?: number;
  /** changes when rows show something else than before */
  readonly renewed?: ReadonlySignal<number>;
};

const never = signal(0);

const rowHeight = 34;
const overscan = 12;
/** Rows that must move out of view before the list is redrawn. */
const step = 6;
/** Rows that are still to come when further ones are requested. */
const ahead = 100;
/** Browsers limit the height of an element to some 17 million pixels. */
const maxRows = 400_000;

/** A table whose rows exist only while they are in view, so that any number of rows scrolls smoothly. */
export function VirtualList({ count, label, columns, titles, row, onEnd, added = 0, renewed = never }: Props) {
  const frame = useRef<HTMLElement>(null);
  const [top, setTop] = useState(0); // number of a row, a multiple of `step`
  const height = useHeight(frame);
  const rows = Math.min(count, maxRows);
  const first = Math.max(0, top - overscan);
  const last = Math.min(rows, top + step + Math.ceil(height / rowHeight) + overscan);
  const isNearEnd = last + ahead >= rows;
  useEffect(() => {
    if (isNearEnd && rows > 0) onEnd?.();
  }, [isNearEnd, rows]);
  useStayingRows(frame, added);
  useKeptPlace(frame, label, rows);
  return (
    <section
      ref={frame}
      class="virtual"
      style={{ height: `min(70vh, ${(rows + 1) * rowHeight + 18}px)` }}
      onScroll={({ currentTarget }) => setTop(Math.floor(currentTarget.scrollTop / rowHeight / step) * step)}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what has the focus
      tabIndex={0}
    >
      <table aria-rowcount={count + 1}>
        <thead>
          <tr style={{ gridTemplateColumns: columns, height: `${rowHeight}px` }}>
            {titles.map((title) => (
              <th key={title} class={sideOf(title)}>
                {titleText(title)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody style={{ height: `${rows * rowHeight}px` }}>
          {Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at).map((index) => (
            <Row key={index} {...{ index, row, columns, titles, renewed }} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

type RowProps = Pick<Props, 'row' | 'columns' | 'titles'> &
  Required<Pick<Props, 'renewed'>> & { readonly index: number };

/** A component that reads a signal is redrawn when that or its properties change, so not while one scrolls. */
function Row({ index, row, columns, titles, renewed }: RowProps) {
  renewed.value;
  return (
    <tr
      aria-rowindex={index + 2}
      style={{ top: `${index * rowHeight}px`, height: `${rowHeight}px`, gridTemplateColumns: columns }}
    >
      {row(index).map((cell, at) => (
        <td key={titles[at]} class={sideOf(titles[at] ?? '')}>
          {cell}
        </td>
      ))}
    </tr>
  );
}

/** Scrolls along with rows that are put before those in view; at the top, new rows are what is looked at. */
function useStayingRows(frame: { readonly current: HTMLElement | null }, added: number): void {
  const before = useRef(added);
  useLayoutEffect(() => {
    const rows = added - before.current;
    before.current = added;
    if (frame.current !== null && frame.current.scrollTop > 0 && rows > 0) frame.current.scrollTop += rows * rowHeight;
  }, [added]);
}

/** Scrolls to where the reader was before, who came back: as far as there are rows, and on as they arrive. */
function useKeptPlace(frame: { readonly current: HTMLElement | null }, label: string, rows: number): void {
  useLayoutEffect(() => {
    const top = wantedTop(label);
    if (top === undefined || frame.current === null || rows === 0) return;
    frame.current.scrollTop = top;
    if (frame.current.scrollTop >= top - 1) reachTop(label);
  }, [label, rows]);
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
