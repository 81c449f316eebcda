/** Decimal text of the chain (18 digits) → number, for pictures only. */
export function approximate(text: string | number | bigint | undefined): number {
  return Number(text ?? 0);
}

/** Decimal text from 0 to 1 → percent with at most two decimals. */
export function percentText(text: string | undefined): string {
  return `${Math.round(Number(text ?? 0) * 10_000) / 100} %`;
}
