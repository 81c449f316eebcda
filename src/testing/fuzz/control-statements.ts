import type { GeneratorOptions } from './generator-options.ts';
import { op } from './opcodes.ts';
import type { ProgramEnvironment } from './program-environment.ts';
import type { ProgramWriter } from './program-writer.ts';

/** Branches, loops, calls of functions inside the program, and ends. */
export function writeControl(writer: ProgramWriter, around: ProgramEnvironment, recipe: GeneratorOptions): void {
  const kinds: readonly (readonly [number, () => void])[] = [
    [40, () => writeBranch(writer, around, recipe)],
    [40, () => writeLoop(writer, around, recipe)],
    [30, () => writeFunction(writer, around, recipe)],
    [3, () => writeEnd(writer, around)],
    [1, () => writer.jump()],
  ];
  around.random.pickWeighted(kinds)();
}

/** Skips a part when a condition holds, mostly a comparison as compilers write it. */
function writeBranch(writer: ProgramWriter, around: ProgramEnvironment, recipe: GeneratorOptions): void {
  const end = writer.newLabel();
  if (around.random.chance(0.6)) writer.op(around.random.pick([op.lt, op.gt, op.eq]), 2, 1);
  if (around.random.chance(0.5)) writer.op(op.iszero, 1, 1);
  writer.pushLabel(end);
  writer.jumpIf();
  writer.withProtectedStack(() => recipe.write(writer, around, recipe));
  writer.placeLabel(end);
}

/** Counts down from a few. */
function writeLoop(writer: ProgramWriter, around: ProgramEnvironment, recipe: GeneratorOptions): void {
  const start = writer.newLabel();
  writer.push(1 + around.random.below(around.random.chance(0.1) ? 40 : 6));
  writer.placeLabel(start);
  writer.withProtectedStack(() => recipe.write(writer, around, recipe));
  writer.push(1);
  writer.op(op.swap1);
  writer.op(op.sub, 2, 1);
  writer.op(op.dup1, 0, 1);
  writer.pushLabel(start);
  writer.jumpIf();
  writer.op(op.pop, 1);
}

/** Jumps to a function with the way back on the stack, as compilers do, perhaps twice. */
function writeFunction(writer: ProgramWriter, around: ProgramEnvironment, recipe: GeneratorOptions): void {
  const [body, after] = [writer.newLabel(), writer.newLabel()];
  const callBody = () => {
    const back = writer.newLabel();
    writer.pushLabel(back);
    writer.pushLabel(body);
    writer.jump();
    writer.placeLabel(back);
    writer.height--; // the function takes the way back off the stack
  };
  callBody();
  if (around.random.chance(0.5)) callBody();
  writer.pushLabel(after);
  writer.jump();
  writer.placeLabel(body);
  writer.height++;
  writer.withProtectedStack(() => recipe.write(writer, around, recipe));
  writer.jump();
  writer.placeLabel(after);
}

/** Ends the execution in one of the ways there are. */
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
