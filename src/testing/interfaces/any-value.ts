import assert from 'node:assert/strict';
import type { AbiType } from '../../primitives/abi/type.ts';
import type { AbiValue } from '../../primitives/abi/value.ts';
import { zeroAddress } from '../../primitives/address.ts';
import { developmentAccounts } from '../../primitives/development-accounts.ts';

export const callers = developmentAccounts.slice(0, 3).map(({ address }) => address);
const texts = [
  '',
  'x',
  'ibc/ATOM',
  'free',
  'hybrid',
  'gas_fee',
  'off',
  'ml-dsa-65',
  'burn',
  'evm',
  'a'.repeat(300),
].concat([
  ...['{}', '[]', '{"rebase_interval":1e300}', '{"schedule":[]}', '\u0000', callers[0] ?? '', `0x${'ff'.repeat(20)}`],
]);
const sizes = [0, 1, 20, 32, 100, 2_592, 4_627];

/** One of the choices. */
export type Dice = <T>(choices: readonly T[]) => T;

/** The same numbers in every run. */
export function createDice(seed: number): Dice {
  let state = seed;
  return (choices) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    const chosen = choices[(state >>> 8) % choices.length];
    assert.ok(chosen !== undefined);
    return chosen;
  };
}

/** A value of the type, most often at the edge of what it can hold. */
export function anyValue(pick: Dice, type: AbiType): AbiValue {
  switch (type.kind) {
    case 'uint': {
      const most = (1n << BigInt(type.bits)) - 1n;
      return pick([0n, 1n, 2n, 1_000_000n, 2n ** 53n, 2n ** 64n - 1n, most / 2n, most].map((value) => value & most));
    }
    case 'int':
      return pick([0n, 1n, -1n, (1n << BigInt(type.bits - 1)) - 1n, -(1n << BigInt(type.bits - 1))]);
    case 'address':
      return pick([zeroAddress, ...callers]);
    case 'bool':
      return pick([true, false]);
    case 'bytes':
      return new Uint8Array(pick(sizes)).fill(pick([0, 1, 255]));
    case 'fixedBytes':
      return new Uint8Array(type.size).fill(pick([0, 1, 255]));
    case 'string':
      return pick(texts);
    case 'array':
      return Array.from({ length: type.length ?? pick([0, 1, 3]) }, () => anyValue(pick, type.item));
    case 'tuple':
      return Object.fromEntries(type.fields.map((field) => [field.name, anyValue(pick, field.type)]));
  }
}
