import type { ProgramEnvironment } from './program-environment.ts';
import type { ProgramWriter } from './program-writer.ts';

/** How long a part of a program grows, what it may contain, and who writes it. */
export type GeneratorOptions = {
  readonly statements: number;
  /** how deep programs may be built inside programs */
  readonly nesting: number;
  write(writer: ProgramWriter, around: ProgramEnvironment, recipe: GeneratorOptions): void;
};
