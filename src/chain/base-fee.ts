/** The rule that moves the base fee. Prices in wei per gas. */
export type FeeRule = {
  /** a block's gas limit */
  readonly gasLimit: bigint;
  /** the base fee never falls below it; 0.1 uqor per gas = 10^11 wei unless genesis says otherwise */
  readonly baseFeeFloor: bigint;
};

/** EIP-1559 parameters, the ones of Ethereum: blocks aim at half their limit, one step is at most an eighth. */
const elasticity = 2n;
const maxChangeDenominator = 8n;

/**
 * Base fee of the block after `parent` (EIP-1559, held above the floor). A block at its target leaves it as it is: so does
 * every block whose limit is below two, as a simulation may ask for.
 */
export function nextBaseFee(
  parent: { readonly gasUsed: bigint; readonly gasLimit: bigint; readonly baseFee: bigint },
  { baseFeeFloor }: Pick<FeeRule, 'baseFeeFloor'>,
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
