/**
 * Compiles what is written in AssemblyScript: the EVM interpreter (src/evm/assembly) to dist/evm/engine.wasm, the
 * compression of the BLAKE2 precompile to blake2.wasm, powers of words to modexp.wasm and, for tests, the arithmetic
 * alone to arithmetic.wasm; and SVM signatures (src/svm/assembly) to dist/svm/signature.wasm.
 */
import { compileAssembly } from '../packages/curves/scripts/compile-assembly.mjs';

await compileAssembly({
  modules: {
    'dist/evm/engine': 'src/evm/assembly/index.ts',
    'dist/evm/blake2': 'src/evm/assembly/blake2.ts',
    'dist/evm/modexp': 'src/evm/assembly/modexp.ts',
    'dist/evm/arithmetic': 'src/evm/assembly/arithmetic/exports.ts',
    'dist/svm/signature': 'src/svm/assembly/signature-module.ts',
  },
  sourceFolders: ['src/evm/assembly', 'src/svm/assembly', 'packages/curves/assembly'],
  stamp: 'dist/evm/engine.hash',
  flags: process.argv.slice(2),
});
