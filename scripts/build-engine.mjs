/**
 * Compiles the EVM interpreter (src/evm/assembly, AssemblyScript) to dist/evm/engine.wasm.
 *
 * Takes several seconds, so nothing is done while the hash of all sources, the compiler and its options equals the one
 * of the last build. `--force` compiles in any case; `--text` writes dist/evm/engine.wat beside the binary.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const sourceFolder = 'src/evm/assembly';
const compilerFolder = 'node_modules/assemblyscript';
const output = 'dist/evm/engine.wasm';
const stamp = 'dist/evm/engine.wasm.hash';

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
  const names = readdirSync(sourceFolder, { recursive: true }).filter((name) => name.endsWith('.ts'));
  for (const name of names.sort()) hash.update(name).update(readFileSync(`${sourceFolder}/${name}`));
  return hash.digest('hex');
}

/** Runs the compiler; ends this process with its message when the sources do not compile. */
function compile(extra) {
  const args = [`${compilerFolder}/bin/asc.js`, `${sourceFolder}/index.ts`, '--outFile', output, ...options, ...extra];
  const { status } = spawnSync(process.execPath, [...args, '--noColors'], { stdio: 'inherit' });
  if (status === 0) return;
  rmSync(stamp, { force: true });
  console.error(`the EVM engine (${sourceFolder}) does not compile, see above`);
  process.exit(1);
}

const flags = process.argv.slice(2);
const current = fingerprint();
const upToDate = existsSync(output) && existsSync(stamp) && readFileSync(stamp, 'utf8') === current;
if (!upToDate || flags.length > 0) {
  mkdirSync('dist/evm', { recursive: true });
  compile(flags.includes('--text') ? ['--textFile', 'dist/evm/engine.wat'] : []);
  writeFileSync(stamp, current);
}
