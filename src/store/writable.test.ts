import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { freeBytes } from './free-bytes.ts';
import { assertRoom } from './writable.ts';

test('a database or a lock file that is not there needs room on the disk, those that are there need none', (t) => {
  const file = join(temporaryFolder(t), 'data.mdb');
  const tooMuch = 2 * freeBytes(dirname(file));
  const full = { code: 'ENOSPC', message: /^only \d+ bytes are free$/ };
  assertRoom(file);
  assert.throws(() => assertRoom(file, tooMuch), full);
  for (const path of [file, `${file}-lock`]) writeFileSync(path, '');
  assertRoom(file, tooMuch);
  rmSync(`${file}-lock`);
  assert.throws(() => assertRoom(file, tooMuch), full);
});
