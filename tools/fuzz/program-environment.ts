import type { Fork } from '#qord/kernel/engine.ts';
import { type Address, parseAddress } from '#qord/primitives/address.ts';
import type { Random } from '#qord/testing/random/random.ts';

/** The accounts and precompiles to which a generated program may refer. */
export type ProgramEnvironment = {
  readonly random: Random;
  readonly fork: Fork;
  /** accounts with code */
  readonly contracts: readonly [Address, ...Address[]];
  /** accounts without */
  readonly plain: readonly [Address, ...Address[]];
  /** addresses of the next contracts that these create */
  readonly created: readonly [Address, ...Address[]];
};

export const coinbase = parseAddress('0x00000000000000000000000000000000c014ba5e');
const otherAccounts: readonly [Address, ...Address[]] = [
  parseAddress('0x000000000000000000000000000000000057a4e0'),
  parseAddress('0x000000000000000000000000000000000057a4e1'),
];

const precompileCount = { cancun: 9, prague: 0x11, osaka: 0x11 } as const;
const kzgPoint = 0x0a; // the oracle does not have it
const p256Verify = parseAddress(`0x${'0'.repeat(37)}100`);

/** Address of a random precompile of the fork that the oracle has, too. */
function precompile(random: Random, fork: Fork): Address {
  if (random.chance(0.05)) return p256Verify; // an ordinary address before Osaka
  const drawn = 1 + random.below(precompileCount[fork]);
  const number = drawn === kzgPoint ? 1 : drawn;
  return parseAddress(`0x${number.toString(16).padStart(40, '0')}`);
}

/** An address to call or to inspect. */
export function someAddress({ random, fork, contracts, plain, created }: ProgramEnvironment): Address {
  const kinds: readonly (readonly [number, () => Address])[] = [
    [60, () => random.pick(contracts)],
    [12, () => random.pick(plain)],
    [14, () => precompile(random, fork)],
    [5, () => random.pick(otherAccounts)],
    [4, () => coinbase],
    [12, () => random.pick(created)],
  ];
  return random.pickWeighted(kinds)();
}
