import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

export type Series = readonly (number | null)[];

const height = 140;

/** Draws into an element, as wide as it is. Colours are those of the page. */
export function draw(place: HTMLElement, { unit, isTime }: { readonly unit: string; readonly isTime: boolean }) {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const axis = { stroke: colour('--muted'), grid: { stroke: colour('--line'), width: 1 }, ticks: { show: false } };
  const plot = new uPlot(
    {
      width: place.clientWidth,
      height,
      legend: { show: false },
      cursor: { y: false, points: { size: 6 } },
      scales: {
        x: { time: isTime },
        y: { range: (_plot, low, high) => [Math.min(0, low), high > 0 ? high * 1.1 : 1] },
      },
      axes: [
        { ...axis, size: 28, space: 80 },
        { ...axis, size: 48, values: (_plot, values) => values.map((value) => shortNumber(value, unit)) },
      ],
      series: [{}, { stroke: colour('--accent'), fill: colour('--accent-soft'), width: 1.5, points: { show: false } }],
    },
    [[], []],
    place,
  );
  const observer = new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height }));
  observer.observe(place);
  return {
    update: (x: readonly number[], y: Series) => plot.setData([[...x], [...y]]),
    remove: () => {
      observer.disconnect();
      plot.destroy();
    },
  };
}

function shortNumber(value: number, unit: string): string {
  if (Math.abs(value) >= 1e9) return `${value / 1e9}G`;
  if (Math.abs(value) >= 1e6) return `${value / 1e6}M`;
  if (Math.abs(value) >= 1e4) return `${value / 1e3}k`;
  return `${value}${unit === '%' ? '%' : ''}`;
}
