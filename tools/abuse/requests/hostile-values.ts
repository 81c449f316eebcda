import type { Random } from '#qord/testing/random/random.ts';

const zeros = '00'.repeat(20);
const small = [
  ...['null', 'true', 'false', '0', '1', '-1', '-0', '1.5', '1e400', '-1e400', '1e-400', '9007199254740993'],
  ...['18446744073709551615', '18446744073709551616', '1e30', '"-1"', '""', '" "', '"0"', '"1"', '"0x"', '"0x0"'],
  ...[
    '"0x00"',
    '"0X1"',
    '"-0x1"',
    '"0x-1"',
    '"0xg"',
    '"0x1g"',
    '"0x123"',
    '"NaN"',
    '"Infinity"',
    '"latest"',
    '"pending"',
  ],
  ...['"earliest"', '"finalized"', '"\\ud800"', '"\\u0000"', '"𐍈"', '"__proto__"', '"constructor"', '[]', '{}', '[[]]'],
  ...['[null]', '{"":0}', '{"__proto__":{"a":1}}', '{"length":1e9}', '{"toString":1,"valueOf":1}', '["0x0"]'],
  ...['"0xffffffffffffffff"', '"0x10000000000000000"', `"0x${'f'.repeat(64)}"`, `"0x${'f'.repeat(65)}"`],
  ...[
    `"0x${zeros}"`,
    `"0x${'ab'.repeat(20)}"`,
    `"0x${'00'.repeat(32)}"`,
    `"0x${'00'.repeat(33)}"`,
    '"11111111111111111111111111111111"',
  ],
] as const;

/** A value that few parameters accept. */
export function hostileValue(random: Random): string {
  return random.pickWeighted<() => string>([
    [40, () => random.pick(small as unknown as readonly [string, ...string[]])],
    [2, () => nested(random, '[', ']')],
    [2, () => nested(random, '{"a":', '}')],
    [2, () => `"${random.pick(['a', '0', '𐍈', '\\u0000', ' '])}`.padEnd(random.below(5_000), 'x').concat('"')],
    [2, () => `"0x${'ab'.repeat(random.below(random.chance(0.1) ? 50_000 : 200))}"`],
    [1, () => `[${Array(random.below(3_000)).fill('0').join()}]`],
    [1, () => '9'.repeat(1 + random.below(400))],
    [1, () => `"${'9'.repeat(1 + random.below(4_000))}"`],
  ])();
}

function nested(random: Random, open: string, close: string): string {
  const depth = random.pick([2, 10, 30, 55, 70, 500, 20_000]);
  return `${open.repeat(depth)}0${close.repeat(depth)}`;
}
