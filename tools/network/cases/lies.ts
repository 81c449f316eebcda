import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '#qord/config/read-config.ts';
import { allAt, type NetworkNode, startNetwork } from '#qord/testing/network/network.ts';
import { readMetric } from '#qord/testing/network/read-metric.ts';
import { until } from '#qord/testing/until.ts';
import { buildChangedComet } from '../changed-comet.ts';
import { startForeignComet } from '../foreign-comet.ts';
import type { NetworkCase } from './network-case.ts';

/** What a node tells its peers of its height, in consensus and while they sync, and what a liar tells them. */
const changes = [
  { file: 'consensus/reactor.go', from: 'Height:                rs.Height,', to: 'Height: rs.Height + 1_000_000,' },
  {
    file: 'blocksync/reactor.go',
    from: 'Base:   r.store.Base(),\n\t\t\tHeight: r.store.Height(),',
    to: 'Base:   r.store.Base(),\n\t\t\tHeight: r.store.Height() + 1_000_000,',
  },
  {
    file: 'blocksync/reactor.go',
    from: 'Height: r.store.Height(),\n\t\t\t\tBase:   r.store.Base(),',
    to: 'Height: r.store.Height() + 1_000_000,\n\t\t\t\tBase:   r.store.Base(),',
  },
];
const name = 'CONSENSUS FAILURE!!!';
const stallSeconds = 6;

/** A port above those of the networks that `createFreeTestnet` writes, below those that the system hands out. */
const foreignPort = 32_111;

export const lies: NetworkCase = {
  summary: 'a peer claims a great height, and a peer has the name of a halt: no node ends; builds a CometBFT with Go',
  run: async (t) => {
    const binary = buildChangedComet(t, changes);
    const foreign = await startForeignComet(t, name, foreignPort);
    const nodes = await startNetwork(t, {
      validators: 5,
      values: { 'comet.stall-timeout': `${stallSeconds}s` },
      flags: { 'metrics.enable': 'true' },
      arrange: (written) => (index) => {
        const file = written[index]?.home.configFile;
        assert.ok(file);
        const { 'persistent-peers': peers } = readConfig({ flags: {}, variables: {}, file }).comet;
        return { 'comet.persistent-peers': `${peers},${foreign}`, 'comet.log-level': 'debug', 'log.level': 'debug' };
      },
    });
    const [liar, ...honest] = nodes;
    assert.ok(liar);
    await allAt(nodes, 2);
    await until(() => honest.every(hasRead), `every node to log the peer called ${name}`);
    await liar.process.stop('SIGTERM');
    await liar.start({ 'comet.binary': binary });
    await until(() => Promise.all(honest.map(isClaimed)).then((all) => all.every(Boolean)), 'the claim of the liar');
    await stallWith(honest);
    console.log(`no node has ended: not by a peer called ${name}, nor by one that claims a million blocks more`);
  },
};

/** Two of the four honest validators stop, so that no block is made for longer than the watchdog waits. */
async function stallWith(honest: readonly NetworkNode[]): Promise<void> {
  const [first, second, ...stopped] = honest;
  assert.ok(first && second);
  for (const node of stopped) await node.process.stop('SIGTERM');
  const before = await first.height();
  await sleep(4 * stallSeconds * 1_000);
  for (const node of [first, second]) {
    assert.equal(node.process.process.exitCode, null, node.process.errorOutput());
    assert.ok((await node.height()) <= before + 1, 'no quorum');
    assert.equal(await node.call('eth_syncing'), false);
    assert.equal(await readMetric(node, 'qord_stalled_seconds'), 0);
  }
  for (const node of stopped) await node.start();
  await allAt(honest, before + 5);
}

/** Whether the node has logged the name of the foreign chain. */
function hasRead({ process }: NetworkNode): boolean {
  return process.records.some((record) => record.msg !== name && JSON.stringify(record).includes(name));
}

/** Whether the node has been told the height of the liar. */
async function isClaimed(node: NetworkNode): Promise<boolean> {
  const { peers } = await node.call<{ peers: readonly { height: number }[] }>('qord_getConsensus');
  return peers.some((peer) => peer.height > 1_000_000);
}
