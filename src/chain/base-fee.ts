/** EIP-1559 parameters as on Ethereum: the target is half of the gas limit, one step is at most an eighth. */
const elasticity = 2n;
const maxChangeDenominator = 8n;

/**
 * Base fee in wei per gas of the block after `parent` (EIP-1559), never below the floor. A block at its target does not
 * change it, nor does a block with a gas limit below two, which a simulation may request.
 */
export function nextBaseFee(
  parent: { readonly gasUsed: bigint; readonly gasLimit: bigint; readonly baseFee: bigint },
  { baseFeeFloor }: { readonly baseFeeFloor: bigint },
): bigint {
  const target = parent.gasLimit / elasticity;
  const fee = moved(parent, target);
  return fee < baseFeeFloor ? baseFeeFloor : fee;
}

function moved(parent: { gasUsed: bigint; baseFee: bigint }, target: bigint): bigint {
  if (parent.gasUsed === target || target === 0n) return parent.baseFee;
  return parent.gasUsed > target ? raised(parent, target) : lowered(parent, target);
}

function raised({ gasUsed, baseFee }: { gasUsed: bigint; baseFee: bigint }, target: bigint): bigint {
  const step = (baseFee * (gasUsed - target)) / target / maxChangeDenominator;
  return baseFee + (step > 0n ? step : 1n);
}

function lowered({ gasUsed, baseFee }: { gasUsed: bigint; baseFee: bigint }, target: bigint): bigint {
  return baseFee - (baseFee * (target - gasUsed)) / target / maxChangeDenominator;
}
