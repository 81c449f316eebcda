import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { main as compileAssemblyScript } from 'assemblyscript/asc';
import { curveSource } from './sources.mjs';

const options = [
  // speed first; the optimiser runs until it finds nothing more
  ...['-O3', '--converge', '--noAssert'],
  // no garbage collector: each module manages its one memory itself
  ...['--runtime', 'stub', '--importMemory', '--initialMemory', '1', '--maximumMemory', '65536'],
  ...['--enable', 'simd', '--enable', 'bulk-memory', '--enable', 'sign-extension'],
  ...['--enable', 'mutable-globals', '--enable', 'nontrapping-f2i'],
];

/**
 * Compiles modules of AssemblyScript to WebAssembly, relative to the current folder. That takes several seconds, so
 * nothing is done while the hash of all sources, the compiler and its options equals the one of the last build.
 * `flags`: `--force` compiles in any case; `--text` writes the text form (.wat) beside each binary.
 *
 * @param modules path of a binary without its ending → its entry
 * @param sourceFolders what the entries import
 * @param stamp file that keeps the hash
 */
export async function compileAssembly({ modules, sourceFolders, stamp, flags }) {
  const current = fingerprint(sourceFolders);
  if (flags.length === 0 && isUpToDate(modules, stamp, current)) return;
  rmSync(stamp, { force: true });
  const all = Object.entries(modules);
  for (const [at, [output, entry]] of all.entries()) {
    console.error(`  ${at + 1}/${all.length} ${output}.wasm`);
    mkdirSync(dirname(output), { recursive: true });
    await compile(output, entry, flags.includes('--text'));
  }
  writeFileSync(stamp, current);
}

/** Changes whenever a binary could. */
function fingerprint(sourceFolders) {
  const hash = createHash('sha256');
  const compiler = createRequire(import.meta.url).resolve('assemblyscript/package.json');
  hash.update(readFileSync(compiler)).update(options.join(' '));
  for (const folder of sourceFolders) {
    const names = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.ts'));
    for (const name of names.sort()) hash.update(name).update(readFileSync(`${folder}/${name}`));
  }
  return hash.digest('hex');
}

function isUpToDate(modules, stamp, current) {
  const binaries = Object.keys(modules).map((output) => `${output}.wasm`);
  return [stamp, ...binaries].every((path) => existsSync(path)) && readFileSync(stamp, 'utf8') === current;
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
  console.error(`${entry} does not compile, see above`);
  process.exit(1);
}
