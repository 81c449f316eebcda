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
        y: { range: (_plot, low, high) => rangeOf(low, high) },
      },
      axes: [
        { ...axis, size: 28, space: 80, ...(!isTime && { incrs: wholeSteps }) },
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

/** Between marks of an axis of heights. */
const wholeSteps = Array.from({ length: 15 }, (_, at) => [1, 2, 5].map((digit) => digit * 10 ** at)).flat();

/** Always with 0, and some room above what is drawn. */
function rangeOf(low: number, high: number): [number, number] {
  if (low < 0) return [low * 1.1, Math.max(0, high * 1.1)];
  return [0, high > 0 ? high * 1.1 : 1];
}

function shortNumber(value: number, unit: string): string {
  if (Math.abs(value) >= 1e9) return `${value / 1e9}G`;
  if (Math.abs(value) >= 1e6) return `${value / 1e6}M`;
  if (Math.abs(value) >= 1e4) return `${value / 1e3}k`;
  if (value !== 0 && Math.abs(value) < 0.01) return value.toExponential(); // 2.5e-4: there is no room for zeros
  return `${value}${unit === '%' ? '%' : ''}`;
}
