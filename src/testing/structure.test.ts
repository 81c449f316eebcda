import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../src');

/** Files below `folder` with their text, without tests. */
function sources(folder: string): readonly (readonly [file: string, text: string])[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  assert.ok(files.length > 0, `${folder} has no sources`);
  return files.map((file) => [file, readFileSync(join(root, file), 'utf8')]);
}

function assertNone(files: readonly (readonly [file: string, text: string])[], pattern: RegExp, rule: string): void {
  const broken = files.filter(([, text]) => pattern.test(text)).map(([file]) => file);
  assert.deepEqual(broken, [], rule);
}

test('modules reject calls with faults of their table, never by number', () => {
  assertNone(
    sources('modules'),
    /\bcode: \d|\brefuse\(|\.code === \d/,
    'declare the fault with faultsOf, and use its name',
  );
});

test('addresses of modules are made in one table', () => {
  const others = sources('.').filter(
    ([file]) => file !== 'modules/addresses.ts' && !/^(?:kernel|testing|e2e)\//.test(file),
  );
  assertNone(others, /\bmoduleAddress\(/, 'add the address to modules/addresses.ts');
});

test('interfaces read modules only by the functions of modules/readers.ts', () => {
  assertNone(
    sources('rpc'),
    /from '(?:\.\.\/)+modules\/(?!readers\.ts')/,
    'add a function to modules/readers.ts instead of importing records',
  );
});
