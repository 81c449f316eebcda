import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { grouped } from '../../lib/text/amounts.ts';

type Props<T> = {
  readonly items: readonly T[];
  /** how many are shown at once, and more with each click */
  readonly step: number;
  readonly children: (shown: readonly T[]) => ComponentChildren;
};

/** The beginning of a list that a stranger may have made long, and a button for more of it. */
export function FirstOf<T>({ items, step, children }: Props<T>) {
  const count = useSignal(step);
  const rest = items.length - count.value;
  return (
    <>
      {children(items.slice(0, count.value))}
      {rest > 0 && (
        <p class="padded">
          <button
            type="button"
            onClick={() => {
              count.value += step;
            }}
          >
            {`${grouped(Math.min(step, rest))} more of ${grouped(items.length)}`}
          </button>
        </p>
      )}
    </>
  );
}
