import type { Random } from '../../fuzz/random.ts';
import { calleeKinds, initKinds, type Operand, type SearchCase, type Step } from './search-case.ts';

type Choice<T> = readonly [T, ...T[]];

/** Multiples of these share buckets, or fill neighbours, in a table without a secret. */
const factors: Choice<bigint> = [
  1n,
  2n,
  32n,
  2n ** 32n,
  2n ** 43n,
  2n ** 64n,
  2n ** 64n + 1n,
  2n ** 96n + 1n,
  2n ** 192n + 1n,
  2n ** 224n,
  2n ** 224n + 2n ** 32n,
  0x9e3779b97f4a7c15f39cc0605cedc835n,
];
/** Too little gas for what is called, a little, and enough. */
const gasLimits: Choice<bigint> = [0n, 1n, 20n, 100n, 700n, 2_300n, 2_600n, 5_000n, 40_000n];
const lengths: Choice<bigint> = [0n, 1n, 31n, 32n, 33n, 64n, 65n, 1_024n, 24_576n];
const words: Choice<bigint> = [0n, 1n, 3n, 2n ** 64n - 1n, 2n ** 128n - 1n, 2n ** 255n + 1n, 2n ** 256n - 1n];
const codeSizes: Choice<number> = [1, 64, 1_024, 24_575, 24_576, 24_576];
const initSizes: Choice<number> = [32, 64, 1_024, 24_576, 49_151, 49_152];
const contractCounts: Choice<number> = [1, 2, 16, 68, 72, 160, 160, 400, 1_024];
const transactionCounts: Choice<number> = [1, 1, 1, 3];

type Kind = 'key' | 'account' | 'gas' | 'length' | 'offset' | 'word';

/** Opcodes, their weights, and what their operands are, the top of the stack first. */
const opcodes: readonly (readonly [weight: number, readonly [opcode: string, ...kinds: Kind[]]])[] = [
  [3, ['SLOAD', 'key']],
  [3, ['SSTORE', 'key', 'word']],
  [3, ['TLOAD', 'key']],
  [3, ['TSTORE', 'key', 'word']],
  [2, ['BALANCE', 'account']],
  [2, ['EXTCODESIZE', 'account']],
  [2, ['EXTCODEHASH', 'account']],
  [2, ['EXTCODECOPY', 'account', 'offset', 'offset', 'length']],
  [6, ['CALL', 'gas', 'account', 'word', 'offset', 'length', 'offset', 'length']],
  [4, ['STATICCALL', 'gas', 'account', 'offset', 'length', 'offset', 'length']],
  [4, ['DELEGATECALL', 'gas', 'account', 'offset', 'length', 'offset', 'length']],
  [2, ['CALLCODE', 'gas', 'account', 'word', 'offset', 'length', 'offset', 'length']],
  [5, ['CREATE', 'word', 'offset', 'length']],
  [3, ['CREATE2', 'word', 'offset', 'length', 'word']],
  [2, ['KECCAK256', 'offset', 'length']],
  [1, ['MSTORE', 'offset', 'word']],
  [1, ['MCOPY', 'offset', 'offset', 'length']],
  [1, ['CODECOPY', 'offset', 'offset', 'length']],
  [1, ['CALLDATACOPY', 'offset', 'offset', 'length']],
  [1, ['LOG0', 'offset', 'length']],
  [1, ['LOG4', 'offset', 'length', 'word', 'word', 'word', 'word']],
  [1, ['MULMOD', 'word', 'word', 'word']],
  [1, ['DIV', 'word', 'word']],
  [1, ['EXP', 'word', 'word']],
  [1, ['BLOCKHASH', 'word']],
];

/** A random loop. */
export function randomCase(random: Random): SearchCase {
  const steps = Array.from({ length: 1 + random.below(2) }, () => randomStep(random));
  return {
    steps,
    callee: random.pick(calleeKinds as unknown as Choice<SearchCase['callee']>),
    codeSize: random.pick(codeSizes),
    isMixed: random.chance(0.2),
    contracts: random.pick(contractCounts),
    init: random.pick(initKinds as unknown as Choice<SearchCase['init']>),
    initSize: random.pick(initSizes),
    isKept: random.chance(0.5),
    transactions: random.pick(transactionCounts),
    isRepeated: random.chance(0.5),
  };
}

/** The case with one thing changed. */
export function mutatedCase(random: Random, searchCase: SearchCase): SearchCase {
  const other = randomCase(random);
  const at = random.below(searchCase.steps.length);
  const withSteps = (change: (step: Step, index: number) => Step[]) => searchCase.steps.flatMap(change);
  const changes: Choice<() => Partial<SearchCase>> = [
    () => ({ steps: withSteps((step, index) => (index === at ? [withOtherOperand(random, step)] : [step])) }),
    () => ({ steps: withSteps((step, index) => (index === at ? [step, randomStep(random)] : [step])).slice(0, 3) }),
    () => ({ callee: other.callee }),
    () => ({ codeSize: other.codeSize, isMixed: other.isMixed ?? false }),
    () => ({ contracts: other.contracts }),
    () => ({ init: other.init, initSize: other.initSize }),
    () => ({ isKept: other.isKept }),
    () => ({ transactions: other.transactions, isRepeated: other.isRepeated }),
  ];
  return { ...searchCase, ...random.pick(changes)() };
}

function randomStep(random: Random): Step {
  const [opcode, ...kinds] = random.pickWeighted(opcodes);
  return { opcode, operands: operandsOf(random, opcode, kinds) };
}

function withOtherOperand(random: Random, { opcode, operands }: Step): Step {
  const found = opcodes.find(([, [name]]) => name === opcode);
  const [, ...kinds] = found?.[1] ?? [opcode];
  const others = operandsOf(random, opcode, kinds);
  const at = random.below(operands.length);
  return { opcode, operands: operands.map((operand, index) => (index === at ? (others[index] ?? operand) : operand)) };
}

function operandsOf(random: Random, opcode: string, kinds: readonly Kind[]): Operand[] {
  const isCreation = opcode.startsWith('CREATE');
  const isCall = opcode.includes('CALL') && opcode !== 'CALLDATACOPY';
  return kinds.map((kind, at) => {
    if (isCreation && kind === 'offset') return constant(64n);
    if (isCreation && kind === 'length') return constant(BigInt(random.pick(initSizes)));
    // without value, and with calldata that are the counter, mostly
    if ((isCreation || isCall) && kind === 'word' && random.chance(0.8)) return constant(0n);
    if (isCall && kind === 'offset') return constant(0n);
    if (isCall && kind === 'length' && random.chance(0.8)) return constant(at === kinds.length - 1 ? 0n : 32n);
    return operandOf(random, kind);
  });
}

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
