/**
 * Compiles what is written in AssemblyScript: the EVM interpreter (src/evm/assembly) to dist/evm/engine.wasm, the
 * compression of the BLAKE2 precompile to blake2.wasm, powers of words to modexp.wasm and, for tests, the arithmetic
 * alone to arithmetic.wasm; Keccak, the verification of ML-DSA, sums and pairings on BLS12-381 and BN254
 * (src/primitives/crypto/assembly) to keccak.wasm, ml-dsa.wasm, bls12-381.wasm and bn254.wasm in
 * dist/primitives/crypto, and SVM signatures (src/svm/assembly) to dist/svm/signature.wasm.
 *
 * Takes several seconds, so nothing is done while the hash of all sources, the compiler and its options equals the one
 * of the last build. `--force` compiles in any case; `--text` writes the text form (.wat) beside each binary.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { main as compileAssemblyScript } from 'assemblyscript/asc';
import { curveSource } from './curves/sources.mjs';

const sourceFolders = ['src/evm/assembly', 'src/primitives/crypto/assembly', 'src/svm/assembly'];
const compilerFolder = 'node_modules/assemblyscript';
const stamp = 'dist/evm/engine.hash';

/** binary ← entry */
const modules = {
  'dist/evm/engine': 'src/evm/assembly/index.ts',
  'dist/evm/blake2': 'src/evm/assembly/blake2.ts',
  'dist/evm/modexp': 'src/evm/assembly/modexp.ts',
  'dist/evm/arithmetic': 'src/evm/assembly/arithmetic/exports.ts',
  'dist/primitives/crypto/keccak': 'src/primitives/crypto/assembly/keccak-module.ts',
  'dist/primitives/crypto/bls12-381': 'src/primitives/crypto/assembly/bls12-381/module.ts',
  'dist/primitives/crypto/bn254': 'src/primitives/crypto/assembly/bn254/module.ts',
  'dist/primitives/crypto/inversion': 'src/primitives/crypto/assembly/inversion-module.ts',
  'dist/primitives/crypto/ml-dsa': 'src/primitives/crypto/assembly/ml-dsa/module.ts',
  'dist/svm/signature': 'src/svm/assembly/signature-module.ts',
};

const options = [
  // speed first; the optimiser runs until it finds nothing more
  ...['-O3', '--converge', '--noAssert'],
  // no garbage collector: the engine manages its one memory itself
  ...['--runtime', 'stub', '--importMemory', '--initialMemory', '1', '--maximumMemory', '65536'],
  ...['--enable', 'simd', '--enable', 'bulk-memory', '--enable', 'sign-extension'],
  ...['--enable', 'mutable-globals', '--enable', 'nontrapping-f2i'],
];

/** Changes whenever the binary could. */
function fingerprint() {
  const hash = createHash('sha256');
  hash.update(readFileSync(`${compilerFolder}/package.json`)).update(options.join(' '));
  for (const folder of sourceFolders) {
    const names = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.ts'));
    for (const name of names.sort()) hash.update(name).update(readFileSync(`${folder}/${name}`));
  }
  return hash.digest('hex');
}

/** A source, or null where there is none: the compiler tries several paths. */
function readSource(path) {
  const found = curveSource(path);
  return existsSync(found) ? readFileSync(found, 'utf8') : null;
}

/** The compiler's messages without its remark that one more pass found nothing: its result is the same. */
const withoutConvergence = {
  write(text) {
    if (!String(text).includes('Last converge was suboptimal')) process.stderr.write(text);
  },
};

/** Runs the compiler; ends this process with its message when the sources do not compile. */
async function compile(output, entry, withText) {
  const args = [entry, '--outFile', `${output}.wasm`, ...options, '--noColors'];
  if (withText) args.push('--textFile', `${output}.wat`);
  const { stdout } = process;
  const { error } = await compileAssemblyScript(args, { readFile: readSource, stdout, stderr: withoutConvergence });
  if (error === null) return;
  rmSync(stamp, { force: true });
  console.error(`${entry} does not compile, see above`);
  process.exit(1);
}

function isUpToDate(current) {
  const binaries = Object.keys(modules).map((output) => `${output}.wasm`);
  return [stamp, ...binaries].every((path) => existsSync(path)) && readFileSync(stamp, 'utf8') === current;
}

const flags = process.argv.slice(2);
const current = fingerprint();
if (!isUpToDate(current) || flags.length > 0) {
  const all = Object.entries(modules);
  for (const [at, [output, entry]] of all.entries()) {
    console.error(`  ${at + 1}/${all.length} ${output}.wasm`);
    mkdirSync(dirname(output), { recursive: true });
    await compile(output, entry, flags.includes('--text'));
  }
  writeFileSync(stamp, current);
}
