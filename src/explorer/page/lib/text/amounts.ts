/** Amounts as text. All are exact; nothing goes through a double. */

type Unit = 'QOR' | 'uqor' | 'lamports' | 'wei';
const decimalsOf: Readonly<Record<Unit, number>> = { QOR: 18, uqor: 12, lamports: 9, wei: 0 };

/** wei → text in a unit, whole digits in groups of three, without trailing zeros; exact. */
export function formatWei(wei: bigint, unit: Unit = 'QOR'): string {
  return formatUnits(wei, decimalsOf[unit]);
}

/** Integer with that many decimals → grouped text; exact. */
export function formatUnits(amount: bigint, decimals: number): string {
  const [whole = '0', fraction] = plainUnits(amount, decimals).split('.');
  return fraction === undefined ? grouped(whole) : `${grouped(whole)}.${fraction}`;
}

/** Integer of millionths, such as uqor and the amounts of bridges → grouped text; exact. */
export function formatMillionths(amount: string | bigint): string {
  return formatUnits(BigInt(amount), 6);
}

/** The same as formatUnits without groups, to copy. */
export function plainUnits(amount: bigint, decimals: number): string {
  const magnitude = amount < 0n ? -amount : amount;
  const scale = 10n ** BigInt(decimals);
  const fraction = decimals === 0 ? '' : (magnitude % scale).toString().padStart(decimals, '0').replace(/0+$/, '');
  return `${amount < 0n ? '-' : ''}${magnitude / scale}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Amounts for lists: at most six decimals, with … where digits are left out. */
export function shortQor(wei: bigint): string {
  const [whole = '0', fraction = ''] = plainUnits(wei, 18).split('.');
  if (fraction.length <= 6) return formatWei(wei);
  const kept = fraction.slice(0, 6);
  if (whole.replace('-', '') === '0' && /^0+$/.test(kept)) return `${wei < 0n ? '-' : ''}<0.000001`;
  return `${grouped(whole)}.${kept}…`;
}

/** wei per gas → uqor per gas, the unit in which the chain states its fees. */
export function formatGasPrice(wei: bigint): string {
  return `${formatUnits(wei, 12)} uqor`;
}

/** Digits in groups of three with narrow no-break spaces. */
export function grouped(digits: string | number | bigint): string {
  return String(digits).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');
}

/** `part` of `whole` in percent with one decimal. */
export function percent(part: bigint, whole: bigint): string {
  if (whole === 0n) return '0 %';
  const tenths = (part * 1000n) / whole;
  if (tenths === 0n && part > 0n) return '<0.1 %';
  return `${tenths / 10n}${tenths % 10n === 0n ? '' : `.${tenths % 10n}`} %`;
}

/** `part` of `whole` as a number, with four decimals: for pictures. */
export function fractionOf(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number((part * 10_000n) / whole) / 10_000;
}

/** Text such as `1.5` → integer with that many decimals; undefined when it is not such a number. */
export function parseUnits(text: string, decimals: number): bigint | undefined {
  const match = /^(\d+)(?:\.(\d*))?$/.exec(text.trim().replace(/[\u202f\s,_]/g, ''));
  if (match === null) return undefined;
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  if (fraction.length > decimals) return undefined;
  return BigInt((match[1] ?? '') + fraction.padEnd(decimals, '0'));
}
