/**
 * Builds dist/: the TypeScript, and in WebAssembly Keccak, the verification of ML-DSA, sums and pairings on BLS12-381
 * and BN254, and inverses modulo numbers of 256 bits. Can be run from any folder; flags as in compile-assembly.mjs.
 */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileAssembly } from './compile-assembly.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
execFileSync(process.execPath, [join(typescript, 'bin/tsc'), '-p', '.'], { stdio: 'inherit' });
await import('./generate.mjs'); // with what was compiled
await compileAssembly({
  modules: {
    'dist/keccak': 'assembly/keccak-module.ts',
    'dist/bls12-381': 'assembly/bls12-381/module.ts',
    'dist/bn254': 'assembly/bn254/module.ts',
    'dist/inversion': 'assembly/inversion-module.ts',
    'dist/ml-dsa': 'assembly/ml-dsa/module.ts',
  },
  sourceFolders: ['assembly'],
  stamp: 'dist/.assembly',
  flags: process.argv.slice(2),
});
