import type { Random } from '#qord/testing/random/random.ts';
import { gapsCase, nestedCase } from './random-case.ts';
import type { Operand, SearchCase, Step } from './search-case.ts';

/**
 * Forms of contracts that once cost a node seconds, or made nodes differ, drawn again each time: what each of them does is
 * fixed, and its sizes and numbers are not. A search that has none of a form says little about what it would find.
 */
export const hostileForms = [
  'many nested codes at a time',
  'many codes that are decoded, cold and warm',
  'nested creations with much init code',
  'keys of one bucket',
  'too little gas for what reads the state',
] as const;
export type HostileForm = (typeof hostileForms)[number];

/** A case of a form, and what the same engine runs before it, which leaves gaps. */
export type HostileCase = {
  readonly form: HostileForm;
  readonly before: readonly SearchCase[];
  readonly searchCase: SearchCase;
};

const largest = 24_576;
const constant = (value: bigint | number): Operand => ({ constant: `0x${value.toString(16)}` });
const contract: Operand = { contract: true };
const zero = constant(0n);
const unused = { callee: 'stop', codeSize: 1, contracts: 1, init: 'empty', initSize: 32 } as const;
const once = { ...unused, isKept: true, transactions: 1, isRepeated: false } as const;

/** Multiples of these have one difference in a row: they share a bucket where words are folded or multiplied without a secret. */
const sharing = [
  2n ** 192n + 1n,
  2n ** 64n + 1n,
  2n ** 96n + 1n,
  2n ** 128n + 1n,
  2n ** 224n + 2n ** 32n,
  2n ** 43n,
] as const;

/** A case of the form. */
export function hostileCase(random: Random, form: HostileForm): HostileCase {
  const cases: Readonly<Record<HostileForm, (random: Random) => SearchCase>> = {
    'many nested codes at a time': nestedCodes,
    'many codes that are decoded, cold and warm': decodedCodes,
    'nested creations with much init code': nestedCreations,
    'keys of one bucket': keysOfOneBucket,
    'too little gas for what reads the state': starvedReads,
  };
  const before = form === 'many nested codes at a time' ? Array.from({ length: 3 }, () => gapsCase(random)) : [];
  return { form, before, searchCase: cases[form](random) };
}

/** Codes of any size, or all of the largest, each called from within the one before. */
function nestedCodes(random: Random): SearchCase {
  const drawn = nestedCase(random);
  return random.chance(0.5)
    ? drawn
    : { ...drawn, codeSize: largest - random.below(2), contracts: 60 + random.below(400) };
}

/** Each call decodes, or looks through, a code of its own, in turn; beyond so many, no cache has them all. */
function decodedCodes(random: Random): SearchCase {
  const [gas, transactions] = [random.pick([0n, 1n, 20n, 700n, 2_300n, 40_000n]), random.pick([1, 3])];
  return {
    ...once,
    steps: [call(random.pick(['CALL', 'STATICCALL', 'DELEGATECALL', 'CALLCODE']), constant(gas), contract)],
    callee: random.pick(['jumpdests', 'pushes', 'stop', 'filled']),
    filling: 'JUMPDEST',
    codeSize: largest - random.below(2),
    contracts: random.pick([72, 160, 400, 1_024, 1_500]),
    transactions,
    isRepeated: transactions > 1,
  };
}

function nestedCreations(random: Random): SearchCase {
  const opcode = random.pick(['CREATE', 'CREATE2']);
  const initSize = 2 * largest - random.below(2);
  const salt = opcode === 'CREATE2' ? [{ times: '0x1' }] : [];
  const steps = [{ opcode, operands: [zero, constant(64), constant(initSize), ...salt] }];
  return { ...once, steps, init: random.pick(['nested', 'nested', 'jumpdests']), initSize, isKept: random.chance(0.5) };
}

/** Slots, transient slots and accounts; also warm, which costs the least. */
function keysOfOneBucket(random: Random): SearchCase {
  const key: Operand = { times: `0x${random.pick(sharing).toString(16)}` };
  const opcode = random.pick(['TLOAD', 'TSTORE', 'SLOAD', 'SSTORE', 'BALANCE', 'EXTCODEHASH', 'EXTCODESIZE']);
  const operands = opcode.endsWith('STORE') ? [key, constant(1n)] : [key];
  const isRepeated = random.chance(0.5);
  const steps =
    opcode === 'TLOAD'
      ? [
          { opcode: 'TSTORE', operands: [key, constant(1n)] },
          { opcode, operands },
        ]
      : [{ opcode, operands }];
  return { ...once, steps, transactions: isRepeated ? 3 : 1, isRepeated, isKept: random.chance(0.8) };
}

/** The called contract cannot pay for the record that it asks for: another one each time, as its calldata count up. */
function starvedReads(random: Random): SearchCase {
  const steps = [
    call(
      random.pick(['CALL', 'STATICCALL', 'DELEGATECALL']),
      constant(random.pick([20n, 50n, 99n, 100n, 700n])),
      contract,
    ),
  ];
  return { ...once, steps, callee: random.pick(['balance', 'sload', 'sstore', 'tstore']), codeSize: 64 };
}

/** A call without value, with the counter as calldata. */
function call(opcode: string, gas: Operand, target: Operand): Step {
  const value = opcode === 'CALL' || opcode === 'CALLCODE' ? [zero] : [];
  return { opcode, operands: [gas, target, ...value, zero, constant(32), zero, zero] };
}
