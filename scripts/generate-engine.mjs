/**
 * Writes the AssemblyScript files that are made from the instruction set (src/evm/instruction-set) to
 * src/evm/assembly/generated/, when they differ. Runs after tsc and before the interpreter is compiled.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { renderAssemblyEnums, renderAssemblyOpcodes } from '../dist/evm/instruction-set/render-assembly.js';

const folder = 'src/evm/assembly/generated';
mkdirSync(folder, { recursive: true });
for (const [name, text] of [
  ['enums.ts', renderAssemblyEnums()],
  ['opcodes.ts', renderAssemblyOpcodes()],
]) {
  const path = `${folder}/${name}`;
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
}
