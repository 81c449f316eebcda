import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { quantity } from '../../primitives/quantity.ts';
import { alice, bob, contracts } from '../../testing/evm-interface.ts';
import { type Block, start, stranger, word } from '../../testing/interfaces/development-session.ts';
import { seededRandom } from '../../testing/random/seeded-random.ts';
import type { LongText } from '../json-value.ts';

type Log = { readonly removed: boolean; readonly blockHash: string; readonly logIndex: string };
type Network = ReturnType<typeof start>;
type Action = (network: Network) => Promise<unknown>;

/** What somebody knows who removes what they are told has been removed. */
class Watcher {
  logs: Log[] = [];
  readonly sent: { result: Log }[] = [];
  readonly #network: Network;
  readonly #filters: readonly unknown[];

  private constructor(network: Network, filters: readonly unknown[]) {
    this.#network = network;
    this.#filters = filters;
  }

  static async open(network: Network): Promise<Watcher> {
    const filters = [await network.result('eth_newBlockFilter')];
    filters.push(await network.result('eth_newFilter', { address: contracts.logger }));
    const watcher = new Watcher(network, filters);
    const session = {
      send: (text: string | LongText) => void watcher.sent.push(JSON.parse(text.toString()).params),
      onClose: () => {},
      end: () => {},
    };
    const request = { jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['logs', {}] };
    await network.request(JSON.stringify(request), session);
    return watcher;
  }

  async poll(): Promise<{ readonly blocks: readonly unknown[]; readonly logs: readonly Log[] }> {
    const [blocks, logs] = this.#filters;
    const changes = (filter: unknown) => this.#network.result('eth_getFilterChanges', filter);
    const fresh = { blocks: (await changes(blocks)) as unknown[], logs: [] as Log[] };
    for (;;) {
      const some = (await changes(logs)) as Log[]; // many come in several parts
      if (some.length === 0) break;
      fresh.logs.push(...some);
    }
    this.logs = afterwards([...this.logs, ...fresh.logs]);
    return fresh;
  }
}

/** The logs that are left when removed ones go; each was told before. */
function afterwards(told: readonly Log[]): Log[] {
  const left = new Map<string, Log>();
  for (const log of told) {
    const key = `${log.blockHash} ${log.logIndex}`;
    if (!log.removed) left.set(key, log);
    else assert.ok(left.delete(key), 'a log is removed that was told');
  }
  return [...left.values()];
}

const hex = (value: number) => quantity(BigInt(Math.floor(value)));

/** A random transaction, or what changes blocks without any. */
function changeOf(random: () => number): Action {
  const [kind, value] = [Math.floor(random() * 6), Math.floor(random() * 1e6)];
  switch (kind) {
    case 0:
      return ({ send }) => send({ from: alice, to: stranger, value: hex(value) });
    case 1:
    case 2:
      return ({ send }) => send({ from: bob, to: contracts.logger, data: word(value) });
    case 3:
      return ({ result }) => result('anvil_mine', hex(1 + (value % 3)));
    case 4:
      return ({ result }) => result('anvil_setStorageAt', contracts.reader, word(value % 3), word(value));
    default:
      return ({ result }) => result('anvil_addBalance', stranger, hex(value));
  }
}

/** A random setting of the next block, or of all further ones. */
function settingOf(random: () => number): Action {
  const [kind, value] = [Math.floor(random() * 7), 1 + Math.floor(random() * 1e4)];
  switch (kind) {
    case 0:
      return ({ result }) => result('evm_increaseTime', value);
    case 1:
      return async ({ result, block }) => {
        const { timestamp } = (await block('pending')) as Block;
        return result('evm_setNextBlockTimestamp', Number(timestamp) + value);
      };
    case 2:
      return ({ result }) => result('anvil_setNextBlockBaseFeePerGas', hex(1e9 + value));
    case 3:
      return ({ result }) => result('anvil_setPrevRandao', word(value));
    case 4:
      return ({ result }) => result('anvil_setCoinbase', `0x${'c0'.repeat(18)}${word(value).slice(-4)}`);
    case 5:
      return ({ result }) => result('evm_setBlockGasLimit', 30_000_000 + value);
    default:
      return ({ result }) => result('anvil_setBlockTimestampInterval', value);
  }
}

function actionsOf(random: () => number, count: number, hasSettings = true): readonly Action[] {
  return Array.from({ length: count }, () => (hasSettings && random() < 0.4 ? settingOf(random) : changeOf(random)));
}

/** All that can be read, as text. */
async function everything({ result }: Network): Promise<readonly string[]> {
  const head = Number(await result('eth_blockNumber'));
  const texts: string[] = [];
  const read = async (method: string, ...params: unknown[]) => {
    texts.push(`${method} ${JSON.stringify(params)}: ${JSON.stringify(await result(method, ...params))}`);
  };
  for (const tag of [...Array.from({ length: head + 1 }, (_, height) => hex(height)), 'pending']) {
    await read('eth_getBlockByNumber', tag, true);
    await read('eth_getBlockReceipts', tag);
    await read('eth_getLogs', { fromBlock: tag, toBlock: tag, address: contracts.logger });
    await read('eth_getProof', contracts.reader, ['0x0', '0x1', '0x2'], tag);
    for (const account of [alice, bob, stranger]) await read('eth_getAccountInfo', account, tag);
    await read('eth_call', { to: contracts.reader }, tag);
  }
  await read('eth_feeHistory', hex(head + 1), 'latest', [50]);
  await read('eth_estimateGas', { from: alice, to: contracts.logger });
  await read('eth_gasPrice');
  await read('txpool_content');
  await read('ots_searchTransactionsBefore', bob, 0, 100);
  await read('eth_getBlockByNumber', hex(head + 1), false);
  return texts;
}

async function doAll(network: Network, actions: readonly Action[]): Promise<void> {
  for (const action of actions) await action(network);
}

/** Whether a network that was rewound and one that was not are equal, in the end and in what their watchers know. */
async function assertEqualAfter(
  t: TestContext,
  random: () => number,
  rewind: (network: Network, remove: () => Promise<void>) => Promise<void>,
  hasSettings: boolean,
): Promise<void> {
  const [rewound, straight] = [start(t), start(t)];
  const [watcher, other] = [await Watcher.open(rewound), await Watcher.open(straight)];
  for (let round = 0; round < 3; round++) {
    const [before, removed] = [actionsOf(random, 6, hasSettings), actionsOf(random, 6, hasSettings)];
    await doAll(rewound, before);
    await doAll(straight, before);
    if (random() < 0.7) await watcher.poll();
    await rewind(rewound, async () => {
      for (const action of removed) {
        await action(rewound);
        if (random() < 0.4) await watcher.poll();
      }
      await everything(rewound); // fills caches
    });
    assert.deepEqual(await everything(rewound), await everything(straight));
  }
  const last = actionsOf(random, 8);
  await watcher.poll();
  await other.poll();
  await doAll(rewound, last);
  await doAll(straight, last);
  assert.deepEqual(await watcher.poll(), await other.poll(), 'filters continue with what is new');
  assert.deepEqual(await everything(rewound), await everything(straight));
  assert.deepEqual(watcher.logs, other.logs);
  const told = ({ sent }: Watcher) => afterwards(sent.map(({ result }) => result));
  assert.deepEqual(told(watcher), told(other));
  assert.deepEqual(told(watcher), watcher.logs);
}

for (const seed of [1, 2]) {
  test(`after evm_revert everything is as if nothing had happened since the snapshot (seed ${seed})`, async (t) => {
    const revert = async ({ result }: Network, remove: () => Promise<void>) => {
      const snapshot = await result('evm_snapshot');
      await remove();
      assert.equal(await result('evm_revert', snapshot), true);
    };
    await assertEqualAfter(t, seededRandom(seed), revert, true);
  });

  test(`after anvil_rollback the removed blocks have left nothing (seed ${seed})`, async (t) => {
    const rollBack = async ({ result }: Network, remove: () => Promise<void>) => {
      const before = Number(await result('eth_blockNumber'));
      await remove();
      await result('anvil_rollback', Number(await result('eth_blockNumber')) - before);
    };
    await assertEqualAfter(t, seededRandom(100 + seed), rollBack, false);
  });
}

test('a reorganisation makes other blocks, and takes back the logs of the old ones', async (t) => {
  const network = start(t);
  const { result, send, block } = network;
  const watcher = await Watcher.open(network);
  await result('anvil_setBlockTimestampInterval', 3);
  await send({ from: bob, to: contracts.logger, data: word(1) });
  await result('anvil_mine', 3);
  const hashes = async () => {
    const all = await Promise.all([1, 2, 3, 4].map((height) => block(hex(height))));
    return all.map(({ hash }) => hash);
  };
  const before = await hashes();
  await watcher.poll();
  await result('anvil_reorg', 4, [[{ from: bob, to: contracts.logger, data: word(2) }, 1]]);
  const after = await hashes();
  for (const hash of after) assert.ok(!before.includes(hash));
  const { blocks, logs } = await watcher.poll();
  assert.deepEqual(blocks, after);
  assert.deepEqual(
    logs.map(({ removed, blockHash }) => [removed, blockHash]),
    [
      [true, before[0]],
      [false, after[1]],
    ],
  );
  assert.deepEqual(
    watcher.sent.map(({ result: log }) => log.removed),
    [false, true, false],
  );
  assert.deepEqual(watcher.logs, await result('eth_getLogs', { fromBlock: 'earliest', address: contracts.logger }));
});
