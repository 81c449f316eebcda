import { setTimeout as sleep } from 'node:timers/promises';
import { postJson, requestText } from '#qord/testing/raw-rpc.ts';
import type { SpawnedNode } from '#qord/testing/spawn-node.ts';
import type { Attack } from './attack.ts';
import { AttackClients } from './attack-clients.ts';
import { HeadWatcher } from './head-watcher.ts';
import type { Tally } from './tally.ts';

const pingEvery = 50;
/** Milliseconds after the attack in which blocks may still be announced. */
const patienceMs = 10_000;

/**
 * Result of an attack that a test can afford: responses to the attackers, and how long others waited, for responses and for notifications of
 * blocks, in milliseconds.
 */
type BoundedOutcome = {
  readonly tally: Tally;
  readonly longestWaitMs: number;
  readonly headDelayMs: number;
  readonly responses: number;
};

/** Runs the bounded form of an attack from this process while another client requests the height and follows new blocks. */
export async function runBounded({ urls }: Pick<SpawnedNode, 'urls'>, { attack }: Attack): Promise<BoundedOutcome> {
  const leaving = new AbortController();
  const heads = await HeadWatcher.open(urls.webSocket ?? '');
  const clients = new AttackClients(leaving.signal, 1);
  let isOver = false;
  const ended = attack?.({ urls, scale: 'bounded', clients, signal: leaving.signal }).finally(() => {
    isOver = true;
  });
  let longestWaitMs = 0;
  let responses = 0;
  do {
    const began = performance.now();
    const { result } = await postJson(urls.http ?? '', requestText('eth_blockNumber', []));
    if (typeof result === 'string') {
      responses++;
      heads.read(Number(result));
    }
    longestWaitMs = Math.max(longestWaitMs, performance.now() - began);
    await sleep(pingEvery);
  } while (!isOver);
  await ended;
  await heads.settle(patienceMs);
  leaving.abort();
  const { longestDelay: headDelayMs, end } = heads;
  heads.close();
  if (end !== undefined) throw new Error(end);
  return { tally: clients.tally, longestWaitMs, headDelayMs, responses };
}
