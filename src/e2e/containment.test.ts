import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { toHex } from '../primitives/hex.ts';
import { type ListenerOwner, Listeners } from '../primitives/listeners.ts';
import { postJson } from '../testing/raw-rpc.ts';
import { accountOf, signFrom } from '../testing/sign-from.ts';
import { startTestNode, type TestNode } from '../testing/test-node.ts';

/** What follows when a listener of a node throws, by its kind and name. */
const expected = [
  'client filters',
  'client log of blocks',
  'client metrics of blocks',
  'client subscriptions',
  'client subscriptions of the SVM interface',
  'client waiters for receipts',
  'critical block producer',
  'critical block time',
  'critical settings of the next block',
  'derived cache of block data',
  'derived pool',
];

/** Every registration of this process passes here: the next call of an armed one throws. */
const seen = new Map<string, ListenerOwner['kind']>();
let armed: string | undefined;
let rebuilt = 0;
const add = Listeners.prototype.add;
Listeners.prototype.add = function (this: Listeners<unknown>, owner, listener) {
  const key = `${owner.kind} ${owner.name}`;
  seen.set(key, owner.kind);
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

const open = (t: Parameters<typeof startTestNode>[0]) => startTestNode(t, { flags: { 'metrics.enable': 'true' } });

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
  for (const [key, kind] of seen) {
    if (kind === 'critical') continue;
    const name = key.slice(kind.length + 1);
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
      assert.match(error.message, new RegExp(`^${key.slice('critical '.length)} has failed .*start the node again`));
      return true;
    });
    armed = undefined;
    await node.close();
    await using;
  }
});
