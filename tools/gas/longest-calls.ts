import { precompileAddress } from '#qord/evm/precompiles/precompile.ts';
import { precompiles } from '#qord/evm/precompiles/precompiles.ts';
import { bigintToFixedBytes, concatBytes } from '#qord/primitives/bytes.ts';
import { extremes } from './precompile-extremes.ts';

/** The longest call that a transaction can pay for: what it costs and how long it takes. */
export type LongestCall = { readonly native: string; readonly gas: bigint; readonly ms: number };

/** Precompiles that can use all gas of a transaction in one call, by number, with an input that is repeated. */
const repeated: Readonly<Record<string, readonly [number: number, label: string]>> = {
  bn254Pairing: [0x08, '8 pairings'],
  blsG1Msm: [0x0c, '256 points, random scalars'],
  blsG2Msm: [0x0e, '128 points, random scalars'],
  blsPairing: [0x0f, '8 pairings'],
};
const blake = 0x09;
const runs = 3;

/** CPU time of the longest call of each such precompile, in ms, with at most so much gas: the fastest of some runs. */
export function longestCalls(gas: bigint): readonly LongestCall[] {
  const rounds = concatBytes(bigintToFixedBytes(gas, 4), inputOf('blake2f', '12 rounds').subarray(4));
  const inputs = Object.entries(repeated).map(([native, [number, label]]) => {
    return { native, number, input: most(number, inputOf(native, label), gas) };
  });
  return [...inputs, { native: 'blake2f', number: blake, input: rounds }].map(({ native, number, input }) => {
    const contract = contractAt(number);
    const times = Array.from({ length: runs }, () => {
      const start = process.cpuUsage();
      if (contract.run(input) === undefined) throw new RangeError(`${native} fails`);
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1000;
    });
    return { native, gas: contract.gas(input), ms: Math.min(...times) };
  });
}

const all = precompiles('osaka');

function contractAt(number: number) {
  const contract = all.at(precompileAddress(number));
  if (contract === undefined || contract.stateful) throw new RangeError(`no precompile ${number}`);
  return contract;
}

function inputOf(native: string, label: string): Uint8Array {
  for (const input of extremes[native]?.() ?? []) if (input.label === label) return input.make();
  throw new RangeError(`no input ${label} of ${native}`);
}

/** The input as often as the gas suffices for, at least once. */
function most(number: number, once: Uint8Array, gas: bigint): Uint8Array {
  const times = (count: number) => concatBytes(...Array.from({ length: count }, () => once));
  let count = 1;
  while (contractAt(number).gas(times(count + 1)) <= gas) count++;
  return times(count);
}
