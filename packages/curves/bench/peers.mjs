/** The peers of the benchmark, from packages/curves/bench/package.json, which are installed when they are missing. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const folder = fileURLToPath(new URL('.', import.meta.url));

if (!existsSync(`${folder}node_modules`)) {
  console.error('installing the peers …');
  execFileSync('npm', ['install', '--no-package-lock', '--workspaces=false'], { cwd: folder, stdio: 'inherit' });
}

/** c-kzg with the trusted setup of Ethereum; undefined where its native code could not be built. */
export function openKzg() {
  try {
    const kzg = require('c-kzg');
    kzg.loadTrustedSetup(0);
    return kzg;
  } catch (error) {
    console.error(`c-kzg cannot be measured: ${error.message}`);
    return undefined;
  }
}

/** mcl-wasm for one of its curves: it knows one at a time. */
export async function openMcl(curve) {
  const mcl = require('mcl-wasm');
  await mcl.init(mcl[curve]);
  return mcl;
}

/** Keccak-256 of hash-wasm. */
export async function openKeccak() {
  const hasher = await require('hash-wasm').createKeccak(256);
  return (bytes) => hasher.init().update(bytes).digest('binary');
}
