import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { mapSizeWithin, usualMapBytes } from './map-size.ts';

const step = 2 ** 26;

test('the map of the database is half of what is left of the address space, in steps, and never less than two files', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'qord-map-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'data.mdb');
  for (const left of [2 * usualMapBytes, Number.POSITIVE_INFINITY])
    assert.equal(mapSizeWithin(file, left), usualMapBytes);
  assert.equal(mapSizeWithin(file, 2 * usualMapBytes - 1), usualMapBytes - step);
  assert.equal(mapSizeWithin(file, 2 * step), step);
  assert.equal(mapSizeWithin(file, 2 * step - 1), undefined);
  assert.equal(mapSizeWithin(file, 4 * step - 1), step);
  assert.equal(mapSizeWithin(file, 4 * step), 2 * step);
  writeFileSync(file, '');
  truncateSync(file, step);
  assert.equal(mapSizeWithin(file, 4 * step), 2 * step, 'twice the file');
  truncateSync(file, step + 1);
  assert.equal(mapSizeWithin(file, 4 * step), undefined);
});
