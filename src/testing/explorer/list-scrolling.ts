import type { CDPSession, Page } from 'playwright-core';
import type { Address } from '../../primitives/address.ts';
import { toHex } from '../../primitives/hex.ts';
import { postJson } from '../raw-rpc.ts';
import { accountOf, signFrom } from '../sign-from.ts';
import { until } from '../until.ts';

/** Transactions in one request; each block has room for them. */
const together = 500;

type Reply = { readonly result?: string; readonly error?: { readonly message: string } };

/** Calls methods in one batch; throws the first error. */
async function batch(url: string, calls: readonly (readonly [string, ...unknown[]])[]): Promise<readonly string[]> {
  const requests = calls.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params }));
  const replies = await postJson<readonly Reply[]>(url, JSON.stringify(requests));
  return replies.map(({ result, error }) => {
    if (error !== undefined) throw new Error(error.message);
    return result ?? '';
  });
}

/** Transfers from development account 0 to account 9, beginning with a nonce. */
function transfers(nonce: number, count: number): readonly (readonly [string, string])[] {
  const fields = { to: accountOf(9), value: 1n, cap: 10n ** 13n };
  return Array.from({ length: count }, (_, at) => [
    'eth_sendRawTransaction',
    toHex(signFrom(0, { nonce: BigInt(nonce + at), ...fields }).raw),
  ]);
}

type LongLists = {
  /** the fullest block, and how many transactions it has */
  readonly block: number;
  readonly inBlock: number;
  readonly head: number;
  /** transfers in all blocks */
  readonly transfers: number;
  readonly sender: Address;
  readonly receiver: Address;
};

/**
 * Makes `entries` transfers from development account 0 to 9, and after them 1,000, most of them in one block; on a busy
 * machine, where the time of a block ends before, 1,000 again.
 */
export async function makeLongLists(url: string, entries: number): Promise<LongLists> {
  const [sender, receiver] = [accountOf(0), accountOf(9)];
  const minedNonce = async () => Number((await batch(url, [['eth_getTransactionCount', sender, 'latest']]))[0]);
  for (let nonce = 0; nonce < entries; nonce += together) {
    await batch(url, transfers(nonce, Math.min(together, entries - nonce)));
    await until(async () => (await minedNonce()) > nonce, 'a block');
  }
  await until(async () => (await minedNonce()) === entries, 'the last block');
  await batch(url, [['evm_setAutomine', false]]);
  const mine = async () => {
    const calls = [['evm_mine'], ['eth_blockNumber'], ['eth_getBlockTransactionCountByNumber', 'latest']] as const;
    const [, head = 0, count = 0] = (await batch(url, calls)).map(Number);
    return [head, count] as const;
  };
  let [block, inBlock, nonce, mined] = [0, 0, entries, entries];
  while (inBlock <= together) {
    for (const part of [0, 1]) await batch(url, transfers(nonce + part * together, together));
    nonce += 2 * together;
    while (mined < nonce) {
      const [head, count] = await mine();
      mined += count;
      if (count > inBlock) [block, inBlock] = [head, count];
    }
  }
  const [head] = await mine();
  return { block, inBlock, head, transfers: nonce, sender, receiver };
}

export type Scrolling = {
  /** rows of the list, without the head */
  readonly rows: number;
  /** most rows that existed at once */
  readonly drawn: number;
  /** rows in view that nothing had arrived for at the end */
  readonly unread: number;
  /** milliseconds of the page's main thread for one frame, on average: scripts, styles and layout */
  readonly frameTime: number;
  /** megabytes of the page's JavaScript after everything */
  readonly memory: number;
};

/**
 * Runs in the page: scrolls by 15 rows a frame, then to the end until as many `expected` rows are there, then here and
 * there. What has not come after two minutes does not come.
 */
const scroll = `async (turns, expected) => {
  const end = performance.now() + 120_000;
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const list = document.querySelector('.virtual');
  const rows = () => list.querySelectorAll('tbody tr').length;
  const count = () => Number(list.querySelector('table').getAttribute('aria-rowcount')) - 1;
  const rest = () => new Promise((resolve) => setTimeout(resolve, 50));
  let drawn = 0;
  let frames = 0;
  const to = async (top) => {
    list.scrollTop = top;
    await frame();
    frames++;
    drawn = Math.max(drawn, rows());
  };
  for (let at = 0; at < turns; at++) await to(at * 510);
  for (let same = 0, before = 0; (same < 10 || before < expected) && performance.now() < end; ) {
    await to(list.scrollHeight);
    await rest();
    same = count() === before ? same + 1 : 0;
    before = count();
  }
  for (let at = 0; at < turns; at++) await to((list.scrollHeight * (at % 20)) / 20);
  const isUnread = () => list.querySelectorAll('.skeleton').length;
  while (isUnread() > 0 && performance.now() < end) await rest();
  return { rows: count(), drawn, frames, unread: isUnread() };
}`;

/** Opens a page with a list of so many rows and scrolls through all of it. `turns`: frames of each part. */
export async function scrollThrough(page: Page, url: string, expected: number, turns = 60): Promise<Scrolling> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(url);
  await page.locator('.virtual tbody tr').first().waitFor();
  const before = await busyTime(session);
  const { frames, ...seen } = await page.evaluate<Omit<Scrolling, 'frameTime' | 'memory'> & { frames: number }>(
    `(${scroll})(${turns}, ${expected})`,
  );
  const busy = (await busyTime(session)) - before;
  await session.send('HeapProfiler.collectGarbage');
  const memory = (await metric(session, 'JSHeapUsedSize')) / 1e6;
  await session.detach();
  return { ...seen, frameTime: (busy * 1000) / frames, memory };
}

/** Seconds that the main thread of the page has computed. */
async function busyTime(session: CDPSession): Promise<number> {
  const parts = ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'];
  const times = await Promise.all(parts.map((name) => metric(session, name)));
  return times.reduce((sum, time) => sum + time, 0);
}

async function metric(session: CDPSession, name: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find((each) => each.name === name)?.value ?? 0;
}
