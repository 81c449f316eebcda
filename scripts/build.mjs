/**
 * Builds packages/curves/dist/, and dist/: the TypeScript node, the EVM interpreter compiled from AssemblyScript, the
 * program in few files, and the page of the explorer. Says before each step what it does: the first build takes a minute.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

const steps = [
  ['building the curves', 'packages/curves/scripts/build.mjs'],
  ['checking and compiling the TypeScript', 'node_modules/typescript/bin/tsc', '-p', '.'],
  ['checking and compiling the tools', 'node_modules/typescript/bin/tsc', '-p', 'tools'],
  ['generating the interpreter', 'scripts/generate-engine.mjs'],
  ['compiling the interpreter to WebAssembly', 'scripts/build-engine.mjs'],
  ['bundling the program', 'scripts/bundle.mjs'],
  ['keeping its bytecode', 'scripts/keep-bytecode.mjs'],
  ['describing the modules for viem', 'scripts/build-viem.mjs'],
  ['building the page of the explorer', 'scripts/build-explorer.mjs'],
];

for (const [at, [what, script, ...args]] of steps.entries()) {
  console.error(`build ${at + 1}/${steps.length}: ${what}`);
  execFileSync(process.execPath, [script, ...args], { stdio: 'inherit' });
}
writeFileSync('dist/.built', ''); // scripts/start.mjs compares its age with the sources'
