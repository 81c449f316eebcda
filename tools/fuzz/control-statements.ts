import type { GeneratorOptions } from './generator-options.ts';
import { op } from './opcodes.ts';
import type { ProgramEnvironment } from './program-environment.ts';
import type { ProgramWriter } from './program-writer.ts';

/** Branches, loops, internal function calls, and ends of the execution. */
export function writeControl(writer: ProgramWriter, environment: ProgramEnvironment, options: GeneratorOptions): void {
  const kinds: readonly (readonly [number, () => void])[] = [
    [40, () => writeBranch(writer, environment, options)],
    [40, () => writeLoop(writer, environment, options)],
    [30, () => writeFunction(writer, environment, options)],
    [3, () => writeEnd(writer, environment)],
    [1, () => writer.jump()],
  ];
  environment.random.pickWeighted(kinds)();
}

/** Skips a part when a condition holds, mostly a comparison as compilers emit it. */
function writeBranch(writer: ProgramWriter, environment: ProgramEnvironment, options: GeneratorOptions): void {
  const end = writer.newLabel();
  if (environment.random.chance(0.6)) writer.op(environment.random.pick([op.lt, op.gt, op.eq]), 2, 1);
  if (environment.random.chance(0.5)) writer.op(op.iszero, 1, 1);
  writer.pushLabel(end);
  writer.jumpIf();
  writer.withProtectedStack(() => options.write(writer, environment, options));
  writer.placeLabel(end);
}

/** A loop that counts down from a small number. */
function writeLoop(writer: ProgramWriter, environment: ProgramEnvironment, options: GeneratorOptions): void {
  const start = writer.newLabel();
  writer.push(1 + environment.random.below(environment.random.chance(0.1) ? 40 : 6));
  writer.placeLabel(start);
  writer.withProtectedStack(() => options.write(writer, environment, options));
  writer.push(1);
  writer.op(op.swap1);
  writer.op(op.sub, 2, 1);
  writer.op(op.dup1, 0, 1);
  writer.pushLabel(start);
  writer.jumpIf();
  writer.op(op.pop, 1);
}

/** Jumps to a function with the return address on the stack, as compilers do, once or twice. */
function writeFunction(writer: ProgramWriter, environment: ProgramEnvironment, options: GeneratorOptions): void {
  const [body, after] = [writer.newLabel(), writer.newLabel()];
  const callBody = () => {
    const returnLabel = writer.newLabel();
    writer.pushLabel(returnLabel);
    writer.pushLabel(body);
    writer.jump();
    writer.placeLabel(returnLabel);
    writer.height--; // the function pops the return address
  };
  callBody();
  if (environment.random.chance(0.5)) callBody();
  writer.pushLabel(after);
  writer.jump();
  writer.placeLabel(body);
  writer.height++;
  writer.withProtectedStack(() => options.write(writer, environment, options));
  writer.jump();
  writer.placeLabel(after);
}

/** Ends the execution in one of the possible ways. */
export function writeEnd(writer: ProgramWriter, { random, contracts, plain }: ProgramEnvironment): void {
  const opcode = random.pickWeighted([
    [10, op.stop],
    [30, op.return],
    [14, op.revert],
    [2, op.invalid],
    [5, op.selfdestruct],
  ] as const);
  if (opcode === op.return || opcode === op.revert) {
    writer.push(random.below(160));
    writer.push(random.below(200));
    writer.op(opcode, 2);
  } else if (opcode === op.selfdestruct) {
    writer.push(BigInt(random.pick(random.chance(0.7) ? contracts : plain)));
    writer.op(opcode, 1);
  } else writer.op(opcode);
}
