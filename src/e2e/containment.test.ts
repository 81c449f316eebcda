import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { toHex } from '../primitives/hex.ts';
import { type ListenerOwner, Listeners } from '../primitives/listeners.ts';
import { openApplication } from '../testing/network/comet-application.ts';
import { postJson } from '../testing/raw-rpc.ts';
import { accountOf, signFrom } from '../testing/sign-from.ts';
import { startTestNode, type TestNode } from '../testing/test-node.ts';
import { until } from '../testing/until.ts';

/** What follows when a listener of a node throws, by its kind and name, and which of that name it is. */
const expected = [
  'client filters',
  'client filters 2',
  'client filters 3',
  'client log of blocks',
  'client log of prints',
  'client metrics of blocks',
  'client subscriptions',
  'client subscriptions 2',
  'client subscriptions 3',
  'client subscriptions of the SVM interface',
  'client subscriptions of the SVM interface 2',
  'client subscriptions of the SVM interface 3',
  'client waiters for receipts',
  'critical block producer',
  'critical block producer 2',
  'critical block time',
  'critical settings of the next block',
  'derived cache of block data',
  'derived cache of block data 2',
  'derived cache of block data 3',
  'derived cache of block data 4',
  'derived cache of block data 5',
  'derived cache of block data 6',
  'derived pool',
  'derived pool 2',
  'derived snapshots',
];

/** Every registration of this process passes here: the next call of an armed one throws. */
const seen = new Map<string, ListenerOwner>();
/** how many of each name the newest node has */
const registered = new Map<string, number>();
let armed: string | undefined;
let rebuilt = 0;
const add = Listeners.prototype.add;
Listeners.prototype.add = function (this: Listeners<unknown>, owner, listener) {
  const name = `${owner.kind} ${owner.name}`;
  const count = (registered.get(name) ?? 0) + 1;
  registered.set(name, count);
  const key = count === 1 ? name : `${name} ${count}`;
  seen.set(key, owner);
  return add.call(this, counting(owner), (event) => {
    if (armed === key) {
      armed = undefined;
      throw new Error('injected');
    }
    listener(event);
  });
};
function counting(owner: ListenerOwner): ListenerOwner {
  if (owner.kind !== 'derived') return owner;
  const rebuild = () => {
    rebuilt++;
    owner.rebuild();
  };
  return { ...owner, rebuild };
}

after(() => {
  Listeners.prototype.add = add;
});

function open(t: Parameters<typeof startTestNode>[0]): Promise<TestNode> {
  registered.clear();
  return startTestNode(t, { flags: { 'metrics.enable': 'true' } });
}

let nonce = 0n;
/** Everything that notifies listeners: a transaction arrives and comes into a block, and the state is changed. */
async function useAll({ urls }: TestNode, from: bigint, method = 'eth_sendRawTransactionSync'): Promise<unknown> {
  const raw = toHex(signFrom(1, { nonce: from }).raw);
  const request = (name: string, params: unknown[]) =>
    postJson(urls.http, JSON.stringify({ id: 1, jsonrpc: '2.0', method: name, params }));
  const sent = await request(method, method.endsWith('Sync') ? [raw, 2_000] : [raw]);
  const changed = await request('anvil_setBalance', [`0x${'77'.repeat(20)}`, '0x1']);
  assert.equal(changed.error, undefined);
  return sent;
}

test('a listener that throws ends nothing for others when it serves clients or can be rebuilt', async (t) => {
  const node = await open(t);
  await useAll(node, nonce++);
  assert.deepEqual([...seen.keys()].sort(), expected, 'a new registration belongs into this list');
  const { faults } = node.node.control;
  for (const [key, { kind, name }] of seen) {
    if (kind === 'critical') continue;
    const [count, before] = [faults.counts.get(name) ?? 0, rebuilt];
    armed = key;
    const sent = await useAll(node, nonce++);
    assert.equal(armed, undefined, `${key} was called`);
    assert.equal(faults.counts.get(name), count + 1, key);
    assert.equal(rebuilt - before, kind === 'derived' ? 1 : 0, key);
    if (key === 'client waiters for receipts') assert.match(JSON.stringify(sent), /"error"/, 'its time is over');
    else assert.match(JSON.stringify(sent), /"status":"0x1"/, key);
  }
  const { pending, queued } = node.node.control.mempool.counts();
  assert.deepEqual([pending, queued], [0, 0]);
  assert.equal(node.node.chain.headState().account(accountOf(1))?.nonce, nonce);
});

test('a critical listener that throws ends the node with one line that says what to do', async (t) => {
  for (const key of expected.filter((each) => each.startsWith('critical'))) {
    const node = await open(t);
    armed = key;
    const using = useAll(node, 0n, 'eth_sendRawTransaction').catch(() => {});
    await assert.rejects(node.node.ended, (error: Error) => {
      assert.equal(error.name, 'PartError');
      assert.match(error.message, new RegExp(`^${seen.get(key)?.name} has failed .*start the node again`));
      return true;
    });
    armed = undefined;
    await node.close();
    await using;
  }
});

test('what is sent to peers is made again from the pool when its listener throws', async () => {
  registered.clear();
  const { application } = openApplication({ emptyBlockDelayMs: 1 });
  assert.equal(seen.get('derived transaction gossip')?.kind, 'derived');
  const { raw } = signFrom(1);
  const before = rebuilt;
  armed = 'derived transaction gossip';
  await application.insertTx({ tx: raw });
  await until(() => armed === undefined, 'the transaction is pending');
  assert.equal(rebuilt, before + 1);
  const { txs = [] } = await application.reapTxs({ maxBytes: 0, maxGas: 0 });
  assert.ok(txs.some((entry) => Buffer.from(entry).includes(Buffer.from(raw))));
});
