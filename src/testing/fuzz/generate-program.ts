import { writeEnd } from './control-statements.ts';
import type { Program } from './program.ts';
import { ProgramWriter } from './program-writer.ts';
import { writeStatements } from './statements.ts';
import type { Surroundings } from './surroundings.ts';

/** A contract's program: up to a hundred statements and an end. */
export function generateProgram(around: Surroundings): Program {
  const { random } = around;
  const writer = new ProgramWriter();
  const statements = random.chance(0.2) ? 40 + random.below(80) : 4 + random.below(36);
  writeStatements(writer, around, { statements, nesting: 2, write: writeStatements });
  writeEnd(writer, around);
  if (random.chance(0.1)) writer.raw(random.bytes(random.below(40)));
  return writer.finish();
}
