/** One token in three units. The ledger is in wei; amounts in the other units are rounded down. */

/** EVM decimals of one QOR. */
export const weiPerQor = 10n ** 18n;
/** Native decimals are 6: 1 uqor = 10^12 wei. */
export const weiPerUqor = 10n ** 12n;
/** SVM decimals are 9: 1 lamport = 10^9 wei, 1 uqor = 1,000 lamports. */
export const weiPerLamport = 10n ** 9n;

/** Wei → uqor, rounded down. */
export function weiToUqor(wei: bigint): bigint {
  return wei / weiPerUqor;
}

/** Wei → lamports, rounded down. */
export function weiToLamports(wei: bigint): bigint {
  return wei / weiPerLamport;
}

/** wei → decimal QOR without trailing zeros, e.g. `1.5`. Exact. */
export function formatQor(wei: bigint): string {
  const sign = wei < 0n ? '-' : '';
  const magnitude = wei < 0n ? -wei : wei;
  const fraction = (magnitude % weiPerQor).toString().padStart(18, '0').replace(/0+$/, '');
  return `${sign}${magnitude / weiPerQor}${fraction === '' ? '' : `.${fraction}`}`;
}

const weiPerUnit: Readonly<Record<string, bigint>> = {
  qor: weiPerQor,
  uqor: weiPerUqor,
  lamports: weiPerLamport,
  wei: 1n,
};

/**
 * An amount with its unit → wei: `1.5qor`, `1500000uqor`, `2lamports`, `10wei`, with or without a space. Throws a
 * RangeError on a missing or unknown unit and on digits below one wei.
 */
export function parseAmount(text: string): bigint {
  const [, digits = '', fraction = '', unit = ''] = /^(\d{1,60})(?:\.(\d{1,60}))?\s*([a-z]*)$/i.exec(text.trim()) ?? [];
  const scale = weiPerUnit[unit.toLowerCase()];
  if (digits === '')
    throw new RangeError(`not an amount: ${text.slice(0, 80)}; write it like 1.5qor, 1500000uqor or 10wei`);
  if (scale === undefined) {
    const trouble = unit === '' ? 'has no unit' : `has the unknown unit ${unit}`;
    throw new RangeError(`the amount ${text.slice(0, 80)} ${trouble}; write it like 1.5qor, 1500000uqor or 10wei`);
  }
  const divisor = 10n ** BigInt(fraction.length);
  const scaled = BigInt(digits + fraction) * scale;
  if (scaled % divisor !== 0n) throw new RangeError(`the amount ${text.slice(0, 80)} is not a whole number of wei`);
  return scaled / divisor;
}
