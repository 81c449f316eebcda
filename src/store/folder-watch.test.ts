import assert from 'node:assert/strict';
import { copyFileSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { FolderWatch } from './folder-watch.ts';

test('a disk is full when less than the reserve is free', (t) => {
  const file = join(temporaryFolder(t), 'data.mdb');
  writeFileSync(file, '');
  const { bavail, bsize } = statfsSync(file);
  new FolderWatch([file], { reserveBytes: (bavail * bsize) / 2 }).assertUsable();
  assert.throws(
    () => new FolderWatch([file], { reserveBytes: bavail * bsize * 2 }).assertUsable(),
    /data\.mdb cannot grow: only \d+ MB are free, and \d+ MB are kept for a whole block; .* start again$/,
  );
});

test('a file is full that has nearly the size of a map that cannot grow', (t) => {
  const file = join(temporaryFolder(t), 'data.mdb');
  writeFileSync(file, new Uint8Array(4096));
  const reserve = 64 * 2 ** 20;
  new FolderWatch([file], { maxMapBytes: reserve + 4096 }).assertUsable();
  assert.throws(
    () => new FolderWatch([file], { maxMapBytes: reserve + 4095 }).assertUsable(),
    /data\.mdb cannot be mapped into memory: it has nearly filled the 64 MB .*; raise the limit with ulimit -v unlimited$/,
  );
});

test('a file that was deleted, moved or replaced is noticed, one that was written is not', (t) => {
  const losses: readonly ((file: string) => void)[] = [
    (file) => rmSync(file),
    (file) => renameSync(file, `${file}-elsewhere`),
    (file) => {
      copyFileSync(file, `${file}-copy`);
      renameSync(`${file}-copy`, file);
    },
  ];
  for (const lose of losses) {
    const folder = temporaryFolder(t);
    const [first, second] = ['data.mdb', 'in-use.mdb-lock'].map((name) => join(folder, name));
    assert.ok(first && second);
    for (const file of [first, second]) writeFileSync(file, 'before');
    const unchanged = new FolderWatch([first, second]);
    const changed = new FolderWatch([first, second]);
    writeFileSync(first, 'after');
    unchanged.assertUsable();
    lose(second);
    assert.throws(
      () => changed.assertUsable(),
      /in-use\.mdb-lock has been deleted, moved or replaced while this node had it open: .* start again$/,
    );
  }
});
