import { setTimeout as sleep } from 'node:timers/promises';
import { postJson, requestText } from '../raw-rpc.ts';
import type { SpawnedNode } from '../spawn-node.ts';
import type { Attack } from './attack.ts';
import { AttackClients } from './attack-clients.ts';
import type { Tally } from './tally.ts';

const pingEvery = 50;

/** Result of an attack that a test can afford: responses to the attackers, and how long others waited. */
type BoundedOutcome = { readonly tally: Tally; readonly longestWait: number; readonly responses: number };

/** Runs the bounded form of an attack from this process while another client requests the height. */
export async function runBounded({ urls }: Pick<SpawnedNode, 'urls'>, { attack }: Attack): Promise<BoundedOutcome> {
  const leaving = new AbortController();
  const clients = new AttackClients(leaving.signal, 1);
  let isOver = false;
  const ended = attack?.({ urls, scale: 'bounded', clients, signal: leaving.signal }).finally(() => {
    isOver = true;
  });
  let longestWait = 0;
  let responses = 0;
  do {
    const began = performance.now();
    const { result } = await postJson(urls.http ?? '', requestText('eth_blockNumber', []));
    if (typeof result === 'string') responses++;
    longestWait = Math.max(longestWait, performance.now() - began);
    await sleep(pingEvery);
  } while (!isOver);
  await ended;
  leaving.abort();
  return { tally: clients.tally, longestWait, responses };
}
