import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openChainReader } from '../chain/open-chain.ts';
import { readGenesisText, readTotals, writeTotals } from '../chain/storage/totals.ts';
import { allAccounts } from '../state/all-accounts.ts';
import { Batch } from '../store/batch.ts';
import { openLmdbReader, openLmdbStore } from '../store/lmdb-store.ts';
import { chainReadings } from '../testing/migration/chain-readings.ts';
import { oldReadings, oldRows } from '../testing/migration/old-rows.ts';
import { freePorts } from '../testing/node/free-ports.ts';
import { runQord } from '../testing/run-qord.ts';
import { spawnNode } from '../testing/spawn-node.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const freePortFlags = Object.entries(freePorts).flatMap(([key, value]) => [`--${key}`, value]);

async function oldHome(t: TestContext): Promise<string> {
  const home = temporaryFolder(t);
  const store = openLmdbStore(join(home, 'data'));
  store.commit(oldRows());
  mkdirSync(join(home, 'config'));
  writeFileSync(join(home, 'config', 'genesis.json'), readGenesisText(store) ?? '');
  await store.close();
  return home;
}

const migrate = async (home: string) => {
  const { code, stdout, stderr } = await runQord(['migrate', '--home', home, '--json']);
  return { code, stderr, report: stdout === '' ? undefined : JSON.parse(stdout) };
};

async function readingsOf(home: string): Promise<unknown> {
  const reader = openLmdbReader(join(home, 'data'));
  try {
    return chainReadings(
      openChainReader(reader),
      [...allAccounts(reader)].map(([address]) => address),
    );
  } finally {
    await reader.close();
  }
}

test('a home of the format before is refused with the remedy, converted, intact, and continues', async (t) => {
  const home = await oldHome(t);
  for (const words of [['verify'], ['start', ...freePortFlags], ['export']]) {
    const { code, stderr } = await runQord([...words, '--home', home]);
    assert.notEqual(code, 0);
    assert.match(stderr, /in format 11, this qord reads format 12: convert them with qord migrate/);
  }
  const { code, stdout, stderr } = await runQord(['migrate', '--home', home]);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /was converted from format 11 to 12: height 23, 76 transactions\n$/);
  assert.match(stderr, /^rows: \d+ converted\nblocks: 24 converted\n$/);
  assert.equal(existsSync(join(home, 'data', 'migration')), false);
  assert.deepEqual(await readingsOf(home), oldReadings);
  assert.equal((await runQord(['verify', '--home', home])).code, 0);
  const node = await spawnNode(t, home);
  assert.equal((await migrate(home)).code, 4, 'a node runs');
  await node.stop('SIGTERM');
  const again = await migrate(home);
  assert.deepEqual([again.code, again.report.from, again.report.to], [0, 12, 12]);
  assert.ok(again.report.height >= 23);
});

/** Kills itself when it has been told of progress so many times. */
const killed = `
  const { migrateHome } = await import(${JSON.stringify(new URL('./migrate-home.js', import.meta.url).href)});
  const { homePaths } = await import(${JSON.stringify(new URL('../config/home.js', import.meta.url).href)});
  let left = Number(process.argv[2]);
  await migrateHome(homePaths(process.argv[1]), () => --left === 0 && process.kill(process.pid, 'SIGKILL'));
`;

test('a conversion that is killed continues, and begins again when the old data have changed since', async (t) => {
  const home = await oldHome(t);
  const killAfter = async (calls: number) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', killed, home, `${calls}`], {
      stdio: 'inherit',
    });
    assert.deepEqual(await once(child, 'exit'), [null, 'SIGKILL']);
  };
  await killAfter(3);
  await killAfter(7);
  const store = openLmdbStore(join(home, 'data'));
  const batch = new Batch();
  writeTotals(batch, readTotals(store) ?? assert.fail());
  store.commit(batch);
  await store.close();
  await killAfter(3);
  await killAfter(8);
  const { code, stderr } = await migrate(home);
  assert.equal(code, 0, stderr);
  assert.deepEqual(await readingsOf(home), oldReadings);
});

test('a home without a chain, or in a format that is too old, is refused', async (t) => {
  const absent = await migrate(join(temporaryFolder(t), 'nowhere'));
  assert.equal(absent.code, 3);
  assert.match(absent.stderr, /does not exist: there is no chain yet/);
  const home = await oldHome(t);
  const store = openLmdbStore(join(home, 'data'));
  const batch = new Batch();
  batch.put(24, Buffer.from('format'), Uint8Array.of(7));
  store.commit(batch);
  await store.close();
  const older = await migrate(home);
  assert.equal(older.code, 3);
  assert.match(older.stderr, /in format 7, this qord reads format 12: export the chain with the qord that wrote them/);
});
