/** The inputs of the price of MODEXP. Lengths are the declared ones, in bytes, up to 2^256 - 1. */
export type ModexpSize = {
  readonly baseLength: bigint;
  readonly exponentLength: bigint;
  readonly modulusLength: bigint;
  /** the first 32 bytes of the exponent as an integer */
  readonly exponentHead: bigint;
};

/** EIP-2565, up to Prague. */
export function modexpGasOfBerlin(size: ModexpSize): bigint {
  const words = (longest(size) + 7n) / 8n;
  return max(200n, (words * words * iterations(size, 8n)) / 3n);
}

/** EIP-7883, from Osaka. */
export function modexpGasOfOsaka(size: ModexpSize): bigint {
  const length = longest(size);
  const words = (length + 7n) / 8n;
  const complexity = length > 32n ? 2n * words * words : 16n;
  return max(500n, complexity * iterations(size, 16n));
}

function longest({ baseLength, modulusLength }: ModexpSize): bigint {
  return max(baseLength, modulusLength);
}

/** The iteration count: from the bits of the first 32 bytes of the exponent, and the number of the other bytes. */
function iterations({ exponentLength, exponentHead }: ModexpSize, perTailByte: bigint): bigint {
  const headBits = exponentHead === 0n ? 0n : BigInt(exponentHead.toString(2).length - 1);
  const tail = exponentLength > 32n ? perTailByte * (exponentLength - 32n) : 0n;
  return max(1n, tail + headBits);
}

function max(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}
