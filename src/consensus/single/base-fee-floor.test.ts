import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openMempool } from '../../mempool/open-mempool.ts';
import { mempoolOptions } from '../../mempool/options.ts';
import { parseAddress } from '../../primitives/address.ts';
import { developmentAccounts } from '../../primitives/development-accounts.ts';
import { weiPerQor } from '../../primitives/units.ts';
import { createMemoryChain } from '../../testing/memory-chain.ts';
import { testMainThread } from '../../testing/process/main-thread.ts';
import { signFrom } from '../../testing/sign-from.ts';
import { systemClock } from '../building/clock.ts';
import { BlockProducer } from './block-producer.ts';

const floor = 10n ** 11n;

async function settle(): Promise<void> {
  for (let turn = 0; turn < 40; turn++) await nextTurn();
}

function startProducer(t: TestContext) {
  const { chain } = createMemoryChain((state) => {
    for (const { address } of developmentAccounts) state.mint(address, 1000n * weiPerQor);
  });
  const mempool = openMempool(chain, mempoolOptions.parse({}), { feeLimitWei: 0n, allowsUnprotected: false });
  chain.onBlock({ kind: 'critical', name: 'test' }, () => delete chain.rules.overrides.baseFee); // as a development network does
  const producer = new BlockProducer({
    chain,
    mempool,
    clock: systemClock,
    mainThread: testMainThread(),
    proposer: parseAddress(`0x${'bb'.repeat(20)}`),
    consensusOf: () => undefined,
    blockIntervalMs: 0,
    arrange: (candidates) => candidates,
    onInternalError: assert.fail,
  });
  const stop = new AbortController();
  const ended = producer.run(stop.signal);
  t.after(async () => {
    stop.abort();
    await ended;
  });
  return { chain, mempool, producer };
}

test('transactions at the floor follow a block that raised the base fee, without an interval', async (t) => {
  const { chain, mempool, producer } = startProducer(t);
  await settle();
  chain.rules.overrides.baseFee = 8n * floor;
  await producer.mine();
  assert.equal(chain.reader.head().baseFee, 8n * floor);
  mempool.add(signFrom(1, { cap: floor }));
  for (let turn = 0; turn < 100 && mempool.counts().pending > 0; turn++) await settle();
  assert.equal(mempool.counts().pending, 0, `${chain.reader.head().number} ${chain.next.baseFee()}`);
  assert.equal(chain.reader.head().baseFee, floor);
  const { number } = chain.reader.head();
  await settle();
  assert.equal(chain.reader.head().number, number, 'and then there are no more blocks');
});
