/**
 * Compiles the EVM interpreter (src/evm/assembly, AssemblyScript) to dist/evm/engine.wasm, the compression of the
 * BLAKE2 precompile to blake2.wasm and, for tests, the arithmetic alone to arithmetic.wasm.
 *
 * Takes several seconds, so nothing is done while the hash of all sources, the compiler and its options equals the one
 * of the last build. `--force` compiles in any case; `--text` writes the text form (.wat) beside each binary.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const sourceFolder = 'src/evm/assembly';
const compilerFolder = 'node_modules/assemblyscript';
const outputFolder = 'dist/evm';
const stamp = `${outputFolder}/engine.hash`;

/** entry → binary */
const modules = { 'index.ts': 'engine', 'blake2.ts': 'blake2', 'arithmetic/exports.ts': 'arithmetic' };

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
function compile(entry, name, withText) {
  const output = `${outputFolder}/${name}`;
  const args = [`${sourceFolder}/${entry}`, '--outFile', `${output}.wasm`, ...options, '--noColors'];
  if (withText) args.push('--textFile', `${output}.wat`);
  const { status } = spawnSync(process.execPath, [`${compilerFolder}/bin/asc.js`, ...args], { stdio: 'inherit' });
  if (status === 0) return;
  rmSync(stamp, { force: true });
  console.error(`the EVM engine (${sourceFolder}/${entry}) does not compile, see above`);
  process.exit(1);
}

function isUpToDate(current) {
  const binaries = Object.values(modules).map((name) => `${outputFolder}/${name}.wasm`);
  return [stamp, ...binaries].every((path) => existsSync(path)) && readFileSync(stamp, 'utf8') === current;
}

const flags = process.argv.slice(2);
const current = fingerprint();
if (!isUpToDate(current) || flags.length > 0) {
  mkdirSync(outputFolder, { recursive: true });
  for (const [entry, name] of Object.entries(modules)) compile(entry, name, flags.includes('--text'));
  writeFileSync(stamp, current);
}
