/** What the thread starts with: its program, with the bytecode of the build. */
import { loadProgram } from '../../primitives/load-program.ts';

loadProgram(new URL('../../program/block-worker.cjs', import.meta.url));
