import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toHex } from '../../primitives/hex.ts';
import { assemble, returnTop } from '../../testing/evm/assemble.ts';
import { cometMissing } from '../../testing/network/comet-binary.ts';
import { allAt, startNetwork } from '../../testing/network/network.ts';

const teller = `0x${'d1'.repeat(20)}`;

test('a node of a network answers at pending while blocks are decided', { skip: cometMissing }, async (t) => {
  const nodes = await startNetwork(t, { validators: 1 });
  const [node] = nodes;
  assert.ok(node);
  await allAt(nodes, 2);
  const told = async (word: 'NUMBER' | 'TIMESTAMP') => {
    const overrides = { [teller]: { code: toHex(assemble(word, ...returnTop)) } };
    return Number(await node.call('eth_call', { to: teller }, 'pending', overrides));
  };
  for (let asked = 0; asked < 20; asked++) {
    const head = await node.height();
    const block = await node.call<{ number: string; timestamp: string }>('eth_getBlockByNumber', 'pending', false);
    const [number, time] = [await told('NUMBER'), await told('TIMESTAMP')];
    assert.ok(Number(block.number) > head && number >= Number(block.number), `${number} after ${head}`);
    assert.ok(time >= Number(block.timestamp));
    assert.equal(await node.call('eth_getBalance', teller, 'pending'), '0x0');
    assert.equal(await node.call('eth_estimateGas', { to: teller }, 'pending'), '0x5208');
    const { accountProof } = await node.call<{ accountProof: string[] }>('eth_getProof', teller, [], 'pending');
    assert.ok(accountProof.length > 0);
  }
});
