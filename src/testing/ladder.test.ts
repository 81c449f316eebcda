import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

/** Bottom to top. A file may import its own folder and lower rungs; never upward, never sideways on a rung. */
const rungs = [
  ['primitives'],
  ['store'],
  ['state'],
  ['kernel'],
  ['modules', 'evm', 'svm'],
  ['chain'],
  ['mempool'],
  ['consensus', 'rpc'],
  ['explorer', 'fork'],
  ['config'],
  ['node'],
  ['cli'],
  ['main.ts'],
];

const root = join(dirname(fileURLToPath(import.meta.url)), '../../src');
const importPattern = /(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g;

const rungOf = (folder: string): number => rungs.findIndex((names) => names.includes(folder));

type Import = { readonly file: string; readonly from: string; readonly to: string };

/** Tests and their helpers are not part of the ladder: they may import anything. */
function productionFiles(): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))
    .filter((name) => !/^(?:testing|e2e)\//.test(name) && !name.includes('/assembly/'));
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  const from = file.split('/')[0] ?? '';
  return [...text.matchAll(importPattern)].map(([, target]) => {
    const to = posix.join(posix.dirname(file), target ?? '').split('/')[0] ?? '';
    return { file, from, to };
  });
}

test('every top folder has a rung', () => {
  for (const file of productionFiles()) {
    assert.notEqual(rungOf(file.split('/')[0] ?? ''), -1, `${file} is in a folder without a rung`);
  }
});

test('imports only point down', () => {
  const imports = productionFiles().flatMap(importsOf);
  assert.ok(imports.length > 0);
  for (const { file, from, to } of imports) {
    assert.ok(from === to || rungOf(to) < rungOf(from), `${file}: ${from} must not import ${to}`);
  }
});

test('a module imports no other module; only modules/index.ts imports them all', () => {
  const modules = join(root, 'modules');
  if (!existsSync(modules)) return;
  for (const file of productionFiles().filter((name) => /^modules\/[^/]+\//.test(name))) {
    const own = relative(modules, join(root, file)).split(/[\\/]/)[0];
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, target] of text.matchAll(importPattern)) {
      const [top, folder, rest] = posix.join(posix.dirname(file), target ?? '').split('/');
      if (top !== 'modules' || rest === undefined) continue;
      assert.equal(folder, own, `${file} must not import module ${folder}`);
    }
  }
});

/**
 * The inner order of rpc, bottom to top: the server and the dispatcher have no namespace, namespaces do not import each
 * other, and the interfaces put them together.
 */
const rpcRungs = [
  ['types.ts', 'guard.ts'],
  ['dispatch', 'quota.ts', 'delivery-queue.ts'],
  ['deliveries.ts'],
  ['session-groups.ts'],
  ['params', 'sandbox', 'server', 'head-response-cache.ts', 'waiting-requests.ts'],
  ['options.ts', 'interface-settings.ts'],
  ['evm-common'],
  ['execution'],
  ['tracing'],
  ['eth', 'debug', 'trace', 'ots', 'bundles', 'admin', 'development', 'net', 'web3', 'txpool', 'qor', 'svm'],
  ['forking'],
  ['evm-interface', 'svm-interface'],
];

test('rpc has an inner order: server and dispatch below, then what namespaces share, namespaces, interfaces', () => {
  const rpcRungOf = (name: string): number => rpcRungs.findIndex((names) => names.includes(name));
  for (const file of productionFiles().filter((name) => name.startsWith('rpc/'))) {
    const from = file.split('/')[1] ?? '';
    assert.notEqual(rpcRungOf(from), -1, `${file} is in a part of rpc without a rung`);
    for (const [, target] of readFileSync(join(root, file), 'utf8').matchAll(importPattern)) {
      const [top, to = ''] = posix.join(posix.dirname(file), target ?? '').split('/');
      if (top !== 'rpc' || to === from) continue;
      assert.ok(rpcRungOf(to) < rpcRungOf(from), `${file}: rpc/${from} must not import rpc/${to}`);
    }
  }
});
