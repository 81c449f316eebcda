import { opcodeNamed, opcodes } from '#qord/evm/instruction-set/opcodes.ts';
import { factors, gasLimits, lengths, words } from './hostile-operands.ts';
import { type Kind, loopOpcodes, operandKinds } from './operand-kinds.ts';
import { calleeKinds, initKinds, type Operand, type SearchCase, type Step } from './search-case.ts';

const unused = { callee: 'stop', codeSize: 1, contracts: 1, init: 'empty', initSize: 32 } as const;
const one = { ...unused, isKept: true, transactions: 1, isRepeated: false } as const;
const alike = { transactions: 3, isRepeated: true } as const;
const largest = 24_576;

const constant = (value: bigint | number): Operand => ({ constant: `0x${value.toString(16)}` });
const times = (factor: bigint): Operand => ({ times: `0x${factor.toString(16)}` });
const contract: Operand = { contract: true };
const allGas: Operand = { gasLeft: true };

/** What an operand of the kind can be. The first is what it is while others change. */
const values: Readonly<Record<Kind, readonly [Operand, ...Operand[]]>> = {
  key: [times(1n), ...factors.slice(1).map(times), constant(0n)],
  account: [times(1n), ...factors.slice(1).map(times), constant(4n), contract],
  gas: [constant(20n), allGas, ...gasLimits.map(constant)],
  length: [constant(32n), ...lengths.map(constant), constant(49_152), constant(300_000)],
  offset: [constant(0n), constant(1n), constant(31n), constant(largest), times(1n), times(31n)],
  word: [constant(0n), ...words.slice(1).map(constant), times(1n)],
};
/** Gas that is nothing, too little for what is called, just enough, plenty, and all. */
const callGas: readonly Operand[] = [...[0n, 20n, 700n, 2_300n, 40_000n].map(constant), allGas];

/** Opcodes that only move words, whatever these are. */
const moving = /^(PUSH|DUP|SWAP|LOG|POP|JUMP|CREATE)/;

/** So many of cheap opcodes are in one round that the loop hardly counts. */
function repeatsOf(name: string): number {
  const { gas = 0, touches } = opcodeNamed(name) ?? {};
  return touches !== undefined || gas >= 100 ? 1 : 24;
}

/**
 * What is tried with each opcode: each operand at each of its bounds, cold and in transactions alike, in called
 * contracts that consist of it; calls with every amount of gas, into few and many contracts of every kind; creations of
 * every size. The same for every search.
 */
export function opcodeFamily(name: string): readonly SearchCase[] {
  if (!loopOpcodes.includes(name)) return endingCases(name);
  const own = ownCases(name);
  return [...own, filledCase(name)];
}

function ownCases(name: string): readonly SearchCase[] {
  if (name === 'CALL') return [...operandCases(name), ...callCases(name), ...nestedCases(name)];
  if (/CALL$|CALLCODE/.test(name)) return otherCallCases(name);
  if (name === 'RETURNDATACOPY') return returnDataCases(name);
  return name.startsWith('CREATE') ? creationCases(name) : operandCases(name);
}

/** The families of all opcodes, where that of CALL, which is large, is divided by what is called. */
export function caseFamilies(): ReadonlyMap<string, readonly SearchCase[]> {
  const families = new Map<string, SearchCase[]>();
  for (const { name } of opcodes) {
    for (const searchCase of opcodeFamily(name)) {
      const called = searchCase.isMixed === true ? 'one contract through another' : searchCase.callee;
      const family = name === 'CALL' ? `${name} of ${called}` : name;
      families.set(family, [...(families.get(family) ?? []), searchCase]);
    }
  }
  return families;
}

const variants = (name: string, kind: Kind): readonly Operand[] =>
  kind === 'word' && moving.test(name) ? [] : values[kind].slice(1);

function operandCases(name: string): SearchCase[] {
  const kinds = operandKinds(name);
  const usual = kinds.map((kind) => values[kind][0]);
  const all = [
    usual,
    ...kinds.flatMap((kind, at) =>
      variants(name, kind).map((value) => usual.map((other, index) => (index === at ? value : other))),
    ),
    ...variants(name, 'word').map((value) => kinds.map((kind, at) => (kind === 'word' ? value : (usual[at] ?? value)))),
  ];
  const steps = distinct(all).map((operands): readonly Step[] => [{ opcode: name, operands }]);
  const once = steps.map((of): SearchCase => ({ ...one, repeats: repeatsOf(name), steps: of }));
  if (opcodeNamed(name)?.touches === undefined) return once;
  const many = { callee: 'stop', codeSize: largest, contracts: 400 } as const;
  return once.flatMap((each) => [
    { ...each, ...(usesContract(each) ? many : {}) },
    { ...each, ...(usesContract(each) ? many : {}), ...alike },
  ]);
}

/** Copies of what a contract before the loop has returned: all of it, or less; more ends the frame. */
function returnDataCases(name: string): SearchCase[] {
  const before = callOf('STATICCALL', allGas);
  const operands = [
    [0, 0, 0],
    [0, 0, 32],
    [1, 31, 24_000],
    [0, 0, largest],
    [32, largest, 0],
    [100_000, 0, largest],
  ];
  return operands.map(
    (of): SearchCase => ({
      ...{ ...one, before, callee: 'return', codeSize: 64, repeats: repeatsOf(name) },
      steps: [{ opcode: name, operands: of.map(constant) }],
    }),
  );
}

const usesContract = ({ steps }: SearchCase) => steps.some(({ operands }) => operands.includes(contract));

function distinct(all: readonly Operand[][]): readonly Operand[][] {
  return [...new Map(all.map((operands) => [JSON.stringify(operands), operands])).values()];
}

const callOf = (opcode: string, gas: Operand, callee: Operand = contract): Step => ({
  opcode,
  operands: operandKinds(opcode).map((kind, at) => {
    if (kind === 'gas') return gas;
    if (kind === 'account') return callee;
    return constant(kind === 'length' && at < operandKinds(opcode).length - 1 ? 32n : 0n);
  }),
});

/** Contracts whose code is all of that opcode: it is decoded before it runs. */
function filledCase(name: string): SearchCase {
  const contracts = { callee: 'filled', filling: name, codeSize: largest, contracts: 24 } as const;
  return { ...one, ...contracts, steps: [callOf('CALL', constant(100_000n))] };
}

function callCases(name: string): SearchCase[] {
  const kinds = calleeKinds.filter((kind) => kind !== 'filled');
  return kinds.flatMap((callee) =>
    contractCountsOf(callee).flatMap((contracts) =>
      callGas.map(
        (gas): SearchCase => ({
          ...{ ...one, callee, contracts, codeSize: largest, steps: [callOf(name, gas)] },
        }),
      ),
    ),
  );
}

/** One, more than fit into a small cache, and more than an engine keeps, which take long to make. */
const contractCountsOf = (callee: SearchCase['callee']): readonly number[] =>
  callee === 'stop' || callee === 'jumpdests' ? [1, 160, 1_024] : [1, 160];

/** What differs little from CALL. */
function otherCallCases(name: string): SearchCase[] {
  return (['stop', 'jumpdests', 'next contract', 'return'] as const).flatMap((callee) =>
    callGas.map(
      (gas): SearchCase => ({
        ...{ ...one, callee, contracts: 160, codeSize: largest, steps: [callOf(name, gas)] },
      }),
    ),
  );
}

/** Calls through contracts, each from within the one before, of so many bytes together. */
function nestedCases(name: string): SearchCase[] {
  return [0.25, 0.5, 1, 1.25, 1.5, 1.6, 1.7, 1.8, 2, 2.5, 3, 4, 8, 16].flatMap((megabytes) =>
    [122, 400].map((contracts): SearchCase => {
      const codeSize = Math.min(largest, Math.floor((megabytes * 1_000_000) / contracts));
      const steps = [callOf(name, allGas)];
      return { ...one, steps, callee: 'next contract', contracts, codeSize, isMixed: true };
    }),
  );
}

function endingCases(name: string): SearchCase[] {
  const callee = calleeKinds.find((kind) => kind === name.toLowerCase());
  if (callee === undefined) throw new RangeError(`no contract ends with ${name}`);
  return [1, 160].flatMap((contracts) =>
    callGas.map((gas): SearchCase => {
      const steps = [callOf('CALL', gas)];
      return { ...one, steps, callee, contracts, codeSize: contracts === 1 ? 64 : largest };
    }),
  );
}

function creationCases(name: string): SearchCase[] {
  return initKinds.flatMap((init) =>
    [32, 1_024, largest, 2 * largest].flatMap((initSize) =>
      [true, false].flatMap((isKept) =>
        [1, 3].map((transactions): SearchCase => {
          const salt = name === 'CREATE2' ? [times(1n)] : [];
          const steps = [{ opcode: name, operands: [constant(0n), constant(64n), constant(initSize), ...salt] }];
          return { ...one, steps, init, initSize, isKept, transactions };
        }),
      ),
    ),
  );
}
