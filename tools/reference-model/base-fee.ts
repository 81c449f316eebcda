type Parent = { readonly gasUsed: bigint; readonly gasLimit: bigint; readonly baseFee: bigint };

/** Wei per gas of the block after one, by EIP-1559; never below the floor. */
export function baseFeeAfter({ gasUsed, gasLimit, baseFee }: Parent, floor: bigint): bigint {
  const target = gasLimit / 2n;
  const step = (baseFee * (gasUsed > target ? gasUsed - target : target - gasUsed)) / target / 8n;
  const fee = gasUsed > target ? baseFee + (step > 1n ? step : 1n) : baseFee - step;
  return fee > floor ? fee : floor;
}
