import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readConfig } from '../../config/read-config.ts';
import { cometHome } from '../../consensus/comet/comet-home.ts';
import { readNodeId } from '../../consensus/comet/process/key-files.ts';
import type { TestnetNode } from '../../node/testnet.ts';
import { cometMissing } from '../../testing/network/comet-binary.ts';
import { assertSameChain } from '../../testing/network/compare-nodes.ts';
import { send } from '../../testing/network/mixed-load.ts';
import { allAt, type NetworkNode, startNetwork } from '../../testing/network/network.ts';
import { accountOf, signFrom } from '../../testing/sign-from.ts';
import { until } from '../../testing/until.ts';

/** The fourth validator, the full node in front of it, and a full node that is no secret. */
const [hidden, sentry, other] = [3, 4, 5];

/** As docs/network.md describes it. All nodes but the hidden one tell each other of further peers. */
function arrange(written: readonly TestnetNode[]) {
  const peers = written.map(({ home }) => {
    const { host, port } = readConfig({ flags: {}, variables: {}, file: home.configFile }).comet['p2p-address'];
    return `${readNodeId(cometHome(home.folder))}@${host}:${port}`;
  });
  const [id = ''] = peers[hidden]?.split('@') ?? [];
  const persistent = (...indexes: readonly number[]) => ({
    'comet.persistent-peers': indexes.map((index) => peers[index]).join(),
    'comet.exchange-peers': 'true',
  });
  return (index: number): Readonly<Record<string, string>> => {
    if (index === hidden) return { ...persistent(sentry), 'comet.exchange-peers': 'false' };
    if (index === sentry)
      return { ...persistent(0, 1, 2), 'comet.private-peer-ids': id, 'comet.unconditional-peer-ids': id };
    if (index === other) return persistent(sentry);
    return persistent(...[0, 1, 2, sentry].filter((peer) => peer !== index));
  };
}

/** Ids of all nodes that the CometBFT of a node knows of, as it has written them when it ended. */
function knownPeers({ comet: { addressBookFile } }: NetworkNode): string {
  return existsSync(addressBookFile) ? readFileSync(addressBookFile, 'utf8') : '';
}

test('a validator behind a sentry proposes and votes, and no other node learns of it', {
  skip: cometMissing,
}, async (t) => {
  const nodes = await startNetwork(t, { validators: 4, fullNodes: 2, arrange });
  const [first, second, , validator, guard, open] = nodes;
  assert.ok(first && second && validator && guard && open);
  await allAt(nodes, 2);
  assert.equal(await validator.call('net_peerCount'), '0x1');

  await t.test('it makes blocks, and its transactions arrive', async () => {
    const hash = await send(validator, signFrom(9));
    const receipt = () => second.call<object | null>('eth_getTransactionReceipt', hash);
    await until(async () => (await receipt()) !== null, 'the receipt at another validator');
    const miner = async () => (await first.call<{ miner: string }>('eth_getBlockByNumber', 'latest', false)).miner;
    await until(async () => (await miner()) === accountOf(hidden), 'a block of the hidden validator');
  });

  await t.test('a node that asks the sentry for peers learns of others, not of the validator', async () => {
    const [secret, known] = [validator, open].map(({ comet }) => readNodeId(comet));
    assert.ok(secret && known);
    for (let starts = 0; ; starts++) {
      assert.ok(starts < 20, 'it learns of the other full node');
      await first.process.stop('SIGTERM');
      assert.equal(knownPeers(first).includes(secret), false);
      if (knownPeers(first).includes(known)) return;
      await first.start();
      await allAt([first], (await second.height()) + 3);
    }
  });

  const running = nodes.slice(1);
  const to = await second.height();
  await allAt(running, to);
  await assertSameChain(running, 1, to);
});
