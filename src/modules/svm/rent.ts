/** Bytes for which every account is charged besides its data. */
const accountOverheadBytes = 128n;
const lamportsPerByteYear = 3_480n;
const exemptYears = 2n;

/** Lamports an account with that many bytes of data must hold. */
export function rentMinimum(dataLength: bigint): bigint {
  return (accountOverheadBytes + dataLength) * lamportsPerByteYear * exemptYears;
}
