import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspectData } from '#qord/testing/network/inspect-data.ts';
import { freePorts } from '#qord/testing/node/free-ports.ts';
import { programFile, runQord } from '#qord/testing/run-qord.ts';
import { asFlags, spawnNode } from '#qord/testing/spawn-node.ts';
import { CrashObserver } from './crash-observer.ts';
import { generateLoad } from './generate-load.ts';
import { observeSubscriptions } from './observe-subscriptions.ts';

/** One kill in so many meets a node that is still starting. */
const startKills = 8;

/** Counts of what a node that was killed repeatedly still had. */
type KillReport = {
  readonly height: number;
  readonly blocks: number;
  readonly receipts: number;
  readonly logs: number;
};

/**
 * Kills a node under load repeatedly, on one home, and checks after each kill whether everything it has reported is
 * still there. Throws an AssertionError when something is not.
 * @param random numbers in [0, 1) that decide when it is killed
 */
export async function killRepeatedly(random: () => number, rounds: number): Promise<KillReport> {
  const home = mkdtempSync(join(tmpdir(), 'qord-crash-'));
  const closers: (() => void)[] = [];
  const t = { after: (close: () => void) => void closers.push(close) };
  const observer = new CrashObserver();
  let height = 0;
  try {
    for (let round = 0; round < rounds; round++) {
      if (round % startKills === 0) await killWhileStarting(home, random() * 600);
      else await killUnderLoad(t, home, observer, random);
      if (existsSync(join(home, 'data', 'data.mdb')) && round > 0)
        height = await inspectData(join(home, 'data'), height);
    }
    const survivor = await spawnNode(t, home);
    await observer.verify(survivor.urls.http ?? '');
    assert.equal(await survivor.stop('SIGTERM'), 0);
    const { code, stdout, stderr } = await runQord(['verify', '--home', home]);
    assert.equal(code, 0, stdout + stderr);
    return { height, blocks: observer.blocks, receipts: observer.verifiedReceipts, logs: observer.verifiedLogs };
  } finally {
    for (const close of closers) close();
    rmSync(home, { recursive: true, force: true });
  }
}

async function killUnderLoad(
  t: { after(close: () => void): void },
  home: string,
  observer: CrashObserver,
  random: () => number,
): Promise<void> {
  const durable = String(random() < 0.5); // then blocks are written in the background
  const node = await spawnNode(t, home, { 'consensus.block-interval': '20ms', 'storage.durable': durable });
  const url = node.urls.http ?? '';
  await observer.verify(url);
  const clients = [0, 1, 2].map((account) => generateLoad(url, account, observer));
  const followers = [observer.follow(url), observeSubscriptions(node.urls.webSocket ?? '', observer)];
  const ended = Promise.allSettled([...clients, ...followers]);
  await Promise.race([observer.busyBlocks(1 + Math.floor(random() * 4)), ended]);
  await sleep(random() * 40);
  await node.stop('SIGKILL');
  for (const result of await ended) {
    assert.equal(result.status, 'rejected');
    if (result.reason instanceof assert.AssertionError) throw result.reason;
  }
}

async function killWhileStarting(home: string, milliseconds: number): Promise<void> {
  const words = [programFile, 'start', '--home', home, ...asFlags(freePorts)];
  const child = spawn(process.execPath, words, { stdio: 'ignore' });
  await sleep(milliseconds);
  child.kill('SIGKILL');
  await once(child, 'close');
}
