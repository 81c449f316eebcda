import { useEffect, useRef, useState } from 'preact/hooks';
import { theme } from '../../lib/site/theme.ts';
import { decimalText } from '../../lib/text/unit-text.ts';
import type { Series } from './plot-canvas.ts';

type PlotProps = {
  readonly title: string;
  readonly x: readonly number[];
  readonly y: Series;
  readonly unit?: string;
  /** whether x is a time in seconds since 1970 */
  readonly isTime?: boolean;
  /** time of the newest value */
  readonly newestIs?: string;
};

/** A number beside a plot: in groups, with at most six decimals. */
function plotNumber(value: number): string {
  return decimalText(Number.isInteger(value) ? String(value) : value.toFixed(6));
}

type Drawing = { update(x: readonly number[], y: Series): void; remove(): void };

/** A line over numbers. The library comes when the first plot is shown; the newest value is there as text, too. */
export function Plot({ title, x, y, unit = '', isTime = false, newestIs = 'now' }: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const drawing = useRef<Drawing | undefined>(undefined);
  const [ready, setReady] = useState(false);
  const colours = theme.value;
  const has = y.filter((value) => value !== null).length > 1;
  useEffect(() => {
    if (!has) return;
    let isUnmounted = false;
    void import('./plot-canvas.ts').then(({ draw }) => {
      if (isUnmounted || place.current === null) return;
      drawing.current = draw(place.current, { unit, isTime });
      setReady(true);
    });
    return () => {
      isUnmounted = true;
      drawing.current?.remove();
      drawing.current = undefined;
      setReady(false);
    };
  }, [has, unit, isTime, colours]);
  useEffect(() => {
    if (ready) drawing.current?.update(x, y);
  }, [ready, x, y]);
  const newest = y.findLast((value) => value !== null);
  return (
    <figure class="plot">
      <figcaption>
        {title}
        {newest !== undefined && newest !== null && (
          <span class="number muted">
            {' '}
            {newestIs} {plotNumber(newest)} {unit}
          </span>
        )}
      </figcaption>
      <div class={has ? 'plot-place' : 'plot-place empty-plot'} ref={place}>
        {!has && <span class="hint">drawn as soon as there are two values</span>}
      </div>
    </figure>
  );
}
