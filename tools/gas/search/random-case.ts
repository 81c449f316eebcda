import type { Random } from '#qord/testing/random/random.ts';
import {
  type Choice,
  codeSizes,
  contractCounts,
  factors,
  gasLimits,
  initSizes,
  lengths,
  transactionCounts,
  words,
} from './hostile-operands.ts';
import { type Kind, loopOpcodes, operandKinds } from './operand-kinds.ts';
import { calleeKinds, initKinds, type Operand, type SearchCase, type Step } from './search-case.ts';

/** Opcodes of random loops, with weights; the others together have `otherWeight`. */
const weights: readonly (readonly [weight: number, opcode: string])[] = [
  [3, 'SLOAD'],
  [3, 'SSTORE'],
  [3, 'TLOAD'],
  [3, 'TSTORE'],
  [2, 'BALANCE'],
  [2, 'EXTCODESIZE'],
  [2, 'EXTCODEHASH'],
  [2, 'EXTCODECOPY'],
  [6, 'CALL'],
  [4, 'STATICCALL'],
  [4, 'DELEGATECALL'],
  [2, 'CALLCODE'],
  [5, 'CREATE'],
  [3, 'CREATE2'],
  [2, 'KECCAK256'],
  [1, 'MSTORE'],
  [1, 'MCOPY'],
  [1, 'CODECOPY'],
  [1, 'CALLDATACOPY'],
  [1, 'RETURNDATACOPY'],
  [1, 'LOG0'],
  [1, 'LOG4'],
];
const otherWeight = 6;

/** A random loop. */
export function randomCase(random: Random): SearchCase {
  const steps = Array.from({ length: 1 + random.below(2) }, () => randomStep(random));
  return {
    steps,
    callee: random.pick(calleeKinds as unknown as Choice<SearchCase['callee']>),
    codeSize: random.chance(0.3) ? 1 + random.below(24_576) : random.pick(codeSizes),
    filling: random.pick(loopOpcodes as Choice<string>),
    repeats: random.pick([1, 1, 1, 16]),
    isMixed: random.chance(0.2),
    contracts: random.chance(0.3) ? 1 + random.below(400) : random.pick(contractCounts),
    init: random.pick(initKinds as unknown as Choice<SearchCase['init']>),
    initSize: random.pick(initSizes),
    isKept: random.chance(0.5),
    transactions: random.pick(transactionCounts),
    isRepeated: random.chance(0.5),
  };
}

/** Calls through contracts of any size, each from within the one before, whose codes together may fill a cache. */
export function nestedCase(random: Random): SearchCase {
  const zero = constant(0n);
  const operands = [{ gasLeft: true }, { contract: true }, zero, zero, zero, zero, zero] as const;
  const unused = { init: 'empty', initSize: 32, isKept: true, transactions: 1, isRepeated: false } as const;
  const codes = {
    contracts: 100 + random.below(200),
    codeSize: 4_000 + random.below(20_577),
    isMixed: random.chance(0.7),
  };
  return { ...unused, ...codes, steps: [{ opcode: 'CALL', operands }], callee: 'next contract' };
}

/** Calls of fewer contracts of any size: what leaves gaps between codes. */
export function gapsCase(random: Random): SearchCase {
  const codes = { contracts: 20 + random.below(60), codeSize: 500 + random.below(24_077), isMixed: random.chance(0.5) };
  return { ...nestedCase(random), ...codes, callee: random.pick(['next contract', 'jumpdests', 'stop']) };
}

/** The case with one thing changed. */
export function mutatedCase(random: Random, searchCase: SearchCase): SearchCase {
  const other = randomCase(random);
  const at = random.below(searchCase.steps.length);
  const withSteps = (change: (step: Step, index: number) => Step[]) => searchCase.steps.flatMap(change);
  const changes: Choice<() => Partial<SearchCase>> = [
    () => ({ steps: withSteps((step, index) => (index === at ? [withOtherOperand(random, step)] : [step])) }),
    () => ({ steps: withSteps((step, index) => (index === at ? [step, randomStep(random)] : [step])).slice(0, 3) }),
    () => ({ callee: other.callee, filling: other.filling ?? 'STOP' }),
    () => ({ repeats: other.repeats ?? 1 }),
    () => ({ codeSize: other.codeSize, isMixed: other.isMixed ?? false }),
    () => ({ contracts: other.contracts }),
    () => ({ init: other.init, initSize: other.initSize }),
    () => ({ isKept: other.isKept }),
    () => ({ transactions: other.transactions, isRepeated: other.isRepeated }),
  ];
  return { ...searchCase, ...random.pick(changes)() };
}

function randomStep(random: Random): Step {
  const opcode = random.pickWeighted([
    ...weights.map(([weight, name]) => [weight, () => name] as const),
    [otherWeight, () => random.pick(loopOpcodes as Choice<string>)],
  ])();
  return { opcode, operands: operandsOf(random, opcode, operandKinds(opcode)) };
}

function withOtherOperand(random: Random, { opcode, operands }: Step): Step {
  const others = operandsOf(random, opcode, operandKinds(opcode));
  const at = random.below(Math.max(1, operands.length));
  return { opcode, operands: operands.map((operand, index) => (index === at ? (others[index] ?? operand) : operand)) };
}

function operandsOf(random: Random, opcode: string, kinds: readonly Kind[]): Operand[] {
  const isCreation = opcode.startsWith('CREATE');
  const isCall = opcode.includes('CALL') && opcode !== 'CALLDATACOPY';
  return kinds.map((kind, at) => {
    if (kinds.length - at > deepest) return constant(0n);
    if (isCreation && kind === 'offset') return constant(64n);
    if (isCreation && kind === 'length') return constant(BigInt(random.pick(initSizes)));
    // without value, and with calldata that are the counter, mostly
    if ((isCreation || isCall) && kind === 'word' && random.chance(0.8)) return constant(0n);
    if (isCall && kind === 'offset') return constant(0n);
    if (isCall && kind === 'length' && random.chance(0.8)) return constant(at === kinds.length - 1 ? 0n : 32n);
    return operandOf(random, kind);
  });
}

/** Operands of an opcode, from the last on, that can be made from the counter below them: DUP16 reaches it. */
const deepest = 15;

const constant = (value: bigint): Operand => ({ constant: `0x${value.toString(16)}` });
const times = (factor: bigint): Operand => ({ times: `0x${factor.toString(16)}` });

function operandOf(random: Random, kind: Kind): Operand {
  switch (kind) {
    case 'account':
      return random.chance(0.6) ? { contract: true } : random.chance(0.7) ? times(random.pick(factors)) : constant(4n);
    case 'gas':
      return random.chance(0.3) ? { gasLeft: true } : constant(random.pick(gasLimits));
    case 'key':
      return random.chance(0.9) ? times(random.pick(factors)) : constant(random.pick(words));
    case 'length':
      return constant(random.pick(lengths));
    case 'offset':
      return random.chance(0.1) ? times(1n) : constant(random.pick(lengths));
    case 'word':
      return random.chance(0.3) ? times(random.pick(factors)) : constant(random.pick(words));
  }
}
