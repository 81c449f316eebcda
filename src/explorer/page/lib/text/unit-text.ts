import { formatUnits, grouped } from './amounts.ts';

/** Units whose numbers are written in another: decimals, and what is written behind them. */
const written: Readonly<Record<string, readonly [decimals: number, name: string]>> = {
  uqor: [6, 'QOR'],
  wei: [18, 'QOR'],
  uxqore: [6, 'xQORE'],
  millionths: [6, ''],
  satoshis: [8, 'BTC'],
  sat: [8, 'BTC'],
  'basis points': [2, '%'],
};

/** Significant digits of a number that was divided by a power of two: the exact one is there on hover. */
const shownDigits = 8;

/** Remainders of divisions below so many wei are written in wei. */
const dust = 10n ** 12n;

/** A whole number of a unit as people read it. `scaleBits`: by which power of two it is multiplied. */
export function unitText(value: bigint, unit: string | undefined, scaleBits = 0): string {
  const scale = 1n << BigInt(scaleBits);
  if (scaleBits > 0 && unit === 'wei' && value > 0n && value < scale) return '<1\u00a0wei';
  const isDust = scaleBits > 0 && unit === 'wei' && value / scale < dust; // in QOR it would be zeros
  const [decimals, name] = (unit === undefined || isDust ? undefined : written[unit]) ?? [0, unit ?? ''];
  const digits = scaleBits === 0 ? formatUnits(value, decimals) : scaledText(value, scale, decimals);
  return name === '' || name === 'items' ? digits : `${digits}\u00a0${name}`;
}

function scaledText(value: bigint, scale: bigint, decimals: number): string {
  const extra = 24; // decimals that are computed: the first that differ from 0 are shown
  const [whole = '0', fraction = ''] = formatUnits((value * 10n ** BigInt(extra)) / scale, decimals + extra).split('.');
  const zeros = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0;
  const kept = fraction.slice(0, zeros + Math.max(2, shownDigits - (whole === '0' ? 0 : whole.length)));
  const isCut = kept.length < fraction.length;
  return `${whole}${kept === '' ? '' : `.${kept}`}${isCut ? '…' : ''}`;
}

/** Decimal text of the chain, which always has its decimals → grouped, without zeros at the end. */
export function decimalText(text: string): string {
  const [whole = '0', fraction = ''] = text.split('.');
  const kept = fraction.replace(/0+$/, '');
  return kept === '' ? grouped(whole) : `${grouped(whole)}.${kept}`;
}

/** A name of a program as words: `lock_height`, `lockHeight` → `lock height`. */
export function wordsOf(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
    .replaceAll('_', ' ');
}
