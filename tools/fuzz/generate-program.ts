import type { Random } from '#qord/testing/random/random.ts';
import { writeEnd } from './control-statements.ts';
import { op } from './opcodes.ts';
import type { Program } from './program.ts';
import type { ProgramEnvironment } from './program-environment.ts';
import { ProgramWriter } from './program-writer.ts';
import { writeStatements } from './statements.ts';

/** A contract's program: up to a hundred statements and an end, or sometimes random bytes. */
export function generateProgram(environment: ProgramEnvironment): Program {
  const { random } = environment;
  if (random.chance(0.04)) return generateBytes(random);
  const writer = new ProgramWriter();
  const statements = random.chance(0.2) ? 40 + random.below(80) : 4 + random.below(36);
  writeStatements(writer, environment, { statements, nesting: 2, write: writeStatements });
  writeEnd(writer, environment);
  if (random.chance(0.1)) writer.raw(random.bytes(random.below(40)));
  return writer.finish();
}

/** Random bytes with additional jumps and small pushes, so that there are jumps to any destination. */
function generateBytes(random: Random): Program {
  const length = random.below(120);
  return Array.from({ length }, () => {
    const bytes = random.pickWeighted([
      [6, () => Uint8Array.of(op.push1, random.below(length * 2))],
      [3, () => Uint8Array.of(op.jumpdest)],
      [2, () => Uint8Array.of(random.pick([op.jump, op.jumpi]))],
      [2, () => Uint8Array.of(op.dup1 + random.below(4))],
      [6, () => random.bytes(1)],
    ] as const)();
    return { kind: 'code', bytes };
  });
}
