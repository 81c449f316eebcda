import { writeCall } from './call-statements.ts';
import { writeControl } from './control-statements.ts';
import { writeCreation } from './creation-statements.ts';
import { writeData } from './data-statements.ts';
import type { GeneratorOptions } from './generator-options.ts';
import { op, operations } from './opcodes.ts';
import { writePrecompileCall } from './precompile-statements.ts';
import { type ProgramEnvironment, someAddress } from './program-environment.ts';
import type { ProgramWriter } from './program-writer.ts';

/** Writes about as many statements as the options say. */
export function writeStatements(
  writer: ProgramWriter,
  environment: ProgramEnvironment,
  options: GeneratorOptions,
): void {
  for (let i = 0; i < options.statements; i++) writeStatement(writer, environment, options);
}

function writeStatement(writer: ProgramWriter, environment: ProgramEnvironment, options: GeneratorOptions): void {
  const { random } = environment;
  if (writer.freeWords < 3) {
    writeValue(writer, environment);
    return;
  }
  const nested = options.nesting > 0;
  const inner = (most: number) => ({ ...options, statements: 1 + random.below(most), nesting: options.nesting - 1 });
  const kinds: readonly (readonly [number, () => void])[] = [
    [200, () => writeValue(writer, environment)],
    [220, () => writeOperation(writer, environment)],
    [100, () => writeShuffle(writer, environment)],
    [170, () => writeData(writer, environment)],
    [nested ? 60 : 0, () => writeControl(writer, environment, inner(6))],
    [60, () => writeCall(writer, environment)],
    [6, () => writePrecompileCall(writer, random)],
    [nested ? 16 : 0, () => writeCreation(writer, environment, inner(8))],
    [2, () => writer.raw(random.bytes(1))],
  ];
  random.pickWeighted(kinds)();
}

/** Pushes one word. */
function writeValue(writer: ProgramWriter, environment: ProgramEnvironment): void {
  const { random } = environment;
  const ofAddress = [op.balance, op.extcodesize, op.extcodehash] as const;
  const ofSmall = [op.calldataload, op.blobhash, op.blockhash] as const;
  const kinds: readonly (readonly [number, () => void])[] = [
    [60, () => writer.push(random.word())],
    [30, () => writer.op(random.pick(operations.none), 0, 1)],
    [
      6,
      () => {
        writer.push(BigInt(someAddress(environment)));
        writer.op(random.pick(ofAddress), 1, 1);
      },
    ],
    [
      6,
      () => {
        writer.push(random.below(100));
        writer.op(random.pick(ofSmall), 1, 1);
      },
    ],
    [3, () => writer.push(BigInt(someAddress(environment)))],
  ];
  random.pickWeighted(kinds)();
}

function writeOperation(writer: ProgramWriter, { random, fork }: ProgramEnvironment): void {
  const arity = random.pickWeighted([
    [3, 'unary'],
    [10, 'binary'],
    [2, 'ternary'],
  ] as const);
  const opcode = random.pick(operations[arity]);
  if (opcode === 0x1e && fork !== 'osaka' && random.chance(0.95)) return; // CLZ would end the program
  const takes = { unary: 1, binary: 2, ternary: 3 }[arity];
  if (opcode === op.exp && random.chance(0.7)) pushSecond(writer, random.below(300));
  if ((opcode === op.signextend || (opcode >= 0x1a && opcode <= 0x1d)) && random.chance(0.7)) {
    writer.push(random.below(opcode === op.signextend ? 34 : 260));
  }
  writer.op(opcode, takes, 1);
}

/** Puts a small word second on the stack. */
function pushSecond(writer: ProgramWriter, word: number): void {
  writer.push(word);
  writer.op(op.swap1);
}

function writeShuffle(writer: ProgramWriter, { random }: ProgramEnvironment): void {
  const reach = Math.min(writer.freeWords, 16);
  const kinds: readonly (readonly [number, () => void])[] = [
    [10, () => writer.op(op.dup1 + random.below(reach), 0, 1)],
    [8, () => writer.op(op.swap1 + random.below(Math.min(writer.freeWords - 1, 16)))],
    [writer.freeWords > 12 ? 20 : 4, () => writer.op(op.pop, 1)],
  ];
  random.pickWeighted(kinds)();
}
