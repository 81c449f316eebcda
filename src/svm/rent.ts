/** Bytes that every account is charged for in addition to its data. */
const accountOverheadBytes = 128n;
export const lamportsPerByteYear = 3_480n;
export const exemptionYears = 2n;

/** Largest data an account can have, in bytes. */
export const maxAccountBytes = 10_485_760;

/** Lamports an account with that many bytes of data must hold to be exempt from rent. */
export function rentExemptMinimum(dataLength: bigint): bigint {
  return (accountOverheadBytes + dataLength) * lamportsPerByteYear * exemptionYears;
}
