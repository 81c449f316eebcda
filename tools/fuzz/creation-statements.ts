import type { Random } from '#qord/testing/random/random.ts';
import { writeEnd } from './control-statements.ts';
import type { GeneratorOptions } from './generator-options.ts';
import { op } from './opcodes.ts';
import { assemble } from './program.ts';
import type { ProgramEnvironment } from './program-environment.ts';
import { ProgramWriter } from './program-writer.ts';

/** CREATE or CREATE2 with code that follows the program, and perhaps a call of the created contract. */
export function writeCreation(writer: ProgramWriter, environment: ProgramEnvironment, options: GeneratorOptions): void {
  const { random } = environment;
  const initcode = generateInitcode(environment, options);
  const label = writer.addData(initcode);
  const offset = 32 * random.below(8);
  const size = random.chance(0.97) ? initcode.length : random.below(60_000);
  writer.push(initcode.length);
  writer.pushLabel(label);
  writer.push(offset);
  writer.op(op.codecopy, 3);
  const opcode = random.pick([op.create, op.create2]);
  if (opcode === op.create2) writer.push(random.below(3));
  writer.push(size);
  writer.push(offset);
  writer.push(random.chance(0.7) ? 0 : random.below(2_000));
  writer.op(opcode, opcode === op.create2 ? 4 : 3, 1);
  useCreated(writer, random);
}

/** Code for a creation: some statements, then a runtime that is returned (or any other end). */
export function generateInitcode(environment: ProgramEnvironment, options: GeneratorOptions): Uint8Array {
  const { random } = environment;
  const writer = new ProgramWriter();
  options.write(writer, environment, options);
  if (random.chance(0.25)) return destroyed(writer, environment);
  if (random.chance(0.2)) {
    writeEnd(writer, environment);
    return assemble(writer.finish());
  }
  const runtime = generateRuntime(environment, options);
  const label = writer.addData(runtime);
  writer.push(runtime.length);
  writer.pushLabel(label);
  writer.push(0);
  writer.op(op.codecopy, 3);
  writer.push(random.chance(0.97) ? runtime.length : random.below(30_000));
  writer.push(0);
  writer.op(op.return, 2);
  return assemble(writer.finish());
}

/** Ends with the destruction of what is created: only in the same transaction it is removed (EIP-6780). */
function destroyed(writer: ProgramWriter, { random, contracts, plain }: ProgramEnvironment): Uint8Array {
  if (random.chance(0.5)) {
    for (const word of [1 + random.below(4), random.below(5)]) writer.push(word);
    writer.op(op.sstore, 2);
  }
  writer.push(BigInt(random.pick(random.chance(0.5) ? contracts : plain)));
  writer.op(op.selfdestruct, 1);
  return assemble(writer.finish());
}

function generateRuntime(environment: ProgramEnvironment, options: GeneratorOptions): Uint8Array {
  const { random } = environment;
  if (random.chance(0.05)) return Uint8Array.of(0xef, ...random.bytes(random.below(30))); // EIP-3541 rejects it
  const writer = new ProgramWriter();
  options.write(writer, environment, { ...options, nesting: 0 });
  writeEnd(writer, environment);
  return assemble(writer.finish());
}

/** Uses the address on top of the stack (0 when the creation failed). */
function useCreated(writer: ProgramWriter, random: Random): void {
  const kinds: readonly (readonly [number, () => void])[] = [
    [10, () => callTop(writer, random)],
    [4, () => {}],
    [3, () => writer.op(random.pick([op.balance, op.extcodesize, op.extcodehash]), 1, 1)],
    [1, () => writer.op(op.selfdestruct, 1)],
  ];
  random.pickWeighted(kinds)();
}

/** Calls that address with all gas, without value, and keeps the result. */
function callTop(writer: ProgramWriter, random: Random): void {
  const opcode = random.pick([op.call, op.call, op.delegatecall, op.staticcall]);
  const zeros = opcode === op.call ? 5 : 4;
  for (let i = 0; i < zeros; i++) writer.push(0);
  writer.op(op.dup1 + zeros, 0, 1);
  writer.op(op.gas, 0, 1);
  writer.op(opcode, zeros + 2, 1);
}
