import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { blockParts } from '../../chain/storage/block-parts.ts';
import { indexHashes } from '../../chain/storage/hash-index.ts';
import { chainTables } from '../../chain/storage/tables.ts';
import { parseHash } from '../../primitives/hash.ts';
import { runToEnd } from '../../primitives/steps.ts';
import { stateTables } from '../../state/tables.ts';
import { Batch } from '../../store/batch.ts';
import { openLmdbStore } from '../../store/lmdb-store.ts';
import type { Store } from '../../store/types.ts';
import { seededRandom } from '../../testing/random/seeded-random.ts';
import { runQord } from '../../testing/run-qord.ts';
import { spawnNode } from '../../testing/spawn-node.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { healthyHome, overwrite } from './damaged-copies.ts';

const verify = async (home: string) => {
  const { code, stdout, stderr } = await runQord(['verify', '--home', home, '--json']);
  return { code, stderr, report: stdout === '' ? undefined : JSON.parse(stdout) };
};

/** Changes rows of a home directly in the database. */
async function tamper(home: string, change: (store: Store, batch: Batch) => void): Promise<void> {
  const store = openLmdbStore(join(home, 'data'));
  const batch = new Batch();
  change(store, batch);
  assert.equal(batch.writes.length > 0, true);
  store.commit(batch);
  await store.close();
}

/** Flips a bit of the last byte in the first row of a table. */
function flip(table: number): (store: Store, batch: Batch) => void {
  return (store, batch) => {
    for (const [key, value] of store.range(table, { limit: 1 })) {
      const wrong = value.slice();
      wrong[wrong.length - 1] = (wrong.at(-1) ?? 0) ^ 1;
      batch.put(table, key, wrong);
    }
  };
}

/** Flips a bit of the byte at `at` in the first row of a part. */
function flipPart(part: number, at: number): (store: Store, batch: Batch) => void {
  return (store, batch) => {
    for (const [key, value] of store.range(chainTables.blocks)) {
      if (key.length !== 9 || key[8] !== part) continue;
      const wrong = value.slice();
      wrong[at] = (wrong[at] ?? 0) ^ 1;
      return batch.put(chainTables.blocks, key, wrong);
    }
  };
}

/** Removes the last row of a table. */
function removeLast(table: number): (store: Store, batch: Batch) => void {
  return (store, batch) => {
    for (const [key] of store.range(table, { reverse: true, limit: 1 })) batch.remove(table, key);
  };
}

test('an intact home is reported as intact, with its counts', async (t) => {
  const { home } = await healthyHome(t);
  const { code, report } = await verify(home);
  assert.deepEqual([code, report.whole, report.network, report.transactions, report.faults], [0, true, 'dev', 2, []]);
  assert.ok(report.height >= 2);
  const asText = await runQord(['verify', '--home', home]);
  assert.match(asText.stdout, /home is intact: dev, height \d+, 2 transactions\n$/);
  assert.match(asText.stderr, /^pages: \d+ checked\nblocks: \d+ checked\naccounts: \d+ checked\n$/);
  const running = await spawnNode(t, home);
  assert.equal((await verify(home)).code, 4, 'a node runs');
  await running.stop('SIGTERM');
  const absent = await verify(join(temporaryFolder(t), 'nowhere'));
  assert.equal(absent.code, 3);
  assert.match(absent.stderr, /does not exist: there is no chain yet/);
});

test('a row that is missing, wrong or superfluous is named with its position', async (t) => {
  const { copy, drop } = await healthyHome(t);
  const cases: readonly (readonly [string, (store: Store, batch: Batch) => void, RegExp])[] = [
    ['account', flip(stateTables.accounts), /^state: account 0x/],
    ['entry', flip(stateTables.entries), /^state: account 0x[0-9a-f]{40}: the root of its entries is/],
    ['code', flip(stateTables.code), /^state: account 0x[0-9a-f]{40}: its code .* is missing or wrong/],
    ['tree node', flip(stateTables.accountNodes), /^state: tree node .* is wrong/],
    ['history', removeLast(stateTables.changedHeights), /^state: account .*: no history of block \d+/],
    ['header', flip(chainTables.blocks), /^block 0: /],
    ['transactions', flipPart(blockParts.transactions, 40), /^block \d+: /],
    ['type of a receipt', flipPart(blockParts.receipts, 10), /^block \d+: its receipts root is/],
    ['hash', removeLast(chainTables.hashIndex), /^block \d+: the index of hashes does not have 0x/],
    ['position of a hash', flip(chainTables.hashIndex), /^block \d+: the index of hashes does not have 0x/],
    [
      'account index',
      removeLast(chainTables.accountTransactions),
      /^block \d+: the index of accounts does not have it/,
    ],
    ['state root', removeLast(stateTables.stateTotals), /^state: the root is 0x[0-9a-f]{64}, not/],
    [
      'a hash too many',
      (store, batch) =>
        runToEnd(indexHashes(store, batch, [[parseHash(`0x${'77'.repeat(32)}`), { height: 1, index: 0 }]])),
      /^indexes: there are \d+ hashes in the index, the blocks have \d+/,
    ],
    [
      'an index of logs that leads nowhere',
      (_store, batch) => batch.put(chainTables.logIndex, new Uint8Array(9), Uint8Array.of(0, 1)),
      /^indexes: there are 1 terms of logs in the index, the blocks have 0/,
    ],
  ];
  for (const [what, change, message] of cases) {
    const home = copy();
    await tamper(home, change);
    const { code, stderr, report } = await verify(home);
    assert.deepEqual([code, report?.whole], [3, false], `${what}: ${stderr}`);
    const faults: string[] = report.faults.map((found: Record<string, string>) => `${found.place}: ${found.fault}`);
    assert.ok(
      faults.some((fault) => message.test(fault)),
      `${what}: ${faults.join('; ')}`,
    );
    drop(home);
  }
});

test('damaged pages are reported and never cause a crash', async (t) => {
  const { home, copy, drop } = await healthyHome(t);
  const { size } = statSync(join(home, 'data', 'data.mdb'));
  const random = seededRandom(7);
  let damaged = 0;
  for (let round = 0; round < 16; round++) {
    const page = 2 + Math.floor(random() * (size / 4096 - 2));
    const length = round % 2 === 0 ? 24 : 4096; // a header, or all of the page
    const broken = copy(join('data', 'data.mdb'), (path) =>
      overwrite(path, page * 4096, (bytes) => bytes.set(bytes.map(() => Math.floor(random() * 256))), length),
    );
    const { code, stderr, report } = await verify(broken);
    assert.ok(code === 0 || code === 3, `page ${page}: ${code} ${stderr}`);
    assert.equal(report?.whole, code === 0);
    if (code === 3) damaged++;
    drop(broken);
  }
  t.diagnostic(`${damaged} of 16 pages were in use`);
  assert.ok(damaged > 0);
});
