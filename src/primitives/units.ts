/** One token, three scales. The ledger keeps wei; the others are views, always rounded down. */

/** EVM decimals of one QOR. */
export const weiPerQor = 10n ** 18n;
/** Native decimals are 6: 1 uqor = 10^12 wei. */
export const weiPerUqor = 10n ** 12n;
/** SVM decimals are 9: 1 lamport = 10^9 wei, 1 uqor = 1,000 lamports. */
export const weiPerLamport = 10n ** 9n;

export function weiToUqor(wei: bigint): bigint {
  return wei / weiPerUqor;
}

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
