import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { until } from '../../../testing/until.ts';
import type { Clock } from '../../building/clock.ts';
import { CometRpc } from './comet-rpc.ts';
import { NetworkMonitor } from './network-monitor.ts';

const vote = 'Vote{0:C127D465BF39 8/00/SIGNED_MSG_TYPE_PRECOMMIT(Precommit) 7892FB8B4C7B 7FA8B0E5C3D1 @ 2026}';
const ids = ['a', 'b', 'c', 'd'];
const address = (id: string) => (id.charCodeAt(0) % 10).toString().repeat(40);

/** What CometBFT responds at height 8: its peers claim a million blocks more, one is described oddly. */
function responses(catching_up: boolean, precommits: number) {
  const info = { id: 'ff', network: 'qord' };
  const peer = { remote_ip: '127.0.0.1', is_outbound: true };
  const peers = [
    { ...peer, node_info: { id: 'aa', listen_addr: 'tcp://0.0.0.0:1', moniker: 'CONSENSUS FAILURE!!!' } },
    { ...peer, node_info: { id: 7, listen_addr: {}, moniker: null } },
  ];
  const claim = { height: '1000008', round: 0, step: 1 };
  const validators = ids.map((id) => ({ address: address(id), voting_power: '1' }));
  const votes = { round: 0, prevotes: [], precommits: ids.map((_, at) => (at < precommits ? vote : 'nil-Vote')) };
  const round_state = {
    ...{ height: '8', round: 0, step: 8, start_time: '' },
    ...{ validators: { validators, proposer: { address: address('a') } }, votes: [votes] },
  };
  const states = [{ node_address: 'aa@127.0.0.1:1', peer_state: { round_state: claim } }];
  return {
    '/status': { node_info: info, sync_info: { latest_block_height: '7', catching_up } },
    '/net_info': { peers },
    '/dump_consensus_state': { round_state, peers: [...states, { node_address: 1, peer_state: {} }] },
  };
}

/** A monitor of a node with 7 blocks whose network should have `expected`, on a clock of the test. */
async function open(t: TestContext, given: ReturnType<typeof responses>, expected = 7) {
  const file = join(temporaryFolder(t), 'rpc.sock');
  const results: Readonly<Record<string, object>> = given;
  const server = createServer(({ url = '' }, response) => response.end(JSON.stringify({ result: results[url] })));
  server.listen(file);
  await once(server, 'listening');
  t.after(() => server.close());
  let elapsed = 0;
  const clock: Clock = {
    now: () => elapsed,
    elapsed: () => elapsed,
    after: (milliseconds, callback) => {
      const immediate = setImmediate(() => {
        elapsed += milliseconds;
        callback();
      });
      return () => clearImmediate(immediate);
    },
  };
  const stop = new AbortController();
  t.after(() => stop.abort());
  const monitor = new NetworkMonitor({
    ...{ rpc: new CometRpc(file), clock, persistentPeers: [], stallTimeoutMs: 20_000 },
    height: () => 7,
    expectedHeight: () => expected,
    isRunning: () => true,
    onSilence: () => assert.fail('CometBFT responds'),
  });
  const ended = monitor.run(stop.signal);
  const passed = async (milliseconds: number) => {
    await Promise.race([until(() => elapsed >= milliseconds, `${milliseconds} ms of the clock`), ended]);
  };
  return { monitor, ended, passed, stop };
}

test('peers that claim a great height end no node, and do not make it one that syncs', async (t) => {
  for (const precommits of [0, 2]) {
    const { monitor, passed, stop, ended } = await open(t, responses(true, precommits));
    await passed(100_000);
    assert.equal(monitor.stalledSeconds, 0);
    assert.equal(monitor.status().syncing, undefined);
    assert.deepEqual(
      monitor.status().peers.map(({ id }) => id),
      ['aa'],
    );
    stop.abort();
    await ended;
  }
});

test('a block that more than two thirds have signed ends a node that does not get it', async (t) => {
  const { ended } = await open(t, responses(false, 3));
  await assert.rejects(ended, /no block for \d+ s at height 7, while the validators have decided block 8/);
});

test('a node that catches up is as far behind as the pace of blocks says', async (t) => {
  const { monitor, passed } = await open(t, responses(true, 0), 900);
  await passed(5_000);
  assert.deepEqual(monitor.status().syncing, { startingBlock: 7, currentBlock: 7, highestBlock: 900 });
});
