import assert from 'node:assert/strict';
import { constants } from 'node:os';
import { test } from 'node:test';
import { storeErrorOf } from './store-error.ts';

test('whatever the system says while LMDB writes is an error of the disk, not of the program', () => {
  const codeOf = (code: unknown) => storeErrorOf(Object.assign(new Error('why'), { code }), 'data.mdb')?.fault.code;
  const { EDQUOT, EIO, ENOSPC, ENOTCONN, EROFS, ESTALE } = constants.errno;
  for (const full of [ENOSPC, EDQUOT, 'ENOSPC', -30792]) assert.equal(codeOf(full), 'disk-full', String(full));
  for (const failing of [EIO, ESTALE, ENOTCONN, 1_000, -30795])
    assert.equal(codeOf(failing), 'disk-failure', String(failing));
  assert.equal(codeOf(EROFS), 'no-access');
  const whileWriting = Object.assign(new Error('Read-only file system: Attempting to write page at 4096'), {
    code: EROFS,
  });
  assert.deepEqual(storeErrorOf(whileWriting, 'data.mdb')?.fault, {
    code: 'disk-failure',
    file: 'data.mdb',
    reason: 'Read-only file system',
  });
  assert.equal(codeOf(-30796), 'damaged');
  for (const other of [-30799, 'ERR_INVALID_ARG_TYPE', undefined])
    assert.equal(codeOf(other), undefined, String(other));
});
