import type { Random } from '#qord/testing/random/random.ts';
import { memoryLength, memoryOffset } from './data-statements.ts';
import { op } from './opcodes.ts';
import { type ProgramEnvironment, someAddress } from './program-environment.ts';
import type { ProgramWriter } from './program-writer.ts';

const withValue: readonly number[] = [op.call, op.callcode];

/** A call of any kind, and a use of its result. */
export function writeCall(writer: ProgramWriter, environment: ProgramEnvironment): void {
  const { random } = environment;
  const opcode = random.pickWeighted([
    [10, op.call],
    [3, op.callcode],
    [5, op.delegatecall],
    [4, op.staticcall],
  ] as const);
  const hasValue = withValue.includes(opcode);
  for (const part of ['output', 'input']) {
    writer.push(part === 'input' && random.chance(0.5) ? random.below(200) : memoryLength(random));
    writer.push(memoryOffset(random));
  }
  if (hasValue) writer.push(random.chance(0.6) ? 0n : callValue(random));
  writer.push(BigInt(someAddress(environment)));
  writeGas(writer, random);
  writer.op(opcode, hasValue ? 7 : 6, 1);
  useResult(writer, random);
}

function callValue(random: Random): bigint {
  return random.chance(0.95) ? BigInt(random.below(1000)) : random.word();
}

function writeGas(writer: ProgramWriter, random: Random): void {
  const kinds: readonly (readonly [number, () => void])[] = [
    [10, () => writer.op(op.gas, 0, 1)],
    [6, () => writer.push(random.below(100_000))],
    [3, () => writer.push(random.below(3_000))],
    [1, () => writer.push(random.word())],
  ];
  random.pickWeighted(kinds)();
}

function useResult(writer: ProgramWriter, random: Random): void {
  const kinds: readonly (readonly [number, () => void])[] = [
    [4, () => writer.op(op.pop, 1)],
    [3, () => {}],
    [
      4,
      () => {
        writer.push(random.below(5));
        writer.op(op.sstore, 2);
      },
    ],
    [2, () => writer.op(op.returndatasize, 0, 1)],
  ];
  random.pickWeighted(kinds)();
}
