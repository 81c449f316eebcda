import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toInProcessInterface } from '../../testing/evm-interface.ts';
import { createDevelopmentInterface } from '../../testing/interfaces/development-interface.ts';

test('the node and its chain', async (t) => {
  const { parts, result } = createDevelopmentInterface(t.signal);
  await result('evm_mine');
  assert.equal(await result('eth_blockNumber'), '0x1');
  assert.deepEqual(await result('admin_nodeInfo'), {
    name: parts.clientVersion,
    protocols: { eth: { network: 9800, genesis: parts.chain.identity.genesisHash, head: parts.chain.head().hash } },
  });
});

test('peers by the address of their key', async (t) => {
  const { parts } = createDevelopmentInterface(t.signal);
  const peer = { id: 'ab'.repeat(20), address: '192.0.2.1:26656', moniker: 'other' };
  const { result } = toInProcessInterface({ ...parts, node: { ...parts.node, peers: () => [peer] } });
  assert.deepEqual(await result('admin_peers'), [{ id: peer.id, network: { remoteAddress: peer.address } }]);
  assert.equal(await result('net_peerCount'), '0x1');
});
