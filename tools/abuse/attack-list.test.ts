import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { attacks } from './attacks.ts';

const root = new URL('../../../', import.meta.url);

/** The rows of the table in docs/attacks.md. */
function rows(): string[][] {
  const lines = readFileSync(new URL('docs/attacks.md', root), 'utf8').split('\n');
  const table = lines.filter((line) => line.startsWith('| ')).slice(2);
  return table.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

test('docs/attacks.md names tests that exist, and every case of npm run abuse', () => {
  const named = new Set<string>();
  for (const [attack, file = '', title = '', cases = ''] of rows()) {
    const path = new URL(file.replaceAll('`', '').replace(/^(?!tools\/)/, 'src/'), root);
    assert.ok(existsSync(path), `${attack}: ${file}`);
    assert.ok(readFileSync(path, 'utf8').includes(title), `${attack}: ${title}`);
    for (const [, name = ''] of cases.matchAll(/`([^`]+)`/g)) named.add(name);
  }
  assert.ok(named.size > 0);
  for (const name of Object.keys(attacks)) assert.ok(named.has(name), name);
});
