/** A line of a plot: one value per block. */
type Line = { readonly label: string; readonly color: string; readonly values: readonly number[] };

const size = { width: 720, height: 220, left: 60, right: 12, top: 34, bottom: 28 } as const;
/** Blocks that one point of a line stands for. */
const perPoint = 3;

/** Lines over the height as an SVG. */
export function plot(title: string, unit: string, lines: readonly Line[]): string {
  const most = niceAbove(Math.max(...lines.flatMap(({ values }) => values)));
  const count = Math.max(...lines.map(({ values }) => values.length));
  const [wide, high] = [size.width - size.left - size.right, size.height - size.top - size.bottom];
  const x = (at: number) => round(size.left + (wide * at) / count);
  const y = (value: number) => round(size.top + high * (1 - value / most));
  const text = (at: string, words: string, more = '') => `<text ${at} font-size="11" ${more}>${words}</text>`;
  const grid = [0, most / 4, most / 2, (3 * most) / 4, most].map(
    (value) =>
      `<line x1="${size.left}" x2="${size.width - size.right}" y1="${y(value)}" y2="${y(value)}" stroke="#ddd"/>` +
      text(`x="${size.left - 6}" y="${y(value) + 4}"`, round(value).toString(), 'text-anchor="end"'),
  );
  const ticks = [0, count / 2, count].map((at) =>
    text(
      `x="${x(at)}" y="${size.height - 8}"`,
      `block ${Math.round(at)}`,
      `text-anchor="${at === count ? 'end' : 'middle'}"`,
    ),
  );
  const paths = lines.map(({ color, values }) => {
    const points = values.flatMap((value, at) => (at % perPoint === 0 ? [`${x(at)},${y(value)}`] : []));
    return `<polyline fill="none" stroke="${color}" stroke-width="1.5" points="${points.join(' ')}"/>`;
  });
  const legend = lines.map(({ label, color }, at) =>
    text(`x="${size.left + at * 170}" y="${size.top - 6}"`, label, `fill="${color}"`),
  );
  const body = [...grid, ...ticks, ...paths, ...legend].join('\n  ');
  const heading = `<text x="${size.left}" y="14" font-size="13" font-weight="bold">${title} (${unit})</text>`;
  const frame = `viewBox="0 0 ${size.width} ${size.height}" font-family="sans-serif"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${frame}>\n  <rect width="100%" height="100%" fill="#fff"/>\n  ${heading}\n  ${body}\n</svg>\n`;
}

/** The next of 1, 2, 4, 6, 8 times a power of ten. */
function niceAbove(value: number): number {
  let power = 1;
  while (power * 10 <= value) power *= 10;
  while (power > value) power /= 10;
  return [1, 2, 4, 6, 8, 10].map((times) => times * power).find((nice) => nice >= value) ?? value;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
