import { toHex } from '#qord/primitives/hex.ts';
import { accountOf } from '#qord/testing/sign-from.ts';
import type { Rule, Writer } from './writer.ts';

const lowAddress = (number: number) => `0x${number.toString(16).padStart(40, '0')}`;

/** Accounts: some have a balance, code or native code. */
export const address: Rule = ({ random }) =>
  JSON.stringify(
    random.pickWeighted<() => string>([
      [6, () => accountOf(random.below(4))],
      [2, () => lowAddress(random.below(20))],
      [2, () => lowAddress(0xd00 + random.below(16))],
      [
        1,
        () =>
          lowAddress(random.pick([0x100, 0x800, 0x801, 0x802, 0x901, 0xa01, 0xa02, 0xa03, 0xb01, 0xb02, 0xc01, 0xc02])),
      ],
      [2, () => `0x${'ab'.repeat(20)}`],
      [1, () => toHex(random.bytes(20))],
    ])(),
  );

/** A 256-bit quantity, mostly a boundary value. */
export const word: Rule = ({ random }) => `"0x${random.word().toString(16)}"`;

/** A plausible quantity: a small number, a gas limit or an amount. */
export const quantity: Rule = ({ random }) => {
  const value = random.pick([0, 1, 2, 3, 21_000, 53_000, 100_000, 1_000_000, 25_000_000, 10 ** 11, 10 ** 15]);
  return `"0x${(value + random.below(3)).toString(16)}"`;
};

export const smallCount: Rule = ({ random }) => `"0x${random.below(8).toString(16)}"`;
export const boolean: Rule = ({ random }) => String(random.chance(0.5));
export const bytes32: Rule = ({ random }) => `"${toHex(random.bytes(32))}"`;
export const hash: Rule = ({ random, observed }) => `"${observed.hash(random)}"`;

export const data: Rule = ({ random }) =>
  `"${toHex(random.bytes(random.pick([0, 1, 4, 5, 31, 32, 33, 36, 68, 100, 1_000])))}"`;

/** Number, tag, hash or EIP-1898 object. */
export const block: Rule = (writer) =>
  writer.oneOf([
    blockTag,
    smallCount,
    hash,
    (w) => w.object({ blockHash: hash, blockNumber: smallCount, requireCanonical: boolean }),
  ]);

export const blockTag: Rule = (writer: Writer) => writer.pick(['latest', 'pending', 'earliest', 'safe', 'finalized']);
