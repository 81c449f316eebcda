import { parseAddress } from '#qord/primitives/address.ts';
import { fromHex } from '#qord/primitives/hex.ts';
import { lengthText, triedLengths } from './argument-bytes.ts';
import type { NamedCase } from './module-cases.ts';
import { extremes, vectorsOf } from './precompile-extremes.ts';

/** Names and numbers of the precompiles of Ethereum, with the file of their public vectors. */
const numbered: readonly (readonly [name: string, number: number, fixture?: string])[] = [
  ['ecrecover', 0x01, 'ecrecover'],
  ['sha256', 0x02],
  ['ripemd160', 0x03],
  ['identity', 0x04],
  ['modexp', 0x05, 'modexp-of-osaka'],
  ['bn254Add', 0x06, 'bn254-add'],
  ['bn254Mul', 0x07, 'bn254-mul'],
  ['bn254Pairing', 0x08, 'bn254-pairing'],
  ['blake2f', 0x09, 'blake2f'],
  ['pointEvaluation', 0x0a, 'point-evaluation'],
  ['blsG1Add', 0x0b, 'bls-g1-add'],
  ['blsG1Msm', 0x0c, 'bls-g1-msm'],
  ['blsG2Add', 0x0d, 'bls-g2-add'],
  ['blsG2Msm', 0x0e, 'bls-g2-msm'],
  ['blsPairing', 0x0f, 'bls-pairing'],
  ['blsMapG1', 0x10, 'bls-map-g1'],
  ['blsMapG2', 0x11, 'bls-map-g2'],
  ['p256Verify', 0x100, 'p256-verify'],
];

const caller = parseAddress(`0x${'c0'.repeat(20)}`);

/** The public vectors of each precompile, inputs made to take long, bytes of every length, and too little gas. */
export function* precompileCases(): Generator<NamedCase> {
  for (const [name, number, fixture] of numbered) {
    const target = parseAddress(`0x${number.toString(16).padStart(40, '0')}`);
    const common = { target, caller, value: 0n, isUndone: false, kind: 'STATICCALL' as const };
    const tried = (label: string, input: () => Uint8Array, gas?: bigint): NamedCase => ({
      native: name,
      label,
      make: () => ({ ...common, gas, input: input() }),
    });
    for (const { name: label, input } of fixture === undefined ? [] : vectorsOf(fixture)) {
      yield tried(label, () => fromHex(`0x${input}`));
    }
    for (const { label, make } of extremes[name]?.() ?? []) yield tried(label, make);
    for (const length of triedLengths) {
      for (const fill of [0, 0xff]) {
        const filled = () => new Uint8Array(length).fill(fill);
        yield tried(`${lengthText(length)} of ${fill}`, filled);
      }
      yield tried(`no gas and ${lengthText(length)}`, () => new Uint8Array(length), 0n);
    }
  }
}
