import type { ProgramEnvironment } from './program-environment.ts';
import type { ProgramWriter } from './program-writer.ts';

/** Length and nesting of a generated part of a program, and the function that writes it. */
export type GeneratorOptions = {
  readonly statements: number;
  /** how deep parts may contain other parts */
  readonly nesting: number;
  write(writer: ProgramWriter, environment: ProgramEnvironment, options: GeneratorOptions): void;
};
