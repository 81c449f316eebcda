import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { programFile } from '../../testing/run-qord.ts';
import { asFlags, spawnNode } from '../../testing/spawn-node.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { freePorts } from '../../testing/test-node.ts';
import { inspectData } from './inspect-data.ts';
import { keepBusy } from './load.ts';
import { seededRandom } from './seeded-random.ts';
import { Witness } from './witness.ts';

const kills = Number(process.env.QORD_KILLS ?? 100);
const seed = Number(process.env.QORD_KILL_SEED ?? 1);
/** Nodes killed side by side, each on a home of its own. */
const homes = 2;
/** One kill in so many meets a node that is still starting. */
const startKills = 8;

/** Kills a node over and over and examines what is left. */
async function torment(t: TestContext, random: () => number, rounds: number) {
  const home = temporaryFolder(t);
  const witness = new Witness();
  let height = 0;
  for (let round = 0; round < rounds; round++) {
    if (round % startKills === 0) await killStarting(home, random() * 600);
    else await killBusy(t, home, witness, random);
    if (existsSync(join(home, 'data', 'data.mdb')) && round > 0) height = await inspectData(join(home, 'data'), height);
  }
  const survivor = await spawnNode(t, home);
  await witness.examine(survivor.urls.http ?? '');
  assert.equal(await survivor.stop('SIGTERM'), 0);
  return { height, receipts: witness.examined };
}

async function killBusy(t: TestContext, home: string, witness: Witness, random: () => number): Promise<void> {
  const node = await spawnNode(t, home, { 'consensus.block-interval': '20ms' });
  const url = node.urls.http ?? '';
  await witness.examine(url);
  const clients = [0, 1, 2].map((account) => keepBusy(url, account));
  const ended = Promise.allSettled([...clients, witness.follow(url)]);
  await Promise.race([witness.busyBlocks(1 + Math.floor(random() * 4)), ended]);
  await sleep(random() * 40);
  await node.stop('SIGKILL');
  for (const result of await ended) {
    assert.equal(result.status, 'rejected');
    assert.ok(!(result.reason instanceof assert.AssertionError), result.reason);
  }
}

async function killStarting(home: string, milliseconds: number): Promise<void> {
  const child = spawn(process.execPath, [programFile, 'start', '--home', home, ...asFlags(freePorts)], {
    stdio: 'ignore',
  });
  await sleep(milliseconds);
  child.kill('SIGKILL');
  await once(child, 'close');
}

test(`a node under load, killed at ${kills} random moments, keeps all it has told of`, async (t) => {
  const runs = Array.from({ length: homes }, (_, home) =>
    torment(t, seededRandom(seed + home), Math.ceil(kills / homes)),
  );
  for (const { height, receipts } of await Promise.all(runs)) {
    t.diagnostic(`${height} blocks, ${receipts} receipts examined, seed ${seed}`);
    assert.ok(height > kills / 4);
    assert.ok(receipts > kills);
  }
});
