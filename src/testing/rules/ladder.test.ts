import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brokenImports, importsOf, type Source } from './source-rules.ts';

/** Bottom to top. A file may import its own folder and lower rungs, never a higher one, never another of its rung. */
const rungs = [
  ['primitives'],
  ['scheduling', 'sources'],
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
  ['cli', 'api'],
  ['main.ts', 'index.ts'],
];

const root = join(dirname(fileURLToPath(import.meta.url)), '../../../src');
/** Tests and their helpers are not part of the ladder: they may import anything, and nothing else may import them. */
const production: readonly Source[] = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))
  .filter((name) => !/^(?:testing|e2e)\/|\/(?:assembly|testing)\//.test(name))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

const below = (folder: string): readonly Source[] => production.filter(({ file }) => file.startsWith(folder));

test('imports only point down', () => {
  assert.ok(production.length > 500);
  assert.deepEqual(brokenImports(production, rungs), []);
});

test('an import upward, sideways, from a folder without a rung, of a helper of tests or from outside is found', () => {
  const importing = (file: string, target: string): Source => ({ file, text: `import { a } from '${target}';` });
  const broken = (source: Source): string[] => brokenImports([source], rungs);
  assert.deepEqual(broken(importing('state/a.ts', '../store/b.ts')), []);
  assert.deepEqual(broken(importing('state/a/b.ts', '../c.ts')), []);
  assert.deepEqual(broken(importing('state/a.ts', '../chain/b.ts')), ['state/a.ts: state must not import chain']);
  assert.deepEqual(broken(importing('evm/a.ts', '../svm/b.ts')), ['evm/a.ts: evm must not import svm']);
  assert.deepEqual(broken(importing('rpc/a/b.ts', '../../testing/c.ts')), ['rpc/a/b.ts: rpc must not import testing']);
  assert.deepEqual(broken(importing('cli/a.ts', '../e2e/c.ts')), ['cli/a.ts: cli must not import e2e']);
  assert.deepEqual(broken(importing('cli/a.ts', '../../tools/fuzz/c.ts')), ['cli/a.ts: cli must not import ..']);
  assert.deepEqual(broken(importing('cli/a.ts', '#qord/node/c.ts')), ['cli/a.ts: cli must not import ..']);
  assert.deepEqual(broken(importing('other/a.ts', './b.ts')), ['other/a.ts: other has no rung']);
});

test('a module imports no other module; only modules/index.ts imports them all', () => {
  const inModules = below('modules/').filter(({ file }) => /^modules\/[^/]+\//.test(file));
  assert.ok(inModules.length > 100);
  for (const source of inModules) {
    const [, own] = source.file.split('/');
    for (const [top, folder, rest] of importsOf(source).map((path) => path.split('/'))) {
      if (top !== 'modules' || rest === undefined) continue;
      assert.equal(folder, own, `${source.file} must not import module ${folder}`);
    }
  }
});

test('in the kernel, what is generated from declarations stands above how modules are declared', () => {
  const docs = 'kernel/module-docs/';
  const inKernel = below('kernel/').filter(({ file }) => !file.startsWith(docs));
  assert.ok(inKernel.length > 30 && below(docs).length > 3);
  for (const source of inKernel) {
    assert.deepEqual(
      importsOf(source).filter((path) => path.startsWith(docs)),
      [],
      source.file,
    );
  }
});

/**
 * The inner order of rpc, bottom to top: the server and the dispatcher have no namespace, namespaces do not import each
 * other, and the interfaces put them together.
 */
const rpcRungs = [
  ['json-value.ts'],
  ['rpc-error.ts'],
  ['session.ts', 'fork-control.ts', 'guard.ts'],
  ['method.ts', 'development-control.ts'],
  ['node-control.ts'],
  ['owner-of.ts'],
  ['dispatch', 'quota.ts', 'delivery-queue.ts'],
  ['deliveries.ts'],
  ['session-groups.ts'],
  ['params', 'sandbox', 'server', 'text-cache.ts', 'waiting-requests.ts'],
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
  const inRpc = below('rpc/');
  assert.ok(inRpc.length > 100);
  for (const source of inRpc) {
    const from = source.file.split('/')[1] ?? '';
    assert.notEqual(rpcRungOf(from), -1, `${source.file} is in a part of rpc without a rung`);
    for (const [top, to = ''] of importsOf(source).map((path) => path.split('/'))) {
      if (top !== 'rpc' || to === from) continue;
      assert.ok(rpcRungOf(to) < rpcRungOf(from), `${source.file}: rpc/${from} must not import rpc/${to}`);
    }
  }
});
