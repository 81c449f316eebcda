import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { removeAbandonedHomes } from './memory-home.ts';

test('a temporary folder that cannot be read is reported, and rejects nothing', async (t) => {
  const file = join(temporaryFolder(t), 'file');
  writeFileSync(file, '');
  const { TMPDIR: before } = process.env;
  process.env.TMPDIR = file;
  t.after(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  });
  const faults: unknown[] = [];
  await removeAbandonedHomes((error) => faults.push(error));
  assert.deepEqual(
    faults.map((error) => (error as NodeJS.ErrnoException).code),
    ['ENOTDIR'],
  );
});
